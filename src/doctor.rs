//! What is broken, contradictory or missing in a workspace.
//!
//! A list of small checks over the graph, plus what the sources found while reading. Pure: it gets everything it looks at
//! and returns a report. Must not know commands or screens.

mod causal;
mod circle;
mod edge;
mod onboarding;
mod references;
mod unit;
mod sidecar;
mod vocabulary;

use crate::finding::{Finding, Severity, count_by_severity};
use crate::graph::{Graph, System};
use crate::query::Trust;
use crate::source::reference::Facts;
use crate::text;

/// What the doctor looks at.
#[derive(Debug, Clone, Copy)]
pub struct Patient<'a> {
    /// The merged graph.
    pub graph: &'a Graph,
    /// What the reference graph's files say about themselves.
    pub facts: &'a Facts,
    /// What was found while reading.
    pub findings: &'a [Finding],
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
    pub problems: Vec<String>,
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
}

/// What a check looks at, in numbers, and what it says when nothing is wrong.
struct Summary {
    name: &'static str,
    subject: fn(&Patient<'_>) -> String,
    healthy: &'static str,
}

/// The checks of a report, in its order. Each finding's rule names the one it belongs to.
const CHECKS: &[Summary] = &[
    Summary {
        name: "workspace",
        subject: |patient| text::count(patient.graph.node_count(), "node"),
        healthy: "settings fine",
    },
    Summary { name: "kinds", subject: kinds, healthy: "all readable" },
    Summary {
        name: "artifacts",
        subject: |patient| text::count(patient.facts.artifacts, "artifact"),
        healthy: "all valid",
    },
    Summary { name: "log", subject: |patient| text::count(patient.facts.rows, "row"), healthy: "all readable" },
    Summary {
        name: "references",
        subject: |patient| text::count(patient.graph.edge_count(), "edge"),
        healthy: "none dangling",
    },
    Summary {
        name: "ids",
        subject: |patient| text::count(patient.graph.node_count(), "id"),
        healthy: "each defined once",
    },
    Summary { name: "onboarding", subject: |_| "yourself and a mission".to_owned(), healthy: "both there" },
    Summary { name: "mission coverage", subject: |_| "tasks".to_owned(), healthy: "each mentions a mission" },
    Summary { name: "domain coverage", subject: domains, healthy: "no artifact uses another" },
    Summary { name: "relations", subject: |_| "verbs".to_owned(), healthy: "no synonyms, no fact twice, no circles" },
    Summary {
        name: "units",
        subject: |patient| text::count(unit::number_of_units(patient.graph), "unit"),
        healthy: "all valid, none against itself",
    },
    Summary { name: "causal graphs", subject: |patient| nodes_of(patient, System::Causal), healthy: "nothing odd" },
    Summary { name: "records", subject: |patient| nodes_of(patient, System::Sidecar), healthy: "links all valid" },
];

fn nodes_of(patient: &Patient<'_>, system: System) -> String {
    let own = patient.graph.nodes().filter(|node| node.system() == system && !node.is_missing());
    text::count(own.count(), "node")
}

fn kinds(patient: &Patient<'_>) -> String {
    let names: Vec<_> = patient.facts.kinds.iter().map(|kind| &*kind.name).collect();
    match names.len() {
        0 => "0 kinds".to_owned(),
        number => format!("{} ({})", text::count(number, "kind"), names.join(", ")),
    }
}

fn domains(patient: &Patient<'_>) -> String {
    match &patient.facts.config.enabled_domains[..] {
        [] => "no domain is enabled".to_owned(),
        names => format!("enabled domains ({})", names.join(", ")),
    }
}

/// Looks at everything.
pub fn examine(patient: &Patient<'_>) -> Report {
    let mut findings = patient.findings.to_vec();
    findings.extend(references::dangling(patient.graph));
    findings.extend(onboarding::check(patient));
    findings.extend(vocabulary::check(patient.graph));
    findings.extend(unit::check(patient.graph));
    findings.extend(causal::check(patient.graph, &Trust::ALL));
    findings.extend(sidecar::check(patient.graph));
    findings.sort_by(Finding::report_order);
    debug_assert!(findings.iter().all(|finding| CHECKS.iter().any(|check| check.name == finding.rule.check)));

    let checks = CHECKS.iter().map(|summary| check(summary, patient, &findings)).collect();
    let ok = findings.iter().all(|finding| finding.rule.severity != Severity::Error);
    Report { ok, checks, findings }
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
        problems: own.iter().map(|finding| finding.message.clone()).collect(),
    }
}
