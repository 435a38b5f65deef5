//! How nodes and edges look to a person.

use super::paint::{Give, Line, Role};
use crate::graph::{Edge, Node, System};
use crate::query::Trust;
use crate::source::unit::is_unit_id;
use crate::time;
use std::borrow::Cow;

/// An edge as a row of a table: who to whom, written where, by whom and when.
pub(super) fn edge_row(edge: Edge<'_>, trust: &Trust) -> Vec<Line> {
    row_between(id, edge, trust)
}

/// The same for edges that are read as an argument: units say who they are by what they say.
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

/// Where an edge was written, by whom and when, how sure it is, and what was noted. The place comes first: it is what a narrow screen
/// keeps longest.
pub(super) fn written(edge: Edge<'_>, trust: &Trust) -> [Line; 4] {
    let day = edge
        .ts()
        .map(|ts| time::to_minute(&ts).chars().take("2026-01-01".len()).collect::<String>())
        .unwrap_or_default();
    let who: Vec<_> = edge.actor().into_iter().chain(Some(&*day).filter(|day| !day.is_empty())).collect();
    let by = Line::of(Role::Dim, &who.join(" "));
    // Only rows of the log can be taken back, and those have no confidence.
    let taken_back = || edge.is_retracted().then(|| "retracted".to_owned());
    let sure = trust.of(edge).map(|confidence| {
        let word = if trust.dims(edge) { "uncertain" } else { "conf" };
        format!("{word} {confidence:.2}")
    });
    let sure = Line::of(Role::Dim, &sure.or_else(taken_back).unwrap_or_default());
    [place(edge), by.giving(Give::All), sure, note(edge.note())]
}

/// What was noted; a note of several lines is read as one.
pub(super) fn note(note: Option<&str>) -> Line {
    let note = note.map(|note| note.lines().collect::<Vec<_>>().join("; "));
    Line::new().plain(&note.unwrap_or_default()).giving(Give::End(12))
}

/// Where an edge is written.
pub(super) fn place(edge: Edge<'_>) -> Line {
    Line::of(Role::Dim, &format!("{}:{}", edge.file(), edge.line())).giving(Give::Start(16))
}

/// A node's id; one that nothing defines is marked with a word, not only by being dimmed.
pub(super) fn id(node: Node<'_>) -> Line {
    let id = if node.is_missing() {
        Line::of(Role::Dim, &node.address()).with(Role::Bad, " (missing)")
    } else {
        Line::of(Role::Id, &node.address())
    };
    id.giving(Give::Rest(12))
}

/// What a node is known by. Nobody knows a unit by its number.
pub(super) fn name(node: Node<'_>) -> Line {
    if is_numbered(node) { Line::of(Role::Id, node.title()).giving(Give::Rest(12)) } else { id(node) }
}

/// The same as a text.
pub(super) fn called(node: Node<'_>) -> Cow<'_, str> {
    if is_numbered(node) { node.title().into() } else { node.address() }
}

/// What else a node is called: its title, or the number of a unit.
pub(super) fn other_name(node: Node<'_>) -> Line {
    if is_numbered(node) { Line::of(Role::Dim, node.id()).giving(Give::All) } else { title(node) }
}

/// The number of a unit, by which it can be asked about; nothing for what is known by its id.
pub(super) fn number_of(node: Node<'_>) -> Line {
    if is_numbered(node) { other_name(node) } else { Line::new() }
}

fn is_numbered(node: Node<'_>) -> bool {
    node.system() == System::Unit && is_unit_id(node.id()) && node.title() != node.id()
}

/// What a node is called, unless it is only called by its id.
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
