//! Cost of `argument`, `contradictions`, `cycles` and `impact` on 10,000, 100,000 and 1,000,000 edges.
//!
//! Half of the edges are references of units, in debates of 250 units each; a quarter are causal edges with confidence;
//! a quarter are rows of the log that connect everything. `load` reads the files, everything else queries the loaded
//! graph. Compare numbers with `read_every_edge`, the cost of visiting every edge once. `REFSCOPE_BENCH_MILLION=1` adds
//! the largest size. Contradictions of units have other sizes: 20,000 and 200,000 units with random references.

use divan::{Bencher, black_box};
use refscope::graph::{Batch, Direction, EdgeRecord, Graph, GraphBuilder, NEVER, NodeIx};
use refscope::query::{
    CycleRequest, EdgeFilter, Faded, MOST_LOOKS, MOST_STEPS, Orient, RelationFilter, Trust, argument, contradictions,
    cycles, impact, two_sided,
};
use refscope::workspace::Workspace;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

fn sizes() -> impl Iterator<Item = usize> {
    let most = if std::env::var_os("REFSCOPE_BENCH_MILLION").is_some() { SIZES.len() } else { SIZES.len() - 1 };
    SIZES.into_iter().take(most)
}

struct Collection {
    folder: TempDir,
    workspace: Workspace,
}

static COLLECTIONS: [OnceLock<Collection>; SIZES.len()] = [const { OnceLock::new() }; SIZES.len()];

fn collection(edges: usize) -> &'static Collection {
    let at = SIZES.iter().position(|size| *size == edges).expect("one of the sizes");
    COLLECTIONS[at].get_or_init(|| collect(edges))
}

fn collect(edges: usize) -> Collection {
    let folder = tempfile::tempdir().expect("a folder for the collection");
    write(folder.path(), edges);
    let workspace = Workspace::load(folder.path()).expect("no settings");
    Collection { folder, workspace }
}

/// A deterministic pseudorandom generator (linear congruential).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("a number of 31 bits") % most.max(1)
    }
}

const REFERENCES_A_UNIT: usize = 4;
const UNITS_A_DEBATE: usize = 250;
const VERBS: [&str; 8] =
    ["supports", "supports", "supports", "derives-from", "derives-from", "refines", "questions", "rebuts"];

fn unit_id(number: usize) -> String {
    format!("0196c801-7a10-7c01-8a01-{number:012x}")
}

