//! The nodes that fit what is typed into a field, best first.

use crate::graph::{Node, NodeIx};
use crate::query::{Hit, Names, SearchResult};
use std::collections::HashSet;
use std::sync::Arc;

/// So many are offered; whoever does not see theirs types another letter.
const MOST: usize = 50;

/// What is typed, and what to offer.
#[derive(Debug)]
pub struct CompleteRequest {
    /// Nodes of this graph.
    pub names: Arc<Names>,
    /// What is typed.
    pub typed: String,
    /// What to offer first while nothing is typed.
    pub first: Vec<NodeIx>,
    /// What not to offer.
    pub without: Vec<NodeIx>,
}

/// The nodes that fit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// What was typed.
    pub typed: String,
    /// The best, best first.
    pub hits: Vec<Hit>,
    /// How many fit in all.
    pub total: usize,
}

impl CompleteRequest {
    /// Finds them; `None` if it was called off.
    pub fn complete(self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Completion> {
        let SearchResult { mut hits, mut total } = if self.typed.trim().is_empty() {
            self.unasked()
        } else {
            self.names.search(&self.typed, MOST + self.without.len(), cancelled)?
        };
        let found = hits.len();
        hits.retain(|hit| !self.without.contains(&hit.node));
        total -= found - hits.len();
        hits.truncate(MOST);
        Some(Completion { typed: self.typed, hits, total })
    }

    /// Without a word all nodes fit.
    fn unasked(&self) -> SearchResult {
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
    use crate::graph::Graph;
    use crate::graph::fixture::graph_of;

    fn completed(graph: &Arc<Graph>, typed: &str, first: &[&str], without: &[&str]) -> (Vec<String>, usize) {
        let nodes = |ids: &[&str]| ids.iter().map(|id| graph.find(id).unwrap().ix()).collect();
        let request = CompleteRequest {
            names: Arc::new(Names::of(Arc::clone(graph))),
            typed: typed.to_owned(),
            first: nodes(first),
            without: nodes(without),
        };
        let found = request.complete(&|| false).unwrap();
        (found.hits.iter().map(|hit| graph.node(hit.node).id().to_owned()).collect(), found.total)
    }

    #[test]
    fn what_fits_best_is_offered_first() {
        let graph = Arc::new(graph_of(&["my-cache", "cache", "other"], &[]));
        assert_eq!(completed(&graph, "cache", &["other"], &[]), (vec!["cache".to_owned(), "my-cache".to_owned()], 2));
    }

    #[test]
    fn while_nothing_is_typed_what_was_named_comes_first_and_the_rest_behind_it() {
        let graph = Arc::new(graph_of(&["a", "b", "c"], &[]));
        assert_eq!(completed(&graph, " ", &["c", "b", "c"], &[]).0, ["c", "b", "a"]);
    }

    #[test]
    fn what_is_left_out_is_neither_offered_nor_counted() {
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
    fn one_that_is_called_off_answers_nothing() {
        let names = Arc::new(Names::of(Arc::new(graph_of(&["a"], &[]))));
        let request = CompleteRequest { names, typed: "a".to_owned(), first: Vec::new(), without: Vec::new() };
        assert_eq!(request.complete(&|| true), None);
    }
}
