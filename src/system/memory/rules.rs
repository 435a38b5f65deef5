//! Rules for the rows of a memory.

use crate::finding::{Rule, Severity};
use crate::system::kit::json::FileRules;

pub(super) const CHECK: &str = "memory";

pub(super) static FILES: FileRules = FileRules::of(CHECK);
pub(super) const INVALID: Rule = Rule { code: "memory-invalid", severity: Severity::Error, check: CHECK };
pub(super) const TYPE: Rule = Rule { code: "memory-type", severity: Severity::Warning, check: CHECK };
pub(super) const NONE: Rule = Rule { code: "memory-none", severity: Severity::Warning, check: CHECK };
pub(super) const OBSERVATIONS: Rule = Rule { code: "memory-observations", severity: Severity::Warning, check: CHECK };
pub(super) const RELATION_REPEATED: Rule =
    Rule { code: "memory-relation-repeated", severity: Severity::Warning, check: CHECK };
pub(super) const DANGLING: Rule = Rule { code: "memory-dangling", severity: Severity::Warning, check: CHECK };

/// Also for an entity in two files. Static, because the properties of the system refer to it.
pub(super) static ENTITY_REPEATED: Rule =
    Rule { code: "memory-entity-repeated", severity: Severity::Warning, check: CHECK };
