//! Rules for the files of semantic units, as far as reading them shows violations. Rules that need the merged graph are
//! the doctor's.

use crate::finding::{Rule, Severity};
use crate::system::kit::json::FileRules;

const UNITS: &str = "units";

pub(super) static FILES: FileRules = FileRules::of(UNITS);
pub(super) const UNIT_INVALID: Rule = Rule { code: "unit-invalid", severity: Severity::Error, check: UNITS };
pub(super) const UNIT_FIELD: Rule = Rule { code: "unit-field", severity: Severity::Error, check: UNITS };
pub(super) const UNIT_REFERENCE: Rule = Rule { code: "unit-reference", severity: Severity::Error, check: UNITS };
pub(super) const UNIT_RELATION: Rule = Rule { code: "unit-relation", severity: Severity::Error, check: UNITS };
pub(super) const UNIT_NOTIFIES: Rule = Rule { code: "unit-notifies", severity: Severity::Warning, check: UNITS };
pub(super) const UNIT_UNUSUAL: Rule = Rule { code: "unit-unusual", severity: Severity::Warning, check: UNITS };
