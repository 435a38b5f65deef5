//! What can be wrong in records and their sidecars, as far as reading them shows.

use crate::finding::{Rule, Severity};
use crate::source::json::FileRules;

const CHECK: &str = "records";

pub(super) const FILE_UNREADABLE: Rule = Rule { code: "file-unreadable", severity: Severity::Error, check: CHECK };
pub(super) const FILE_NOT_UTF8: Rule = Rule { code: "file-not-utf8", severity: Severity::Warning, check: CHECK };
pub(super) const JSON_INVALID: Rule = Rule { code: "json-invalid", severity: Severity::Error, check: CHECK };
pub(super) const SOURCE_MISSING: Rule = Rule { code: "source-missing", severity: Severity::Error, check: CHECK };
pub(super) const SUBJECT: Rule = Rule { code: "sidecar-subject", severity: Severity::Error, check: CHECK };
pub(super) const INVALID: Rule = Rule { code: "sidecar-invalid", severity: Severity::Error, check: CHECK };
pub(super) const MISPLACED: Rule = Rule { code: "sidecar-misplaced", severity: Severity::Error, check: CHECK };
pub(super) const TYPE: Rule = Rule { code: "sidecar-type", severity: Severity::Error, check: CHECK };
pub(super) const TARGET: Rule = Rule { code: "sidecar-target", severity: Severity::Error, check: CHECK };
pub(super) const REPEATED: Rule = Rule { code: "sidecar-repeated", severity: Severity::Error, check: CHECK };
pub(super) const REASON: Rule = Rule { code: "sidecar-reason", severity: Severity::Error, check: CHECK };
pub(super) const REASON_LONG: Rule = Rule { code: "sidecar-reason-long", severity: Severity::Warning, check: CHECK };
pub(super) const UNSORTED: Rule = Rule { code: "sidecar-unsorted", severity: Severity::Note, check: CHECK };

/// The rules for files that cannot be used at all.
pub(super) const FILE: FileRules =
    FileRules { unreadable: &FILE_UNREADABLE, not_utf8: &FILE_NOT_UTF8, not_json: &JSON_INVALID };
