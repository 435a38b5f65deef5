//! Vaults from end to end: files in, nodes, edges and findings out.

use super::*;
use crate::finding::Finding;
use crate::graph::fixture::build;
use crate::graph::{Edge, Graph};
use crate::system::kit::Progress;
use crate::system::kit::fixture::{folder, subjects};
use crate::system::registry;
use proptest::prelude::*;
use rstest::rstest;
use std::collections::BTreeMap;
use std::path::PathBuf;

fn load(root: &Path, further: &[PathBuf]) -> (Graph, Vec<Finding>) {
    let progress = Progress::default();
    let loaded = MarkdownNotes::default().load(&ReadRequest::once(root, further, &progress));
    build(loaded.into_batches())
}

fn vault(files: &[(&str, &str)]) -> (Graph, Vec<Finding>) {
    load(folder(files).path(), &[])
}

fn obsidian(files: &[(&str, &str)]) -> (Graph, Vec<Finding>) {
    vault(&[&[(".obsidian/app.json", "{}")], files].concat())
}

fn shown(edge: Edge<'_>) -> String {
    let mark = if edge.is_implicit() { "~" } else { "" };
    let note = edge.note().map(|note| format!(" ({note})")).unwrap_or_default();
    let to = if edge.to().is_missing() { format!("?{}", edge.to().id()) } else { edge.to().id().to_owned() };
    format!("{} {mark}{} {to}{note} @{}", edge.from().id(), edge.relation(), edge.line())
}

fn edges(graph: &Graph) -> Vec<String> {
    graph.edges().map(shown).collect()
}

fn ids(graph: &Graph) -> Vec<&str> {
    graph.nodes().filter(|node| !node.is_missing()).map(|node| node.id()).collect()
}

fn codes(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.rule.code).collect()
}

#[test]
fn every_markdown_file_is_a_node_with_its_properties() {
    let note = "---\ntitle: The plan\nType: goal\nstatus: open\ncreated: 2026-01-02 10:30\n---\n# Heading\n";
    let (graph, findings) = obsidian(&[
        ("Folder/My note.md", note),
        ("b.md", "text\n# A `b` of [[c|C]] #\n# Second\n"),
        ("c.md", ""),
        (".trash/d.md", ""),
        ("e.txt", ""),
    ]);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(ids(&graph), ["Folder/My note", "b", "c"]);
    let fields = |id: &str| {
        let found = graph.find(id).unwrap();
        let place = (found.file().unwrap(), found.line());
        (found.title(), found.kind().unwrap(), found.status(), found.created().is_some(), place)
    };
    let plan = ("The plan", "goal", Some("open"), true, ("Folder/My note.md", Some(1)));
    assert_eq!(fields("note:Folder/My note"), plan);
    assert_eq!(fields("b"), ("A `b` of C", "note", None, false, ("b.md", Some(1))));
    assert_eq!(fields("c"), ("c", "note", None, false, ("c.md", Some(1))));
}

#[test]
fn typed_links_are_edges_and_others_are_mentions() {
    let a = "---\nup: \"[[b]]\"\nLed To:\n  - [[b]]\n  - \"[[c#h|shown]]\"\ntext: see [[b]]\nBC-x: \"[[b]]\"\ntags: \"[[b]]\"\n---\n\
        next:: [[b]], [[c]]\nsee (same:: [[b]]), [[c]]\n![[b]] [md](c.md) `[[x]]` %%[[y]]%%\n[[gone]] [[#own]]\n";
    let (graph, findings) = obsidian(&[("a.md", a), ("b.md", ""), ("c.md", "")]);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(
        edges(&graph),
        [
            "a up b @2",
            "a led-to b @4",
            "a led-to c (#h) @5",
            "a ~mentions b @6",
            "a next b @10",
            "a next c @10",
            "a same b @11",
            "a ~mentions c @11",
            "a embeds b @12",
            "a ~mentions c @12",
            "a ~mentions ?gone @13",
        ]
    );
}

