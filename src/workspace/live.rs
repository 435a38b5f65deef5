//! Incremental refresh of a workspace: reads only changed files, and gives the same result as a full load.
//!
//! [`Live`] keeps the parsed batches of every file. Appended rows of a log extend the graph and keep all
//! indexes; any other change merges all batches again, which is much cheaper than reading the files.

use super::arrivals::Arrivals;
use super::changes::Changes;
use super::snapshot::{Restored, Snapshot, Writing};
use super::sources::{self, Guarded, Scene, Sources, guarded};
use super::{Cache, ConfigError, Opening, Progress, SETTINGS_FILE, Settings, Workspace};
use crate::finding::Finding;
use crate::graph::{Batch, BatchPosition, Graph, Registry};
use crate::system::log::{Growth, Log, ReadLog};
use crate::system::{Batches, Facts, Found};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of rows after the end of a snapshot that take as long to read as a new snapshot takes to write.
const MANY_ROWS: usize = 50_000;

/// A workspace with the sources it was merged from.
pub struct Live {
    root: PathBuf,
    sources: Sources,
    logs: Guarded<Vec<ReadLog>>,
    /// Findings from merging.
    merging: Vec<Finding>,
    workspace: Arc<Workspace>,
    /// Whether a nearly identical snapshot exists.
    is_saved: bool,
}

/// The result of a refresh.
#[derive(Debug, Clone)]
pub enum Refreshed {
    Same,
    /// Rows were appended: all nodes and edges keep their indexes, and edges from this index on are new.
    Longer(Arc<Workspace>, usize),
    /// Everything was merged again: indexes have changed.
    Other(Arc<Workspace>, Arrivals),
}

/// The next step of a refresh.
#[derive(Clone, Copy)]
enum Step {
    Nothing,
    /// Append the rows after a position in the last log.
    Lengthen(usize, BatchPosition),
    /// Merge everything again. The number of rows appended to the log, or `None` if it was read again.
    Remake(Option<usize>),
    /// Read everything again.
    Reload,
}

/// A restored snapshot for a caller that never refreshes.
pub(super) enum Once {
    /// The complete workspace.
    Workspace(Box<Workspace>),
    /// The batches to merge.
    Apart(Box<Sources>, Guarded<Vec<ReadLog>>),
}

impl Live {
    /// Reads everything below `root` and reports progress. If the log is long, calls `early` with a preview as soon as
    /// all defined nodes are known: they can be listed, but edges and missing nodes are not known yet. `None` if
    /// cancelled.
    pub fn load(
        root: &Path,
        opening: impl Into<Opening>,
        progress: &Progress,
        early: impl FnOnce(Workspace) + Send,
    ) -> Result<Option<Self>, ConfigError> {
        let settings = Settings::load(root, opening)?;
        let scene = Scene { root, settings: &settings, stays: true, progress };
        let logs = sources::logs(&scene);
        let sources = sources::load(&scene);
        if progress.is_cancelled() {
            return Ok(None);
        }
        let logs = if logs.iter().any(Log::is_long) {
            let hand_out = || preview(root, &settings, &sources).map(early);
            rayon::join(hand_out, || sources::read_logs(&scene, logs)).1
        } else {
            sources::read_logs(&scene, logs)
        };
        if progress.is_cancelled() {
            return Ok(None);
        }
        let batches = all_batches(&sources, &logs).all().unwrap_or_default();
        let (graph, merging) = Graph::merged(settings.systems.registry(), &batches);
        let workspace = assemble(root, settings, &sources, &logs, &merging, graph);
        Ok(Some(Self { root: root.to_owned(), sources, logs, merging, workspace, is_saved: false }))
    }

    /// Like [`Live::load`], but starts from a snapshot if there is one and reads only changed files.
    pub fn start(
        root: &Path,
        opening: impl Into<Opening>,
        cache: &Cache,
        progress: &Progress,
        early: impl FnOnce(Workspace) + Send,
    ) -> Result<Option<Self>, ConfigError> {
        let opening = opening.into();
        match Self::restored(root, &opening, cache, progress)? {
            Some(_) if progress.is_cancelled() => Ok(None),
            Some(live) => Ok(Some(live)),
            None => Self::load(root, opening, progress, early),
        }
    }

