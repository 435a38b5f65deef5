//! Rules for decision records.

use crate::finding::{Rule, Severity};
use crate::system::kit::json::FileRules;

pub(super) const CHECK: &str = "decisions";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const CONFIG: Rule = Rule { code: "adr-config", severity: Severity::Warning, check: CHECK };
pub(super) const NONE: Rule = Rule { code: "adr-none", severity: Severity::Warning, check: CHECK };
pub(super) const FRONTMATTER: Rule = Rule { code: "adr-frontmatter", severity: Severity::Warning, check: CHECK };
pub(super) const LINKS: Rule = Rule { code: "links-too-many", severity: Severity::Warning, check: CHECK };
pub(super) const NUMBER: Rule = Rule { code: "adr-number", severity: Severity::Warning, check: CHECK };
pub(super) const TARGET_MISSING: Rule = Rule { code: "adr-target-missing", severity: Severity::Warning, check: CHECK };
pub(super) const AMBIGUOUS: Rule = Rule { code: "adr-ambiguous", severity: Severity::Warning, check: CHECK };
pub(super) const NO_SUCCESSOR: Rule = Rule { code: "adr-no-successor", severity: Severity::Warning, check: CHECK };
pub(super) const IN_FORCE: Rule = Rule { code: "adr-superseded-in-force", severity: Severity::Warning, check: CHECK };
pub(super) const ONE_SIDED: Rule = Rule { code: "adr-one-sided", severity: Severity::Note, check: CHECK };
pub(super) const CYCLE: Rule = Rule { code: "adr-cycle", severity: Severity::Warning, check: CHECK };
