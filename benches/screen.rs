//! Cost of a key in the terminal UI, on a generated workspace of 10,000 nodes and 100,000 rows, at 200×50.
//!
//! Prints a table of whole steps: the longest turn of the main loop (update and draw), the longest task on a worker, and
//! the bytes sent; then a table for opening large neighbourhoods and lineages, compared with reading them; then the
//! individual benchmarks. Compare numbers as ratios within one run: `fill_every_cell` is the cost of drawing a full
//! screen, `read_every_node` that of visiting every node.
//!
//! Another size: `REFSCOPE_BENCH_NODES=100000 REFSCOPE_BENCH_ROWS=1000000 cargo bench --bench screen`. Another
//! workspace: `REFSCOPE_BENCH_WORKSPACE=/tmp/big`; to start at another node than its hub, `REFSCOPE_BENCH_NODE=id`.
//! Without the tables, for counting instructions: `REFSCOPE_BENCH_PASSES=0`.

#[path = "support/ratio.rs"]
mod ratio;

use divan::{Bencher, black_box};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Style;
use ratio::timed;
use refscope::graph::{Direction, Node};
use refscope::sample::{Size, generate};
use refscope::tui::config;
use refscope::tui::effect::Effect;
use refscope::tui::event::{Event, Wake};
use refscope::tui::headless::wire::Wire;
use refscope::tui::key;
use refscope::tui::state::{Setup, State};
use refscope::tui::symbols::UNICODE;
use refscope::tui::task::Task;
use refscope::tui::theme::{Depth, ThemeChoice};
use refscope::tui::update::update;
use refscope::workspace::Workspace;
use refscope::workspace::watch::WatchSetting;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const SEED: u64 = 1;
const SCREEN: (u16, u16) = (200, 50);
/// 2026-02-01T00:00:00.000Z.
const NOW: i64 = 1_769_904_000_000;

struct Bench {
    root: PathBuf,
    workspace: Arc<Workspace>,
    /// The node with the most edges.
    hub: String,
    /// The node with the most `led-to` edges.
    origin: String,
    /// Removed at the end.
    _folder: Option<TempDir>,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let (root, folder) = if let Some(root) = std::env::var_os("REFSCOPE_BENCH_WORKSPACE") {
        (PathBuf::from(root), None)
    } else {
        let folder = tempfile::tempdir().expect("a folder for the generated workspace");
        let nodes = from_environment("REFSCOPE_BENCH_NODES", 10_000);
        let rows = from_environment("REFSCOPE_BENCH_ROWS", 100_000);
        let size = Size { artifacts: nodes, rows, body_bytes: 200 };
        generate(folder.path(), size, SEED).expect("a generated workspace");
        (folder.path().to_owned(), Some(folder))
    };
    let workspace = Arc::new(Workspace::load(&root).unwrap());
    let graph = &workspace.graph;
    let sides = |node: &Node<'_>| node.degree(Direction::Out) + node.degree(Direction::In);
    let effects = |node: &Node<'_>| {
        node.edges(Direction::Out).iter().filter(|edge| graph.edge(**edge).relation() == "led-to").count()
    };
    let wanted = std::env::var("REFSCOPE_BENCH_NODE").ok();
    let most = |count: &dyn Fn(&Node<'_>) -> usize| {
        let node = graph.nodes().filter(|node| !node.is_missing()).max_by_key(count).expect("a node");
        wanted.clone().unwrap_or_else(|| node.id().to_owned())
    };
    let (hub, origin) = (most(&sides), most(&effects));
    Bench { root, workspace, hub, origin, _folder: folder }
});

