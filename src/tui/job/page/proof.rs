//! The edges that prove a finding: both chains of a contradiction side by side, or the shortest way round a circle.

use super::argument::step;
use super::{Page, PageRequest, PageRow, Part, Section};
use crate::doctor::{Proof, proof};
use crate::finding::Finding;
use crate::graph::{EdgeIx, Graph};
use crate::query::{Circle, Contradiction, ContradictionKind};
use crate::tui::theme::Role;

/// So many members of a circle are listed at the most.
const MOST_MEMBERS: usize = 500;

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
    let mut parts = vec![Part::Whole(vec![head])];
    match &found {
        Some(Proof::Contradiction(one)) => parts.push(sides(graph, one)),
        Some(Proof::Circle(circle)) => parts.push(Part::Whole(round(graph, circle))),
        None => parts.push(Part::Whole(vec![Section::new("Proof", Vec::new(), "no edge proves it any more")])),
    }
    Page { title: format!("Why: {}", finding.rule.code), parts }
}

fn sides(graph: &Graph, one: &Contradiction) -> Part {
    let [one_side, other_side] = match one.kind {
        ContradictionKind::Sides => ["It supports it", "It rebuts it"],
        ContradictionKind::Grounds => ["It rests on it", "It rests on what rebuts it"],
        ContradictionKind::Times => ["It causes it", "It prevents it"],
    };
    let rows = |chain: &[EdgeIx]| chain.iter().map(|edge| link(graph, *edge)).collect();
    let section = |heading: &str, chain: &[EdgeIx]| vec![Section::new(heading, rows(chain), "")];
    Part::Beside(section(one_side, &one.speaks_for), section(other_side, &one.against))
}

fn round(graph: &Graph, circle: &Circle) -> Vec<Section> {
    let heading = if circle.is_proven { "Shortest way round" } else { "Shortest way round that was found" };
    let rows = circle.shortest.iter().map(|edge| {
        let row = link(graph, *edge);
        if *edge == circle.weakest { row.and(Role::Warning, "  weakest") } else { row }
    });
    let members = circle.nodes.iter().take(MOST_MEMBERS);
    let members = members.map(|node| PageRow::default().naming(graph.node(*node)).to(*node));
    let all = Section { total: circle.nodes.len(), ..Section::new("Goes round", members.collect(), "") };
    vec![Section::new(heading, rows.collect(), ""), all]
}

/// A step that leads to the node it reaches, with where it is written.
fn link(graph: &Graph, edge: EdgeIx) -> PageRow {
    let edge = graph.edge(edge);
    step(edge).and(Role::Dim, format!("  {}:{}", edge.file(), edge.line())).to(edge.to().ix())
}
