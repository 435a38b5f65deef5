//! A built-in vocabulary that is rewritten as `relations:` of a user gives the same answers.
//!
//! Not covered are the properties that a user cannot declare, because they are about files of one system: who writes a
//! relation, and where an edge counts for a cycle. So architecture models are left out, and so is the one relation that
//! only infrastructure writes.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::Row;
use refscope::graph::relation::{Argues, Dependent, Relation, Time, Writer};
use refscope::graph::{
    Batch, EdgeRecord, Graph, GraphBuilder, NEVER, Node, NodeRecord, Registry, SystemId, SystemSpec,
};
use refscope::pack::Unpacker;
use refscope::query::advice::advise;
use refscope::query::{
    CycleRequest, EdgeFilter, Faded, LineageDirection, LineageRequest, MOST_LOOKS, MOST_STEPS, Orient, RelationFilter,
    Usage, argument, contradictions, cycles, impact, lineage,
};
use refscope::system::{
    Loaded, Marker, ReadRequest, System, Systems, Watched, built_in, causal, reference, sidecar, unit,
};
use refscope::workspace::{Boundary, Opening, SETTINGS_FILE, Settings};
use rstest::rstest;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A system with the properties of another one, and no vocabulary.
#[derive(Debug)]
struct Speechless(Arc<dyn System>);

impl System for Speechless {
    fn spec(&self) -> SystemSpec {
        self.0.spec()
    }

    fn markers(&self) -> Vec<Marker> {
        self.0.markers()
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        self.0.watch(watched);
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        self.0.load(request)
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, request: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        self.0.restore(from, file, request)
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        self.0.fields(root, nodes)
    }
}

/// A relation as an entry of `relations:`.
fn declaration(relation: &Relation) -> String {
    let mut text = format!("  {}:\n    reads: {}\n", relation.name, relation.outgoing);
    let mut line = |key: &str, value: &str| writeln!(text, "    {key}: {value}").unwrap();
    if relation.symmetric {
        line("symmetric", "true");
    } else {
        line("inverse", &relation.incoming);
    }
    if let Some((from, to)) = &relation.ends {
        line("ends", &format!("[{from}, {to}]"));
    }
    match relation.time {
        Time::Forward => line("earlier", "from"),
        Time::Backward => line("earlier", "to"),
        Time::Timeless => {}
    }
    if relation.lineage {
        line("lineage", "true");
    }
    if let Some(class) = &relation.acyclic {
        line("acyclic", class);
    }
    match relation.dependent {
        Some(Dependent::From) => line("dependent", "from"),
        Some(Dependent::To) => line("dependent", "to"),
        None => {}
    }
    let role = relation.argues.map(|role| match role {
        Argues::For => "supports",
        Argues::Against => "rebuts",
        Argues::Asks => "questions",
        Argues::Narrows => "refines",
        Argues::Follows => "derives-from",
    });
    if let Some(role) = role {
        line("argues", role);
    }
    if relation.takes_sides {
        line("takes_sides", "true");
    }
    line("opposes", &format!("[{}]", relation.opposes.join(", ")));
    line("words", &format!("[{}]", relation.words.join(", ")));
    let synonym =
        |one: &refscope::graph::relation::Synonym| format!("{{name: {}, inverted: {}}}", one.name, one.inverted);
    let synonyms: Vec<_> = relation.synonyms.iter().map(synonym).collect();
    line("synonyms", &format!("[{}]", synonyms.join(", ")));
    text
}

/// The verbs of a system that a user can declare.
fn own_relations(system: SystemId) -> Vec<Relation> {
    let registry = refscope::system::registry();
    let own = registry.relations().iter().filter(|one| one.system == system && one.writer == Writer::Anyone);
    own.cloned().collect()
}

/// The registry in which the vocabulary of one system is declared by the user instead.
fn rewritten(system: SystemId) -> Arc<Registry> {
    let silenced = built_in().into_iter().map(|one| match one.spec().id {
        id if id == system => Arc::new(Speechless(one)) as Arc<dyn System>,
        _ => one,
    });
    let systems = Systems::new(silenced, Vec::new());
    let folder = tempfile::tempdir().unwrap();
    let text: String = own_relations(system).iter().map(declaration).collect();
    fs::write(folder.path().join(SETTINGS_FILE), format!("relations:\n{text}")).unwrap();
    let opening = Opening { boundary: Boundary::around(folder.path()), systems, is_source: false };
    let settings = Settings::load(folder.path(), opening).unwrap();
    Arc::clone(settings.systems.registry())
}

/// From, to, verb, day, whether it is a row of the log.
type PlainEdge = (usize, usize, usize, u8, bool);

