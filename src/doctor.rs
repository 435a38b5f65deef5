//! The doctor: checks a workspace for broken, contradictory or missing content.
//!
//! [`examine`] runs a list of small checks over the graph, adds the findings that sources made while reading and
//! returns a [`Report`]. Apart from reading the files that checks need, it has no side effects. Commands and rendering
//! do not belong here.

mod address;
mod ids;
mod proof;
mod references;
mod retractions;
mod vocabulary;

pub use self::proof::{Proof, Provable, proof, provable};
pub use crate::system::check::CheckInput;

use self::address::{Addresses, Ids};
use crate::finding::{Finding, Findings, Severity, count_by_severity};
use crate::graph::{NEVER, UntilCancelled as _};
use crate::query::Trust;
use crate::system::check::{Disk, Summary};
use crate::system::{Facts, Hashes, Systems};
use crate::text;
use crate::time::Millis;
use crate::workspace::Workspace;

/// The report on a loaded workspace. Does not depend on the current time: contradictions are evaluated at the times of
/// their edges.
pub fn report(workspace: &Workspace) -> Report {
    let (root, boundary) = (&*workspace.root, &workspace.settings.boundary);
    let disk = Disk { root, boundary, hashes: &Hashes::default(), cancelled: NEVER };
    report_with(workspace, &disk).expect("never cancelled")
}

/// Like [`report`], with a cache of file hashes; `None` if cancelled.
pub fn report_with(workspace: &Workspace, disk: &Disk<'_>) -> Option<Report> {
    let systems = &workspace.settings.systems;
    let found = disk_facts(workspace, disk);
    let report = with_input(workspace, (&found, disk), |input| examine(systems, input))?;
    Some(Report { disk: found, ..report })
}

/// Updates a report on the same graph after files outside the graph changed: only they are checked again.
/// `None` if cancelled.
pub fn report_on_disk(before: &Report, workspace: &Workspace, disk: &Disk<'_>) -> Option<Report> {
    let systems = &workspace.settings.systems;
    let found = disk_facts(workspace, disk);
    let (findings, checks) = with_input(workspace, (&found, disk), |input| {
        let again: Vec<_> = systems.iter().flat_map(|(_, system)| system.disk_findings(input)).collect();
        let lines: Vec<_> = systems.iter().filter_map(|(_, system)| system.disk_check()).collect();
        let is_other = |finding: &&Finding| !lines.contains(&finding.rule.check);
        let mut findings: Vec<_> = before.findings.iter().filter(is_other).cloned().collect();
        findings.extend(with_addresses(input, again, Ids::OfGraph));
        findings.sort_by(Finding::report_order);
        let known = |name: &str| before.checks.iter().find(|check| check.name == name && !lines.contains(&name));
        let checks = checks(systems, input, &findings, known);
        (findings, checks)
    });
    (!(disk.cancelled)()).then(|| Report { ok: before.ok, checks, findings, disk: found })
}

/// What the systems find outside the graph; nothing if the graph shows the past, because those files have no history.
fn disk_facts(workspace: &Workspace, disk: &Disk<'_>) -> Facts {
    if workspace.graph.as_of_time().is_some() {
        return Facts::default();
    }
    workspace.settings.systems.check_disk(&workspace.facts, disk)
}

