//! The doctor: checks a workspace for broken, contradictory or missing content.
//!
//! [`examine`] runs a list of small checks over the graph, adds the findings that sources made while reading and
//! returns a [`Report`]. Apart from reading the files that checks need, it has no side effects. Commands and rendering
//! do not belong here.

mod address;
mod audit;
mod causal;
mod cycle;
mod drift;
mod edge;
mod ids;
mod onboarding;
mod proof;
mod references;
mod retractions;
mod sidecar;
mod unit;
mod vocabulary;
mod yggdrasil;

pub use self::proof::{Proof, has_proof, proof};

use self::address::{Addresses, Ids};
use crate::drift::{Disk, Drift, Hashes};
use crate::finding::{Finding, Findings, Severity, count_by_severity};
use crate::graph::{Graph, System};
use crate::package::PackageFiles;
use crate::query::Trust;
use crate::source::Facts;
use crate::text;
use crate::time::Millis;
use crate::workspace::Workspace;
use std::path::Path;
use std::sync::Arc;

/// The input of all checks.
#[derive(Clone, Copy)]
pub struct CheckInput<'a> {
    /// Root folder of the workspace.
    pub root: &'a Path,
    /// The log that refscope writes to, relative to `root`.
    pub log: &'a Path,
    pub graph: &'a Graph,
    /// Details from files that are not in the graph.
    pub facts: &'a Facts,
    /// Findings made while reading.
    pub findings: &'a [Finding],
    /// Decay of confidence over time.
    pub trust: &'a Trust,
    /// Cache of files that were already read.
    pub shelf: &'a PackageFiles,
    /// Drift of the architecture models; `None` if the graph shows the past.
    pub drift: Option<&'a Drift>,
}

impl CheckInput<'_> {
    fn defined(&self, system: System) -> usize {
        self.graph.nodes().filter(|node| node.system() == system && !node.is_missing()).count()
    }

    /// Whether the workspace uses artifacts. A log alone may only link other systems.
    fn has_artifacts(&self) -> bool {
        let reference = &self.facts.reference;
        let is_other = |system: &str| system != System::Reference.name();
        let nothing_else = || {
            !self.graph.nodes().any(|node| is_other(node.system().name()) && !node.is_missing())
                && !self.findings.iter().any(|finding| is_other(finding.system))
        };
        reference.artifacts > 0 || reference.kinds.are_defined() || (reference.is_there && nothing_else())
    }
}

/// The report on a loaded workspace. Does not depend on the current time: contradictions are evaluated at the times of
/// their edges.
pub fn report(workspace: &Workspace) -> Report {
    let (root, boundary) = (&*workspace.root, &workspace.settings.boundary);
    report_with(workspace, &Disk { root, boundary, hashes: &Hashes::default(), cancelled: &|| false })
}

/// Like [`report`], with a cache of file hashes.
pub fn report_with(workspace: &Workspace, disk: &Disk<'_>) -> Report {
    let found = drift_of(workspace, disk);
    let report = with_patient(workspace, found.as_ref(), examine);
    Report { drift: found.map(Arc::new), ..report }
}

/// Updates a report on the same graph after source files changed: only drift is checked again.
pub fn report_on_drift(before: &Report, workspace: &Workspace, disk: &Disk<'_>) -> Report {
    let found = drift_of(workspace, disk);
    let is_other = |finding: &&Finding| finding.rule.check != drift::CHECK;
    let mut findings: Vec<_> = before.findings.iter().filter(is_other).cloned().collect();
    let checks = with_patient(workspace, found.as_ref(), |patient| {
        findings.extend(with_addresses(patient.graph, drift::check(patient), Ids::OfGraph));
        findings.sort_by(Finding::report_order);
        checks(patient, &findings, |name| before.checks.iter().find(|check| check.name == name && name != drift::CHECK))
    });
    Report { ok: before.ok, checks, findings, drift: found.map(Arc::new) }
}

/// The drift of a workspace's models; `None` if the graph shows the past, because files have no history.
fn drift_of(workspace: &Workspace, disk: &Disk<'_>) -> Option<Drift> {
    let is_present = workspace.graph.as_of_time().is_none();
    is_present.then(|| crate::drift::check(&workspace.facts.yggdrasil, disk))
}

