//! Draws the checklist.

use super::{Checklist, Entry};
use crate::text::grouped;
use crate::tui::draw::pen::Pen;
use crate::tui::overlay::list;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Minimum width for the total of a relation.
const WIDE: usize = 48;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect, rows: Rect) {
    let state = pen.state;
    let Checklist { entries, rows: place } = state.parts.get();
    let choice = state.relation_choice();
    let chosen = entries.iter().filter(|entry| choice.keeps(&entry.name)).count();
    let title = match state.view.relations(state) {
        Some(_) => format!("Relations of the {}", state.view.about().name),
        None => "Relations".to_owned(),
    };
    pen.boxed(area, true, &title, &format!("{chosen} of {}", entries.len()));
    list::draw(pen, rows, *place, entries, |pen, entry, width| {
        let Entry { name, reading, here, total } = entry;
        let tick = if choice.keeps(name) { pen.symbols.ticked } else { pen.symbols.unticked };
        let total = if width >= WIDE { format!(" {:>9} total", grouped(*total)) } else { String::new() };
        let counts = format!("{:>6} here{total}", grouped(*here));
        let room = width.saturating_sub(words::width(&counts) + 5);
        let name_room = words::width(name).min(room);
        let reading_room = room.saturating_sub(name_room + 2);
        Line::from(vec![
            Span::raw(format!("[{tick}] ")),
            Span::styled(words::padded(name, name_room, pen.symbols), pen.style(Role::Relation)),
            Span::raw("  "),
            Span::styled(words::padded(reading, reading_room, pen.symbols), pen.style(Role::Dim)),
            pen.span(Role::Dim, &counts, width),
        ])
    });
}
