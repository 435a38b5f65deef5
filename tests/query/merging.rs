//! Merging batches of several systems, with clashing and undefined ids.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::finding::{Finding, Rule, Severity};
use refscope::graph::SystemId;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, Node, NodeRecord};
use std::collections::{BTreeMap, BTreeSet};

const RULE: Rule = Rule { code: "E001", severity: Severity::Error, check: "architecture model" };

/// The content that one source read from one part of its files. Its index in the list is the part.
#[derive(Debug, Clone)]
struct PlainBatch {
    system: SystemId,
    nodes: Vec<String>,
    edges: Vec<(String, String, String)>,
    findings: usize,
}

fn system() -> impl Strategy<Value = SystemId> {
    prop::sample::select(refscope::system::registry().systems().collect::<Vec<_>>())
}

/// Few ids, so that they clash; two of them are never defined.
fn id() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["x", "y", "z"]).prop_map(str::to_owned)
}

/// An end of an edge: bare or with a system, defined or not.
fn end() -> impl Strategy<Value = String> {
    let bare = prop::sample::select(vec!["x", "y", "z", "gone", "lost"]);
    (proptest::option::weighted(0.3, system()), bare).prop_map(|(system, id)| match system {
        Some(system) => format!("{}:{id}", system.name()),
        None => id.to_owned(),
    })
}

fn batches() -> impl Strategy<Value = Vec<PlainBatch>> {
    let verb = prop::sample::select(vec!["led-to", "calls", "related_to", "supports", "own-verb"]);
    let edges = proptest::collection::vec((end(), end(), verb.prop_map(str::to_owned)), 0..4);
    let batch = (system(), proptest::collection::vec(id(), 0..3), edges, 0..2_usize);
    let batch = batch.prop_map(|(system, nodes, edges, findings)| PlainBatch { system, nodes, edges, findings });
    proptest::collection::vec(batch, 1..6)
}

fn batch(part: usize, plain: &PlainBatch) -> Batch {
    let mut batch = Batch::new(plain.system, part as u64);
    let (kind, file) = (batch.word("kind"), batch.word(&format!("{part}.txt")));
    for (line, id) in (1..).zip(&plain.nodes) {
        let (title, id) = (batch.word(&format!("{id} of {part}:{line}")), batch.word(id));
        batch.node(NodeRecord::new(id, kind, title, file, line));
    }
    for (line, (from, to, verb)) in (1..).zip(&plain.edges) {
        let [from, to, verb] = [from, to, verb].map(|text| batch.word(text));
        batch.edge(EdgeRecord::new(from, to, verb, file, line));
    }
    for number in 0..plain.findings {
        batch.finding(Finding::new(&RULE, plain.system.name(), format!("{number} of {part}")));
    }
    batch
}

fn build(batches: &[(usize, PlainBatch)]) -> (Graph, Vec<Finding>) {
    let mut builder = GraphBuilder::new(refscope::system::registry());
    for (part, plain) in batches {
        builder.add(batch(*part, plain));
    }
    builder.finish()
}

fn qualified(node: Node<'_>) -> (SystemId, String) {
    (node.system(), node.id().to_owned())
}

/// The complete content of a graph, in its own order.
fn dump(graph: &Graph, findings: &[Finding]) -> Vec<String> {
    let nodes = graph.nodes().map(|node| {
        let (title, kind, place) = (node.title(), node.kind(), (node.file(), node.line()));
        format!("{:?} {} {title} {kind:?} {place:?} {}", qualified(node), node.address(), node.is_missing())
    });
    let edges = graph.edges().map(|edge| {
        let (from, to, place) = (edge.from().address(), edge.to().address(), (edge.file(), edge.line()));
        let flags = (edge.is_repeated(), edge.is_symmetric(), edge.is_implicit());
        let meaning = edge.meaning().map(|meaning| (meaning.relation.system, meaning.relation.name.clone()));
        format!("{from} {} {to} {:?} {place:?} {flags:?} {meaning:?}", edge.relation(), edge.system())
    });
    let findings = findings.iter().map(|finding| format!("{finding:?}"));
    nodes.chain(edges).chain(findings).collect()
}

/// The batches in the order of systems and parts.
fn in_order(batches: &[PlainBatch]) -> Vec<(usize, PlainBatch)> {
    let mut numbered: Vec<_> = batches.iter().cloned().enumerate().collect();
    numbered.sort_by_key(|(part, batch)| (batch.system, *part));
    numbered
}

fn links_all(system: SystemId) -> bool {
    refscope::system::registry().spec(system).unwrap().links_all
}