fn with_patient<T>(workspace: &Workspace, drift: Option<&Drift>, look: impl FnOnce(&CheckInput<'_>) -> T) -> T {
    let trust = trust(workspace, 0);
    look(&CheckInput {
        root: &workspace.root,
        log: &workspace.settings.log,
        graph: &workspace.graph,
        facts: &workspace.facts,
        findings: &workspace.findings,
        trust: &trust,
        shelf: &PackageFiles::within(&workspace.settings.boundary),
        drift,
    })
}

/// The default trust of a workspace, from its settings.
fn trust(workspace: &Workspace, now: Millis) -> Trust {
    let settings = &workspace.settings;
    Trust { now, half_life_days: settings.half_life_days, dim: settings.dim, least: settings.drop }
}

/// Result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// No findings.
    Ok,
    /// Warnings or notes.
    Warn,
    /// At least one error.
    Fail,
}

impl Status {
    /// The name on screen and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    pub name: &'static str,
    pub status: Status,
    /// The result in a few words.
    pub detail: String,
    /// Messages of its findings.
    pub findings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Whether there are no errors.
    pub ok: bool,
    pub checks: Vec<Check>,
    /// All findings, most severe first.
    pub findings: Vec<Finding>,
    /// Drift of the architecture models; `None` if the graph shows the past.
    pub drift: Option<Arc<Drift>>,
}

