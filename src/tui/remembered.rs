//! What is remembered of a workspace from one run to the next.

use super::state::RelationChoice;
use serde::{Deserialize, Serialize};

/// What is remembered. What a later version cannot read of it looks as if it had never been there.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RememberedFilters {
    /// The address of the node that was looked at.
    pub node: Option<String>,
    /// The filters of the list, as they are typed.
    pub list: String,
    /// The order of the list.
    pub sort: Option<String>,
    /// The direction of the neighbourhood.
    pub direction: Option<String>,
    /// Its depth.
    pub depth: Option<u32>,
    /// The relations that are chosen.
    pub relations: RelationChoice,
    /// The relations the lineage follows.
    pub lineage_relations: Option<RelationChoice>,
    /// Whether inferred edges are left out.
    pub without_implicit: bool,
    /// Whether edges that were taken back are shown.
    pub with_retracted: bool,
    /// The least confidence.
    pub confidence: Option<f64>,
    /// Whether the layer lens is on.
    pub lens: bool,
    /// What "forward" means in a lineage.
    pub orient: Option<String>,
    /// The direction of the lineage.
    pub lineage_direction: Option<String>,
    /// How deep the lineage goes.
    pub lineage_depth: Option<u32>,
}
