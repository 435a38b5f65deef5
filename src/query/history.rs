//! History: rows of the log, retractions, and edges from files, newest first.
//!
//! Collects the matching entries and sorts them by time and line; nothing is stored between calls. Formatting belongs
//! to the commands and views.

use super::filter::is_in_layer;
use super::log_query::LogQuery;
use crate::graph::relation::Spelling;
use crate::graph::{Cancelled, Direction, Edge, EdgeIx, Graph, Node, NodeIx, RetractionRow, UntilCancelled as _};
use crate::time::Millis;
use std::cmp::Reverse;

/// An entry of the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happening {
    /// An edge was written.
    Said(EdgeIx),
    /// An edge was retracted; the number is the index of the retraction ([`Graph::retraction`]).
    Retracted(usize),
}

/// Sources to include.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryScope {
    /// Only the log.
    ByLog,
    /// The log and all other files.
    Anywhere,
}

#[derive(Debug, Clone, Copy)]
pub struct HistoryRequest<'q> {
    /// Only entries with this node at one end.
    pub node: Option<NodeIx>,
    /// Only entries that match this query.
    pub query: &'q LogQuery,
    /// Only entries at this time or later. Excludes entries without a time.
    pub since: Option<Millis>,
    /// Only entries from these sources.
    pub scope: HistoryScope,
    /// Only entries with both ends in this layer or sub-layer.
    pub layer: Option<&'q str>,
}

/// Returns the matching entries, newest first. At the same time, the later line of the log is newer. Entries without a
/// readable time come last. `None` if cancelled.
pub fn history(graph: &Graph, request: &HistoryRequest<'_>, cancelled: Cancelled<'_>) -> Option<Vec<Happening>> {
    let mut found = Vec::new();
    let is_wanted = |time: Option<Millis>| request.since.is_none_or(|since| time.is_some_and(|time| time >= since));
    let is_in = |node: Node<'_>| request.layer.is_none_or(|layer| is_in_layer(node, layer));
    let first_row = graph.log_rows().start;
    let mut meet = |edge: Edge<'_>| {
        let in_log = edge.ix().index() >= first_row;
        let is_meant = is_wanted(edge.millis()) && (in_log || request.scope == HistoryScope::Anywhere);
        if is_meant && is_in(edge.from()) && is_in(edge.to()) && request.query.keeps(edge) {
            let line = if in_log { edge.line() } else { 0 };
            found.push((edge.millis(), line, Happening::Said(edge.ix())));
        }
    };
    match request.node {
        None if request.scope == HistoryScope::ByLog => {
            graph.edges_from(first_row).until(cancelled).for_each(&mut meet);
        }
        None => graph.edges_from(0).until(cancelled).for_each(&mut meet),
        Some(node) => edges_about(graph, node).until(cancelled).for_each(&mut meet),
    }
    let rows = graph.retractions().enumerate().until(cancelled);
    let about = |row: &RetractionRow<'_>| {
        request.node.is_none_or(|node| row.ends.is_some_and(|(from, to)| from == node || to == node))
    };
    let is_in_layer_of = |row: &RetractionRow<'_>| {
        let ends = row.ends.map(|(from, to)| [from, to].map(|node| graph.node(node)));
        request.layer.is_none() || ends.is_some_and(|ends| ends.into_iter().all(is_in))
    };
    let is_meant = |row: &RetractionRow<'_>| is_wanted(row.written) && about(row) && is_in_layer_of(row);
    let rows = rows.filter(|(_, row)| is_meant(row) && request.query.keeps_retraction(row));
    found.extend(rows.map(|(at, row)| (row.written, row.line, Happening::Retracted(at))));
    if cancelled() {
        return None;
    }
    // Most logs are already in order, which the sort detects in one pass.
    found.sort_by_key(|one| Reverse(*one));
    Some(found.into_iter().map(|(_, _, happening)| happening).collect())
}

/// Every edge with this node at one end, once each, including retracted and repeated edges.
fn edges_about(graph: &Graph, node: NodeIx) -> impl Iterator<Item = Edge<'_>> {
    [Direction::Out, Direction::In].into_iter().flat_map(move |side| {
        let all = graph.edges_of(node, side).iter().chain(graph.retracted_of(node, side));
        // A symmetric edge and a loop are listed on both sides.
        let is_met = move |edge: &Edge<'_>| side == Direction::In && (edge.is_symmetric() || edge.from().ix() == node);
        all.map(|ix| graph.edge(*ix)).filter(move |edge| !is_met(edge))
    })
}

/// An edge as subject, verb and object. The relation's own verb is spelled out as a phrase; any other verb is kept as
/// written.
pub fn in_words(edge: Edge<'_>) -> (Node<'_>, &str, Node<'_>) {
    let own = edge.meaning().filter(|meaning| meaning.spelling == Spelling::Own);
    (edge.from(), own.map_or(edge.relation(), |meaning| &*meaning.relation.outgoing), edge.to())
}
