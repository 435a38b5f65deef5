//! Rules for notes.

use crate::finding::{Rule, Severity};
use crate::system::kit::json::FileRules;

pub(super) const CHECK: &str = "notes";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const ID_DUPLICATE: Rule = Rule { code: "note-id-duplicate", severity: Severity::Warning, check: CHECK };
pub(super) const ID_MISSING: Rule = Rule { code: "note-id", severity: Severity::Warning, check: CHECK };
pub(super) const FRONTMATTER: Rule = Rule { code: "note-frontmatter", severity: Severity::Warning, check: CHECK };
pub(super) const TYPE_MISSING: Rule = Rule { code: "note-type", severity: Severity::Warning, check: CHECK };
pub(super) const LINKS_TOO_MANY: Rule = Rule { code: "note-links-too-many", severity: Severity::Warning, check: CHECK };
pub(super) const AMBIGUOUS: Rule = Rule { code: "note-ambiguous", severity: Severity::Note, check: CHECK };
pub(super) const ALIAS: Rule = Rule { code: "note-alias", severity: Severity::Warning, check: CHECK };
pub(super) const NUMBER: Rule = Rule { code: "note-number", severity: Severity::Note, check: CHECK };
pub(super) const EMPTY: Rule = Rule { code: "note-none", severity: Severity::Warning, check: CHECK };
pub(super) const MISSING: Rule = Rule { code: "note-missing", severity: Severity::Note, check: CHECK };
pub(super) const CYCLE: Rule = Rule { code: "note-cycle", severity: Severity::Warning, check: CHECK };
pub(super) const VERB: Rule = Rule { code: "note-verb", severity: Severity::Warning, check: CHECK };
