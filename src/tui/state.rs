//! Everything the screen shows and remembers. Changed only by `update`; drawn by `draw`.

mod closing;
mod draft;
mod entry;
mod filters;
mod history;
mod list_cursor;
mod log;
mod overlay;
mod page;
mod panes;
mod past;
mod prompt;
mod recent;

pub use closing::{Closing, ClosingField};
pub use draft::{Choice, Field, Held, LinkDraft, Phase, Scope, Start, same_ids};
pub use entry::{Edit, Entry};
pub use filters::{Filters, RelationChoice};
pub use history::{History, Spot};
pub use list_cursor::{Follow, ListCursor};
pub use log::{LogPane, LogRows, Tail};
pub use overlay::{Overlay, RelationEntry, Undo};
pub use page::{PagePane, PageSpot};
pub use panes::{DetailPane, FindingsPane, LineagePane, LineageShape, ListPane, MapPane, NeighbourhoodPane, TreePane};
pub use past::{Came, PastPane, Since, When, WhenFor, minute};
pub use prompt::Prompt;
pub use recent::{Due, Moved, RecentChanges};

use super::config::Consent;
use super::config_error::ConfigError;
use super::job::{Added, Lane, Light, Ticket, TreeItem, Turn};
use super::key::Key;
use super::keymap::{Context, Keymap};
use super::symbols::Symbols;
use super::theme::{Brightness, Depth, Role, Theme, ThemeChoice, ThemeSet};
use crate::doctor::Report;
use crate::drift::Hashes;
use crate::finding::Finding;
use crate::graph::{EdgeIx, Graph, GraphBuilder, Node, NodeIx, relation};
use crate::query::{Checked, CycleMembers, Names, NeighbourhoodItem, NeighbourhoodRow, Ranking, Stats, Trust, Usage};
use crate::source::reference::Row;
use crate::time::Millis;
use crate::workspace::watch::{WatchSetting, Watching};
use crate::workspace::{Settings, Workspace};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// The views, over one selected node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum View {
    /// List, neighbourhood, detail.
    Explore,
    /// Causes and effects.
    Lineage,
    /// The hierarchies.
    Tree,
    /// A drawn neighbourhood.
    Map,
    /// The doctor's findings.
    Findings,
}

impl View {
    /// All of them, in the order of their keys.
    pub const ALL: [Self; 5] = [Self::Explore, Self::Lineage, Self::Tree, Self::Map, Self::Findings];

    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Explore => "Explore",
            Self::Lineage => "Lineage",
            Self::Tree => "Tree",
            Self::Map => "Map",
            Self::Findings => "Findings",
        }
    }

    /// Its panes, from left to right.
    pub fn panes(self) -> &'static [Pane] {
        match self {
            Self::Explore => &[Pane::List, Pane::Neighbourhood, Pane::Detail],
            Self::Lineage => &[Pane::Lineage, Pane::Detail],
            Self::Tree => &[Pane::Tree, Pane::Detail],
            Self::Map => &[Pane::Map, Pane::Detail],
            Self::Findings => &[Pane::Findings],
        }
    }
}

/// The panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The list of nodes.
    List,
    /// The neighbourhood of a node.
    Neighbourhood,
    /// What is known of a node.
    Detail,
    /// A lineage.
    Lineage,
    /// The tree.
    Tree,
    /// The map.
    Map,
    /// The findings.
    Findings,
}

/// How far loading is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loading {
    /// Files and rows are being read.
    Reading {
        /// Files so far.
        files: usize,
        /// Rows so far.
        rows: usize,
    },
    /// Everything is there.
    Done,
    /// It could not be done, and why.
    Failed(String),
}

/// What was written last in this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastWritten {
    /// Edges, or nothing yet.
    Edges,
    /// A status, and the edge that goes with it.
    Closing,
}

/// A node whose impact is lit.
#[derive(Debug)]
pub struct Lit {
    /// The node.
    pub root: NodeIx,
    /// What a change of it reaches, once that is known.
    pub light: Option<Light>,
}

/// A short message that goes away by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toast {
    /// What it says.
    pub text: String,
    /// What it is.
    pub role: Role,
}

