//! Name search, compared with a naive implementation that examines every name word by word and character by character.

use super::graph::many_cases;
use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;
use proptest::prelude::*;
use refscope::graph::{Batch, BatchPosition, EdgeRecord, Graph, GraphBuilder, Node, NodeIx, NodeRecord};
use refscope::query::{Checked, ListRequest, Listing, Names, NodeQuery, Sort, listing, search};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// Maximum number of rows ordered by score.
const BEST: usize = 1_000;
/// Maximum number of fuzzy matches scored, if one of them may be among these rows.
const MOST_FUZZY: usize = 4_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    ExactId,
    Prefix,
    WordStart,
    Substring,
    Fuzzy,
}

fn folded(text: &str) -> Vec<char> {
    text.chars().take(500).map(|c| c.to_lowercase().next().unwrap()).collect()
}

fn tier(text: &[char], word: &[char]) -> Option<Tier> {
    if text == word {
        return Some(Tier::ExactId);
    }
    if text.starts_with(word) {
        return Some(Tier::Prefix);
    }
    let places: Vec<usize> = (1..text.len()).filter(|at| text[*at..].starts_with(word)).collect();
    if places.iter().any(|at| !text[at - 1].is_alphanumeric()) {
        return Some(Tier::WordStart);
    }
    if !places.is_empty() {
        return Some(Tier::Substring);
    }
    let mut letters = text.iter();
    word.iter().all(|wanted| letters.any(|letter| letter == wanted)).then_some(Tier::Fuzzy)
}

/// Tier and score of a text.
fn judged(text: &str, word: &str) -> Option<(Tier, Reverse<i64>)> {
    let tier = tier(&folded(text), &folded(word))?;
    // The matcher ignores case for ASCII only.
    let plain = |text: &str| {
        if text.is_ascii() { text.chars().take(500).collect::<String>() } else { folded(text).into_iter().collect() }
    };
    let score = SkimMatcherV2::default().ignore_case().fuzzy_match(&plain(text), &plain(word));
    Some((tier, Reverse(score.expect("its letters are there"))))
}

fn fits(node: Node<'_>, words: &[&str]) -> Option<(Tier, Reverse<i64>)> {
    let mut all = (Tier::ExactId, Reverse(0));
    for word in words {
        let title = if node.title() == node.id() { None } else { judged(node.title(), word) };
        let (tier, Reverse(score)) = [judged(node.id(), word), title].into_iter().flatten().min()?;
        all = (all.0.max(tier), Reverse(all.1.0 + score));
    }
    Some(all)
}

fn naive(graph: &Graph, line: &str) -> Vec<NodeIx> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let plainly = |node: Node<'_>| (node.is_missing(), node.id().len(), node.ix());
    let mut found: Vec<_> = graph.nodes().filter_map(|node| Some((fits(node, &words)?, plainly(node)))).collect();
    found.sort_by_key(|((tier, _), plainly)| (*tier, *plainly));
    // Unscored names follow the scored ones within their tier.
    let fuzzy = found.iter().filter(|((tier, _), _)| *tier == Tier::Fuzzy).count();
    let others = found.len() - fuzzy;
    found[..others.min(BEST)].sort();
    if others < BEST {
        found[others..others + fuzzy.min(MOST_FUZZY)].sort();
    }
    found.into_iter().map(|(_, (.., ix))| ix).collect()
}

fn list(names: &Names, line: &str) -> Listing {
    let query = NodeQuery::parse(&refscope::system::registry(), line);
    let request = ListRequest { query: &query, sort: Sort::Relevance, checked: &Checked::default(), ranking: None };
    listing(names, &request, &|| false, &drop).expect("nobody calls it off")
}

fn fresh(graph: &Arc<Graph>, line: &str) -> Vec<NodeIx> {
    list(&Names::of(Arc::clone(graph)), line).nodes
}

