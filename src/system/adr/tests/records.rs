//! Nodes, edges and their directions.

use super::*;
use crate::query::{EdgeFilter, LineageDirection, LineageRequest, Orient, RelationFilter, lineage};
use crate::time;
use rstest::rstest;

fn record(text: &str) -> (Option<String>, Option<String>, Option<String>) {
    let (graph, _) = read(&[("docs/adr/0001-a.md", text)]);
    let node = graph.find("0001-a").unwrap();
    let title = Some(node.title().to_owned()).filter(|title| title != "0001-a");
    (title, node.status().map(str::to_owned), node.created().map(|at| time::format(at)[..10].to_owned()))
}

#[rstest]
#[case::adr_tools(
    "# 1. Use S3\n\nDate: 2024-07-03\n\n## Status\n\nAccepted.\n\n## Context\n",
    Some("Use S3"),
    Some("accepted"),
    Some("2024-07-03")
)]
#[case::older_adr_tools(
    "# 1. Use S3\n\nDate: 03/07/2024\n\n## Status\n\nProposed\n",
    Some("Use S3"),
    Some("proposed"),
    Some("2024-07-03")
)]
#[case::madr_2(
    "# Use S3\n\n* Status: accepted\n* Deciders: Kim\n* Date: 2024-07-03\n\n## Context\n",
    Some("Use S3"),
    Some("accepted"),
    Some("2024-07-03")
)]
#[case::madr_4(
    "---\nstatus: \"on hold\"\ndate: 2024-07-03\ndecision-makers: [Kim]\n---\n# Use S3\n\n## Status\n\nOther\n",
    Some("Use S3"),
    Some("on hold"),
    Some("2024-07-03")
)]
#[case::log4brains(
    "# Use S3\n\nAn introduction.\n\n- Status: draft\n- Date: 2024-07-03\n- Tags: a, b\n",
    Some("Use S3"),
    Some("draft"),
    Some("2024-07-03")
)]
#[case::emphasised(
    "# Use S3\n\n* **Status:** Accepted\n* **Date**: 2024-07-03\n",
    Some("Use S3"),
    Some("accepted"),
    Some("2024-07-03")
)]
#[case::without_anything("## Context\n\n* Status: rejected\n", None, None, None)]
#[case::template(
    "# {short title}\n\n* Status: [proposed | accepted] <!-- optional -->\n* Date: [YYYY-MM-DD when]\n",
    None,
    None,
    None
)]
#[case::template_4(
    "---\nstatus: \"{proposed | superseded by [ADR-9](0009-x.md)}\"\ndate: {YYYY-MM-DD when}\n---\n# A\n",
    Some("A"),
    None,
    None
)]
#[case::in_code(
    "```\n# Not this\n```\n# A\n\n## Status\n<!-- later -->\n\n- Accepted\n",
    Some("A"),
    Some("accepted"),
    None
)]
fn title_status_and_date_are_read_from_every_format(
    #[case] text: &str,
    #[case] title: Option<&str>,
    #[case] status: Option<&str>,
    #[case] date: Option<&str>,
) {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    assert_eq!(record(text), (owned(title), owned(status), owned(date)));
}

#[test]
fn the_date_of_a_file_name_counts_last() {
    let dated = |name: &str, text: &str| {
        let (graph, _) = read(&[(&format!("docs/adr/{name}.md"), text)]);
        graph.find(name).unwrap().created()
    };
    assert_eq!(dated("20200131-a", "# A\n"), time::parse("2020-01-31"));
    assert_eq!(dated("20200131-a", "# A\n- Date: 2021-01-01\n"), time::parse("2021-01-01"));
    assert_eq!(dated("0001-a", "# A\n"), None);
}

