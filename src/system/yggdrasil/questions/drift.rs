//! `drift [NODE]`: which mapped nodes changed since the last sync.

use crate::document::{Answer, Document, Line, Notice, Role, Row, Section};
use crate::format::json::{Each, Sink};
use crate::graph::{Graph, NodeIx};
use crate::system::NodeDrift;
use crate::system::question::{Arguments, QuestionInput, Refusal, Reply};
use crate::system::yggdrasil::drift::{self, Counts, Drift, Entry, FileKind, Scope, Status};
use crate::system::yggdrasil::{SYSTEM, facts};
use crate::text;
use serde::ser::{SerializeMap as _, SerializeStruct as _};
use serde::{Serialize, Serializer};

pub(super) fn ask<'a>(input: &QuestionInput<'a>, arguments: &Arguments) -> Result<Reply<'a>, Refusal> {
    super::check_for_model(input)?;
    let facts = facts(input.facts);
    let scope = arguments.text("node").map_or(Scope::All, |node| Scope::Below(vec![Scope::normal(node)]));
    scope.check(facts).map_err(|error| Refusal::Negative(error.to_string()))?;
    let is_wanted = |id: &str| facts.node(id).is_some_and(|(_, node)| scope.contains(node));
    let found = drift::check_selected(facts, &input.disk, is_wanted);
    Ok(Reply::new(DriftAnswer { graph: input.graph, found, drifted_only: arguments.has("drifted-only") }))
}

struct DriftAnswer<'a> {
    graph: &'a Graph,
    found: Drift,
    drifted_only: bool,
}

/// The node of an entry.
pub(in crate::system::yggdrasil) fn node_of(graph: &Graph, entry: &Entry) -> Option<NodeIx> {
    graph.with_id(&entry.node).find(|node| node.system() == SYSTEM && !node.is_missing()).map(|node| node.ix())
}

/// The label of a status in the section of a file kind, if it is listed there.
fn word(status: Status, kind: FileKind) -> Option<(Role, &'static str)> {
    match (status, kind) {
        (Status::Ok, _) => Some((Role::Good, "[ok]")),
        (Status::FullDrift, _) | (Status::SourceDrift, FileKind::Source) | (Status::GraphDrift, FileKind::Graph) => {
            Some((Role::Warn, "[drift]"))
        }
        (Status::Missing, FileKind::Source) => Some((Role::Bad, "[missing]")),
        (Status::Unmaterialized, FileKind::Source) => Some((Role::Dim, "[unmat.]")),
        _ => None,
    }
}

impl DriftAnswer<'_> {
    fn shown(&self) -> impl Iterator<Item = &Entry> {
        self.found.entries().filter(|entry| !self.drifted_only || entry.status != Status::Ok)
    }

    /// The nodes with changed files of one kind, laid out as the public tool does.
    fn changes(&self, kind: FileKind, heading: &str) -> Option<Section<'_>> {
        let mut listed = self.shown().filter_map(move |entry| Some((entry, word(entry.status, kind)?))).peekable();
        listed.peek()?;
        let rows = listed.flat_map(move |(entry, (role, word))| {
            let node = node_of(self.graph, entry);
            let to = move |row: Row| if let Some(node) = node { row.to(node) } else { row };
            let first = Line::new().plain("  ").with(role, &format!("{word:<13}")).with(Role::Id, &entry.node);
            let file = move |file: &drift::ChangedFile| {
                to(Row::of(Line::of(Role::Dim, &format!("{:17}{}", "", file.shown()))))
            };
            std::iter::once(to(Row::of(first))).chain(entry.of_kind(kind).map(file))
        });
        Some(Section::plain(std::iter::once(Row::saying(Role::Strong, heading)).chain(rows)))
    }

    fn summary(&self) -> String {
        let counts = self.found.counts();
        let number = |status: Status| format!("{} {}", text::grouped(counts[&status]), status.name());
        let last = if self.drifted_only {
            format!(" ({} ok hidden)", text::grouped(counts[&Status::Ok]))
        } else {
            format!(", {}", number(Status::Ok))
        };
        let not_ok = Status::ALL.into_iter().filter(|status| *status != Status::Ok).map(number).collect::<Vec<_>>();
        format!("Summary: {}{last}", not_ok.join(", "))
    }
}

impl Answer for DriftAnswer<'_> {
    fn title(&self) -> String {
        "Drift".to_owned()
    }

    fn document(&self, _most: usize) -> Document<'_> {
        let kinds = [(FileKind::Source, "Source drift:"), (FileKind::Graph, "Graph drift:")];
        let lists = kinds.into_iter().filter_map(|(kind, heading)| self.changes(kind, heading));
        let summary = Section::plain([Row::of(Line::new().plain(&self.summary()))]);
        let never = self.found.models.iter().filter(|model| !model.is_recorded && !model.entries.is_empty());
        let hint = |records: &str| {
            let hint = format!("{records} does not exist: no sync has been recorded");
            Notice::hint(format!("{hint}; `refscope drift sync --all` records the current files"))
        };
        Document::new(lists.chain([summary]).collect()).with_notices(never.map(|model| hint(&model.records)))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&DriftWire { found: &self.found, drifted_only: self.drifted_only })
    }

    fn is_negative(&self) -> bool {
        self.found.entries().any(|entry| entry.status != Status::Ok)
    }

    fn notices(&self) -> Vec<Notice> {
        let unread = self.found.models.iter().flat_map(|model| &model.unread);
        unread.map(|one| Notice::warning(format!("cannot read {}: {}", text::plain(&one.path), one.reason))).collect()
    }
}

/// The drift of an entry, for the answers to general questions.
pub(in crate::system::yggdrasil) fn of_node(entry: &Entry) -> NodeDrift {
    let file = |file: &drift::ChangedFile| crate::system::ChangedFile {
        path: file.path.clone(),
        kind: file.kind.name(),
        is_deleted: file.deleted,
    };
    NodeDrift {
        status: entry.status.name(),
        is_drifted: entry.status != Status::Ok,
        sentence: entry.sentence(),
        changed: entry.changed.iter().map(file).collect(),
    }
}

struct DriftWire<'a> {
    found: &'a Drift,
    drifted_only: bool,
}

impl Serialize for DriftWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = || self.found.entries().filter(|entry| !self.drifted_only || entry.status != Status::Ok);
        let mut fields = serializer.serialize_struct("drift", 2)?;
        fields.serialize_field("entries", &Each(|| shown().map(EntryWire::new)))?;
        fields.serialize_field("counts", &CountsWire(self.found.counts()))?;
        fields.end()
    }
}

struct CountsWire(Counts);

impl Serialize for CountsWire {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (status, number) in &self.0 {
            map.serialize_entry(status.name(), number)?;
        }
        map.end()
    }
}

/// A node with its drift.
#[derive(Serialize)]
struct EntryWire<'a> {
    node: &'a str,
    #[serde(flatten)]
    drift: NodeDrift,
}

impl<'a> EntryWire<'a> {
    fn new(entry: &'a Entry) -> Self {
        Self { node: &entry.node, drift: of_node(entry) }
    }
}
