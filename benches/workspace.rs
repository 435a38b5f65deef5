//! Loading and querying a generated workspace of 10,000 artifacts and 100,000 rows.
//!
//! Prints two tables of ratios, then the individual benchmarks; `REFSCOPE_BENCH_ROUNDS=0` skips the tables.
//!
//! Compare numbers as ratios within one run: `read_every_file` is the cost of the disk, and `read_every_edge` that of
//! visiting the whole graph once, the baseline for queries. Another size: `REFSCOPE_BENCH_ARTIFACTS=100000
//! REFSCOPE_BENCH_ROWS=1000000 cargo bench`. Another workspace, which is only read (benchmarks that write generate
//! their own): `REFSCOPE_BENCH_WORKSPACE=/tmp/big`.

#[path = "support/ratio.rs"]
mod ratio;

use divan::{Bencher, black_box};
use ratio::timed;
use refscope::graph::{Direction, Graph, NodeIx};
use refscope::query::{
    Directions, EdgeFilter, LineageDirection, LineageRequest, Names, NeighbourhoodRequest, Orient, RelationFilter,
    lineage, neighbourhood,
};
use refscope::sample::{Size, generate};
use refscope::workspace::{Boundary, Cache, Changes, Live, Progress, Workspace};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use tempfile::TempDir;

const SEED: u64 = 1;

struct Bench {
    root: PathBuf,
    /// Removed at the end.
    _folder: Option<TempDir>,
    workspace: Workspace,
    hub: NodeIx,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let (root, folder) = if let Some(root) = std::env::var_os("REFSCOPE_BENCH_WORKSPACE") {
        (PathBuf::from(root), None)
    } else {
        let folder = tempfile::tempdir().expect("a folder for the generated workspace");
        generate(folder.path(), size(), SEED).expect("a generated workspace");
        (folder.path().to_owned(), Some(folder))
    };
    let workspace = Workspace::load(&root).unwrap();
    let hub = hub(&workspace.graph);
    Bench { root, _folder: folder, workspace, hub }
});

fn size() -> Size {
    Size {
        artifacts: from_environment("REFSCOPE_BENCH_ARTIFACTS", 10_000),
        rows: from_environment("REFSCOPE_BENCH_ROWS", 100_000),
        body_bytes: 2_000,
    }
}

fn from_environment(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// The node with the most outgoing `led-to` edges.
fn hub(graph: &Graph) -> NodeIx {
    let degree = |node: &refscope::graph::Node<'_>| {
        node.edges(Direction::Out).iter().filter(|ix| graph.edge(**ix).relation() == "led-to").count()
    };
    graph.nodes().filter(|node| !node.is_missing()).max_by_key(degree).expect("a node").ix()
}

fn main() {
    LazyLock::force(&BENCH);
    let rounds = from_environment("REFSCOPE_BENCH_ROUNDS", 50);
    if rounds > 0 && std::env::args().any(|arg| arg == "--bench") {
        ratios(rounds);
    }
    divan::main();
}

/// Queries and loading as ratios to their baselines.
fn ratios(rounds: usize) {
    let graph = &*BENCH.workspace.graph;
    println!("{} nodes, {} edges", graph.node_count(), graph.edge_count());
    let (refs, stored, meant) = (everything(), lineage_of(graph, Orient::Stored), lineage_of(graph, Orient::Meaning));
    ratio::print(
        "questions",
        rounds,
        &mut [
            ("read_every_edge", &mut || timed(|| black_box(read_every_edge()))),
            ("refs_depth_3", &mut || timed(|| neighbourhood(graph, black_box(BENCH.hub), &refs))),
            ("trace", &mut || timed(|| lineage(graph, black_box(BENCH.hub), &stored))),
            ("trace by meaning", &mut || timed(|| lineage(graph, black_box(BENCH.hub), &meant))),
        ],
    );
    ratio::print(
        "loading",
        3,
        &mut [("read_every_file", &mut || timed(read_every_file)), ("load", &mut || timed(load))],
    );
}

/// The baseline: reads every byte once.
#[divan::bench(sample_count = 20)]
fn read_every_file() -> usize {
    fn read(folder: &Path) -> usize {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
        let bytes = |entry: fs::DirEntry| {
            let is_folder = entry.file_type().expect("a type").is_dir();
            if is_folder { read(&entry.path()) } else { fs::read(entry.path()).expect("a file").len() }
        };
        entries.map(bytes).sum()
    }
    read(&BENCH.root)
}

#[divan::bench(sample_count = 20)]
fn load() -> Workspace {
    Workspace::load(&BENCH.root).unwrap()
}