fn from_environment(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

fn main() {
    LazyLock::force(&BENCH);
    let passes = from_environment("REFSCOPE_BENCH_PASSES", 3);
    if passes > 0 && std::env::args().any(|arg| arg == "--bench") {
        steps(passes);
        openings();
    }
    divan::main();
}

/// A screen that does what the runtime does, one turn of the main loop at a time.
struct Stage {
    state: State,
    wire: Wire,
}

/// The cost of a step.
#[derive(Default)]
struct Cost {
    /// The turns of the main loop: one update and one draw each.
    turns: Vec<Duration>,
    tasks: Vec<Duration>,
    /// Bytes sent by the first draw.
    at_once: usize,
    /// Bytes sent by all further draws.
    later: usize,
}

impl Cost {
    /// Merges a repetition of the same step: keeps the minimum of each turn and task. Steps are deterministic.
    fn again(&mut self, other: &Self) {
        let best = |times: &mut Vec<Duration>, others: &[Duration]| {
            times.iter_mut().zip(others).for_each(|(time, other)| *time = (*time).min(*other));
        };
        best(&mut self.turns, &other.turns);
        best(&mut self.tasks, &other.tasks);
    }
}

impl Stage {
    /// Before anything is loaded.
    fn empty() -> Self {
        Self::before(&BENCH.root)
    }

    fn before(root: &Path) -> Self {
        let loaded = config::load(None);
        let setup = Setup {
            keymap: loaded.keymap,
            themes: loaded.themes,
            choice: ThemeChoice::from_name("dark"),
            depth: Depth::TrueColor,
            brightness: None,
            asks_background: false,
            symbols: &UNICODE,
            mouse: false,
            watch: WatchSetting::Off,
            actor: "tui".to_owned(),
            consent: config::Consent::default(),
            folder: None,
            config_errors: Vec::new(),
        };
        let state = State::new(root.to_owned(), "bench".to_owned(), SCREEN, NOW, setup);
        Self { state, wire: Wire::new(SCREEN).expect("a wire") }
    }

    /// With everything loaded.
    fn new() -> Self {
        let mut stage = Self::empty();
        stage.step(Event::Loaded(Arc::clone(&BENCH.workspace)));
        stage
    }

    /// With everything loaded and a node selected.
    fn at(node: &str) -> Self {
        let mut stage = Self::empty();
        stage.state.session.wanted = Some(node.to_owned());
        stage.step(Event::Loaded(Arc::clone(&BENCH.workspace)));
        stage
    }

    /// With a workspace that was made for a bench, and its node `n0` or another one selected.
    fn on(made: &Made, node: usize) -> Self {
        let mut stage = Self::before(made.folder.path());
        stage.state.session.wanted = Some(format!("n{node}"));
        stage.step(Event::Loaded(Arc::clone(&made.workspace)));
        stage
    }

    /// Processes an event and everything that follows from it.
    fn step(&mut self, event: Event) -> Cost {
        let mut cost = Cost::default();
        let mut waiting = VecDeque::from([event]);
        let mut is_first = true;
        while let Some(event) = waiting.pop_front() {
            let started = Instant::now();
            let effects = update(&mut self.state, event);
            let bytes = self.draw();
            cost.turns.push(started.elapsed());
            *(if is_first { &mut cost.at_once } else { &mut cost.later }) += bytes;
            is_first = false;
            for effect in effects {
                match effect {
                    Effect::Run(task) => {
                        let (started, ticket) = (Instant::now(), task.ticket);
                        let delivery = task.run(0, &|| false);
                        cost.tasks.push(started.elapsed());
                        waiting.extend(delivery.map(|delivery| Event::Finished(ticket, delivery)));
                    }
                    Effect::Wake(Wake::Rest, _) => waiting.push_back(Event::Woke(Wake::Rest)),
                    _ => {}
                }
            }
        }
        cost
    }

    /// Presses keys as one step.
    fn press(&mut self, keys: &str) -> Cost {
        let mut all = Cost::default();
        for key in key::sequence(keys).expect("keys") {
            let cost = self.step(Event::KeyPressed(key));
            all.turns.extend(cost.turns);
            all.tasks.extend(cost.tasks);
            all.at_once = all.at_once.max(cost.at_once);
            all.later = all.later.max(cost.later);
        }
        all
    }

    /// Applies keys and returns their effects.
    fn turn(&mut self, keys: &str) -> Vec<Effect> {
        let keys = key::sequence(keys).expect("keys");
        keys.into_iter().flat_map(|key| update(&mut self.state, Event::KeyPressed(key))).collect()
    }

    fn draw(&mut self) -> usize {
        self.wire.draw(&self.state).expect("memory")
    }
}

/// The first task among effects.
fn task(effects: Vec<Effect>) -> Task {
    let mut tasks = effects.into_iter().filter_map(|effect| match effect {
        Effect::Run(task) => Some(task),
        _ => None,
    });
    tasks.next().expect("a task")
}

/// Goes through every view several times and prints the slowest turn and task of each step, each at its minimum over all
/// passes, because other processes may interrupt any of them.
fn steps(passes: usize) {
    let graph = &BENCH.workspace.graph;
    let (nodes, edges) = (graph.node_count(), graph.edge_count());
    println!("{nodes} nodes, {edges} edges, hub {}, origin {}", BENCH.hub, BENCH.origin);
    println!("{:<36}{:>10}{:>10}{:>16}{:>14}", "step", "turn ms", "task ms", "bytes at once", "bytes later");
    let mut best = walk();
    for _ in 1..passes {
        for ((_, best), (_, cost)) in best.iter_mut().zip(walk()) {
            best.again(&cost);
        }
    }
    for (name, cost) in best {
        let slowest = |times: &[Duration]| times.iter().max().map_or(0.0, |time| time.as_secs_f64() * 1e3);
        let (turn, task) = (slowest(&cost.turns), slowest(&cost.tasks));
        println!("{name:<36}{turn:>10.2}{task:>10.2}{:>16}{:>14}", cost.at_once, cost.later);
    }
    println!();
}

fn walk() -> Vec<(&'static str, Cost)> {
    let mut stage = Stage::empty();
    let started = Instant::now();
    let at_once = stage.draw();
    let mut costs = vec![("first frame", Cost { turns: vec![started.elapsed()], at_once, ..Cost::default() })];
    stage.state.session.wanted = Some(BENCH.hub.clone());
    // A separate workspace, so that the cost of dropping it is included.
    let early = Workspace::load(&BENCH.root).unwrap();
    costs.push(("nodes loaded", stage.step(Event::NodesLoaded(Arc::new(early)))));
    costs.push(("loaded", stage.step(Event::Loaded(Arc::clone(&BENCH.workspace)))));
    for (name, keys) in [
        ("list: 60 × j", "j".repeat(60)),
        ("list: page down, end, start", "<pagedown>Ggg".to_owned()),
        ("search: cache 12", "/cache 12".to_owned()),
        ("search: cleared", "<esc>".to_owned()),
        ("sort: id, degree, recent, relevance", "ssss".to_owned()),
        ("filters: d, i, c, +, -", "dddiic+-".to_owned()),
        ("relations: open, off, on, all but", "r<space><space>x<esc>X".to_owned()),
        ("hub: its neighbourhood", format!("/<ctrl-u>{}<enter><enter>", BENCH.hub)),
        ("hub: 60 × j", "j".repeat(60)),
        ("hub: more, twice", "G<enter>G<enter>".to_owned()),
        ("hub: depth 3", "++".to_owned()),
        ("lineage", format!("X1/<ctrl-u>{}<enter>t", BENCH.origin)),
        ("lineage: 60 × j, l, h", format!("{}lhlh", "j".repeat(60))),
        ("lineage: as a list, end, start", "wGggw".to_owned()),
        ("lineage: depth, orient, direction", "-+Oddd".to_owned()),
        ("lineage: relations", "r<space><space><esc>X".to_owned()),
        ("map", "4".to_owned()),
        ("map: 20 × l, zoom, arrange", format!("{}]][[w", "l".repeat(20))),
        ("tree", "3".to_owned()),
        ("tree: 60 × j, open, close", format!("{}hlhl", "j".repeat(60))),
        ("tree: search", "/cache<esc>".to_owned()),
        ("findings", "5".to_owned()),
        ("findings: 60 × j, end", format!("{}G", "j".repeat(60))),
        ("findings: search", "/cache<esc>".to_owned()),
        ("back ten times", "b".repeat(10)),
        ("help, palette", "?<esc>:theme<esc>".to_owned()),
    ] {
        costs.push((name, stage.press(&keys)));
    }
    costs
}

/// A workspace in the shape of a tree.
struct Made {
    folder: TempDir,
    workspace: Arc<Workspace>,
}

impl Made {
    /// Nodes `n0` to `n{count}`; all but the first are the effect of an earlier one.
    fn new(count: usize, cause: impl Fn(usize) -> usize) -> Self {
        let (mut nodes, mut edges) = (r#"{"id": "n0", "layer": "code"}"#.to_owned(), String::new());
        for effect in 1..=count {
            let (cause, comma) = (cause(effect), if effect > 1 { "," } else { "" });
            write!(nodes, r#", {{"id": "n{effect}", "layer": "code"}}"#).expect("memory");
            write!(edges, r#"{comma} {{"source": "n{cause}", "target": "n{effect}", "kind": "caused"}}"#)
                .expect("memory");
        }
        let folder = tempfile::tempdir().expect("a folder for the workspace");
        let text = format!(r#"{{"repo": "made", "nodes": [{nodes}], "edges": [{edges}]}}"#);
        fs::write(folder.path().join("made.causal.json"), text).expect("room for a file");
        let workspace = Arc::new(Workspace::load(folder.path()).expect("no settings"));
        assert_eq!(workspace.graph.edge_count(), count, "all edges are read");
        Self { folder, workspace }
    }

    /// Reads the far end of every edge and does nothing else.
    fn read_every_edge(&self) -> usize {
        let edges = self.workspace.graph.edges();
        edges.map(|edge| edge.other(edge.from().ix()).index()).fold(0, usize::wrapping_add)
    }
}

/// A node with 50,000 neighbours.
static FAN: LazyLock<Made> = LazyLock::new(|| Made::new(50_000, |_| 0));
/// A lineage of 10,000 nodes, each the effect of the previous one.
static CHAIN: LazyLock<Made> = LazyLock::new(|| Made::new(10_000, |effect| effect - 1));
/// A lineage of 10,000 nodes, most of which have two or three effects.
static BUSH: LazyLock<Made> = LazyLock::new(|| Made::new(10_000, |effect| effect * 2 / 5));

/// The openings: name, workspace, selected node and key.
const OPENINGS: [(&str, &LazyLock<Made>, usize, &str); 4] = [
    ("neighbourhood of 50,000", &FAN, 1, "<enter>"),
    ("lineage of a hub of 50,000", &FAN, 0, "t"),
    ("lineage of 10,000, a chain", &CHAIN, 0, "t"),
    ("lineage of 10,000, a bush", &BUSH, 0, "t"),
];

/// A stage on which the key opens it.
fn before_opening((_, made, from, keys): (&str, &LazyLock<Made>, usize, &str)) -> Stage {
    let mut stage = Stage::on(made, from);
    if keys == "<enter>" {
        // Focuses the neighbourhood, where the neighbour to go to is selected.
        stage.press("<enter>");
    }
    stage
}

/// Times from the key to the complete frame, including tasks.
fn openings() {
    let opened = |which: usize| {
        let mut stage = before_opening(OPENINGS[which]);
        timed(|| stage.press(OPENINGS[which].3))
    };
    ratio::print(
        "opening large views",
        from_environment("REFSCOPE_BENCH_ROUNDS", 10),
        &mut [
            ("read_every_edge of 50,000", &mut || timed(|| black_box(FAN.read_every_edge()))),
            (OPENINGS[0].0, &mut || opened(0)),
            (OPENINGS[1].0, &mut || opened(1)),
            (OPENINGS[2].0, &mut || opened(2)),
            (OPENINGS[3].0, &mut || opened(3)),
        ],
    );
}

#[divan::bench(args = 0..OPENINGS.len(), sample_count = 10)]
fn opening(bencher: Bencher<'_, '_>, which: usize) {
    let ready = || before_opening(OPENINGS[which]);
    bencher.with_inputs(ready).bench_local_values(|mut stage| stage.press(OPENINGS[which].3));
}

/// The baseline for drawing: every cell of the screen changes.
#[divan::bench]
fn fill_every_cell(bencher: Bencher<'_, '_>) {
    let (width, height) = SCREEN;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    let texts = ["abcdefghij".repeat(20), "0123456789".repeat(20)];
    let mut frames = 0;
    bencher.bench_local(|| {
        frames += 1;
        let fill = |frame: &mut ratatui::Frame<'_>| {
            for y in 0..height {
                frame.buffer_mut().set_string(0, y, &texts[frames % 2], Style::new());
            }
        };
        terminal.draw(fill).expect("memory");
    });
}

/// The baseline for searching: scans id and title of every node once.
#[divan::bench]
fn read_every_node() -> usize {
    let matches = |text: &str| text.bytes().filter(|byte| *byte == b'c').count();
    BENCH.workspace.graph.nodes().map(|node| matches(node.id()) + matches(node.title())).sum()
}

#[divan::bench]
fn first_frame(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(Stage::empty).bench_local_values(|mut stage| stage.draw());
}

#[divan::bench]
fn redraw_without_change(bencher: Bencher<'_, '_>) {
    let mut stage = Stage::at(&BENCH.hub);
    bencher.bench_local(|| stage.draw());
}

/// A held key: the selection moves, the other panes wait.
#[divan::bench]
fn list_key(bencher: Bencher<'_, '_>) {
    let mut stage = Stage::new();
    let mut way = "j";
    bencher.bench_local(|| {
        let effects = stage.turn(way);
        if effects.is_empty() {
            way = if way == "j" { "k" } else { "j" };
        }
        stage.draw()
    });
}

/// The main loop's share of a typed character; the search itself is a task.
#[divan::bench]
fn search_character(bencher: Bencher<'_, '_>) {
    let mut stage = Stage::new();
    stage.turn("/");
    bencher.bench_local(|| {
        let effects = stage.turn("c<backspace>");
        (effects, stage.draw())
    });
}

#[divan::bench(args = ["c", "cache", "cache 12"])]
fn search_task(bencher: Bencher<'_, '_>, typed: &str) {
    let mut stage = Stage::new();
    let wanted = |stage: &mut Stage| {
        // A different search comes first; otherwise the last result would only be narrowed.
        let other = task(stage.turn("/<ctrl-u>z").into_iter().rev().collect());
        other.run(0, &|| false);
        stage.turn("<ctrl-u>");
        let asked = stage.turn(typed);
        task(asked.into_iter().rev().collect())
    };
    bencher.with_inputs(|| wanted(&mut stage)).bench_local_values(|task| black_box(task).run(0, &|| false));
}

#[divan::bench]
fn open_hub_task(bencher: Bencher<'_, '_>) {
    let mut stage = Stage::at(&BENCH.hub);
    // Every filter requests the neighbourhood again; after three presses the direction is "both" again.
    let both_ways = |stage: &mut Stage| task(stage.turn("ddd").into_iter().rev().collect());
    bencher.with_inputs(|| both_ways(&mut stage)).bench_local_values(|task| task.run(0, &|| false));
}

/// A held key in the neighbourhood of a hub.
#[divan::bench]
fn hub_key(bencher: Bencher<'_, '_>) {
    let mut stage = Stage::at(&BENCH.hub);
    stage.press("<enter>");
    let mut way = "j";
    let mut count = 0;
    bencher.bench_local(|| {
        count += 1;
        if count % 50 == 0 {
            way = if way == "j" { "k" } else { "j" };
        }
        stage.turn(way);
        stage.draw()
    });
}

#[divan::bench(sample_count = 20)]
fn lineage_task(bencher: Bencher<'_, '_>) {
    let mut stage = Stage::at(&BENCH.origin);
    bencher.with_inputs(|| task(stage.turn("t"))).bench_local_values(|task| task.run(0, &|| false));
}

#[divan::bench(sample_count = 20)]
fn map_task(bencher: Bencher<'_, '_>) {
    let mut stage = Stage::at(&BENCH.hub);
    stage.press("4");
    bencher.with_inputs(|| task(stage.turn("<enter>"))).bench_local_values(|task| task.run(0, &|| false));
}
