//! The questions that the screen can ask, and the places in their answers, for views and the history.

use crate::finding::Finding;
use crate::graph::NodeIx;

/// The subject of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Topic {
    /// All edges and retractions of a node, by time.
    History(NodeIx),
    /// Evidence for and against a claim.
    Argument(NodeIx),
    /// The nodes affected by a change to a node.
    Impact(NodeIx),
    /// The edges that prove a finding.
    Proof(Box<Finding>),
    /// The shortest paths between two nodes.
    Path {
        /// Start of the paths.
        from: NodeIx,
        /// End of the paths.
        to: NodeIx,
    },
    /// The nodes most closely related to a node.
    Related(NodeIx),
    /// Suggested edges of a node.
    Suggestions(NodeIx),
    /// The nodes with drift, and what else systems know about it.
    Drift,
    /// The relations in force.
    Vocabulary,
}

impl Topic {
    /// The same topic in another graph, if its nodes exist there.
    pub fn translated(&self, find: impl Fn(NodeIx) -> Option<NodeIx>) -> Option<Self> {
        match self {
            Self::History(node) => find(*node).map(Self::History),
            Self::Argument(node) => find(*node).map(Self::Argument),
            Self::Impact(node) => find(*node).map(Self::Impact),
            Self::Proof(finding) => Some(Self::Proof(finding.clone())),
            Self::Path { from, to } => Some(Self::Path { from: find(*from)?, to: find(*to)? }),
            Self::Related(node) => find(*node).map(Self::Related),
            Self::Suggestions(node) => find(*node).map(Self::Suggestions),
            Self::Drift => Some(Self::Drift),
            Self::Vocabulary => Some(Self::Vocabulary),
        }
    }
}

/// A row of a page, identified by its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageSpot {
    /// The subject of the page.
    pub topic: Topic,
    /// The text of the row.
    pub text: String,
    /// Its index.
    pub row: usize,
}
