//! Notes on drift, each with the command that resolves it. A model that was never synchronised gets a single note.

use crate::finding::{Finding, Rule, Severity, Subject};
use crate::system::check::{CheckInput, Summary};
use crate::system::yggdrasil::drift::{Drift, Entry, ModelDrift, STATE_FOLDER, Status};
use crate::system::yggdrasil::{SYSTEM, facts};
use crate::text::{count, for_shell};

pub(in crate::system::yggdrasil) const CHECK: &str = "drift";

const SOURCE: Rule = Rule { code: "drift-source", severity: Severity::Note, check: CHECK };
const GRAPH: Rule = Rule { code: "drift-graph", severity: Severity::Note, check: CHECK };
const FULL: Rule = Rule { code: "drift-full", severity: Severity::Note, check: CHECK };
const MISSING: Rule = Rule { code: "drift-missing", severity: Severity::Note, check: CHECK };
const UNMATERIALIZED: Rule = Rule { code: "drift-unmaterialized", severity: Severity::Note, check: CHECK };
const NEVER_SYNCED: Rule = Rule { code: "drift-never-synced", severity: Severity::Note, check: CHECK };

/// Maximum number of files in a message; `about` in JSON contains all.
const MOST_FILES: usize = 5;

pub(super) fn summary() -> Summary {
    fn recorded(input: &CheckInput<'_>) -> usize {
        input.disk.get::<Drift>().map_or(0, |drift| drift.recorded().count())
    }
    Summary {
        name: CHECK,
        position: 230,
        applies: |input| recorded(input) > 0,
        subject: |input| count(recorded(input), "mapped node"),
        healthy: "no drift",
    }
}

pub(in crate::system::yggdrasil) fn check(patient: &CheckInput<'_>) -> Vec<Finding> {
    let models = patient.disk.get::<Drift>().into_iter().flat_map(|drift| &drift.models);
    models.flat_map(|model| of_model(patient, model)).collect()
}

fn of_model(patient: &CheckInput<'_>, model: &ModelDrift) -> Vec<Finding> {
    if model.is_recorded {
        return model.entries.iter().filter_map(|entry| of_node(patient, entry)).collect();
    }
    if model.entries.is_empty() {
        return Vec::new();
    }
    let nodes = count(model.entries.len(), "mapped node");
    let message = format!("{nodes} cannot be checked for drift: {STATE_FOLDER} does not exist");
    let finding = Finding::new(&NEVER_SYNCED, SYSTEM.name(), message).in_file(&*model.records);
    vec![finding.suggest("run `refscope drift sync --all` to record the files as they are now")]
}

fn of_node(patient: &CheckInput<'_>, entry: &Entry) -> Option<Finding> {
    let rule = match entry.status {
        Status::Ok => return None,
        Status::SourceDrift => &SOURCE,
        Status::GraphDrift => &GRAPH,
        Status::FullDrift => &FULL,
        Status::Missing => &MISSING,
        Status::Unmaterialized => &UNMATERIALIZED,
    };
    let node = facts(patient.facts).node(&entry.node)?.1;
    let named: Vec<_> = entry.changed.iter().take(MOST_FILES).map(|file| file.shown()).collect();
    let more = match entry.changed.len().saturating_sub(MOST_FILES) {
        0 => String::new(),
        more => format!(" and {}", count(more, "more file")),
    };
    let files = if named.is_empty() { String::new() } else { format!(": {}{more}", named.join(", ")) };
    let finding = Finding::new(rule, SYSTEM.name(), format!("{}{files}", entry.sentence())).about(&*entry.node);
    let finding = entry.changed.iter().fold(finding.in_file(&*node.file), |finding, file| {
        finding.naming(Subject::file(entry.in_workspace(&file.path)))
    });
    let sync = format!("`refscope drift sync {}`", for_shell(&entry.node));
    Some(finding.suggest(match entry.status {
        Status::Missing => format!("restore the files or change the mapping of the node; then run {sync}"),
        Status::Unmaterialized => format!("create the mapped files; then run {sync}"),
        _ => format!("check that the node still describes its files; then run {sync}"),
    }))
}
