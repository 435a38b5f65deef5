//! A workspace that is looked at again and again: only what changed is read, and the result is the same as if all were.

use super::changes::Changes;
use super::sources::{self, Found, Guarded, Scene, Sources, guarded};
use super::{Progress, SETTINGS_FILE, Settings, SettingsError, Workspace};
use crate::finding::Finding;
use crate::graph::{Batch, Graph, Mark, System};
use crate::source::reference::{Growth, Log, ReadLog};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A workspace and everything that it was made of.
pub struct Live {
    root: PathBuf,
    sources: Sources,
    logs: Guarded<Vec<ReadLog>>,
    /// What merging the files found wrong.
    merging: Vec<Finding>,
    workspace: Arc<Workspace>,
}

/// What came of another look.
#[derive(Debug, Clone)]
pub enum Refreshed {
    /// Nothing changed.
    Same,
    /// Rows were appended: all nodes and edges keep their numbers, and the edges from this number on are new.
    Longer(Arc<Workspace>, usize),
    /// It is another workspace as far as numbers go.
    Other(Arc<Workspace>),
}

impl Live {
    /// Reads everything below `root` and tells how far it is. Once all nodes that files define are known, but many rows of
    /// a log are not, what is there so far goes to `early`: its nodes can be listed, but which of them are referred to or
    /// missing is not known yet. `None` if somebody cancelled it.
    pub fn load(
        root: &Path,
        progress: &Progress,
        early: impl FnOnce(Workspace) + Send,
    ) -> Result<Option<Self>, SettingsError> {
        let settings = Settings::load(root)?;
        let (sources, logs) = sources::load(&Scene { root, settings: &settings, stays: true, progress });
        if progress.is_cancelled() {
            return Ok(None);
        }
        let logs = if logs.iter().any(Log::is_long) {
            let hand_out = || early(preview(root, &settings, &sources));
            rayon::join(hand_out, || read_logs(logs, progress)).1
        } else {
            read_logs(logs, progress)
        };
        if progress.is_cancelled() {
            return Ok(None);
        }
        let (graph, merging) = Graph::merged(&all_batches(&sources, &logs));
        let workspace = told(root, settings, &sources, &logs, &merging, graph);
        Ok(Some(Self { root: root.to_owned(), sources, logs, merging, workspace }))
    }

    /// The workspace as it was when it was looked at last.
    pub fn workspace(&self) -> &Arc<Workspace> {
        &self.workspace
    }

    /// Looks again at what may have changed.
    pub fn refresh(&mut self, changes: &Changes) -> Result<Refreshed, SettingsError> {
        let changes = self.widened(changes);
        let settings = Settings::load(&self.root)?;
        if settings != self.workspace.settings {
            return self.reload();
        }
        let progress = Progress::default();
        let found = if self.is_about_logs_only(&changes) {
            Found::Same
        } else {
            let scene = Scene { root: &self.root, settings: &settings, stays: true, progress: &progress };
            self.sources.refresh(&scene, &changes)
        };
        if found == Found::Everything {
            return self.reload();
        }
        let Guarded::Read(logs) = &mut self.logs else { return self.reload() };
        let grown: Vec<Growth> = match guarded(System::Reference, || {
            logs.iter_mut().map(|log| log.refresh(&progress)).collect::<Vec<_>>()
        }) {
            Guarded::Read(grown) => grown,
            Guarded::Broken(batch) => {
                self.logs = Guarded::Broken(batch);
                vec![Growth::Replaced]
            }
        };
        Ok(match (found, grown.split_last()) {
            (Found::Same, None) => Refreshed::Same,
            (Found::Same, Some((last, others))) if others.iter().all(|growth| *growth == Growth::None) => match last {
                Growth::None => Refreshed::Same,
                Growth::Appended(first, mark) => self.lengthen(*first, *mark),
                Growth::Replaced => self.remake(),
            },
            _ => self.remake(),
        })
    }

    /// What an ignore file says counts for everything below it.
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
        // Whether there is a log at all is a fact that more depends on than its rows.
        let is_log = |path: &PathBuf| {
            *path == settings || logs.iter().any(|log| log.path() == path && log.exists() && path.exists())
        };
        paths.iter().all(is_log)
    }

    fn reload(&mut self) -> Result<Refreshed, SettingsError> {
        if let Some(read) = Self::load(&self.root, &Progress::default(), drop)? {
            *self = read;
        }
        Ok(Refreshed::Other(Arc::clone(&self.workspace)))
    }

    /// Merges everything anew.
    fn remake(&mut self) -> Refreshed {
        let (graph, merging) = Graph::merged(&all_batches(&self.sources, &self.logs));
        self.merging = merging;
        Refreshed::Other(self.tell(graph))
    }

    /// Adds the rows behind a mark of the last log.
    fn lengthen(&mut self, first: usize, mark: Mark) -> Refreshed {
        let before = &self.workspace.graph;
        let new_from = before.edge_bound();
        let batches = log_batches(&self.logs);
        let of_others = match &self.logs {
            Guarded::Read(logs) => logs.iter().rev().skip(1).map(|log| log.batches().len()).sum(),
            Guarded::Broken(_) => 0,
        };
        let mut appended: Vec<(&Batch, Mark)> = Vec::new();
        for (at, batch) in batches.into_iter().skip(of_others).enumerate().skip(first) {
            appended.push((batch, if at == first { mark } else { Mark::default() }));
        }
        let graph = before.extended(&appended);
        Refreshed::Longer(self.tell(graph), new_from)
    }

    fn tell(&mut self, graph: Graph) -> Arc<Workspace> {
        let settings = self.workspace.settings.clone();
        self.workspace = told(&self.root, settings, &self.sources, &self.logs, &self.merging, graph);
        Arc::clone(&self.workspace)
    }
}

fn read_logs(logs: Vec<Log>, progress: &Progress) -> Guarded<Vec<ReadLog>> {
    guarded(System::Reference, || logs.into_iter().map(|log| log.read(progress)).collect())
}

fn log_batches(logs: &Guarded<Vec<ReadLog>>) -> Vec<&Batch> {
    match logs {
        Guarded::Read(logs) => logs.iter().flat_map(ReadLog::batches).collect(),
        Guarded::Broken(batch) => vec![batch],
    }
}

fn all_batches<'a>(sources: &'a Sources, logs: &'a Guarded<Vec<ReadLog>>) -> Vec<&'a Batch> {
    let mut all = sources.batches();
    all.extend(log_batches(logs));
    all
}

/// What is known before any row is.
fn preview(root: &Path, settings: &Settings, sources: &Sources) -> Workspace {
    let batches = sources.batches();
    let (graph, mut findings) = Graph::merged(&batches);
    findings.extend(batches.into_iter().flat_map(Batch::all_findings));
    Workspace::new(root, settings.clone(), sources.facts(), graph, findings)
}

fn told(
    root: &Path,
    settings: Settings,
    sources: &Sources,
    logs: &Guarded<Vec<ReadLog>>,
    merging: &[Finding],
    graph: Graph,
) -> Arc<Workspace> {
    let mut facts = sources.facts();
    facts.reference.rows = log_batches(logs).iter().map(|batch| batch.edges().len()).sum();
    let of_batches = all_batches(sources, logs).into_iter().flat_map(Batch::all_findings);
    let findings = merging.iter().cloned().chain(of_batches).collect();
    Arc::new(Workspace::new(root, settings, facts, graph, findings))
}
