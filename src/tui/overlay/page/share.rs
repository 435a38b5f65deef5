//! What a page shares: the nodes and edges of its answer, or of its rows, or else its text.

use super::content::Page;
use super::request::{MOST_SUGGESTIONS, PageRequest};
use super::state::pane;
use crate::graph::{Graph, NodeIx};
use crate::query::{ProposedEdge, Subgraph};
use crate::tui::shared::{Command, Part, SharedPart, Shown, confidence_words, filter_words, of_edge, of_node};
use crate::tui::state::State;
use crate::tui::topic::Topic;
use std::sync::Arc;

pub(super) fn shared(state: &State) -> Option<Shown> {
    let pane = pane(state)?;
    let (content, graph) = pane.shown.as_ref()?;
    let sentence = pane.selected().and_then(|(row, graph)| {
        let words = row.text().trim().to_owned();
        let of_row =
            row.edge.map(|edge| of_edge(graph.edge(edge))).or_else(|| row.node.map(|node| of_node(graph, node)));
        of_row.or((!words.is_empty()).then_some(words))
    });
    // While a page is computed again, the shown rows belong to an earlier graph than its topic.
    let is_current = Arc::ptr_eq(graph, &state.session.graph);
    let rows = rows_of(content, if is_current { topic_nodes(&pane.topic) } else { Vec::new() });
    let part = if let Some(rows) = rows.filter(|_| has_graph(&pane.topic)) {
        let request = is_current.then(|| PageRequest::of(state, pane.topic.clone()));
        let answer = move || request.as_ref().and_then(PageRequest::subgraph);
        SharedPart::Graph(Box::new(move |graph| answer().unwrap_or_else(|| (rows(graph), None))))
    } else {
        let content = content.clone();
        SharedPart::Text(Box::new(move |command| content.markdown(command)))
    };
    let shared = Part { part, title: content.title.clone(), command: command(state, &pane.topic) };
    Some(Shown { graph: Arc::clone(graph), shared, sentence })
}

/// Whether a page is about nodes and edges: what drift and relations say is in their rows.
fn has_graph(topic: &Topic) -> bool {
    !matches!(topic, Topic::Drift | Topic::Vocabulary)
}

/// The nodes that a page is about.
fn topic_nodes(topic: &Topic) -> Vec<NodeIx> {
    match topic {
        Topic::History(node)
        | Topic::Argument(node)
        | Topic::Impact(node)
        | Topic::Related(node)
        | Topic::Suggestions(node) => vec![*node],
        Topic::Path { from, to } => vec![*from, *to],
        Topic::Proof(_) | Topic::Drift | Topic::Vocabulary => Vec::new(),
    }
}

/// The nodes and edges of the rows of a page; `None` if there are none.
fn rows_of(page: &Page, roots: Vec<NodeIx>) -> Option<impl FnOnce(&Graph) -> Subgraph + Send + use<>> {
    let edges: Vec<_> = page.rows().filter_map(|row| row.edge).collect();
    let proposed = page.rows().filter_map(|row| row.proposed.clone());
    let proposed: Vec<_> = proposed.map(|one| ProposedEdge { score: None, ..one }).collect();
    let nodes: Vec<_> = roots.into_iter().chain(page.rows().filter_map(|row| row.node)).collect();
    let is_empty = nodes.is_empty() && edges.is_empty() && proposed.is_empty();
    (!is_empty).then_some(|graph: &Graph| {
        let roots = nodes.first().copied();
        Subgraph::new(graph, nodes, edges).with_roots(roots).with_proposed(proposed)
    })
}

/// The command that gives the answer of a page.
fn command(state: &State, topic: &Topic) -> Command {
    let id = |node: &NodeIx| state.session.graph.node(*node).address().into_owned();
    let (words, filters) = match topic {
        Topic::Argument(node) => (vec!["argument".to_owned(), id(node)], confidence_words(state)),
        Topic::Impact(node) => (vec!["impact".to_owned(), id(node)], confidence_words(state)),
        Topic::Suggestions(node) => {
            let most = MOST_SUGGESTIONS.to_string();
            (vec!["suggest".to_owned(), id(node), "--limit".to_owned(), most], filter_words(state, None)?)
        }
        Topic::Path { from, to } => {
            let words = vec!["path".to_owned(), id(from), id(to), "--all-shortest".to_owned()];
            (words, filter_words(state, Some(&state.session.filters.relations))?)
        }
        Topic::Drift => (vec!["drift".to_owned()], Vec::new()),
        Topic::Vocabulary => (vec!["relations".to_owned()], Vec::new()),
        Topic::History(_) => return Err("the history has edges of all files"),
        Topic::Related(_) => return Err("it is a selection"),
        Topic::Proof(_) => return Err("it is the proof of one finding"),
    };
    Ok([words, filters].concat())
}
