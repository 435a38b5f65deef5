//! A workspace: where it is, and everything in it as one graph.
//!
//! Owns finding the folder and loading all sources at once. Must not know queries, commands or screens.

mod arrivals;
mod artifact;
mod cache;
mod changes;
mod committed;
mod demo;
mod generate;
mod home;
mod live;
mod locate;
mod past;
mod settings;
mod snapshot;
mod sources;
pub mod watch;

pub use crate::source::{Allowed, Boundary, Progress};
pub use arrivals::{Arrivals, Lost};
pub use artifact::NoArtifact;
pub use cache::{Cache, Cached};
pub use changes::Changes;
pub use committed::{Committed, NotCommitted, committed};
pub use demo::unpack_demo;
pub use generate::{Size, generate, generated_names};
pub use home::{cache_folder, config_folder, home_folder, kept_name, state_folder};
pub use live::{Live, Refreshed};
pub use locate::{LocateError, WorkspaceChoice, locate};
pub use past::Past;
pub use settings::{SETTINGS_FILE, Settings, SettingsError};

use crate::finding::Finding;
use crate::graph::{Graph, GraphBuilder};
use crate::source::Facts;
use crate::source::reference::ReadLog;
use live::Once;
use snapshot::Writing;
use sources::Scene;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything that was read from one folder.
#[derive(Debug)]
pub struct Workspace {
    /// The folder.
    pub root: PathBuf,
    /// How to look at it.
    pub settings: Settings,
    /// All systems' nodes and edges.
    pub graph: Arc<Graph>,
    /// What was found wrong while reading and merging.
    pub findings: Vec<Finding>,
    /// What the files say about themselves.
    pub facts: Facts,
}

impl Workspace {
    /// Reads everything below `root`. Only a mistake in the settings stops it: they say what is to be read.
    pub fn load(root: &Path) -> Result<Self, SettingsError> {
        Self::start(root, &Boundary::around(root), &Cache::none())
    }

    /// Like [`Workspace::load`], but reads what a boundary contains, starts from a snapshot where there is one, and leaves one
    /// behind.
    pub fn start(root: &Path, boundary: &Boundary, cache: &Cache) -> Result<Self, SettingsError> {
        let (settings, progress) = (Settings::load(root, boundary)?, Progress::default());
        let (sources, read) = match Live::restored_once(root, &settings, cache, &progress)? {
            Some(Once::Workspace(workspace)) => return Ok(*workspace),
            Some(Once::Apart(sources, logs)) => (*sources, logs),
            None => {
                let scene = Scene { root, settings: &settings, stays: cache.folder().is_some(), progress: &progress };
                let logs = sources::logs(&scene);
                rayon::join(|| sources::load(&scene), || sources::read_logs(logs, &progress))
            }
        };
        let mut facts = sources.facts();
        // Before anything is merged: what is merged of a batch is let go of.
        let writing = Writing::begin(cache, root, &settings, &sources, &read);
        let rows = read.into_batches(|logs: Vec<ReadLog>| logs.into_iter().flat_map(ReadLog::into_batches).collect());
        facts.reference.rows = rows.iter().map(|batch| batch.edges().len()).sum();
        let mut builder = GraphBuilder::default();
        for batch in sources.into_batches().into_iter().chain(rows) {
            builder.add(batch);
        }
        let (graph, merging, findings) = builder.finish_apart();
        let all = merging.iter().cloned().chain(findings).collect();
        let workspace = Self::new(root, settings, facts, graph, all);
        if let Some(writing) = writing {
            // What cannot be written is read again the next time.
            drop(writing.finish(&workspace, &merging));
        }
        Ok(workspace)
    }

