//! The result of a check.

use super::Disk;
use crate::system::kit::file;
use std::collections::BTreeMap;
use std::path::Path;

/// How a node compares with its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Every file is as recorded.
    Ok,
    /// Source files changed, or there is no record of files that exist.
    SourceDrift,
    /// Files of the model changed.
    GraphDrift,
    /// Both changed.
    FullDrift,
    /// There is a record, but none of the mapped paths exists.
    Missing,
    /// There is no record, and none of the mapped paths exists.
    Unmaterialized,
}

impl Status {
    pub const ALL: [Self; 6] =
        [Self::Ok, Self::SourceDrift, Self::GraphDrift, Self::FullDrift, Self::Missing, Self::Unmaterialized];

    /// Its name in JSON, on the command line and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::SourceDrift => "source-drift",
            Self::GraphDrift => "graph-drift",
            Self::FullDrift => "full-drift",
            Self::Missing => "missing",
            Self::Unmaterialized => "unmaterialized",
        }
    }
}

/// Origin of a tracked file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// The source code that a node maps.
    Source,
    /// The model.
    Graph,
}

impl FileKind {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Graph => "graph",
        }
    }
}

/// A file that is not as recorded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangedFile {
    /// Its path from the folder that contains `.yggdrasil`, as the record has it.
    pub path: String,
    pub kind: FileKind,
    /// Whether it was recorded and is no longer among the node's files.
    pub deleted: bool,
}

impl ChangedFile {
    /// The path, with a remark if the file was deleted.
    pub fn shown(&self) -> String {
        if self.deleted { format!("{} (deleted)", self.path) } else { self.path.clone() }
    }
}

/// One mapped node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The node's id.
    pub node: String,
    /// The folder that contains the model, relative to the workspace; empty for the workspace itself.
    pub project: String,
    pub status: Status,
    /// Whether it was ever synchronised.
    pub is_recorded: bool,
    /// The files that are not as recorded: those that exist in the order of collection, then deleted ones.
    pub changed: Vec<ChangedFile>,
}

impl Entry {
    /// The changed files of one kind.
    pub fn of_kind(&self, kind: FileKind) -> impl Iterator<Item = &ChangedFile> {
        self.changed.iter().filter(move |file| file.kind == kind)
    }

    /// A path of this entry as seen from the workspace.
    pub fn in_workspace(&self, path: &str) -> String {
        if self.project.is_empty() { path.to_owned() } else { format!("{}/{path}", self.project) }
    }

    /// The change in one sentence, in lower case for use after a label.
    pub fn sentence(&self) -> String {
        use crate::text::count;
        let files = |kind, what: &str| match self.of_kind(kind).count() {
            0 => None,
            number => Some(count(number, what)),
        };
        match self.status {
            Status::Ok => "unchanged since the last sync".to_owned(),
            Status::Missing => "every mapped path is missing".to_owned(),
            Status::Unmaterialized => "never synchronised, and no mapped path exists yet".to_owned(),
            Status::SourceDrift if !self.is_recorded => "never synchronised, but mapped files exist".to_owned(),
            _ => {
                let changed = [files(FileKind::Source, "source file"), files(FileKind::Graph, "model file")];
                match changed.into_iter().flatten().collect::<Vec<_>>().join(" and ") {
                    none if none.is_empty() => "the recorded hash does not match its files".to_owned(),
                    changed => format!("{changed} changed since the last sync"),
                }
            }
        }
    }
}

/// One model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelDrift {
    /// The folder that contains the model, relative to the workspace; empty for the workspace itself.
    pub project: String,
    /// The path of its records, relative to the workspace.
    pub records: String,
    /// Whether there are any.
    pub is_recorded: bool,
    /// Its mapped nodes, in reading order: depth first, folders by name.
    pub entries: Vec<Entry>,
    /// What could not be read. Files that are not read count as changed, not as deleted.
    pub unread: Vec<Unread>,
}

/// A file or folder that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unread {
    /// Its path, relative to the workspace.
    pub path: String,
    /// What went wrong.
    pub reason: String,
}

impl Unread {
    pub(super) fn new(disk: &Disk<'_>, path: &Path, reason: &str) -> Self {
        Self { path: file::relative(disk.root, path), reason: reason.to_owned() }
    }
}

/// Every mapped node of a workspace, compared with its record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drift {
    /// The models, the workspace's own first.
    pub models: Vec<ModelDrift>,
}

/// Number of nodes per status.
pub type Counts = BTreeMap<Status, usize>;

impl Drift {
    /// All mapped nodes.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.models.iter().flat_map(|model| &model.entries)
    }

    /// The mapped nodes of models that were synchronised at least once.
    pub fn recorded(&self) -> impl Iterator<Item = &Entry> {
        self.models.iter().filter(|model| model.is_recorded).flat_map(|model| &model.entries)
    }

    /// The entry of a node, unless its model was never synchronised.
    pub fn recorded_of(&self, node: &str) -> Option<&Entry> {
        self.recorded().find(|entry| entry.node == node)
    }

    /// Number of nodes per status.
    pub fn counts(&self) -> Counts {
        let mut counts: Counts = Status::ALL.into_iter().map(|status| (status, 0)).collect();
        for entry in self.entries() {
            *counts.entry(entry.status).or_default() += 1;
        }
        counts
    }
}
