//! The edges that prove a finding, looked for again when somebody wants to see them.

use super::{causal, cycle, trust, unit};
use crate::finding::Finding;
use crate::graph::Graph;
use crate::query::{
    Contradiction, Cycle, CycleRequest, EdgeFilter, MOST_LOOKS, MOST_STEPS, Orient, RelationFilter, Trust,
    causal_contradictions, cycles, unit_contradictions,
};
use crate::time::Millis;
use crate::workspace::Workspace;

/// What proves a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// Two chains that cannot both be true.
    Contradiction(Contradiction),
    /// A way round.
    Cycle(Cycle),
}

const CONTRADICTIONS: [&str; 3] = ["unit-contradiction", "unit-conflict", "causal-contradiction"];
const CIRCLES: [&str; 6] = ["relation-cycle", "unit-cycle", "causal-cycle", "sidecar-cycle", "E010", "E017"];

/// Whether edges prove a finding.
pub fn has_proof(finding: &Finding) -> bool {
    CONTRADICTIONS.contains(&finding.rule.code) || CIRCLES.contains(&finding.rule.code)
}

/// The edges that prove a finding about this graph; nothing if it is mended, or if there never were any.
pub fn proof(graph: &Graph, workspace: &Workspace, now: Millis, finding: &Finding) -> Option<Proof> {
    let trust = trust(workspace, now);
    let edges = EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) };
    // The same words about the same place are the same finding.
    let is_it = |other: &Finding| {
        (other.rule.code, &other.file, other.line, &other.message)
            == (finding.rule.code, &finding.file, finding.line, &finding.message)
    };
    if CIRCLES.contains(&finding.rule.code) {
        // However uncertain its edges are, a circle is one.
        let edges = EdgeFilter { trust: Trust { least: 0.0, ..trust }, ..edges };
        let found = cycles(graph, &CycleRequest { edges, orient: Orient::Stored }, MOST_LOOKS);
        let stands_there = |one: &Cycle| {
            let first = cycle::first_inside(graph, one.class?, &one.nodes)?;
            let is_there = finding.file.as_deref() == Some(first.file()) && finding.line == Some(first.line());
            Some(is_there && finding.system == first.system().name())
        };
        return found.into_iter().find(|one| stands_there(one) == Some(true)).map(Proof::Cycle);
    }
    let told = |one: &Contradiction| match finding.rule.code {
        "causal-contradiction" => causal::contradicting(graph, one),
        _ => unit::contradiction(graph, one),
    };
    let found = match finding.rule.code {
        "causal-contradiction" => causal_contradictions(graph, &edges),
        code if CONTRADICTIONS.contains(&code) => unit_contradictions(graph, &edges, MOST_STEPS).found,
        _ => Vec::new(),
    };
    found.into_iter().find(|one| is_it(&told(one))).map(Proof::Contradiction)
}