/// The node that an end of an edge refers to: a node of its own system; for a system that links all, a node of any system
/// with this bare id; otherwise the node named with its system; otherwise a missing node, for a system that links all the
/// one that files of other systems already refer to.
fn meant(
    defined: &BTreeMap<(SystemId, String), String>,
    missed: &BTreeSet<(SystemId, String)>,
    home: SystemId,
    end: &str,
) -> (SystemId, String) {
    let bare = |system: SystemId| (system, end.to_owned());
    let registry = refscope::system::registry();
    let anywhere = || registry.systems().filter(|_| links_all(home)).map(bare);
    if let Some(found) = std::iter::once(bare(home)).chain(anywhere()).find(|node| defined.contains_key(node)) {
        return found;
    }
    if let Some(found) = anywhere().find(|node| missed.contains(node)) {
        return found;
    }
    match end.split_once(':') {
        Some((system, id)) => (refscope::system::registry().system_named(system).unwrap(), id.to_owned()),
        None => bare(home),
    }
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn the_order_of_batches_changes_nothing(
        (batches, shuffled) in batches().prop_flat_map(|batches| {
            let numbered: Vec<_> = batches.iter().cloned().enumerate().collect();
            (Just(numbered.clone()), Just(numbered).prop_shuffle())
        }),
    ) {
        let (one, findings) = build(&batches);
        let (other, other_findings) = build(&shuffled);
        prop_assert_eq!(dump(&one, &findings), dump(&other, &other_findings));
    }

    #[test]
    fn every_end_refers_to_the_specified_node(batches in batches()) {
        let batches = in_order(&batches);
        let (graph, findings) = build(&batches);
        let mut defined: BTreeMap<(SystemId, String), String> = BTreeMap::new();
        let mut twice = 0;
        for (part, batch) in &batches {
            for (line, id) in (1..).zip(&batch.nodes) {
                let title = format!("{id} of {part}:{line}");
                let first = defined.entry((batch.system, id.clone())).or_insert_with(|| title.clone());
                twice += usize::from(*first != title);
            }
        }
        let given: usize = batches.iter().map(|(_, batch)| batch.findings).sum();
        prop_assert_eq!(findings.len(), given + twice, "what was found before, and each id defined again");
        prop_assert_eq!(findings.iter().filter(|finding| finding.rule.code != RULE.code).count(), twice);

        let found: BTreeMap<_, _> = graph.nodes().filter(|node| !node.is_missing())
            .map(|node| (qualified(node), node.title().to_owned())).collect();
        prop_assert_eq!(&found, &defined, "the first definition counts");

        let none = BTreeSet::new();
        let others = batches.iter().filter(|(_, batch)| !links_all(batch.system));
        let missed: BTreeSet<_> = others
            .flat_map(|(_, batch)| batch.edges.iter().flat_map(move |(from, to, _)| [(batch.system, from), (batch.system, to)]))
            .map(|(home, end)| meant(&defined, &none, home, end))
            .filter(|node| !defined.contains_key(node))
            .collect();
        let expected: Vec<_> = batches.iter().flat_map(|(_, batch)| batch.edges.iter().map(|(from, to, verb)| {
            (meant(&defined, &missed, batch.system, from), verb.clone(), meant(&defined, &missed, batch.system, to))
        })).collect();
        let edges: Vec<_> = graph.edges()
            .map(|edge| (qualified(edge.from()), edge.relation().to_owned(), qualified(edge.to()))).collect();
        prop_assert_eq!(&edges, &expected);

        let ends: BTreeSet<_> = expected.into_iter().flat_map(|(from, _, to)| [from, to]).collect();
        let missing: Vec<_> = graph.nodes().filter(|node| node.is_missing()).map(qualified).collect();
        prop_assert_eq!(missing.len(), missing.iter().collect::<BTreeSet<_>>().len(), "each missing node once");
        let expected: BTreeSet<_> = ends.into_iter().filter(|end| !defined.contains_key(end)).collect();
        prop_assert_eq!(missing.into_iter().collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn an_address_finds_its_node_and_a_bare_id_that_of_the_first_system(batches in batches()) {
        let (graph, _) = build(&in_order(&batches));
        for node in graph.nodes() {
            prop_assert_eq!(qualified(graph.find(&node.address()).unwrap()), qualified(node));
            let others = graph.nodes().filter(|other| other.id() == node.id());
            let first = others.map(|other| (other.is_missing(), other.system())).min().unwrap();
            let bare = graph.find(node.id()).unwrap();
            prop_assert_eq!((bare.is_missing(), bare.system()), first, "{}", node.id());
        }
    }
}
