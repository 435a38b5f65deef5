//! Setup of a reference-graph workspace: a person for the user, an active mission, missions of tasks, enabled domains.

use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Direction, Graph, Node, UntilCancelled as _};
use crate::system::check::CheckInput;
use crate::system::reference::{SYSTEM, facts};
use crate::text::quoted;

const SELF_MISSING: Rule = Rule { code: "self-missing", severity: Severity::Error, check: "onboarding" };
const NO_ACTIVE_MISSION: Rule = Rule { code: "no-active-mission", severity: Severity::Error, check: "onboarding" };
const NO_MISSION: Rule = Rule { code: "task-without-mission", severity: Severity::Warning, check: "mission coverage" };
const DOMAIN: Rule = Rule { code: "domain-not-enabled", severity: Severity::Warning, check: "domain coverage" };

pub(super) fn check(patient: &CheckInput<'_>) -> Vec<Finding> {
    let graph = patient.graph;
    // Without kind files, a kind has the name of its folder.
    let [missions, tasks] =
        if facts(patient.facts).kinds.are_defined() { ["mission", "task"] } else { ["missions", "tasks"] };
    let mut findings = Vec::new();
    if !["self", "prs-self"].iter().any(|id| defines(graph, id)) {
        let message = "No person for yourself: neither \"self\" nor \"prs-self\" exists";
        findings.push(Finding::new(&SELF_MISSING, SYSTEM.name(), message).suggest("add artifacts/people/self.md"));
    }
    let active = of_kind(patient, missions).any(|node| node.status() == Some("active"));
    if !active {
        let finding = Finding::new(&NO_ACTIVE_MISSION, SYSTEM.name(), "No mission has the status active");
        findings.push(finding.suggest("add a mission, or set the status of one to active"));
    }
    // Without any mission, no task can mention one, and the missing mission is already reported.
    if of_kind(patient, missions).next().is_some() {
        let adrift = of_kind(patient, tasks).filter(|task| is_known(graph, *task) && !mentions(graph, *task, missions));
        findings.extend(adrift.map(|task| mission_missing(task)));
    }
    let enabled = &facts(patient.facts).config.enabled_domains;
    for node in of_system(patient) {
        if let Some(domain) = node.domain().filter(|domain| !enabled.iter().any(|name| name == domain)) {
            let message = format!("Domain {} is not in enabled_domains", quoted(domain));
            findings.push(about(&DOMAIN, node, message).suggest("add it to enabled_domains in config.yaml"));
        }
    }
    findings
}

fn of_system<'g>(patient: &CheckInput<'g>) -> impl Iterator<Item = Node<'g>> {
    patient.graph.nodes().until(patient.cancelled).filter(|node| node.system() == SYSTEM && !node.is_missing())
}

fn of_kind<'g>(patient: &CheckInput<'g>, kind: &'static str) -> impl Iterator<Item = Node<'g>> {
    of_system(patient).filter(move |node| node.kind() == Some(kind))
}

fn defines(graph: &Graph, id: &str) -> bool {
    graph.with_id(id).any(|node| node.system() == SYSTEM && !node.is_missing())
}

/// Whether the content of a node's file is known. In the past, it is unknown for files that changed since.
fn is_known(graph: &Graph, node: Node<'_>) -> bool {
    let mut written = node.edges(Direction::Out).iter().map(|ix| graph.edge(*ix)).filter(|edge| edge.is_implicit());
    graph.as_of_time().is_none() || written.any(|edge| Some(edge.file()) == node.file())
}

/// Only the frontmatter's `mentions` count: an id in the text does not assign the task.
fn mentions(graph: &Graph, task: Node<'_>, kind: &str) -> bool {
    let outgoing = task.edges(Direction::Out).iter().map(|ix| graph.edge(*ix));
    outgoing
        .filter(|edge| edge.is_implicit() && edge.actor() == Some("frontmatter"))
        .any(|edge| edge.to().kind() == Some(kind))
}

fn mission_missing(task: Node<'_>) -> Finding {
    let finding = about(&NO_MISSION, task, "The task's frontmatter mentions no mission".to_owned());
    finding.suggest("add the id of a mission to its mentions")
}

fn about(rule: &'static Rule, node: Node<'_>, message: String) -> Finding {
    let finding = Finding::new(rule, SYSTEM.name(), message).about(node.id());
    Finding { file: node.file().map(str::to_owned), line: node.line(), ..finding }
}
