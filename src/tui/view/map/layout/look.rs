//! The viewport of a map: selected node, centre and zoom, and the projection from world coordinates to cells.

use super::{Arrangement, MapLayout, Point, Way};
use crate::graph::NodeIx;
use ratatui::layout::Rect;

/// Height of a terminal row, in column widths.
const ROW: f64 = 2.0;
/// Zoom factor of one step.
const NEARER: f64 = 1.5;
/// Maximum and minimum zoom, relative to the whole map.
const NEAREST: f64 = 24.0;
const FURTHEST: f64 = 0.5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::view::map) enum Zoom {
    In,
    Out,
}

/// The viewport of a map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::tui::view::map) struct MapLook {
    pub selected: NodeIx,
    /// The point at the centre of the screen.
    pub centre: Point,
    /// Columns per world unit.
    pub zoom: f64,
}

impl MapLook {
    /// A viewport that shows the whole map, with a node selected.
    pub(crate) fn new(selected: NodeIx, layout: &MapLayout, area: Rect) -> Self {
        Self { selected, centre: Point::default(), zoom: 1.0 }.fit(layout, area)
    }

    /// Shows the whole map, as large as possible with some room for labels.
    #[must_use]
    pub(crate) fn fit(self, layout: &MapLayout, area: Rect) -> Self {
        let (width, height) = (f64::from(area.width), f64::from(area.height));
        // In a layered map, labels are mostly to the right of their nodes.
        let (left, right) = match layout.arrangement() {
            Arrangement::Forces => (width / 8.0, width / 8.0),
            Arrangement::Layers => (width / 16.0, width / 4.0),
        };
        let bounds = layout.bounds();
        let rows = (height - 3.0).max(1.0);
        let columns = (width - left - right).max(1.0);
        let zoom = (columns / bounds.width().max(1e-6)).min(rows * ROW / bounds.height().max(1e-6));
        // A map of a single point has no natural scale.
        let zoom = if bounds.width().max(bounds.height()) > 1e-6 { zoom } else { columns };
        let middle = bounds.middle();
        Self { centre: Point { x: middle.x + (right - left) / 2.0 / zoom, y: middle.y }, zoom, ..self }
    }

    /// Zooms in or out; the selected node keeps its position on the screen.
    #[must_use]
    pub(crate) fn zoomed(self, zoom: Zoom, layout: &MapLayout, area: Rect) -> Self {
        let whole = self.fit(layout, area).zoom;
        let wanted = match zoom {
            Zoom::In => self.zoom * NEARER,
            Zoom::Out => self.zoom / NEARER,
        };
        let wanted = wanted.clamp(whole * FURTHEST, whole * NEAREST);
        let still = layout.at(self.selected).filter(|at| self.cell(area, *at).is_some()).unwrap_or(self.centre);
        let part = self.zoom / wanted;
        let centre =
            Point { x: still.x + (self.centre.x - still.x) * part, y: still.y + (self.centre.y - still.y) * part };
        Self { centre, zoom: wanted, ..self }
    }

    /// Pans by a quarter of the screen, but never past the last node.
    #[must_use]
    pub(crate) fn panned(self, direction: Way, layout: &MapLayout, area: Rect) -> Self {
        let across = f64::from(area.width) / self.zoom / 4.0;
        let up = f64::from(area.height) * ROW / self.zoom / 4.0;
        let (x, y) = match direction {
            Way::Up => (0.0, up),
            Way::Down => (0.0, -up),
            Way::Left => (-across, 0.0),
            Way::Right => (across, 0.0),
        };
        let bounds = layout.bounds();
        let centre = Point {
            x: (self.centre.x + x).clamp(bounds.least.x, bounds.most.x),
            y: (self.centre.y + y).clamp(bounds.least.y, bounds.most.y),
        };
        Self { centre, ..self }
    }

    /// Centres the selected node if it is out of view or at the very edge. If it is not on the map, the root is
    /// selected instead.
    #[must_use]
    pub(crate) fn follow(self, layout: &MapLayout, area: Rect) -> Self {
        let selected = if layout.at(self.selected).is_some() { Some(self.selected) } else { layout.root() };
        let Some((selected, at)) = selected.and_then(|node| Some((node, layout.at(node)?))) else { return self };
        let (column, row) = self.place(area, at);
        let is_inside = |at: f64, size: u16, edge: f64| {
            let edge = edge.min(f64::from(size) / 4.0);
            at >= edge && at < f64::from(size) - edge
        };
        let x = if is_inside(column, area.width, 4.0) { self.centre.x } else { at.x };
        let y = if is_inside(row, area.height, 1.0) { self.centre.y } else { at.y };
        Self { selected, centre: Point { x, y }, ..self }
    }

    /// Projects a point to columns and rows relative to the corner of the area.
    pub(crate) fn place(self, area: Rect, point: Point) -> (f64, f64) {
        let column = f64::from(area.width) / 2.0 + (point.x - self.centre.x) * self.zoom;
        let row = f64::from(area.height) / 2.0 - (point.y - self.centre.y) * self.zoom / ROW;
        (column, row)
    }

    /// The cell of a point; `None` if it is out of view.
    pub(crate) fn cell(self, area: Rect, point: Point) -> Option<(u16, u16)> {
        let (column, row) = self.place(area, point);
        let inside = |at: f64, size: u16| u16::try_from(at.floor() as i64).ok().filter(|at| *at < size);
        Some((area.x.checked_add(inside(column, area.width)?)?, area.y.checked_add(inside(row, area.height)?)?))
    }
}
