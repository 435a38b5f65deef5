//! Reads the files of all systems in parallel, each with its own source. A source that panics becomes a finding; the
//! others are not affected.

use super::Settings;
use super::changes::Changes;
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Batch, System};
use crate::pack::{Packer, Unpacker};
use crate::source::reference::{Log, ReadLog, Reference};
use crate::source::sidecar::Records;
use crate::source::yggdrasil::Yggdrasil;
use crate::source::{
    Batches, Facts, Files, Progress, ReadRequest, Sections, Suspects, causal, reference, sidecar, unit, yggdrasil,
};
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
    fn look(&self, system: System, suspects: Suspects<'a>) -> ReadRequest<'a> {
        let further = self.settings.places(self.root, system);
        let boundary = self.settings.boundary.clone();
        ReadRequest { root: self.root, further, boundary, suspects, stays: self.stays, progress: self.progress }
    }

    fn reference(&self) -> reference::Request<'a> {
        reference::Request {
            root: self.root,
            log: &self.settings.log,
            further: self.settings.places(self.root, System::Reference),
            boundary: &self.settings.boundary,
            stays: self.stays,
            progress: self.progress,
        }
    }
}

/// Everything that was read, except the rows of the logs.
pub(super) struct Sources {
    references: Guarded<Reference>,
    units: Guarded<Files>,
    causals: Guarded<Files>,
    models: Guarded<Yggdrasil>,
    records: Guarded<Records>,
}

/// Opens the logs, before anything else is read.
pub(super) fn logs(scene: &Scene<'_>) -> Vec<Log> {
    reference::logs(&scene.reference())
}

/// Reads the rows of logs.
pub(super) fn read_logs(logs: Vec<Log>, progress: &Progress) -> Guarded<Vec<ReadLog>> {
    guarded(System::Reference, || logs.into_iter().map(|log| log.read(progress)).collect())
}

/// Reads all systems, except the rows of the logs.
pub(super) fn load(scene: &Scene<'_>) -> Sources {
    let look = |system| scene.look(system, Suspects::All);
    let (mut references, mut units, mut causals, mut models, mut records) = (None, None, None, None, None);
    rayon::scope(|scope| {
        scope.spawn(|_| {
            references = Some(guarded(System::Reference, || reference::load(&scene.reference())));
        });
        scope.spawn(|_| units = Some(guarded(System::Unit, || unit::load_first(&look(System::Unit)))));
        scope.spawn(|_| causals = Some(guarded(System::Causal, || causal::load_first(&look(System::Causal)))));
        scope.spawn(|_| models = Some(guarded(System::Yggdrasil, || yggdrasil::load_first(&look(System::Yggdrasil)))));
        scope.spawn(|_| records = Some(guarded(System::Sidecar, || sidecar::load_first(&look(System::Sidecar)))));
    });
    let never_ran = "every source ran";
    Sources {
        references: references.expect(never_ran),
        units: units.expect(never_ran),
        causals: causals.expect(never_ran),
        models: models.expect(never_ran),
        records: records.expect(never_ran),
    }
}

