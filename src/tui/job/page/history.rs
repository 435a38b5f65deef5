//! What was said about a node, and when: every row of the log and every edge of a file that has it at one end, newest first.

use super::{Page, PageRow, Part, Section};
use crate::graph::relation::Spelling;
use crate::graph::{Direction, Edge, Graph, NodeIx};
use crate::tui::names::{names, role};
use crate::tui::theme::Role;

/// So many rows are shown at the most.
const MOST_ROWS: usize = 1_000;

pub(super) fn page(graph: &Graph, node: NodeIx) -> Page {
    let mut edges: Vec<Edge<'_>> = Vec::new();
    for side in [Direction::Out, Direction::In] {
        let all = graph.edges_of(node, side).iter().chain(graph.retracted_of(node, side)).map(|ix| graph.edge(*ix));
        // A symmetric edge and a loop stand on both sides.
        let stands_on_both = |edge: &Edge<'_>| edge.is_symmetric() || edge.from().ix() == node;
        edges.extend(all.filter(|edge| side == Direction::Out || !stands_on_both(edge)));
    }
    edges.sort_by_key(|edge| std::cmp::Reverse((edge.millis(), edge.ix())));
    let total = edges.len();
    let rows = edges.into_iter().take(MOST_ROWS).map(|edge| row(edge, node)).collect();
    let section = Section { total, ..Section::new("newest first", rows, "nothing was ever said about it") };
    let title = format!("History of {}", names(graph.node(node)).0);
    Page { title, parts: vec![Part::Whole(vec![section])] }
}

/// When, by whom, and what is said.
fn row(edge: Edge<'_>, node: NodeIx) -> PageRow {
    let time: String =
        edge.ts().map(|ts| ts.chars().take(16).collect::<String>().replace('T', " ")).unwrap_or_default();
    let actor = if edge.is_implicit() { "implicit" } else { edge.actor().unwrap_or_default() };
    let own = |role: Role| if edge.is_retracted() { Role::Retracted } else { role };
    let (subject, verb, object) = match edge.meaning() {
        Some(meaning) if meaning.spelling == Spelling::Inverse => (edge.to(), meaning.relation.outgoing, edge.from()),
        Some(meaning) => (edge.from(), meaning.relation.outgoing, edge.to()),
        None => (edge.from(), edge.relation(), edge.to()),
    };
    let row = PageRow::saying(Role::Dim, format!("{time:16}  {actor:8}  "))
        .and(own(role(subject)), names(subject).0)
        .and(own(Role::Relation), format!(" {verb} "))
        .and(own(role(object)), names(object).0)
        .aside(format!("{}:{}", edge.file(), edge.line()))
        .to(edge.other(node))
        .by(edge.ix());
    if edge.is_retracted() { row.and(Role::Dim, "  retracted") } else { row }
}
