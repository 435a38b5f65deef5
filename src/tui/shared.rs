//! What views and overlays share with other programs: nodes and edges or a text, and the command that gives the same.

use super::state::{RelationChoice, State};
use crate::graph::{Edge, Graph, NodeIx};
use crate::query::{Implicit, Subgraph, reading};
use crate::text::for_shell;
use crate::time;
use std::fmt;
use std::sync::Arc;

/// The words of a command, or why there is none.
pub(in crate::tui) type Command = Result<Vec<String>, &'static str>;

/// Nodes and edges, and what they lack.
type Found = (Subgraph, Option<String>);

/// Writes Markdown with the command that gives the same.
type Writer = Box<dyn FnOnce(Option<&str>) -> String + Send>;

/// What is shared, computed by a task.
pub enum SharedPart {
    Graph(Box<dyn FnOnce(&Graph) -> Found + Send>),
    /// For what is not a part of the graph.
    Text(Writer),
}

impl SharedPart {
    /// A part of the graph that lacks nothing.
    pub fn of(subgraph: impl FnOnce(&Graph) -> Subgraph + Send + 'static) -> Self {
        Self::Graph(Box::new(|graph| (subgraph(graph), None)))
    }

    /// Nodes with the edges between them, if there are any nodes.
    pub fn nodes(nodes: Vec<NodeIx>) -> Option<Self> {
        (!nodes.is_empty()).then(|| Self::of(|graph| Subgraph::induced(graph, nodes)))
    }
}

impl fmt::Debug for SharedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self, Self::Graph(_)) { "Graph" } else { "Text" })
    }
}

/// What a view shares.
#[derive(Debug)]
pub struct Part {
    pub part: SharedPart,
    /// What it is, such as `Lineage of x`.
    pub title: String,
    /// The command that gives the same.
    pub command: Command,
}

/// What is shared of the screen.
#[derive(Debug)]
pub struct Shown {
    /// The graph of the part.
    pub graph: Arc<Graph>,
    pub shared: Part,
    /// The selected edge, node or row as a sentence, with file and line if it has them.
    pub sentence: Option<String>,
}

/// What the view shares.
pub(in crate::tui) fn of_view(state: &State) -> Option<Shown> {
    let graph = Arc::clone(&state.session.graph);
    let sentence = state.view.selected_edge(state).map(|edge| of_edge(graph.edge(edge)));
    let sentence = sentence.or_else(|| state.selected().map(|node| of_node(&graph, node)));
    Some(Shown { shared: state.view.shared(state)?, graph, sentence })
}

/// An edge as a sentence with its place: `a led to b (references.jsonl:3)`.
pub(in crate::tui) fn of_edge(edge: Edge<'_>) -> String {
    let (from, to) = (edge.from().address(), edge.to().address());
    format!("{from} {} {to} ({}:{})", reading(edge, edge.from().ix()), edge.file(), edge.line())
}

/// A node with its place: `fix-cache: Fix the cache (artifacts/tasks/fix-cache.md:1)`.
pub(in crate::tui) fn of_node(graph: &Graph, node: NodeIx) -> String {
    let node = graph.node(node);
    let title = if node.title() == node.id() { String::new() } else { format!(": {}", node.title()) };
    let line = node.line().map(|line| format!(":{line}")).unwrap_or_default();
    let place = node.file().map(|file| format!(" ({file}{line})")).unwrap_or_default();
    format!("{}{title}{place}", node.address())
}

/// The command with the time shown.
pub(in crate::tui) fn with_time(state: &State, mut words: Vec<String>) -> String {
    let options = [("--as-of", state.session.graph.as_of_time()), ("--now", state.session.clock.asked)];
    for (option, time) in options {
        words.extend(time.into_iter().flat_map(|time| [option.to_owned(), time::format(time)]));
    }
    let words = words.iter().map(|word| for_shell(word));
    std::iter::once("refscope".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// The options for relations and confidence that the filters stand for.
pub(in crate::tui) fn filter_words(state: &State, relations: Option<&RelationChoice>) -> Command {
    let mut words = Vec::new();
    match relations {
        Some(RelationChoice::AllBut(_)) => return Err("relations are excluded"),
        Some(RelationChoice::Only(names)) => {
            words.extend(["--relation".to_owned(), names.iter().cloned().collect::<Vec<_>>().join(",")]);
        }
        Some(RelationChoice::All) | None => {}
    }
    if state.session.filters.implicit == Implicit::LeftOut {
        return Err("implicit edges are hidden");
    }
    words.extend(confidence_words(state));
    Ok(words)
}

/// The option for the confidence threshold.
pub(in crate::tui) fn confidence_words(state: &State) -> Vec<String> {
    let least = state.session.filters.confidence.map(|least| ["--min-confidence".to_owned(), least.to_string()]);
    least.into_iter().flatten().collect()
}
