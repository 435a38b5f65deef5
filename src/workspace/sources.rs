//! Reads the files of all systems in parallel, in a loop over the list of systems. A system that panics becomes a
//! finding; the others are not affected.

use super::Settings;
use super::changes::Changes;
use super::named_source::{self, ReadSource};
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Batch, SystemId};
use crate::pack::{Packer, Unpacker};
use crate::system::log::{Log, ReadLog};
use crate::system::{Batches, Facts, Found, Loaded, Progress, ReadRequest, Sections, Suspects, System};
use rayon::prelude::*;
use std::any::Any;
use std::fs::File;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;

const SYSTEM_FAILED: Rule = Rule { code: "system-failed", severity: Severity::Error, check: "workspace" };

/// The parameters of a read.
pub(super) struct Scene<'a> {
    pub(super) root: &'a Path,
    pub(super) settings: &'a Settings,
    /// Whether the result will be refreshed later.
    pub(super) stays: bool,
    pub(super) progress: &'a Progress,
}

impl<'a> Scene<'a> {
    fn named(&self) -> Vec<ReadSource> {
        named_source::load_all(self.root, self.settings, self.progress)
    }

    fn request(&self, system: SystemId, suspects: Suspects<'a>) -> ReadRequest<'a> {
        let others = self.settings.systems.iter().filter(|(id, _)| *id != system);
        ReadRequest {
            root: self.root,
            log: &self.settings.log,
            further: self.settings.places(self.root, system),
            registry: Arc::clone(self.settings.systems.registry()),
            claimed: others.flat_map(|(_, other)| other.claims()).copied().collect(),
            boundary: self.settings.boundary.clone(),
            suspects,
            stays: self.stays,
            progress: self.progress,
        }
    }
}

type Source = Guarded<Box<dyn Loaded>>;

/// Everything that was read, except the rows of the logs.
pub(super) struct Sources {
    /// In the order of the systems.
    list: Vec<(SystemId, Source)>,
    /// Other repositories, in the order of the settings.
    named: Vec<ReadSource>,
}

/// Opens the logs, before anything else is read.
pub(super) fn logs(scene: &Scene<'_>) -> Vec<Log> {
    let systems = scene.settings.systems.iter();
    systems.flat_map(|(id, system)| system.logs(&scene.request(id, Suspects::All))).collect()
}

/// Reads the rows of logs.
pub(super) fn read_logs(scene: &Scene<'_>, logs: Vec<Log>) -> Guarded<Vec<ReadLog>> {
    let owner = scene.settings.systems.registry().log_system();
    guarded(owner, || logs.into_iter().map(|log| log.read(scene.progress)).collect())
}

/// Reads all systems, except the rows of the logs.
pub(super) fn load(scene: &Scene<'_>) -> Sources {
    let systems: Vec<_> = scene.settings.systems.iter().collect();
    let read = |(id, system): &(SystemId, &Arc<dyn System>)| {
        (*id, guarded(*id, || system.load(&scene.request(*id, Suspects::All))))
    };
    let list = || systems.par_iter().with_max_len(1).map(read).collect();
    let (list, named) = rayon::join(list, || scene.named());
    Sources { list, named }
}

impl Sources {
    /// Refreshes everything except the logs.
    pub(super) fn refresh(&mut self, scene: &Scene<'_>, changes: &Changes) -> Found {
        if !self.are_whole() {
            return Found::Everything;
        }
        let suspects = match changes {
            Changes::Anywhere => Suspects::All,
            Changes::Paths(paths) => Suspects::Only(paths),
        };
        let refresh = |(id, source): &mut (SystemId, Source)| {
            source.again(*id, |read| read.refresh(&scene.request(*id, suspects))).unwrap_or(Found::Everything)
        };
        let mut found: Vec<_> = self.list.par_iter_mut().with_max_len(1).map(refresh).collect();
        let Scene { root, settings, progress, .. } = scene;
        let sources = self.named.iter_mut().enumerate();
        found.extend(sources.map(|(at, source)| source.refresh(at, root, settings, changes, progress)));
        if found.contains(&Found::Everything) {
            Found::Everything
        } else {
            Found::changed(found.contains(&Found::Changed))
        }
    }

    /// Facts in files beyond nodes and edges.
    pub(super) fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        self.read().filter_map(|read| read.facts()).for_each(|fact| facts.set(fact));
        let named = self.named.iter().filter_map(|source| Some((source.name(), source.facts()?)));
        named.for_each(|(name, of_source)| facts.set_named(name, of_source));
        facts
    }

