//! Rules for the rows of a log.

use crate::finding::{Rule, Severity};

const LOG: &str = "log";

pub(super) const LOG_UNREADABLE: Rule = Rule { code: "log-unreadable", severity: Severity::Error, check: LOG };
pub(super) const ROW_MALFORMED: Rule = Rule { code: "row-malformed", severity: Severity::Error, check: LOG };
pub(super) const ROW_INCOMPLETE: Rule = Rule { code: "row-incomplete", severity: Severity::Error, check: LOG };
pub(super) const ROW_DAMAGED: Rule = Rule { code: "row-damaged", severity: Severity::Warning, check: LOG };
pub(super) const ROW_GLUED: Rule = Rule { code: "row-glued", severity: Severity::Warning, check: LOG };
pub(super) const ROW_UNDATED: Rule = Rule { code: "row-undated", severity: Severity::Warning, check: LOG };
