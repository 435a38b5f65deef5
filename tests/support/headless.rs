//! The screen without a terminal: keys in; state, effects and text out.

use refscope::graph::{Graph, NodeIx};
use refscope::query::{Fold, NeighbourhoodItem};
use refscope::sample::unpack_demo;
use refscope::time::Millis;
use refscope::tui::config;
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::tui::headless::{Going, Headless, print};
use refscope::tui::job::TreeItem;
use refscope::tui::key;
use refscope::tui::state::{Setup, State};
use refscope::tui::symbols::UNICODE;
use refscope::tui::theme::{Depth, ThemeChoice};
use refscope::tui::update::update;
use refscope::workspace::Workspace;
use refscope::workspace::watch::WatchSetting;
use std::path::Path;
use std::sync::Arc;

/// 2026-05-16T00:00:00Z, so that no test depends on the current date.
const NOW: Millis = 1_778_889_600_000;

/// A screen of 80 columns and 24 rows without a terminal.
pub(crate) struct Screen {
    pub(crate) headless: Headless,
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
        let mut screen = Self::before_loading(folder.path());
        let workspace = Workspace { graph: Arc::new(graph), ..Workspace::load(folder.path()).unwrap() };
        screen.happen(Event::Loaded(Arc::new(workspace)));
        screen.folder = Some(folder);
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

    /// The folder of the workspace.
    pub(crate) fn root(&self) -> &Path {
        &self.state().root
    }

    pub(crate) fn state(&self) -> &State {
        &self.headless.state
    }

    /// Requested effects that only a terminal can run, oldest first.
    pub(crate) fn asked(&self) -> &[Effect] {
        &self.headless.asked
    }

    pub(crate) fn node(&self, id: &str) -> NodeIx {
        self.state().graph.find(id).unwrap_or_else(|| panic!("no node {id}")).ix()
    }

    fn id(&self, node: NodeIx) -> String {
        self.state().graph.node(node).id().to_owned()
    }

    /// The id of the current node.
    pub(crate) fn current(&self) -> String {
        self.state().current.map(|node| self.id(node)).unwrap_or_default()
    }

    /// The id of the node selected in the focused pane.
    pub(crate) fn selected(&self) -> String {
        self.state().selected().map(|node| self.id(node)).unwrap_or_default()
    }

    /// The ids of the listed nodes, in order.
    pub(crate) fn listed(&self) -> Vec<String> {
        self.state().list.listing.nodes.iter().map(|node| self.id(*node)).collect()
    }

    /// The rows of the neighbourhood: groups as `> relation shown/total` or `< …`, nodes by id, indented.
    pub(crate) fn outline(&self) -> Vec<String> {
        let graph = &self.state().graph;
        let rows = self.state().neighbourhood.list.rows.iter();
        let line = |row: &refscope::query::NeighbourhoodRow| {
            let words = match &row.item {
                NeighbourhoodItem::Group { direction, relation, shown, total, .. } => {
                    let arrow = if *direction == refscope::graph::Direction::Out { '>' } else { '<' };
                    format!("{arrow} {} {shown}/{total}", graph.text(*relation))
                }
                NeighbourhoodItem::Edge { node, is_cycle, .. } => {
                    format!("{}{}", self.id(*node), if *is_cycle { " again" } else { "" })
                }
                NeighbourhoodItem::More { shown, total } => format!("{shown} of {total}"),
            };
            let sign = if row.fold == Fold::Closed { "+" } else { "" };
            format!("{}{sign}{words}", " ".repeat(row.depth))
        };
        rows.map(line).collect()
    }

    /// The selected row of the neighbourhood.
    pub(crate) fn outline_row(&self) -> String {
        self.outline().get(self.state().neighbourhood.rows.cursor).cloned().unwrap_or_default()
    }

    /// The rows of the tree, indented.
    pub(crate) fn tree(&self) -> Vec<String> {
        let Some(tree) = &self.state().tree.tree else { return Vec::new() };
        let label = |item: TreeItem| match item {
            TreeItem::Entry(at) => tree.entries[at].label.clone(),
            TreeItem::More(shown, total) => format!("{shown} of {total}"),
        };
        let rows = self.state().tree.shown.rows.iter();
        rows.map(|row| format!("{}{}", " ".repeat(row.depth), label(row.item))).collect()
    }

    /// The selected row of the tree.
    pub(crate) fn tree_row(&self) -> String {
        self.tree().get(self.state().tree.rows.cursor).map(|row| row.trim().to_owned()).unwrap_or_default()
    }

    /// The ids of the lineage's nodes with their distances, nearest first.
    pub(crate) fn lineage(&self) -> Vec<(String, i32)> {
        let Some((lineage, _)) = &self.state().lineage.found else { return Vec::new() };
        let mut nodes: Vec<_> = lineage.nodes.iter().map(|node| (self.id(node.node), node.distance)).collect();
        nodes.sort_by_key(|(id, distance)| (distance.abs(), *distance, id.clone()));
        nodes
    }

    /// The toast, or an empty string.
    pub(crate) fn toast(&self) -> &str {
        self.state().toast.as_ref().map_or("", |toast| &toast.text)
    }

    /// The screen as text.
    pub(crate) fn text(&self) -> String {
        print::text(&self.headless.screen())
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
