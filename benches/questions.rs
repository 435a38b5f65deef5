//! Cost of path, rank, suggest, as-of and diff queries, compared with loading, at 10,000, 100,000 and 1,000,000 rows.
//!
//! Compare numbers as ratios within one run. `REFSCOPE_BENCH_MILLION=1` adds the largest size.

use divan::{Bencher, black_box};
use refscope::graph::{Direction, Graph, NEVER, Node, NodeIx};
use refscope::query::{
    Directions, EdgeFilter, Orient, PathRequest, RankRequest, RelationFilter, SuggestRequest, Usage, diff, paths, rank,
    suggest,
};
use refscope::sample::{Size, generate};
use refscope::time::Millis;
use refscope::workspace::{Past, Workspace};
use std::sync::LazyLock;
use tempfile::TempDir;

/// A generated workspace of one size.
struct Sized {
    folder: TempDir,
    workspace: Workspace,
    /// The node with the most edges, and a node with few edges that is not its neighbour.
    hub: NodeIx,
    quiet: NodeIx,
    /// The timeline, and the time at which half of the log was written.
    past: Past,
    middle: Millis,
}

static SIZES: LazyLock<Vec<(usize, Sized)>> = LazyLock::new(|| sizes().map(|rows| (rows, Sized::new(rows))).collect());

fn sizes() -> impl Iterator<Item = usize> {
    let million = std::env::var_os("REFSCOPE_BENCH_MILLION").map(|_| 1_000_000);
    [10_000, 100_000].into_iter().chain(million)
}

impl Sized {
    fn new(rows: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the generated workspace");
        let size = Size { artifacts: rows / 10, rows, body_bytes: 500 };
        generate(folder.path(), size, 1).expect("a generated workspace");
        let workspace = Workspace::load(folder.path()).expect("a workspace");
        let graph = &workspace.graph;
        let degree =
            |node: &Node<'_>| [Direction::In, Direction::Out].map(|side| node.edges(side).len()).iter().sum::<usize>();
        let defined = || graph.nodes().filter(|node| !node.is_missing());
        let hub = defined().max_by_key(degree).expect("a node").ix();
        let is_apart = |node: &Node<'_>| degree(node) > 3 && !is_neighbour(graph, hub, node.ix());
        let quiet = defined().filter(is_apart).min_by_key(degree).expect("a quiet node").ix();
        let (past, log) = (workspace.past(), graph.log_rows());
        let half = graph.edges_from(log.start + log.len() / 2).next();
        let middle = half.and_then(|row| row.millis()).expect("a row with a time");
        Self { folder, workspace, hub, quiet, past, middle }
    }

    fn graph(&self) -> &Graph {
        &self.workspace.graph
    }
}

fn is_neighbour(graph: &Graph, one: NodeIx, other: NodeIx) -> bool {
    let rows = [Direction::In, Direction::Out].map(|side| graph.edges_of(other, side));
    rows.into_iter().flatten().any(|edge| graph.edge(*edge).other(other) == one)
}

fn of(rows: usize) -> &'static Sized {
    &SIZES.iter().find(|(size, _)| *size == rows).expect("a size").1
}

fn all_edges() -> EdgeFilter {
    EdgeFilter::of(RelationFilter::Any)
}

fn main() {
    LazyLock::force(&SIZES);
    divan::main();
}

#[divan::bench(args = sizes(), sample_count = 3)]
fn load(rows: usize) -> Workspace {
    Workspace::load(of(rows).folder.path()).expect("a workspace")
}

/// All shortest paths from a quiet node to the hub: counts them and lists a hundred.
#[divan::bench(args = sizes(), sample_count = 20)]
fn path(bencher: Bencher<'_, '_>, rows: usize) {
    let it = of(rows);
    let (directions, orient) = (Directions::Both, Orient::Stored);
    let request = PathRequest { edges: all_edges(), directions, orient, max_hops: None, most: 100 };
    bencher.bench(|| paths(it.graph(), black_box(it.quiet), black_box(it.hub), &request, NEVER));
}

#[divan::bench(args = sizes(), sample_count = 10)]
fn rank_all(bencher: Bencher<'_, '_>, rows: usize) {
    let it = of(rows);
    let (directions, orient) = (Directions::Out, Orient::Stored);
    let request = RankRequest { edges: all_edges(), directions, orient, seeds: Vec::new() };
    bencher.bench(|| rank(it.graph(), black_box(&request)));
}

#[divan::bench(args = sizes(), sample_count = 10)]
fn rank_from_one(bencher: Bencher<'_, '_>, rows: usize) {
    let it = of(rows);
    let (directions, orient) = (Directions::Both, Orient::Stored);
    let request = RankRequest { edges: all_edges(), directions, orient, seeds: vec![it.quiet] };
    bencher.bench(|| rank(it.graph(), black_box(&request)));
}

/// A request for suggestions that reads no texts.
fn without_texts(node: NodeIx, edges: &EdgeFilter) -> SuggestRequest<'_> {
    let mentions = Vec::new();
    SuggestRequest { node, edges, mentions, read: &|_, _| Vec::new(), file: &|_| None, most: 10, cancelled: &|| false }
}

#[divan::bench(args = sizes(), sample_count = 10)]
fn suggest_for_a_quiet_node(bencher: Bencher<'_, '_>, rows: usize) {
    let (it, edges) = (of(rows), all_edges());
    let request = || without_texts(it.quiet, &edges);
    bencher.bench(|| suggest(it.graph(), &Usage::of(it.graph()), black_box(request())));
}

#[divan::bench(args = sizes(), sample_count = 10)]
fn suggest_for_the_hub(bencher: Bencher<'_, '_>, rows: usize) {
    let (it, edges) = (of(rows), all_edges());
    let request = || without_texts(it.hub, &edges);
    bencher.bench(|| suggest(it.graph(), &Usage::of(it.graph()), black_box(request())));
}

/// Reads the modification times of all files and builds the timeline.
#[divan::bench(args = sizes(), sample_count = 10)]
fn times_of_everything(bencher: Bencher<'_, '_>, rows: usize) {
    let it = of(rows);
    bencher.bench(|| it.workspace.past());
}

#[divan::bench(args = sizes(), sample_count = 10)]
fn as_of_the_middle_of_the_log(bencher: Bencher<'_, '_>, rows: usize) {
    let it = of(rows);
    bencher.bench(|| it.graph().as_of(&it.past.timeline, black_box(it.middle), NEVER));
}

#[divan::bench(args = sizes(), sample_count = 10)]
fn diff_since_the_middle_of_the_log(bencher: Bencher<'_, '_>, rows: usize) {
    let it = of(rows);
    bencher.bench(|| diff(it.graph(), &it.past.timeline, black_box(it.middle)));
}
