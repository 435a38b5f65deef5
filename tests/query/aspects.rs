//! Effective aspects compared with a fixed point: facts are added until nothing changes.

use super::graph::many_cases;
use proptest::collection::{btree_map, btree_set};
use proptest::prelude::*;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, NodeRecord};
use refscope::system::yggdrasil::aspects::{Reason, Why, effective_aspects};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of ids.
type Pairs = BTreeSet<(String, String)>;

/// A model as declared in its files.
#[derive(Debug, Clone)]
struct PlainModel {
    /// Child and parent.
    child_of: Pairs,
    /// Carrier and aspect, with an exception.
    has_aspect: BTreeMap<(String, String), Option<String>>,
    participates: Pairs,
    implies: Pairs,
    /// Rows of the log, which do not change the model: a verb and a pair, possibly one that the model has too.
    rows: Vec<(&'static str, String, String)>,
}

const NODES: usize = 6;
const ASPECTS: usize = 5;
const FLOWS: usize = 2;

fn name(letter: char, most: usize) -> impl Strategy<Value = String> {
    (0..most).prop_map(move |number| format!("{letter}{number}"))
}

/// Every node has at most one parent, with a lower number. The last aspect is undefined.
fn model() -> impl Strategy<Value = PlainModel> {
    let parents = proptest::collection::vec(proptest::option::weighted(0.7, any::<prop::sample::Index>()), NODES);
    let child_of = parents.prop_map(|parents| {
        let parent = |(child, parent): (usize, &Option<prop::sample::Index>)| {
            let parent = parent.filter(|_| child > 0)?.index(child);
            Some((format!("n{child}"), format!("n{parent}")))
        };
        parents.iter().enumerate().filter_map(parent).collect()
    });
    let exception = proptest::option::of(prop_oneof![Just("never".to_owned()), Just("at night".to_owned())]);
    let of_nodes = btree_map((name('n', NODES), name('a', ASPECTS)), exception, 0..5);
    // Aspects from flows have no exceptions.
    let of_flows = btree_map((name('f', FLOWS), name('a', ASPECTS)), Just(None), 0..3);
    let has_aspect = (of_nodes, of_flows).prop_map(|(nodes, flows)| nodes.into_iter().chain(flows).collect());
    let participates = btree_set((name('n', NODES), name('f', FLOWS)), 0..4);
    let implies = btree_set((name('a', ASPECTS), name('a', ASPECTS)), 0..6);
    let node = || name('n', NODES);
    let row = prop_oneof![
        (Just("has-aspect"), node(), name('a', ASPECTS)),
        (Just("child-of"), node(), node()),
        (Just("participates"), node(), name('f', FLOWS)),
        (Just("implies"), name('a', ASPECTS), name('a', ASPECTS)),
    ];
    let rows = proptest::collection::vec(row, 0..4);
    (child_of, has_aspect, participates, implies, rows).prop_map(
        |(child_of, has_aspect, participates, implies, rows)| PlainModel {
            child_of,
            has_aspect,
            participates,
            implies,
            rows,
        },
    )
}

impl PlainModel {
    fn build(&self) -> Graph {
        let mut batch = Batch::new(refscope::system::yggdrasil::SYSTEM, 0);
        let file = batch.word("yg-node.yaml");
        for (letter, kind, number) in [('n', "module", NODES), ('a', "aspect", ASPECTS - 1), ('f', "flow", FLOWS)] {
            let kind = batch.word(kind);
            for id in (0..number).map(|number| format!("{letter}{number}")) {
                let id = batch.word(&id);
                batch.node(NodeRecord::new(id, kind, id, file, 1));
            }
        }
        let mut edge = |(from, to): &(String, String), verb: &str, note: Option<&str>| {
            let [from, to, verb] = [from, to, verb].map(|text| batch.word(text));
            let note = note.map(|note| batch.word(note));
            batch.edge(EdgeRecord { implicit: true, note, ..EdgeRecord::new(from, to, verb, file, 1) });
        };
        self.child_of.iter().for_each(|pair| edge(pair, "child-of", None));
        self.has_aspect.iter().for_each(|(pair, note)| edge(pair, "has-aspect", note.as_deref()));
        self.participates.iter().for_each(|pair| edge(pair, "participates", None));
        self.implies.iter().for_each(|pair| edge(pair, "implies", None));
        let mut log = Batch::new(refscope::system::reference::SYSTEM, 0);
        let file = log.word("references.jsonl");
        for (verb, from, to) in &self.rows {
            let [from, to, verb] = [from, to, *verb].map(|text| log.word(text));
            log.edge(EdgeRecord::new(from, to, verb, file, 1));
        }
        let mut builder = GraphBuilder::new(refscope::system::registry());
        builder.add(batch);
        builder.add(log);
        builder.finish().0
    }

