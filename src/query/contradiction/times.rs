//! Two nodes that opposed relations link at the same time, such as causing and preventing: a sweep over the edges of
//! each pair of nodes, in order of time.

use super::{Contradiction, ContradictionKind, Faded};
use crate::graph::relation::{Argues, Spelling, Text};
use crate::graph::{Edge, NodeIx};
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
    let mut suspects: Vec<_> = all.filter(is_suspect).flat_map(Suspect::both_ways).collect();
    suspects.sort_by_key(|one| (one.ends, one.edge.millis(), one.edge.ix()));
    suspects.chunk_by(|one, other| one.ends == other.ends).filter_map(|pair| contradiction(pair, trust)).collect()
}

/// An edge that opposed edges between the same two nodes contradict.
#[derive(Clone, Copy)]
struct Suspect<'g> {
    edge: Edge<'g>,
    /// The node that the statement is made by, and the one it is about.
    ends: (NodeIx, NodeIx),
}

impl<'g> Suspect<'g> {
    /// The edge in the direction of its relation's own name, and if it is symmetric also in the other.
    fn both_ways(edge: Edge<'g>) -> impl Iterator<Item = Self> {
        let is_inverse = edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
        let (from, to) = (edge.from().ix(), edge.to().ix());
        let (from, to) = if is_inverse { (to, from) } else { (from, to) };
        let turned = (edge.is_symmetric() && from != to).then_some(Self { edge, ends: (to, from) });
        std::iter::once(Self { edge, ends: (from, to) }).chain(turned)
    }

    /// Whether two suspects with the same ends contradict each other.
    fn contradicts(self, other: Self, trust: &Trust) -> bool {
        let (Some(one), Some(two)) = (self.edge.meaning(), other.edge.meaning()) else { return false };
        // Relations that take sides are compared through chains.
        let is_compared_elsewhere = one.relation.takes_sides && two.relation.takes_sides;
        // Two symmetric edges meet in both directions and are reported in one.
        let is_turned = self.edge.is_symmetric() && other.edge.is_symmetric() && self.ends.0 > self.ends.1;
        one.relation.opposes.contains(&two.relation.name)
            && !is_compared_elsewhere
            && !is_turned
            && trust.overlap(other.edge, self.edge)
    }
}

/// Whether an edge was trusted when it was written. One that never was contradicts nothing.
fn was_trusted(edge: Edge<'_>, trust: &Trust) -> bool {
    Trust { now: edge.millis().unwrap_or(trust.now), ..*trust }.keeps(edge)
}

/// The relations that contradict an edge.
fn opposites(edge: Edge<'_>) -> &[Text] {
    edge.meaning().map_or(&[], |meaning| &meaning.relation.opposes)
}

/// The first contradiction among edges with the same ends, which are sorted by time, edges without a time first.
///
/// Keeps only the longest-lasting edge of each verb, because a pair of nodes may have very many edges. All decay at the
/// same rate, so an edge that overlaps with any of them overlaps with the longest-lasting one.
fn contradiction(suspects: &[Suspect<'_>], trust: &Trust) -> Option<Contradiction> {
    let mut lasting: Vec<(&str, Suspect<'_>)> = Vec::new();
    for suspect in suspects {
        if let Some((_, earlier)) = lasting.iter().find(|(_, earlier)| suspect.contradicts(*earlier, trust)) {
            return Some(contradicting(*earlier, *suspect));
        }
        let verb = &*suspect.edge.meaning()?.relation.name;
        match lasting.iter_mut().find(|(known, _)| *known == verb) {
            Some((_, kept)) if !outlasts(kept.edge, suspect.edge, trust) => *kept = *suspect,
            Some(_) => {}
            None => lasting.push((verb, *suspect)),
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

fn contradicting(one: Suspect<'_>, other: Suspect<'_>) -> Contradiction {
    let argues_for = |edge: Edge<'_>| edge.meaning().is_some_and(|known| known.relation.argues == Some(Argues::For));
    let argues_against =
        |edge: Edge<'_>| edge.meaning().is_some_and(|known| known.relation.argues == Some(Argues::Against));
    let is_first = argues_for(one.edge) || argues_against(other.edge);
    let (supporting, against) = if is_first { (one.edge, other.edge) } else { (other.edge, one.edge) };
    // Only edges that fade hold for a time.
    let fades = |edge: Edge<'_>| edge.meaning_spec().is_some_and(|spec| spec.fades);
    let kind = if fades(supporting) && fades(against) { ContradictionKind::Times } else { ContradictionKind::Opposed };
    let (node, claim) = one.ends;
    Contradiction { kind, node, claim, supporting: vec![supporting.ix()], against: vec![against.ix()] }
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
