//! One fixture for each rule.

use super::*;
use crate::graph::{NEVER, Row};
use crate::query::advice::advise;
use crate::query::{Class, CycleRequest, EdgeFilter, Orient, RelationFilter, cycles};
use rstest::rstest;

#[rstest]
#[case::not_json("{", "beads-row")]
#[case::no_object("[1]", "beads-row")]
#[case::no_id(r#"{"title": "x"}"#, "beads-row")]
#[case::blank_id(r#"{"id": " "}"#, "beads-row")]
#[case::number_as_id(r#"{"id": 7}"#, "beads-row")]
#[case::time(r#"{"id": "bd-1", "created_at": "yesterday"}"#, "beads-field")]
#[case::priority(r#"{"id": "bd-1", "priority": "high"}"#, "beads-field")]
#[case::dependencies(r#"{"id": "bd-1", "dependencies": {}}"#, "beads-field")]
#[case::entry(r#"{"id": "bd-1", "dependencies": [1]}"#, "beads-edge")]
#[case::no_target(r#"{"id": "bd-1", "dependencies": [{"type": "blocks"}]}"#, "beads-edge")]
#[case::other_owner(r#"{"id": "bd-1", "dependencies": [{"issue_id": "bd-2", "depends_on_id": "bd-0"}]}"#, "beads-edge")]
#[case::type_of_a_type(r#"{"id": "bd-1", "dependencies": [{"depends_on_id": "bd-0", "type": 1}]}"#, "beads-edge")]
#[case::time_of_an_edge(
    r#"{"id": "bd-1", "dependencies": [{"depends_on_id": "bd-0", "created_at": "x"}]}"#,
    "beads-field"
)]
fn a_row_that_does_not_fit_is_a_finding_and_the_rest_is_read(#[case] row: &str, #[case] code: &'static str) {
    let text = rows(&[issue("bd-0", ""), row.to_owned(), issue("bd-9", "")]);
    assert_eq!(codes(&text), [(code, 2)]);
    let (graph, findings) = read(&text);
    assert!(graph.find("bd-0").is_some() && graph.find("bd-9").is_some());
    assert_eq!(findings[0].file.as_deref(), Some(SHOWN));
}

#[test]
fn a_type_of_more_than_50_bytes_is_not_an_edge() {
    for (length, found) in [(50, vec![]), (51, vec![("beads-edge", 1)])] {
        assert_eq!(codes(&rows(&[dependent("bd-1", "bd-2", &"x".repeat(length)), issue("bd-2", "")])), found);
    }
}

#[test]
fn absent_and_empty_values_are_not_findings() {
    let row =
        r#"{"id": "bd-1", "title": null, "created_at": "", "priority": null, "dependencies": null, "status": ""}"#;
    assert_eq!(codes(row), []);
    assert_eq!(nodes(&read(row).0), ["bd-1 task open 1"]);
}

