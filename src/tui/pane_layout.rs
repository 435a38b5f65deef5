//! The areas of the screen: header, panes, overlays and footer, with the breakpoints for narrow terminals. Drawing,
//! paging and mouse handling all use [`PaneLayout`], so they always agree.

use super::state::State;
use super::view::{PaneRef, ViewRef};
use ratatui::layout::Rect;

/// Minimum width for three panes.
const THREE_PANES: u16 = 100;
/// Minimum width for two panes.
const TWO_PANES: u16 = 60;
/// Minimum heights for one and two lines of the time bar while a past state is shown.
const PAST_ONE_LINE: u16 = 8;
const PAST_TWO_LINES: u16 = 16;

/// The areas of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaneLayout {
    pub header: Rect,
    pub footer: Rect,
    /// The time bar above the footer; empty in the present.
    pub past: Rect,
    /// The visible panes, from left to right.
    pub panes: Vec<(PaneRef, Rect)>,
}

impl PaneLayout {
    pub fn of(state: &State) -> Self {
        Self::at(state.size, state.view, state.focused(), state.session.past.is_some())
    }

    fn at((width, height): (u16, u16), view: ViewRef, focused: PaneRef, in_past: bool) -> Self {
        let body = body((width, height));
        let (header, footer) = (body.y, height.saturating_sub(body.bottom()));
        let lines = u16::from(height >= PAST_ONE_LINE) + u16::from(height >= PAST_TWO_LINES);
        let lines = if in_past { lines } else { 0 };
        let left = Rect { height: body.height - lines, ..body };
        Self {
            header: Rect { x: 0, y: 0, width, height: header },
            footer: Rect { x: 0, y: height.saturating_sub(footer), width, height: footer },
            past: Rect { y: left.bottom(), height: lines, ..body },
            panes: panes(left, view, focused),
        }
    }

    /// The area of a pane, if it is visible.
    pub fn pane(&self, wanted: PaneRef) -> Option<Rect> {
        self.panes.iter().find(|(pane, _)| *pane == wanted).map(|(_, area)| *area)
    }

    /// The rows of a pane's list, if the pane is visible.
    pub fn rows(&self, pane: PaneRef) -> Option<Rect> {
        self.pane(pane).map(|area| rows_of(pane, area))
    }

    /// The pane at a cell.
    pub fn at_cell(&self, x: u16, y: u16) -> Option<PaneRef> {
        self.panes.iter().find(|(_, area)| area.contains((x, y).into())).map(|(pane, _)| *pane)
    }
}

/// The area between header and footer.
pub fn body((width, height): (u16, u16)) -> Rect {
    let (header, footer) = (u16::from(height > 1), u16::from(height > 3));
    Rect { x: 0, y: header, width, height: height.saturating_sub(header + footer) }
}

fn panes(body: Rect, view: ViewRef, focused: PaneRef) -> Vec<(PaneRef, Rect)> {
    let all = view.about().panes;
    let (width, focus_at) = (body.width, all.iter().position(|pane| *pane == focused).unwrap_or(0));
    let split = |panes: &[(PaneRef, u16)]| {
        let mut x = body.x;
        let place = |(pane, width): &(PaneRef, u16)| {
            let area = Rect { x, width: *width, ..body };
            x += width;
            (*pane, area)
        };
        panes.iter().map(place).collect::<Vec<_>>()
    };
    match all {
        [first, second, third] if width >= THREE_PANES => {
            let (left, right) = ((width * 28 / 100).min(48), (width * 30 / 100).min(72));
            split(&[(*first, left), (*second, width - left - right), (*third, right)])
        }
        [first, second, third] if width >= TWO_PANES => {
            let (one, other, left) =
                if focus_at == 2 { (second, third, width / 2) } else { (first, second, width * 38 / 100) };
            split(&[(*one, left), (*other, width - left)])
        }
        [main, side] if width >= THREE_PANES => {
            let right = (width * 32 / 100).min(72);
            split(&[(*main, width - right), (*side, right)])
        }
        [main, side] if width >= TWO_PANES && focus_at == 1 => split(&[(*main, width / 2), (*side, width - width / 2)]),
        [main, ..] if focus_at == 0 => split(&[(*main, width)]),
        _ => split(&[(focused, width)]),
    }
}

