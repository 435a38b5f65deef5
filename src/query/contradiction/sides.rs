//! Units that both support and rebut one claim through chains, and units whose grounds rebut each other.
//!
//! [`super::super::both_sides`] defines what supports and rebuts a claim. A unit that derives from a claim in order to
//! rebut it does not contradict itself; a unit that depends on a claim and, elsewhere, on a rebuttal of it, does. Every
//! dependent of a contradictory unit is contradictory too, so only the origin is reported; units that contradict
//! themselves by their own references are all reported separately (`direct.rs`). Units in the same strongly connected
//! component count as one.

use super::{Contradiction, ContradictionKind};
use crate::graph::relation::Argues;
use crate::graph::{Cancelled, Direction, Edge, EdgeIx, Graph, NodeIx, UntilCancelled as _, cycles_over};
use crate::query::both_sides::{ChainSearch, Rebutting, Resting, both, is_chain, role};
use crate::query::sieve::Sieve;
use hashbrown::{HashMap, HashSet};

pub(super) struct Chained {
    pub(super) found: Vec<Contradiction>,
    /// Number of rebuttals skipped because the budget ran out.
    pub(super) left_out: usize,
}

/// Searches every rebutted claim, within a budget of `most_steps` edges. `direct` lists the contradictions already
/// known. Incomplete if cancelled.
pub(super) fn search(
    graph: &Graph,
    sieve: &Sieve<'_>,
    direct: &[Contradiction],
    most_steps: usize,
    cancelled: Cancelled<'_>,
) -> Chained {
    let mut chained = Chained { found: Vec::new(), left_out: 0 };
    let direct = direct.iter().map(|one| (one.node, one.claim)).collect();
    let walk = ChainSearch::new(graph, sieve, most_steps, cancelled);
    let mut search = Search { walk, direct, cycles: None };
    let claim = |rebuttal: &EdgeIx| graph.edge(*rebuttal).to().ix();
    let rebuttals = search.rebuttals(cancelled);
    for rebuttals in rebuttals.chunk_by(|one, other| claim(one) == claim(other)) {
        if cancelled() {
            break;
        }
        match search.about(claim(&rebuttals[0]), rebuttals) {
            Some(contradictions) => chained.found.extend(contradictions),
            None => chained.left_out += rebuttals.len(),
        }
    }
    chained
}

/// Methods that traverse edges return `None` once the budget is used up.
struct Search<'g> {
    walk: ChainSearch<'g>,
    /// Units that contradict themselves by their own references, with the claim.
    direct: HashSet<(NodeIx, NodeIx)>,
    /// For each node on a cycle, the first node of its strongly connected component. Computed lazily.
    cycles: Option<HashMap<NodeIx, NodeIx>>,
}

