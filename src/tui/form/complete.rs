//! Completion of a node field: the nodes that match the typed text, best match first.

use crate::graph::{Node, NodeIx};
use crate::query::{Hit, Names, SearchResult, Suggestion};
use crate::tui::job::Missing;
use std::collections::HashSet;
use std::sync::Arc;

/// Maximum number of nodes offered; typing more narrows the list.
const MOST: usize = 50;

/// The typed text and the candidates.
#[derive(Debug)]
pub(in crate::tui) struct CompleteRequest {
    pub(in crate::tui) names: Arc<Names>,
    pub(in crate::tui) typed: String,
    /// Nodes offered first while nothing is typed.
    pub(in crate::tui) first: Vec<NodeIx>,
    /// Nodes that are not offered.
    pub(in crate::tui) without: Vec<NodeIx>,
    /// Suggestions that are offered before all others while nothing is typed.
    pub(in crate::tui) missing: Option<Missing>,
}

/// The matching nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui) struct Completion {
    pub(in crate::tui) typed: String,
    /// The best matches, best first.
    pub(in crate::tui) hits: Vec<Hit>,
    /// Total number of matches.
    pub(in crate::tui) total: usize,
    /// Number of nodes at the start of the list that are suggestions.
    pub(in crate::tui) suggested: usize,
}

impl CompleteRequest {
    /// Finds the matches; `None` if cancelled.
    pub(in crate::tui) fn complete(mut self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Completion> {
        let suggested = self.suggest(cancelled)?;
        let SearchResult { mut hits, mut total } = if self.typed.trim().is_empty() {
            self.without_text()
        } else {
            self.names.search(&self.typed, MOST + self.without.len(), cancelled)?
        };
        let found = hits.len();
        hits.retain(|hit| !self.without.contains(&hit.node));
        total -= found - hits.len();
        hits.truncate(MOST);
        Some(Completion { typed: self.typed, hits, total, suggested })
    }

    /// Puts suggested nodes in front of the others and returns their number; `None` if cancelled.
    fn suggest(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<usize> {
        let Some(missing) = self.missing.take().filter(|_| self.typed.trim().is_empty()) else { return Some(0) };
        let found = missing.suggestions(self.names.graph(), cancelled)?.listed;
        let other = |one: &Suggestion| if one.from == missing.request.node { one.to } else { one.from };
        let mut nodes: Vec<_> = found.iter().map(other).filter(|node| !self.without.contains(node)).collect();
        let mut seen = HashSet::new();
        nodes.retain(|node| seen.insert(*node));
        let suggested = nodes.len();
        nodes.append(&mut self.first);
        self.first = nodes;
        Some(suggested)
    }

    /// The list while nothing is typed: every node matches.
    fn without_text(&self) -> SearchResult {
        let mut seen = HashSet::new();
        let graph = self.names.graph();
        let all = self.first.iter().copied().chain(graph.nodes().map(Node::ix));
        let plain = |node| Hit { node, score: 0, id_positions: Vec::new(), title_positions: Vec::new() };
        let hits = all.filter(|node| seen.insert(*node)).map(plain).take(MOST + self.without.len()).collect();
        SearchResult { hits, total: graph.node_count() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::SuggestRequest;
    use crate::graph::Graph;
    use crate::graph::fixture::graph_of;
    use crate::query::{EdgeFilter, RelationFilter};

    fn completed(graph: &Arc<Graph>, typed: &str, first: &[&str], without: &[&str]) -> (Vec<String>, usize) {
        let nodes = |ids: &[&str]| ids.iter().map(|id| graph.find(id).unwrap().ix()).collect();
        let request = CompleteRequest {
            names: Arc::new(Names::of(Arc::clone(graph))),
            typed: typed.to_owned(),
            first: nodes(first),
            without: nodes(without),
            missing: None,
        };
        let found = request.complete(&|| false).unwrap();
        (found.hits.iter().map(|hit| graph.node(hit.node).id().to_owned()).collect(), found.total)
    }

    #[test]
    fn the_best_match_is_offered_first() {
        let graph = Arc::new(graph_of(&["my-cache", "cache", "other"], &[]));
        assert_eq!(completed(&graph, "cache", &["other"], &[]), (vec!["cache".to_owned(), "my-cache".to_owned()], 2));
    }

    #[test]
    fn with_no_text_the_given_nodes_come_first_and_all_others_follow() {
        let graph = Arc::new(graph_of(&["a", "b", "c"], &[]));
        assert_eq!(completed(&graph, " ", &["c", "b", "c"], &[]).0, ["c", "b", "a"]);
    }

    #[test]
    fn excluded_nodes_are_neither_offered_nor_counted() {
        let ids: Vec<String> = (0..80).map(|n| format!("n{n:02}")).collect();
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        let graph = Arc::new(graph_of(&names, &[]));
        for typed in ["", "n"] {
            let (hits, total) = completed(&graph, typed, &[], &["n00", "n07"]);
            assert_eq!((hits.len(), total), (MOST, 78), "{typed:?}");
            assert!(!hits.contains(&"n00".to_owned()) && !hits.contains(&"n07".to_owned()), "{typed:?}");
        }
    }

    #[test]
    fn with_no_text_suggestions_come_first() {
        let rows = [
            ("x", "a", "led-to", ""),
            ("y", "a", "led-to", ""),
            ("x", "twin", "led-to", ""),
            ("y", "twin", "led-to", ""),
        ];
        let graph = Arc::new(graph_of(&["a", "b", "twin", "x", "y"], &rows));
        let node = |id: &str| graph.find(id).unwrap().ix();
        let edges = EdgeFilter::of(RelationFilter::Any);
        let missing = Missing {
            request: SuggestRequest { node: node("a"), edges, usage: None, everywhere: false, most: 5 },
            workspace: None,
        };
        for (typed, first, suggested) in [("", "twin", 1), ("b", "b", 0)] {
            let request = CompleteRequest {
                names: Arc::new(Names::of(Arc::clone(&graph))),
                typed: typed.to_owned(),
                first: vec![node("b")],
                without: vec![node("a")],
                missing: Some(missing.clone()),
            };
            let found = request.complete(&|| false).unwrap();
            assert_eq!((graph.node(found.hits[0].node).id(), found.suggested), (first, suggested));
        }
    }

    #[test]
    fn a_cancelled_request_has_no_answer() {
        let names = Arc::new(Names::of(Arc::new(graph_of(&["a"], &[]))));
        let request =
            CompleteRequest { names, typed: "a".to_owned(), first: Vec::new(), without: Vec::new(), missing: None };
        assert_eq!(request.complete(&|| true), None);
    }
}
