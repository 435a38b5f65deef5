//! Units whose own references both support and rebut one claim.
//!
//! A single pass over the references of every unit that has a rebuttal, linear in the number of nodes and edges. Chains
//! are not followed, and every such unit is reported, even if it depends on another one that contradicts itself about
//! the same claim.

use super::{Contradiction, ContradictionKind};
use crate::graph::relation::Argues;
use crate::graph::{Cancelled, Direction, Edge, EdgeIx, Graph, Node, NodeIx, UntilCancelled as _};
use crate::query::both_sides::role;
use crate::query::sieve::Sieve;

/// Returns each pair of unit and claim once, by unit, then in the order of its rebuttals. Incomplete if
/// cancelled.
pub(super) fn search(graph: &Graph, sieve: &Sieve<'_>, cancelled: Cancelled<'_>) -> Vec<Contradiction> {
    // For each claim, the first edge by which the current unit supports it, tagged with the unit. Entries of other
    // units are ignored, so the table never has to be cleared.
    let mut supported: Vec<Option<(NodeIx, EdgeIx)>> = Vec::new();
    let mut found = Vec::new();
    for unit in graph.nodes().map(Node::ix).until(cancelled) {
        let edges = |wanted: Argues| {
            let row = graph.edges_of(unit, Direction::Out).iter().map(|ix| graph.edge(*ix));
            row.filter(move |edge: &Edge<'_>| role(*edge) == Some(wanted) && sieve.keeps(*edge))
        };
        if edges(Argues::Against).next().is_none() {
            continue;
        }
        supported.resize(graph.node_count(), None);
        for edge in edges(Argues::For) {
            let first = &mut supported[edge.to().ix().index()];
            if first.is_none_or(|(of, _)| of != unit) {
                *first = Some((unit, edge.ix()));
            }
        }
        for edge in edges(Argues::Against) {
            let claim = edge.to().ix();
            // Taken, so that a second rebuttal of the same claim is not reported again.
            let support = supported[claim.index()].take_if(|(of, _)| *of == unit);
            if let Some((_, support)) = support {
                let (kind, supporting, against) = (ContradictionKind::Sides, vec![support], vec![edge.ix()]);
                found.push(Contradiction { kind, node: unit, claim, supporting, against });
            }
        }
    }
    found
}
