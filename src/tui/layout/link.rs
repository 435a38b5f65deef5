//! The areas of the edge editor: the fields, the choices for the focused field, and the notes (sentence, warnings and the
//! row to be appended). `split` divides the height among them; on a small terminal fields come first, then the list, then
//! the notes, except that errors are always shown in full.

pub mod notes;

use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::overlay::{FORM_KEYS, LINK};
use crate::tui::pane_layout;
use crate::tui::state::{Field, State};
use ratatui::layout::Rect;

/// Number of list rows that take precedence over the row to be written.
const ROWS: u16 = 6;
/// Number of list rows that take precedence over the sentence and one line of advice.
const FEW_ROWS: u16 = 3;
/// The sentence, three lines of advice, and the row on two.
const NOTES: u16 = 6;
/// Number of relations that can be chosen by digit; all of them should be visible.
const NUMBERED: usize = 9;

/// The heights that the parts of the editor ask for.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wants {
    /// Rows of the list that should be visible.
    pub(super) list: u16,
    /// Lines that show all notes.
    pub(super) notes: u16,
    /// Lines that show the error in full.
    pub(super) problem: u16,
}

impl Wants {
    pub(super) fn new(list: usize, notes: usize, problem: usize) -> Self {
        let [list, notes, problem] = [list, notes, problem].map(|lines| u16::try_from(lines).unwrap_or(u16::MAX));
        Self { list, notes, problem }
    }
}

/// Number of list rows, of `rows`, that take precedence over the notes in full.
pub(super) fn few(rows: usize) -> usize {
    rows.min(usize::from(ROWS))
}

/// The areas of the parts of the editor, or of a similar form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorAreas<F = Field> {
    /// The visible fields, one line each.
    pub fields: Vec<(F, Rect)>,
    pub list: Rect,
    /// The line above the list, if there is room for one.
    pub above: Option<Rect>,
    /// The sentence, the warnings and the row.
    pub notes: Rect,
}

/// The areas of the parts of the editor. An error is shown in full, at the cost of the list.
pub fn areas(state: &State) -> EditorAreas {
    let area = pane_layout::inside(LINK.area(state));
    let Some(draft) = &state.draft else { return split(area, &Field::ALL, Field::From, Wants::default()) };
    let width = usize::from(area.width);
    let choices = draft.choices(&state.session.graph);
    let has_numbers = draft.focus == Field::Relation && draft.typed().is_empty();
    let list = if has_numbers { choices.min(NUMBERED) } else { few(choices) };
    let wants = Wants::new(list, notes::wanted(state, draft, width), notes::problem(state, width).len());
    split(area, &Field::ALL, draft.focus, wants)
}

/// Divides an area among the fields, the list and the notes.
pub(super) fn split<F: Copy + PartialEq>(area: Rect, all: &[F], focus: F, wants: Wants) -> EditorAreas<F> {
    let line = |row: u16| Rect { y: area.y + row, height: 1, ..area };
    // If not all fields fit, the focused one is visible.
    let seen = area.height.min(all.len() as u16);
    let at = all.iter().position(|field| *field == focus).unwrap_or(0);
    let first = (at + 1).saturating_sub(usize::from(seen));
    let fields = all.iter().copied().skip(first).take(usize::from(seen)).zip((0..seen).map(line)).collect();
    let rest = area.height - seen;
    let has_lines = rest >= ROWS + NOTES + 2;
    let lines = if has_lines { 2 } else { 0 };
    let room = rest - lines;
    let usual = rest.saturating_sub(ROWS + lines).min(NOTES).max(rest.saturating_sub(FEW_ROWS).min(2));
    // A list that asks for more than usual gets the lines that the notes do not need.
    let notes = usual.min(room.saturating_sub(wants.list)).max(wants.notes.min(usual));
    // The notes get the lines that the list leaves empty, and all but `ROWS` of its rows.
    let notes = notes.max(wants.notes.min(room.saturating_sub(wants.list.min(ROWS))));
    let notes = notes.max(wants.problem).min(room);
    let list = room - notes;
    let top = area.y + seen + u16::from(has_lines);
    EditorAreas {
        fields,
        above: has_lines.then(|| line(seen)),
        list: Rect { y: top, height: list, ..area },
        notes: Rect { y: area.bottom() - notes, height: notes, ..area },
    }
}

/// The key of an action of the editor.
pub fn key_of(state: &State, action: Action) -> String {
    let keys = state.setup.keymap.keys_of(&Context::Own(FORM_KEYS).chain(), action);
    keys.into_iter().next().unwrap_or_else(|| action.name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_editor_and_never_leave_it() {
        for height in 0..40 {
            for problem in [0, 1, 3, 9, 99] {
                for focus in Field::ALL {
                    let area = Rect { x: 1, y: 1, width: 60, height };
                    let places = split(area, &Field::ALL, focus, Wants { list: height / 2, notes: 3, problem });
                    let lines = if places.above.is_some() { 2 } else { 0 };
                    let all = places.fields.len() as u16 + places.list.height + places.notes.height + lines;
                    assert_eq!(all, height, "{height} {problem}");
                    assert!(places.list.bottom() <= area.bottom() && places.notes.bottom() == area.bottom());
                    assert_eq!(places.fields.iter().any(|(field, _)| *field == focus), height > 0);
                }
            }
        }
    }

    /// The heights of the fields, the list and the notes for the requested heights.
    fn heights(height: u16, list: u16, notes: u16) -> (usize, u16, u16) {
        let places = split(Rect::new(0, 0, 74, height), &Field::ALL, Field::To, Wants { list, notes, problem: 0 });
        (places.fields.len(), places.list.height, places.notes.height)
    }

    #[test]
    fn at_80x24_everything_is_visible() {
        assert_eq!(heights(20, ROWS, NOTES), (4, 8, NOTES));
    }

    #[test]
    fn at_80x24_nine_relations_are_visible_if_the_notes_do_not_need_the_line() {
        assert_eq!(heights(20, 9, 1), (4, 9, 5));
        assert_eq!(heights(20, 9, 5), (4, 9, 5));
        assert_eq!(heights(20, 9, 6), (4, 8, 6));
    }

    #[test]
    fn notes_take_the_lines_that_the_list_leaves() {
        assert_eq!(heights(20, 0, 9), (4, 5, 9));
        assert_eq!(heights(20, 2, 99), (4, 2, 12));
        assert_eq!(heights(20, ROWS, 99), (4, ROWS, 8));
        assert_eq!(heights(9, 0, 9), (4, 0, 5));
    }

    #[test]
    fn fields_come_before_the_list_and_the_list_before_the_row() {
        assert_eq!(heights(2, ROWS, NOTES), (2, 0, 0));
        assert_eq!(heights(7, ROWS, NOTES), (4, 3, 0));
        assert_eq!(heights(9, ROWS, NOTES), (4, 3, 2));
        assert_eq!(heights(12, ROWS, NOTES), (4, 6, 2));
        assert_eq!(heights(16, ROWS, NOTES), (4, 6, 6));
    }
}
