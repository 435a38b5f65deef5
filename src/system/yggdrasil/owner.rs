//! The owner of a file in an architecture model: the node with the longest mapped path prefix.

use super::SYSTEM;
use super::aspects::model_edges;
use crate::graph::{Direction, Graph, NodeIx};

/// A node and the mapped path by which it owns a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    pub node: NodeIx,
    /// The mapped file or folder.
    pub mapped: NodeIx,
}

/// The node whose mapped path is the file or the longest folder above it. `path` is relative to the workspace, with
/// `/`.
pub fn owner(graph: &Graph, path: &str) -> Option<Owner> {
    // A mapping of the whole project owns files that no other node owns.
    std::iter::successors(Some(path), |path| above(path)).chain(["."]).find_map(|path| {
        let mapped = graph.with_id(&format!("file:{path}")).find(|node| node.system() == SYSTEM)?.ix();
        let owner = model_edges(graph, mapped, Direction::In, "maps-to").next()?;
        Some(Owner { node: owner.from().ix(), mapped })
    })
}

fn above(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(above, _)| above)
}
