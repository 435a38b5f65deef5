//! A workspace: a folder whose files of all systems are merged into one graph.
//!
//! Finds the folder, reads its settings, loads all sources in parallel, and keeps the result up to date. [`Workspace`]
//! is an immutable state; [`Live`] refreshes it incrementally; a snapshot in the user's cache makes the next start
//! fast. Depends neither on queries nor on commands or the screen.

mod arrivals;
mod artifact;
mod cache;
mod changes;
mod home;
mod live;
mod locate;
mod named_source;
mod past;
mod places;
mod settings;
mod snapshot;
mod sources;
pub mod watch;

pub use crate::system::{Allowed, Boundary, ConfigError, Progress};
pub use arrivals::{Arrivals, Lost};
pub use artifact::NoArtifact;
pub use cache::{Cache, Cached};
pub use changes::Changes;
pub use home::{cache_folder, config_folder, home_folder, state_folder, storage_name};
pub use live::{Live, Refreshed};
pub use locate::{LocateError, WorkspaceChoice, locate};
pub use named_source::NamedSource;
pub use past::Past;
pub use settings::{Opening, SETTINGS_FILE, Settings};

use crate::finding::Finding;
use crate::graph::{Graph, GraphBuilder};
use crate::system::Facts;
use crate::system::log::ReadLog;
use live::Once;
use snapshot::Writing;
use sources::Scene;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything read from one folder at one time.
#[derive(Debug)]
pub struct Workspace {
    pub root: PathBuf,
    pub settings: Settings,
    /// The merged nodes and edges of all systems.
    pub graph: Arc<Graph>,
    /// Findings from reading and merging.
    pub findings: Vec<Finding>,
    /// Facts in files beyond nodes and edges.
    pub facts: Facts,
}

impl Workspace {
    /// Reads everything below `root`. Fails only on a configuration error in the settings, because they define what to
    /// read.
    pub fn load(root: &Path) -> Result<Self, ConfigError> {
        Self::start(root, &Boundary::around(root), &Cache::none())
    }

    /// Like [`Workspace::load`], but within `boundary`, starting from a snapshot if there is one, and saving a new one.
    pub fn start(root: &Path, opening: impl Into<Opening>, cache: &Cache) -> Result<Self, ConfigError> {
        let (settings, progress) = (Settings::load(root, opening)?, Progress::default());
        let (sources, read) = match Live::restored_once(root, &settings, cache, &progress)? {
            Some(Once::Workspace(workspace)) => return Ok(*workspace),
            Some(Once::Apart(sources, logs)) => (*sources, logs),
            None => {
                let scene = Scene { root, settings: &settings, stays: cache.folder().is_some(), progress: &progress };
                let logs = sources::logs(&scene);
                rayon::join(|| sources::load(&scene), || sources::read_logs(&scene, logs))
            }
        };
        let mut facts = sources.facts();
        // Before merging, because merging drops each batch.
        let writing = Writing::begin(cache, root, &settings, &sources, &read);
        let rows = read.into_batches(|logs: Vec<ReadLog>| logs.into_iter().flat_map(ReadLog::into_batches).collect());
        facts.rows = rows.iter().map(|batch| batch.edges().len()).sum();
        let mut builder = GraphBuilder::new(Arc::clone(settings.systems.registry()));
        for batch in sources.into_batches().into_iter().chain(rows) {
            builder.add(batch);
        }
        let (graph, merging, findings) = builder.finish_apart();
        let all = merging.iter().cloned().chain(findings).collect();
        let workspace = Self::new(root, settings, facts, graph, all);
        if let Some(writing) = writing {
            // If the snapshot cannot be written, the next start reads the files again.
            drop(writing.finish(&workspace, &merging));
        }
        Ok(workspace)
    }

    /// The files and folders that only checks read.
    pub fn tracked(&self) -> BTreeSet<PathBuf> {
        let systems = self.settings.systems.iter();
        systems.flat_map(|(_, system)| system.tracked(&self.facts, &self.root)).collect()
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
    use crate::system::kit::fixture::folder;
    use std::fs;
    use std::sync::OnceLock;
    use tempfile::TempDir;

    const ROWS: usize = 2_500;

    /// A unit, a record, two artifacts, and a log made long by its reasons.
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
    fn preview_contains_every_defined_node_before_a_long_log_is_read() {
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
    fn short_log_has_no_preview() {
        let folder = workspace();
        fs::write(folder.path().join("references.jsonl"), "").unwrap();
        let read =
            Live::load(folder.path(), &Boundary::around(folder.path()), &Progress::default(), |_| panic!("too early"));
        assert_eq!(read.unwrap().unwrap().workspace().graph.edge_count(), 2);
    }

    #[test]
    fn load_with_a_preview_gives_the_same_workspace() {
        let folder = workspace();
        let loaded =
            Live::load(folder.path(), &Boundary::around(folder.path()), &Progress::default(), drop).unwrap().unwrap();
        let loaded = loaded.workspace();
        let plain = Workspace::load(folder.path()).unwrap();
        assert_eq!(nodes(loaded), nodes(&plain));
        assert_eq!(edges(loaded), edges(&plain));
        assert_eq!(loaded.findings, plain.findings);
        assert_eq!((loaded.facts.rows, plain.facts.rows), (ROWS, ROWS));
    }

    #[test]
    fn snapshot_does_not_hide_an_edit_in_the_middle_of_a_log_that_grew() {
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
    fn cancelled_load_reads_no_file_and_returns_none() {
        let (folder, progress) = (workspace(), Progress::default());
        progress.cancel();
        let read =
            Live::load(folder.path(), &Boundary::around(folder.path()), &progress, |_| panic!("it was cancelled"));
        assert!(read.unwrap().is_none());
        assert_eq!((progress.files(), progress.rows()), (0, 0));
    }

    #[test]
    fn load_can_be_cancelled_after_the_preview() {
        let (folder, progress) = (workspace(), Progress::default());
        let read = Live::load(folder.path(), &Boundary::around(folder.path()), &progress, |_| progress.cancel());
        assert!(read.unwrap().is_none());
    }
}