/// Keys and looks.
#[derive(Debug)]
pub struct Setup {
    /// Which keys do what.
    pub keymap: Keymap,
    /// The themes there are.
    pub themes: ThemeSet,
    /// The theme that is wanted.
    pub choice: ThemeChoice,
    /// How many colours there are.
    pub depth: Depth,
    /// How bright the terminal's background is, if that is known.
    pub brightness: Option<Brightness>,
    /// Whether the terminal may be asked how bright it is.
    pub asks_background: bool,
    /// The signs.
    pub symbols: &'static Symbols,
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// How changes in the workspace are to be noticed.
    pub watch: WatchSetting,
    /// Who adds edges.
    pub actor: String,
    /// What the user allows outside the workspace.
    pub consent: Consent,
    /// What is wrong in the user's files.
    pub mistakes: Vec<ConfigError>,
}

/// Everything the screen shows and remembers.
#[derive(Debug)]
pub struct State {
    /// The workspace's folder.
    pub root: PathBuf,
    /// As people know it.
    pub name: String,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// The moment ages are counted from.
    pub now: Millis,
    /// The moment that the user asked to treat as the current time; the clock does not move it.
    pub asked_now: Option<Millis>,
    /// How far loading is.
    pub loading: Loading,
    /// What was loaded.
    pub workspace: Option<Arc<Workspace>>,
    /// Its graph; empty before.
    pub graph: Arc<Graph>,
    /// The names of its nodes, to be searched.
    pub names: Arc<Names>,
    /// Its report, when the doctor is done.
    pub report: Option<Arc<Report>>,
    /// What the doctor found about nodes.
    pub checked: Arc<Checked>,
    /// Hashes of source files that were read before.
    pub hashes: Arc<Hashes>,
    /// What goes round in a circle.
    pub on_cycles: Arc<CycleMembers>,
    /// The node whose impact is lit, and what that is.
    pub lit: Option<Lit>,
    /// How many there are of what, when they are counted.
    pub stats: Option<Box<Stats>>,
    /// How much each node matters, once the list was sorted by it; while the log grows, it stays as it was then.
    pub ranking: Arc<OnceLock<Ranking>>,
    /// How many edges each node has, when they are counted.
    pub degrees: Vec<u32>,
    /// The view.
    pub view: View,
    /// The pane of each view that has the keys.
    pub focus: [Pane; View::ALL.len()],
    /// Whether a line is being typed in the focused pane.
    pub typing: bool,
    /// The node all views are about.
    pub current: Option<NodeIx>,
    /// Whether the selection rests, so that all panes show it.
    pub at_rest: bool,
    /// Which edges are looked at.
    pub filters: Filters,
    /// The way back and forward.
    pub history: History,
    /// Nodes marked by hand.
    pub marks: BTreeSet<NodeIx>,
    /// Nodes that were ever marked, the last one last.
    pub marked: Vec<NodeIx>,
    /// The list of nodes.
    pub list: ListPane,
    /// The neighbourhood.
    pub neighbourhood: NeighbourhoodPane,
    /// What is known of the node.
    pub detail: DetailPane,
    /// The lineage.
    pub lineage: LineagePane,
    /// The tree.
    pub tree: TreePane,
    /// The map.
    pub map: MapPane,
    /// The findings.
    pub findings: FindingsPane,
    /// What lies over the panes.
    pub overlay: Option<Overlay>,
    /// The log that is followed, seen or not.
    pub log: LogPane,
    /// The page that lies over the panes.
    pub page: Option<Box<PagePane>>,
    /// The edge in the open editor, or the one that is being written.
    pub draft: Option<Box<LinkDraft>>,
    /// Drafts that were cancelled, the last one last.
    pub saved_drafts: Vec<Box<LinkDraft>>,
    /// The signals that are being closed, seen or not, by their ids.
    pub closings: BTreeMap<String, Closing>,
    /// How verbs are used, once somebody needed to know.
    pub usage: Option<Arc<Usage>>,
    /// The edges that were added in this run, oldest first.
    pub added: Vec<Added>,
    /// The relation of the last one.
    pub last_relation: Option<String>,
    /// The row that was added last, until its edge is in the graph.
    pub newest: Option<Row<'static>>,
    /// Whether somebody left while something was being written: the program ends when it is.
    pub leaving: bool,
    /// A short message.
    pub toast: Option<Toast>,
    /// The first keys of a chord.
    pub pending: Vec<Key>,
    /// Keys and looks.
    pub setup: Setup,
    /// How it looks.
    pub theme: Theme,
    /// The lanes that are to be asked again when they have answered, because the log has grown meanwhile.
    pub behind: HashSet<Lane>,
    /// What was written last.
    pub last_written: LastWritten,
    /// What just arrived.
    pub recent: RecentChanges,
    /// The time to show instead of the present when everything is read.
    pub opens_at: Option<Millis>,
    /// The past, if it is shown instead of the present.
    pub past: Option<Box<PastPane>>,
    /// Since when what came is marked, if it is.
    pub since: Option<Since>,
    /// How changes are noticed, when that is known.
    pub watching: Option<Watching>,
    /// The address of the node to go to when it is there.
    pub wanted: Option<String>,
    /// The last number given out on each lane.
    asked: [u64; Lane::ALL.len()],
    /// The last number on each lane that was answered, or is not wanted any more.
    settled: [u64; Lane::ALL.len()],
}

