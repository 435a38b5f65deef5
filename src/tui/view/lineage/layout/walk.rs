//! Keyboard navigation between the nodes of a lineage.

use super::LineageLayout;
use crate::graph::NodeIx;
use crate::tui::layout::way::Way;

impl LineageLayout {
    /// The next node in a direction: the adjacent one in the same column; in the next column, the nearest linked node,
    /// or the nearest node if none is linked.
    pub(crate) fn neighbour(&self, node: NodeIx, way: Way) -> Option<NodeIx> {
        let place = self.place(node)?;
        let column = self.column_of(place);
        match way {
            Way::Up => self.within(column, place.checked_sub(1)?),
            Way::Down => self.within(column, place.checked_add(1)?),
            Way::Left => self.beside(place, column, column.checked_sub(1)?),
            Way::Right => self.beside(place, column, column.checked_add(1)?),
        }
    }

    /// The node `by` places further down in the same column (up if negative), clamped to the column.
    pub(crate) fn moved(&self, node: NodeIx, by: i64) -> Option<NodeIx> {
        let place = self.place(node)?;
        let places = &self.columns.get(self.column_of(place))?.places;
        let wanted = i64::from(place).saturating_add(by).clamp(i64::from(places.start), i64::from(places.end) - 1);
        self.nodes.get(usize::try_from(wanted).ok()?).copied()
    }

    fn within(&self, column: usize, place: u32) -> Option<NodeIx> {
        let inside = self.columns.get(column)?.places.contains(&place);
        self.nodes.get(place as usize).copied().filter(|_| inside)
    }

    fn beside(&self, place: u32, column: usize, next: usize) -> Option<NodeIx> {
        let row = self.row(place);
        let away = |other: &u32| (self.row(*other).abs_diff(row), *other);
        let outward = column.abs_diff(self.root_column) < next.abs_diff(self.root_column);
        let joined = if outward {
            let links = self.wiring.trunk(column.min(next), place).map(|trunk| self.wiring.links(trunk));
            let links = links.unwrap_or_default();
            let at = links.partition_point(|link| self.row(link.outer) < row);
            let near = links.get(at.saturating_sub(1)..).unwrap_or_default().iter().take(2);
            near.map(|link| link.outer).min_by_key(away)
        } else {
            self.wiring.inward(place).map(|link| link.inner).min_by_key(away)
        };
        let nearest = || {
            let (rows, first) = self.rows_of(next);
            let at = first + rows.partition_point(|other| *other < row);
            let near = [at.checked_sub(1), Some(at)].into_iter().flatten().map(|at| at as u32);
            near.filter(|at| self.columns[next].places.contains(at)).min_by_key(away)
        };
        let place = joined.or_else(|| (next < self.columns.len()).then(nearest).flatten())?;
        self.nodes.get(place as usize).copied()
    }
}
