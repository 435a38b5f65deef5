//! The edges behind a finding: both chains of a contradiction side by side, the shortest cycle, or else the edges at the
//! finding's file and line.

use super::{Input, contradictions, cycles};
use crate::doctor::{Proof, Provable, proof, provable};
use crate::document::{Answer, Block, Document, EdgesWire, FindingWire, Role, Row, Section, beyond, step_row};
use crate::finding::Finding;
use crate::format::json::Sink;
use crate::graph::{Cancelled, Direction, Edge, EdgeIx, Graph, Node, UntilCancelled as _};
use crate::query::{Subgraph, Trust};
use crate::system::Systems;
use serde::Serialize;

/// The proof of a finding.
pub struct ProofAnswer<'a> {
    graph: &'a Graph,
    finding: &'a Finding,
    trust: Trust,
    proof: Option<Proof>,
    /// The edges at the location of the finding, if it has no proof of its own.
    edges: Vec<EdgeIx>,
    /// Whether its rule is one that edges prove, although none does any more.
    is_outdated: bool,
}

impl<'a> ProofAnswer<'a> {
    pub fn new(input: Input<'a>, finding: &'a Finding, trust: Trust) -> Self {
        let (graph, workspace) = (input.graph, input.workspace);
        let found = workspace.and_then(|workspace| proof(graph, workspace, trust.now, finding, input.cancelled));
        let has_proof = workspace.is_some_and(|it| provable(&it.settings.systems, finding).is_some());
        let is_outdated = found.is_none() && has_proof;
        let edges =
            if found.is_some() || is_outdated { Vec::new() } else { edges_there(graph, finding, input.cancelled) };
        Self { graph, finding, trust, proof: found, edges, is_outdated }
    }

    fn node(&self) -> Option<Node<'_>> {
        self.graph.find(self.finding.node.as_deref()?)
    }

    /// The edges that prove it, at most `most` unless all of them are needed.
    fn proving(&self, most: usize) -> Vec<EdgeIx> {
        match &self.proof {
            Some(Proof::Contradiction(one)) => one.supporting.iter().chain(&one.against).copied().collect(),
            Some(Proof::Cycle(cycle)) => cycle.shortest.clone(),
            None => self.edges.iter().take(most).copied().collect(),
        }
    }
}

/// What the proof of a finding shows, if it has one.
pub fn proof_shows(systems: &Systems, finding: &Finding) -> Option<&'static str> {
    Some(match provable(systems, finding)? {
        Provable::Contradiction => "shows both chains that prove it",
        Provable::Cycle => "shows the shortest cycle and its weakest edge",
    })
}

/// The edges at the location of a finding; only those of its node, if there are any.
fn edges_there(graph: &Graph, finding: &Finding, cancelled: Cancelled<'_>) -> Vec<EdgeIx> {
    let is_there = |edge: &Edge<'_>| {
        finding.file.as_deref() == Some(edge.file()) && finding.line.is_some_and(|line| line == edge.line())
    };
    let node = finding.node.as_deref().and_then(|node| graph.find(node));
    let of_node = node.into_iter().flat_map(|node| [Direction::Out, Direction::In].map(|side| node.listed(side)));
    let mut edges: Vec<_> = of_node.flatten().until(cancelled).filter(|edge| is_there(&graph.edge(*edge))).collect();
    // The finding may name no node, or a node that is not an end of the edge.
    if edges.is_empty() && finding.line.is_some() {
        edges.extend(graph.edges().until(cancelled).filter(is_there).map(Edge::ix));
    }
    edges
}

impl Answer for ProofAnswer<'_> {
    fn title(&self) -> String {
        format!("Why: {}", self.finding.rule.code)
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let nodes = self.node().map(Node::ix);
        Some((self.graph, Subgraph::new(self.graph, nodes, self.proving(most)).with_roots(nodes)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.edges.len(), "edge")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let what = Row::paragraph(Role::Plain, &self.finding.message);
        let what = match (&self.finding.file, self.finding.line) {
            (Some(file), Some(line)) => what.at(file.as_str(), line),
            _ => what,
        };
        let what = self.node().map_or(what.clone(), |node| what.to(node.ix()));
        let mut blocks = vec![Block::Whole(vec![Section::plain([what])])];
        blocks.push(match &self.proof {
            Some(Proof::Contradiction(one)) => contradictions::chains(self.graph, one, &self.trust),
            Some(Proof::Cycle(cycle)) => Block::Whole(cycles::sections(self.graph, cycle, &self.trust, most)),
            None => {
                let row = |ix: &EdgeIx| [step_row(self.graph.edge(*ix), &self.trust)];
                let none = if self.is_outdated { "No edge proves it any more" } else { "No edges to show" };
                Block::Whole(vec![Section::list("edges", most, &self.edges, row).about("at this location").or(none)])
            }
        });
        Document { blocks, ..Document::default() }
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let edges = self.proving(usize::MAX);
        sink.put(&ProofWire {
            finding: FindingWire::new(self.finding),
            edges: EdgesWire { graph: self.graph, edges: &edges, trust: &self.trust },
        })
    }
}

#[derive(Serialize)]
struct ProofWire<'a> {
    finding: FindingWire<'a>,
    edges: EdgesWire<'a>,
}
