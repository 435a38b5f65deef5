//! The edges that prove a finding: both chains of a contradiction side by side, the shortest way round a circle, else the
//! edges that are written where it is.

use super::argument::step;
use super::{Page, PageBlock, PageRequest, PageRow, Section};
use crate::doctor::{Proof, has_proof, proof};
use crate::finding::Finding;
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node};
use crate::query::{Contradiction, ContradictionKind, Cycle};
use crate::tui::theme::Role;

/// So many members of a circle are listed at the most.
const MOST_MEMBERS: usize = 500;
/// So many edges of one place are listed at the most.
const MOST_EDGES: usize = 200;

pub(super) fn page(request: &PageRequest, finding: &Finding) -> Page {
    let graph = &*request.graph;
    let workspace = request.workspace.as_ref();
    let found = workspace.and_then(|workspace| proof(graph, workspace, request.trust.now, finding));
    let what = PageRow::saying(Role::Text, finding.message.as_str());
    let what = match (&finding.file, finding.line) {
        (Some(file), Some(line)) => what.at(file.as_str(), line),
        _ => what,
    };
    let node = finding.node.as_deref().and_then(|node| graph.find(node));
    let what = node.map_or(what.clone(), |node| what.to(node.ix()));
    let head = Section { total: 0, ..Section::new("", vec![what], "") };
    let mut parts = vec![PageBlock::Whole(vec![head])];
    match &found {
        Some(Proof::Contradiction(one)) => parts.push(sides(graph, one)),
        Some(Proof::Cycle(cycle)) => parts.push(PageBlock::Whole(round(graph, cycle))),
        None if has_proof(finding) => {
            parts.push(PageBlock::Whole(vec![Section::new("Proof", Vec::new(), "no edge proves it any more")]));
        }
        None => parts.push(PageBlock::Whole(vec![written_there(graph, finding, node)])),
    }
    Page { title: format!("Why: {}", finding.rule.code), parts }
}

/// The edges that are written where a finding is; those of its node, if it has one and they are.
fn written_there(graph: &Graph, finding: &Finding, node: Option<Node<'_>>) -> Section {
    let is_there = |edge: &Edge<'_>| {
        finding.file.as_deref() == Some(edge.file()) && finding.line.is_some_and(|line| line == edge.line())
    };
    let of_node = node.into_iter().flat_map(|node| [Direction::Out, Direction::In].map(|side| node.listed(side)));
    let mut edges: Vec<_> = of_node.flatten().filter(|edge| is_there(&graph.edge(*edge))).collect();
    // Where an edge is repeated or says something odd, the finding may be about no node, or about one that it does not reach.
    if edges.is_empty() && finding.line.is_some() {
        edges.extend(graph.edges().filter(is_there).map(Edge::ix));
    }
    let rows = edges.iter().take(MOST_EDGES).map(|edge| link(graph, *edge)).collect();
    let heading = match edges.len() {
        0 => "Proof",
        1 => "The edge it is about",
        _ => "The edges that are written there",
    };
    Section { total: edges.len(), ..Section::new(heading, rows, "nothing proves it but what it says") }
}

fn sides(graph: &Graph, one: &Contradiction) -> PageBlock {
    let [one_side, other_side] = match one.kind {
        ContradictionKind::Sides => ["It supports it", "It rebuts it"],
        ContradictionKind::Grounds => ["It rests on it", "It rests on what rebuts it"],
        ContradictionKind::Times => ["It causes it", "It prevents it"],
    };
    let rows = |chain: &[EdgeIx]| chain.iter().map(|edge| link(graph, *edge)).collect();
    let section = |heading: &str, chain: &[EdgeIx]| vec![Section::new(heading, rows(chain), "")];
    PageBlock::Beside(section(one_side, &one.speaks_for), section(other_side, &one.against))
}

fn round(graph: &Graph, cycle: &Cycle) -> Vec<Section> {
    let heading = if cycle.is_proven { "Shortest way round" } else { "Shortest way round that was found" };
    let rows = cycle.shortest.iter().map(|edge| {
        let row = link(graph, *edge);
        if *edge == cycle.weakest { row.and(Role::Warning, "  weakest") } else { row }
    });
    let members = cycle.nodes.iter().take(MOST_MEMBERS);
    let members = members.map(|node| PageRow::default().naming(graph.node(*node)).to(*node));
    let all = Section { total: cycle.nodes.len(), ..Section::new("Goes round", members.collect(), "") };
    vec![Section::new(heading, rows.collect(), ""), all]
}

/// A step that leads to the node it reaches, with where it is written.
fn link(graph: &Graph, edge: EdgeIx) -> PageRow {
    let edge = graph.edge(edge);
    step(edge).and(Role::Dim, format!("  {}:{}", edge.file(), edge.line())).to(edge.to().ix())
}
