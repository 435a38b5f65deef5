//! Finding nodes by what people remember of their ids and titles.
//!
//! What people mean comes first: an exact id, a prefix, the start of a word, a part; only then scattered letters. Every
//! word of a query must be found, in the id or in the title.

mod fuzzy;

use crate::graph::{Graph, Node, NodeIx};
use fuzzy::Fuzzy;
use rayon::prelude::*;
use std::cmp::Reverse;

/// How a query was found, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    Exact,
    Prefix,
    WordStart,
    Part,
    Scattered,
}

/// A node that fits a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The node.
    pub node: NodeIx,
    /// How well it fits; higher is better. Only comparable within one search.
    pub score: i64,
    /// The matched characters of the id, counted in characters from 0.
    pub id_positions: Vec<usize>,
    /// The matched characters of the title.
    pub title_positions: Vec<usize>,
}

/// The best hits, and how many there are in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// Best first.
    pub hits: Vec<Hit>,
    /// How many nodes fit, listed or not.
    pub total: usize,
}

/// The nodes that fit `query`, best first, at most `limit`. Case does not count.
pub fn search(graph: &Graph, query: &str, limit: usize) -> SearchResult {
    search_unless(graph, query, limit, &|| false).unwrap_or(SearchResult { hits: Vec::new(), total: 0 })
}

