//! What is broken, contradictory or missing in a workspace.
//!
//! A list of small checks over the graph, plus what the sources found while reading. Pure: it gets everything it looks at
//! and returns a report. Must not know commands or screens.

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
use crate::package::Shelf;
use crate::query::Trust;
use crate::source::Facts;
use crate::text;
use crate::time::Millis;
use crate::workspace::Workspace;
use std::path::Path;
use std::sync::Arc;

/// What the doctor looks at.
#[derive(Clone, Copy)]
pub struct Patient<'a> {
    /// The workspace.
    pub root: &'a Path,
    /// The log that it writes to, relative to it.
    pub log: &'a Path,
    /// The merged graph.
    pub graph: &'a Graph,
    /// What the files say about themselves.
    pub facts: &'a Facts,
    /// What was found while reading.
    pub findings: &'a [Finding],
    /// How long what somebody says holds.
    pub trust: &'a Trust,
    /// Files that were read already.
    pub shelf: &'a Shelf,
    /// The drift of its architecture models; `None` as of a time.
    pub drift: Option<&'a Drift>,
}

impl Patient<'_> {
    /// How many nodes a system defines.
    fn defined(&self, system: System) -> usize {
        self.graph.nodes().filter(|node| node.system() == system && !node.is_missing()).count()
    }

    /// Whether somebody keeps artifacts here. A log alone may only join other systems.
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

/// The report on a loaded workspace. Whether what somebody says holds at the same time as something else does not depend on
/// when it is asked.
pub fn report(workspace: &Workspace) -> Report {
    let (root, boundary) = (&*workspace.root, &workspace.settings.boundary);
    report_with(workspace, &Disk { root, boundary, hashes: &Hashes::default(), cancelled: &|| false })
}

/// Like [`report`], with hashes of files that were read before.
pub fn report_with(workspace: &Workspace, disk: &Disk<'_>) -> Report {
    let found = drift_of(workspace, disk);
    let report = with_patient(workspace, found.as_ref(), examine);
    Report { drift: found.map(Arc::new), ..report }
}

/// A report on the same graph after source files changed: only drift is looked at again.
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

/// The drift of a workspace's models. Files have no past, so there is none as of a time.
fn drift_of(workspace: &Workspace, disk: &Disk<'_>) -> Option<Drift> {
    let is_present = workspace.graph.shown_as_of().is_none();
    is_present.then(|| crate::drift::check(&workspace.facts.yggdrasil, disk))
}

fn with_patient<T>(workspace: &Workspace, drift: Option<&Drift>, look: impl FnOnce(&Patient<'_>) -> T) -> T {
    let trust = trust(workspace, 0);
    look(&Patient {
        root: &workspace.root,
        log: &workspace.settings.log,
        graph: &workspace.graph,
        facts: &workspace.facts,
        findings: &workspace.findings,
        trust: &trust,
        shelf: &Shelf::within(&workspace.settings.boundary),
        drift,
    })
}

/// How far edges are trusted where nobody asks for more or less.
fn trust(workspace: &Workspace, now: Millis) -> Trust {
    let settings = &workspace.settings;
    Trust { now, half_life_days: settings.half_life_days, dim: settings.dim, least: settings.drop }
}

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Nothing to say.
    Ok,
    /// Warnings or notes.
    Warn,
    /// At least one error.
    Fail,
}

impl Status {
    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }
}

/// One line of the report: what was looked at and how it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What was looked at.
    pub name: &'static str,
    /// How it is.
    pub status: Status,
    /// In a few words.
    pub detail: String,
    /// What is wrong, a sentence each.
    pub findings: Vec<String>,
}

/// The whole report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Whether there is no error.
    pub ok: bool,
    /// What was looked at.
    pub checks: Vec<Check>,
    /// Everything found, worst first.
    pub findings: Vec<Finding>,
    /// The drift of architecture models; `None` as of a time.
    pub drift: Option<Arc<Drift>>,
}

/// What a check looks at, in numbers, and what it says when nothing is wrong.
struct Summary {
    name: &'static str,
    /// Whether there is anything to look at.
    applies: fn(&Patient<'_>) -> bool,
    subject: fn(&Patient<'_>) -> String,
    healthy: &'static str,
}

fn always(_: &Patient<'_>) -> bool {
    true
}

/// The checks of a report, in its order. Each finding's rule names the one it belongs to.
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
        healthy: "none of the log or of an artifact dangles",
    },
    Summary {
        name: "onboarding",
        applies: |patient| patient.has_artifacts(),
        subject: |_| "yourself and a mission".to_owned(),
        healthy: "both there",
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
        healthy: "no artifact uses another",
    },
    Summary {
        name: "relations",
        applies: always,
        subject: |_| "verbs".to_owned(),
        healthy: "no synonyms, no fact twice, no circles",
    },
    Summary {
        name: "units",
        applies: |patient| patient.defined(System::Unit) > 0,
        subject: |patient| text::count(patient.defined(System::Unit), "unit"),
        healthy: "all valid, none contradicts itself",
    },
    Summary {
        name: "causal graphs",
        applies: |patient| patient.defined(System::Causal) > 0,
        subject: |patient| text::count(patient.defined(System::Causal), "node"),
        healthy: "no circles, no contradictions",
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
        healthy: "all as synchronised",
    },
    Summary {
        name: "records",
        applies: |patient| patient.defined(System::Sidecar) > 0,
        subject: |patient| text::count(patient.defined(System::Sidecar), "record"),
        healthy: "links valid",
    },
];

fn kinds(patient: &Patient<'_>) -> String {
    let names: Vec<_> = patient.facts.reference.kinds.iter().map(|kind| &*kind.name).collect();
    match names.len() {
        0 => "0 kinds".to_owned(),
        number => format!("{} ({})", text::count(number, "kind"), names.join(", ")),
    }
}

fn domains(patient: &Patient<'_>) -> String {
    match &patient.facts.reference.config.enabled_domains[..] {
        [] => "no domain is enabled".to_owned(),
        names => format!("enabled domains ({})", names.join(", ")),
    }
}

/// Looks at everything.
pub fn examine(patient: &Patient<'_>) -> Report {
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

/// Gives every finding the addresses that the graph has for the ids it names.
fn with_addresses(graph: &Graph, mut findings: Vec<Finding>, ids: Ids) -> Vec<Finding> {
    let addresses = Addresses::new(graph);
    for finding in &mut findings {
        addresses.put_into(finding, ids);
    }
    findings
}

/// The lines of a report; those that are known already are taken over.
fn checks<'k>(patient: &Patient<'_>, findings: &[Finding], known: impl Fn(&str) -> Option<&'k Check>) -> Vec<Check> {
    let is_used = |summary: &&Summary| {
        (summary.applies)(patient) || findings.iter().any(|finding| finding.rule.check == summary.name)
    };
    let used = CHECKS.iter().filter(is_used);
    used.map(|summary| known(summary.name).cloned().unwrap_or_else(|| check(summary, patient, findings))).collect()
}

fn check(summary: &Summary, patient: &Patient<'_>, findings: &[Finding]) -> Check {
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
