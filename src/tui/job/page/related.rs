//! The related page: the nodes most closely related to a node, and the edge between them.

use super::{Page, PageBlock, PageRow, Section};
use crate::graph::{Graph, NodeIx};
use crate::query::{EdgeFilter, Related, reading, related};
use crate::tui::names::names;
use crate::tui::theme::Role;

/// Maximum number of nodes shown.
const MOST: usize = 20;

pub(super) fn page(graph: &Graph, node: NodeIx, edges: &EdgeFilter) -> Page {
    let row = |one: &Related| {
        let other = graph.node(one.node);
        let row = PageRow::default().naming(other).to(one.node);
        let row = match names(other).1 {
            "" => row,
            title => row.and(Role::Text, format!("  {title}")),
        };
        match one.edge.map(|edge| graph.edge(edge)) {
            Some(edge) => row.and(Role::Dim, format!("  {}", reading(edge, node))).by(edge.ix()),
            None => row.and(Role::Dim, "  indirectly"),
        }
    };
    let rows = related(graph, node, edges, MOST).iter().map(row).collect();
    let section = Section { total: 0, ..Section::new("closest first", rows, "No related nodes") };
    Page {
        title: format!("Related to {}", names(graph.node(node)).0),
        total: String::new(),
        parts: vec![PageBlock::Whole(vec![section])],
    }
}
