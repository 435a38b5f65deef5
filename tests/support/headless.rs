//! The screen without a terminal: keys in; text, summaries and effects out.
//!
//! Tests see the screen as its text, as the summaries of its parts ([`Screen::says`]), and through the methods here for
//! what all views share. Only this folder names the state behind it.

use super::requests::{Request, requests};
use ratatui::buffer::Buffer;
use refscope::doctor::Report;
use refscope::graph::{Graph, NodeIx};
use refscope::query::{Listing, Trust};
use refscope::sample::unpack_demo;
use refscope::time::Millis;
use refscope::tui::config;
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::tui::headless::{Going, Headless, print};
use refscope::tui::job::Wrote;
use refscope::tui::key;
use refscope::tui::keymap::Keymap;
use refscope::tui::remembered::RememberedFilters;
use refscope::tui::state::{Came, Loading, RelationChoice, Setup, State};
use refscope::tui::summary;
use refscope::tui::symbols::{ASCII, UNICODE};
use refscope::tui::task::{Key, Ticket};
use refscope::tui::theme::{Depth, ThemeChoice};
use refscope::tui::update::{kept, remember, update};
use refscope::workspace::watch::WatchSetting;
use refscope::workspace::{Changes, Workspace};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// 2026-05-16T00:00:00Z, so that no test depends on the current date.
const NOW: Millis = 1_778_889_600_000;

/// A screen of 80 columns and 24 rows without a terminal.
pub(crate) struct Screen {
    headless: Headless,
    /// Whether the program was quit.
    pub(crate) is_over: bool,
    /// Temporary folder owned by the screen, removed with it.
    folder: Option<tempfile::TempDir>,
}

impl Screen {
    /// A screen before anything is loaded.
    pub(crate) fn before_loading(root: &Path) -> Self {
        let loaded = config::load(None);
        let setup = Setup {
            keymap: loaded.keymap,
            themes: loaded.themes,
            choice: ThemeChoice::Auto,
            depth: Depth::TrueColor,
            brightness: None,
            asks_background: false,
            symbols: &UNICODE,
            mouse: true,
            watch: WatchSetting::Off,
            actor: "tui".to_owned(),
            consent: config::Consent::default(),
            folder: None,
            config_errors: loaded.config_errors,
        };
        let state = State::new(root.to_owned(), "here".to_owned(), (80, 24), NOW, setup);
        Self { headless: Headless::new(state), is_over: false, folder: None }
    }

    /// A screen on a folder, with everything loaded.
    pub(crate) fn on(root: &Path) -> Self {
        let mut screen = Self::before_loading(root);
        screen.headless.load().unwrap();
        screen
    }

    /// A screen on the demo.
    pub(crate) fn demo() -> Self {
        let folder = tempfile::tempdir().unwrap();
        unpack_demo(folder.path()).unwrap();
        let screen = Self::on(folder.path());
        Self { folder: Some(folder), ..screen }
    }

