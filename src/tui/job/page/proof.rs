//! The proof page: the edges behind a finding. Both chains of a contradiction side by side, the shortest cycle, or else
//! the edges at the finding's file and line.

use super::step::step;
use super::{Page, PageBlock, PageRequest, PageRow, Section};
use crate::doctor::{Proof, has_proof, proof};
use crate::finding::Finding;
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node};
use crate::query::{Contradiction, ContradictionKind, Cycle, reading};
use crate::text::capitalised;
use crate::tui::theme::Role;

/// Maximum number of cycle members listed.
const MOST_MEMBERS: usize = 500;
/// Maximum number of edges listed for one location.
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
    let systems = request.workspace.as_ref().map(|workspace| &workspace.settings.systems);
    match &found {
        Some(Proof::Contradiction(one)) => parts.push(sides(graph, one)),
        Some(Proof::Cycle(cycle)) => parts.push(PageBlock::Whole(cycle_sections(graph, cycle))),
        None if systems.is_some_and(|systems| has_proof(systems, finding)) => {
            parts.push(PageBlock::Whole(vec![Section::new("Proof", Vec::new(), "No edge proves it any more")]));
        }
        None => parts.push(PageBlock::Whole(vec![edges_there(graph, finding, node)])),
    }
    Page { title: format!("Why: {}", finding.rule.code), parts }
}

/// The edges at the location of a finding; only those of its node, if there are any.
fn edges_there(graph: &Graph, finding: &Finding, node: Option<Node<'_>>) -> Section {
    let is_there = |edge: &Edge<'_>| {
        finding.file.as_deref() == Some(edge.file()) && finding.line.is_some_and(|line| line == edge.line())
    };
    let of_node = node.into_iter().flat_map(|node| [Direction::Out, Direction::In].map(|side| node.listed(side)));
    let mut edges: Vec<_> = of_node.flatten().filter(|edge| is_there(&graph.edge(*edge))).collect();
    // The finding may name no node, or a node that is not an end of the edge.
    if edges.is_empty() && finding.line.is_some() {
        edges.extend(graph.edges().filter(is_there).map(Edge::ix));
    }
    let rows = edges.iter().take(MOST_EDGES).map(|edge| link(graph, *edge)).collect();
    let heading = match edges.len() {
        0 => "Proof",
        1 => "Edge",
        _ => "Edges at this location",
    };
    Section { total: edges.len(), ..Section::new(heading, rows, "No edges to show") }
}

fn sides(graph: &Graph, one: &Contradiction) -> PageBlock {
    let reads = |chain: &[EdgeIx]| capitalised(&format!("{} it", reading(graph.edge(chain[0]), one.node)));
    let [one_side, other_side] = match one.kind {
        ContradictionKind::Sides => ["Supports it", "Rebuts it"].map(str::to_owned),
        ContradictionKind::Grounds => ["Rests on it", "Rests on a rebuttal of it"].map(str::to_owned),
        ContradictionKind::Times => ["Causes it", "Prevents it"].map(str::to_owned),
        ContradictionKind::Opposed => [reads(&one.supporting), reads(&one.against)],
    };
    let rows = |chain: &[EdgeIx]| chain.iter().map(|edge| link(graph, *edge)).collect();
    let section = |heading: &str, chain: &[EdgeIx]| vec![Section::new(heading, rows(chain), "")];
    PageBlock::Beside(section(&one_side, &one.supporting), section(&other_side, &one.against))
}

fn cycle_sections(graph: &Graph, cycle: &Cycle) -> Vec<Section> {
    let heading = if cycle.is_proven { "Shortest cycle" } else { "Shortest cycle found" };
    let rows = cycle.shortest.iter().map(|edge| {
        let row = link(graph, *edge);
        if *edge == cycle.weakest { row.and(Role::Warning, "  weakest") } else { row }
    });
    let members = cycle.nodes.iter().take(MOST_MEMBERS);
    let members = members.map(|node| PageRow::default().naming(graph.node(*node)).to(*node));
    let all = Section { total: cycle.nodes.len(), ..Section::new("Nodes in the cycle", members.collect(), "") };
    vec![Section::new(heading, rows.collect(), ""), all]
}

/// A step with its location, linking to its target.
fn link(graph: &Graph, edge: EdgeIx) -> PageRow {
    let edge = graph.edge(edge);
    step(edge).and(Role::Dim, format!("  {}:{}", edge.file(), edge.line())).to(edge.to().ix())
}
