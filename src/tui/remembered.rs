//! View settings of a workspace that are saved between sessions.

use super::state::RelationChoice;
use serde::{Deserialize, Serialize};

/// Saved settings. A field that cannot be read takes its default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RememberedFilters {
    /// Address of the current node.
    pub node: Option<String>,
    /// Filters of the list, as typed.
    pub list: String,
    /// Sort order of the list.
    pub sort: Option<String>,
    /// Direction of the neighbourhood.
    pub direction: Option<String>,
    /// Depth of the neighbourhood.
    pub depth: Option<u32>,
    /// Chosen relations.
    pub relations: RelationChoice,
    /// Relations followed by the lineage.
    pub lineage_relations: Option<RelationChoice>,
    /// Whether implicit edges are hidden.
    pub without_implicit: bool,
    /// Whether retracted edges are shown.
    pub with_retracted: bool,
    /// Minimum confidence.
    pub confidence: Option<f64>,
    /// Whether the layer lens is on.
    pub lens: bool,
    /// Orientation of the lineage: as stored or by meaning.
    pub orient: Option<String>,
    /// Direction of the lineage.
    pub lineage_direction: Option<String>,
    /// Maximum depth of the lineage.
    pub lineage_depth: Option<u32>,
}
