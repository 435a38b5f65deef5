//! Filters for edges, shared by neighbourhood and map.

use crate::graph::{Graph, Node};
use crate::query::{Directions, EdgeFilter, Implicit, RelationFilter, Retracted, Trust};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A choice of relations by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelationChoice {
    #[default]
    All,
    Only(BTreeSet<String>),
    AllBut(BTreeSet<String>),
}

impl RelationChoice {
    /// Whether a relation is chosen.
    pub fn keeps(&self, relation: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(names) => names.contains(relation),
            Self::AllBut(names) => !names.contains(relation),
        }
    }

    /// The same choice with one relation toggled.
    #[must_use]
    pub fn toggled(&self, relation: &str) -> Self {
        let flip = |names: &BTreeSet<String>| {
            let mut names = names.clone();
            if !names.remove(relation) {
                names.insert(relation.to_owned());
            }
            names
        };
        match self {
            Self::All => Self::AllBut(BTreeSet::from([relation.to_owned()])),
            Self::Only(names) => Self::Only(flip(names)),
            Self::AllBut(names) => match flip(names) {
                names if names.is_empty() => Self::All,
                names => Self::AllBut(names),
            },
        }
    }

    /// The choice as a filter.
    pub fn filter(&self, graph: &Graph) -> RelationFilter {
        match self {
            Self::All => RelationFilter::Any,
            Self::Only(names) => RelationFilter::only(graph, &names.iter().collect::<Vec<_>>()),
            Self::AllBut(names) => RelationFilter::all_but(graph, &names.iter().collect::<Vec<_>>()),
        }
    }
}

/// The minimum confidences, in the order they are cycled through.
const STEPS: [f64; 4] = [0.2, 0.5, 0.8, 0.0];

/// Filters for edges.
#[derive(Debug, Clone, PartialEq)]
pub struct Filters {
    pub direction: Directions,
    pub relations: RelationChoice,
    /// Depth in steps.
    pub depth: u32,
    /// Whether implicit edges are shown.
    pub implicit: Implicit,
    /// Whether retracted edges are shown.
    pub retracted: Retracted,
    /// Minimum confidence; `None` uses the workspace setting.
    pub confidence: Option<f64>,
    /// Whether only the node's own layer is shown.
    pub lens: bool,
}

impl Default for Filters {
    fn default() -> Self {
        Self {
            direction: Directions::Both,
            relations: RelationChoice::All,
            depth: 1,
            implicit: Implicit::Kept,
            retracted: Retracted::Hidden,
            confidence: None,
            lens: false,
        }
    }
}

impl Filters {
    /// Cycles the direction: both, in, out.
    pub fn turn(&mut self) {
        self.direction = match self.direction {
            Directions::Both => Directions::In,
            Directions::In => Directions::Out,
            Directions::Out => Directions::Both,
        };
    }

    /// Cycles the minimum confidence.
    pub fn doubt(&mut self) {
        let at = self.confidence.and_then(|least| STEPS.iter().position(|step| (step - least).abs() < 1e-9));
        self.confidence = match at {
            None => Some(STEPS[0]),
            Some(at) => STEPS.get(at + 1).copied(),
        };
    }

    /// The edge filter for a node.
    pub fn edges(&self, graph: &Graph, node: Node<'_>, trust: Trust) -> EdgeFilter {
        let lens = node.layer().filter(|_| self.lens).map(str::to_owned);
        let (implicit, retracted) = (self.implicit, self.retracted);
        EdgeFilter { lens, implicit, retracted, trust, ..EdgeFilter::of(self.relations.filter(graph)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toggling_a_relation_twice_restores_the_choice() {
        let without = RelationChoice::All.toggled("cites");
        assert!(!without.keeps("cites") && without.keeps("led-to"));
        assert_eq!(without.toggled("cites"), RelationChoice::All);
        let only = RelationChoice::Only(BTreeSet::from(["led-to".to_owned()]));
        assert!(only.keeps("led-to") && !only.keeps("cites"));
        assert!(only.toggled("cites").keeps("cites"));
        let kept = serde_json::to_string(&only).unwrap();
        assert_eq!(serde_json::from_str::<RelationChoice>(&kept).unwrap(), only);
    }

    #[test]
    fn confidence_cycles_back_to_the_workspace_setting() {
        let mut filters = Filters::default();
        let mut seen = Vec::new();
        for _ in 0..5 {
            filters.doubt();
            seen.push(filters.confidence);
        }
        assert_eq!(seen, [Some(0.2), Some(0.5), Some(0.8), Some(0.0), None]);
    }
}
