//! The state of the screen: the model of the Elm architecture. Only `update` changes it; `draw` renders it.
//!
//! Positions are stored as node and edge indexes of the current graph; `update` translates them when the graph is
//! replaced.

mod closing;
mod draft;
mod entry;
mod filters;
mod history;
mod list_cursor;
mod messages;
mod past;
mod prompt;
mod recent;
mod undo;

pub use closing::{Closing, ClosingField};
pub use draft::{Choice, Field, Held, LinkDraft, Phase, Scope, Start, same_ids};
pub use entry::{Edit, Entry};
pub use filters::{Filters, RelationChoice};
pub use history::{History, Spot};
pub use list_cursor::{Follow, ListCursor};
pub use messages::{Message, MessageLog};
pub use past::{Came, PastPane, Since, minute};
pub use prompt::Prompt;
pub use recent::{Due, Moved, RecentChanges};
pub use undo::Undo;

use super::config::Consent;
use super::job::{Added, Light};
use super::key::Key;
use super::keymap::{Context, Contexts, Keymap};
use super::overlay::{self, OverlayRef};
use super::parts::Parts;
use super::session::Session;
use super::symbols::Symbols;
use super::task::RunningTasks;
use super::theme::{Brightness, Depth, Role, Theme, ThemeChoice, ThemeSet};
use super::view::{self, PaneRef, ViewRef};
use crate::finding::Finding;
use crate::graph::{EdgeIx, Node, NodeIx};
use crate::system::kit::config_error::ConfigError;
use crate::system::log::Row;
use crate::time::Millis;
use crate::workspace::watch::{WatchSetting, Watching};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Progress of loading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loading {
    /// Reading files and log rows.
    Reading {
        files: usize,
        rows: usize,
    },
    Done,
    /// Failed, with the error.
    Failed(String),
}

/// The last kind of write in this session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastWritten {
    /// New edges, or nothing yet.
    Edges,
    /// A status and its edge.
    Closing,
}

/// A highlighted impact.
#[derive(Debug)]
pub struct Lit {
    pub root: NodeIx,
    /// The affected nodes and edges, once they are computed.
    pub light: Option<Light>,
}

/// A message that disappears after a few seconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toast {
    pub text: String,
    pub role: Role,
}

/// Keys, theme and other user settings.
#[derive(Debug)]
pub struct Setup {
    pub keymap: Keymap,
    /// Available themes.
    pub themes: ThemeSet,
    /// The chosen theme.
    pub choice: ThemeChoice,
    /// Colour depth.
    pub depth: Depth,
    /// Brightness of the terminal's background, if known.
    pub brightness: Option<Brightness>,
    /// Whether the terminal may be queried for its background.
    pub asks_background: bool,
    pub symbols: &'static Symbols,
    /// Whether mouse capture is on.
    pub mouse: bool,
    /// How to watch for file changes.
    pub watch: WatchSetting,
    /// Actor of new rows.
    pub actor: String,
    /// Access outside the workspace that the user allows.
    pub consent: Consent,
    /// The folder for files that the user saves; without one, none are saved.
    pub folder: Option<PathBuf>,
    /// Configuration errors.
    pub config_errors: Vec<ConfigError>,
}

/// What this session wrote.
#[derive(Debug)]
pub struct Written {
    /// Edges added in this session, oldest first.
    pub added: Vec<Added>,
    /// Relation of the last added edge.
    pub relation: Option<String>,
    /// The last added row, until its edge is in the graph.
    pub newest: Option<Row<'static>>,
    /// The last kind of write.
    pub last: LastWritten,
}

/// The state of the screen.
#[derive(Debug)]
pub struct State {
    /// What all views and overlays share.
    pub session: Session,
    /// What views, panes and overlays keep for themselves.
    pub parts: Parts,
    pub root: PathBuf,
    /// Display name of the workspace.
    pub name: String,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    pub view: ViewRef,
    /// The focused pane of each view.
    pub focus: [PaneRef; view::ALL.len()],
    /// Whether the search line of the focused pane has the focus.
    pub typing: bool,
    /// The highlighted impact.
    pub lit: Option<Lit>,
    /// The open overlay.
    pub overlay: Option<OverlayRef>,
    /// The undo to confirm.
    pub undo: Option<Box<Undo>>,
    /// The signal whose form is open.
    pub closing_id: Option<String>,
    /// The draft in the open edge editor, or the one being written.
    pub draft: Option<Box<LinkDraft>>,
    /// Saved drafts, latest last.
    pub saved_drafts: Vec<Box<LinkDraft>>,
    /// Forms for closing signals, open or not, by id.
    pub closings: BTreeMap<String, Closing>,
    pub written: Written,
    /// Whether to quit once the running write is done.
    pub leaving: bool,
    pub toast: Option<Toast>,
    /// The messages that were shown.
    pub messages: MessageLog,
    /// The first keys of a chord.
    pub pending: Vec<Key>,
    /// Keys, theme and other user settings.
    pub setup: Setup,
    pub theme: Theme,
    /// The tasks that were started and have not delivered their result yet.
    pub tasks: RunningTasks,
    /// Recently added nodes and edges.
    pub recent: RecentChanges,
    /// The time to go to once loading is done.
    pub opens_at: Option<Millis>,
    /// How file changes are watched, once known.
    pub watching: Option<Watching>,
}