    /// Restores the snapshot and applies changes since. `None` if there is no valid snapshot.
    pub(super) fn restored(
        root: &Path,
        opening: impl Into<Opening>,
        cache: &Cache,
        progress: &Progress,
    ) -> Result<Option<Self>, ConfigError> {
        let settings = Settings::load(root, opening)?;
        let Some((mut live, step)) = Self::looked_at_again(root, settings, cache, progress) else { return Ok(None) };
        let refreshed = live.take(step)?;
        live.is_saved = is_nearly_the_same(&refreshed);
        Ok(Some(live))
    }

    /// Like `restored`, for a caller that never refreshes. If the graph must be rebuilt, the old one is dropped first
    /// to save memory, and new nodes and edges are not determined.
    pub(super) fn restored_once(
        root: &Path,
        settings: &Settings,
        cache: &Cache,
        progress: &Progress,
    ) -> Result<Option<Once>, ConfigError> {
        let Some((mut live, step)) = Self::looked_at_again(root, settings.clone(), cache, progress) else {
            return Ok(None);
        };
        match step {
            Step::Reload => Ok(None),
            Step::Remake(_) => {
                let Self { sources, logs, workspace, .. } = live;
                drop(workspace);
                // If the snapshot cannot be read any more, everything is read from the files.
                let is_whole = all_batches(&sources, &logs).all().is_some();
                Ok(is_whole.then(|| Once::Apart(Box::new(sources), logs)))
            }
            Step::Nothing | Step::Lengthen(..) => {
                live.is_saved = is_nearly_the_same(&live.take(step)?);
                live.save(cache);
                Ok(Arc::into_inner(live.workspace).map(|workspace| Once::Workspace(Box::new(workspace))))
            }
        }
    }

    /// The workspace of a snapshot, and the step needed to bring it up to date.
    fn looked_at_again(root: &Path, settings: Settings, cache: &Cache, progress: &Progress) -> Option<(Self, Step)> {
        let snapshot = Snapshot::open(cache, root, &settings)?;
        let scene = Scene { root, settings: &settings, stays: true, progress };
        let look = || {
            let (mut sources, logs) = snapshot.sources(&scene)?;
            let found = sources.refresh(&scene, &Changes::Anywhere);
            Some((sources, logs, found))
        };
        let registry = settings.systems.registry();
        let graph =
            || if snapshot.is_of(registry) { snapshot.graph(registry) } else { Some(Restored::nothing(registry)) };
        let (restored, looked) = rayon::join(graph, look);
        let (restored, (sources, logs, found)) = (restored?, looked?);
        let is_unstored_same = || sources.checksum_of_unstored().is_ok_and(|sum| sum == restored.whole);
        let is_same = snapshot.is_of(registry) && is_unstored_same();
        let found = if found == Found::Same && !is_same { Found::Changed } else { found };
        let mut logs = Guarded::Read(logs);
        let facts = facts(&sources, &logs);
        let step = step(registry, &mut logs, found, progress);
        let workspace = Arc::new(Workspace::new(root, settings, facts, restored.graph, restored.findings));
        let merging = restored.merging;
        Some((Self { root: root.to_owned(), sources, logs, merging, workspace, is_saved: true }, step))
    }

    /// Writes a snapshot for the next start, unless a nearly identical one exists.
    pub fn save(&mut self, cache: &Cache) {
        if self.is_saved {
            return;
        }
        let settings = &self.workspace.settings;
        let writing = Writing::begin(cache, &self.root, settings, &self.sources, &self.logs);
        // If the snapshot cannot be written, the next start reads the files again.
        self.is_saved = writing.is_some_and(|writing| writing.finish(&self.workspace, &self.merging).is_ok());
    }

    /// The workspace as of the last refresh.
    pub fn workspace(&self) -> &Arc<Workspace> {
        &self.workspace
    }

