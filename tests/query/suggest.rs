//! `suggest` by shared neighbours, compared with sets of neighbours.

use super::graph::{graph, many_cases};
use proptest::prelude::*;
use refscope::graph::Row;
use refscope::graph::{Graph, NodeIx};
use refscope::query::advice::advise;
use refscope::query::{EdgeFilter, Evidence, RelationFilter, SuggestRequest, Suggestion, Suggestions, Usage, suggest};
use std::collections::{BTreeMap, BTreeSet};

/// All suggestions for a node without text.
fn links_of(graph: &Graph, usage: &Usage, node: NodeIx) -> Suggestions {
    suggest(graph, usage, wordless(node, &EdgeFilter::of(RelationFilter::Any))).unwrap()
}

/// The request for a node without text.
fn wordless(node: NodeIx, edges: &EdgeFilter) -> SuggestRequest<'_> {
    let mentions = Vec::new();
    SuggestRequest {
        node,
        edges,
        mentions,
        read: &|_, _| Vec::new(),
        file: &|_| None,
        most: usize::MAX,
        cancelled: &|| false,
    }
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn shared_neighbours_agree_with_sets(plain in graph(), at in any::<prop::sample::Index>()) {
        prop_assume!(!plain.nodes.is_empty());
        let graph = plain.build();
        let root = at.get(&plain.nodes).0.as_str();
        let usage = Usage::of(&graph);
        let found = links_of(&graph, &usage, graph.find(root).unwrap().ix());
        let mut neighbours: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for edge in plain.edges.iter().filter(|edge| edge.from != edge.to) {
            neighbours.entry(&edge.from).or_default().insert(&edge.to);
            neighbours.entry(&edge.to).or_default().insert(&edge.from);
        }
        let of = |id: &str| neighbours.get(id).cloned().unwrap_or_default();
        let mut expected = BTreeMap::new();
        for (other, _) in plain.nodes.iter().filter(|(other, _)| other != root && !of(root).contains(other.as_str())) {
            let shared: Vec<_> = of(root).intersection(&of(other)).copied().collect();
            if shared.len() > 1 {
                let neighbours = |id: &&str| f64::from(u32::try_from(of(id).len()).unwrap());
                let sum: f64 = shared.iter().map(|id| 1.0 / neighbours(id).log2()).sum();
                expected.insert(other.clone(), (shared.len(), sum / (1.0 + sum)));
            }
        }
        let mut suggested = BTreeMap::new();
        let mut scores = Vec::new();
        for one in &found.listed {
            let ends = [one.from, one.to].map(|end| graph.node(end).id());
            let other = ends.into_iter().find(|id| *id != root).unwrap();
            for evidence in &one.evidence {
                // Ids this similar are also taken for typos, which is a separate reason.
                if let Evidence::Shared { listed, total } = evidence {
                    prop_assert_eq!(listed.len(), *total);
                    for shared in listed {
                        let (near, far) = (graph.edge(shared.near), graph.edge(shared.far));
                        prop_assert_eq!(near.other(shared.node), graph.find(root).unwrap().ix());
                        prop_assert_eq!(far.other(shared.node), graph.find(other).unwrap().ix());
                    }
                    let alone = one.evidence.len() == 1;
                    suggested.insert(other.to_owned(), (*total, alone.then_some(one.score)));
                }
            }
            scores.push(one.score);
        }
        prop_assert!(scores.is_sorted_by(|one, other| one >= other));
        prop_assert_eq!(suggested.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (id, (total, score)) in suggested {
            prop_assert_eq!(total, expected[&id].0);
            prop_assert!(score.is_none_or(|score| (score - expected[&id].1).abs() < 1e-9));
        }
    }
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn both_ends_suggest_the_same_edge_and_none_closes_a_cycle(plain in graph()) {
        let graph = plain.build();
        let usage = Usage::of(&graph);
        let link = |one: &Suggestion| (one.from, one.to, one.relation.clone());
        for node in graph.nodes().filter(|node| !node.is_missing()) {
            for one in links_of(&graph, &usage, node.ix()).listed {
                let [from, to] = [one.from, one.to].map(|end| graph.node(end).id());
                let advice = advise(&graph, &Row::new(from, &*one.relation, to));
                prop_assert!(!advice.iter().any(|advice| advice.code == "cycle"), "{from} {} {to}", one.relation);
                let other = if one.from == node.ix() { one.to } else { one.from };
                let back = links_of(&graph, &usage, other).listed;
                prop_assert!(back.iter().any(|back| link(back) == link(&one)), "{one:?}, but {back:?}");
            }
        }
    }
}

