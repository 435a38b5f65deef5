//! Rules for graphs in JSON.

use crate::finding::{Rule, Severity};
use crate::system::kit::json::FileRules;

pub(super) const CHECK: &str = "graphs";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const SHAPE: Rule = Rule { code: "graph-shape", severity: Severity::Error, check: CHECK };
pub(super) const EMPTY: Rule = Rule { code: "graph-empty", severity: Severity::Warning, check: CHECK };
pub(super) const NODE: Rule = Rule { code: "graph-node", severity: Severity::Warning, check: CHECK };
pub(super) const EDGE: Rule = Rule { code: "graph-edge", severity: Severity::Warning, check: CHECK };
pub(super) const ENDS: Rule = Rule { code: "graph-ends", severity: Severity::Warning, check: CHECK };
pub(super) const BOTH_LISTS: Rule = Rule { code: "graph-both-lists", severity: Severity::Note, check: CHECK };
pub(super) const CONFIDENCE: Rule = Rule { code: "graph-confidence", severity: Severity::Warning, check: CHECK };
pub(super) const ID_DUPLICATE: Rule = Rule { code: "graph-id-duplicate", severity: Severity::Warning, check: "ids" };
pub(super) const MISSING: Rule = Rule { code: "graph-missing", severity: Severity::Warning, check: CHECK };
pub(super) const MEMBER: Rule = Rule { code: "graph-member-missing", severity: Severity::Warning, check: CHECK };
pub(super) const STALE: Rule = Rule { code: "graph-stale", severity: Severity::Note, check: CHECK };
