//! The edges that prove a finding, computed on demand: findings store only their message and location.

use super::{trust, vocabulary};
use crate::finding::Finding;
use crate::graph::{Cancelled, Graph};
use crate::query::{
    Contradiction, Cycle, CycleRequest, EdgeFilter, MOST_LOOKS, MOST_STEPS, Orient, RelationFilter, Trust, cycles,
    opposed_edges, two_sided,
};
use crate::system::Systems;
use crate::system::check::first_inside;
use crate::time::Millis;
use crate::workspace::Workspace;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// Two chains that contradict each other.
    Contradiction(Contradiction),
    Cycle(Cycle),
}

/// The codes of all rules about cycles.
fn cycle_codes(systems: &Systems) -> impl Iterator<Item = &'static str> {
    systems.iter().flat_map(|(_, system)| system.cycle_codes()).copied().chain([vocabulary::CYCLE_CODE])
}

/// The codes of all rules about contradictions.
fn contradiction_codes(systems: &Systems) -> impl Iterator<Item = &'static str> {
    systems.iter().flat_map(|(_, system)| system.contradiction_codes()).copied().chain([vocabulary::OPPOSED_CODE])
}

/// What edges can prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provable {
    Contradiction,
    Cycle,
}

/// What the edges prove that a finding follows from, if its rule is one that edges prove.
pub fn provable(systems: &Systems, finding: &Finding) -> Option<Provable> {
    let is_its = |code| code == finding.rule.code;
    let cycle = || cycle_codes(systems).any(is_its).then_some(Provable::Cycle);
    cycle().or_else(|| contradiction_codes(systems).any(is_its).then_some(Provable::Contradiction))
}

/// The edges that prove a finding about this graph; `None` if the finding no longer applies or has no
/// proof, or if cancelled.
pub fn proof(
    graph: &Graph,
    workspace: &Workspace,
    now: Millis,
    finding: &Finding,
    cancelled: Cancelled<'_>,
) -> Option<Proof> {
    let systems = &workspace.settings.systems;
    let provable = provable(systems, finding)?;
    let trust = trust(workspace, now);
    let edges = EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) };
    // Findings with the same rule, location and message are the same.
    let is_it = |other: &Finding| {
        (other.rule.code, &other.file, other.line, &other.message)
            == (finding.rule.code, &finding.file, finding.line, &finding.message)
    };
    if provable == Provable::Cycle {
        // A cycle counts whatever the confidence of its edges.
        let edges = EdgeFilter { trust: Trust { least: 0.0, ..trust }, ..edges };
        let request = CycleRequest { edges, orient: Orient::Stored };
        let found = cycles(graph, &request, MOST_LOOKS, cancelled)?;
        let is_located_there = |one: &Cycle| {
            let first = first_inside(graph, one.class.as_ref()?, &one.nodes)?;
            let is_there = finding.file.as_deref() == Some(first.file()) && finding.line == Some(first.line());
            Some(is_there && finding.system == first.system().name())
        };
        return found.into_iter().find(|one| is_located_there(one) == Some(true)).map(Proof::Cycle);
    }
    let of_systems = |one: &Contradiction| systems.iter().find_map(|(_, system)| system.contradiction(graph, one));
    let finding_of = |one: &Contradiction| of_systems(one).or_else(|| vocabulary::contradiction(graph, one));
    let mut found = two_sided(graph, &edges, MOST_STEPS, cancelled)?.found;
    found.extend(opposed_edges(graph, &edges, cancelled));
    found.into_iter().find(|one| finding_of(one).is_some_and(|found| is_it(&found))).map(Proof::Contradiction)
}
