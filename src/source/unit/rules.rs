//! What can be wrong in the files of semantic units, as far as reading them shows.

use crate::finding::{Rule, Severity};
use crate::source::json::FileRules;

const UNITS: &str = "units";

const FILE_NOT_UTF8: Rule = Rule { code: "file-not-utf8", severity: Severity::Warning, check: UNITS };
pub(super) const FILE_UNREADABLE: Rule = Rule { code: "file-unreadable", severity: Severity::Error, check: UNITS };
pub(super) const JSON_INVALID: Rule = Rule { code: "json-invalid", severity: Severity::Error, check: UNITS };
pub(super) const SOURCE_MISSING: Rule = Rule { code: "source-missing", severity: Severity::Error, check: UNITS };
pub(super) const UNIT_INVALID: Rule = Rule { code: "unit-invalid", severity: Severity::Error, check: UNITS };
pub(super) const UNIT_FIELD: Rule = Rule { code: "unit-field", severity: Severity::Error, check: UNITS };
pub(super) const UNIT_REFERENCE: Rule = Rule { code: "unit-reference", severity: Severity::Error, check: UNITS };
pub(super) const UNIT_RELATION: Rule = Rule { code: "unit-relation", severity: Severity::Error, check: UNITS };
pub(super) const UNIT_NOTIFIES: Rule = Rule { code: "unit-notifies", severity: Severity::Warning, check: UNITS };
pub(super) const UNIT_UNUSUAL: Rule = Rule { code: "unit-unusual", severity: Severity::Warning, check: UNITS };

/// The rules for files that cannot be used at all.
pub(super) const FILES: FileRules =
    FileRules { unreadable: &FILE_UNREADABLE, not_utf8: &FILE_NOT_UTF8, not_json: &JSON_INVALID };
