//! Views: the tabs of the screen. A view shows the current node in one to three panes.
//!
//! A view is a folder (or a file) below `view/` with everything about it, and one line in [`all`]. Code outside asks
//! the traits [`View`] and [`Pane`], and names no view. All views share the current node (`session.rs`).

mod all;
pub mod detail;
mod explore;
mod findings;
mod home;
mod lineage;
mod map;
mod picture;
mod tree;

use super::action::Action;
use super::draw::pen::Pen;
use super::effect::Effect;
use super::parts::Parts;
use super::remembered::RememberedFilters;
use super::shared::Part;
use super::state::{ListCursor, Prompt, RelationChoice, State};
use super::task::Key;
use super::update::moves::Motion;
use super::update::translate::Translation;
use crate::graph::{EdgeIx, NodeIx};
use crate::query::Step;
use ratatui::layout::Rect;
use serde_json::Value;
use std::any::Any;
use std::fmt;
use std::ops::Deref;

pub use all::ALL;

/// A value that is dropped on another thread, since that may take long.
pub type Garbage = Box<dyn Any + Send>;

/// What is fixed about a view.
pub struct About {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Its name on screen.
    pub title: &'static str,
    /// The name of the action that shows it.
    pub action: &'static str,
    /// Its panes, from left to right. The first is the main one.
    pub panes: &'static [PaneRef],
    /// The tasks that compute what it shows.
    pub tasks: &'static [Key],
}

/// A tab of the screen.
pub trait View: Sync {
    fn about(&self) -> &'static About;

    /// Adds what it keeps for itself.
    fn add_parts(&self, _parts: &mut Parts) {}

    /// The node that actions apply to.
    fn selected(&self, state: &State) -> Option<NodeIx> {
        state.session.current
    }

    /// The edge of the selected row.
    fn selected_edge(&self, _state: &State) -> Option<EdgeIx> {
        None
    }

    /// Handles an action while the view is shown; `None` leaves it to the screen.
    fn act(&self, _state: &mut State, _action: Action) -> Option<Vec<Effect>> {
        None
    }

    /// Handles an action that only this view knows. It may be run from the palette in another view.
    fn own_action(&self, _state: &mut State, _action: Action) -> Option<Vec<Effect>> {
        None
    }

    /// Requests what it shows of a node, called when it is opened.
    fn opened(&self, state: &mut State, _node: Option<NodeIx>) -> Vec<Effect> {
        super::update::ask::view(state)
    }

    /// Requests what it shows of the current node, unless it shows it already.
    fn shows(&self, _state: &mut State, _current: NodeIx) -> Vec<Effect> {
        Vec::new()
    }

    /// Like [`Self::shows`], but also not if it was requested already.
    fn missing(&self, _state: &mut State, _current: NodeIx) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether it draws nodes and edges as a picture, in which they can be highlighted. Its task then takes long.
    fn is_picture(&self) -> bool {
        false
    }

    /// The node that it is about, if that is not the current one.
    fn root(&self, _state: &State) -> Option<NodeIx> {
        None
    }

    /// Makes it about a node again.
    fn restore_root(&self, _state: &mut State, _root: NodeIx) -> Option<Effect> {
        None
    }

    /// The selected row of a node, to be found again after going back.
    fn row(&self, _state: &State, _node: NodeIx) -> Vec<Step> {
        Vec::new()
    }

    /// Selects a row of a node again.
    fn restore_row(&self, _state: &mut State, _node: NodeIx, _row: &[Step]) {}

    /// Moves its cursors to the node that became the current one.
    fn node_selected(&self, _state: &mut State, _node: NodeIx) {}

    /// Called when the current node changes.
    fn current_changed(&self, _state: &mut State) {}

    /// Called when the selection has rested.
    fn rested(&self, _state: &mut State) {}

    /// Called before the focus moves to another of its panes.
    fn focus_moves(&self, _state: &mut State, _to: PaneRef) {}

    /// The relations that it follows, if they are not those that all views share.
    fn relations(&self, _state: &State) -> Option<RelationChoice> {
        None
    }

    /// Chooses the relations that it follows; `false` if it follows those that all views share.
    fn choose_relations(&self, _state: &mut State, _choice: &RelationChoice) -> bool {
        false
    }

    /// Resets its own filters.
    fn reset_filters(&self, _state: &mut State) {}

