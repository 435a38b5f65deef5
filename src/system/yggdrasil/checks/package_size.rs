//! Checks that the context packages of nodes fit their token budgets.

use super::artifacts::model_node;
use super::{CHECK, about};
use crate::finding::{Finding, Rule, Severity};
use crate::system::check::CheckInput;
use crate::system::yggdrasil::package::{Package, PackageFiles};
use crate::system::yggdrasil::{Model, ModelNode, facts};
use crate::text::grouped;

const BUDGET_WARNING: Rule = Rule { code: "W005", severity: Severity::Warning, check: CHECK };
const BUDGET_ERROR: Rule = Rule { code: "W006", severity: Severity::Warning, check: CHECK };

/// A blackbox has no package.
pub(super) fn check(
    patient: &CheckInput<'_>,
    shelf: &PackageFiles,
    model: &Model,
    node: &ModelNode,
) -> Option<Finding> {
    let ix = model_node(patient.graph, &node.id).filter(|_| node.readable && !node.blackbox)?;
    // Broken relations are reported by the source.
    let package = Package::assemble(patient.graph, facts(patient.facts), shelf, patient.graph.node(ix)).ok()?;
    let tokens = package.tokens() as u64;
    let quality = &model.config.quality;
    let (rule, limit, advice) = if tokens >= quality.budget_error {
        (&BUDGET_ERROR, quality.budget_error, "split the node")
    } else if tokens >= quality.budget_warning {
        (&BUDGET_WARNING, quality.budget_warning, "shorten its artifacts or split it before it grows further")
    } else {
        return None;
    };
    let (tokens, limit) = (grouped(tokens as usize), grouped(limit as usize));
    let message = format!("The context package has {tokens} tokens; the budget is {limit}");
    Some(about(rule, node, None, message).suggest(advice))
}