    /// Every node with each aspect that applies to it and a reason, and every node with its ancestors.
    fn fixed_point(&self) -> (BTreeSet<(String, String, String)>, Pairs) {
        let (mut counts, mut above) = (BTreeSet::new(), self.child_of.clone());
        let mut takes_part = self.participates.clone();
        loop {
            let before = (counts.len(), above.len(), takes_part.len());
            for (child, parent) in &self.child_of {
                let further: Vec<_> = above.iter().filter(|(node, _)| node == parent).cloned().collect();
                above.extend(further.into_iter().map(|(_, ancestor)| (child.clone(), ancestor)));
                let flows: Vec<_> = takes_part.iter().filter(|(node, _)| node == parent).cloned().collect();
                takes_part.extend(flows.into_iter().map(|(_, flow)| (child.clone(), flow)));
            }
            for (carrier, aspect) in self.has_aspect.keys() {
                counts.insert((carrier.clone(), aspect.clone(), "own".to_owned()));
                for (node, _) in above.iter().filter(|(_, ancestor)| ancestor == carrier) {
                    counts.insert((node.clone(), aspect.clone(), format!("ancestor {carrier}")));
                }
                for (node, _) in takes_part.iter().filter(|(_, flow)| flow == carrier) {
                    counts.insert((node.clone(), aspect.clone(), format!("flow {carrier}")));
                }
            }
            for (aspect, implied) in &self.implies {
                let nodes: Vec<_> = counts.iter().filter(|(_, one, _)| one == aspect).cloned().collect();
                let reason = format!("implied {aspect}");
                counts.extend(nodes.into_iter().map(|(node, _, _)| (node, implied.clone(), reason.clone())));
            }
            if before == (counts.len(), above.len(), takes_part.len()) {
                return (counts, above);
            }
        }
    }

    /// Exceptions of a node and its ancestors from an aspect.
    fn exceptions(&self, node: &str, aspect: &str, above: &Pairs) -> Vec<String> {
        let is_meant = |carrier: &String| carrier == node || above.contains(&(node.to_owned(), carrier.clone()));
        let own = self.has_aspect.iter().filter(|((carrier, one), _)| one == aspect && is_meant(carrier));
        let mut exceptions: Vec<_> = own.filter_map(|(_, exception)| exception.clone()).collect();
        exceptions.sort();
        exceptions
    }
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn effective_aspects_agree_with_a_fixed_point(plain in model()) {
        let graph = plain.build();
        let (counts, above) = plain.fixed_point();
        let id = |ix| graph.node(ix).id();
        let reason = |reason: &Reason| match reason.why {
            Why::Own => "own".to_owned(),
            Why::Ancestor(node) => format!("ancestor {}", id(node)),
            Why::Flow(flow) => format!("flow {}", id(flow)),
            Why::Implied(aspect) => format!("implied {}", id(aspect)),
        };
        for node in (0..NODES).map(|number| format!("n{number}")) {
            let mut expected: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
            for (_, aspect, reason) in counts.iter().filter(|(one, _, _)| *one == node) {
                expected.entry(aspect).or_default().insert(reason.clone());
            }
            let found = effective_aspects(&graph, graph.find(&node).unwrap());
            let as_map: BTreeMap<_, BTreeSet<_>> =
                found.iter().map(|one| (id(one.aspect), one.reasons.iter().map(reason).collect())).collect();
            prop_assert_eq!(found.len(), as_map.len(), "one entry an aspect");
            prop_assert_eq!(as_map, expected, "{}", node);
            for aspect in &found {
                for reason in &aspect.reasons {
                    let edge = graph.edge(reason.edge);
                    let (says, verb) = match reason.why {
                        Why::Own => (&*node, "has-aspect"),
                        Why::Ancestor(carrier) | Why::Flow(carrier) => (id(carrier), "has-aspect"),
                        Why::Implied(other) => (id(other), "implies"),
                    };
                    let expected = (says, verb, id(aspect.aspect));
                    prop_assert_eq!((edge.from().id(), edge.relation(), edge.to().id()), expected);
                }
                let mut exceptions = aspect.exceptions.clone();
                exceptions.sort_unstable();
                prop_assert_eq!(exceptions, plain.exceptions(&node, id(aspect.aspect), &above), "{}", node);
            }
        }
    }
}
