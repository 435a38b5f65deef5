//! All systems at once.
//!
//! Each system's files are read by its own source, side by side. One that fails is a finding; the others still count.

use super::Settings;
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Batch, System};
use crate::source::reference::Log;
use crate::source::{Facts, Progress, causal, reference, sidecar, unit, yggdrasil};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

const SYSTEM_FAILED: Rule = Rule { code: "system-failed", severity: Severity::Error, check: "workspace" };

/// Everything that was read.
pub(super) struct Sources {
    pub(super) batches: Vec<Batch>,
    pub(super) facts: Facts,
}

/// Reads all systems but the rows of the logs, which are given back unread.
pub(super) fn load(root: &Path, settings: &Settings, progress: &Progress) -> (Sources, Vec<Log>) {
    let further = |system| settings.places(root, system);
    let mut facts = Facts::default();
    let mut logs = Vec::new();
    let mut read: [Vec<Batch>; 5] = Default::default();
    let [references, units, causals, models, records] = &mut read;
    let Facts { reference: reference_facts, yggdrasil: model_facts } = &mut facts;
    rayon::scope(|scope| {
        scope.spawn(|_| {
            *references = guarded(System::Reference, || {
                let (log, further) = (&*settings.log, further(System::Reference));
                let read = reference::load(&reference::Request { root, log, further, progress });
                *reference_facts = read.facts;
                logs = read.logs;
                read.batches
            });
        });
        scope.spawn(|_| *units = guarded(System::Unit, || unit::load(root, &further(System::Unit), progress)));
        scope.spawn(|_| *causals = guarded(System::Causal, || causal::load(root, &further(System::Causal), progress)));
        scope.spawn(|_| {
            *models = guarded(System::Yggdrasil, || {
                let read = yggdrasil::load(root, &further(System::Yggdrasil), progress);
                *model_facts = read.facts;
                read.batches
            });
        });
        scope.spawn(|_| {
            *records = guarded(System::Sidecar, || sidecar::load(root, &further(System::Sidecar), progress));
        });
    });
    (Sources { batches: read.into_iter().flatten().collect(), facts }, logs)
}

/// Reads the rows of the logs.
pub(super) fn read_rows(logs: Vec<Log>, progress: &Progress) -> Vec<Batch> {
    guarded(System::Reference, || logs.into_iter().flat_map(|log| log.read(progress)).collect())
}

/// What a source read; if it broke down, a finding that says so.
fn guarded(system: System, load: impl FnOnce() -> Vec<Batch>) -> Vec<Batch> {
    let load = || {
        #[cfg(debug_assertions)]
        break_down_if_wanted(system);
        load()
    };
    panic::catch_unwind(AssertUnwindSafe(load)).unwrap_or_else(|cause| {
        let mut batch = Batch::new(system, 0);
        let message = format!("reading this system broke down: {}; the others are there", words(&*cause));
        let finding = Finding::new(&SYSTEM_FAILED, system.name(), message);
        batch.finding(finding.suggest("this is a bug in refscope; please report it with the file that causes it"));
        vec![batch]
    })
}

/// Lets tests see what the real program makes of a source that panics: `REFSCOPE_PANIC` names its system. In no release
/// build.
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
    fn a_source_that_breaks_down_is_a_finding() {
        let batches = guarded(System::Causal, || panic!("oh {}", "no"));
        let findings = batches[0].findings();
        assert_eq!((findings[0].rule.code, findings[0].system), ("system-failed", "causal"));
        assert!(findings[0].message.contains("oh no"));
        assert_eq!(guarded(System::Unit, || vec![Batch::new(System::Unit, 0)]).len(), 1);
    }
}