fn labels(graph: &Graph, nodes: &[NodeIx]) -> Vec<String> {
    nodes.iter().map(|ix| format!("{} · {}", graph.node(*ix).id(), graph.node(*ix).title())).collect()
}

fn batch(names: &[(String, String)]) -> Batch {
    let mut batch = Batch::new(refscope::system::reference::SYSTEM, 1);
    let kinds = [batch.word("task"), batch.word("note")];
    let file = batch.word("file");
    for (number, (id, title)) in names.iter().enumerate() {
        let (id, title) = (batch.word(id), batch.word(title));
        batch.node(NodeRecord::new(id, kinds[number % 2], title, file, 1));
    }
    batch
}

fn add_rows(log: &mut Batch, targets: &[String]) {
    let [from, verb, file] = ["from", "cites", "log"].map(|text| log.word(text));
    for target in targets {
        let to = log.word(target);
        log.edge(EdgeRecord::new(from, to, verb, file, 1));
    }
}

fn graph(names: &[(String, String)], targets: &[String]) -> Arc<Graph> {
    let mut log = Batch::of_log(refscope::system::reference::SYSTEM, 0);
    add_rows(&mut log, targets);
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch(names));
    builder.add(log);
    Arc::new(builder.finish().0)
}

/// Few characters, so that words match; some change their length with their case, some are not letters.
fn text(length: RangeInclusive<usize>) -> impl Strategy<Value = String> {
    let letters: Vec<char> = "abBC1-_ éÉßİΣσ中".chars().collect();
    proptest::collection::vec(proptest::sample::select(letters), length).prop_map(String::from_iter)
}

fn names() -> impl Strategy<Value = Vec<(String, String)>> {
    proptest::collection::vec((text(1..=7), text(0..=12)), 0..12)
}

fn targets() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(text(1..=5), 0..5)
}

fn query() -> impl Strategy<Value = String> {
    // A dash alone is an unfinished exclusion.
    proptest::collection::vec("[aAbBc1_éßiΣς中][aAbBc1\\-_éßiΣς中]{0,2}", 1..4).prop_map(|words| words.join(" "))
}

/// Names in many blocks, more than are scored.
static MANY: LazyLock<Arc<Graph>> = LazyLock::new(|| {
    let words = ["cache", "Retry", "über-index", "token", "mirror"];
    let name = |number: usize| {
        let (one, other) = (words[number % 5], words[number / 5 % 5]);
        (format!("{one}-{other}-{number}"), format!("The {other} and the {one}, part {number}"))
    };
    let targets: Vec<_> = (0..300).map(|number| format!("missing-cache-{number}")).collect();
    graph(&(0..6_000).map(name).collect::<Vec<_>>(), &targets)
});

proptest! {
    #![proptest_config(many_cases())]

    #[test]
    fn matches_and_their_order_agree_with_a_naive_search(
        names in names(),
        targets in targets(),
        query in query(),
    ) {
        let graph = graph(&names, &targets);
        let expected = naive(&graph, &query);
        prop_assert_eq!(labels(&graph, &fresh(&graph, &query)), labels(&graph, &expected));
        let found = search(&graph, &query, 3);
        prop_assert_eq!(found.total, expected.len());
        let nodes: Vec<_> = found.hits.iter().map(|hit| hit.node).collect();
        prop_assert_eq!(nodes, &expected[..expected.len().min(3)]);
        prop_assert!(found.hits.is_sorted_by_key(|hit| Reverse(hit.score)));
    }

    #[test]
    fn an_incrementally_typed_query_gives_the_same_result_as_a_fresh_one(
        names in names(),
        targets in targets(),
        query in query(),
    ) {
        let graph = graph(&names, &targets);
        let searched = Names::of(Arc::clone(&graph));
        for (at, letter) in query.char_indices() {
            let typed = &query[..at + letter.len_utf8()];
            prop_assert_eq!(list(&searched, typed).nodes, fresh(&graph, typed), "{:?}", typed);
        }
        prop_assert_eq!(list(&searched, "b").nodes, fresh(&graph, "b"));
    }

    #[test]
    fn extending_the_names_equals_indexing_the_longer_graph(
        names in names(),
        targets in targets(),
        more in targets(),
        query in query(),
        prepared in any::<bool>(),
    ) {
        let names = batch(&names);
        let mut log = Batch::of_log(refscope::system::reference::SYSTEM, 0);
        add_rows(&mut log, &targets);
        let before = Arc::new(Graph::merged(&refscope::system::registry(), &[&names, &log]).0);
        let searched = Names::of(Arc::clone(&before));
        if prepared {
            list(&searched, &query);
        }
        let mark: BatchPosition = log.mark();
        add_rows(&mut log, &more);
        let longer = Arc::new(before.extended(&[(&log, mark)]));
        let grown = searched.grown(Arc::clone(&longer));
        prop_assert_eq!(list(&grown, &query).nodes, fresh(&longer, &query));
        let again = Arc::new(longer.extended(&[]));
        prop_assert_eq!(list(&grown.grown(Arc::clone(&again)), &query).nodes, fresh(&again, &query));
    }
}