impl State {
    /// Before anything is loaded.
    pub fn new(root: PathBuf, name: String, size: (u16, u16), now: Millis, setup: Setup) -> Self {
        let theme = setup.theme();
        let graph = Arc::new(GraphBuilder::default().finish().0);
        // Whoever wrote a file with mistakes hears of all of them at once, before wondering why it does nothing.
        let overlay = (!setup.mistakes.is_empty()).then(|| Overlay::ConfigErrors(ListCursor::default()));
        Self {
            root,
            name,
            size,
            now,
            asked_now: None,
            loading: Loading::Reading { files: 0, rows: 0 },
            workspace: None,
            names: Arc::new(Names::of(Arc::clone(&graph))),
            graph,
            report: None,
            checked: Arc::default(),
            hashes: Arc::default(),
            on_cycles: Arc::default(),
            lit: None,
            stats: None,
            ranking: Arc::default(),
            degrees: Vec::new(),
            view: View::Explore,
            focus: View::ALL.map(|view| view.panes()[0]),
            typing: false,
            current: None,
            at_rest: true,
            filters: Filters::default(),
            history: History::default(),
            marks: BTreeSet::new(),
            marked: Vec::new(),
            list: ListPane::default(),
            neighbourhood: NeighbourhoodPane::default(),
            detail: DetailPane::default(),
            lineage: LineagePane::default(),
            tree: TreePane::default(),
            map: MapPane::default(),
            findings: FindingsPane::default(),
            overlay,
            log: LogPane::default(),
            page: None,
            draft: None,
            saved_drafts: Vec::new(),
            closings: BTreeMap::new(),
            usage: None,
            added: Vec::new(),
            last_relation: None,
            newest: None,
            leaving: false,
            toast: None,
            pending: Vec::new(),
            theme,
            setup,
            behind: HashSet::new(),
            last_written: LastWritten::Edges,
            recent: RecentChanges::default(),
            opens_at: None,
            past: None,
            since: None,
            watching: None,
            wanted: None,
            asked: [0; Lane::ALL.len()],
            settled: [0; Lane::ALL.len()],
        }
    }

    /// Whether a node of an architecture model changed since its last sync.
    pub fn is_drifted(&self, node: NodeIx) -> bool {
        self.checked.drifted.contains(node.index())
    }

    /// The pane that has the keys.
    pub fn focused(&self) -> Pane {
        self.focus[self.view as usize]
    }

    /// What closes a signal, if it lies over the panes.
    pub fn closing(&self) -> Option<&Closing> {
        let Some(Overlay::Closing(id)) = &self.overlay else { return None };
        self.closings.get(id)
    }

