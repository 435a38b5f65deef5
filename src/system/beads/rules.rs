//! Rules for issues and their exports, and their line in the doctor's report.

use super::SYSTEM;
use crate::finding::{Rule, Severity};
use crate::system::check::Summary;
use crate::system::kit::json::FileRules;
use crate::text;

const CHECK: &str = "issues";

const fn error(code: &'static str) -> Rule {
    Rule { code, severity: Severity::Error, check: CHECK }
}

const fn warning(code: &'static str) -> Rule {
    Rule { code, severity: Severity::Warning, check: CHECK }
}

const fn note(code: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, check: CHECK }
}

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) static ROW: Rule = error("beads-row");
pub(super) static ID_DUPLICATE: Rule = error("beads-id-duplicate");
pub(super) static FIELD: Rule = warning("beads-field");
pub(super) static EDGE: Rule = warning("beads-edge");
pub(super) static MISSING: Rule = warning("beads-missing");
pub(super) static WISP: Rule = note("beads-wisp");
pub(super) static SELF: Rule = warning("beads-self");
pub(super) static CYCLE: Rule = warning("beads-cycle");
pub(super) static MIXED_CYCLE: Rule = note("beads-cycle-mixed");
pub(super) static PARENT_REVERSED: Rule = warning("beads-parent-reversed");
pub(super) static SUPERSEDES_ORDER: Rule = note("beads-supersedes-order");
pub(super) static OPEN_BLOCKER: Rule = note("beads-open-blocker");
pub(super) static TWO_FILES: Rule = note("beads-two-files");
pub(super) static CONFIG: Rule = warning("beads-config");
pub(super) static STALE: Rule = warning("beads-stale");

pub(super) fn summary() -> Summary {
    Summary {
        name: CHECK,
        position: 260,
        applies: |input| input.defined(SYSTEM) > 0,
        subject: |input| text::count(input.defined(SYSTEM), "issue"),
        healthy: "all readable, no cycles",
    }
}