    /// Reads what may have changed and updates the workspace.
    pub fn refresh(&mut self, changes: &Changes) -> Result<Refreshed, ConfigError> {
        let changes = self.widened(changes);
        let before = &self.workspace.settings;
        let settings = Settings::load(&self.root, &before.opening)?;
        if !settings.read_the_same(before) {
            return self.reload();
        }
        let is_same = settings == *before;
        let progress = Progress::default();
        let found = if self.is_about_logs_only(&changes) {
            Found::Same
        } else {
            let scene = Scene { root: &self.root, settings: &settings, stays: true, progress: &progress };
            self.sources.refresh(&scene, &changes)
        };
        let step = step(settings.systems.registry(), &mut self.logs, found, &progress);
        if is_same {
            return self.take(step);
        }
        self.set_settings(settings);
        match step {
            Step::Nothing => self.remake(Some(0)),
            Step::Lengthen(..) => self.remake(None),
            Step::Remake(rows) => self.remake(rows),
            Step::Reload => self.reload(),
        }
    }

    fn take(&mut self, step: Step) -> Result<Refreshed, ConfigError> {
        match step {
            Step::Nothing => Ok(Refreshed::Same),
            Step::Lengthen(first, mark) => Ok(self.lengthen(first, mark)),
            Step::Remake(rows) => self.remake(rows),
            Step::Reload => self.reload(),
        }
    }

    /// Extends a change of an ignore file to everything below its folder.
    fn widened(&self, changes: &Changes) -> Changes {
        let is_wide = |path: &PathBuf| path.file_name().is_some_and(|name| name == ".gitignore") || *path == self.root;
        match changes {
            Changes::Paths(paths) if !paths.iter().any(is_wide) => changes.clone(),
            _ => Changes::Anywhere,
        }
    }

    fn is_about_logs_only(&self, changes: &Changes) -> bool {
        let (Guarded::Read(logs), Changes::Paths(paths)) = (&self.logs, changes) else { return false };
        let settings = self.root.join(SETTINGS_FILE);
        let sources = &self.workspace.settings.named;
        let is_in_source = |path: &PathBuf| sources.iter().any(|source| path.starts_with(source.folder(&self.root)));
        // The existence of a log affects more than its rows.
        let is_log = |path: &PathBuf| {
            *path == settings || logs.iter().any(|log| log.path() == path && log.exists() && path.exists())
        };
        paths.iter().all(|path| is_log(path) && !is_in_source(path))
    }

    fn reload(&mut self) -> Result<Refreshed, ConfigError> {
        let before = Arc::clone(&self.workspace);
        let opening = &before.settings.opening;
        if let Some(read) = Self::load(&self.root, opening, &Progress::default(), drop)? {
            *self = read;
        }
        let arrivals = Arrivals::between(&before, &self.workspace, None);
        Ok(Refreshed::Other(Arc::clone(&self.workspace), arrivals))
    }

    /// Merges everything again. `rows` is the number of rows appended to the log, or `None` if it was read again.
    fn remake(&mut self, rows: Option<usize>) -> Result<Refreshed, ConfigError> {
        let before = Arc::clone(&self.workspace);
        // If the snapshot cannot be read any more, everything is read from the files.
        let Some(batches) = all_batches(&self.sources, &self.logs).all() else { return self.reload() };
        let (graph, merging) = Graph::merged(self.workspace.settings.systems.registry(), &batches);
        self.merging = merging;
        let now = self.set_graph(graph);
        let arrivals = Arrivals::between(&before, &now, rows);
        Ok(Refreshed::Other(now, arrivals))
    }

    /// Appends the rows after a position in the last log.
    fn lengthen(&mut self, first: usize, mark: BatchPosition) -> Refreshed {
        let before = &self.workspace.graph;
        let new_from = before.edge_bound();
        let graph = before.extended(&appended(&self.logs, first, mark));
        Refreshed::Longer(self.set_graph(graph), new_from)
    }

    fn set_settings(&mut self, settings: Settings) {
        let before = &self.workspace;
        let (graph, facts) = (Arc::clone(&before.graph), before.facts.clone());
        let (root, findings) = (before.root.clone(), before.findings.clone());
        self.workspace = Arc::new(Workspace { root, settings, graph, findings, facts });
    }

