//! Draws the edge editor: the fields, the choices for the focused field, and the notes (sentence, warnings and the row
//! to be appended). `split` divides the height among them; on a small terminal fields come first, then the list, then
//! the notes, except that errors are always shown in full.

pub(super) mod list;
pub(super) mod notes;

use super::pen::Pen;
use crate::text::count;
use crate::tui::action::Action;
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::pane_layout;
use crate::tui::state::{Field, LinkDraft, Overlay, Phase, Prompt, State};
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// Width of a field's label, including the blank behind it.
const LABEL: usize = 10;
/// Hint in the empty reason field.
pub(super) const WHY: &str = "optional";
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
    pub(super) above: Option<Rect>,
    /// The sentence, the warnings and the row.
    pub(super) notes: Rect,
}

/// The areas of the parts of the editor. An error is shown in full, at the cost of the list.
pub fn editor_areas(state: &State) -> EditorAreas {
    let area = pane_layout::inside(pane_layout::overlay(state, &Overlay::Editor));
    let Some(draft) = &state.draft else { return split(area, &Field::ALL, Field::From, Wants::default()) };
    let mut nowhere = Buffer::empty(Rect::default());
    let pen = Pen::new(state, &mut nowhere);
    let width = usize::from(area.width);
    let choices = draft.choices(&state.graph);
    let has_numbers = draft.focus == Field::Relation && draft.typed().is_empty();
    let list = if has_numbers { choices.min(NUMBERED) } else { few(choices) };
    let wants = Wants::new(list, notes::wanted(&pen, draft, width), notes::problem(&pen, width).len());
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

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let Some(draft) = &state.draft else { return };
    pen.boxed(area, true, "Link", &notice(pen, draft));
    let places = editor_areas(state);
    for (name, line) in &places.fields {
        field(pen, draft, *name, *line);
    }
    if let Some(line) = places.above {
        rule(pen, line, &list::heading(state, draft));
        rule(pen, Rect { y: places.list.bottom(), ..line }, &next_step(pen, draft, places.notes));
    }
    list::draw(pen, draft, places.list);
    notes::draw(pen, draft, places.notes);
}

/// Whether the draft was resumed, or which saved draft can be restored instead of it.
fn notice(pen: &Pen<'_>, draft: &LinkDraft) -> String {
    let named = |draft: &LinkDraft| match &draft.start.on[..] {
        [one] => words::fitted_middle(one, 24, pen.symbols),
        many => count(many.len(), "node"),
    };
    let (dot, over, restore) = (pen.symbols.dot, key_of(pen, Action::StartOver), key_of(pen, Action::RestoreDraft));
    match (draft.is_resumed, &pen.state.saved_drafts[..]) {
        (true, _) => format!("resumed draft {dot} {over} starts over"),
        (false, []) => String::new(),
        (false, [last]) => format!("{restore} restores the draft for {}", named(last)),
        (false, [others @ .., last]) => {
            format!("{restore} restores the draft for {}, {} more", named(last), others.len())
        }
    }
}

/// The key that adds the rows, once all fields are filled in, and the number of rows.
fn next_step(pen: &Pen<'_>, draft: &LinkDraft, notes: Rect) -> String {
    let rows = draft.preview.as_ref().and_then(|preview| Some(preview.rows.as_ref().ok()?.len())).unwrap_or(0);
    let is_ready = draft.missing().is_none() && draft.phase == Phase::Open;
    let key = key_of(pen, Action::Accept);
    let are_all_seen = notes::shows_all_rows(pen, draft, notes);
    match (rows, is_ready) {
        (0, _) | (1, false) => String::new(),
        (1, true) => format!("{key} adds this row"),
        (_, true) if are_all_seen => format!("{key} adds these {}", count(rows, "row")),
        (_, true) => format!("{key} adds {}, first:", count(rows, "row")),
        (_, false) if are_all_seen => count(rows, "row"),
        (_, false) => format!("{}, first:", count(rows, "row")),
    }
}

/// The key of an action of the editor.
pub(super) fn key_of(pen: &Pen<'_>, action: Action) -> String {
    let keys = pen.state.setup.keymap.keys_of(crate::tui::keymap::Context::Editor.chain(), action);
    keys.into_iter().next().unwrap_or_else(|| action.name().to_owned())
}

