//! Time travel: the position in the past, and marks for changes since a time.

use super::History;
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::Stride;
use crate::time::{self, Millis};
use crate::tui::job::{Difference, Recollection};
use crate::workspace::Workspace;
use std::sync::Arc;

/// The position in the past. The screen shows the graph as of that time; the present keeps updating in the background.
#[derive(Debug)]
pub struct PastPane {
    /// The workspace as it is now.
    pub present: Arc<Workspace>,
    /// Its timeline, once it is computed.
    pub known: Option<Arc<Recollection>>,
    /// Whether the present changed since the timeline was requested.
    pub is_behind: bool,
    /// The time to show, once there is one.
    pub at: Option<Millis>,
    /// Step size.
    pub stride: Stride,
    /// Address of the selected node, if it does not exist at this time.
    pub lost: Option<String>,
    /// Addresses of marked nodes that do not exist at this time.
    pub lost_marks: Vec<String>,
    /// Graph and history of the present at the time it was left.
    pub left: (Arc<Graph>, History),
}

impl PastPane {
    /// The state before the timeline is computed.
    pub fn new(present: Arc<Workspace>, history: History) -> Self {
        let left = (Arc::clone(&present.graph), history);
        let (known, is_behind, at, stride) = (None, false, None, Stride::default());
        Self { present, known, is_behind, at, stride, lost: None, lost_marks: Vec::new(), left }
    }
}

/// Marks for changes since a time.
#[derive(Debug, Clone)]
pub struct Since {
    pub from: Millis,
    /// The changes, once they are computed; `None` while those of a new graph are.
    pub found: Option<Arc<Difference>>,
    /// Whether the counts were reported.
    pub is_reported: bool,
}

/// Why a node is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// The node was added.
    Itself,
    /// An edge of it was added or retracted.
    Touched,
}

impl Came {
    /// The symbol in front of it.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Itself => "+",
            Self::Touched => "~",
        }
    }
}

impl Since {
    /// Why a node is marked, if it is.
    pub fn node(&self, node: NodeIx) -> Option<Came> {
        let found = self.found.as_ref()?;
        match () {
            () if found.has_node(node) => Some(Came::Itself),
            () if found.touches(node) => Some(Came::Touched),
            () => None,
        }
    }

    /// Whether an edge was added.
    pub fn has_edge(&self, edge: EdgeIx) -> bool {
        self.found.as_ref().is_some_and(|found| found.has_edge(edge))
    }
}

/// A time formatted to the minute.
pub fn minute(time: Millis) -> String {
    time::to_minute(&time::format(time))
}