#[test]
fn unknown_statuses_and_kinds_are_not_findings() {
    assert_eq!(codes(&issue("bd-1", r#""status": "parked", "issue_type": "saga""#)), []);
}

#[test]
fn cycles_of_order_are_found_across_types_in_their_directions() {
    let pair = |one: &str, other: &str| rows(&[dependent("bd-1", "bd-2", one), dependent("bd-2", "bd-1", other)]);
    for (one, other) in [("blocks", "blocks"), ("blocks", "conditional-blocks"), ("waits-for", "blocks")] {
        assert_eq!(codes(&pair(one, other)), [("beads-cycle", 1)], "{one} {other}");
    }
    // An issue that is blocked by another one and waits for its children comes after it in both cases.
    let same = r#""dependencies": [{"depends_on_id": "bd-2"}, {"depends_on_id": "bd-2", "type": "waits-for"}]"#;
    assert_eq!(codes(&rows(&[issue("bd-1", same), issue("bd-2", "")])), []);
}

#[test]
fn the_search_for_cycles_and_the_check_agree_and_name_the_relations() {
    let pair = |one: &str, other: &str| rows(&[dependent("bd-1", "bd-2", one), dependent("bd-2", "bd-1", other)]);
    for (one, other, class, over) in [
        ("waits-for", "blocks", "order", "blocks and waits-for"),
        ("waits-for", "waits-for", "order", "waits-for"),
        ("conditional-blocks", "blocks", "order", "blocks and conditional-blocks"),
        ("parent-child", "child", "tree", "parent-child"),
    ] {
        let (graph, _) = read(&pair(one, other));
        let request = CycleRequest { edges: EdgeFilter::of(RelationFilter::Any), orient: Orient::Stored };
        let found = cycles(&graph, &request, 1_000, NEVER).unwrap();
        assert_eq!(found.iter().map(|one| &*one.class.as_ref().unwrap().name).collect::<Vec<_>>(), [class]);
        assert_eq!(found[0].shortest.len(), 2);
        let messages: Vec<_> =
            checks::check(&graph, crate::graph::NEVER).into_iter().map(|finding| finding.message).collect();
        assert_eq!(messages, [format!("Cycle over {over}: \"bd-1\", \"bd-2\"")]);
    }
    let same = r#""dependencies": [{"depends_on_id": "bd-2"}, {"depends_on_id": "bd-2", "type": "waits-for"}]"#;
    let (graph, _) = read(&rows(&[issue("bd-1", same), issue("bd-2", "")]));
    let groups = |class: &Class| class.groups(&graph, crate::graph::NEVER).unwrap().len();
    assert_eq!(Class::all(graph.registry()).iter().map(groups).sum::<usize>(), 0);
}

#[test]
fn an_edge_that_would_close_a_cycle_is_advised_against_in_both_directions() {
    let (graph, _) = read(&rows(&[dependent("bd-1", "bd-2", "blocks"), issue("bd-2", "")]));
    let codes = |from: &str, relation: &str, to: &str| {
        let advice = advise(&graph, &Row::new(from, relation, to));
        advice.iter().map(|one| one.code).filter(|code| *code == "cycle").count()
    };
    assert_eq!((codes("bd-2", "waits-for", "bd-1"), codes("bd-1", "waits-for", "bd-2")), (1, 0));
    assert_eq!((codes("bd-1", "blocks", "bd-2"), codes("bd-2", "blocks", "bd-1")), (1, 0));
}

#[test]
fn cycles_of_parents_are_found_and_those_of_both_are_notes() {
    let pair = |one: &str, other: &str| rows(&[dependent("bd-1", "bd-2", one), dependent("bd-2", "bd-1", other)]);
    assert_eq!(codes(&pair("parent-child", "child")), [("beads-cycle", 1)]);
    assert_eq!(codes(&pair("blocks", "parent-child")), [("beads-cycle-mixed", 1)]);
    assert_eq!(codes(&pair("relates-to", "relates-to")), []);
    assert_eq!(codes(&pair("discovered-from", "discovered-from")), []);
}

#[test]
fn an_edge_to_the_issue_itself_is_one_finding() {
    for kind in ["blocks", "parent-child", "relates-to"] {
        assert_eq!(codes(&dependent("bd-1", "bd-1", kind)), [("beads-self", 1)], "{kind}");
    }
}

#[test]
fn an_epic_below_another_kind_is_the_wrong_way_round() {
    let epic = |id: &str, on: &str| {
        let dependency = format!(r#"{{"depends_on_id": "{on}", "type": "parent-child"}}"#);
        issue(id, &format!(r#""issue_type": "epic", "dependencies": [{dependency}]"#))
    };
    let text = rows(&[epic("bd-1", "bd-2"), issue("bd-2", ""), epic("bd-3", "bd-4"), epic("bd-4", "xx-1")]);
    assert_eq!(codes(&text), [("beads-parent-reversed", 1)]);
}

#[test]
fn a_successor_that_is_older_than_its_predecessor_is_noted() {
    let older = r#"{"id": "bd-2", "created_at": "2025-01-01T00:00:00Z"}"#.to_owned();
    let younger = r#"{"id": "bd-3", "created_at": "2027-01-01T00:00:00Z"}"#.to_owned();
    assert_eq!(codes(&rows(&[dependent("bd-1", "bd-2", "supersedes"), older])), [("beads-supersedes-order", 1)]);
    assert_eq!(codes(&rows(&[dependent("bd-1", "bd-3", "supersedes"), younger])), []);
}

#[test]
fn an_open_blocker_of_a_closed_issue_is_noted() {
    let closed = |status: &str| {
        let blocked = r#""status": "closed", "dependencies": [{"depends_on_id": "bd-2"}]"#;
        codes(&rows(&[issue("bd-1", blocked), issue("bd-2", &format!(r#""status": "{status}""#))]))
    };
    assert_eq!(closed("in_progress"), [("beads-open-blocker", 1)]);
    assert_eq!(closed("closed"), []);
    let blocked = r#""status": "closed", "dependencies": [{"depends_on_id": "xx-2"}]"#;
    assert_eq!(codes(&issue("bd-1", blocked)), [], "external");
}

#[test]
fn edges_of_deleted_issues_are_not_findings() {
    let deleted = |id: &str, on: &str, kind: &str| {
        let dependency = format!(r#"{{"depends_on_id": "{on}", "type": "{kind}"}}"#);
        issue(id, &format!(r#""status": "tombstone", "dependencies": [{dependency}]"#))
    };
    let text = rows(&[
        deleted("bd-1", "bd-gone", "blocks"),
        deleted("bd-2", "bd-3", "blocks"),
        dependent("bd-3", "bd-2", "blocks"),
        deleted("bd-4", "bd-4", "parent-child"),
    ]);
    assert_eq!(codes(&text), []);
    let (graph, _) = read(&text);
    assert_eq!(graph.edges().count(), 4);
    assert!(graph.find("bd-1").unwrap().is_deleted());
    let restored = r#""status": "open", "deleted_at": "2026-01-01T00:00:00Z""#;
    assert!(!read(&issue("bd-1", restored)).0.find("bd-1").unwrap().is_deleted());
}

#[test]
fn deep_nesting_and_long_ids_are_harmless() {
    let deep = format!(r#"{{"id": "bd-1", "description": {}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(codes(&deep), []);
    let long = issue(&"x".repeat(5_000), "");
    assert_eq!(codes(&long), [("beads-row", 1)]);
    let chain: Vec<_> = (1..3_000).map(|n| dependent(&format!("bd-{n}"), &format!("bd-{}", n - 1), "child")).collect();
    let (graph, _) = read(&rows(&chain));
    assert_eq!(crate::query::Tree::new(&graph).entries.iter().filter(|entry| entry.node.is_some()).count(), 2_999);
}

#[test]
fn lines_of_findings_count_from_the_start_of_the_file() {
    let rows = [issue("bd-1", ""), "{".to_owned(), issue("bd-1", ""), issue("bd-2", r#""priority": "x""#)];
    let texts = rows.map(|row| row + "\n");
    let exports = Exports::of_texts(SHOWN, &texts.each_ref().map(String::as_str), &registry());
    let findings = exports.heads.iter().chain(&exports.parts).flat_map(|batch| batch.findings().to_vec());
    let places: Vec<_> = findings.map(|finding| (finding.rule.code, finding.line, finding.message)).collect();
    let message = "Id \"bd-1\" is already defined in line 1; the last row wins";
    assert!(places.contains(&(rules::ID_DUPLICATE.code, Some(3), message.to_owned())), "{places:?}");
    let lines: Vec<_> = places.iter().map(|(_, line, _)| *line).collect();
    assert_eq!(lines, [Some(2), Some(3), Some(4)]);
}

#[test]
fn a_file_that_is_not_utf8_is_reported_at_its_first_broken_line() {
    let folder = crate::system::kit::fixture::folder(&[]);
    let path = folder.path().join("issues.jsonl");
    let broken = [b"{\"id\": \"bd-2\", \"title\": \"\xff\"}\n".as_slice(), b"{\"id\": \"bd-\xff\"}\n"];
    std::fs::write(&path, [issue("bd-1", "").as_bytes(), b"\n", broken[0], broken[1]].concat()).unwrap();
    let exports =
        Exports::read([(Some(path), SHOWN.to_owned())].into_iter(), &registry(), &crate::system::Progress::default());
    let findings: Vec<_> = exports.heads[0].findings().iter().map(|one| (one.rule.code, one.line)).collect();
    assert_eq!(findings, [(rules::FILES.not_utf8.code, Some(2))]);
}
