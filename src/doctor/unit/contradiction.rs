//! Units that both support and rebut one claim, directly or through what they rest on.
//!
//! A unit supports a claim if a chain of `supports`, `derives-from` and `refines` with at least one `supports` leads to it;
//! it rebuts the claim if it, or something that such a chain leads to, does. Whatever rests on a unit that contradicts
//! itself does so too, and only the origin is worth telling. Units that rest on each other in a circle are all in the same
//! position and count as one.

#[cfg(test)]
mod tests;

use crate::graph::{Direction, Edge, EdgeIx, Graph, NodeIx, System, cycles};
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;

/// One unit that argues for and against one claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub(super) unit: NodeIx,
    pub(super) claim: NodeIx,
    /// The unit's first step towards supporting the claim.
    pub(super) supporting: EdgeIx,
    /// The unit's first step towards rebutting it.
    pub(super) rebutting: EdgeIx,
    /// The rebuttal that this leads to.
    pub(super) rebuttal: EdgeIx,
}

/// What a search found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) contradictions: Vec<Contradiction>,
    /// How many rebuttals were not looked at because the steps ran out.
    pub(super) left_out: usize,
}

/// What an edge means for an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It speaks for what it reaches, and rests on it.
    Supports,
    /// It rests on what it reaches.
    Rests,
    /// It speaks against what it reaches.
    Rebuts,
}

fn role(edge: Edge<'_>) -> Option<Role> {
    let relation = edge.meaning()?.relation;
    match relation.name {
        _ if relation.system != System::Unit => None,
        "supports" => Some(Role::Supports),
        "derives-from" | "refines" => Some(Role::Rests),
        "rebuts" => Some(Role::Rebuts),
        _ => None,
    }
}

fn is_chain(role: Option<Role>) -> bool {
    matches!(role, Some(Role::Supports | Role::Rests))
}

/// Looks for contradictions about every claim that somebody rebuts, as far as looking at so many edges allows.
pub(super) fn contradictions(graph: &Graph, most_steps: usize) -> Found {
    let mut found = Found { contradictions: Vec::new(), left_out: 0 };
    let mut search = Search { graph, steps: most_steps, circles: None };
    for (claim, rebuttals) in rebutted(graph) {
        match search.about(claim, &rebuttals) {
            Some(contradictions) => found.contradictions.extend(contradictions),
            None => found.left_out += rebuttals.len(),
        }
    }
    found
}

/// Each claim that is rebutted with what rebuts it, in stored order.
fn rebutted(graph: &Graph) -> Vec<(NodeIx, Vec<EdgeIx>)> {
    let mut places = HashMap::new();
    let mut claims: Vec<(NodeIx, Vec<EdgeIx>)> = Vec::new();
    for edge in graph.edges().filter(|edge| role(*edge) == Some(Role::Rebuts)) {
        let claim = edge.to().ix();
        let place = *places.entry(claim).or_insert(claims.len());
        if place == claims.len() {
            claims.push((claim, Vec::new()));
        }
        claims[place].1.push(edge.ix());
    }
    claims
}

/// A search with so many steps left. Every method that takes steps returns nothing when they run out.
struct Search<'g> {
    graph: &'g Graph,
    steps: usize,
    /// For each node that lies on circles, the first node that lies on the same ones. Made when first needed.
    circles: Option<HashMap<NodeIx, NodeIx>>,
}

impl<'g> Search<'g> {
    fn about(&mut self, claim: NodeIx, rebuttals: &[EdgeIx]) -> Option<Vec<Contradiction>> {
        let supporters = self.supporters(claim)?;
        if supporters.is_empty() {
            return Some(Vec::new());
        }
        let contradiction = |rebutter: Rebutter| {
            let Rebutter { unit, rebutting, rebuttal } = rebutter;
            let supporting = *supporters.get(&unit)?;
            Some(Contradiction { unit, claim, supporting, rebutting, rebuttal })
        };
        let all: Vec<_> = self.rebutters(rebuttals)?.into_iter().filter_map(contradiction).collect();
        self.origins(all)
    }

