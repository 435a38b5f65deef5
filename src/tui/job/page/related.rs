//! What has most to do with a node, and how the two are joined.

use super::{Page, PageBlock, PageRow, Section};
use crate::graph::{Graph, NodeIx};
use crate::query::{EdgeFilter, Related, reading, related};
use crate::tui::names::names;
use crate::tui::theme::Role;

/// So many are told.
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
            None => row.and(Role::Dim, "  through others"),
        }
    };
    let rows = related(graph, node, edges, MOST).iter().map(row).collect();
    let section =
        Section { total: 0, ..Section::new("what has most to do with it first", rows, "nothing has to do with it") };
    Page { title: format!("Related to {}", names(graph.node(node)).0), parts: vec![PageBlock::Whole(vec![section])] }
}