const NODES: usize = 6;

fn graph(registry: &Arc<Registry>, system: SystemId, verbs: &[String], edges: &[PlainEdge]) -> Graph {
    let mut builder = GraphBuilder::new(Arc::clone(registry));
    for in_log in [false, true] {
        let mut batch = Batch::new(if in_log { reference::SYSTEM } else { system }, 0);
        let (kind, file) = (batch.word("kind"), batch.word(if in_log { "references.jsonl" } else { "file" }));
        for node in 0..if in_log { 0 } else { NODES } {
            let id = batch.word(&format!("n{node}"));
            batch.node(NodeRecord::new(id, kind, id, file, 1));
        }
        for (line, (from, to, verb, day, _)) in (1..).zip(edges.iter().filter(|edge| edge.4 == in_log)) {
            let [from, to] = [from, to].map(|node| batch.word(&format!("n{node}")));
            let (verb, stamp) = (batch.word(&verbs[verb % verbs.len()]), batch.stamp(&format!("2026-01-{day:02}")));
            batch.edge(EdgeRecord { stamp, ..EdgeRecord::new(from, to, verb, file, line) });
        }
        builder.add(batch);
    }
    builder.finish().0
}

/// The answers to every question about a graph, without the owner of its relations.
fn answers(graph: &Graph, verbs: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    let edges = || EdgeFilter::of(RelationFilter::Any);
    for orient in [Orient::Stored, Orient::Meaning] {
        for node in graph.nodes() {
            let edges = EdgeFilter::of(RelationFilter::lineage(graph, orient));
            let request = LineageRequest { direction: LineageDirection::Both, edges, max_depth: None, orient };
            all.push(format!("lineage {:?}", lineage(graph, node.ix(), &request)));
        }
        for one in cycles(graph, &CycleRequest { edges: edges(), orient }, MOST_LOOKS, NEVER).unwrap() {
            let class = one.class.as_ref().map(|class| class.name.clone());
            all.push(format!("cycle {class:?} {:?} {:?} {:?}", one.nodes, one.shortest, one.weakest));
        }
    }
    for node in graph.nodes() {
        let found = impact(graph, node.ix(), &edges());
        all.push(format!("impact {:?} {:?}", found.direct, found.transitive));
        let found = argument(graph, node.ix(), &edges(), NEVER).unwrap();
        let sides = (found.supporting, found.against, found.questions, found.refinements, found.premises, found.falls);
        all.push(format!("argument {sides:?}"));
    }
    for one in contradictions(graph, &edges(), Faded::Counts, MOST_STEPS, NEVER).unwrap().found {
        all.push(format!("contradiction {:?} {:?} {:?} {:?}", one.node, one.claim, one.supporting, one.against));
    }
    let near = verbs.iter().map(|verb| format!("{verb}x"));
    for relation in verbs.iter().cloned().chain(near) {
        for (from, to) in [("n0", "n1"), ("n1", "n0"), ("n2", "n2")] {
            all.push(format!("advice {:?}", advise(graph, &Row::new(from, &*relation, to))));
        }
    }
    let end = |id: &str| graph.find(id).map(Node::ix);
    let fits = Usage::of(graph).fitting(graph, end("n0"), end("n1"));
    let fits = fits.into_iter().map(|one| format!("fit {} {} {} {}", one.relation, one.forward, one.used, one.known));
    let mut fits: Vec<_> = fits.collect();
    fits.sort();
    all.extend(fits);
    all
}

#[rstest]
fn a_vocabulary_of_the_user_answers_like_the_built_in_one(
    #[values(reference::SYSTEM, unit::SYSTEM, causal::SYSTEM, sidecar::SYSTEM)] system: SystemId,
) {
    let (built_in, rewritten) = (refscope::system::registry(), rewritten(system));
    let own = own_relations(system);
    let synonyms = own.iter().flat_map(|one| &one.synonyms).map(|one| one.name.to_string());
    let names = own.iter().map(|one| one.name.to_string());
    let verbs: Vec<_> = names.chain(synonyms).chain(["own-verb".to_owned()]).collect();
    let edge = (0..NODES, 0..NODES, 0..100_usize, 1..=28_u8, any::<bool>());
    proptest!(ProptestConfig { cases: 300, ..many_cases() }, |(edges in prop::collection::vec(edge, 0..14))| {
        let [one, other] = [&built_in, &rewritten].map(|registry| answers(&graph(registry, system, &verbs, &edges), &verbs));
        prop_assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(&other) {
            prop_assert_eq!(one, other);
        }
    });
}
