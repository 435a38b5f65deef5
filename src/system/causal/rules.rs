//! Rules for the files of causal graphs, as far as reading them shows violations. Rules that need the merged graph are
//! the doctor's.

use crate::finding::{Rule, Severity};
use crate::system::kit::json::FileRules;

const CHECK: &str = "causal graphs";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const INVALID: Rule = Rule { code: "causal-invalid", severity: Severity::Error, check: CHECK };
pub(super) const FIELD: Rule = Rule { code: "causal-field", severity: Severity::Warning, check: CHECK };
pub(super) const RELATION: Rule = Rule { code: "causal-relation", severity: Severity::Warning, check: CHECK };
