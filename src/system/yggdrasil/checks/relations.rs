//! Checks the number of a node's relations, and that its event relations have a counterpart.

use super::{CHECK, about};
use crate::finding::{Finding, Rule, Severity, Subject};
use crate::system::check::CheckInput;
use crate::system::yggdrasil::{Model, ModelNode, facts};
use crate::text::quoted;

const TOO_MANY: Rule = Rule { code: "W007", severity: Severity::Warning, check: CHECK };
const ONE_SIDED: Rule = Rule { code: "W009", severity: Severity::Warning, check: CHECK };

pub(super) fn check(patient: &CheckInput<'_>, model: &Model, node: &ModelNode) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (number, most) = (node.relations.len() as u64, model.config.quality.max_direct_relations);
    if number > most {
        let message = format!("The node has {number} relations; the maximum is {most}");
        findings.push(about(&TOO_MANY, node, None, message));
    }
    for relation in &node.relations {
        let counterpart = match &*relation.kind {
            "emits" => "listens",
            "listens" => "emits",
            _ => continue,
        };
        // A missing target is reported by the source.
        let Some((_, target)) = facts(patient.facts).node(&relation.target) else { continue };
        if !target.relations.iter().any(|other| other.kind == counterpart && other.target == node.id) {
            let (kind, target) = (&relation.kind, quoted(&relation.target));
            let message = format!("One-sided {kind} {target}: {target} has no {counterpart} {}", quoted(&node.id));
            let finding = about(&ONE_SIDED, node, Some(relation.line), message);
            findings.push(finding.naming(Subject::node(&*relation.target)));
        }
    }
    findings
}