#[test]
fn names_are_resolved_as_in_obsidian() {
    let links = [
        ("Root", "Root"),
        ("x/Deep", "x/Deep"),
        ("deep", "x/Deep"),
        ("DEEP.md", "x/Deep"),
        ("y/Deep", "x/y/Deep"),
        ("./Here", "x/Here"),
        ("../Root", "Root"),
        ("Other name", "x/Here"),
        ("E\u{301}te\u{301}", "été"),
        ("Twin", "x/Twin"),
        ("../../out", "?../../out"),
        ("./gone", "?x/gone"),
        ("https://a.b/c", "https://a.b/c"),
    ];
    let text: String = links.iter().map(|(link, _)| format!("[[{link}]]\n")).collect();
    let (graph, findings) = obsidian(&[
        ("Root.md", ""),
        ("x/Deep.md", ""),
        ("x/y/Deep.md", ""),
        ("x/Here.md", "---\naliases: [Other name]\n---\n"),
        ("été.md", ""),
        ("x/Twin.md", ""),
        ("Twin/Twin.md", ""),
        ("x/from.md", &text),
        ("x/pic.png", ""),
    ]);
    let expected: Vec<_> = (1..).zip(links).map(|(line, (_, to))| format!("x/from ~mentions {to} @{line}")).collect();
    assert_eq!(edges(&graph), expected);
    assert_eq!(codes(&findings), ["note-ambiguous", "note-ambiguous", "note-ambiguous"]);
    assert_eq!(graph.find("https://a.b/c").unwrap().kind(), Some("external"));
}

#[test]
fn attachments_are_neither_nodes_nor_findings() {
    let text = "![[pic.png]] [[doc.xyz]] ![[x/doc.xyz]] ![alt](pic.png) ![[lost.png]] [[lost.xyz]]";
    let (graph, findings) = obsidian(&[("a.md", text), ("pic.png", ""), ("x/doc.xyz", "")]);
    assert_eq!(edges(&graph), ["a ~mentions ?lost.xyz @1"]);
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn markdown_links_are_paths() {
    let text = "[r](../c%20d.md#h)\n[s](/x/b.md)\n[t](b.md)\n[u](gone.md)\n[v](b)\n";
    let (graph, _) = obsidian(&[("x/a.md", text), ("x/b.md", ""), ("c d.md", "")]);
    let expected =
        ["x/a ~mentions c d (#h) @1", "x/a ~mentions x/b @2", "x/a ~mentions x/b @3", "x/a ~mentions ?x/gone @4"];
    assert_eq!(edges(&graph), expected);
}

#[rstest]
#[case::ambiguous(&[("a.md", "[[t]] [[t]]"), ("x/t.md", ""), ("y/t.md", "")], "note-ambiguous",
    &["node id=a", "node id=x/t", "node id=y/t"])]
#[case::alias(&[("a.md", "---\nalias: z\n---\n"), ("b.md", "---\naliases: [Z]\n---\n")], "note-alias",
    &["node id=a", "node id=b"])]
#[case::frontmatter(&[("a.md", "---\nup: [[b]], [[c]]\n---\n"), ("b.md", ""), ("c.md", "")], "note-frontmatter",
    &["node id=a"])]
fn each_violation_gives_exactly_its_finding(
    #[case] files: &[(&str, &str)],
    #[case] code: &str,
    #[case] expected: &[&str],
) {
    let (_, findings) = obsidian(files);
    assert_eq!(codes(&findings), [code]);
    assert_eq!(subjects(&findings[0]), expected);
}

#[rstest]
#[case::missing(&[("a.md", "[[gone]]")], &["note-missing"])]
#[case::cycle(&[("a.md", "---\nup: '[[b]]'\n---\n"), ("b.md", "parent:: [[a]]")], &["note-cycle"])]
#[case::both_ends(&[("a.md", "---\nup: '[[b]]'\n---\n"), ("b.md", "down:: [[a]]")], &[])]
#[case::rare_verb(
    &[("a.md", "sibling:: [[b]]"), ("b.md", "sibling:: [[c]]"), ("c.md", "sibling:: [[d]]"), ("d.md", "siblings:: [[a]]")],
    &["note-verb"])]
#[case::neighbours_may_be_cyclic(&[("a.md", "next:: [[b]]"), ("b.md", "next:: [[a]]")], &[])]
fn checks_of_the_whole_graph(#[case] files: &[(&str, &str)], #[case] expected: &[&str]) {
    let (graph, findings) = obsidian(files);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(codes(&checks::check(&graph, crate::graph::NEVER)), expected);
}

#[test]
fn a_fact_stated_from_both_ends_is_one_fact() {
    let (graph, _) = obsidian(&[
        ("a.md", "---\nup: '[[b]]'\nnext: '[[c]]'\n---\n"),
        ("b.md", "down:: [[a]]\ndown:: [[c]]"),
        ("c.md", "prev:: [[a]]\nsame:: [[b]]"),
        ("d.md", "same:: [[c]]"),
    ]);
    let repeated: Vec<_> = graph.edges().filter(|edge| edge.is_repeated()).map(shown).collect();
    assert_eq!(repeated, ["b down a @1", "c prev a @1"]);
}

