//! Selection and scroll position of a list.

/// The selected row, and the first visible row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListCursor {
    /// Index of the selected row.
    pub cursor: usize,
    /// Index of the first visible row.
    pub offset: usize,
}

/// How the list scrolls to the selected row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follow {
    /// By as few rows as possible.
    Smoothly,
    /// By half a screen, so that a held key over a slow connection redraws all rows only now and then.
    ByHalves,
}

impl ListCursor {
    /// Moves by a number of rows.
    pub fn step(&mut self, by: isize, total: usize) {
        self.cursor = self.cursor.saturating_add_signed(by).min(total.saturating_sub(1));
    }

    /// Selects a row, or the last one if there are fewer.
    pub fn go(&mut self, to: usize, total: usize) {
        self.cursor = to.min(total.saturating_sub(1));
    }

    /// Scrolls to the selected row; `seen` rows are visible.
    pub fn follow(&mut self, seen: usize, total: usize, how: Follow) {
        self.cursor = self.cursor.min(total.saturating_sub(1));
        let last = total.saturating_sub(seen);
        let half = seen / 2;
        if self.cursor < self.offset {
            self.offset = match how {
                Follow::Smoothly => self.cursor,
                Follow::ByHalves => self.cursor.saturating_sub(half),
            };
        } else if self.cursor >= self.offset + seen.max(1) {
            self.offset = match how {
                Follow::Smoothly => self.cursor + 1 - seen.max(1),
                Follow::ByHalves => self.cursor.saturating_sub(half),
            };
        }
        self.offset = self.offset.min(last);
    }

    /// Scrolls, moving the selected row only if it would leave the visible part.
    pub fn scroll(&mut self, by: isize, seen: usize, total: usize) {
        self.offset = self.offset.saturating_add_signed(by).min(total.saturating_sub(seen));
        let last = (self.offset + seen.saturating_sub(1)).min(total.saturating_sub(1));
        self.cursor = self.cursor.clamp(self.offset.min(last), last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_selected_row_is_followed_smoothly_or_by_halves() {
        let mut rows = ListCursor { cursor: 10, offset: 0 };
        rows.follow(10, 100, Follow::Smoothly);
        assert_eq!(rows.offset, 1);
        let mut rows = ListCursor { cursor: 10, offset: 0 };
        rows.follow(10, 100, Follow::ByHalves);
        assert_eq!(rows.offset, 5);
        rows.go(0, 100);
        rows.follow(10, 100, Follow::ByHalves);
        assert_eq!(rows.offset, 0);
    }

    proptest! {
        #[test]
        fn the_selected_row_is_always_visible(
            moves in prop::collection::vec((-40isize..40, 0usize..30, 0usize..60, any::<bool>(), any::<bool>()), 0..30)
        ) {
            let mut rows = ListCursor::default();
            for (by, seen, total, smoothly, wheel) in moves {
                if wheel {
                    rows.scroll(by, seen, total);
                } else {
                    rows.step(by, total);
                }
                rows.follow(seen, total, if smoothly { Follow::Smoothly } else { Follow::ByHalves });
                prop_assert!(rows.cursor < total.max(1));
                prop_assert!(rows.offset <= rows.cursor);
                prop_assert!(rows.cursor < rows.offset + seen.max(1) );
            }
        }
    }
}