/// Describes a check: its subject, and its verdict if there are no findings.
struct Summary {
    name: &'static str,
    /// Whether the workspace contains anything to check.
    applies: fn(&CheckInput<'_>) -> bool,
    subject: fn(&CheckInput<'_>) -> String,
    healthy: &'static str,
}

fn always(_: &CheckInput<'_>) -> bool {
    true
}

/// The checks of a report, in order. Each finding's rule names its check.
const CHECKS: &[Summary] = &[
    Summary {
        name: "workspace",
        applies: always,
        subject: |patient| text::count(patient.graph.node_count(), "node"),
        healthy: "all systems read",
    },
    Summary {
        name: "ids",
        applies: always,
        subject: |patient| text::count(patient.graph.nodes().filter(|node| !node.is_missing()).count(), "id"),
        healthy: "each defined once",
    },
    Summary { name: "kinds", applies: |patient| patient.has_artifacts(), subject: kinds, healthy: "all readable" },
    Summary {
        name: "artifacts",
        applies: |patient| patient.has_artifacts(),
        subject: |patient| text::count(patient.facts.reference.artifacts, "artifact"),
        healthy: "all valid",
    },
    Summary {
        name: "log",
        applies: always,
        subject: |patient| text::count(patient.facts.reference.rows, "row"),
        healthy: "all readable",
    },
    Summary {
        name: "references",
        applies: always,
        subject: |patient| text::count(patient.graph.edge_count(), "edge"),
        healthy: "no dangling edges in the log or in artifacts",
    },
    Summary {
        name: "onboarding",
        applies: |patient| patient.has_artifacts(),
        subject: |_| "yourself and a mission".to_owned(),
        healthy: "both present",
    },
    Summary {
        name: "mission coverage",
        applies: |patient| patient.has_artifacts(),
        subject: |_| "tasks".to_owned(),
        healthy: "each mentions a mission",
    },
    Summary {
        name: "domain coverage",
        applies: |patient| patient.has_artifacts(),
        subject: domains,
        healthy: "no others in use",
    },
    Summary {
        name: "relations",
        applies: always,
        subject: |_| "relation names".to_owned(),
        healthy: "no synonyms, no duplicate facts, no cycles",
    },
    Summary {
        name: "units",
        applies: |patient| patient.defined(System::Unit) > 0,
        subject: |patient| text::count(patient.defined(System::Unit), "unit"),
        healthy: "all valid, no contradictions",
    },
    Summary {
        name: "causal graphs",
        applies: |patient| patient.defined(System::Causal) > 0,
        subject: |patient| text::count(patient.defined(System::Causal), "node"),
        healthy: "no cycles, no contradictions",
    },
    Summary {
        name: "architecture model",
        applies: |patient| !patient.facts.yggdrasil.models.is_empty(),
        subject: |patient| {
            let nodes = patient.facts.yggdrasil.models.iter().map(|model| model.nodes.len()).sum();
            text::count(nodes, "model node")
        },
        healthy: "complete",
    },
    Summary {
        name: drift::CHECK,
        applies: |patient| patient.drift.is_some_and(|drift| drift.recorded().next().is_some()),
        subject: |patient| {
            let mapped = patient.drift.map_or(0, |drift| drift.recorded().count());
            text::count(mapped, "mapped node")
        },
        healthy: "no drift",
    },
    Summary {
        name: "records",
        applies: |patient| patient.defined(System::Sidecar) > 0,
        subject: |patient| text::count(patient.defined(System::Sidecar), "record"),
        healthy: "links valid",
    },
];

fn kinds(patient: &CheckInput<'_>) -> String {
    let names: Vec<_> = patient.facts.reference.kinds.iter().map(|kind| &*kind.name).collect();
    match names.len() {
        0 => "0 kinds".to_owned(),
        number => format!("{} ({})", text::count(number, "kind"), names.join(", ")),
    }
}

fn domains(patient: &CheckInput<'_>) -> String {
    match &patient.facts.reference.config.enabled_domains[..] {
        [] => "no enabled domains".to_owned(),
        names => format!("enabled domains ({})", names.join(", ")),
    }
}

/// Runs all checks.
pub fn examine(patient: &CheckInput<'_>) -> Report {
    let mut added = Findings::default();
    added.extend(ids::check(patient.graph));
    added.extend(references::dangling(patient.graph));
    added.extend(retractions::check(patient.graph));
    added.extend(audit::check(patient));
    if patient.has_artifacts() {
        added.extend(onboarding::check(patient));
    }
    added.extend(vocabulary::check(patient.graph));
    added.extend(unit::check(patient.graph));
    added.extend(causal::check(patient.graph, patient.trust));
    added.extend(yggdrasil::check(patient));
    added.extend(drift::check(patient));
    added.extend(sidecar::check(patient.graph));
    let mut findings = with_addresses(patient.graph, patient.findings.to_vec(), Ids::OfFile);
    findings.extend(with_addresses(patient.graph, added.into_vec(), Ids::OfGraph));
    findings.sort_by(Finding::report_order);
    debug_assert!(findings.iter().all(|finding| CHECKS.iter().any(|check| check.name == finding.rule.check)));

    let checks = checks(patient, &findings, |_| None);
    let ok = findings.iter().all(|finding| finding.rule.severity != Severity::Error);
    Report { ok, checks, findings, drift: None }
}

/// Replaces the ids in findings with addresses.
fn with_addresses(graph: &Graph, mut findings: Vec<Finding>, ids: Ids) -> Vec<Finding> {
    let addresses = Addresses::new(graph);
    for finding in &mut findings {
        addresses.put_into(finding, ids);
    }
    findings
}

/// The lines of a report; `known` returns those that need not be computed again.
fn checks<'k>(patient: &CheckInput<'_>, findings: &[Finding], known: impl Fn(&str) -> Option<&'k Check>) -> Vec<Check> {
    let is_used = |summary: &&Summary| {
        (summary.applies)(patient) || findings.iter().any(|finding| finding.rule.check == summary.name)
    };
    let used = CHECKS.iter().filter(is_used);
    used.map(|summary| known(summary.name).cloned().unwrap_or_else(|| check(summary, patient, findings))).collect()
}

fn check(summary: &Summary, patient: &CheckInput<'_>, findings: &[Finding]) -> Check {
    let own: Vec<_> = findings.iter().filter(|finding| finding.rule.check == summary.name).collect();
    let status = match own.first() {
        None => Status::Ok,
        Some(_) if own.iter().any(|finding| finding.rule.severity == Severity::Error) => Status::Fail,
        Some(_) => Status::Warn,
    };
    let counted = count_by_severity(own.iter().copied());
    let verdict = if own.is_empty() { summary.healthy.to_owned() } else { counted.join(", ") };
    Check {
        name: summary.name,
        status,
        detail: format!("{}: {verdict}", (summary.subject)(patient)),
        findings: own.iter().map(|finding| finding.message.clone()).collect(),
    }
}