#[test]
fn a_fact_in_both_files_is_one_edge_with_a_repetition() {
    let (graph, findings) = read(&[
        (
            "doc/adr/0004-minio.md",
            "# 4. MinIO\n\nDate: 2024-07-04\n\n## Status\n\nSuperceded by [7. S3](./0007-s3.md).\n",
        ),
        (
            "doc/adr/0007-s3.md",
            "# 7. S3\n\nDate: 2025-01-01\n\n## Status\n\nAccepted\n\nSupersedes [4. MinIO](0004-minio.md)\n",
        ),
    ]);
    assert_eq!(edges(&graph), ["0007-s3 supersedes 0004-minio 0004-minio.md:7 +0007-s3.md:9"]);
    assert_eq!(findings, [] as [&str; 0]);
    assert_eq!(graph.edges().next().unwrap().millis(), time::parse("2025-01-01"));
}

#[rstest]
#[case::supersedes("Supersedes", "supersedes")]
#[case::amends("Amends", "amends")]
#[case::clarifies("Clarifies", "clarifies")]
#[case::superseded("Superseded by", "is superseded by")]
#[case::amended("Amended by", "is amended by")]
#[case::clarified("Clarified by", "is clarified by")]
fn the_earlier_record_has_the_negative_distance(#[case] written: &str, #[case] reading: &str) {
    let (later, earlier) = if written.ends_with("by") { ("b", "a") } else { ("a", "b") };
    let text = format!("# A\n\n## Status\n\n{written} [B](0002-b.md)\n");
    let (graph, _) = read(&[("adr/0001-a.md", &text), ("adr/0002-b.md", "# B\n")]);
    let id = |letter: &str| if letter == "a" { "0001-a" } else { "0002-b" };
    let edges = EdgeFilter::of(RelationFilter::Lineage(vec![SYSTEM], Orient::Meaning));
    let request = LineageRequest { direction: LineageDirection::Both, edges, max_depth: None, orient: Orient::Meaning };
    let found = lineage(&graph, graph.find(id(later)).unwrap().ix(), &request);
    let distance = |letter: &str| {
        let ix = graph.find(id(letter)).unwrap().ix();
        found.nodes.iter().find(|node| node.node == ix).map(|node| node.distance)
    };
    assert_eq!((distance(later), distance(earlier)), (Some(0), Some(-1)));
    let edge = graph.edges().next().unwrap();
    let relation = edge.meaning().unwrap().relation;
    assert!([&relation.outgoing, &relation.incoming].iter().any(|text| **text == reading));
    assert_eq!((relation.system, edge.from().id()), (SYSTEM, id(later)));
}

#[test]
fn mentions_and_other_verbs_have_no_time_and_no_lineage() {
    let registry = crate::system::registry();
    let mentions = registry.meaning(&[SYSTEM], "mentions").unwrap().relation;
    assert_eq!((mentions.time, mentions.lineage), (crate::graph::relation::Time::Timeless, false));
    let text = "# A\n\nSee [b](0002-b.md#why) and [me](0001-a.md).\n\n## Links\n\n- Relates to [b](0002-b.md)\n\
        * Refined by [b](/adr/0002-b.md).\n- [site](https://x.org)\n- [other](guide.txt) `[c](0002-b.md)`\n";
    let (graph, findings) = read(&[("adr/0001-a.md", text), ("adr/0002-b.md", "# B\n")]);
    let expected = [
        "implicit 0001-a mentions 0002-b 0001-a.md:3",
        "0001-a relates to 0002-b 0001-a.md:7",
        "0001-a refined by 0002-b 0001-a.md:8",
    ];
    assert_eq!((edges(&graph), findings), (expected.map(str::to_owned).to_vec(), Vec::new()));
    assert!(graph.edges().skip(1).all(|edge| edge.meaning().is_none()));
}

