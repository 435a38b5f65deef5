//! The details of an edge in three lines, below lists.

use super::names::names;
use super::pen::Pen;
use crate::graph::Edge;
use crate::time;
use crate::tui::theme::Role;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// Two lines about an edge, below the first line of an area.
pub(in crate::tui) fn edge_summary(pen: &mut Pen<'_>, area: Rect, edge: Edge<'_>) {
    let state = pen.state;
    let width = usize::from(area.width);
    let dot = format!(" {} ", pen.symbols.dot);
    let mut facts = vec![format!("{}:{}", edge.file(), edge.line())];
    facts.extend(edge.actor().map(str::to_owned));
    facts.extend(edge.ts().map(|ts| time::to_minute(&ts)));
    let trust = state.session.trust();
    facts.extend(
        trust
            .of(edge)
            .map(|confidence| format!("{} {confidence:.2}", if trust.dims(edge) { "uncertain" } else { "confidence" })),
    );
    if edge.is_implicit() {
        facts.push("implicit".to_owned());
    }
    if edge.is_retracted() {
        facts.push("retracted".to_owned());
    }
    let place = Line::from(pen.span(Role::Dim, &facts.join(&dot), width));
    pen.line(area, 1, &place);
    let note = edge.note().map(|note| note.lines().collect::<Vec<_>>().join("; "));
    let words = note.unwrap_or_else(|| {
        let reading = edge.meaning().map_or(edge.relation(), |meaning| match meaning.spelling {
            crate::graph::relation::Spelling::Own => &*meaning.relation.outgoing,
            _ => edge.relation(),
        });
        format!("{} {reading} {}", names(edge.from()).0, names(edge.to()).0)
    });
    let line = Line::from(pen.span(Role::Text, &words, width));
    pen.line(area, 2, &line);
}
