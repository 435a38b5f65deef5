//! Edges as rows and sentences.

use super::line::{Give, Line, Role};
use super::names::{id, name};
use super::row::Row;
use crate::graph::relation::Spelling;
use crate::graph::{Edge, Node};
use crate::query::{Trust, reading};
use crate::time;

/// An edge as a row: from, relation, to, file and line, actor and date, confidence, note.
pub fn edge_row(edge: Edge<'_>, trust: &Trust) -> Row {
    row_between(id, edge, trust)
}

/// Like [`edge_row`], but units are shown by title instead of by number.
pub fn step_row(edge: Edge<'_>, trust: &Trust) -> Row {
    row_between(name, edge, trust)
}

fn row_between(end: fn(Node<'_>) -> Line, edge: Edge<'_>, trust: &Trust) -> Row {
    let arrow = if edge.is_symmetric() { " ↔" } else { " →" };
    let verb = Line::of(Role::Relation, edge.relation()).plain(arrow);
    let row = Row::of(end(edge.from())).word(verb).word(end(edge.to()));
    proved_by(row, edge, trust).to(edge.to().ix())
}

/// A row with the edge that proves it: file and line, actor and date, confidence, note. The row looks like its edge:
/// retracted, uncertain or plain.
pub fn proved_by(row: Row, edge: Edge<'_>, trust: &Trust) -> Row {
    let [place, by, sure, note] = written(edge, trust);
    let row = row.placed(place).detail(by).detail(sure).detail(note).by(edge.ix());
    if edge.is_retracted() {
        return row.in_role(Role::Struck);
    }
    if edge.is_implicit() || trust.dims(edge) { row.in_role(Role::Dim) } else { row }
}

/// The sentence of an edge: `a led to b`.
pub fn sentence(edge: Edge<'_>) -> Line {
    // An inverse synonym is read from its other end.
    let turned = edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
    let (from, to) = if turned { (edge.to(), edge.from()) } else { (edge.from(), edge.to()) };
    let verb = Line::new().plain(" ").with(Role::Relation, &reading(edge, from.ix())).plain(" ");
    name(from).and_line(verb).and_line(name(to)).giving(Give::Rest(24))
}

/// File and line of an edge, actor and date, confidence, and note. The place comes first because a narrow terminal
/// keeps it longest.
pub fn written(edge: Edge<'_>, trust: &Trust) -> [Line; 4] {
    let day = edge
        .ts()
        .map(|ts| time::to_minute(&ts).chars().take("2026-01-01".len()).collect::<String>())
        .unwrap_or_default();
    let who: Vec<_> = edge.actor().into_iter().chain(Some(&*day).filter(|day| !day.is_empty())).collect();
    let by = Line::of(Role::Dim, &who.join(" "));
    // Only rows of the log can be retracted, and those have no confidence.
    let retracted = || edge.is_retracted().then(|| "retracted".to_owned());
    let sure = trust.of(edge).map(|confidence| {
        let word = if trust.dims(edge) { "uncertain" } else { "conf" };
        format!("{word} {confidence:.2}")
    });
    let sure = Line::of(Role::Dim, &sure.or_else(retracted).unwrap_or_default());
    [place(edge), by.giving(Give::All), sure, note(edge.note())]
}

/// A note, with its lines joined into one.
pub fn note(note: Option<&str>) -> Line {
    let note = note.map(|note| note.lines().collect::<Vec<_>>().join("; "));
    Line::new().plain(&note.unwrap_or_default()).giving(Give::End(12))
}

pub fn place(edge: Edge<'_>) -> Line {
    Line::of(Role::Dim, &format!("{}:{}", edge.file(), edge.line())).giving(Give::Start(16))
}