    /// Like [`Self::closing`], to change it.
    pub fn closing_mut(&mut self) -> Option<&mut Closing> {
        let Some(Overlay::Closing(id)) = &self.overlay else { return None };
        self.closings.get_mut(id)
    }

    /// Gives the keys to a pane of the present view. Detail goes on showing the neighbour that had them.
    pub fn focus_on(&mut self, pane: Pane) {
        if self.view == View::Explore {
            let had_neighbour = match self.focused() {
                Pane::Neighbourhood => true,
                Pane::Detail => self.detail.of_neighbour,
                _ => false,
            };
            self.detail.of_neighbour = pane == Pane::Detail && had_neighbour;
        }
        self.focus[self.view as usize] = pane;
    }

    /// Makes a node the current one. The only other place that sets `current` translates it to another graph.
    pub fn set_current(&mut self, node: Option<NodeIx>) {
        if node != self.current {
            self.detail.of_neighbour = false;
            self.current = node;
        }
    }

    /// The node that all actions are about: the current one, unless a neighbour or a finding has the keys.
    pub fn selected(&self) -> Option<NodeIx> {
        match self.focused() {
            Pane::Neighbourhood => self.neighbour().or(self.current),
            Pane::Detail if self.view == View::Explore && self.detail.of_neighbour => self.neighbour().or(self.current),
            Pane::Findings => self.finding().and_then(|finding| self.node_of(finding)),
            _ => self.current,
        }
    }

    /// The selected row of the neighbourhood. While the selection moves, the rows are still those of another node.
    pub fn neighbourhood_row(&self) -> Option<&NeighbourhoodRow> {
        self.neighbourhood.root.filter(|root| Some(*root) == self.current)?;
        self.neighbourhood.outline.rows.get(self.neighbourhood.rows.cursor)
    }

    /// The node of the selected row of the neighbourhood.
    pub fn neighbour(&self) -> Option<NodeIx> {
        match self.neighbourhood_row()?.item {
            NeighbourhoodItem::Edge { node, .. } => Some(node),
            _ => None,
        }
    }

    /// The node of the selected row of the tree.
    pub fn tree_node(&self) -> Option<NodeIx> {
        match self.tree.shown.rows.get(self.tree.rows.cursor)?.item {
            TreeItem::Entry(at) => self.tree.tree.as_ref()?.entries.get(at)?.node,
            TreeItem::More(..) => None,
        }
    }

    /// Whether the tree draws its row as selected: a row of another node than the current one is not.
    pub fn tree_row_is_selected(&self) -> bool {
        self.tree_node().is_none_or(|node| Some(node) == self.current)
    }

    /// The selected finding, if it is true of what is shown.
    pub fn finding(&self) -> Option<&Finding> {
        self.chosen_finding().filter(|_| !self.findings.is_of_another_time)
    }

    /// The finding that was selected last, true or not.
    pub fn chosen_finding(&self) -> Option<&Finding> {
        let at = *self.findings.sifted.shown.get(self.findings.rows.cursor)?;
        self.findings.sifted.report.as_ref()?.findings.get(at)
    }

    /// The node a finding is about.
    pub fn node_of(&self, finding: &Finding) -> Option<NodeIx> {
        self.graph.find(finding.node.as_deref()?).map(Node::ix)
    }

    /// The relations that the present view goes by. A lineage for which nobody chose any follows its own.
    pub fn relation_choice(&self) -> RelationChoice {
        if self.view != View::Lineage {
            return self.filters.relations.clone();
        }
        self.lineage.relations.clone().unwrap_or_else(|| {
            let systems = self.graph.systems();
            let followed = relation::all().filter(|one| one.lineage && systems.contains(&one.system));
            RelationChoice::Only(followed.map(|one| one.name.to_owned()).collect())
        })
    }

    /// The moment that is shown: in the past, edges are as old as they were then.
    pub fn moment(&self) -> Millis {
        self.graph.shown_as_of().unwrap_or(self.now)
    }

    /// The clock was read.
    pub fn clock_read(&mut self, now: Millis) {
        self.now = self.asked_now.unwrap_or(now);
    }