/// Like [`search`]; `None` if it was called off.
pub fn search_unless(
    graph: &Graph,
    query: &str,
    limit: usize,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<SearchResult> {
    let words: Vec<&str> = query.split_whitespace().collect();
    if words.is_empty() {
        return Some(SearchResult { hits: Vec::new(), total: 0 });
    }
    let nodes: Vec<_> = graph.nodes().map(Node::ix).collect();
    let mut found = judged(graph, &words, &nodes, cancelled)?;
    let total = found.len();
    if limit < total {
        found.select_nth_unstable_by_key(limit, |found| order(graph, found));
        found.truncate(limit);
    }
    found.sort_unstable_by_key(|found| order(graph, found));
    let fuzzy = Fuzzy::new();
    let hits = found.into_iter().map(|(fit, ix)| hit(graph.node(ix), &fit, &words, &fuzzy)).collect();
    Some(SearchResult { hits, total })
}

/// The nodes of `among` that fit all of `words`, best first; `None` if it was called off.
pub(super) fn ranked(
    graph: &Graph,
    words: &[&str],
    among: &[NodeIx],
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<NodeIx>> {
    let mut found = judged(graph, words, among, cancelled)?;
    found.par_sort_unstable_by_key(|found| order(graph, found));
    Some(found.into_iter().map(|(_, ix)| ix).collect())
}

/// The nodes of `among` that fit all of `words`, each with how well, in no order; `None` if it was called off.
fn judged(
    graph: &Graph,
    words: &[&str],
    among: &[NodeIx],
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<(Fit, NodeIx)>> {
    /// So many nodes are judged before anybody asks again whether the answer is still wanted.
    const CHUNK: usize = 2048;
    let fuzzy = Fuzzy::new();
    let judged = |ix: &NodeIx| Some((judge(graph.node(*ix), words, &fuzzy)?, *ix));
    let found = among
        .par_chunks(CHUNK)
        .flat_map_iter(|chunk| {
            let chunk = if cancelled() { &[] } else { chunk };
            chunk.iter().filter_map(judged)
        })
        .collect();
    (!cancelled()).then_some(found)
}

/// The characters of a text that a query of several words matches, counted from 0.
pub struct Matcher {
    fuzzy: Fuzzy,
    words: Vec<String>,
}

impl Matcher {
    /// A matcher of these words.
    pub fn new(words: &[String]) -> Self {
        Self { fuzzy: Fuzzy::new(), words: words.to_vec() }
    }

    /// The matched characters of a text.
    pub fn positions(&self, text: &str) -> Vec<usize> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        positions(text, &words, &self.fuzzy)
    }

    /// How well the words fit a text, higher is better; `None` if one is not found in it.
    pub fn score(&self, text: &str) -> Option<i64> {
        let mut sum = 0;
        for word in &self.words {
            let (tier, score) = judge_text(head(text), word, &self.fuzzy)?;
            sum += (Tier::Scattered as i64 - tier as i64) * TIER_WEIGHT + score;
        }
        Some(sum)
    }
}

/// The order of nodes that fit: what people mean first.
fn order(graph: &Graph, (fit, ix): &(Fit, NodeIx)) -> (Tier, Reverse<i64>, bool, usize, NodeIx) {
    let node = graph.node(*ix);
    (fit.tier, Reverse(fit.score), node.is_missing(), node.id().len(), *ix)
}

/// How well a node fits: its worst word decides the tier, the sum of all words the order within it.
struct Fit {
    tier: Tier,
    score: i64,
}

/// Better tiers weigh more than any score within one.
const TIER_WEIGHT: i64 = 1_000_000;

fn judge(node: Node<'_>, words: &[&str], fuzzy: &Fuzzy) -> Option<Fit> {
    let mut fit = Fit { tier: Tier::Exact, score: 0 };
    for word in words {
        let id = judge_text(head(node.id()), word, fuzzy);
        // A title that only repeats the id says nothing new; of two equal fits the id's counts.
        let title = (node.title() != node.id()).then(|| judge_text(head(node.title()), word, fuzzy)).flatten();
        let best = [id, title].into_iter().flatten().min_by_key(|(tier, score)| (*tier, Reverse(*score)))?;
        fit.tier = fit.tier.max(best.0);
        fit.score += best.1;
    }
    Some(fit)
}

/// The start of a text, as far as anybody remembers it: a title of megabytes must not cost seconds.
fn head(text: &str) -> &str {
    const LONGEST: usize = 500;
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}

fn judge_text(text: &str, word: &str, fuzzy: &Fuzzy) -> Option<(Tier, i64)> {
    if !has_letters(text, word) {
        return None;
    }
    let score = fuzzy.score(text, word)?;
    let tier = place(text, word).map_or(Tier::Scattered, |(tier, _)| tier);
    Some((tier, score))
}

/// A character without its case. One stays one, so that positions are the same before and after.
fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Whether the letters of a word are found in a text, in order. Most texts have not even these, which takes a moment to
/// see. Other scripts are left to the judge.
fn has_letters(text: &str, word: &str) -> bool {
    if !text.is_ascii() || !word.is_ascii() {
        return true;
    }
    let mut letters = text.bytes();
    word.bytes().all(|wanted| letters.any(|letter| letter.eq_ignore_ascii_case(&wanted)))
}

/// Where `word` stands in `text` as a whole, in characters, and what that is worth.
fn place(text: &str, word: &str) -> Option<(Tier, usize)> {
    if text.is_ascii() && word.is_ascii() {
        // No copies: this is asked a million times for every letter somebody types.
        return placed(text.as_bytes(), word.as_bytes(), u8::eq_ignore_ascii_case, u8::is_ascii_alphanumeric);
    }
    let letters = |text: &str| text.chars().map(fold).collect::<Vec<_>>();
    placed(&letters(text), &letters(word), char::eq, |letter| letter.is_alphanumeric())
}

fn placed<T>(
    text: &[T],
    word: &[T],
    same: impl Fn(&T, &T) -> bool,
    is_letter: impl Fn(&T) -> bool,
) -> Option<(Tier, usize)> {
    let mut part = None;
    let fits = |at: &usize| std::iter::zip(&text[*at..], word).all(|(one, other)| same(one, other));
    for at in (0..(text.len() + 1).saturating_sub(word.len())).filter(fits) {
        if at == 0 {
            return Some((if text.len() == word.len() { Tier::Exact } else { Tier::Prefix }, 0));
        }
        if !is_letter(&text[at - 1]) {
            return Some((Tier::WordStart, at));
        }
        part = part.or(Some((Tier::Part, at)));
    }
    part
}

fn hit(node: Node<'_>, fit: &Fit, words: &[&str], fuzzy: &Fuzzy) -> Hit {
    let rank = (Tier::Scattered as i64 - fit.tier as i64) * TIER_WEIGHT;
    Hit {
        node: node.ix(),
        score: rank + fit.score.min(TIER_WEIGHT - 1),
        id_positions: positions(node.id(), words, fuzzy),
        title_positions: positions(node.title(), words, fuzzy),
    }
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

    fn ids(graph: &Graph, query: &str) -> Vec<String> {
        search(graph, query, 99).hits.iter().map(|hit| graph.node(hit.node).id().to_owned()).collect()
    }

    #[test]
    fn what_people_mean_comes_first() {
        let graph = graph_of(&["xcachex", "my-cache", "cache", "cache-task", "c-a-c-h-e", "other"], &[]);
        assert_eq!(ids(&graph, "cache"), ["cache", "cache-task", "my-cache", "xcachex", "c-a-c-h-e"]);
    }

    #[test]
    fn every_word_must_be_found_in_id_or_title() {
        let graph = titled(&[("fix-1", "Repair the cache"), ("fix-2", "Repair the roof"), ("cache-3", "Other")]);
        assert_eq!(ids(&graph, "fix cache"), ["fix-1"]);
    }

    #[test]
    fn case_does_not_count_in_any_script() {
        let graph = graph_of(&["Alpha", "alpha-2"], &[]);
        assert_eq!(ids(&graph, "alpha"), ["Alpha", "alpha-2"]);
        assert_eq!(ids(&graph, "ALPHA"), ["Alpha", "alpha-2"]);
        let graph = titled(&[("x", "Über die ÄNDERUNG"), ("y", "Привет")]);
        for (query, id) in [("über", "x"), ("änderung", "x"), ("üädr", "x"), ("привет", "y"), ("ПРТ", "y")]
        {
            assert_eq!(ids(&graph, query), [id], "{query}");
        }
    }

    #[test]
    fn matched_positions_are_counted_in_characters() {
        let graph = titled(&[("größe-x", "Über die Größe")]);
        let result = search(&graph, "größe", 9);
        assert_eq!(result.hits[0].id_positions, [0, 1, 2, 3, 4]);
        assert_eq!(result.hits[0].title_positions, [9, 10, 11, 12, 13]);
    }

    #[test]
    fn the_limit_cuts_the_list_but_not_the_count() {
        let ids: Vec<String> = (0..50).map(|n| format!("task-{n}")).collect();
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        let graph = graph_of(&names, &[]);
        let result = search(&graph, "task", 3);
        assert_eq!((result.hits.len(), result.total), (3, 50));
        let whole = search(&graph, "task", 99);
        assert_eq!(result.hits, whole.hits[..3]);
    }

    #[test]
    fn missing_nodes_are_found_too_but_after_defined_ones() {
        let graph = graph_of(&["task-b"], &[("task-b", "task-a", "cites", "")]);
        assert_eq!(ids(&graph, "task"), ["task-b", "task-a"]);
    }

    #[test]
    fn a_title_of_megabytes_is_searched_at_its_start() {
        let long = format!("cache {}", "x ".repeat(1_000_000));
        let graph = titled(&[("a", &long)]);
        assert_eq!(ids(&graph, "cache"), ["a"]);
    }

    #[test]
    fn nothing_asked_is_nothing_found() {
        let graph = graph_of(&["a"], &[]);
        assert_eq!(search(&graph, "  ", 9).total, 0);
    }
}
