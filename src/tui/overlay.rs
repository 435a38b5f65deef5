//! Overlays: dialogs, pickers and full-screen answers over the panes. At most one is open.
//!
//! An overlay is a folder (or a file) below `overlay/` with everything about it, and one line in [`all`]. Code outside
//! asks the trait [`Overlay`], and names no overlay.

mod all;
mod closing;
mod config_errors;
mod help;
mod link;
pub(in crate::tui) mod list;
mod log;
mod marks;
mod messages;
mod page;
mod palette;
mod relations;
mod share;
mod text;
mod themes;
mod undo;
mod when;

use super::action::Action;
use super::draw::pen::Pen;
use super::effect::Effect;
use super::keymap::{Context, Inside, OwnKeys};
use super::pane_layout;
use super::parts::Parts;
use super::shared::{self, Shown};
use super::state::{ListCursor, State};
use super::task::Key;
use super::topic::{PageSpot, Topic};
use super::update::translate::Translation;
use crate::graph::Graph;
use crate::query::ProposedEdge;
use ratatui::layout::{Position, Rect};
use serde_json::Value;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

pub use all::ALL;
pub(in crate::tui) use closing::CLOSING;
pub(in crate::tui) use link::LINK;
pub(in crate::tui) use undo::UNDO;

/// An action to hint at, with its label.
pub type Hint = (Action, &'static str);

/// The keys of forms.
pub(in crate::tui) const FORM_KEYS: OwnKeys = OwnKeys { name: "editor", inside: Inside::Prompt };

/// A dialog, picker or answer over the panes.
pub trait Overlay: Sync {
    /// Its name, in lower case.
    fn name(&self) -> &'static str;

    /// Adds what it keeps for itself.
    fn add_parts(&self, parts: &mut Parts);

    /// Opens it, if this is its action.
    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>>;

    /// Whether it is open when the screen starts.
    fn is_open_at_start(&self, _state: &State) -> bool {
        false
    }

    /// Keys that it has in addition to those of all overlays or of all prompts.
    fn keys(&self) -> Option<OwnKeys> {
        None
    }

    /// Whether a text field has the focus.
    fn is_typing(&self, _state: &State) -> bool {
        false
    }

    /// The actions to hint at.
    fn hints(&self, state: &State) -> Vec<Hint>;

    /// Handles an action while it is open.
    fn act(&self, state: &mut State, action: Action) -> Vec<Effect>;

    /// Handles typed or pasted text while a text field has the focus.
    fn typed(&self, _state: &mut State, _text: &str) -> Vec<Effect> {
        Vec::new()
    }

    /// Its area on the screen.
    fn area(&self, state: &State) -> Rect;

    /// The cursor of its list and the number of rows, if it has a list.
    fn rows<'s>(&self, _state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        None
    }

    /// The area of its list.
    fn list_area(&self, state: &State) -> Rect {
        pane_layout::inside(self.area(state))
    }

    /// Handles a click inside its area.
    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        list::click(state, self, cell, Action::Activate)
    }

    /// Scrolls to its selected row, after the screen changed.
    fn follow(&self, _state: &mut State) {}

    /// Requests its preview again: it contains the time, and the graph may have grown.
    fn preview(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles a new graph, in which every index is different, open or not.
    fn graph_replaced(&self, _state: &mut State, _translation: Translation<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// Requests what it shows of a new graph, open or not.
    fn reload(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles rows that were appended to the log, open or not.
    fn grown(&self, _state: &mut State, _before: &Arc<Graph>) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles new edges, appended or in a new graph, open or not.
    fn edges_arrived(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// Runs one of its tasks again after the log has grown, open or not.
    fn catch_up(&self, _state: &mut State, _key: Key) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles a report of the doctor in which the files outside the graph differ.
    fn drift_changed(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether it still uses the counts of verbs of an earlier graph.
    fn keeps_usage(&self) -> bool {
        false
    }

    /// Delays quitting until queued input is handled; whether it does.
    fn delays_quitting(&self, _state: &mut State) -> bool {
        false
    }

    /// Whether a confirmed change waits for its preview before it is written.
    fn is_confirmed(&self, _state: &State) -> bool {
        false
    }

    /// Whether it asks to create the log; it then receives the answer as an action.
    fn asks_for_log(&self, _state: &State) -> bool {
        false
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect);

    /// Describes it as data, for tests; `null` if it is closed and keeps nothing.
    fn summary(&self, state: &State) -> Value;

    /// What of it is shared; by default, what the view below shares.
    fn shared(&self, state: &State) -> Option<Shown> {
        shared::of_view(state)
    }

    /// Shows answers, if this is the overlay for that.
    fn answers(&self) -> Option<&dyn Answers> {
        None
    }

    /// Drafts a suggested edge, if this is the overlay for that.
    fn propose(&self, _state: &mut State, _proposed: &ProposedEdge) -> Option<Vec<Effect>> {
        None
    }
}

/// The overlay that shows answers.
pub trait Answers {
    /// Shows the answer about a topic.
    fn show(&self, state: &mut State, topic: Topic) -> Vec<Effect>;

    /// Shows an answer of the history again.
    fn show_again(&self, state: &mut State, spot: PageSpot) -> Vec<Effect>;

    /// Closes it.
    fn close(&self, state: &mut State) -> Vec<Effect>;

    /// The answer and the selected row, for the history.
    fn spot(&self, state: &State) -> Option<PageSpot>;
}

/// An overlay of the list.
#[derive(Clone, Copy)]
pub struct OverlayRef(&'static dyn Overlay);

impl OverlayRef {
    pub const fn new(overlay: &'static dyn Overlay) -> Self {
        Self(overlay)
    }

    /// The context of its keys.
    pub fn context(self, state: &State) -> Context {
        match self.keys() {
            _ if self.asks_for_log(state) => Context::Overlay,
            Some(keys) if keys.inside == Inside::Prompt || !self.is_typing(state) => Context::Own(keys),
            _ if self.is_typing(state) => Context::Prompt,
            _ => Context::Overlay,
        }
    }
}

impl Deref for OverlayRef {
    type Target = dyn Overlay;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for OverlayRef {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for OverlayRef {}

impl fmt::Debug for OverlayRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The keys of single overlays, each once, in the order of the overlays.
pub fn own_keys(inside: Inside) -> impl Iterator<Item = OwnKeys> {
    let all = move || ALL.iter().filter_map(|overlay| overlay.keys()).filter(move |keys| keys.inside == inside);
    all().enumerate().filter(move |(at, keys)| all().take(*at).all(|earlier| earlier != *keys)).map(|(_, keys)| keys)
}

/// Shows an overlay instead of the one that is open.
pub(in crate::tui) fn show<O: Overlay + ?Sized>(state: &mut State, overlay: &O) {
    state.overlay = ALL.iter().copied().find(|one| one.name() == overlay.name());
}

/// Whether an overlay is open.
pub(in crate::tui) fn is_open<O: Overlay + ?Sized>(state: &State, overlay: &O) -> bool {
    state.overlay.is_some_and(|open| open.name() == overlay.name())
}

/// Requests the preview of the open overlay again.
pub(in crate::tui) fn preview(state: &mut State) -> Vec<Effect> {
    state.overlay.map(|overlay| overlay.preview(state)).unwrap_or_default()
}

/// Opens the overlay of an action; `None` if there is none.
pub(in crate::tui) fn open(state: &mut State, action: Action) -> Option<Vec<Effect>> {
    ALL.iter().find_map(|overlay| overlay.open(state, action))
}

/// Shows the answer about a topic.
pub(in crate::tui) fn answer(state: &mut State, topic: Topic) -> Vec<Effect> {
    answers().map(|answers| answers.show(state, topic)).unwrap_or_default()
}

/// The overlay that shows answers.
pub(in crate::tui) fn answers() -> Option<&'static dyn Answers> {
    ALL.iter().find_map(|overlay| overlay.answers())
}

/// Drafts a suggested edge.
pub(in crate::tui) fn propose(state: &mut State, proposed: &ProposedEdge) -> Vec<Effect> {
    ALL.iter().find_map(|overlay| overlay.propose(state, proposed)).unwrap_or_default()
}
