//! Drift of all nodes: those that changed since their last sync, with the changed files, and uncovered files.

use super::coverage::{coverage_of, covered, uncovered_row};
use super::drift::node_of;
use crate::document::{Line, Role, Row, Section};
use crate::graph::Graph;
use crate::system::question::QuestionInput;
use crate::system::yggdrasil::drift::{ChangedFile, Drift, Entry, ModelDrift, Status};
use crate::system::yggdrasil::facts;
use crate::text::{count, for_shell, grouped};

/// Maximum number of changed files for each node.
const MOST_FILES: usize = 50;

/// Counts of the models, drifted nodes and uncovered files. `found` is the result of the last check, once it is there.
pub(in crate::system::yggdrasil) fn drift_sections<'a>(
    input: &QuestionInput<'a>,
    found: Option<&'a Drift>,
    most: usize,
) -> Vec<Section<'a>> {
    let model = |rows: Vec<Row>| Section::titled("Architecture model", rows);
    if facts(input.facts).models.is_empty() {
        return vec![model(vec![Row::saying(Role::Dim, "No architecture model (.yggdrasil) here")])];
    }
    let mut sections = vec![model(match found {
        None => vec![Row::saying(Role::Dim, "Comparing files")],
        Some(found) => found.models.iter().map(counts).collect(),
    })];
    if let Some(found) = found.filter(|found| found.recorded().next().is_some()) {
        let graph = input.graph;
        let drifted: Vec<_> = found.recorded().filter(|entry| entry.status != Status::Ok).collect();
        let section = Section::list("drifted", most, drifted, |entry| rows(graph, entry));
        sections.push(section.or("No drift: all mapped nodes are in sync"));
    }
    let coverage = coverage_of(input);
    let about = covered(&coverage);
    let section = Section::list("uncovered", most, coverage.uncovered, |file| uncovered_row(&file));
    sections.push(section.about(about).or("Every file belongs to a node"));
    sections
}

/// A node with its status, followed by its changed files.
fn rows(graph: &Graph, entry: &Entry) -> Vec<Row> {
    let node = node_of(graph, entry);
    let to = |row: Row| if let Some(node) = node { row.to(node) } else { row };
    let status = Row::of(Line::of(Role::Id, &entry.node)).phrase(Line::of(Role::Warn, entry.status.name()));
    let mut rows = vec![to(status.phrase(Line::of(Role::Dim, &entry.sentence())))];
    let file = |file: &ChangedFile| {
        let row = Row::of(Line::new().plain(&file.shown())).indented(1);
        let words = format!("changed since {} was synchronised", entry.node);
        let row = to(row.described(vec![file.kind.name().to_owned()], words));
        if file.deleted { row } else { row.at(entry.in_workspace(&file.path), 1) }
    };
    rows.extend(entry.changed.iter().take(MOST_FILES).map(file));
    if let Some(more) = entry.changed.len().checked_sub(MOST_FILES).filter(|more| *more > 0) {
        let (more, node) = (count(more, "more file"), for_shell(&entry.node));
        let words = format!("and {more}: `refscope drift {node}` lists all");
        rows.push(to(Row::saying(Role::Dim, &words).indented(1)));
    }
    rows
}

/// The counts of a model.
fn counts(model: &ModelDrift) -> Row {
    let name = if model.project.is_empty() { String::new() } else { format!("{}: ", model.project) };
    if !model.is_recorded {
        let nodes = count(model.entries.len(), "mapped node");
        let words = format!("{name}{nodes}, never synchronised: run `refscope drift sync --all`");
        return Row::saying(Role::Warn, &words);
    }
    let number = |status: Status| {
        let number = model.entries.iter().filter(|entry| entry.status == status).count();
        (number > 0).then(|| format!("{} {}", grouped(number), status.name()))
    };
    let counts: Vec<_> = Status::ALL.into_iter().filter_map(number).collect();
    let counts = if counts.is_empty() { "no mapped nodes".to_owned() } else { counts.join(", ") };
    Row::saying(Role::Plain, &format!("{name}{counts}"))
}
