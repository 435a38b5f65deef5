//! The edges that prove a finding, computed on demand: findings store only their message and location.

use super::{causal, cycle, trust, unit};
use crate::finding::Finding;
use crate::graph::Graph;
use crate::query::{
    Contradiction, Cycle, CycleRequest, EdgeFilter, MOST_LOOKS, MOST_STEPS, Orient, RelationFilter, Trust,
    causal_contradictions, cycles, unit_contradictions,
};
use crate::time::Millis;
use crate::workspace::Workspace;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// Two chains that contradict each other.
    Contradiction(Contradiction),
    Cycle(Cycle),
}

const CONTRADICTIONS: [&str; 3] = ["unit-contradiction", "unit-conflict", "causal-contradiction"];
const CYCLES: [&str; 6] = ["relation-cycle", "unit-cycle", "causal-cycle", "sidecar-cycle", "E010", "E017"];

/// Whether the rule of a finding is one that edges prove.
pub fn has_proof(finding: &Finding) -> bool {
    CONTRADICTIONS.contains(&finding.rule.code) || CYCLES.contains(&finding.rule.code)
}

/// The edges that prove a finding about this graph; `None` if the finding no longer applies or has no proof.
pub fn proof(graph: &Graph, workspace: &Workspace, now: Millis, finding: &Finding) -> Option<Proof> {
    let trust = trust(workspace, now);
    let edges = EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) };
    // Findings with the same rule, location and message are the same.
    let is_it = |other: &Finding| {
        (other.rule.code, &other.file, other.line, &other.message)
            == (finding.rule.code, &finding.file, finding.line, &finding.message)
    };
    if CYCLES.contains(&finding.rule.code) {
        // A cycle counts whatever the confidence of its edges.
        let edges = EdgeFilter { trust: Trust { least: 0.0, ..trust }, ..edges };
        let found = cycles(graph, &CycleRequest { edges, orient: Orient::Stored }, MOST_LOOKS);
        let is_located_there = |one: &Cycle| {
            let first = cycle::first_inside(graph, one.class?, &one.nodes)?;
            let is_there = finding.file.as_deref() == Some(first.file()) && finding.line == Some(first.line());
            Some(is_there && finding.system == first.system().name())
        };
        return found.into_iter().find(|one| is_located_there(one) == Some(true)).map(Proof::Cycle);
    }
    let finding_of = |one: &Contradiction| match finding.rule.code {
        "causal-contradiction" => causal::contradicting(graph, one),
        _ => unit::contradiction(graph, one),
    };
    let found = match finding.rule.code {
        "causal-contradiction" => causal_contradictions(graph, &edges),
        code if CONTRADICTIONS.contains(&code) => unit_contradictions(graph, &edges, MOST_STEPS).found,
        _ => Vec::new(),
    };
    found.into_iter().find(|one| is_it(&finding_of(one))).map(Proof::Contradiction)
}
