//! Rules for the files of a reference graph, as far as reading them shows violations. Rules that need the merged graph
//! are the doctor's.

use crate::finding::{Rule, Severity};
use crate::system::kit::obstacle::ObstacleRules;

const ARTIFACTS: &str = "artifacts";
const KINDS: &str = "kinds";

pub(super) static OBSTACLES: ObstacleRules = ObstacleRules::of(ARTIFACTS);
pub(super) static KIND_OBSTACLES: ObstacleRules = ObstacleRules::of(KINDS);
pub(super) static SOURCE_OBSTACLES: ObstacleRules = ObstacleRules::of("workspace");
pub(super) const SOURCE_MISSING: Rule = Rule { code: "source-missing", severity: Severity::Error, check: "workspace" };
pub(super) const CONFIG_INVALID: Rule = Rule { code: "config-invalid", severity: Severity::Error, check: "workspace" };
pub(super) const FILE_UNREADABLE: Rule = Rule { code: "file-unreadable", severity: Severity::Error, check: ARTIFACTS };
pub(super) const FILE_NOT_UTF8: Rule = Rule { code: "file-not-utf8", severity: Severity::Warning, check: ARTIFACTS };
pub(super) const KIND_INVALID: Rule = Rule { code: "kind-invalid", severity: Severity::Error, check: KINDS };
pub(super) const KIND_DUPLICATE: Rule = Rule { code: "kind-duplicate", severity: Severity::Error, check: KINDS };
pub(super) const KIND_UNKNOWN: Rule = Rule { code: "kind-unknown", severity: Severity::Error, check: ARTIFACTS };
pub(super) const FRONTMATTER_INVALID: Rule =
    Rule { code: "frontmatter-invalid", severity: Severity::Error, check: ARTIFACTS };
pub(super) const FRONTMATTER_UNCLOSED: Rule =
    Rule { code: "frontmatter-unclosed", severity: Severity::Warning, check: ARTIFACTS };
pub(super) const FRONTMATTER_FIELD: Rule =
    Rule { code: "frontmatter-field", severity: Severity::Error, check: ARTIFACTS };
pub(super) const FRONTMATTER_CONTROL: Rule =
    Rule { code: "frontmatter-control", severity: Severity::Error, check: ARTIFACTS };
pub(super) const LINKS_TOO_MANY: Rule = Rule { code: "links-too-many", severity: Severity::Warning, check: ARTIFACTS };
