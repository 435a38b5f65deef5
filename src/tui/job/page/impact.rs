//! What a change of a node reaches, the surest first, each with the edge by which it does.

use super::argument::step;
use super::{Page, PageRequest, PageRow, Part, Section};
use crate::graph::{Graph, NodeIx};
use crate::query::{EdgeFilter, Reach, RelationFilter, impact};
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
    let parts = [
        ("Lies below it", &found.descendants),
        ("Flows it takes part in", &found.flows),
        ("Aspects that count for it", &found.aspects),
    ];
    let mut sections = vec![
        reached(graph, "Rests on it directly", direct, "nothing rests on it"),
        reached(graph, "Rests on it through others", farther, "nothing does so through others"),
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

/// Nodes with how surely they are reached, and by which edge. Where that edge comes from is told further up.
fn reached(graph: &Graph, heading: &str, mut nodes: Vec<(NodeIx, u32, Reach)>, none: &'static str) -> Section {
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
    let rows = nodes.iter().take(MOST_NODES).map(row).collect();
    Section { total: nodes.len(), ..Section::new(heading, rows, none) }
}