    /// A screen on a graph without files.
    pub(crate) fn of(graph: Graph) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace { graph: Arc::new(graph), ..Workspace::load(folder.path()).unwrap() };
        let mut screen = Self::of_workspace(workspace);
        screen.folder = Some(folder);
        screen
    }

    /// A screen on a workspace that is loaded already.
    pub(crate) fn of_workspace(workspace: Workspace) -> Self {
        let mut screen = Self::before_loading(&workspace.root);
        screen.happen(Event::Loaded(Arc::new(workspace)));
        screen
    }

    /// Changes the size.
    pub(crate) fn size(mut self, width: u16, height: u16) -> Self {
        self.happen(Event::Resized(width, height));
        self
    }

    /// Presses keys in the notation of the keymap.
    pub(crate) fn keys(mut self, keys: &str) -> Self {
        self.press(keys);
        self
    }

    /// Presses keys and runs all requested effects at once.
    pub(crate) fn press(&mut self, keys: &str) {
        self.is_over = self.headless.press(&key::sequence(keys).unwrap()) == Going::Over;
    }

    /// Handles an event and runs all requested effects at once.
    pub(crate) fn happen(&mut self, event: Event) {
        self.is_over = self.headless.happen(event) == Going::Over;
    }

    /// Presses one key and returns the requested effects without running them.
    pub(crate) fn asked_by(&mut self, key: &str) -> Vec<Effect> {
        let keys = key::sequence(key).unwrap();
        assert_eq!(keys.len(), 1, "{key}");
        update(&mut self.headless.state, Event::KeyPressed(keys[0]))
    }

    /// Handles an event and returns the requested effects without running them.
    pub(crate) fn asked_after(&mut self, event: Event) -> Vec<Effect> {
        update(&mut self.headless.state, event)
    }

    /// Runs the requested work, and what follows from it, and delivers the answers in order.
    pub(crate) fn run(&mut self, effects: Vec<Effect>) {
        for request in requests(effects) {
            self.answer(request);
        }
    }

    /// Runs requested work, delivers the answer, and runs all effects requested after that.
    pub(crate) fn answer(&mut self, request: Request) {
        let answered = request.answered(self.now());
        self.happen(answered);
    }

    /// Runs requested work, delivers the answer, and returns the effects requested after that without running them.
    pub(crate) fn asked_after_answer(&mut self, request: Request) -> Vec<Effect> {
        let answered = request.answered(self.now());
        self.asked_after(answered)
    }

    /// Runs a requested search and delivers only its first nodes; [`Screen::answer_fully`] delivers all.
    pub(crate) fn answer_partly(&mut self, request: Request, first: usize) -> SearchAnswer {
        let (ticket, mut delivery) = request.delivered(self.now());
        let part: &mut Listing = delivery.result_mut().expect("a list");
        let all = part.nodes.split_off(first);
        let answer = SearchAnswer { nodes: first + all.len(), total: part.total, ticket };
        (part.is_partial, delivery.is_partial) = (true, true);
        self.happen(Event::Finished(ticket, delivery));
        answer
    }

    /// Delivers all nodes of a search of which only the first were delivered. `twin` is the same search of another screen.
    pub(crate) fn answer_fully(&mut self, search: &SearchAnswer, twin: Request) {
        let (_, delivery) = twin.delivered(self.now());
        self.happen(Event::Finished(search.ticket, delivery));
    }

    /// Writes the requested rows, but reports that the last of them failed; returns the id of its source.
    pub(crate) fn answer_without_last_row(&mut self, request: Request, problem: &str) -> String {
        let (ticket, mut delivery) = request.delivered(self.now());
        let Some(Wrote::Added { rows, problem: reported }) = delivery.result_mut() else { panic!("nothing is added") };
        let last = rows.pop().unwrap();
        *reported = Some(problem.to_owned());
        self.happen(Event::Finished(ticket, delivery));
        last.row.from.into_owned()
    }

    /// Presses one key and runs the requested work, and what follows from it, except one kind.
    pub(crate) fn press_without(&mut self, left_out: &str, key: &str) {
        let mut waiting = requests(self.asked_by(key));
        while let Some(request) = waiting.pop() {
            if request.what() != left_out {
                waiting.extend(requests(self.asked_after_answer(request)));
            }
        }
    }

    /// Whether requested work of a kind is unanswered.
    pub(crate) fn is_waiting_for(&self, what: &'static str) -> bool {
        self.state().tasks.is_waiting(Key(what))
    }

    /// Loads the workspace, or loads it again.
    pub(crate) fn load(&mut self) {
        self.headless.load().unwrap();
    }

    /// The event that results from looking at changed files.
    pub(crate) fn look(&mut self, changes: &Changes) -> Option<Event> {
        self.headless.look(changes).unwrap()
    }

    /// What a part of the screen says about itself.
    pub(crate) fn summary(&self, part: &str) -> Value {
        summary::of(self.state(), part)
    }

    /// One value of the summary of a part, such as `draft/focus` of `link`.
    #[track_caller]
    pub(crate) fn says(&self, part: &str, path: &str) -> Value {
        let summary = self.summary(part);
        let said = summary.pointer(&format!("/{path}"));
        said.unwrap_or_else(|| panic!("{part} says nothing about {path}: {summary:#}")).clone()
    }

    /// One value of the summary of a part, which is a list of texts.
    #[track_caller]
    pub(crate) fn lists(&self, part: &str, path: &str) -> Vec<String> {
        texts(&self.says(part, path))
    }

    /// One value of the summary of a part, which is a number of rows or their index.
    #[track_caller]
    pub(crate) fn counts(&self, part: &str, path: &str) -> usize {
        let said = self.says(part, path);
        let count = said.as_u64().unwrap_or_else(|| panic!("{path} of {part} is not a number: {said}"));
        usize::try_from(count).unwrap()
    }

    /// The name of the view.
    pub(crate) fn view(&self) -> &'static str {
        self.state().view.about().name
    }

    /// The keymap context of the focused pane.
    pub(crate) fn focused(&self) -> &'static str {
        self.state().pane_context().name()
    }

    /// The name of the open overlay.
    pub(crate) fn overlay(&self) -> Option<&'static str> {
        self.state().overlay.map(|overlay| overlay.name())
    }

    /// Whether the search line of the focused pane has the focus.
    pub(crate) fn is_typing(&self) -> bool {
        self.state().typing
    }

    /// The folder of the workspace.
    pub(crate) fn root(&self) -> &Path {
        &self.state().root
    }

    /// The graph that is shown.
    pub(crate) fn graph(&self) -> &Arc<Graph> {
        &self.state().session.graph
    }

    /// The current time.
    pub(crate) fn now(&self) -> Millis {
        self.state().session.clock.now
    }

    /// Confidence threshold and decay of edges.
    pub(crate) fn trust(&self) -> Trust {
        self.state().session.trust()
    }

    /// The doctor's report, once it is done.
    pub(crate) fn report(&self) -> Option<&Report> {
        self.state().session.checks.report.as_deref()
    }

    pub(crate) fn keymap(&self) -> &Keymap {
        &self.state().setup.keymap
    }

    /// Progress of loading in words.
    pub(crate) fn loading(&self) -> String {
        match &self.state().session.loading {
            Loading::Reading { files, rows } => format!("reading {files} files, {rows} rows"),
            Loading::Done => "done".to_owned(),
            Loading::Failed(error) => format!("failed: {error}"),
        }
    }

    /// The filters for edges.
    pub(crate) fn filters(&self) -> Value {
        let filters = &self.state().session.filters;
        json!({
            "direction": filters.direction.name(),
            "relations": filters.relations,
            "depth": filters.depth,
            "implicit": filters.implicit == refscope::query::Implicit::Kept,
            "retracted": filters.retracted == refscope::query::Retracted::Shown,
            "confidence": filters.confidence,
            "lens": filters.lens,
        })
    }

    /// The ids of the marked nodes, in the order of the graph.
    pub(crate) fn marks(&self) -> Vec<String> {
        self.state().session.marks.nodes.iter().map(|node| self.id(*node)).collect()
    }

    /// The ids of the nodes of the highlighted impact, sorted.
    pub(crate) fn lit(&self) -> Option<Vec<String>> {
        let lit = self.state().lit.as_ref()?;
        let nodes = lit.light.iter().flat_map(|light| light.weights.keys());
        let mut ids: Vec<_> = nodes.map(|node| self.id(*node)).collect();
        ids.sort();
        Some(ids)
    }

    /// Whether the screen shows the past.
    pub(crate) fn is_in_past(&self) -> bool {
        self.state().session.past.is_some()
    }

    /// The time in the past that was stepped to.
    pub(crate) fn time_in_past(&self) -> Option<Millis> {
        self.state().session.past.as_ref().and_then(|past| past.at)
    }

    /// The graph as it is now, while the screen shows the past.
    pub(crate) fn present(&self) -> &Graph {
        &self.state().session.past.as_ref().expect("the past is not shown").present.graph
    }

    /// Whether changes since a time are marked.
    pub(crate) fn marks_changes(&self) -> bool {
        self.state().session.since.is_some()
    }

    /// Why a node is marked as new, if it is.
    pub(crate) fn came(&self, id: &str) -> Option<&'static str> {
        self.state().came(self.node(id)).map(|came| match came {
            Came::Itself => "itself",
            Came::Touched => "touched",
        })
    }

    /// The edges that just arrived and the nodes marked with them, sorted.
    pub(crate) fn recent(&self) -> (Vec<String>, Vec<String>) {
        let (graph, recent) = (self.graph(), &self.state().recent);
        let edges = graph.edges().filter(|edge| recent.has_edge(edge.ix()));
        let edges = edges.map(|edge| format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id()));
        let nodes = graph.nodes().filter(|node| recent.has_node(node.ix())).map(|node| node.id().to_owned());
        let (mut edges, mut nodes): (Vec<_>, Vec<_>) = (edges.collect(), nodes.collect());
        edges.sort();
        nodes.sort();
        (edges, nodes)
    }

    /// The filters and the node to restore in the next session.
    pub(crate) fn kept(&self) -> RememberedFilters {
        kept(self.state())
    }

    /// Restores the filters and the node of the last session.
    pub(crate) fn remember(&mut self, kept: &RememberedFilters) {
        remember(&mut self.headless.state, kept);
    }

    /// Saves what the open share dialog offers in a format, and returns the text.
    pub(crate) fn saved_as(&mut self, format: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        self.headless.state.setup.folder = Some(folder.path().to_owned());
        let item = format!("save {format}");
        let row = self.lists("share", "items").iter().position(|one| *one == item).unwrap();
        self.press(&"j".repeat(row));
        self.press("<enter>");
        let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap_or_else(|| panic!("{}", self.toast()));
        std::fs::read_to_string(file.unwrap().path()).unwrap()
    }

    /// Sets the size without an event, as if it was so when everything else happened.
    pub(crate) fn set_size(&mut self, width: u16, height: u16) {
        self.headless.state.size = (width, height);
    }

    /// Draws with ASCII symbols from now on.
    pub(crate) fn use_ascii(&mut self) {
        self.headless.state.setup.symbols = &ASCII;
    }

    /// Removes the toast, which covers the hints of the footer.
    pub(crate) fn clear_toast(&mut self) {
        self.headless.state.toast = None;
    }

    /// Selects a node as soon as it exists.
    pub(crate) fn want(&mut self, address: &str) {
        self.headless.state.session.wanted = Some(address.to_owned());
    }

    /// Treats a time as current, whatever the clock says.
    pub(crate) fn fix_now(&mut self, now: Millis) {
        self.headless.state.session.clock.asked = Some(now);
    }

    /// Goes to a time once loading is done.
    pub(crate) fn open_at(&mut self, time: Millis) {
        self.headless.state.opens_at = Some(time);
    }

    /// Filters edges by relation in all views but Lineage.
    pub(crate) fn keep_only(&mut self, relations: &[&str]) {
        let names = relations.iter().map(|name| (*name).to_owned()).collect();
        self.headless.state.session.filters.relations = RelationChoice::Only(names);
    }

    fn state(&self) -> &State {
        &self.headless.state
    }

    /// Requested effects that only a terminal can run, oldest first.
    pub(crate) fn asked(&self) -> &[Effect] {
        &self.headless.asked
    }

    pub(crate) fn node(&self, id: &str) -> NodeIx {
        self.graph().find(id).unwrap_or_else(|| panic!("no node {id}")).ix()
    }

    fn id(&self, node: NodeIx) -> String {
        self.graph().node(node).address().into_owned()
    }

    /// The id of the current node.
    pub(crate) fn current(&self) -> String {
        self.state().session.current.map(|node| self.id(node)).unwrap_or_default()
    }

    /// The id of the node selected in the focused pane.
    pub(crate) fn selected(&self) -> String {
        self.state().selected().map(|node| self.id(node)).unwrap_or_default()
    }

    /// The ids of the listed nodes, in order.
    pub(crate) fn listed(&self) -> Vec<String> {
        self.lists("list", "nodes")
    }

    /// The id of the node in the selected row of the list.
    pub(crate) fn listed_at_cursor(&self) -> String {
        self.listed()[self.counts("list", "cursor")].clone()
    }

    /// The rows of the neighbourhood: groups as `> relation shown/total` or `< …`, nodes by id, indented.
    pub(crate) fn outline(&self) -> Vec<String> {
        let rows = self.says("neighbourhood", "rows");
        let line = |row: &Value| {
            let (shown, total) = (&row["shown"], &row["total"]);
            let words = match (row["relation"].as_str(), row["node"].as_str()) {
                (Some(relation), _) => {
                    let arrow = if row["direction"] == "out" { '>' } else { '<' };
                    format!("{arrow} {relation} {shown}/{total}")
                }
                (None, Some(node)) => format!("{node}{}", if row["is_cycle"] == true { " again" } else { "" }),
                (None, None) => format!("{shown} of {total}"),
            };
            let sign = if row["fold"] == "closed" { "+" } else { "" };
            format!("{}{sign}{words}", indented(row))
        };
        rows.as_array().unwrap().iter().map(line).collect()
    }

    /// The selected row of the neighbourhood.
    pub(crate) fn outline_row(&self) -> String {
        self.outline().get(self.counts("neighbourhood", "cursor")).cloned().unwrap_or_default()
    }

    /// The rows of the tree, indented.
    pub(crate) fn tree(&self) -> Vec<String> {
        let rows = self.says("tree", "rows");
        let line = |row: &Value| format!("{}{}", indented(row), row["label"].as_str().unwrap());
        rows.as_array().into_iter().flatten().map(line).collect()
    }

    /// The selected row of the tree.
    pub(crate) fn tree_row(&self) -> String {
        self.tree().get(self.counts("tree", "cursor")).map(|row| row.trim().to_owned()).unwrap_or_default()
    }

    /// The ids of the lineage's nodes with their distances, nearest first.
    pub(crate) fn lineage(&self) -> Vec<(String, i32)> {
        let found = self.says("lineage", "found");
        let node = |node: &Value| {
            let distance = node["distance"].as_i64().unwrap();
            (node["node"].as_str().unwrap().to_owned(), i32::try_from(distance).unwrap())
        };
        let mut nodes: Vec<_> = found["nodes"].as_array().into_iter().flatten().map(node).collect();
        nodes.sort_by_key(|(id, distance)| (distance.abs(), *distance, id.clone()));
        nodes
    }

    /// The toast, or an empty string.
    pub(crate) fn toast(&self) -> &str {
        self.state().toast.as_ref().map_or("", |toast| &toast.text)
    }

    /// The cells of the screen.
    pub(crate) fn cells(&self) -> Buffer {
        self.headless.screen()
    }

    /// The screen as text.
    pub(crate) fn text(&self) -> String {
        print::text(&self.cells())
    }

    /// The column and row of the first occurrence of a text on the screen.
    pub(crate) fn cell_of(&self, words: &str) -> (u16, u16) {
        let text = self.text();
        let mut places = text.lines().enumerate().filter_map(|(y, line)| Some((line.find(words)?, y, line)));
        let (at, y, line) = places.next().unwrap_or_else(|| panic!("{words:?} is not on the screen:\n{text}"));
        (u16::try_from(line[..at].chars().count()).unwrap(), u16::try_from(y).unwrap())
    }

    /// Clicks on a text.
    pub(crate) fn click(&mut self, words: &str) {
        let (x, y) = self.cell_of(words);
        self.happen(Event::Clicked(x, y));
    }
}

/// The answer to a search of which only the first nodes were delivered.
pub(crate) struct SearchAnswer {
    /// Number of nodes in the whole answer.
    pub(crate) nodes: usize,
    /// Number of nodes in the graph.
    pub(crate) total: usize,
    ticket: Ticket,
}

/// A list of texts.
#[track_caller]
pub(crate) fn texts(value: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{value} is not a text")).to_owned();
    value.as_array().unwrap_or_else(|| panic!("{value} is not a list")).iter().map(text).collect()
}

/// The indentation of a row.
fn indented(row: &Value) -> String {
    " ".repeat(usize::try_from(row["depth"].as_u64().unwrap()).unwrap())
}