impl State {
    /// The state before loading.
    pub fn new(root: PathBuf, name: String, size: (u16, u16), now: Millis, setup: Setup) -> Self {
        let theme = setup.theme();
        let mut parts = Parts::default();
        view::detail::add_parts(&mut parts);
        for view in view::ALL {
            view.add_parts(&mut parts);
        }
        for overlay in overlay::ALL {
            overlay.add_parts(&mut parts);
        }
        let mut state = Self {
            session: Session::new(now),
            parts,
            root,
            name,
            size,
            view: view::first(),
            focus: view::ALL.map(|view| view.about().panes[0]),
            typing: false,
            lit: None,
            overlay: None,
            undo: None,
            closing_id: None,
            draft: None,
            saved_drafts: Vec::new(),
            closings: BTreeMap::new(),
            written: Written { added: Vec::new(), relation: None, newest: None, last: LastWritten::Edges },
            leaving: false,
            toast: None,
            messages: MessageLog::default(),
            pending: Vec::new(),
            theme,
            setup,
            tasks: RunningTasks::default(),
            recent: RecentChanges::default(),
            opens_at: None,
            watching: None,
        };
        state.overlay = overlay::ALL.into_iter().find(|overlay| overlay.is_open_at_start(&state));
        state
    }

    /// The focused pane.
    pub fn focused(&self) -> PaneRef {
        self.focus[self.view.position()]
    }

    /// The open form for closing a signal.
    pub fn closing(&self) -> Option<&Closing> {
        self.closings.get(self.closing_id.as_ref().filter(|_| self.overlay == Some(overlay::CLOSING))?)
    }

    /// Mutable [`Self::closing`].
    pub fn closing_mut(&mut self) -> Option<&mut Closing> {
        self.closings.get_mut(self.closing_id.as_ref().filter(|_| self.overlay == Some(overlay::CLOSING))?)
    }

    /// Whether the user is asked to create the log.
    pub fn asks_for_log(&self) -> bool {
        self.overlay.is_some_and(|overlay| overlay.asks_for_log(self))
    }

    /// Focuses a pane of the current view.
    pub fn focus_on(&mut self, pane: PaneRef) {
        let view = self.view;
        view.focus_moves(self, pane);
        self.focus[view.position()] = pane;
    }

    /// Sets the current node. The only other code that sets `current` translates it to another graph.
    pub fn set_current(&mut self, node: Option<NodeIx>) {
        if node != self.session.current {
            self.session.current = node;
            for view in view::ALL {
                view.current_changed(self);
            }
        }
    }

    /// The node that actions apply to: the current one, unless the view has a selection of its own.
    pub fn selected(&self) -> Option<NodeIx> {
        self.view.selected(self)
    }

    /// The node a finding is about.
    pub fn node_of(&self, finding: &Finding) -> Option<NodeIx> {
        self.session.graph.find(finding.node.as_deref()?).map(Node::ix)
    }

    /// The relations that the current view follows.
    pub fn relation_choice(&self) -> RelationChoice {
        self.view.relations(self).unwrap_or_else(|| self.session.filters.relations.clone())
    }

    /// Whether an edge is marked as new: it just arrived, or was added since the marked time.
    pub fn is_new_edge(&self, edge: EdgeIx) -> bool {
        self.recent.has_edge(edge) || self.session.since.as_ref().is_some_and(|since| since.has_edge(edge))
    }

    /// Whether a node, or an edge of it, is marked as new.
    pub fn came(&self, node: NodeIx) -> Option<Came> {
        let just_now = || self.recent.has_node(node).then_some(Came::Itself);
        self.session.since.as_ref().and_then(|since| since.node(node)).or_else(just_now)
    }

    /// Whether the visible panes are being updated.
    pub fn is_catching_up(&self) -> bool {
        let keys = self.view.about().tasks;
        keys.iter().any(|key| self.tasks.is_waiting(*key))
    }

    /// The contexts in which keys are looked up, innermost first.
    pub fn contexts(&self) -> Contexts {
        let innermost = match self.overlay {
            Some(overlay) => overlay.context(self),
            None if self.typing => Context::Prompt,
            None if self.session.past.is_some() => return self.pane_context().chain_in_the_past(),
            None => self.pane_context(),
        };
        innermost.chain()
    }

    /// The context of the focused pane.
    pub fn pane_context(&self) -> Context {
        Context::Pane(self.focused())
    }
}

impl Setup {
    /// The theme that results from the choice, the background and the colour depth.
    pub fn theme(&self) -> Theme {
        self.themes.chosen(&self.choice, self.brightness, self.depth)
    }
}
