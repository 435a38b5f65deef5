//! What can be wrong in a causal graph's files, as far as reading them shows.

use crate::finding::{Rule, Severity};
use crate::source::json::FileRules;

const CHECK: &str = "causal graphs";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const INVALID: Rule = Rule { code: "causal-invalid", severity: Severity::Error, check: CHECK };
pub(super) const FIELD: Rule = Rule { code: "causal-field", severity: Severity::Warning, check: CHECK };
pub(super) const RELATION: Rule = Rule { code: "causal-relation", severity: Severity::Warning, check: CHECK };
