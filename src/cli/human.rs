//! Nodes and edges as lines and table rows for a terminal.

use super::paint::{Give, Line, Role};
use crate::graph::{Edge, Node};
use crate::query::Trust;
use crate::time;
use std::borrow::Cow;

/// An edge as a table row: from, relation, to, file and line, actor and date, confidence, note.
pub(super) fn edge_row(edge: Edge<'_>, trust: &Trust) -> Vec<Line> {
    row_between(id, edge, trust)
}

/// Like [`edge_row`], but units are shown by title instead of by number.
pub(super) fn step_row(edge: Edge<'_>, trust: &Trust) -> Vec<Line> {
    row_between(name, edge, trust)
}

fn row_between(end: fn(Node<'_>) -> Line, edge: Edge<'_>, trust: &Trust) -> Vec<Line> {
    let arrow = if edge.is_symmetric() { " ↔" } else { " →" };
    let verb = Line::of(Role::Relation, edge.relation()).plain(arrow);
    let mut row = vec![end(edge.from()), verb, end(edge.to())];
    row.extend(written(edge, trust));
    if edge.is_retracted() {
        return row.into_iter().map(Line::struck).collect();
    }
    if edge.is_implicit() || trust.dims(edge) { row.into_iter().map(Line::dimmed).collect() } else { row }
}

/// File and line of an edge, actor and date, confidence, and note. The place comes first because a narrow terminal
/// keeps it longest.
pub(super) fn written(edge: Edge<'_>, trust: &Trust) -> [Line; 4] {
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
pub(super) fn note(note: Option<&str>) -> Line {
    let note = note.map(|note| note.lines().collect::<Vec<_>>().join("; "));
    Line::new().plain(&note.unwrap_or_default()).giving(Give::End(12))
}

pub(super) fn place(edge: Edge<'_>) -> Line {
    Line::of(Role::Dim, &format!("{}:{}", edge.file(), edge.line())).giving(Give::Start(16))
}

/// A node's id. A missing node is marked with a word, not only dimmed.
pub(super) fn id(node: Node<'_>) -> Line {
    let id = if node.is_missing() {
        Line::of(Role::Dim, &node.address()).with(Role::Bad, " (missing)")
    } else {
        Line::of(if node.is_dimmed() { Role::Dim } else { Role::Id }, &node.address())
    };
    id.giving(Give::Rest(12))
}

/// The display name of a node: the title of a unit with a generated id, otherwise the id.
pub(super) fn name(node: Node<'_>) -> Line {
    if is_numbered(node) { Line::of(Role::Id, node.title()).giving(Give::Rest(12)) } else { id(node) }
}

/// Like [`name`], as a string.
pub(super) fn called(node: Node<'_>) -> Cow<'_, str> {
    if is_numbered(node) { node.title().into() } else { node.address() }
}

/// The secondary name of a node: the generated id of a unit, otherwise the title.
pub(super) fn other_name(node: Node<'_>) -> Line {
    if is_numbered(node) { Line::of(Role::Dim, node.id()).giving(Give::All) } else { title(node) }
}

/// The generated id of a unit, for use in commands; empty for nodes that are shown by id.
pub(super) fn number_of(node: Node<'_>) -> Line {
    if is_numbered(node) { other_name(node) } else { Line::new() }
}

fn is_numbered(node: Node<'_>) -> bool {
    node.spec().is_number.is_some_and(|is_number| is_number(node.id())) && node.title() != node.id()
}

/// The title of a node; empty if it equals the id.
pub(super) fn title(node: Node<'_>) -> Line {
    let title = if node.title() == node.id() { Line::new() } else { Line::new().plain(node.title()) };
    title.giving(Give::End(16))
}

/// `task · done · infra`.
pub(super) fn facts(node: Node<'_>) -> Line {
    let known = [node.kind(), node.status(), node.domain(), node.layer(), node.sub_layer()];
    let facts: Vec<_> = known.into_iter().flatten().collect();
    Line::of(Role::Dim, &facts.join(" · ")).giving(Give::All)
}