    /// Requests what depends on the filters.
    fn filters_changed(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// Requests what depends on the doctor's report.
    fn examined(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles a new graph, in which every index is different.
    fn graph_replaced(&self, _state: &mut State, _translation: Translation<'_>) -> Option<Garbage> {
        None
    }

    /// Requests what it shows of a new graph.
    fn reload(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles edges with index ≥ `first` that were appended; `is_less` if edges were retracted.
    fn grown(&self, _state: &mut State, _first: usize, _is_less: bool) -> Vec<Effect> {
        Vec::new()
    }

    /// Runs one of its tasks again after the log has grown.
    fn catch_up(&self, _state: &mut State, _key: Key) -> Vec<Effect> {
        Vec::new()
    }

    /// Saves its settings for the next session.
    fn keep(&self, _state: &State, _kept: &mut RememberedFilters) {}

    /// Restores its settings.
    fn remember(&self, _state: &mut State, _kept: &RememberedFilters) {}

    /// What of it is shared; `None` if there is nothing.
    fn shared(&self, _state: &State) -> Option<Part> {
        None
    }

    /// The text for the input line of its main pane that lists these, if it can.
    fn query_for(&self, _listed: Listed<'_>) -> Option<String> {
        None
    }

    /// Shows a node in its neighbourhood, if this is the view for that.
    fn explorer(&self) -> Option<&dyn Explorer> {
        None
    }

    /// Shows the lineage of a node, if this is the view for that.
    fn lineage_of(&self, _state: &mut State, _node: NodeIx) -> Option<Vec<Effect>> {
        None
    }
}

/// What a view may be able to list.
#[derive(Debug, Clone, Copy)]
pub enum Listed<'a> {
    /// The nodes of a system.
    System(&'a str),
    /// The findings with a code.
    Code(&'a str),
}

/// The view in which single nodes and edges are looked up.
pub trait Explorer {
    /// Shows a node.
    fn show(&self, state: &mut State, node: NodeIx) -> Vec<Effect>;

    /// Shows a node with the list focused, so that this node is the selected one.
    fn list(&self, state: &mut State, node: NodeIx) -> Vec<Effect>;

    /// Shows an edge of a node.
    fn edge(&self, state: &mut State, node: NodeIx, edge: EdgeIx) -> Vec<Effect>;

    /// Selects an edge of a node once it is there.
    fn want_edge(&self, state: &mut State, node: NodeIx, edge: EdgeIx);
}

/// A part of a view with its own frame, cursor and keys.
pub trait Pane: Sync {
    /// The name of its context in keymaps.
    fn name(&self) -> &'static str;

    /// The actions to hint at, with their labels.
    fn hints(&self) -> &'static [(Action, &'static str)];

    /// Whether the hint for the proof of a node is left out.
    fn has_why(&self) -> bool {
        false
    }

    /// Whether it has an input line at its top.
    fn has_prompt(&self) -> bool {
        false
    }

    /// Its input line.
    fn prompt<'s>(&self, _state: &'s mut State) -> Option<&'s mut Prompt> {
        None
    }

    /// Handles a changed input line.
    fn edited(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// Number of lines at its bottom for details of the selected row.
    fn summary_lines(&self, _inner: Rect) -> u16 {
        0
    }

    /// The cursor of its list and the number of rows, if it has a list.
    fn rows<'s>(&self, _state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        None
    }

    /// Whether a click on the selected row activates it.
    fn click_activates(&self) -> bool {
        true
    }

    /// Moves the cursor. `seen` is the number of visible rows.
    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect>;

    /// Handles left and right.
    fn sideways(&self, _state: &mut State, _right: bool) -> Vec<Effect> {
        Vec::new()
    }

    /// Goes to the selection.
    fn activate(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// Opens or closes the selected row.
    fn toggle(&self, _state: &mut State) -> Vec<Effect> {
        Vec::new()
    }

    /// File and line of the selection.
    fn place(&self, state: &State) -> Option<(String, Option<u32>)> {
        super::update::act::place_of_node(state, state.selected()?)
    }

    /// Handles a click on its rows. `again` if the pane had the focus already.
    fn click(&self, state: &mut State, _cell: (u16, u16), row: usize, again: bool) -> Vec<Effect> {
        super::update::mouse::clicked_row(state, self, row, again)
    }

    /// Handles the wheel.
    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect>;

    /// Scrolls to its selected row, after the screen or a list changed. `area` is where its rows are.
    fn follow(&self, state: &mut State, area: Rect) {
        super::update::moves::follow(state, self, area);
    }

    /// Draws it.
    fn draw(&self, pen: &mut Pen<'_>, area: Rect);

    /// Describes it as data, for tests.
    fn summary(&self, state: &State) -> Value;
}

/// A view of the list.
#[derive(Clone, Copy)]
pub struct ViewRef(&'static dyn View);

/// A pane of a view.
#[derive(Clone, Copy)]
pub struct PaneRef(&'static dyn Pane);

impl ViewRef {
    pub const fn new(view: &'static dyn View) -> Self {
        Self(view)
    }

    /// Its position among the tabs.
    pub fn position(self) -> usize {
        ALL.iter().position(|view| *view == self).unwrap_or(0)
    }
}

impl PaneRef {
    pub const fn new(pane: &'static dyn Pane) -> Self {
        Self(pane)
    }

    /// Its position among all panes.
    pub fn position(self) -> usize {
        panes().position(|pane| pane == self).unwrap_or(usize::MAX)
    }
}

impl Deref for ViewRef {
    type Target = dyn View;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl Deref for PaneRef {
    type Target = dyn Pane;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for ViewRef {
    fn eq(&self, other: &Self) -> bool {
        self.about().name == other.about().name
    }
}

impl Eq for ViewRef {}

impl PartialEq for PaneRef {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for PaneRef {}

impl fmt::Debug for ViewRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about().name)
    }
}

impl fmt::Debug for PaneRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The view that is shown first.
pub fn first() -> ViewRef {
    ALL.iter().copied().find(|view| view.explorer().is_some()).unwrap_or(ALL[0])
}

/// All panes, each once, in the order of the views.
pub fn panes() -> impl Iterator<Item = PaneRef> {
    let all = || ALL.iter().flat_map(|view| view.about().panes).copied();
    all().enumerate().filter(move |(at, pane)| all().take(*at).all(|earlier| earlier != *pane)).map(|(_, pane)| pane)
}
