//! Rules for records and their sidecars, as far as reading them shows violations. Rules that need the merged graph are
//! the doctor's.

use crate::finding::{Rule, Severity};
use crate::system::kit::json::FileRules;

const CHECK: &str = "records";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const SUBJECT: Rule = Rule { code: "sidecar-subject", severity: Severity::Error, check: CHECK };
pub(super) const INVALID: Rule = Rule { code: "sidecar-invalid", severity: Severity::Error, check: CHECK };
pub(super) const MISPLACED: Rule = Rule { code: "sidecar-misplaced", severity: Severity::Error, check: CHECK };
pub(super) const TYPE: Rule = Rule { code: "sidecar-type", severity: Severity::Error, check: CHECK };
pub(super) const TARGET: Rule = Rule { code: "sidecar-target", severity: Severity::Error, check: CHECK };
pub(super) const REPEATED: Rule = Rule { code: "sidecar-repeated", severity: Severity::Error, check: CHECK };
pub(super) const REASON: Rule = Rule { code: "sidecar-reason", severity: Severity::Error, check: CHECK };
pub(super) const REASON_LONG: Rule = Rule { code: "sidecar-reason-long", severity: Severity::Warning, check: CHECK };
pub(super) const FIELD: Rule = Rule { code: "sidecar-field", severity: Severity::Warning, check: CHECK };
pub(super) const UNSORTED: Rule = Rule { code: "sidecar-unsorted", severity: Severity::Note, check: CHECK };