    /// Who supports a claim, each with its first step towards it.
    fn supporters(&mut self, claim: NodeIx) -> Option<HashMap<NodeIx, EdgeIx>> {
        // A node is met twice at most: by a chain without, and by one with a `supports`.
        let (mut without, mut with) = (HashSet::new(), HashMap::new());
        let mut open = VecDeque::from([(claim, false)]);
        while let Some((node, is_supported)) = open.pop_front() {
            for (edge, role) in self.edges(node, Direction::In)? {
                let next = edge.from().ix();
                let is_supported = is_supported || role == Some(Role::Supports);
                let is_new = match (is_chain(role), is_supported) {
                    (false, _) => false,
                    (true, true) => with.try_insert(next, edge.ix()).is_ok(),
                    (true, false) => without.insert(next),
                };
                if is_new {
                    open.push_back((next, is_supported));
                }
            }
        }
        Some(with)
    }

    /// Who rebuts what these edges rebut, the nearest first.
    fn rebutters(&mut self, rebuttals: &[EdgeIx]) -> Option<Vec<Rebutter>> {
        let mut known = HashSet::new();
        let mut found = Vec::new();
        let mut meet = |found: &mut Vec<Rebutter>, rebutter: Rebutter| {
            if known.insert(rebutter.unit) {
                found.push(rebutter);
            }
        };
        for rebuttal in rebuttals {
            let unit = self.graph.edge(*rebuttal).from().ix();
            meet(&mut found, Rebutter { unit, rebutting: *rebuttal, rebuttal: *rebuttal });
        }
        let mut done = 0;
        while let Some(Rebutter { unit, rebuttal, .. }) = found.get(done).copied() {
            done += 1;
            for (edge, role) in self.edges(unit, Direction::In)? {
                if is_chain(role) {
                    meet(&mut found, Rebutter { unit: edge.from().ix(), rebutting: edge.ix(), rebuttal });
                }
            }
        }
        Some(found)
    }

    /// Of all contradictions about one claim, those that do not follow from another one.
    fn origins(&mut self, all: Vec<Contradiction>) -> Option<Vec<Contradiction>> {
        let units: HashSet<_> = all.iter().map(|one| one.unit).collect();
        let mut settled = HashSet::new();
        for one in &all {
            let own = self.circle(one.unit);
            for (edge, role) in self.edges(one.unit, Direction::Out)? {
                let next = edge.to().ix();
                if is_chain(role) && units.contains(&next) && self.circle(next) != own {
                    settled.insert(own);
                }
            }
        }
        Some(all.into_iter().filter(|one| settled.insert(self.circle(one.unit))).collect())
    }

    /// What stands for all nodes that rest on each other and on this one: the first of them.
    fn circle(&mut self, node: NodeIx) -> NodeIx {
        let circles = self.circles.get_or_insert_with(|| {
            let groups = cycles(self.graph, |edge| is_chain(role(edge)));
            groups.iter().flat_map(|group| group.iter().map(|node| (*node, group[0]))).collect()
        });
        circles.get(&node).copied().unwrap_or(node)
    }

    /// The edges of a node with their roles.
    fn edges(
        &mut self,
        node: NodeIx,
        direction: Direction,
    ) -> Option<impl Iterator<Item = (Edge<'g>, Option<Role>)> + use<'g>> {
        let graph = self.graph;
        let row = graph.edges_of(node, direction);
        // Nodes without edges cost a step too.
        self.steps = self.steps.checked_sub(row.len() + 1)?;
        Some(row.iter().map(move |ix| (graph.edge(*ix), role(graph.edge(*ix)))))
    }
}

/// A unit that rebuts a claim.
#[derive(Clone, Copy)]
struct Rebutter {
    unit: NodeIx,
    /// Its first step towards that.
    rebutting: EdgeIx,
    /// The rebuttal that this leads to.
    rebuttal: EdgeIx,
}