/// No file has changed since the snapshot was written: every file is checked, none is read.
#[divan::bench(sample_count = 20)]
fn start_again(bencher: Bencher<'_, '_>) {
    let kept = tempfile::tempdir().expect("a folder for the snapshot");
    let cache = Cache::of_all(kept.path());
    // A file that changed within the last two seconds is not trusted.
    std::thread::sleep(std::time::Duration::from_secs(3));
    Workspace::start(&BENCH.root, &Boundary::around(&BENCH.root), &cache).unwrap();
    bencher.bench(|| Workspace::start(&BENCH.root, &Boundary::around(&BENCH.root), &cache).unwrap());
}

/// A hundred appended rows, read from the old end of the log. Compare with `load`, which reads everything.
#[divan::bench(sample_count = 20)]
fn look_at_a_hundred_rows(bencher: Bencher<'_, '_>) {
    let (folder, mut live) = moving();
    let log = folder.path().join("references.jsonl");
    let rows = "{\"ts\":\"2026-01-01T00:00:00.000Z\",\"from\":\"mission\",\"to\":\"gone\",\"relation\":\"led-to\"}\n"
        .repeat(100);
    let append = || {
        let mut file = fs::OpenOptions::new().append(true).open(&log).expect("the log");
        file.write_all(rows.as_bytes()).expect("room for rows");
        Changes::Paths(BTreeSet::from([log.clone()]))
    };
    bencher.with_inputs(append).bench_local_values(|changes| live.refresh(&changes).expect("no settings"));
}

/// One edited artifact: it is read again, and everything is merged from scratch.
#[divan::bench(sample_count = 20)]
fn look_at_one_artifact(bencher: Bencher<'_, '_>) {
    let (folder, mut live) = moving();
    let file = live.workspace().graph.nodes().find_map(|node| node.file()).expect("a file");
    let path = folder.path().join(file);
    let mut number = 0;
    let edit = || {
        number += 1;
        fs::write(&path, format!("---\ntitle: {number}\n---\n")).expect("an artifact");
        Changes::Paths(BTreeSet::from([path.clone()]))
    };
    bencher.with_inputs(edit).bench_local_values(|changes| live.refresh(&changes).expect("no settings"));
}

/// A separate workspace, so that the shared one stays unchanged.
fn moving() -> (TempDir, Live) {
    let folder = tempfile::tempdir().expect("a folder for the generated workspace");
    generate(folder.path(), size(), SEED).expect("a generated workspace");
    let live = Live::load(folder.path(), &Boundary::around(folder.path()), &Progress::default(), drop)
        .expect("no settings")
        .expect("not cancelled");
    (folder, live)
}

/// The baseline for queries: reads both ends of every edge of every node, in storage order.
#[divan::bench]
fn read_every_edge() -> usize {
    let graph = &*BENCH.workspace.graph;
    let rows = graph.nodes().flat_map(|node| [Direction::Out, Direction::In].map(|side| (node.ix(), side)));
    let others = rows.flat_map(|(node, side)| graph.edges_of(node, side).iter().map(move |ix| (node, *ix)));
    others.map(|(node, ix)| graph.edge(ix).other(node).index()).fold(0, usize::wrapping_add)
}

fn everything() -> NeighbourhoodRequest {
    NeighbourhoodRequest { directions: Directions::Both, edges: EdgeFilter::of(RelationFilter::Any), depth: 3 }
}

fn lineage_of(graph: &Graph, orient: Orient) -> LineageRequest {
    let edges = EdgeFilter::of(RelationFilter::lineage(graph, orient));
    LineageRequest { direction: LineageDirection::Both, edges, max_depth: None, orient }
}

#[divan::bench]
fn refs_depth_3(bencher: Bencher<'_, '_>) {
    let request = everything();
    bencher.bench(|| neighbourhood(&BENCH.workspace.graph, black_box(BENCH.hub), &request));
}

#[divan::bench]
fn trace(bencher: Bencher<'_, '_>) {
    let request = lineage_of(&BENCH.workspace.graph, Orient::Stored);
    bencher.bench(|| lineage(&BENCH.workspace.graph, black_box(BENCH.hub), &request));
}

#[divan::bench]
fn trace_by_meaning(bencher: Bencher<'_, '_>) {
    let request = lineage_of(&BENCH.workspace.graph, Orient::Meaning);
    bencher.bench(|| lineage(&BENCH.workspace.graph, black_box(BENCH.hub), &request));
}

#[divan::bench(args = ["c", "cache", "cache 12", "zqx"])]
fn search_names(bencher: Bencher<'_, '_>, query: &str) {
    // Separate names each time; otherwise the last result would only be narrowed.
    let names = || {
        let names = Names::of(Arc::clone(&BENCH.workspace.graph));
        names.prepare();
        names
    };
    bencher.with_inputs(names).bench_local_refs(|names| names.search(black_box(query), 50, &|| false));
}
