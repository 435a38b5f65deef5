//! Layout of a lineage: a layered (Sugiyama) drawing with one column per distance from the root and one row per node.
//!
//! The steps are: columns by distance, barycentre ordering to reduce crossings (`order`), row assignment by isotonic
//! regression (`rows`), and routing of connectors (`wiring`). A [`LineageLayout`] is computed once, on a worker thread;
//! afterwards drawing and navigation take time proportional to the visible part, by binary search, not to the size of
//! the lineage. [`LineageLook`] is the selection and scroll position.

mod build;
#[cfg(test)]
pub(crate) mod fixture;
mod geometry;
mod list;
mod look;
mod numbers;
mod order;
mod rows;
mod table;
#[cfg(test)]
mod tests;
mod walk;
mod wiring;

use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::Lineage;
pub(in crate::tui::view::lineage) use geometry::Geometry;
pub(in crate::tui::view::lineage) use list::ListRow;
pub(in crate::tui::view::lineage) use look::{LineageListLook, LineageLook};
use numbers::Numbers;
use std::ops::Range;
use table::Table;
use wiring::Wiring;
pub(crate) use wiring::{Gap, Link, Trunk};

/// The nodes at one distance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui::view::lineage) struct Column {
    /// Signed steps from the root.
    pub distance: i32,
    /// The places of its nodes, ordered by row.
    places: Range<u32>,
}

impl Column {
    pub(super) fn count(&self) -> usize {
        self.places.len()
    }
}

/// The position of a node. The root has row 0; rows above it are negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::view::lineage) struct Position {
    pub column: usize,
    pub row: i32,
}

/// A step towards the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::view::lineage) struct Step {
    pub next: NodeIx,
    /// The edge of the step, in either direction.
    pub edge: EdgeIx,
}

/// The layout of a lineage. Each listed node has a place: an index in column order, then row order.
#[derive(Debug, Clone)]
pub(in crate::tui::view::lineage) struct LineageLayout {
    root: NodeIx,
    root_column: usize,
    columns: Vec<Column>,
    /// The node at each place.
    nodes: Vec<NodeIx>,
    /// The row of each place.
    rows: Vec<i32>,
    row_bounds: (i32, i32),
    /// The place of each node. Missing nodes are not listed but may be on a path; they have the numbers after the
    /// places.
    numbers: Numbers,
    /// The step from each number.
    steps: Vec<Option<Step>>,
    wiring: Wiring,
    /// For each place, the edges that are not drawn.
    others: Table<EdgeIx>,
}

impl LineageLayout {
    /// Lays a lineage out; `None` if cancelled.
    pub(super) fn new(graph: &Graph, lineage: &Lineage, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        build::layout(graph, lineage, cancelled)
    }

    pub(super) fn root(&self) -> NodeIx {
        self.root
    }

    pub(super) fn root_column(&self) -> usize {
        self.root_column
    }

    /// The columns, ordered by distance.
    pub(super) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Number of nodes that have a place.
    #[cfg(test)]
    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The position of a node; `None` if it is not listed.
    pub(super) fn position(&self, node: NodeIx) -> Option<Position> {
        let place = self.place(node)?;
        Some(Position { column: self.column_of(place), row: self.row(place) })
    }

    /// The signed distance of a node; `None` if it is not listed.
    pub(super) fn distance(&self, node: NodeIx) -> Option<i32> {
        let column = self.columns.get(self.position(node)?.column)?;
        Some(column.distance)
    }

    pub(super) fn node_at(&self, position: Position) -> Option<NodeIx> {
        let (rows, first) = self.rows_of(position.column);
        let at = rows.binary_search(&position.row).ok()?;
        self.nodes.get(first + at).copied()
    }

    /// The first and last occupied row.
    pub(super) fn row_bounds(&self) -> (i32, i32) {
        self.row_bounds
    }

