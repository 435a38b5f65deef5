//! The past that is shown instead of the present, and marks of what came since a time.

use super::{History, Prompt};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::Stride;
use crate::time::{self, Millis};
use crate::tui::job::{Difference, Recollection};
use crate::workspace::Workspace;
use std::sync::Arc;

/// Where in the past one is. The graph on the screen is the one as of then; the present goes on underneath.
#[derive(Debug)]
pub struct PastPane {
    /// The workspace as it is now.
    pub present: Arc<Workspace>,
    /// Its past, once that is known.
    pub known: Option<Arc<Recollection>>,
    /// Whether the present has changed since that was asked for.
    pub is_behind: bool,
    /// The time one wants to see, once there is one.
    pub at: Option<Millis>,
    /// How far a step goes.
    pub stride: Stride,
    /// The address of the node that was selected when it was not there any more.
    pub lost: Option<String>,
    /// The addresses of marked nodes that are not there.
    pub lost_marks: Vec<String>,
    /// The graph of the present when it was left, and the way back in it.
    pub left: (Arc<Graph>, History),
}

impl PastPane {
    /// Before anything is known of the past of a workspace.
    pub fn new(present: Arc<Workspace>, history: History) -> Self {
        let left = (Arc::clone(&present.graph), history);
        let (known, is_behind, at, stride) = (None, false, None, Stride::default());
        Self { present, known, is_behind, at, stride, lost: None, lost_marks: Vec::new(), left }
    }
}

/// What came since a time is marked.
#[derive(Debug, Clone)]
pub struct Since {
    /// The time.
    pub from: Millis,
    /// What came, once it is known; of the graph on the screen or, while the next one is looked for, of none.
    pub found: Option<Arc<Difference>>,
    /// Whether it was said how much it is.
    pub is_told: bool,
}

/// How something that came since a time is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// It came itself.
    Itself,
    /// An edge of it came, or was taken back.
    Touched,
}

impl Came {
    /// The sign in front of it.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Itself => "+",
            Self::Touched => "~",
        }
    }
}

impl Since {
    /// Whether a node, or an edge of it, came.
    pub fn node(&self, node: NodeIx) -> Option<Came> {
        let found = self.found.as_ref()?;
        match () {
            () if found.has_node(node) => Some(Came::Itself),
            () if found.touches(node) => Some(Came::Touched),
            () => None,
        }
    }

    /// Whether an edge came.
    pub fn has_edge(&self, edge: EdgeIx) -> bool {
        self.found.as_ref().is_some_and(|found| found.has_edge(edge))
    }
}

/// What a typed time is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenFor {
    /// To go there.
    Past,
    /// To mark what came since.
    Since,
}

/// A time that is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// What it is for.
    pub purpose: WhenFor,
    /// What is typed.
    pub prompt: Prompt,
    /// Whether that was no time.
    pub is_wrong: bool,
}

/// A time to the minute, as people write it.
pub fn minute(time: Millis) -> String {
    time::to_minute(&time::format(time))
}
