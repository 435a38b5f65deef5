//! Answers: one module a question, from a request to an [`Answer`](crate::document::Answer).
//!
//! Each module turns what the user asked into a request to `query`, and the result into rows, a subgraph and JSON. All
//! words about an answer are here (and in the folder of a system, for its own questions): the command line and the screen
//! present the same document. The name of a list in JSON is its heading, see [`Section::list`].

mod argument;

pub use argument::{ArgumentAnswer, ArgumentRequest};

use crate::document::{Row, facts, name, other_name};
use crate::graph::{Graph, Node};
use crate::workspace::Workspace;

/// What a question is asked about.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub graph: &'a Graph,
    /// The workspace of the graph, for answers that read files. On the screen it is loaded after the graph.
    pub workspace: Option<&'a Workspace>,
    /// Whether the answer is no longer wanted. Long work checks it; what it returns then is not shown.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Input<'a> {
    /// A workspace, with nothing to cancel.
    pub fn of(workspace: &'a Workspace) -> Self {
        Self { graph: &workspace.graph, workspace: Some(workspace), cancelled: &|| false }
    }
}

/// The node that an answer is about, as its first row.
fn head(node: Node<'_>) -> Row {
    Row::of(name(node)).detail(facts(node)).phrase(other_name(node)).to(node.ix())
}