    /// The nodes of a column within these rows, and the number of nodes above and below.
    pub(super) fn nodes_in(&self, column: usize, rows: Range<i32>) -> Visible<'_> {
        let (all, first) = self.rows_of(column);
        let from = all.partition_point(|row| *row < rows.start);
        let to = all.partition_point(|row| *row < rows.end).max(from);
        Visible {
            nodes: &self.nodes[first + from..first + to],
            rows: &all[from..to],
            above: from,
            below: all.len() - to,
        }
    }

    /// The next step from a node towards the root; `None` for the root itself.
    pub(super) fn step(&self, node: NodeIx) -> Option<Step> {
        self.steps.get(self.numbers.get(node)? as usize).copied().flatten()
    }

    /// A shortest path from a node to the root, both included. Each step follows one edge and reduces the distance by
    /// one; it passes through a missing node only if there is no other path.
    pub(super) fn path(&self, node: NodeIx) -> impl Iterator<Item = NodeIx> {
        std::iter::successors(Some(node), |node| self.step(*node).map(|step| step.next))
    }

    /// [`Self::path`] as a vector.
    pub(super) fn path_to_root(&self, node: NodeIx) -> Vec<NodeIx> {
        self.path(node).collect()
    }

    /// The edges drawn between two nodes, in traversal order.
    pub(super) fn edges_between(&self, one: NodeIx, other: NodeIx) -> &[EdgeIx] {
        let (Some(one), Some(other)) = (self.place(one), self.place(other)) else { return &[] };
        let (left, right) = (one.min(other), one.max(other));
        let gap = self.column_of(left);
        let (inner, outer) = if gap < self.root_column { (right, left) } else { (left, right) };
        let link = self.wiring.trunk(gap, inner).and_then(|trunk| {
            let links = self.wiring.links(trunk);
            links.binary_search_by_key(&outer, |link| link.outer).ok().and_then(|at| links.get(at))
        });
        link.map(|link| self.wiring.edges(link)).unwrap_or_default()
    }

    /// The edges of a node that are not drawn: within its column, across more than one column, or to an unlisted node.
    pub(super) fn other_edges(&self, node: NodeIx) -> &[EdgeIx] {
        self.place(node).map(|place| self.others.row(place)).unwrap_or_default()
    }

    /// The gap between a column and the next.
    pub(crate) fn gap(&self, gap: usize) -> Option<&Gap> {
        self.wiring.gap(gap)
    }

    /// The trunks of a gap that intersect these rows.
    pub(crate) fn trunks_in(&self, gap: usize, rows: Range<i32>) -> impl Iterator<Item = &Trunk> {
        self.wiring.trunks_in(gap, rows.start, rows.end.saturating_sub(1))
    }

    /// The trunk of a node in a gap.
    pub(crate) fn trunk(&self, gap: usize, inner: u32) -> Option<&Trunk> {
        self.wiring.trunk(gap, inner)
    }

    /// The links of a node towards the root, each with the trunk it is part of.
    pub(crate) fn inward_links(&self, outer: u32) -> impl Iterator<Item = (&Link, &Trunk)> {
        self.wiring.inward(outer).filter_map(|link| Some((link, self.wiring.trunk_of(link)?)))
    }

    /// The links of a trunk that end in these rows, ordered by row.
    pub(crate) fn links_in(&self, trunk: &Trunk, rows: &Range<i32>) -> &[Link] {
        let links = self.wiring.links(trunk);
        let from = links.partition_point(|link| self.row(link.outer) < rows.start);
        let to = links.partition_point(|link| self.row(link.outer) < rows.end);
        links.get(from..to).unwrap_or_default()
    }

    /// The edges of a link, in traversal order.
    pub(crate) fn edges_of(&self, link: &Link) -> &[EdgeIx] {
        self.wiring.edges(link)
    }

    /// The first edges of a trunk, at most `most`.
    pub(crate) fn first_edges(&self, trunk: &Trunk, most: usize) -> &[EdgeIx] {
        self.wiring.first_edges(trunk, most)
    }

    pub(crate) fn place(&self, node: NodeIx) -> Option<u32> {
        self.numbers.get(node).filter(|number| (*number as usize) < self.nodes.len())
    }

    pub(crate) fn row(&self, place: u32) -> i32 {
        self.rows.get(place as usize).copied().unwrap_or_default()
    }

    fn column_of(&self, place: u32) -> usize {
        self.columns.partition_point(|column| column.places.end <= place)
    }

    /// The rows of a column, and its first place.
    fn rows_of(&self, column: usize) -> (&[i32], usize) {
        let Some(column) = self.columns.get(column) else { return (&[], 0) };
        let (from, to) = (column.places.start as usize, column.places.end as usize);
        (self.rows.get(from..to).unwrap_or_default(), from)
    }
}

/// The visible part of a column.
#[derive(Debug, Clone, Copy)]
pub(in crate::tui::view::lineage) struct Visible<'a> {
    nodes: &'a [NodeIx],
    rows: &'a [i32],
    /// Number of nodes above.
    pub above: usize,
    /// Number of nodes below.
    pub below: usize,
}

impl<'a> Visible<'a> {
    /// Number of visible nodes.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes with their rows, ordered by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = (NodeIx, i32)> + use<'a> {
        self.nodes.iter().copied().zip(self.rows.iter().copied())
    }
}
