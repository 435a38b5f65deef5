//! The page about drift: nodes that changed since their last sync, with the changed files, and uncovered files.

use super::coverage::{coverage_of, covered, uncovered_row};
use super::drift::{DriftWire, node_of};
use crate::document::{Answer, Document, Line, Role, Row, Section};
use crate::format::json::Sink;
use crate::graph::Graph;
use crate::system::question::QuestionInput;
use crate::system::yggdrasil::drift::{ChangedFile, Coverage, Drift, Entry, ModelDrift, Status};
use crate::system::yggdrasil::facts;
use crate::text::{count, for_shell, grouped};

/// Maximum number of changed files for each node.
const MOST_FILES: usize = 50;

pub(in crate::system::yggdrasil) struct DriftPage<'a> {
    graph: &'a Graph,
    /// The result of the last check, once it is there.
    found: Option<&'a Drift>,
    /// `None` if there is no model.
    coverage: Option<Coverage>,
}

impl<'a> DriftPage<'a> {
    pub(in crate::system::yggdrasil) fn new(input: &QuestionInput<'a>, found: Option<&'a Drift>) -> Self {
        let has_model = !facts(input.facts).models.is_empty();
        Self { graph: input.graph, found, coverage: has_model.then(|| coverage_of(input)) }
    }

    /// Counts by status, or why there are none.
    fn summary(&self) -> Section<'_> {
        let rows = match self.found {
            _ if self.coverage.is_none() => vec![Row::saying(Role::Dim, "No architecture model (.yggdrasil) here")],
            None => vec![Row::saying(Role::Dim, "Comparing files")],
            Some(found) => found.models.iter().map(counts).collect(),
        };
        Section::titled("Architecture model", rows)
    }

    /// A node with its status, followed by its changed files.
    fn rows(&self, entry: &Entry) -> Vec<Row> {
        let node = node_of(self.graph, entry);
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

impl Answer for DriftPage<'_> {
    fn title(&self) -> String {
        "Drift and coverage".to_owned()
    }

    fn document(&self, most: usize) -> Document<'_> {
        let mut sections = vec![self.summary()];
        if let Some(found) = self.found.filter(|found| found.recorded().next().is_some()) {
            let drifted: Vec<_> = found.recorded().filter(|entry| entry.status != Status::Ok).collect();
            let section = Section::list("drifted", most, drifted, |entry| self.rows(entry));
            sections.push(section.or("No drift: all mapped nodes are in sync"));
        }
        if let Some(coverage) = &self.coverage {
            let section = Section::list("uncovered", most, &coverage.uncovered, uncovered_row);
            sections.push(section.about(covered(coverage)).or("Every file belongs to a node"));
        }
        Document::new(sections)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let none = Drift::default();
        sink.put(&DriftWire { found: self.found.unwrap_or(&none), drifted_only: false })
    }
}
