//! Draws the edge editor: the fields, the choices for the focused field, and the notes (sentence, warnings and the row
//! to be appended).

pub(in crate::tui) mod list;

use super::pen::Pen;
use crate::text::count;
use crate::tui::action::Action;
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::layout::link::{self, key_of, notes};
use crate::tui::state::{Field, LinkDraft, Phase, Prompt};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine};
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// Width of a field's label, including the blank behind it.
const LABEL: usize = 10;
/// Hint in the empty reason field.
pub(in crate::tui) const WHY: &str = "optional";

pub(in crate::tui) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let Some(draft) = &state.draft else { return };
    pen.boxed(area, true, "Link", &notice(pen, draft));
    let places = link::areas(state);
    for (name, line) in &places.fields {
        field(pen, draft, *name, *line);
    }
    if let Some(line) = places.above {
        rule(pen, line, &list::heading(state, draft));
        rule(pen, Rect { y: places.list.bottom(), ..line }, &next_step(pen, draft, places.notes));
    }
    list::draw(pen, draft, places.list);
    draw_notes(pen, &[Key::COMPLETE, Key::FIT, Key::ADVISE], places.notes, notes::lines(state, draft, places.notes));
}

/// Draws the notes; they are dimmed while a task computes newer ones.
pub(in crate::tui) fn draw_notes(pen: &mut Pen<'_>, awaited: &[Key], area: Rect, lines: Vec<TextLine>) {
    let is_old = awaited.iter().any(|key| pen.state.tasks.is_waiting(*key));
    for (row, line) in (0..).zip(lines) {
        let verb = line.iter().position(|(role, _)| *role == Some(Role::Relation));
        let mut line = pen.parts(line);
        if let Some(verb) = verb.and_then(|verb| line.spans.get_mut(verb)) {
            verb.style = verb.style.patch(pen.style(Role::Strong));
        }
        pen.line(area, row, &line);
        if is_old {
            pen.highlight(area, row, Role::Dim);
        }
    }
}

/// Whether the draft was resumed, or which saved draft can be restored instead of it.
fn notice(pen: &Pen<'_>, draft: &LinkDraft) -> String {
    let named = |draft: &LinkDraft| match &draft.start.on[..] {
        [one] => words::fitted_middle(one, 24, pen.symbols),
        many => count(many.len(), "node"),
    };
    let (dot, over, restore) =
        (pen.symbols.dot, key_of(pen.state, Action::StartOver), key_of(pen.state, Action::RestoreDraft));
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
    let key = key_of(pen.state, Action::Accept);
    let are_all_seen = notes::shows_all_rows(pen.state, draft, notes);
    match (rows, is_ready) {
        (0, _) | (1, false) => String::new(),
        (1, true) => format!("{key} adds this row"),
        (_, true) if are_all_seen => format!("{key} adds these {}", count(rows, "row")),
        (_, true) => format!("{key} adds {}, first:", count(rows, "row")),
        (_, false) if are_all_seen => count(rows, "row"),
        (_, false) => format!("{}, first:", count(rows, "row")),
    }
}

/// A horizontal line with text in it.
pub(in crate::tui) fn rule(pen: &mut Pen<'_>, area: Rect, words: &str) {
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
pub(in crate::tui) fn typed(pen: &mut Pen<'_>, name: &str, prompt: &Prompt, has_keys: bool, hint: &str, line: Rect) {
    let (label, _) = labelled(pen, name, has_keys, line);
    pen.prompt(line, &label, prompt, has_keys, hint);
}

/// A field that contains chosen values.
pub(in crate::tui) fn chosen(pen: &mut Pen<'_>, name: &str, taken: &[String], has_keys: bool, role: Role, line: Rect) {
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
    let (symbol, title) = match pen.state.session.graph.find(id) {
        Some(node) => (kind_symbol(node, pen.symbols), if node.title() == node.id() { "" } else { node.title() }),
        None => ("?".to_owned(), "undefined id"),
    };
    if room < 6 {
        return Vec::new();
    }
    vec![Span::raw("  "), pen.span(Role::Kind, &symbol, 1), Span::raw(" "), pen.span(Role::Dim, title, room)]
}