    fn set_graph(&mut self, graph: Graph) -> Arc<Workspace> {
        let settings = self.workspace.settings.clone();
        self.workspace = assemble(&self.root, settings, &self.sources, &self.logs, &self.merging, graph);
        Arc::clone(&self.workspace)
    }
}

/// Refreshes the logs and returns the next step; `found` is the result for everything else.
fn step(registry: &Registry, logs: &mut Guarded<Vec<ReadLog>>, found: Found, progress: &Progress) -> Step {
    let Guarded::Read(read) = logs else { return Step::Reload };
    if found == Found::Everything {
        return Step::Reload;
    }
    let grown: Vec<Growth> =
        match guarded(registry.log_system(), || read.iter_mut().map(|log| log.refresh(progress)).collect::<Vec<_>>()) {
            Guarded::Read(grown) => grown,
            Guarded::Broken(batch) => {
                *logs = Guarded::Broken(batch);
                vec![Growth::Replaced]
            }
        };
    let of_last_alone =
        |(last, others): (&Growth, &[Growth])| others.iter().all(|growth| *growth == Growth::None).then_some(*last);
    match (found, grown.split_last().and_then(of_last_alone)) {
        (Found::Same, Some(Growth::None)) => Step::Nothing,
        (Found::Same, None) if grown.is_empty() => Step::Nothing,
        (Found::Same, Some(Growth::Appended(first, mark))) => Step::Lengthen(first, mark),
        (_, Some(Growth::Appended(first, mark))) => {
            let new = appended(logs, first, mark);
            Step::Remake(Some(new.into_iter().map(|(batch, mark)| batch.edges_behind(mark)).sum()))
        }
        (_, Some(Growth::None)) => Step::Remake(Some(0)),
        _ => Step::Remake(None),
    }
}

/// The rows after a position in the last log.
fn appended(logs: &Guarded<Vec<ReadLog>>, first: usize, mark: BatchPosition) -> Vec<(&Batch, BatchPosition)> {
    let Guarded::Read(logs) = logs else { return Vec::new() };
    logs.last().map(|log| log.appended(first, mark)).unwrap_or_default()
}

/// Whether the snapshot is still good enough after this refresh.
fn is_nearly_the_same(refreshed: &Refreshed) -> bool {
    match refreshed {
        Refreshed::Same => true,
        Refreshed::Longer(workspace, first) => workspace.graph.edge_bound() - first <= MANY_ROWS,
        Refreshed::Other(..) => false,
    }
}

fn log_batches(logs: &Guarded<Vec<ReadLog>>) -> Batches<'_> {
    logs.batches(|logs| logs.iter().map(ReadLog::batches).fold(Batches::default(), Batches::and))
}

fn all_batches<'a>(sources: &'a Sources, logs: &'a Guarded<Vec<ReadLog>>) -> Batches<'a> {
    sources.batches().and(log_batches(logs))
}

fn facts(sources: &Sources, logs: &Guarded<Vec<ReadLog>>) -> Facts {
    let mut facts = sources.facts();
    facts.rows = log_batches(logs).edge_count();
    facts
}

/// The state before the rows of the logs are read.
fn preview(root: &Path, settings: &Settings, sources: &Sources) -> Option<Workspace> {
    let batches = sources.batches();
    let (graph, mut findings) = Graph::merged(settings.systems.registry(), &batches.all()?);
    findings.extend(batches.findings());
    Some(Workspace::new(root, settings.clone(), sources.facts(), graph, findings))
}

fn assemble(
    root: &Path,
    settings: Settings,
    sources: &Sources,
    logs: &Guarded<Vec<ReadLog>>,
    merging: &[Finding],
    graph: Graph,
) -> Arc<Workspace> {
    let findings = merging.iter().cloned().chain(all_batches(sources, logs).findings()).collect();
    Arc::new(Workspace::new(root, settings, facts(sources, logs), graph, findings))
}