    pub(super) fn batches(&self) -> Batches<'_> {
        self.batches_of(|_| true)
    }

    fn batches_of(&self, is_wanted: impl Fn(&Source) -> bool) -> Batches<'_> {
        let wanted = self.list.iter().map(|(_, source)| source).filter(|source| is_wanted(source));
        let own = wanted.map(|source| source.batches(|read| read.batches())).fold(Batches::default(), Batches::and);
        own.and(Batches::here(self.named.iter().flat_map(ReadSource::batches)))
    }

    /// The checksum of the batches that a snapshot does not store, to detect changes.
    pub(super) fn checksum_of_unstored(&self) -> io::Result<u64> {
        let mut nowhere = io::sink();
        let mut out = Packer::new(&mut nowhere);
        let unstored = self.batches_of(|source| source.read().is_none_or(|read| read.stored_files().is_none()));
        for batch in unstored.all().unwrap_or_default() {
            batch.pack(&mut out)?;
            batch.findings_packed(&mut out)?;
        }
        Ok(out.sum())
    }

    /// Number of files that a snapshot would save reading.
    pub(super) fn file_count(&self) -> usize {
        self.read().filter_map(Loaded::stored_files).sum()
    }

    /// Number of edges that a snapshot would save reading.
    pub(super) fn stored_edges(&self) -> usize {
        let stored = self.read().filter(|read| read.stored_files().is_some());
        stored.map(|read| read.batches().edge_count()).sum()
    }

    /// Writes the batches, and their positions to the index. Fails if a system panicked.
    pub(super) fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        if !self.are_whole() {
            return Err(io::Error::other("a system panicked"));
        }
        self.read().try_for_each(|read| read.pack(out, index))
    }

    /// Restores batches from the index. Systems that store nothing are read from their files.
    pub(super) fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>, scene: &Scene<'_>) -> Option<Self> {
        let mut list = Vec::new();
        for (id, system) in scene.settings.systems.iter() {
            let request = scene.request(id, Suspects::All);
            let restored = match guarded(id, || system.restore(from, file, &request)) {
                Guarded::Read(restored) => Guarded::Read(restored?),
                Guarded::Broken(batch) => Guarded::Broken(batch),
            };
            list.push((id, restored));
        }
        Some(Self { list, named: scene.named() })
    }

    /// All batches by value, for a read that is never refreshed.
    pub(super) fn into_batches(self) -> Vec<Batch> {
        let own = self.list.into_iter().flat_map(|(_, source)| source.into_batches(Loaded::into_batches));
        own.chain(self.named.into_iter().flat_map(ReadSource::into_batches)).collect()
    }

    fn read(&self) -> impl Iterator<Item = &dyn Loaded> {
        self.list.iter().filter_map(|(_, source)| source.read()).map(|read| &**read)
    }

    fn are_whole(&self) -> bool {
        self.list.iter().all(|(_, source)| source.read().is_some())
    }
}

/// The result of a system, or a finding if it panicked.
#[derive(Debug)]
pub(super) enum Guarded<T> {
    Read(T),
    Broken(Box<Batch>),
}

impl<T> Guarded<T> {
    fn read(&self) -> Option<&T> {
        match self {
            Self::Read(read) => Some(read),
            Self::Broken(_) => None,
        }
    }

    /// Refreshes a system; `None` if it panicked.
    fn again<R>(&mut self, system: SystemId, look: impl FnOnce(&mut T) -> R) -> Option<R> {
        let Self::Read(read) = self else { return None };
        match guarded(system, || look(read)) {
            Guarded::Read(found) => Some(found),
            Guarded::Broken(batch) => {
                *self = Self::Broken(batch);
                None
            }
        }
    }

    pub(super) fn batches<'a>(&'a self, all: impl FnOnce(&'a T) -> Batches<'a>) -> Batches<'a> {
        match self {
            Self::Read(read) => all(read),
            Self::Broken(batch) => Batches::here([&**batch]),
        }
    }

    pub(super) fn into_batches(self, all: impl FnOnce(T) -> Vec<Batch>) -> Vec<Batch> {
        match self {
            Self::Read(read) => all(read),
            Self::Broken(batch) => vec![*batch],
        }
    }
}

/// Runs a system and converts a panic to a finding.
pub(super) fn guarded<T>(system: SystemId, load: impl FnOnce() -> T) -> Guarded<T> {
    let load = || {
        #[cfg(debug_assertions)]
        break_down_if_wanted(system);
        load()
    };
    panic::catch_unwind(AssertUnwindSafe(load)).map_or_else(
        |cause| {
            let mut batch = Batch::new(system, 0);
            let message = format!("Reading this system failed: {}; the other systems are not affected", words(&*cause));
            let finding = Finding::new(&SYSTEM_FAILED, system.name(), message);
            batch.finding(finding.suggest("This is a bug in refscope; please report it with the file that causes it"));
            Guarded::Broken(Box::new(batch))
        },
        Guarded::Read,
    )
}

/// Panics in the system named by `REFSCOPE_PANIC`, for tests of the binary. Not in release builds.
#[cfg(debug_assertions)]
fn break_down_if_wanted(system: SystemId) {
    let is_wanted = std::env::var_os("REFSCOPE_PANIC").is_some_and(|wanted| wanted == system.name());
    assert!(!is_wanted, "on purpose");
}

fn words(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{CAUSAL, UNIT};

    #[test]
    fn system_that_panics_is_a_finding() {
        let batches = guarded(CAUSAL, || panic!("oh {}", "no")).into_batches(|()| Vec::new());
        let findings = batches[0].findings();
        assert_eq!((findings[0].rule.code, findings[0].system), ("system-failed", "causal"));
        assert!(findings[0].message.contains("oh no"));
        assert_eq!(guarded(UNIT, || 1).read(), Some(&1));
    }
}
