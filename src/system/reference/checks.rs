//! Checks of a reference graph: the setup of the workspace and the audit trail beside the log.

mod audit;
mod monotone;
mod onboarding;

use super::{SYSTEM, facts};
use crate::finding::Finding;
use crate::graph::UntilCancelled as _;
use crate::system::check::{CheckInput, Summary};
use crate::text;

pub(super) fn check(input: &CheckInput<'_>) -> Vec<Finding> {
    let mut findings = audit::check(input);
    if has_artifacts(input) {
        findings.extend(onboarding::check(input));
    }
    findings.extend(monotone::check(input.graph, input.cancelled));
    findings
}

/// Whether artifacts are in use, so that their rules apply. A workspace may consist of files of other systems only.
fn has_artifacts(input: &CheckInput<'_>) -> bool {
    let own = facts(input.facts);
    let is_other = |system: &str| system != SYSTEM.name();
    let nothing_else = || {
        !input.graph.nodes().until(input.cancelled).any(|node| node.system() != SYSTEM && !node.is_missing())
            && !input.findings.iter().any(|finding| is_other(finding.system))
    };
    own.artifacts > 0 || own.kinds.are_defined() || (own.is_there && nothing_else())
}

pub(super) fn summaries() -> Vec<Summary> {
    let of_artifacts =
        |name, position, subject, healthy| Summary { name, position, applies: has_artifacts, subject, healthy };
    vec![
        of_artifacts("kinds", 20, kinds, "all readable"),
        of_artifacts("artifacts", 30, |input| text::count(facts(input.facts).artifacts, "artifact"), "all valid"),
        of_artifacts("onboarding", 60, |_| "yourself and a mission".to_owned(), "both present"),
        of_artifacts("mission coverage", 70, |_| "tasks".to_owned(), "each mentions a mission"),
        of_artifacts("domain coverage", 80, domains, "no others in use"),
    ]
}

fn kinds(input: &CheckInput<'_>) -> String {
    let names: Vec<_> = facts(input.facts).kinds.iter().map(|kind| &*kind.name).collect();
    match names.len() {
        0 => "0 kinds".to_owned(),
        number => format!("{} ({})", text::count(number, "kind"), names.join(", ")),
    }
}

fn domains(input: &CheckInput<'_>) -> String {
    match &facts(input.facts).config.enabled_domains[..] {
        [] => "no enabled domains".to_owned(),
        names => format!("enabled domains ({})", names.join(", ")),
    }
}