    fn new(root: &Path, settings: Settings, facts: Facts, graph: Graph, mut findings: Vec<Finding>) -> Self {
        findings.sort_by(Finding::report_order);
        Self { root: root.to_owned(), settings, graph: Arc::new(graph), findings, facts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Node;
    use crate::source::fixture::folder;
    use std::fs;
    use std::sync::OnceLock;
    use tempfile::TempDir;

    const ROWS: usize = 2_500;

    /// A unit, a record and two artifacts, and a log that is long because its reasons are.
    fn workspace() -> TempDir {
        let reason = "x".repeat(8_000);
        let row = |n| {
            let to = if n % 2 == 0 { "b" } else { "gone" };
            let ts = "2026-01-01T00:00:00.000Z";
            format!(
                "{{\"ts\":\"{ts}\",\"from\":\"a\",\"to\":\"{to}\",\"relation\":\"cites\",\"reason\":\"{n}{reason}\"}}\n"
            )
        };
        let log: String = (0..ROWS).map(row).collect();
        folder(&[
            ("artifacts/notes/a.md", "---\ntitle: A\n---\n[[b]] [[nowhere]]\n"),
            ("artifacts/notes/b.md", "no frontmatter"),
            ("units/u.json", r#"{"id": "018f0000-0000-7000-8000-000000000001"}"#),
            ("records/r.json", r#"{"id": "sn.r"}"#),
            ("references.jsonl", &log),
        ])
    }

    fn nodes(workspace: &Workspace) -> Vec<String> {
        workspace.graph.nodes().map(described).collect()
    }

    fn defined(workspace: &Workspace) -> Vec<String> {
        workspace.graph.nodes().filter(|node| !node.is_missing()).map(described).collect()
    }

    fn described(node: Node<'_>) -> String {
        format!("{} {:?} {:?}", node.address(), node.title(), node.file())
    }

    fn edges(workspace: &Workspace) -> Vec<String> {
        let described = |edge: crate::graph::Edge<'_>| {
            let (from, to) = (edge.from().address(), edge.to().address());
            format!("{from} {} {to} {:?} {}", edge.relation(), edge.file(), edge.line())
        };
        workspace.graph.edges().map(described).collect()
    }

    #[test]
    fn every_defined_node_is_there_before_the_rows_of_a_long_log() {
        let folder = workspace();
        let early = OnceLock::new();
        let whole = Live::load(folder.path(), &Boundary::around(folder.path()), &Progress::default(), |read| {
            early.set(read).unwrap();
        });
        let (early, whole) = (early.into_inner().unwrap(), whole.unwrap().unwrap());
        let whole = whole.workspace();
        assert_eq!(defined(&early), defined(whole));
        assert_eq!((early.graph.edge_count(), whole.graph.edge_count()), (2, 2 + ROWS));
    }

    #[test]
    fn a_short_log_is_not_worth_a_first_look() {
        let folder = workspace();
        fs::write(folder.path().join("references.jsonl"), "").unwrap();
        let read =
            Live::load(folder.path(), &Boundary::around(folder.path()), &Progress::default(), |_| panic!("too early"));
        assert_eq!(read.unwrap().unwrap().workspace().graph.edge_count(), 2);
    }

    #[test]
    fn whoever_is_told_gets_the_same_workspace() {
        let folder = workspace();
        let told =
            Live::load(folder.path(), &Boundary::around(folder.path()), &Progress::default(), drop).unwrap().unwrap();
        let told = told.workspace();
        let plain = Workspace::load(folder.path()).unwrap();
        assert_eq!(nodes(told), nodes(&plain));
        assert_eq!(edges(told), edges(&plain));
        assert_eq!(told.findings, plain.findings);
        assert_eq!((told.facts.reference.rows, plain.facts.reference.rows), (ROWS, ROWS));
    }

    #[test]
    fn a_snapshot_does_not_hide_an_edit_in_the_middle_of_a_long_log_that_grew() {
        let (folder, kept) = (workspace(), tempfile::tempdir().unwrap());
        let (root, cache) = (folder.path(), Cache::of_all(kept.path()));
        Workspace::start(root, &Boundary::around(root), &cache).unwrap();
        let path = root.join("references.jsonl");
        let mut log = fs::read_to_string(&path).unwrap();
        let middle = log.len() / 2;
        let row = middle + log[middle..].find("\"to\":\"").unwrap();
        let end = row + log[row..].find("\",").unwrap();
        let (missing, last) = ("x".repeat(end - row - 6), log.lines().next_back().unwrap().to_owned() + "\n");
        log.replace_range(row + 6..end, &missing);
        fs::write(&path, log + &last).unwrap();
        let (with, without) =
            (Workspace::start(root, &Boundary::around(root), &cache).unwrap(), Workspace::load(root).unwrap());
        assert!(nodes(&without).iter().any(|node| node.contains(&missing)));
        assert_eq!((nodes(&with), edges(&with)), (nodes(&without), edges(&without)));
    }

    #[test]
    fn every_file_and_every_row_is_counted() {
        let (folder, progress) = (workspace(), Progress::default());
        Live::load(folder.path(), &Boundary::around(folder.path()), &progress, drop).unwrap();
        assert_eq!((progress.files(), progress.rows()), (5, ROWS));
    }

    #[test]
    fn a_cancelled_load_reads_no_file_and_gives_nothing() {
        let (folder, progress) = (workspace(), Progress::default());
        progress.cancel();
        let read =
            Live::load(folder.path(), &Boundary::around(folder.path()), &progress, |_| panic!("nobody waits for it"));
        assert!(read.unwrap().is_none());
        assert_eq!((progress.files(), progress.rows()), (0, 0));
    }

    #[test]
    fn a_load_can_be_cancelled_once_the_nodes_are_there() {
        let (folder, progress) = (workspace(), Progress::default());
        let read = Live::load(folder.path(), &Boundary::around(folder.path()), &progress, |_| progress.cancel());
        assert!(read.unwrap().is_none());
    }
}