mod mentions {
    use refscope::graph::{Batch, Graph, GraphBuilder, NodeRecord};
    use refscope::query::{Lookout, Mention, Passage, mentioned_in};

    const NODES: [(&str, &str); 7] = [
        ("root", "The root"),
        ("fix-cache", "Fix the cache"),
        ("self", "self"),
        ("one", "The cold start"),
        ("other", "The cold start"),
        ("long", "Fix the cache of the proxy"),
        ("cache", "Cache"),
    ];

    fn graph() -> Graph {
        let mut batch = Batch::new(refscope::system::reference::SYSTEM, 0);
        let [kind, file] = ["note", "note.md"].map(|text| batch.word(text));
        for (id, title) in NODES {
            let [id, title] = [id, title].map(|text| batch.word(text));
            batch.node(NodeRecord::new(id, kind, title, file, 1));
        }
        let mut builder = GraphBuilder::new(refscope::system::registry());
        builder.add(batch);
        builder.finish().0
    }

    fn shown(graph: &Graph, mention: &Mention) -> String {
        let id = |node| graph.node(node).id();
        format!("{}>{} {}:{} {:?}", id(mention.from), id(mention.to), mention.line, mention.named.name(), mention.words)
    }

    fn in_text(text: &str) -> Vec<String> {
        let graph = graph();
        let root = graph.find("root").unwrap().ix();
        let found = mentioned_in(&graph, root, &[Passage { line: 5, text }]);
        found.iter().map(|mention| shown(&graph, mention)).collect()
    }

    #[test]
    fn an_id_is_a_mention_only_if_it_cannot_be_an_ordinary_word() {
        assert_eq!(in_text("first\nsee fix-cache."), ["root>fix-cache 6:id \"fix-cache\""]);
        assert_eq!(in_text("by self, and `self`"), ["root>self 5:id \"self\""]);
        assert_eq!(in_text("fix-caches, un-fix-cache, the cache"), [] as [&str; 0]);
    }

    #[test]
    fn a_title_is_matched_by_its_words_regardless_of_punctuation() {
        assert_eq!(in_text("now FIX the\n  cache!"), ["root>fix-cache 5:title \"FIX the\\n  cache\""]);
        assert_eq!(in_text("fix the caches"), [] as [&str; 0]);
    }

    #[test]
    fn an_ambiguous_title_or_one_within_a_longer_title_is_no_mention() {
        assert_eq!(in_text("the cold start"), [] as [&str; 0]);
        assert_eq!(in_text("fix the cache of the proxy"), ["root>long 5:title \"fix the cache of the proxy\""]);
    }

    #[test]
    fn an_id_outweighs_a_title_and_each_node_counts_once() {
        assert_eq!(in_text("Fix the cache: fix-cache, fix-cache"), ["root>fix-cache 5:id \"fix-cache\""]);
        assert_eq!(in_text("the root and `root`"), [] as [&str; 0]);
    }

    #[test]
    fn the_title_of_the_node_itself_does_not_hide_titles_within_it() {
        let graph = graph();
        let long = graph.find("long").unwrap();
        let found = mentioned_in(&graph, long.ix(), &[Passage { line: 1, text: long.title() }]);
        let found: Vec<_> = found.iter().map(|mention| shown(&graph, mention)).collect();
        assert_eq!(found, ["long>fix-cache 1:title \"Fix the cache\""]);
        // Two nodes have this title, and one of them is the node itself.
        let one = graph.find("one").unwrap();
        assert_eq!(mentioned_in(&graph, one.ix(), &[Passage { line: 1, text: one.title() }]), []);
    }

    #[test]
    fn titles_of_other_nodes_can_mention_a_node() {
        let graph = graph();
        let lookout = Lookout::new(&graph, graph.find("fix-cache").unwrap().ix());
        let found: Vec<_> = lookout.in_titles().iter().map(|mention| shown(&graph, mention)).collect();
        assert_eq!(found, ["long>fix-cache 1:title \"Fix the cache\""]);
        let other = graph.find("other").unwrap().ix();
        let text = |text| [Passage { line: 1, text }];
        assert!(lookout.in_text(other, &text("a\nfix-cache")).is_some_and(|mention| mention.line == 2));
        assert!(lookout.in_text(other, &text("fix the caches")).is_none());
        let twice = Lookout::new(&graph, other);
        assert!(twice.in_text(graph.find("root").unwrap().ix(), &text("with the cold start")).is_none());
    }
}
