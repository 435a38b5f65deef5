//! Rules for the files of a model. Codes such as E001 and W010 are those of the public tool, so that its users
//! recognise them.

use crate::finding::{Rule, Severity};
use crate::system::kit::obstacle::ObstacleRules;

const CHECK: &str = "architecture model";

pub(super) const SOURCE_MISSING: Rule = Rule { code: "source-missing", severity: Severity::Error, check: CHECK };
pub(super) static OBSTACLES: ObstacleRules = ObstacleRules::of(CHECK);
pub(super) const NODE_INVALID: Rule = Rule { code: "E001", severity: Severity::Error, check: CHECK };
pub(super) const TYPE_UNKNOWN: Rule = Rule { code: "E002", severity: Severity::Error, check: CHECK };
pub(super) const ASPECT_UNKNOWN: Rule = Rule { code: "E003", severity: Severity::Error, check: CHECK };
pub(super) const TARGET_BROKEN: Rule = Rule { code: "E004", severity: Severity::Error, check: CHECK };
pub(super) const PARTICIPANT_BROKEN: Rule = Rule { code: "E006", severity: Severity::Error, check: CHECK };
pub(super) const FLOW_ASPECT_UNKNOWN: Rule = Rule { code: "E007", severity: Severity::Error, check: CHECK };
pub(super) const MAPPING_OVERLAP: Rule = Rule { code: "E009", severity: Severity::Error, check: CHECK };
pub(super) const CONFIG_INVALID: Rule = Rule { code: "E012", severity: Severity::Error, check: CHECK };
pub(super) const CONDITION_UNKNOWN: Rule = Rule { code: "E013", severity: Severity::Error, check: CHECK };
pub(super) const ASPECT_TWICE: Rule = Rule { code: "E014", severity: Severity::Error, check: CHECK };
pub(super) const NODE_FILE_MISSING: Rule = Rule { code: "E015", severity: Severity::Error, check: CHECK };
pub(super) const IMPLIED_MISSING: Rule = Rule { code: "E016", severity: Severity::Error, check: CHECK };
pub(super) const SCHEMA_MISSING: Rule = Rule { code: "W010", severity: Severity::Warning, check: CHECK };
pub(super) const FOLDER_WITHOUT_NODE: Rule = Rule { code: "W013", severity: Severity::Warning, check: CHECK };
pub(super) const ASPECT_INVALID: Rule = Rule { code: "aspect-invalid", severity: Severity::Error, check: CHECK };
pub(super) const MODEL_MISSING: Rule = Rule { code: "model-missing", severity: Severity::Error, check: CHECK };
pub(super) const FLOW_INVALID: Rule = Rule { code: "flow-invalid", severity: Severity::Error, check: CHECK };