/// The inside of a pane's frame.
pub fn inside(area: Rect) -> Rect {
    Rect {
        x: area.x.saturating_add(1).min(area.right()),
        y: area.y.saturating_add(1).min(area.bottom()),
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(2),
    }
}

/// The rows of a pane's list.
pub fn rows_of(pane: PaneRef, area: Rect) -> Rect {
    let inner = inside(area);
    let top = u16::from(pane.has_prompt()).min(inner.height);
    let bottom = pane.summary_lines(inner);
    Rect { y: inner.y + top, height: inner.height.saturating_sub(top + bottom), ..inner }
}

/// The input line of a pane.
pub fn prompt_of(pane: PaneRef, area: Rect) -> Option<Rect> {
    let inner = inside(area);
    (pane.has_prompt() && inner.height > 0).then_some(Rect { height: 1, ..inner })
}

/// The lines with details of the selected row.
pub fn summary_of(pane: PaneRef, area: Rect) -> Rect {
    let inner = inside(area);
    let lines = pane.summary_lines(inner);
    Rect { y: inner.bottom() - lines, height: lines, ..inner }
}

/// The area of a dialog with as many rows as `rows` returns for the columns inside it.
pub fn dialog(size: (u16, u16), wanted_width: u16, rows: impl FnOnce(usize) -> usize) -> Rect {
    let width = dialog_width(size.0, wanted_width);
    centred(size, width, u16::try_from(rows(usize::from(width.saturating_sub(2)))).unwrap_or(u16::MAX))
}

fn dialog_width(width: u16, wanted: u16) -> u16 {
    wanted.min(width.saturating_sub(4).max(width.min(20)))
}

/// A frame around a number of rows, a little above the middle of the screen.
fn centred((width, height): (u16, u16), columns: u16, rows: u16) -> Rect {
    let tall = rows.saturating_add(2).min(height.saturating_sub(2).max(height.min(6)));
    Rect { x: (width - columns) / 2, y: (height - tall) / 3, width: columns, height: tall }
}

/// An area without its first lines.
pub fn below(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect { y: area.y + lines, height: area.height - lines, ..area }
}

/// The lines with details of the selected row of the log or of a page.
pub fn row_summary(state: &State) -> Rect {
    let inner = inside(body(state.size));
    let lines = if inner.height >= 8 { 3 } else { 0 };
    Rect { y: inner.bottom() - lines, height: lines, ..inner }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::view;

    #[test]
    fn panes_cover_the_body_side_by_side_at_every_size() {
        for width in 0..220 {
            for height in [0, 1, 2, 3, 4, 5, 24, 60] {
                for view in view::ALL {
                    for (focused, in_past) in view.about().panes.iter().flat_map(|pane| [(pane, false), (pane, true)]) {
                        let places = PaneLayout::at((width, height), view, *focused, in_past);
                        let mut x = 0;
                        for (pane, area) in &places.panes {
                            assert_eq!(area.x, x, "{view:?} {width}");
                            x += area.width;
                            let rows = rows_of(*pane, *area);
                            assert!(rows.bottom() <= area.bottom().max(rows.y), "{view:?} {width}x{height}");
                            assert!(summary_of(*pane, *area).bottom() <= area.bottom().max(1));
                        }
                        assert_eq!(x, width);
                        assert!(places.panes.iter().any(|(pane, _)| pane == focused), "{view:?} {width}");
                    }
                }
            }
        }
    }

    #[test]
    fn three_panes_from_100_columns_two_from_60_one_below() {
        let explore = view::first();
        let count = |width, focused: usize| {
            PaneLayout::at((width, 24), explore, explore.about().panes[focused], false).panes.len()
        };
        assert_eq!([count(100, 0), count(99, 0), count(60, 2)], [3, 2, 2]);
        assert_eq!(count(59, 2), 1);
    }
}