#[test]
fn all_matches_are_counted_and_the_first_are_scored() {
    let graph = &*MANY;
    for query in ["c", "ca", "cache", "e", "retry 1", "12", "ü", "tkn", "cache part 99", "missing", "zq", "İ"] {
        assert_eq!(labels(graph, &fresh(graph, query)), labels(graph, &naive(graph, query)), "{query}");
    }
}

#[test]
fn filters_apply_before_scoring_and_do_not_affect_the_next_query() {
    let graph = &*MANY;
    let searched = Names::of(Arc::clone(graph));
    let is_task = |ix: &NodeIx| graph.node(*ix).kind() == Some("task");
    for (line, words) in [("e kind:task", "e"), ("er kind:task", "er"), ("ern kind:task", "ern")] {
        let found = list(&searched, line).nodes;
        assert!(found.iter().all(is_task), "{line}");
        assert_eq!(found.len(), naive(graph, words).iter().filter(|ix| is_task(ix)).count(), "{line}");
        assert_eq!(list(&searched, words).nodes, fresh(graph, words), "{words}");
    }
}

#[test]
fn a_cancelled_search_returns_nothing_and_keeps_the_next_one_correct() {
    let graph = &*MANY;
    let searched = Names::of(Arc::clone(graph));
    list(&searched, "c");
    assert_eq!(searched.search("ca", 9, &|| true), None);
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let after_a_while = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 3;
    assert_eq!(searched.search("cac", 9, &after_a_while), None);
    assert_eq!(list(&searched, "cach").nodes, fresh(graph, "cach"));
}

#[test]
fn the_best_of_very_many_names_are_delivered_first_and_keep_their_places() {
    let names = (0..120_000).map(|number| (format!("a-1-{number}"), String::new()));
    let names: Vec<_> = names.chain((0..300).map(|number| (format!("a1-{number}"), String::new()))).collect();
    let searched = Names::of(graph(&names, &[]));
    let early = RefCell::new(Vec::new());
    let query = NodeQuery::parse(&refscope::system::registry(), "a1");
    let list_by = |sort| {
        let request = ListRequest { query: &query, sort, checked: &Checked::default(), ranking: None };
        listing(&searched, &request, &|| false, &|first| early.borrow_mut().push(first)).unwrap()
    };
    list_by(Sort::Id);
    assert_eq!(early.take(), []);
    let whole = list_by(Sort::Relevance);
    let [first] = &early.take()[..] else { panic!("one part") };
    assert!(first.is_partial && !whole.is_partial);
    assert_eq!((first.nodes.len(), whole.nodes.len()), (300, 120_300));
    assert_eq!(first.nodes, whole.nodes[..300]);
}
