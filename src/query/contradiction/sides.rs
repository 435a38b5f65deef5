//! Units that both support and rebut one claim, directly or through what they rest on, and units whose grounds rebut each
//! other.
//!
//! A unit supports a claim if a chain of `supports`, `derives-from` and `refines` with at least one `supports` leads to it;
//! with none it only rests on it. It rebuts the claim if it, or something that such a chain leads to, does. Who derives
//! something from a claim in order to rebut it does not contradict itself; who rests on a claim and, elsewhere, on what
//! rebuts it, does. Whatever rests on a unit that contradicts itself does so too, and only the origin is worth telling.
//! Units that rest on each other in a circle are all in the same position and count as one.

use super::{Contradiction, ContradictionKind, Contradictions};
use crate::graph::relation::Argues;
use crate::graph::{Direction, Edge, EdgeIx, Graph, NodeIx, System, circles_over};
use crate::query::sieve::Sieve;
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;

/// What an edge means for an argument among units.
pub(super) fn role(edge: Edge<'_>) -> Option<Argues> {
    let relation = edge.meaning()?.relation;
    relation.argues.filter(|_| relation.system == System::Unit)
}

/// Whether who says so rests on what it says it about.
pub(super) fn is_chain(role: Option<Argues>) -> bool {
    matches!(role, Some(Argues::For | Argues::Narrows | Argues::Follows))
}

/// Looks for contradictions about every claim that somebody rebuts, as far as looking at so many edges allows.
pub(super) fn search(graph: &Graph, sieve: &Sieve<'_>, most_steps: usize) -> Contradictions {
    let mut all = Contradictions { found: Vec::new(), left_out: 0 };
    let mut search = Search { graph, sieve, steps: most_steps, circles: None };
    for (claim, rebuttals) in search.rebutted() {
        match search.about(claim, &rebuttals) {
            Some(contradictions) => all.found.extend(contradictions),
            None => all.left_out += rebuttals.len(),
        }
    }
    all
}

/// A search with so many steps left. Every method that takes steps returns nothing when they run out.
struct Search<'g> {
    graph: &'g Graph,
    sieve: &'g Sieve<'g>,
    steps: usize,
    /// For each node that lies on circles, the first node that lies on the same ones. Made when first needed.
    circles: Option<HashMap<NodeIx, NodeIx>>,
}

/// Who rests on a claim, each with its first step towards it.
struct Resting {
    /// By chains without a `supports`.
    without: HashMap<NodeIx, EdgeIx>,
    /// By chains with one; whether what comes behind the first step still has one.
    with: HashMap<NodeIx, (EdgeIx, bool)>,
}

/// Who rebuts a claim, the nearest first, each with its first step towards that.
type Rebutting = Vec<(NodeIx, EdgeIx)>;

impl<'g> Search<'g> {
    /// Each claim that is rebutted with what rebuts it, in stored order.
    fn rebutted(&self) -> Vec<(NodeIx, Vec<EdgeIx>)> {
        let mut places = HashMap::new();
        let mut claims: Vec<(NodeIx, Vec<EdgeIx>)> = Vec::new();
        let is_rebuttal = |edge: &Edge<'_>| role(*edge) == Some(Argues::Against) && self.sieve.keeps(*edge);
        for edge in self.graph.edges().filter(is_rebuttal) {
            let claim = edge.to().ix();
            let place = *places.entry(claim).or_insert(claims.len());
            if place == claims.len() {
                claims.push((claim, Vec::new()));
            }
            claims[place].1.push(edge.ix());
        }
        claims
    }

    fn about(&mut self, claim: NodeIx, rebuttals: &[EdgeIx]) -> Option<Vec<Contradiction>> {
        let resting = self.resting(claim)?;
        let Resting { without, with } = &resting;
        if with.is_empty() && without.is_empty() {
            return Some(Vec::new());
        }
        let mut all: Vec<(ContradictionKind, NodeIx)> = Vec::new();
        let rebutting = self.rebutting(rebuttals)?;
        all.extend(both(&rebutting, |unit| with.contains_key(&unit)).map(|unit| (ContradictionKind::Sides, unit)));
        // Who rebuts what it rests on took it up to rebut it.
        let graph = self.graph;
        let from = |rebuttal: &EdgeIx| graph.edge(*rebuttal).from().ix();
        let rests = |unit: NodeIx| without.contains_key(&unit) || with.contains_key(&unit);
        let elsewhere: Vec<_> = rebuttals.iter().copied().filter(|ix| !rests(from(ix))).collect();
        let rebutting_elsewhere = if without.is_empty() { Vec::new() } else { self.rebutting(&elsewhere)? };
        let only_rests = |unit: NodeIx| without.contains_key(&unit) && !with.contains_key(&unit);
        all.extend(both(&rebutting_elsewhere, only_rests).map(|unit| (ContradictionKind::Grounds, unit)));

        let first_steps = |rebutting: &Rebutting| rebutting.iter().copied().collect::<HashMap<_, _>>();
        let (steps, steps_elsewhere) = (first_steps(&rebutting), first_steps(&rebutting_elsewhere));
        let mut found = Vec::new();
        for (kind, node) in self.origins(all)? {
            let against = if kind == ContradictionKind::Sides { &steps } else { &steps_elsewhere };
            let speaks_for = self.supporting_chain(node, claim, &resting, kind)?;
            let against = self.rebutting_chain(node, against)?;
            found.push(Contradiction { kind, node, claim, speaks_for, against });
        }
        Some(found)
    }

