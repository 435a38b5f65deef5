//! Loading and asking, on a generated workspace of 10,000 artifacts and 100,000 rows.
//!
//! Read the numbers as ratios within one run: `read_every_file` is what the disk costs, everything else is compared
//! with it. Another size: `REFSCOPE_BENCH_ARTIFACTS=100000 REFSCOPE_BENCH_ROWS=1000000 cargo bench`.

use divan::{Bencher, black_box};
use refscope::graph::{Direction, Graph, NodeIx};
use refscope::query::{
    Directions, EdgeFilter, LineageDirection, LineageRequest, NeighbourhoodRequest, Orient, RelationFilter, lineage,
    neighbourhood, search,
};
use refscope::workspace::{Size, Workspace, generate};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use tempfile::TempDir;

const SEED: u64 = 1;

struct Bench {
    folder: TempDir,
    workspace: Workspace,
    hub: NodeIx,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder for the generated workspace");
    let size = Size {
        artifacts: from_environment("REFSCOPE_BENCH_ARTIFACTS", 10_000),
        rows: from_environment("REFSCOPE_BENCH_ROWS", 100_000),
        body_bytes: 2_000,
    };
    generate(folder.path(), size, SEED).expect("a generated workspace");
    let workspace = Workspace::load(folder.path()).unwrap();
    let hub = hub(&workspace.graph);
    Bench { folder, workspace, hub }
});

fn from_environment(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// The node with the most outgoing edges of lineage.
fn hub(graph: &Graph) -> NodeIx {
    let degree = |node: &refscope::graph::Node<'_>| {
        node.edges(Direction::Out).iter().filter(|ix| graph.edge(**ix).relation() == "led-to").count()
    };
    graph.nodes().filter(|node| !node.is_missing()).max_by_key(degree).expect("a node").ix()
}

fn main() {
    LazyLock::force(&BENCH);
    divan::main();
}

/// The yardstick: every byte once, nothing made of it.
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
    read(BENCH.folder.path())
}

#[divan::bench(sample_count = 20)]
fn load() -> Workspace {
    Workspace::load(BENCH.folder.path()).unwrap()
}

#[divan::bench]
fn refs_depth_3(bencher: Bencher<'_, '_>) {
    let graph = &*BENCH.workspace.graph;
    let request =
        NeighbourhoodRequest { directions: Directions::Both, edges: EdgeFilter::of(RelationFilter::Any), depth: 3 };
    bencher.bench(|| neighbourhood(graph, black_box(BENCH.hub), &request));
}

#[divan::bench]
fn trace(bencher: Bencher<'_, '_>) {
    let graph = &*BENCH.workspace.graph;
    let request = LineageRequest {
        direction: LineageDirection::Both,
        edges: EdgeFilter::of(RelationFilter::lineage(graph)),
        max_depth: None,
        orient: Orient::Stored,
    };
    bencher.bench(|| lineage(graph, black_box(BENCH.hub), &request));
}

#[divan::bench(args = ["c", "cache", "cache 12", "zqx"])]
fn search_names(bencher: Bencher<'_, '_>, query: &str) {
    let graph = &*BENCH.workspace.graph;
    bencher.bench(|| search(graph, black_box(query), 50));
}
