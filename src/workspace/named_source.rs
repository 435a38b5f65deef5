//! Named sources: other repositories whose nodes are in the graph of a workspace.
//!
//! Each is read as a workspace of its own, with its own settings, and its nodes get the source's name as their namespace
//! (decision 0042). Nothing is ever written there.

mod batches;

use super::Settings;
use super::changes::Changes;
use super::live::{Live, Refreshed};
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Batch, Registry, SystemId};
use crate::system::{Facts, Found, HOW_TO_ALLOW, Progress, file};
use crate::text::quoted;
use std::path::{Path, PathBuf};

const CHECK: &str = "workspace";
const SOURCE_UNREADABLE: Rule = Rule { code: "source-unreadable", severity: Severity::Error, check: CHECK };
const SOURCE_MISSING: Rule = Rule { code: "source-missing", severity: Severity::Error, check: CHECK };
const OUTSIDE: Rule = Rule { code: "outside-workspace", severity: Severity::Warning, check: CHECK };
const SOURCE_EMPTY: Rule = Rule { code: "source-empty", severity: Severity::Warning, check: CHECK };
const SOURCE_SYSTEM: Rule = Rule { code: "source-system", severity: Severity::Warning, check: CHECK };

/// The first merge position of the batches of named sources: after all files of the workspace itself.
const FIRST_PART: u64 = 1 << 62;

/// A source with a name, as the settings declare it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSource {
    pub name: String,
    /// The folder, relative to the workspace.
    pub path: PathBuf,
    /// The only system to read; `None` for all.
    pub system: Option<SystemId>,
}

impl NamedSource {
    /// The folder of the source.
    pub fn folder(&self, root: &Path) -> PathBuf {
        file::lexically_normalized(&root.join(&self.path))
    }
}

/// What was read of a named source.
pub(super) struct ReadSource {
    source: NamedSource,
    live: Option<Live>,
    /// Its nodes and edges by system, and findings about the source itself.
    batches: Vec<Batch>,
}

impl ReadSource {
    pub(super) fn load(
        source: &NamedSource,
        position: usize,
        root: &Path,
        settings: &Settings,
        progress: &Progress,
    ) -> Self {
        let mut read = Self { source: source.clone(), live: None, batches: Vec::new() };
        let found = read.read(root, settings, progress);
        read.fill(position, settings.systems.registry(), found.err());
        read
    }

    /// Reads the folder as a workspace. Fails with a finding.
    fn read(&mut self, root: &Path, settings: &Settings, progress: &Progress) -> Result<(), Box<Finding>> {
        let folder = self.source.folder(root);
        if let Some(target) = settings.boundary.target_outside(&folder) {
            let message = format!("is outside the workspace ({}) and not read", target.display());
            return Err(self.finding(&OUTSIDE, &message).suggest(HOW_TO_ALLOW).into());
        }
        if !folder.is_dir() {
            let finding = self.finding(&SOURCE_MISSING, "is not a folder");
            return Err(finding.suggest("correct its path in .refscope.yaml, or remove it").into());
        }
        let read = Live::load(&folder, settings.opening_of_source(&folder), progress, drop);
        self.live = read.map_err(|error| {
            let finding = self.finding(&SOURCE_UNREADABLE, &format!("has invalid settings: {error}"));
            Box::new(finding.suggest("correct them there"))
        })?;
        Ok(())
    }

    /// Refreshes it; returns whether anything changed.
    pub(super) fn refresh(
        &mut self,
        position: usize,
        root: &Path,
        settings: &Settings,
        changes: &Changes,
        progress: &Progress,
    ) -> Found {
        let registry = settings.systems.registry();
        let folder = self.source.folder(root);
        let concerns = match changes {
            Changes::Anywhere => true,
            Changes::Paths(paths) => paths.iter().any(|path| path.starts_with(&folder) || folder.starts_with(path)),
        };
        if !concerns {
            return Found::Same;
        }
        let refreshed = self.live.as_mut().filter(|_| folder.is_dir()).map(|live| live.refresh(changes));
        let failure = match refreshed {
            Some(Ok(Refreshed::Same)) => return Found::Same,
            Some(Ok(_)) => None,
            // Without a readable source, and after an error in its settings, it is read from scratch.
            Some(Err(_)) | None => {
                self.live = None;
                self.read(root, settings, progress).err()
            }
        };
        let before = std::mem::take(&mut self.batches);
        self.fill(position, registry, failure);
        let is_same =
            self.live.is_none() && before.iter().map(Batch::findings).eq(self.batches.iter().map(Batch::findings));
        Found::changed(!is_same)
    }

    fn fill(&mut self, position: usize, registry: &Registry, failure: Option<Box<Finding>>) {
        let owner = registry.log_system();
        let part = FIRST_PART + position as u64;
        self.batches = match &self.live {
            Some(live) => batches::of(live.workspace(), &self.source, registry, part),
            None => vec![Batch::new(owner, part)],
        };
        let is_empty = self.live.is_some() && self.batches.iter().all(|batch| batch.node_count() == 0);
        let empty = || self.finding(&SOURCE_EMPTY, "contains nothing that refscope reads");
        let findings: Vec<_> = failure.map(|finding| *finding).into_iter().chain(is_empty.then(empty)).collect();
        if !findings.is_empty() && self.batches.is_empty() {
            self.batches.push(Batch::new(owner, part));
        }
        for finding in findings {
            self.batches[0].finding(finding);
        }
    }

    fn finding(&self, rule: &'static Rule, what: &str) -> Finding {
        let message = format!("The source {} ({}) {what}", quoted(&self.source.name), self.source.path.display());
        Finding::new(rule, "settings", message).in_file(super::SETTINGS_FILE)
    }

    pub(super) fn name(&self) -> &str {
        &self.source.name
    }

    pub(super) fn facts(&self) -> Option<Facts> {
        self.live.as_ref().map(|live| live.workspace().facts.clone())
    }

    pub(super) fn batches(&self) -> &[Batch] {
        &self.batches
    }

    pub(super) fn into_batches(self) -> Vec<Batch> {
        self.batches
    }
}

/// Loads all named sources of a workspace.
pub(super) fn load_all(root: &Path, settings: &Settings, progress: &Progress) -> Vec<ReadSource> {
    let sources = settings.named.iter().enumerate();
    sources.map(|(position, source)| ReadSource::load(source, position, root, settings, progress)).collect()
}
