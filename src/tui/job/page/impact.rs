//! The impact page: nodes affected by a change to a node, most certain first, each with the edge that affects it.

use super::step::step;
use super::{Page, PageBlock, PageRequest, PageRow, Section};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{EdgeFilter, Event, Reach, RelationFilter, impact};
use crate::system::yggdrasil::aspects::Reason;
use crate::system::yggdrasil::impact::model_impact;
use crate::tui::names::names;
use crate::tui::theme::Role;

/// Maximum number of rows per list.
const MOST_ROWS: usize = 500;

pub(super) fn page(request: &PageRequest, root: NodeIx, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Page> {
    let graph = &*request.graph;
    let edges = EdgeFilter { trust: request.trust, ..EdgeFilter::of(RelationFilter::Any) };
    let found = impact(graph, root, &edges);
    let model = model_impact(graph, root);
    if cancelled() {
        return None;
    }
    let mut direct: Vec<_> = found.direct.iter().map(|one| (one.node, 1, one.reach)).collect();
    direct.dedup_by_key(|(node, ..)| *node);
    let farther: Vec<_> = found.transitive.iter().map(|one| (one.node, one.distance, one.reach)).collect();
    let mut sections = vec![
        reached(graph, "Direct dependents", direct, "No dependents"),
        reached(graph, "Indirect dependents", farther, "No indirect dependents"),
    ];
    if !found.events.is_empty() {
        let row = |event: &Event| {
            let row = PageRow::default().naming(graph.node(event.node)).and(Role::Dim, "  because ");
            let words = row.words.into_iter().chain(step(graph.edge(event.edge)).words).collect();
            PageRow { words, ..PageRow::default() }.to(event.node).by(event.edge)
        };
        let rows = found.events.iter().take(MOST_ROWS).map(row).collect();
        sections.push(Section { total: found.events.len(), ..Section::new("Linked by events", rows, "") });
    }
    let joined = [("Descendants", &model.descendants), ("Flows", &model.flows)];
    sections.extend(joined.into_iter().filter(|(_, nodes)| !nodes.is_empty()).map(|(heading, nodes)| {
        let row = |(node, edge): &(NodeIx, EdgeIx)| PageRow::default().naming(graph.node(*node)).to(*node).by(*edge);
        let rows = nodes.iter().take(MOST_ROWS).map(row).collect();
        Section { total: nodes.len(), ..Section::new(heading, rows, "") }
    }));
    let reasoned = [("Effective aspects", &model.aspects), ("Affected as part of it", &model.carriers)];
    sections.extend(reasoned.into_iter().filter(|(_, nodes)| !nodes.is_empty()).map(|(heading, nodes)| {
        let reasons = || nodes.iter().flat_map(|(node, reasons)| reasons.iter().map(|reason| (*node, *reason)));
        let row = |(node, reason): (NodeIx, Reason)| {
            let why = format!("  {}", reason.why.in_words(graph));
            PageRow::default().naming(graph.node(node)).and(Role::Dim, why).to(node).by(reason.edge)
        };
        // One row per reason, so that each shows its edge.
        Section { total: reasons().count(), ..Section::new(heading, reasons().take(MOST_ROWS).map(row).collect(), "") }
    }));
    let title = format!("Impact of {}", names(graph.node(root)).0);
    Some(Page { title, total: String::new(), parts: vec![PageBlock::Whole(sections)] })
}

/// Affected nodes with weight and edge. The source of that edge is listed further up.
fn reached(graph: &Graph, heading: &str, mut nodes: Vec<(NodeIx, u32, Reach)>, none: &'static str) -> Section {
    nodes.sort_by(|one, other| {
        let id = |node: NodeIx| graph.node(node).id();
        let by_id = || (one.1, id(one.0)).cmp(&(other.1, id(other.0)));
        other.2.weight.total_cmp(&one.2.weight).then_with(by_id)
    });
    let is_weighed = graph.has_confidence();
    let row = |(node, _, reach): &(NodeIx, u32, Reach)| {
        let weight = if is_weighed { format!("{:.2}  ", reach.weight) } else { String::new() };
        let row = PageRow::saying(Role::Lit, weight).naming(graph.node(*node)).and(Role::Dim, "  because ");
        let because = step(graph.edge(reach.edge));
        let words = row.words.into_iter().chain(because.words).collect();
        PageRow { words, ..PageRow::default() }.to(*node).by(reach.edge)
    };
    let rows = nodes.iter().take(MOST_ROWS).map(row).collect();
    Section { total: nodes.len(), ..Section::new(heading, rows, none) }
}