    /// How far edges are trusted. In the past they have faded as far as they had then, unless the user asked for a moment.
    pub fn trust(&self) -> Trust {
        // Asked for by every row that is drawn: nothing is copied that is not needed.
        let of = |settings: &Settings| Trust {
            now: self.asked_now.unwrap_or_else(|| self.moment()),
            half_life_days: settings.half_life_days,
            dim: settings.dim,
            least: self.filters.confidence.unwrap_or(settings.drop),
        };
        self.workspace.as_ref().map_or_else(|| of(&Settings::default()), |workspace| of(&workspace.settings))
    }

    /// Whether an edge just arrived, or came since the time from which on such are marked.
    pub fn is_new_edge(&self, edge: EdgeIx) -> bool {
        self.recent.has_edge(edge) || self.since.as_ref().is_some_and(|since| since.has_edge(edge))
    }

    /// Whether a node is new or has a new edge, in the same way.
    pub fn came(&self, node: NodeIx) -> Option<Came> {
        let just_now = || self.recent.has_node(node).then_some(Came::Itself);
        self.since.as_ref().and_then(|since| since.node(node)).or_else(just_now)
    }

    /// The next number of a lane.
    pub fn ticket(&mut self, lane: Lane) -> Ticket {
        let number = &mut self.asked[lane as usize];
        *number += 1;
        Ticket { lane, number: *number }
    }

    /// An answer has come.
    pub fn answered(&mut self, ticket: Ticket) {
        self.settled[ticket.lane as usize] = ticket.number;
    }

    /// Whatever is being done on a lane is not wanted any more. What has its turn is done and answered all the same.
    pub fn call_off(&mut self, lane: Lane) {
        if lane.turn() == Turn::InOrder {
            return;
        }
        let ticket = self.ticket(lane);
        self.answered(ticket);
    }

    /// Whether something was asked for on a lane that has not come yet.
    pub fn is_waiting(&self, lane: Lane) -> bool {
        self.settled[lane as usize] != self.asked[lane as usize]
    }

    /// Whether what is seen is about to be there anew.
    pub fn is_catching_up(&self) -> bool {
        let lanes: &[Lane] = match self.view {
            View::Explore => &[Lane::Find, Lane::Walk],
            View::Lineage => &[Lane::Trace],
            View::Tree => &[Lane::Arrange],
            View::Map => &[Lane::Draw],
            View::Findings => &[Lane::Examine, Lane::Sift],
        };
        lanes.iter().any(|lane| self.is_waiting(*lane))
    }

    /// Whether an answer is still wanted.
    pub fn is_wanted(&self, ticket: Ticket) -> bool {
        ticket.lane.turn() == Turn::InOrder || self.asked[ticket.lane as usize] == ticket.number
    }

    /// Where keys are looked up, the innermost first.
    pub fn contexts(&self) -> &'static [Context] {
        let innermost = match &self.overlay {
            Some(Overlay::Palette { .. } | Overlay::When(_)) => Context::Prompt,
            Some(Overlay::Relations { .. }) => Context::Checklist,
            Some(Overlay::Editor | Overlay::Closing(_)) => Context::Editor,
            Some(Overlay::Log) if self.log.typing => Context::Prompt,
            Some(Overlay::Log) => Context::Log,
            Some(Overlay::Page) => Context::Page,
            Some(_) => Context::Overlay,
            None if self.typing => Context::Prompt,
            None if self.past.is_some() => return self.pane_context().chain_in_the_past(),
            None => self.pane_context(),
        };
        innermost.chain()
    }

    /// The context of the pane that has the keys.
    pub fn pane_context(&self) -> Context {
        match self.focused() {
            Pane::List => Context::List,
            Pane::Neighbourhood => Context::Neighbourhood,
            Pane::Detail => Context::Detail,
            Pane::Lineage => Context::Lineage,
            Pane::Tree => Context::Tree,
            Pane::Map => Context::Map,
            Pane::Findings => Context::Findings,
        }
    }
}

impl Setup {
    /// The theme that follows from what is wanted and what the terminal can show.
    pub fn theme(&self) -> Theme {
        self.themes.chosen(&self.choice, self.brightness, self.depth)
    }
}
