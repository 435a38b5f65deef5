//! Nodes that both cause and prevent another one at the same time: a sweep over the edges of each pair of nodes, in
//! order of time.

use super::{Contradiction, ContradictionKind, Faded};
use crate::graph::Edge;
use crate::graph::relation::{Argues, Text};
use crate::query::confidence::Trust;
use crate::query::filter::EdgeFilter;

/// Finds contradictions among some edges of a graph, at most one per pair of nodes.
pub(super) fn among<'g>(all: impl Iterator<Item = Edge<'g>>, edges: &EdgeFilter, faded: Faded) -> Vec<Contradiction> {
    let trust = &edges.trust;
    let chosen = match faded {
        Faded::Counts => &edges.with_all_trusted(),
        Faded::LeftOut => edges,
    };
    let is_suspect = |edge: &Edge<'_>| !opposites(*edge).is_empty() && was_trusted(*edge, trust) && chosen.keeps(*edge);
    let mut suspects: Vec<_> = all.filter(is_suspect).collect();
    let ends = |edge: &Edge<'_>| (edge.from().ix(), edge.to().ix());
    suspects.sort_by_key(|edge| (ends(edge), edge.millis(), edge.ix()));
    suspects.chunk_by(|one, other| ends(one) == ends(other)).filter_map(|pair| contradiction(pair, trust)).collect()
}

/// Whether an edge was trusted when it was written. One that never was contradicts nothing.
fn was_trusted(edge: Edge<'_>, trust: &Trust) -> bool {
    Trust { now: edge.millis().unwrap_or(trust.now), ..*trust }.keeps(edge)
}

/// The relations that contradict an edge. Empty for relations that take sides: they are compared through chains.
fn opposites(edge: Edge<'_>) -> &[Text] {
    let opposed = edge.meaning().filter(|meaning| !meaning.relation.takes_sides);
    opposed.map_or(&[], |meaning| &meaning.relation.opposes)
}

/// The first contradiction among edges with the same ends, which are sorted by time, edges without a time first.
///
/// Keeps only the longest-lasting edge of each verb, because a pair of nodes may have very many edges. All decay at the
/// same rate, so an edge that overlaps with any of them overlaps with the longest-lasting one.
fn contradiction(edges: &[Edge<'_>], trust: &Trust) -> Option<Contradiction> {
    let mut lasting: Vec<(&str, Edge<'_>)> = Vec::new();
    for edge in edges {
        let against = |(verb, earlier): &&(&str, Edge<'_>)| {
            opposites(*edge).iter().any(|one| one == verb) && trust.overlap(*earlier, *edge)
        };
        if let Some((_, earlier)) = lasting.iter().find(against) {
            return Some(contradicting(*earlier, *edge));
        }
        let verb = &*edge.meaning()?.relation.name;
        match lasting.iter_mut().find(|(known, _)| *known == verb) {
            Some((_, kept)) if !outlasts(*kept, *edge, trust) => *kept = *edge,
            Some(_) => {}
            None => lasting.push((verb, *edge)),
        }
    }
    None
}

/// Whether the earlier of two edges is trusted at least as much as the later one from then on.
fn outlasts(earlier: Edge<'_>, later: Edge<'_>, trust: &Trust) -> bool {
    let Some(now) = later.millis().filter(|_| earlier.millis().is_some()) else { return true };
    let then = Trust { now, ..*trust };
    match (then.of(earlier), then.of(later)) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(earlier), Some(later)) => earlier >= later,
    }
}

fn contradicting(one: Edge<'_>, other: Edge<'_>) -> Contradiction {
    let supporting = |edge: Edge<'_>| edge.meaning().is_some_and(|known| known.relation.argues == Some(Argues::For));
    let (cause, obstacle) = if supporting(one) { (one, other) } else { (other, one) };
    Contradiction {
        kind: ContradictionKind::Times,
        node: one.from().ix(),
        claim: one.to().ix(),
        supporting: vec![cause.ix()],
        against: vec![obstacle.ix()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::CAUSAL;
    use crate::graph::fixture::graph_from;
    use crate::graph::{Batch, EdgeRecord};
    use crate::query::RelationFilter;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sweep_agrees_with_comparing_all_pairs(
            edges in proptest::collection::vec((0..4_usize, 1..=28_u8, 0..=10_u8), 0..12)
        ) {
            let mut batch = Batch::new(CAUSAL, 0);
            let [from, to, file] = ["a", "b", "x.causal.json"].map(|text| batch.word(text));
            for (verb, day, tenths) in &edges {
                let verb = batch.word(["caused", "prevented", "cause", "prevent"][*verb]);
                let (stamp, confidence) = (batch.stamp(&format!("2026-01-{day:02}")), Some(f64::from(*tenths) / 10.0));
                batch.edge(EdgeRecord { stamp, confidence, ..EdgeRecord::new(from, to, verb, file, 1) });
            }
            let graph = graph_from([batch]);
            let trust = Trust { half_life_days: 5.0, least: 0.2, ..Trust::ALL };
            let all: Vec<_> = graph.edges().filter(|edge| edge.source_confidence() >= Some(0.2)).collect();
            let clash = |one: &Edge<'_>, other: &Edge<'_>| {
                opposites(*one).iter().any(|verb| verb == other.relation()) && trust.overlap(*one, *other)
            };
            let naive = all.iter().any(|one| all.iter().any(|other| clash(one, other)));
            let edges = EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) };
            let found = among(graph.edges(), &edges, Faded::Counts);
            prop_assert_eq!(found.len(), usize::from(naive));
            for one in &found {
                let [cause, obstacle] = [one.supporting[0], one.against[0]].map(|ix| graph.edge(ix));
                prop_assert!(clash(&cause, &obstacle) && cause.relation().starts_with("cause"));
            }
        }
    }
}
