//! Every type of dependency in its direction: as it reads, along time, and which end depends on the other.

use super::*;
use crate::graph::relation::Dependent;
use crate::query::{EdgeFilter, LineageDirection, LineageRequest, Orient, RelationFilter, lineage};
use rstest::rstest;

/// The distance of `bd-2` from `bd-1` in the lineage by meaning, where the row of `bd-1` depends on `bd-2`.
fn distance(graph: &Graph) -> i32 {
    let request = LineageRequest {
        direction: LineageDirection::Both,
        edges: EdgeFilter::of(RelationFilter::Any),
        max_depth: None,
        orient: Orient::Meaning,
    };
    let found = lineage(graph, graph.find("bd-1").unwrap().ix(), &request);
    let other = graph.find("bd-2").unwrap().ix();
    found.nodes.iter().find(|node| node.node == other).unwrap().distance
}

/// The sentence is the edge from its source, and `earlier` the node that comes first: it has the negative distance.
#[rstest]
#[case("blocks", "bd-2 blocks bd-1", "bd-2", Some("bd-1"))]
#[case("conditional-blocks", "bd-2 blocks if it fails bd-1", "bd-2", Some("bd-1"))]
#[case("conditional_blocks", "bd-2 blocks if it fails bd-1", "bd-2", Some("bd-1"))]
#[case("waits-for", "bd-1 waits for the children of bd-2", "bd-2", Some("bd-1"))]
#[case("parent-child", "bd-1 is a child of bd-2", "bd-2", None)]
#[case("parent_child", "bd-1 is a child of bd-2", "bd-2", None)]
#[case("child", "bd-1 is a child of bd-2", "bd-2", None)]
#[case("discovered-from", "bd-1 was found while working on bd-2", "bd-2", None)]
#[case("caused-by", "bd-1 was caused by bd-2", "bd-2", Some("bd-1"))]
#[case("delegated-from", "bd-1 was delegated from bd-2", "bd-2", None)]
#[case("replies-to", "bd-1 replies to bd-2", "bd-2", None)]
#[case("supersedes", "bd-2 supersedes bd-1", "bd-1", None)]
#[case("validates", "bd-1 validates bd-2", "bd-2", None)]
fn a_type_reads_in_its_direction_and_its_earlier_end_is_the_cause(
    #[case] kind: &str,
    #[case] sentence: &str,
    #[case] earlier: &str,
    #[case] dependent_end: Option<&str>,
) {
    let (graph, findings) = read(&rows(&[dependent("bd-1", "bd-2", kind), issue("bd-2", "")]));
    assert_eq!(findings, []);
    let edge = graph.edges().next().unwrap();
    let relation = edge.meaning().unwrap().relation;
    assert_eq!(format!("{} {} {}", edge.from().id(), relation.outgoing, edge.to().id()), sentence);
    assert_eq!((edge.relation(), edge.line()), (kind, 1), "as written, where it was written");
    assert_eq!(distance(&graph), if earlier == "bd-2" { -1 } else { 1 });
    let end = relation.dependent.map(|end| if end == Dependent::From { edge.from().id() } else { edge.to().id() });
    assert_eq!(end, dependent_end);
}

#[rstest]
#[case("duplicates", "bd-1 duplicates bd-2", "is duplicated by", false)]
#[case("related", "bd-1 is related to bd-2", "is related to", true)]
#[case("relates-to", "bd-1 is related to bd-2", "is related to", true)]
#[case("tracks", "bd-1 tracks bd-2", "is tracked by", false)]
#[case("until", "bd-1 holds until bd-2", "ends", false)]
#[case("attests", "bd-1 attests bd-2", "is attested by", false)]
#[case("authored-by", "bd-1 is by bd-2", "wrote", false)]
#[case("assigned-to", "bd-1 is assigned to bd-2", "has", false)]
#[case("approved-by", "bd-1 was approved by bd-2", "approved", false)]
fn a_timeless_type_reads_from_its_row(
    #[case] kind: &str,
    #[case] sentence: &str,
    #[case] back: &str,
    #[case] symmetric: bool,
) {
    let (graph, _) = read(&rows(&[dependent("bd-1", "bd-2", kind), issue("bd-2", "")]));
    let edge = graph.edges().next().unwrap();
    let relation = edge.meaning().unwrap().relation;
    assert_eq!(format!("{} {} {}", edge.from().id(), relation.outgoing, edge.to().id()), sentence);
    assert_eq!((&*relation.incoming, relation.symmetric, relation.lineage), (back, symmetric, false));
}

#[test]
fn an_unknown_type_reads_as_written() {
    let (graph, findings) = read(&rows(&[dependent("bd-1", "bd-2", "smells_like"), issue("bd-2", "")]));
    assert_eq!((edges(&graph), findings), (vec!["bd-1 smells_like bd-2".to_owned()], vec![]));
    assert!(graph.edges().next().unwrap().meaning().is_none());
}

#[test]
fn lineage_follows_exactly_the_types_that_the_format_names() {
    let own = |one: &&Relation| one.system == SYSTEM && one.lineage;
    let registry = registry();
    let names: Vec<_> = registry.relations().iter().filter(own).map(|one| &*one.name).collect();
    let expected = [
        "blocks",
        "conditional-blocks",
        "waits-for",
        "discovered-from",
        "caused-by",
        "delegated-from",
        "replies-to",
        "supersedes",
    ];
    assert_eq!(names, expected);
    assert_eq!(registry.relations().iter().filter(|one| one.system == SYSTEM).count(), 19);
}
