//! Fuzzy search of nodes by id and title.
//!
//! Matches are ordered by tier: exact match, prefix, start of a word, substring, and last subsequence (fuzzy) matches.
//! Every word of a query must match the id or the title.
//!
//! Scoring every name with the fuzzy matcher takes fifty milliseconds for 100,000 names, and a single letter matches
//! nine of ten names. So an index keeps all names case-folded in contiguous blocks, already in result order
//! (`index.rs`, `block.rs`). Names are filtered by a character bit mask and SIMD substring search (`word.rs`,
//! `matches.rs`), a longer query narrows the matches of the previous one (incremental search), and only the first few
//! thousand matches are scored (`rank.rs`). The price is a second copy of all names in memory.

mod block;
mod characters;
mod fuzzy;
mod index;
mod judge;
mod matches;
mod names;
mod rank;
mod tier;
mod word;

pub use names::Names;

use crate::graph::{Graph, NodeIx};
use fuzzy::Fuzzy;
use judge::{judge, judge_text, weight};
use std::sync::Arc;
use tier::{head, place};

/// A node that matches a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub node: NodeIx,
    /// Quality of the match; higher is better. Only comparable within one search.
    pub score: i64,
    /// The matched characters of the id, counted in characters from 0.
    pub id_positions: Vec<usize>,
    /// The matched characters of the title.
    pub title_positions: Vec<usize>,
}

/// The best hits and their total number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Number of matching nodes, listed or not.
    pub total: usize,
}

/// Returns at most `limit` nodes that match `query`, best first, ignoring case. To search the same graph repeatedly,
/// use [`Names`].
pub fn search(graph: &Arc<Graph>, query: &str, limit: usize) -> SearchResult {
    let found = Names::of(Arc::clone(graph)).search(query, limit, &|| false);
    found.unwrap_or(SearchResult { hits: Vec::new(), total: 0 })
}

/// Matches a query of several words against single texts.
pub struct Matcher {
    fuzzy: Fuzzy,
    words: Vec<String>,
}

impl Matcher {
    pub fn new(words: &[String]) -> Self {
        Self { fuzzy: Fuzzy::new(), words: words.to_vec() }
    }

    /// The matched characters of a text, counted from 0.
    pub fn positions(&self, text: &str) -> Vec<usize> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        positions(text, &words, &self.fuzzy)
    }

    /// Quality of the match, higher is better; `None` if a word does not match.
    pub fn score(&self, text: &str) -> Option<i64> {
        let mut total = 0;
        for word in &self.words {
            let (tier, score) = judge_text(head(text), word, &self.fuzzy)?;
            total += weight(tier) + score;
        }
        Some(total)
    }
}

/// Hits for these nodes, which are sorted best first.
fn hits(graph: &Graph, words: &[&str], nodes: &[NodeIx]) -> Vec<Hit> {
    let fuzzy = Fuzzy::new();
    let mut least = i64::MAX;
    let hit = |ix: &NodeIx| {
        let node = graph.node(*ix);
        // Nodes that were not scored are in index order; a minimum keeps the scores consistent with the order.
        least = least.min(judge(node, words, &fuzzy).map_or(0, |fit| fit.number()));
        Hit {
            node: *ix,
            score: least,
            id_positions: positions(node.id(), words, &fuzzy),
            title_positions: positions(node.title(), words, &fuzzy),
        }
    };
    nodes.iter().map(hit).collect()
}

fn positions(text: &str, words: &[&str], fuzzy: &Fuzzy) -> Vec<usize> {
    let mut all: Vec<usize> = words.iter().flat_map(|word| matched(head(text), word, fuzzy)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn matched(text: &str, word: &str, fuzzy: &Fuzzy) -> Vec<usize> {
    match place(text, word) {
        Some((_, at)) => (at..at + word.chars().count()).collect(),
        None => fuzzy.positions(text, word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{graph_of, titled};

    fn shared(graph: Graph) -> Arc<Graph> {
        Arc::new(graph)
    }

    fn ids(graph: &Arc<Graph>, query: &str) -> Vec<String> {
        search(graph, query, 99).hits.iter().map(|hit| graph.node(hit.node).id().to_owned()).collect()
    }

    #[test]
    fn exact_matches_come_first_and_fuzzy_ones_last() {
        let graph = shared(graph_of(&["xcachex", "my-cache", "cache", "cache-task", "c-a-c-h-e", "other"], &[]));
        assert_eq!(ids(&graph, "cache"), ["cache", "cache-task", "my-cache", "xcachex", "c-a-c-h-e"]);
    }

    #[test]
    fn every_word_must_be_found_in_id_or_title() {
        let graph =
            shared(titled(&[("fix-1", "Repair the cache"), ("fix-2", "Repair the roof"), ("cache-3", "Other")]));
        assert_eq!(ids(&graph, "fix cache"), ["fix-1"]);
    }

    #[test]
    fn case_is_ignored_in_any_script() {
        let graph = shared(graph_of(&["Alpha", "alpha-2"], &[]));
        assert_eq!(ids(&graph, "alpha"), ["Alpha", "alpha-2"]);
        assert_eq!(ids(&graph, "ALPHA"), ["Alpha", "alpha-2"]);
        let graph = shared(titled(&[("x", "Über die ÄNDERUNG"), ("y", "Привет")]));
        for (query, id) in [("über", "x"), ("änderung", "x"), ("üädr", "x"), ("привет", "y"), ("ПРТ", "y")]
        {
            assert_eq!(ids(&graph, query), [id], "{query}");
        }
    }

    #[test]
    fn matched_positions_are_counted_in_characters() {
        let graph = shared(titled(&[("größe-x", "Über die Größe")]));
        let result = search(&graph, "größe", 9);
        assert_eq!(result.hits[0].id_positions, [0, 1, 2, 3, 4]);
        assert_eq!(result.hits[0].title_positions, [9, 10, 11, 12, 13]);
    }

    #[test]
    fn limit_applies_to_the_hits_but_not_to_the_total() {
        let ids: Vec<String> = (0..50).map(|n| format!("task-{n}")).collect();
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        let graph = shared(graph_of(&names, &[]));
        let result = search(&graph, "task", 3);
        assert_eq!((result.hits.len(), result.total), (3, 50));
        let whole = search(&graph, "task", 99);
        assert_eq!(result.hits, whole.hits[..3]);
    }

    #[test]
    fn missing_nodes_come_after_defined_ones() {
        let graph = shared(graph_of(&["task-b"], &[("task-b", "task-a", "cites", "")]));
        assert_eq!(ids(&graph, "task"), ["task-b", "task-a"]);
    }

    #[test]
    fn only_the_start_of_a_very_long_title_is_searched() {
        let long = format!("cache {}", "x ".repeat(1_000_000));
        let graph = shared(titled(&[("a", &long)]));
        assert_eq!(ids(&graph, "cache"), ["a"]);
    }

    #[test]
    fn empty_query_finds_nothing() {
        let graph = shared(graph_of(&["a"], &[]));
        assert_eq!(search(&graph, "  ", 9).total, 0);
    }
}