    /// Who rests on a claim, the nearest first.
    fn resting(&mut self, claim: NodeIx) -> Option<Resting> {
        // A node is met twice at most: by a chain without, and by one with a `supports`.
        let (mut without, mut with) = (HashMap::new(), HashMap::new());
        let mut open = VecDeque::from([(claim, false)]);
        while let Some((node, was_supported)) = open.pop_front() {
            for (edge, role) in self.edges(node, Direction::In)? {
                let next = edge.from().ix();
                let is_supported = was_supported || role == Some(Argues::For);
                let is_new = match (is_chain(role), is_supported) {
                    (false, _) => false,
                    (true, true) => with.try_insert(next, (edge.ix(), was_supported)).is_ok(),
                    (true, false) => without.try_insert(next, edge.ix()).is_ok(),
                };
                if is_new {
                    open.push_back((next, is_supported));
                }
            }
        }
        Some(Resting { without, with })
    }

    /// Who rebuts what these edges rebut.
    fn rebutting(&mut self, rebuttals: &[EdgeIx]) -> Option<Rebutting> {
        let mut known = HashSet::new();
        let mut found = Vec::new();
        let mut meet = |found: &mut Rebutting, unit: NodeIx, step: EdgeIx| {
            if known.insert(unit) {
                found.push((unit, step));
            }
        };
        for rebuttal in rebuttals {
            meet(&mut found, self.graph.edge(*rebuttal).from().ix(), *rebuttal);
        }
        let mut done = 0;
        while let Some((unit, _)) = found.get(done).copied() {
            done += 1;
            for (edge, role) in self.edges(unit, Direction::In)? {
                if is_chain(role) {
                    meet(&mut found, edge.from().ix(), edge.ix());
                }
            }
        }
        Some(found)
    }

    /// Of all that contradict themselves about one claim, those that do not follow from another one.
    fn origins(&mut self, all: Vec<(ContradictionKind, NodeIx)>) -> Option<Vec<(ContradictionKind, NodeIx)>> {
        let units: HashSet<_> = all.iter().map(|(_, unit)| *unit).collect();
        let mut settled = HashSet::new();
        for (_, unit) in &all {
            let own = self.circle(*unit);
            for (edge, role) in self.edges(*unit, Direction::Out)? {
                let next = edge.to().ix();
                if is_chain(role) && units.contains(&next) && self.circle(next) != own {
                    settled.insert(own);
                }
            }
        }
        Some(all.into_iter().filter(|(_, unit)| settled.insert(self.circle(*unit))).collect())
    }

    /// What stands for all nodes that rest on each other and on this one: the first of them.
    fn circle(&mut self, node: NodeIx) -> NodeIx {
        let circles = self.circles.get_or_insert_with(|| {
            let groups = circles_over(self.graph, |edge| is_chain(role(edge)) && self.sieve.keeps(edge));
            groups.iter().flat_map(|group| group.iter().map(|node| (*node, group[0]))).collect()
        });
        circles.get(&node).copied().unwrap_or(node)
    }

    /// The chain by which a unit supports a claim, or rests on it.
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
            self.steps = self.steps.checked_sub(1)?;
            chain.push(step);
            at = self.graph.edge(step).to().ix();
        }
        Some(chain)
    }

    /// The chain by which a unit rebuts a claim: it ends with the rebuttal.
    fn rebutting_chain(&mut self, unit: NodeIx, steps: &HashMap<NodeIx, EdgeIx>) -> Option<Vec<EdgeIx>> {
        let mut chain = vec![steps[&unit]];
        while let Some(last) = chain.last().map(|ix| self.graph.edge(*ix)).filter(|edge| is_chain(role(*edge))) {
            self.steps = self.steps.checked_sub(1)?;
            chain.push(steps[&last.to().ix()]);
        }
        Some(chain)
    }

    /// The edges of a node with their roles.
    fn edges(
        &mut self,
        node: NodeIx,
        direction: Direction,
    ) -> Option<impl Iterator<Item = (Edge<'g>, Option<Argues>)> + use<'g>> {
        let (graph, sieve) = (self.graph, self.sieve);
        let row = graph.edges_of(node, direction);
        // Nodes without edges cost a step too.
        self.steps = self.steps.checked_sub(row.len() + 1)?;
        let edges = row.iter().map(move |ix| graph.edge(*ix)).filter(move |edge| sieve.keeps(*edge));
        Some(edges.map(|edge| (edge, role(edge))))
    }
}

/// Those that rebut and do something else.
fn both(rebutting: &Rebutting, also: impl Fn(NodeIx) -> bool) -> impl Iterator<Item = NodeIx> {
    rebutting.iter().map(|(unit, _)| *unit).filter(move |unit| also(*unit))
}
