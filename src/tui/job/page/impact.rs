//! What a change of a node reaches, the surest first, each with the way by which it does.

use super::argument::step;
use super::{Page, PageRequest, PageRow, Part, Section};
use crate::graph::NodeIx;
use crate::query::{EdgeFilter, Impact, Reach, RelationFilter, impact};
use crate::tui::names::names;
use crate::tui::theme::Role;

/// So many nodes of each list are shown at the most.
const MOST_NODES: usize = 500;

pub(super) fn page(request: &PageRequest, root: NodeIx, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Page> {
    let graph = &*request.graph;
    let edges = EdgeFilter { trust: request.trust, ..EdgeFilter::of(RelationFilter::Any) };
    let found = impact(graph, root, &edges);
    if cancelled() {
        return None;
    }
    let mut direct: Vec<_> = found.direct.iter().map(|one| (one.node, 1, one.reach)).collect();
    direct.dedup_by_key(|(node, ..)| *node);
    let farther: Vec<_> = found.transitive.iter().map(|one| (one.node, one.distance, one.reach)).collect();
    let told = Told { request, found: &found };
    let parts = [
        ("Lies below it", &found.descendants),
        ("Flows it takes part in", &found.flows),
        ("Aspects that count for it", &found.aspects),
    ];
    let mut sections = vec![
        told.reached("Rests on it directly", direct, "nothing rests on it"),
        told.reached("Rests on it through others", farther, "nothing does so through others"),
    ];
    sections.extend(parts.into_iter().filter(|(_, nodes)| !nodes.is_empty()).map(|(heading, nodes)| {
        let rows = nodes.iter().take(MOST_NODES).map(|node| PageRow::default().naming(graph.node(*node)).to(*node));
        Section { total: nodes.len(), ..Section::new(heading, rows.collect(), "") }
    }));
    if !found.carriers.is_empty() {
        let rows = found.carriers.iter().take(MOST_NODES).map(|(node, reasons)| {
            let why: Vec<_> = reasons.iter().map(|reason| reason.in_words(graph)).collect();
            PageRow::default().naming(graph.node(*node)).and(Role::Dim, format!("  {}", why.join(", "))).to(*node)
        });
        sections
            .push(Section { total: found.carriers.len(), ..Section::new("Reached as part of it", rows.collect(), "") });
    }
    let title = format!("Impact of {}", names(graph.node(root)).0);
    Some(Page { title, parts: vec![Part::Whole(sections)] })
}

struct Told<'a> {
    request: &'a PageRequest,
    found: &'a Impact,
}

impl Told<'_> {
    /// Nodes with how surely they are reached, and by which edge; of longer ways the rest stands below.
    fn reached(&self, heading: &str, mut nodes: Vec<(NodeIx, u32, Reach)>, none: &'static str) -> Section {
        let graph = &*self.request.graph;
        nodes.sort_by(|one, other| {
            let id = |node: NodeIx| graph.node(node).id();
            let by_id = || (one.1, id(one.0)).cmp(&(other.1, id(other.0)));
            other.2.weight.total_cmp(&one.2.weight).then_with(by_id)
        });
        let is_weighed = graph.knows_confidence();
        let row = |(node, _, reach): &(NodeIx, u32, Reach)| {
            let weight = if is_weighed { format!("{:.2}  ", reach.weight) } else { String::new() };
            let row = PageRow::saying(Role::Lit, weight).naming(graph.node(*node)).and(Role::Dim, "  because ");
            let because = step(graph.edge(reach.edge));
            let words = row.words.into_iter().chain(because.words).collect();
            PageRow { words, ..PageRow::default() }.to(*node).by(reach.edge)
        };
        let mut rows = Vec::new();
        for entry in nodes.iter().take(MOST_NODES) {
            rows.push(row(entry));
            // The way from here back to what changes; the first step is told already.
            let way = self.found.because(entry.0);
            rows.extend(way.iter().rev().skip(1).take(MOST_STEPS).map(|edge| {
                let edge = graph.edge(*edge);
                step(edge).to(edge.to().ix()).indented(3)
            }));
        }
        Section { total: nodes.len(), ..Section::new(heading, rows, none) }
    }
}

/// Of a way that is longer, so many steps are shown.
const MOST_STEPS: usize = 3;
