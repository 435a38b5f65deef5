//! Rules for the files of Taskmaster.

use crate::finding::{Rule, Severity};
use crate::system::kit::json::FileRules;

pub(super) const CHECK: &str = "tasks";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const INVALID: Rule = Rule { code: "taskmaster-invalid", severity: Severity::Error, check: CHECK };
pub(super) const EMPTY: Rule = Rule { code: "taskmaster-empty", severity: Severity::Warning, check: CHECK };
pub(super) const TAG: Rule = Rule { code: "taskmaster-tag", severity: Severity::Warning, check: CHECK };
pub(super) const TASK: Rule = Rule { code: "taskmaster-task", severity: Severity::Error, check: CHECK };
pub(super) const FIELD: Rule = Rule { code: "taskmaster-field", severity: Severity::Warning, check: CHECK };
pub(super) const NESTED: Rule = Rule { code: "taskmaster-nested", severity: Severity::Warning, check: CHECK };
pub(super) const ID_DUPLICATE: Rule =
    Rule { code: "taskmaster-id-duplicate", severity: Severity::Warning, check: "ids" };
pub(super) const MISSING: Rule = Rule { code: "taskmaster-missing", severity: Severity::Warning, check: CHECK };
pub(super) const CYCLE: Rule = Rule { code: "taskmaster-cycle", severity: Severity::Warning, check: CHECK };
