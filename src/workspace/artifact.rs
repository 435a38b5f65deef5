//! The statuses and the file of an artifact. Only artifacts with a kind have a status that can be changed.

use super::Workspace;
use crate::graph::{Node, SystemId};
use crate::system::Statuses;
use crate::text::quoted;

/// Why a node has no status that can be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoArtifact {
    #[error("{} is a node of {}; only artifacts have a status that can be changed here", quoted(id), system.name())]
    Foreign { id: String, system: SystemId },
    #[error("undefined id {}: no status to change", quoted(id))]
    Missing { id: String },
    #[error("unknown kind {}: no status to change", quoted(kind))]
    NoKind { kind: String },
}

impl Workspace {
    /// The statuses and the file of an artifact.
    pub fn artifact<'w>(&'w self, node: Node<'w>) -> Result<(Statuses<'w>, &'w str), NoArtifact> {
        if !node.spec().has_statuses {
            return Err(NoArtifact::Foreign { id: node.address().into_owned(), system: node.system() });
        }
        let file = node.file().ok_or_else(|| NoArtifact::Missing { id: node.id().to_owned() })?;
        let kind = node.kind().unwrap_or_default();
        let system = self.settings.systems.get(node.system());
        let found = system.and_then(|system| system.statuses(&self.facts, kind));
        found.map(|statuses| (statuses, file)).ok_or_else(|| NoArtifact::NoKind { kind: kind.to_owned() })
    }
}