/// The result of a refresh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Same,
    Changed,
    /// Changes that require reading everything again.
    Everything,
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
        let look = |system| scene.look(system, suspects);
        let mut found = [Some(false); 5];
        let [references, units, causals, models, records] = &mut found;
        rayon::scope(|scope| {
            scope.spawn(|_| {
                *references = self
                    .references
                    .again(System::Reference, |read| read.refresh(&scene.reference(), suspects))
                    .flatten();
            });
            scope.spawn(|_| *units = self.units.again(System::Unit, |read| unit::refresh(read, &look(System::Unit))));
            scope.spawn(|_| {
                *causals = self.causals.again(System::Causal, |read| causal::refresh(read, &look(System::Causal)));
            });
            scope.spawn(|_| {
                let look = look(System::Yggdrasil);
                *models = self.models.again(System::Yggdrasil, |read| yggdrasil::refresh(read, &look));
            });
            scope.spawn(|_| {
                *records = self.records.again(System::Sidecar, |read| sidecar::refresh(read, &look(System::Sidecar)));
            });
        });
        match found {
            found if found.contains(&None) => Found::Everything,
            found if found.contains(&Some(true)) => Found::Changed,
            _ => Found::Same,
        }
    }

    /// Facts in files beyond nodes and edges.
    pub(super) fn facts(&self) -> Facts {
        Facts {
            reference: self.references.read().map(Reference::facts).unwrap_or_default(),
            yggdrasil: self.models.read().map(|models| models.facts.clone()).unwrap_or_default(),
        }
    }

    pub(super) fn batches(&self) -> Batches<'_> {
        let shelved = self.references.batches(Reference::batches).and(self.units.batches(Files::batches));
        shelved.and(self.causals.batches(Files::batches)).and(self.whole())
    }

    /// The batches of systems that are not read incrementally.
    fn whole(&self) -> Batches<'_> {
        let models = self.models.batches(|read| Batches::here(&read.batches));
        models.and(self.records.batches(|read| Batches::here(read.batches())))
    }

    /// The checksum of those batches, to detect changes.
    pub(super) fn checksum_of_whole(&self) -> io::Result<u64> {
        let mut nowhere = io::sink();
        let mut out = Packer::new(&mut nowhere);
        for batch in self.whole().all().unwrap_or_default() {
            batch.pack(&mut out)?;
            batch.findings_packed(&mut out)?;
        }
        Ok(out.sum())
    }

    /// Number of files that a snapshot would save reading.
    pub(super) fn file_count(&self) -> usize {
        let files = |files: &Files| files.file_count();
        let references = self.references.read().map_or(0, |read| read.facts().artifacts);
        references + self.units.read().map_or(0, files) + self.causals.read().map_or(0, files)
    }

    /// Writes the batches, and their positions to the index. Fails if a source panicked.
    pub(super) fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        let (Some(references), Some(units), Some(causals), Some(_), Some(_)) =
            (self.references.read(), self.units.read(), self.causals.read(), self.models.read(), self.records.read())
        else {
            return Err(io::Error::other("a source panicked"));
        };
        references.pack(out, index)?;
        units.pack(out, index)?;
        causals.pack(out, index)
    }

    /// Restores batches from the index. Systems that are not read incrementally are read from their files.
    pub(super) fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>, scene: &Scene<'_>) -> Option<Self> {
        let look = |system| scene.look(system, Suspects::All);
        Some(Self {
            references: Guarded::Read(Reference::unpack(from, file, scene.root, &scene.settings.boundary)?),
            units: Guarded::Read(Files::unpack(from, file)?),
            causals: Guarded::Read(Files::unpack(from, file)?),
            models: guarded(System::Yggdrasil, || yggdrasil::load_first(&look(System::Yggdrasil))),
            records: guarded(System::Sidecar, || sidecar::load_first(&look(System::Sidecar))),
        })
    }

    /// All batches by value, for a read that is never refreshed.
    pub(super) fn into_batches(self) -> Vec<Batch> {
        let mut all = Vec::new();
        all.extend(self.references.into_batches(|read| read.into_batches().collect()));
        all.extend(self.units.into_batches(|read| read.into_batches().collect()));
        all.extend(self.causals.into_batches(|read| read.into_batches().collect()));
        all.extend(self.models.into_batches(|read| read.batches));
        all.extend(self.records.into_batches(|read| read.into_batches().collect()));
        all
    }

    fn are_whole(&self) -> bool {
        self.references.read().is_some()
            && self.units.read().is_some()
            && self.causals.read().is_some()
            && self.models.read().is_some()
            && self.records.read().is_some()
    }
}

/// The result of a source, or a finding if it panicked.
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

    /// Refreshes a source; `None` if it panicked.
    fn again<R>(&mut self, system: System, look: impl FnOnce(&mut T) -> R) -> Option<R> {
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

/// Runs a source and converts a panic to a finding.
pub(super) fn guarded<T>(system: System, load: impl FnOnce() -> T) -> Guarded<T> {
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

/// Panics in the source of the system named by `REFSCOPE_PANIC`, for tests of the binary. Not in release builds.
#[cfg(debug_assertions)]
fn break_down_if_wanted(system: System) {
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

    #[test]
    fn source_that_panics_is_a_finding() {
        let batches = guarded(System::Causal, || panic!("oh {}", "no")).into_batches(|()| Vec::new());
        let findings = batches[0].findings();
        assert_eq!((findings[0].rule.code, findings[0].system), ("system-failed", "causal"));
        assert!(findings[0].message.contains("oh no"));
        assert_eq!(guarded(System::Unit, || 1).read(), Some(&1));
    }
}