#[test]
fn templates_and_excluded_folders_are_left_out() {
    let (graph, _) = vault(&[
        (".obsidian/app.json", r#"{"userIgnoreFilters": ["private/", "/regex/"]}"#),
        (".obsidian/templates.json", r#"{"folder": "templates"}"#),
        (".obsidian/plugins/templater-obsidian/data.json", r#"{"templates_folder": "/more/templates/"}"#),
        ("a.md", ""),
        ("private/b.md", ""),
        ("templates/c.md", ""),
        ("more/templates/d.md", ""),
        ("more/e.md", ""),
    ]);
    assert_eq!(ids(&graph), ["a", "more/e"]);
}

#[test]
fn pages_of_logseq_have_names_and_a_hierarchy() {
    let (graph, findings) = vault(&[
        ("logseq/config.edn", "{}"),
        ("logseq/bak/x.md", ""),
        ("pages/a___b.md", "title:: The b\nalias:: Bee, B2\ntype:: concept\n- related:: [[c d]]\n- [[bee]]"),
        ("pages/a.md", "- [[a/b]] #[[c d]] #none #a"),
        ("pages/c%2Fx.md", ""),
        ("pages/c d.md", "- [[b]]"),
        ("journals/2026_01_02.md", ""),
    ]);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(ids(&graph), ["2026_01_02", "a", "a/b", "c d", "c/x"]);
    let page = graph.find("a/b").unwrap();
    assert_eq!((page.title(), page.kind()), ("The b", Some("concept")));
    assert_eq!(graph.find("2026_01_02").unwrap().kind(), Some("journal"));
    let mut found = edges(&graph);
    found.sort();
    let expected = [
        "a ~mentions a @1",
        "a ~mentions a/b @1",
        "a ~mentions c d @1",
        "a/b related c d @4",
        "a/b ~child-of a @1",
        "a/b ~mentions a/b @5",
        "c d ~mentions ?b @1",
    ];
    assert_eq!(found, expected);
}

#[test]
fn records_of_backlog_have_ids_and_numbers() {
    let task = |id: &str, more: &str| format!("---\nid: {id}\ntitle: T\nstatus: Done\nreporter: @me\n{more}---\n");
    let files = [
        ("backlog/config.yml", String::new()),
        ("backlog/tasks/1.md", task("BACK-1", "dependencies: [task-2, BACK-3, BACK-9]\nmilestone: m-1\n")),
        (
            "backlog/completed/2.md",
            task("BACK-2", "parent_task_id: BACK-1\nreferences: [doc-1, http://x.y, backlog/docs/d.md]\n"),
        ),
        ("backlog/archive/tasks/2.md", task("BACK-2", "dependencies: [BACK-1]\n")),
        ("backlog/tasks/3.md", task("BACK-3", "")),
        ("backlog/milestones/m.md", task("m-1", "")),
        ("backlog/docs/d.md", "---\nid: doc-1\ntype: guide\n---\n".to_owned()),
        ("backlog/docs/readme.md", "# Docs".to_owned()),
        ("backlog/docs/other.md", "# Other".to_owned()),
    ];
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let (graph, mut findings) = vault(&files);
    assert_eq!(ids(&graph), ["BACK-2", "doc-1", "m-1", "BACK-1", "BACK-3"]);
    let kinds: Vec<_> = graph.nodes().filter_map(|node| node.kind()).collect();
    assert_eq!(kinds, ["task", "guide", "milestone", "task", "task"]);
    assert_eq!(
        edges(&graph),
        [
            "BACK-2 child-of BACK-1 @6",
            "BACK-2 references doc-1 @7",
            "BACK-2 references doc-1 @7",
            "BACK-1 depends-on BACK-2 @6",
            "BACK-1 depends-on BACK-3 @6",
            "BACK-1 depends-on ?BACK-9 @6",
            "BACK-1 milestone m-1 @7",
        ]
    );
    findings.sort_by_key(|finding| finding.rule.code);
    assert_eq!(codes(&findings), ["note-id", "note-id-duplicate", "note-number"]);
    assert_eq!(findings[1].file.as_deref(), Some("backlog/archive/tasks/2.md"));
}

#[test]
fn concepts_of_okf_have_sources() {
    let metric = "---\ntype: Metric\nsources:\n  - id: p\n    resource: policies/p.md\n  - resource: https://x.y/z\n  \
        - resource: a talk\nexecutor:\n  resource: /skills/s.md\nattester:\n  resource: check.py\n---\n[p](../policies/p.md) [i](../index.md)\n";
    let files = [
        ("index.md", "---\nokf_version: 0.2\n---\n* [m](metrics/m.md)"),
        ("log.md", "[[m]]"),
        ("metrics/m.md", metric),
        ("policies/p.md", "---\ntype: Policy\n---\n"),
        ("skills/s.md", "no type"),
    ];
    let (graph, findings) = vault(&files);
    assert_eq!(ids(&graph), ["metrics/m", "policies/p", "skills/s", "https://x.y/z"]);
    assert_eq!(
        edges(&graph),
        [
            "metrics/m derived-from policies/p @5",
            "metrics/m derived-from https://x.y/z @6",
            "metrics/m executor skills/s @9",
            "metrics/m ~mentions policies/p @13",
        ]
    );
    assert_eq!(codes(&findings), ["note-type"]);
    // Without a version, the folder must be named.
    let named: Vec<_> =
        files.iter().map(|(path, text)| (format!("kb/{path}"), text.replace("okf_version", "v"))).collect();
    let named: Vec<_> = named.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let folder = folder(&named);
    let (again, _) = load(folder.path(), &[folder.path().join("kb")]);
    assert_eq!(ids(&again), ids(&graph));
    assert_eq!(edges(&again), edges(&graph));
}

#[test]
fn notes_of_dendron_have_a_hierarchy_and_targets_behind_the_bar() {
    let (graph, _) = vault(&[
        ("dendron.yml", ""),
        ("vault/a.md", "[[shown|a.b.c]]"),
        ("vault/a.b.md", ""),
        ("vault/a.b.c.md", ""),
        ("vault/x.y.md", ""),
    ]);
    let expected =
        ["vault/a.b.c ~child-of vault/a.b @1", "vault/a.b ~child-of vault/a @1", "vault/a ~mentions vault/a.b.c @1"];
    let mut found = edges(&graph);
    found.sort();
    let mut expected = expected.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn basic_memory_is_recognised_by_permalinks() {
    let a = "---\ntitle: A\ntype: note\npermalink: x/a\n---\n- [tech] uses [[C]] #t\n- implements [[B]] (partly)\n- [[x/b]]\n";
    let b = "---\ntitle: B\ntype: note\npermalink: x/b\n---\n";
    let (graph, findings) = obsidian(&[("x/One.md", a), ("x/Two.md", b), ("C.md", "---\npermalink: c\n---\n")]);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(
        edges(&graph),
        ["x/One ~links_to C @6", "x/One implements x/Two (partly) @7", "x/One ~links_to x/Two @8"]
    );
}

#[rstest]
#[case::foam(".foam/x", &["a ~mentions b @1"])]
#[case::zk(".zk/config.toml", &["a ~mentions b @1", "a ~mentions b @2"])]
fn plain_links_are_read_in_foam_and_zk(#[case] marker: &str, #[case] expected: &[&str]) {
    let (graph, findings) = vault(&[(marker, ""), ("a.md", "[[b]]\n[b](b) [c](c)\n"), ("b.md", "")]);
    assert_eq!(edges(&graph), expected);
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn an_empty_vault_is_a_warning() {
    let (graph, findings) = vault(&[(".obsidian/app.json", "{}")]);
    assert_eq!((graph.node_count(), codes(&findings)), (0, vec!["note-none"]));
}

#[test]
fn a_folder_without_a_marker_has_no_notes() {
    let (graph, findings) = vault(&[("a.md", "[[b]]"), ("backlog/tasks/a.md", ""), ("index.md", "# okf_version")]);
    assert_eq!((graph.node_count(), findings.len()), (0, 0));
}

#[test]
fn a_vault_inside_another_one_is_read_once() {
    let (graph, _) = vault(&[
        (".obsidian/app.json", "{}"),
        ("a.md", ""),
        ("backlog/config.yml", ""),
        ("backlog/tasks/t.md", "---\nid: T-1\n---\n"),
    ]);
    assert_eq!(ids(&graph), ["a", "T-1"]);
}

#[rstest]
#[case("up", "child", "parent")]
#[case("parent", "child", "parent")]
#[case("child-of", "child", "parent")]
#[case("down", "parent", "child")]
#[case("child", "parent", "child")]
#[case("next", "previous", "next")]
#[case("prev", "next", "previous")]
#[case("supersedes", "new", "old")]
#[case("derived-from", "result", "source")]
#[case("depends-on", "dependent", "prerequisite")]
fn ends_of_relations_have_roles(#[case] verb: &str, #[case] from: &str, #[case] to: &str) {
    let registry = registry();
    let relation = registry.meaning(&[SYSTEM], verb).unwrap().relation;
    assert_eq!(relation.ends, Some((from.to_owned().into(), to.to_owned().into())));
}

#[test]
fn the_tree_follows_folders() {
    let (graph, _) = obsidian(&[("x/y/a.md", "[[https://u.v/w]]"), ("b.md", "")]);
    let path = |id: &str| tree_path(graph.find(id).unwrap()).join(" > ");
    assert_eq!(path("x/y/a"), "x > y > a");
    assert_eq!(path("b"), "b");
    assert_eq!(path("https://u.v/w"), "external > https://u.v/w");
}

#[test]
fn fields_are_the_properties() {
    let files =
        [(".obsidian/app.json", "{}"), ("a.md", "---\na: 1\nb: @x\n---\n"), ("b.md", "---\nc: [[a]], [[b]]\n---\n")];
    let folder = folder(&files);
    let (graph, _) = load(folder.path(), &[]);
    let fields = |id: &str| {
        serde_json::to_string(&MarkdownNotes::default().fields(folder.path(), &[graph.find(id).unwrap()]).unwrap()[0])
            .unwrap()
    };
    assert_eq!(fields("a"), r#"{"a":1,"b":"@x"}"#);
    assert_eq!(fields("b"), r#"{"c":"[[a]], [[b]]"}"#);
}

/// A naive reader of one line: replaces code, then looks for every form in turn.
fn naive(files: &BTreeMap<String, String>) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for (path, text) in files {
        for line in text.lines() {
            let line: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
            let verb = line.split_once(":: ").map_or("mentions", |(verb, _)| verb);
            for part in line.split("[[").skip(1) {
                let Some((name, _)) = part.split_once("]]") else { continue };
                let ends = |other: &&String| other.to_lowercase().ends_with(&format!("/{}", name.to_lowercase()));
                let same = |other: &&String| other.to_lowercase() == name.to_lowercase();
                let folder =
                    |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_lowercase());
                let mut named: Vec<_> = files.keys().filter(ends).collect();
                named.sort_by_key(|other| {
                    (folder(other) != folder(path), other.matches('/').count(), other.to_lowercase())
                });
                let to = files.keys().find(same).or(named.first().copied()).map_or(name, |other| other);
                found.push((path.clone(), verb.to_owned(), to.to_owned()));
            }
        }
    }
    found.sort();
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn links_agree_with_a_naive_reader(notes in proptest::collection::btree_map(
        prop_oneof![Just("a"), Just("x/a"), Just("x/b"), Just("y/a"), Just("y/x/b"), Just("c")],
        proptest::collection::vec((
            prop_oneof![Just(""), Just("up:: "), Just("- "), Just("`[[a]]` ")],
            prop_oneof![Just("a"), Just("b"), Just("A"), Just("x/b"), Just("c"), Just("gone")],
        ), 0..4),
        1..6,
    )) {
        let notes: BTreeMap<String, String> = notes.into_iter().map(|(path, lines)| {
            let text: String = lines.iter().map(|(before, name)| format!("{before}[[{name}]]\n")).collect();
            (path.to_owned(), text)
        }).collect();
        let files: Vec<_> = notes.iter().map(|(path, text)| (format!("{path}.md"), text.clone())).collect();
        let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let (graph, _) = obsidian(&files);
        let edge = |edge: Edge<'_>| (edge.from().id().to_owned(), edge.relation().to_owned(), edge.to().id().to_owned());
        let mut found: Vec<_> = graph.edges().map(edge).collect();
        found.sort();
        prop_assert_eq!(found, naive(&notes));
    }

    #[test]
    fn no_text_breaks_the_reader(text in "(?s).{0,200}", tool in 0..9_usize) {
        let batches = parse(PRESETS[tool].name, "pages/a.b.md", &text).unwrap();
        let read: usize = batches.iter().map(|batch| batch.edges().len()).sum();
        let (graph, findings) = build(batches);
        prop_assert_eq!(graph.edge_count(), read);
        let lines = text.split('\n').count() as u32;
        prop_assert!(graph.edges().all(|edge| (1..=lines).contains(&edge.line())));
        prop_assert!(findings.iter().all(|finding| finding.line.is_none_or(|line| (1..=lines).contains(&line))));
    }
}