impl Search<'_> {
    /// All rebuttals grouped by claim: claims in the order of their first rebuttals, rebuttals in stored order.
    fn rebuttals(&self, cancelled: Cancelled<'_>) -> Vec<EdgeIx> {
        let graph = self.walk.graph;
        let is_rebuttal = |edge: &Edge<'_>| role(*edge) == Some(Argues::Against) && self.walk.sieve.keeps(*edge);
        let mut places = HashMap::new();
        let mut all: Vec<(usize, EdgeIx)> = Vec::new();
        for edge in graph.edges().until(cancelled).filter(is_rebuttal) {
            let next = places.len();
            all.push((*places.entry(edge.to().ix()).or_insert(next), edge.ix()));
        }
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, edge)| edge).collect()
    }

    fn about(&mut self, claim: NodeIx, rebuttals: &[EdgeIx]) -> Option<Vec<Contradiction>> {
        let resting = self.walk.resting(claim)?;
        let Resting { without, with } = &resting;
        if with.is_empty() && without.is_empty() {
            return Some(Vec::new());
        }
        let mut all: Vec<(ContradictionKind, NodeIx)> = Vec::new();
        let rebutting = self.walk.rebutting(rebuttals)?;
        all.extend(both(&rebutting, |unit| with.contains_key(&unit)).map(|unit| (ContradictionKind::Sides, unit)));
        // A unit that rebuts a claim it depends on took it up in order to rebut it.
        let graph = self.walk.graph;
        let from = |rebuttal: &EdgeIx| graph.edge(*rebuttal).from().ix();
        let rests = |unit: NodeIx| without.contains_key(&unit) || with.contains_key(&unit);
        let elsewhere: Vec<_> = rebuttals.iter().copied().filter(|ix| !rests(from(ix))).collect();
        let rebutting_elsewhere = if without.is_empty() { Vec::new() } else { self.walk.rebutting(&elsewhere)? };
        let only_rests = |unit: NodeIx| without.contains_key(&unit) && !with.contains_key(&unit);
        all.extend(both(&rebutting_elsewhere, only_rests).map(|unit| (ContradictionKind::Grounds, unit)));

        let first_steps = |rebutting: &Rebutting| rebutting.iter().copied().collect::<HashMap<_, _>>();
        let (steps, steps_elsewhere) = (first_steps(&rebutting), first_steps(&rebutting_elsewhere));
        let mut found = Vec::new();
        for (kind, node) in self.origins(claim, all)? {
            let against = if kind == ContradictionKind::Sides { &steps } else { &steps_elsewhere };
            let supporting = self.supporting_chain(node, claim, &resting, kind)?;
            let against = self.rebutting_chain(node, against)?;
            found.push(Contradiction { kind, node, claim, supporting, against });
        }
        Some(found)
    }

    /// Of all contradictions about one claim, those that do not follow from another one and are not known yet.
    fn origins(
        &mut self,
        claim: NodeIx,
        all: Vec<(ContradictionKind, NodeIx)>,
    ) -> Option<Vec<(ContradictionKind, NodeIx)>> {
        let units: HashSet<_> = all.iter().map(|(_, unit)| *unit).collect();
        let mut settled = HashSet::new();
        for (_, unit) in &all {
            let own = self.cycle(*unit);
            if self.direct.contains(&(*unit, claim)) {
                settled.insert(own);
                continue;
            }
            for (edge, role) in self.walk.edges(*unit, Direction::Out)? {
                let next = edge.to().ix();
                if is_chain(role) && units.contains(&next) && self.cycle(next) != own {
                    settled.insert(own);
                }
            }
        }
        Some(all.into_iter().filter(|(_, unit)| settled.insert(self.cycle(*unit))).collect())
    }

    /// The representative of a node's strongly connected component: its first node.
    fn cycle(&mut self, node: NodeIx) -> NodeIx {
        let cycles = self.cycles.get_or_insert_with(|| {
            let groups = cycles_over(self.walk.graph, |edge| is_chain(role(edge)) && self.walk.sieve.keeps(edge));
            groups.iter().flat_map(|group| group.iter().map(|node| (*node, group[0]))).collect()
        });
        cycles.get(&node).copied().unwrap_or(node)
    }

    /// The chain by which a unit supports a claim or depends on it.
    fn supporting_chain(
        &mut self,
        unit: NodeIx,
        claim: NodeIx,
        resting: &Resting,
        kind: ContradictionKind,
    ) -> Option<Vec<EdgeIx>> {
        let mut chain = Vec::new();
        let (mut at, mut is_supported) = (unit, kind == ContradictionKind::Sides);
        while chain.is_empty() || at != claim || is_supported {
            let step = if is_supported {
                let (step, is_still) = resting.with[&at];
                is_supported = is_still;
                step
            } else {
                resting.without[&at]
            };
            self.walk.spend(1)?;
            chain.push(step);
            at = self.walk.graph.edge(step).to().ix();
        }
        Some(chain)
    }

    /// The chain by which a unit rebuts a claim. It ends with the rebuttal.
    fn rebutting_chain(&mut self, unit: NodeIx, steps: &HashMap<NodeIx, EdgeIx>) -> Option<Vec<EdgeIx>> {
        let mut chain = vec![steps[&unit]];
        while let Some(last) = chain.last().map(|ix| self.walk.graph.edge(*ix)).filter(|edge| is_chain(role(*edge))) {
            self.walk.spend(1)?;
            chain.push(steps[&last.to().ix()]);
        }
        Some(chain)
    }
}
