//! What can be wrong in a causal graph's files, as far as reading them shows.

use crate::finding::{Rule, Severity};
use crate::source::json::FileRules;

const CHECK: &str = "causal graphs";

pub(super) const FILE_UNREADABLE: Rule = Rule { code: "file-unreadable", severity: Severity::Error, check: CHECK };
pub(super) const FILE_NOT_UTF8: Rule = Rule { code: "file-not-utf8", severity: Severity::Warning, check: CHECK };
pub(super) const JSON_INVALID: Rule = Rule { code: "json-invalid", severity: Severity::Error, check: CHECK };
pub(super) const SOURCE_MISSING: Rule = Rule { code: "source-missing", severity: Severity::Error, check: CHECK };
pub(super) const INVALID: Rule = Rule { code: "causal-invalid", severity: Severity::Error, check: CHECK };
pub(super) const FIELD: Rule = Rule { code: "causal-field", severity: Severity::Warning, check: CHECK };
pub(super) const RELATION: Rule = Rule { code: "causal-relation", severity: Severity::Warning, check: CHECK };

/// The rules for files that cannot be used at all.
pub(super) const FILE: FileRules =
    FileRules { unreadable: &FILE_UNREADABLE, not_utf8: &FILE_NOT_UTF8, not_json: &JSON_INVALID };