fn with_input<T>(
    workspace: &Workspace,
    (facts, disk): (&Facts, &Disk<'_>),
    look: impl FnOnce(&CheckInput<'_>) -> T,
) -> T {
    let trust = trust(workspace, 0);
    look(&CheckInput {
        root: &workspace.root,
        log: &workspace.settings.log,
        graph: &workspace.graph,
        facts: &workspace.facts,
        findings: &workspace.findings,
        trust: &trust,
        boundary: &workspace.settings.boundary,
        disk: facts,
        cancelled: disk.cancelled,
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

#[derive(Debug, Clone)]
pub struct Report {
    /// Whether there are no errors.
    pub ok: bool,
    pub checks: Vec<Check>,
    /// All findings, most severe first.
    pub findings: Vec<Finding>,
    /// What the systems found outside the graph, such as drift; empty if the graph shows the past.
    pub disk: Facts,
}

/// The lines of a report that belong to no system.
fn general_summaries() -> [Summary; 5] {
    let always = |_: &CheckInput<'_>| true;
    [
        Summary {
            name: "workspace",
            position: 0,
            applies: always,
            subject: |input| text::count(input.graph.node_count(), "node"),
            healthy: "all systems read",
        },
        Summary {
            name: "ids",
            position: 10,
            applies: always,
            subject: |input| {
                text::count(input.graph.nodes().until(input.cancelled).filter(|node| !node.is_missing()).count(), "id")
            },
            healthy: "each defined once",
        },
        Summary {
            name: "log",
            position: 40,
            applies: always,
            subject: |input| text::count(input.facts.rows, "row"),
            healthy: "all readable",
        },
        Summary {
            name: "references",
            position: 50,
            applies: always,
            subject: |input| text::count(input.graph.edge_count(), "edge"),
            healthy: "no dangling edges in the log or in artifacts",
        },
        Summary {
            name: "relations",
            position: 90,
            applies: always,
            subject: |_| "relation names".to_owned(),
            healthy: "no synonyms, no duplicate facts, no cycles",
        },
    ]
}

/// The lines of a report, in order. Each finding's rule names its line.
fn summaries(systems: &Systems) -> Vec<Summary> {
    let of_systems = systems.iter().flat_map(|(_, system)| system.summaries());
    let mut all: Vec<_> = general_summaries().into_iter().chain(of_systems).collect();
    all.sort_by_key(|summary| summary.position);
    // Systems of one sort share a line.
    all.dedup_by_key(|summary| summary.name);
    all
}

/// Runs all checks; `None` if cancelled.
pub fn examine(systems: &Systems, input: &CheckInput<'_>) -> Option<Report> {
    let go_on = || (!(input.cancelled)()).then_some(());
    let mut added = Findings::default();
    added.extend(ids::check(input.graph, input.cancelled));
    added.extend(references::dangling(input.graph, input.cancelled));
    added.extend(retractions::check(input.graph, input.cancelled));
    added.extend(vocabulary::check(systems, input.graph, input.trust, input.cancelled));
    for (_, system) in systems.iter() {
        go_on()?;
        added.extend(system.check(input));
        added.extend(system.disk_findings(input));
    }
    go_on()?;
    let mut findings = with_addresses(input, input.findings.to_vec(), Ids::OfFile);
    findings.extend(with_addresses(input, added.into_vec(), Ids::OfGraph));
    go_on()?;
    findings.sort_by(Finding::report_order);
    let has_line = |finding: &Finding| summaries(systems).iter().any(|line| line.name == finding.rule.check);
    debug_assert!(findings.iter().all(has_line));

    let checks = checks(systems, input, &findings, |_| None);
    go_on()?;
    let ok = findings.iter().all(|finding| finding.rule.severity != Severity::Error);
    Some(Report { ok, checks, findings, disk: Facts::default() })
}

/// Replaces the ids in findings with addresses, until cancelled.
fn with_addresses(input: &CheckInput<'_>, mut findings: Vec<Finding>, ids: Ids) -> Vec<Finding> {
    let addresses = Addresses::new(input.graph, input.cancelled);
    for finding in findings.iter_mut().until(input.cancelled) {
        addresses.put_into(finding, ids);
    }
    findings
}

/// The lines of a report; `known` returns those that need not be computed again.
fn checks<'k>(
    systems: &Systems,
    input: &CheckInput<'_>,
    findings: &[Finding],
    known: impl Fn(&str) -> Option<&'k Check>,
) -> Vec<Check> {
    let is_used = |summary: &Summary| {
        (summary.applies)(input) || findings.iter().any(|finding| finding.rule.check == summary.name)
    };
    let used = summaries(systems).into_iter().filter(is_used);
    used.map(|summary| known(summary.name).cloned().unwrap_or_else(|| check(&summary, input, findings))).collect()
}

fn check(summary: &Summary, input: &CheckInput<'_>, findings: &[Finding]) -> Check {
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
        detail: format!("{}: {verdict}", (summary.subject)(input)),
        findings: own.iter().map(|finding| finding.message.clone()).collect(),
    }
}
