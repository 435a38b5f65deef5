//! Draws the parts of forms: fields, rules and notes.

use super::layout::FormAreas;
use crate::text::count;
use crate::tui::draw::pen::Pen;
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::state::Prompt;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine};
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// Width of a field's label, including the blank behind it.
const LABEL: usize = 10;
/// Hint in the empty reason field.
pub(in crate::tui) const WHY: &str = "optional";

/// Draws the notes, dimmed if newer ones are being computed.
pub(in crate::tui) fn notes(pen: &mut Pen<'_>, is_old: bool, area: Rect, lines: Vec<TextLine>) {
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

/// Draws the lines above and below the list.
pub(in crate::tui) fn rules<F>(pen: &mut Pen<'_>, places: &FormAreas<F>, above: &str, below: &str) {
    if let Some(line) = places.above {
        rule(pen, line, above);
        rule(pen, Rect { y: places.list.bottom(), ..line }, below);
    }
}

/// A horizontal line with text in it.
fn rule(pen: &mut Pen<'_>, area: Rect, words: &str) {
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