/// A horizontal line with text in it.
pub(super) fn rule(pen: &mut Pen<'_>, area: Rect, words: &str) {
    let border = pen.symbols.border.horizontal_top;
    let width = usize::from(area.width);
    let mut spans = Vec::new();
    if !words.is_empty() {
        spans.push(Span::styled(border.to_owned(), pen.style(Role::Border)));
        spans.push(pen.span(Role::Dim, &format!(" {words} "), width.saturating_sub(2)));
    }
    let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
    spans.push(Span::styled(border.repeat(width.saturating_sub(taken)), pen.style(Role::Border)));
    pen.line(area, 0, &Line::from(spans));
}

fn field(pen: &mut Pen<'_>, draft: &LinkDraft, name: Field, line: Rect) {
    let has_keys = draft.focus == name;
    let taken = draft.entry(name).map(|entry| &entry.taken[..]).unwrap_or_default();
    if taken.is_empty() {
        let prompt = draft.entry(name).map_or(&draft.reason, |entry| &entry.prompt);
        let hint = if name == Field::Reason { WHY } else { "" };
        return typed(pen, name.name(), prompt, has_keys, hint, line);
    }
    let role = if name == Field::Relation { Role::Relation } else { Role::Id };
    chosen(pen, name.name(), taken, has_keys, role, line);
}

/// The label in front of a field, and how wide it is.
fn labelled(pen: &Pen<'_>, name: &str, has_keys: bool, line: Rect) -> (String, usize) {
    let cursor = if has_keys { pen.symbols.cursor } else { " " };
    // On a narrow screen, the label is shortened in favour of the typed text.
    let label_room = match line.width {
        30.. => LABEL - 1,
        16.. => 5,
        _ => 1,
    };
    let label = format!("{cursor}{name}");
    (words::padded(words::start(&label, label_room), label_room, pen.symbols), label_room)
}

/// A field that contains typed text.
pub(super) fn typed(pen: &mut Pen<'_>, name: &str, prompt: &Prompt, has_keys: bool, hint: &str, line: Rect) {
    let (label, _) = labelled(pen, name, has_keys, line);
    pen.prompt(line, &label, prompt, has_keys, hint);
}

/// A field that contains chosen values.
pub(super) fn chosen(pen: &mut Pen<'_>, name: &str, taken: &[String], has_keys: bool, role: Role, line: Rect) {
    let (label, label_room) = labelled(pen, name, has_keys, line);
    let room = usize::from(line.width).saturating_sub(label_room + 1);
    let mut spans = vec![Span::styled(format!("{label} "), pen.style(Role::Dim))];
    let shown = match taken {
        [one] => words::fitted_middle(one, room, pen.symbols),
        many => words::fitted(&format!("{}: {}", count(many.len(), "node"), many.join(", ")), room, pen.symbols),
    };
    let width = words::width(&shown);
    spans.push(Span::styled(shown, pen.style(role)));
    spans.extend(about(pen, role, taken, room.saturating_sub(width + 4)));
    pen.line(line, 0, &Line::from(spans));
    if has_keys {
        let x = usize::from(line.x) + label_room + 1 + width;
        let x = u16::try_from(x).unwrap_or(u16::MAX).min(line.right().saturating_sub(1));
        pen.cursor = Some(Position::new(x, line.y));
    }
}

/// Kind and title of a chosen node.
fn about(pen: &Pen<'_>, role: Role, taken: &[String], room: usize) -> Vec<Span<'static>> {
    let ([id], Role::Id) = (taken, role) else { return Vec::new() };
    let (symbol, title) = match pen.state.graph.find(id) {
        Some(node) => (kind_symbol(node, pen.symbols), if node.title() == node.id() { "" } else { node.title() }),
        None => ("?".to_owned(), "undefined id"),
    };
    if room < 6 {
        return Vec::new();
    }
    vec![Span::raw("  "), pen.span(Role::Kind, &symbol, 1), Span::raw(" "), pen.span(Role::Dim, title, room)]
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