#[test]
fn numbers_are_aliases_inside_the_system() {
    let (graph, findings) = read(&[
        ("docs/decisions/0007-a.md", "---\nstatus: superseded by ADR-8\n---\n# A\n\nADR #8 is better.\n"),
        ("docs/decisions/0008-b.md", "# B\n\n## More Information\n\nSupersedes 7\n"),
        ("docs/decisions/web/0008-c.md", "---\nstatus: superseded by ADR-0099\n---\n# C\n"),
    ]);
    let expected = ["0008-b supersedes 0007-a 0007-a.md:2 +0008-b.md:5", "ADR-0099 supersedes 0008-c 0008-c.md:2"];
    assert_eq!(edges(&graph), expected);
    assert_eq!(findings, ["adr-target-missing docs/decisions/web/0008-c.md:2"]);
    let meant = |typed: &str| match crate::query::meant(&graph, typed) {
        crate::query::Meant::One(node) => vec![node.id()],
        crate::query::Meant::Several(nodes) => nodes.iter().map(|node| node.id()).collect(),
        _ => Vec::new(),
    };
    for typed in ["adr:7", "adr:0007", "adr:ADR-7", "adr:adr-0007", "adr:0007-a", "0007-a"] {
        assert_eq!(meant(typed), ["0007-a"], "{typed}");
    }
    assert_eq!(meant("adr:8"), ["0008-b", "0008-c"]);
    for typed in ["7", "0007", "ADR-7", "adr:9", "unit:7"] {
        assert_eq!(meant(typed), [] as [&str; 0], "{typed}");
    }
}

#[test]
fn the_only_decider_is_the_actor() {
    let actor = |people: &str| {
        let text = format!("# A\n\n- Status: superseded by [b](0002-b.md)\n- Deciders: {people}\n");
        let (graph, _) = read(&[("adr/0001-a.md", &text), ("adr/0002-b.md", "# B\n")]);
        graph.edges().next().unwrap().actor().map(str::to_owned)
    };
    assert_eq!(actor("Kim").as_deref(), Some("Kim"));
    assert_eq!(actor("Kim, Sam"), None);
    assert_eq!(actor("[list everyone involved]"), None);
}

#[test]
fn the_actor_is_the_decider_of_the_record_that_supersedes_whichever_file_says_so() {
    let record = |people: &str, status: &str| format!("# A\n\n* Status: {status}\n* Deciders: {people}\n");
    let old = record("Kim", "superseded by [b](0002-b.md)");
    for new in [record("Sam", "accepted"), record("Sam", "accepted, supersedes [a](0001-a.md)")] {
        let (graph, _) = read(&[("docs/adr/0001-a.md", &old), ("docs/adr/0002-b.md", &new)]);
        assert!(graph.edges().all(|edge| edge.actor() == Some("Sam")));
        assert_eq!(graph.edges().filter(|edge| !edge.is_repeated()).count(), 1);
    }
}

#[test]
fn fields_are_shown_as_written() {
    let text = "---\nstatus: accepted\ndecision-makers: [Kim, Sam]\n---\n# A\n\n- Status: draft\n- Consulted: Lee\n- Tags: x\n\
        - Informed: {list}\n- Other: y\n\n## B\n\n- Date: 2020-01-01\n";
    let folder = folder(&[("adr/0001-a.md", text)]);
    let (graph, _) = build(load(folder.path(), &[], &Progress::default()));
    let fields = DecisionRecords.fields(folder.path(), &[graph.find("0001-a").unwrap()]).unwrap().remove(0);
    let expected =
        serde_json::json!({"status": "accepted", "decision-makers": ["Kim", "Sam"], "consulted": "Lee", "tags": "x"});
    assert_eq!(Value::Object(fields), expected);
}

#[test]
fn other_places_are_external_nodes_only_with_a_verb() {
    let text = "# A\n\n[site](https://x.org) [guide](../guide.md) [up](../../x.md)\n\n## Links\n\n\
        - Supersedes [old](https://x.org/0001.md)\n- Extends [guide](../guide.md)\n- Extends [up](../../x.md)\n";
    let other = "# B\n\n## Links\n\n- Supersedes [old](https://x.org/0001.md)\n";
    let (graph, findings) = read(&[("adr/0001-a.md", text), ("adr/0002-b.md", other), ("guide.md", "")]);
    assert_eq!(findings, [] as [&str; 0]);
    let nodes: Vec<_> = graph.nodes().map(|node| format!("{} {}", node.kind().unwrap(), node.id())).collect();
    let expected = [
        "decision 0001-a",
        "decision 0002-b",
        "external ../x.md",
        "external guide.md",
        "external https://x.org/0001.md",
    ];
    assert_eq!(nodes, expected);
    assert_eq!(edges(&graph).len(), 4);
}