fn write(folder: &Path, edges: usize) {
    let mut numbers = Numbers(1);
    let units = edges / 2 / REFERENCES_A_UNIT;
    let mut text = String::new();
    for number in 0..units {
        let first = number - number % UNITS_A_DEBATE;
        let reference = |numbers: &mut Numbers| {
            let (to, rel) = (first + numbers.below(number - first), VERBS[numbers.below(VERBS.len())]);
            format!(r#"{{"id":"{}","rel":"{rel}"}}"#, unit_id(to))
        };
        let references: Vec<_> =
            (0..REFERENCES_A_UNIT).filter(|_| number > first).map(|_| reference(&mut numbers)).collect();
        let references =
            if references.is_empty() { String::new() } else { format!(r#","references":[{}]"#, references.join(",")) };
        let id = unit_id(number);
        let _ = writeln!(
            text,
            r#"{{"id":"{id}","type":"assertion","content":"Claim {number}","created_at":"2026-01-01T00:00:00Z","author":"sam","assumptions":["it is {number}"]{references}}}"#
        );
    }
    fs::create_dir_all(folder.join("units")).expect("a folder");
    fs::write(folder.join("units/all.jsonl"), text).expect("room for units");

    let (nodes, mut text) = (edges / 40, String::from("{\"repo\":\"bench\",\"nodes\":["));
    for number in 0..nodes {
        let comma = if number == 0 { "" } else { "," };
        let _ = writeln!(text, r#"{comma}{{"id":"e{number}","label":"Event {number}","layer":"execution"}}"#);
    }
    text.push_str("],\"edges\":[");
    for number in 0..edges / 4 {
        let comma = if number == 0 { "" } else { "," };
        let from = numbers.below(nodes);
        let (to, tenths) = ((from + 1 + numbers.below(20)) % nodes, 1 + numbers.below(9));
        let _ = writeln!(
            text,
            r#"{comma}{{"source":"e{from}","target":"e{to}","kind":"caused","confidence":0.{tenths},"ts":"2026-01-01T00:00:00Z"}}"#
        );
    }
    text.push_str("]}");
    fs::write(folder.join("events.causal.json"), text).expect("room for events");

    let mut text = String::new();
    for number in 0..edges / 4 {
        let (from, to) = (numbers.below(units), numbers.below(units));
        let (from, to) = (unit_id(from.min(to)), unit_id(from.max(to) + 1));
        let second = number % 60;
        let _ = writeln!(
            text,
            r#"{{"ts":"2026-01-01T00:00:{second:02}.000Z","from":"{from}","to":"{to}","relation":"led-to","actor":"cli"}}"#
        );
    }
    fs::write(folder.join("references.jsonl"), text).expect("room for rows");
}

/// All edges, with the default half-life of the commands.
fn all() -> EdgeFilter {
    EdgeFilter { trust: Trust { half_life_days: 180.0, ..Trust::ALL }, ..EdgeFilter::of(RelationFilter::Any) }
}

fn find(graph: &Graph, id: &str) -> NodeIx {
    graph.find(id).expect("a node").ix()
}

fn main() {
    divan::main();
}

#[divan::bench(args = sizes(), sample_count = 5, sample_size = 1)]
fn load(bencher: Bencher<'_, '_>, edges: usize) {
    let folder = collection(edges).folder.path();
    bencher.bench(|| Workspace::load(folder).expect("no settings"));
}

/// The baseline: reads both ends of every edge of every node, in storage order.
#[divan::bench(args = sizes(), sample_count = 20)]
fn read_every_edge(bencher: Bencher<'_, '_>, edges: usize) {
    let graph = &*collection(edges).workspace.graph;
    bencher.bench(|| read_all(graph));
}

/// Reads both ends of every edge of every node.
fn read_all(graph: &Graph) -> usize {
    let rows = graph.nodes().flat_map(|node| [Direction::Out, Direction::In].map(|side| (node.ix(), side)));
    let others = rows.flat_map(|(node, side)| graph.edges_of(node, side).iter().map(move |ix| (node, *ix)));
    others.map(|(node, ix)| graph.edge(ix).other(node).index()).fold(0, usize::wrapping_add)
}

/// The argument of the last unit, which the log links to nearly all others.
#[divan::bench(args = sizes(), sample_count = 20)]
fn argument_of_all(bencher: Bencher<'_, '_>, edges: usize) {
    let graph = &*collection(edges).workspace.graph;
    let claim = find(graph, &unit_id(edges / 2 / REFERENCES_A_UNIT - 1));
    bencher.bench(|| argument(graph, black_box(claim), &all(), NEVER));
}

#[divan::bench(args = sizes(), sample_count = 10, sample_size = 1)]
fn contradictions_of_all(bencher: Bencher<'_, '_>, edges: usize) {
    let graph = &*collection(edges).workspace.graph;
    bencher.bench(|| contradictions(graph, &all(), Faded::Counts, MOST_STEPS, NEVER));
}

/// The sizes for contradictions of units.
const UNITS: [usize; 2] = [20_000, 200_000];

/// Units with random references, all in one debate, so that no search through chains can finish. Fifty of them support
/// and rebut the same claim.
fn tangled(units: usize) -> &'static Graph {
    const PLANTED: usize = 50;
    static GRAPHS: [OnceLock<Graph>; UNITS.len()] = [const { OnceLock::new() }; UNITS.len()];
    let at = UNITS.iter().position(|size| *size == units).expect("one of the sizes");
    GRAPHS[at].get_or_init(|| {
        let mut numbers = Numbers(1);
        let mut batch = Batch::new(refscope::system::unit::SYSTEM, 0);
        let file = batch.word("units/all.jsonl");
        let verbs = VERBS.map(|verb| batch.word(verb));
        let ids: Vec<_> = (0..units).map(|number| batch.word(&unit_id(number))).collect();
        for from in ids.iter().flat_map(|from| [*from; REFERENCES_A_UNIT]) {
            let (to, verb) = (ids[numbers.below(units)], verbs[numbers.below(verbs.len())]);
            batch.edge(EdgeRecord::new(from, to, verb, file, 1));
        }
        let both = ["supports", "rebuts"].map(|verb| batch.word(verb));
        for number in 0..PLANTED {
            let (from, to) = (ids[number * (units / PLANTED)], ids[numbers.below(units)]);
            for verb in both {
                batch.edge(EdgeRecord::new(from, to, verb, file, 1));
            }
        }
        let mut builder = GraphBuilder::new(refscope::system::registry());
        builder.add(batch);
        builder.finish().0
    })
}

/// The baseline: reads both ends of every reference of every unit.
#[divan::bench(args = UNITS, sample_count = 20, sample_size = 1)]
fn read_every_reference(bencher: Bencher<'_, '_>, units: usize) {
    let graph = tangled(units);
    bencher.bench(|| read_all(graph));
}

/// Without a budget for chains: linear in the number of nodes and edges.
#[divan::bench(args = UNITS, sample_count = 20, sample_size = 1)]
fn direct_contradictions(bencher: Bencher<'_, '_>, units: usize) {
    let graph = tangled(units);
    assert!(two_sided(graph, &all(), 0, NEVER).unwrap().found.len() >= 50);
    bencher.bench(|| two_sided(graph, &all(), 0, NEVER));
}

/// With the budget of the commands: direct contradictions first, then as many chains as the budget allows.
#[divan::bench(args = UNITS, sample_count = 5, sample_size = 1)]
fn contradictions_of_tangled_units(bencher: Bencher<'_, '_>, units: usize) {
    let graph = tangled(units);
    bencher.bench(|| two_sided(graph, &all(), MOST_STEPS, NEVER));
}

/// Events that cause each other: one strongly connected component of all of them.
#[divan::bench(args = sizes(), sample_count = 10, sample_size = 1)]
fn cycles_of_all(bencher: Bencher<'_, '_>, edges: usize) {
    let graph = &*collection(edges).workspace.graph;
    let request = CycleRequest { edges: all(), orient: Orient::Stored };
    bencher.bench(|| cycles(graph, &request, MOST_LOOKS, NEVER));
}

#[divan::bench(args = sizes(), sample_count = 10, sample_size = 1)]
fn impact_of_an_event(bencher: Bencher<'_, '_>, edges: usize) {
    let graph = &*collection(edges).workspace.graph;
    let root = find(graph, "e0");
    bencher.bench(|| impact(graph, black_box(root), &all()));
}
