//! Rules for declared records, and their line in the doctor's report, which all declared systems share.

use crate::finding::{Rule, Severity};
use crate::graph::UntilCancelled as _;
use crate::system::check::{CheckInput, Summary};
use crate::system::kit::json::FileRules;
use crate::text;

const CHECK: &str = "declared";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const INVALID: Rule = Rule { code: "record-invalid", severity: Severity::Error, check: CHECK };
pub(super) const ID: Rule = Rule { code: "record-id", severity: Severity::Error, check: CHECK };
pub(super) const EDGE: Rule = Rule { code: "record-edge", severity: Severity::Warning, check: CHECK };
pub(super) const FIELD: Rule = Rule { code: "record-field", severity: Severity::Warning, check: CHECK };
pub(super) const MISSING: Rule = Rule { code: "record-missing", severity: Severity::Note, check: CHECK };
pub(super) const NONE: Rule = Rule { code: "records-none", severity: Severity::Note, check: CHECK };
pub(super) const UNMATCHED: Rule = Rule { code: "records-unmatched", severity: Severity::Warning, check: CHECK };

pub(super) fn summary() -> Summary {
    Summary {
        name: CHECK,
        position: 300,
        applies: |input| defined(input) > 0,
        subject: |input| text::count(defined(input), "declared record"),
        healthy: "all rows fit",
    }
}

/// Number of nodes of all declared systems.
fn defined(input: &CheckInput<'_>) -> usize {
    input.graph.nodes().until(input.cancelled).filter(|node| node.system().is_declared() && !node.is_missing()).count()
}
