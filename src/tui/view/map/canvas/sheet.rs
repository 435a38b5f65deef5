//! An occupancy grid of the map's cells, used to place labels where they hide least.

use ratatui::layout::Rect;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Free,
    Line,
    Head,
    Taken,
}

/// The use of each cell of an area.
pub(super) struct Sheet {
    area: Rect,
    uses: Vec<Use>,
}

impl Sheet {
    pub(super) fn new(area: Rect) -> Self {
        Self { area, uses: vec![Use::Free; usize::from(area.width) * usize::from(area.height)] }
    }

    pub(super) fn area(&self) -> Rect {
        self.area
    }

    /// Marks a cell as part of a line.
    pub(super) fn line(&mut self, cell: (u16, u16)) {
        self.put(cell, Use::Line);
    }

    /// Marks a cell as an arrow head.
    pub(super) fn head(&mut self, cell: (u16, u16)) {
        self.put(cell, Use::Head);
    }

    /// Marks cells as occupied: nothing else may be drawn there.
    pub(super) fn take(&mut self, area: Rect) {
        for position in area.intersection(self.area).positions() {
            self.put((position.x, position.y), Use::Taken);
        }
    }

    /// How much a text in this area would hide; `None` if the area, with a blank column on either side, is not free.
    pub(super) fn cost(&self, area: Rect) -> Option<u32> {
        if area.is_empty() || area.intersection(self.area) != area {
            return None;
        }
        let mut cost = 0;
        for position in with_sides(area, self.area).positions() {
            cost += match self.at((position.x, position.y)) {
                Use::Free => 0,
                Use::Line => 1,
                Use::Head => 4,
                Use::Taken => return None,
            };
        }
        Some(cost)
    }

    fn at(&self, cell: (u16, u16)) -> Use {
        self.index(cell).map_or(Use::Taken, |at| self.uses[at])
    }

    fn put(&mut self, cell: (u16, u16), used: Use) {
        if let Some(at) = self.index(cell) {
            self.uses[at] = used;
        }
    }

    fn index(&self, (x, y): (u16, u16)) -> Option<usize> {
        let (column, row) = (x.checked_sub(self.area.x)?, y.checked_sub(self.area.y)?);
        let is_inside = column < self.area.width && row < self.area.height;
        is_inside.then(|| usize::from(row) * usize::from(self.area.width) + usize::from(column))
    }
}

/// A text's area with one more column on either side, clipped to the map.
pub(super) fn with_sides(text: Rect, picture: Rect) -> Rect {
    Rect { x: text.x.saturating_sub(1), width: text.width.saturating_add(2), ..text }.intersection(picture)
}
