//! What was said, and when: rows of the log, rows that take others back, and what files say of a node, newest first.

use super::filter::is_in_layer;
use super::log_query::LogQuery;
use crate::graph::relation::Spelling;
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node, NodeIx, RetractionRow};
use crate::time::Millis;
use std::cmp::Reverse;

/// Something that was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happening {
    /// An edge.
    Said(EdgeIx),
    /// That an edge is taken back; the number is that of the retraction ([`Graph::retraction`]).
    Retracted(usize),
}

/// Where it was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryScope {
    /// In the log.
    ByLog,
    /// In the log or in any file.
    Anywhere,
}

/// What somebody wants to know of the past.
#[derive(Debug, Clone, Copy)]
pub struct HistoryRequest<'q> {
    /// Only what has this node at one end.
    pub node: Option<NodeIx>,
    /// Only what fits.
    pub query: &'q LogQuery,
    /// Only what was said at this time or later. What has no time does not count then.
    pub since: Option<Millis>,
    /// Only what was said there.
    pub told: HistoryScope,
    /// Only what has both ends in this layer or sub-layer.
    pub layer: Option<&'q str>,
}

/// What was said, newest first. Of what was said at the same time, the line further down in the log is newer; what has no readable
/// time stands at the end.
pub fn history(graph: &Graph, request: &HistoryRequest<'_>) -> Vec<Happening> {
    let mut found = Vec::new();
    let is_wanted = |time: Option<Millis>| request.since.is_none_or(|since| time.is_some_and(|time| time >= since));
    let is_in = |node: Node<'_>| request.layer.is_none_or(|layer| is_in_layer(node, layer));
    let first_row = graph.log_rows().start;
    let mut meet = |edge: Edge<'_>| {
        let in_log = edge.ix().index() >= first_row;
        let is_meant = is_wanted(edge.millis()) && (in_log || request.told == HistoryScope::Anywhere);
        if is_meant && is_in(edge.from()) && is_in(edge.to()) && request.query.keeps(edge) {
            let line = if in_log { edge.line() } else { 0 };
            found.push((edge.millis(), line, Happening::Said(edge.ix())));
        }
    };
    match request.node {
        None if request.told == HistoryScope::ByLog => graph.edges_from(first_row).for_each(&mut meet),
        None => graph.edges_from(0).for_each(&mut meet),
        Some(node) => edges_about(graph, node).for_each(&mut meet),
    }
    let rows = graph.retractions().enumerate();
    let about = |row: &RetractionRow<'_>| {
        request.node.is_none_or(|node| row.ends.is_some_and(|(from, to)| from == node || to == node))
    };
    let lies_in = |row: &RetractionRow<'_>| {
        let ends = row.ends.map(|(from, to)| [from, to].map(|node| graph.node(node)));
        request.layer.is_none() || ends.is_some_and(|ends| ends.into_iter().all(is_in))
    };
    let is_meant = |row: &RetractionRow<'_>| is_wanted(row.written) && about(row) && lies_in(row);
    let rows = rows.filter(|(_, row)| is_meant(row) && request.query.keeps_retraction(row));
    found.extend(rows.map(|(at, row)| (row.written, row.line, Happening::Retracted(at))));
    // Most logs are written in order: that is seen in one pass.
    found.sort_by_key(|one| Reverse(*one));
    found.into_iter().map(|(_, _, happening)| happening).collect()
}

/// Every edge that has a node at one end, once; also those that were taken back or say what another one says.
fn edges_about(graph: &Graph, node: NodeIx) -> impl Iterator<Item = Edge<'_>> {
    [Direction::Out, Direction::In].into_iter().flat_map(move |side| {
        let all = graph.edges_of(node, side).iter().chain(graph.retracted_of(node, side));
        // A symmetric edge and a loop stand on both sides.
        let is_met = move |edge: &Edge<'_>| side == Direction::In && (edge.is_symmetric() || edge.from().ix() == node);
        all.map(|ix| graph.edge(*ix)).filter(move |edge| !is_met(edge))
    })
}

/// What a row says, in words where it has the relation's own verb: subject, verb, object. Any other verb stands as it was
/// written.
pub fn in_words(edge: Edge<'_>) -> (Node<'_>, &str, Node<'_>) {
    let own = edge.meaning().filter(|meaning| meaning.spelling == Spelling::Own);
    (edge.from(), own.map_or(edge.relation(), |meaning| meaning.relation.outgoing), edge.to())
}
