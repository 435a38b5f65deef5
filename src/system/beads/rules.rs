//! Rules for issues and their exports, and their line in the doctor's report.

use super::SYSTEM;
use crate::finding::{Rule, Severity};
use crate::system::check::Summary;
use crate::system::kit::json::FileRules;
use crate::text;

const CHECK: &str = "issues";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const ROW: Rule = Rule { code: "beads-row", severity: Severity::Error, check: CHECK };
pub(super) const ID_DUPLICATE: Rule = Rule { code: "beads-id-duplicate", severity: Severity::Error, check: CHECK };
pub(super) const FIELD: Rule = Rule { code: "beads-field", severity: Severity::Warning, check: CHECK };
pub(super) const EDGE: Rule = Rule { code: "beads-edge", severity: Severity::Warning, check: CHECK };
pub(super) const MISSING: Rule = Rule { code: "beads-missing", severity: Severity::Warning, check: CHECK };
pub(super) const WISP: Rule = Rule { code: "beads-wisp", severity: Severity::Note, check: CHECK };
pub(super) const SELF: Rule = Rule { code: "beads-self", severity: Severity::Warning, check: CHECK };
pub(super) const CYCLE: Rule = Rule { code: "beads-cycle", severity: Severity::Warning, check: CHECK };
pub(super) const MIXED_CYCLE: Rule = Rule { code: "beads-cycle-mixed", severity: Severity::Note, check: CHECK };
pub(super) const PARENT_REVERSED: Rule =
    Rule { code: "beads-parent-reversed", severity: Severity::Warning, check: CHECK };
pub(super) const SUPERSEDES_ORDER: Rule =
    Rule { code: "beads-supersedes-order", severity: Severity::Note, check: CHECK };
pub(super) const OPEN_BLOCKER: Rule = Rule { code: "beads-open-blocker", severity: Severity::Note, check: CHECK };
pub(super) const TWO_FILES: Rule = Rule { code: "beads-two-files", severity: Severity::Note, check: CHECK };
pub(super) const CONFIG: Rule = Rule { code: "beads-config", severity: Severity::Warning, check: CHECK };
pub(super) const STALE: Rule = Rule { code: "beads-stale", severity: Severity::Warning, check: CHECK };

pub(super) fn summary() -> Summary {
    Summary {
        name: CHECK,
        position: 260,
        applies: |input| input.defined(SYSTEM) > 0,
        subject: |input| text::count(input.defined(SYSTEM), "issue"),
        healthy: "all readable, no cycles",
    }
}
