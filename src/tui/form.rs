//! What forms share: fields with a list of choices below them, queued input, and notes about what will be written.

mod complete;
pub(in crate::tui) mod draw;
mod entry;
pub(in crate::tui) mod layout;
pub(in crate::tui) mod list;
pub(in crate::tui) mod new_log;
pub(in crate::tui) mod notes;

pub(in crate::tui) use complete::{CompleteRequest, Completion};
pub(in crate::tui) use entry::{Edit, Entry};

use super::action::Action;
use super::effect::Effect;
use super::overlay::{Overlay, is_open};
use super::state::{Follow, ListCursor, Prompt, State};
use super::task::Key;
use super::theme::Role;
use super::update::moves::Motion;
use super::update::say;
use crate::graph::NodeIx;
use crate::query::Hit;
use layout::FormAreas;
use ratatui::layout::Position;
use std::mem;

/// Input that is queued until lists and previews are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) enum Held {
    /// An action.
    Action(Action),
    /// Typed text.
    Typed(String),
    /// Enter, after the form was closed: takes the selected row, but must not write.
    Taken,
    /// The draft was resumed.
    Resumed,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::tui) enum Phase {
    /// Being edited.
    #[default]
    Open,
    /// Being written.
    Writing,
    /// Complete, but the log does not exist: the user is asked whether to create it.
    AsksForLog,
}

/// A form for a change: an optional reason, a list of choices for the focused field, and the progress of the change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui) struct Form {
    pub(in crate::tui) reason: Prompt,
    /// Nodes that match the typed text.
    pub(in crate::tui) nodes: Completion,
    /// Cursor in the list of the focused field.
    pub(in crate::tui) rows: ListCursor,
    /// Whether Enter takes the selected row: true once something is typed or the cursor was moved.
    pub(in crate::tui) is_meant: bool,
    /// Error of the last write.
    pub(in crate::tui) problem: Option<String>,
    /// Queued input.
    pub(in crate::tui) held: Vec<Held>,
    pub(in crate::tui) phase: Phase,
}

impl Form {
    /// Whether it has no content worth saving.
    pub(in crate::tui) fn is_untouched(&self) -> bool {
        let is_empty = self.reason.is_empty() && self.held.is_empty();
        is_empty && self.phase == Phase::Open && self.problem.is_none()
    }

    /// The reason, if one is given.
    pub(in crate::tui) fn because(&self) -> Option<String> {
        Some(self.reason.text().trim()).filter(|reason| !reason.is_empty()).map(str::to_owned)
    }

    /// Prepares the queue for being closed: it is replayed when the form is opened again, without anything that writes.
    pub(in crate::tui) fn put_off(&mut self) {
        let put_off = |held| match held {
            Held::Action(Action::Accept) => Some(Held::Taken),
            Held::Action(Action::Quit) => None,
            held => Some(held),
        };
        self.held = mem::take(&mut self.held).into_iter().filter_map(put_off).collect();
    }

    /// Stores matching nodes. After the same query on another graph, the cursor stays on its row.
    pub(in crate::tui) fn completed(&mut self, completion: Completion) {
        if completion.typed == self.nodes.typed {
            let before = self.nodes.hits.get(self.rows.cursor).map(|hit| hit.node);
            self.keep_row(before, completion.hits.iter().map(|hit| hit.node));
        }
        self.nodes = completion;
    }

    /// Moves the cursor to the row that was selected before.
    pub(in crate::tui) fn keep_row<T: PartialEq>(&mut self, before: Option<T>, mut rows: impl Iterator<Item = T>) {
        let was_there = before.is_some();
        let again = before.and_then(|before| rows.position(|row| row == before));
        self.rows.cursor = again.unwrap_or(0);
        if again.is_none() && was_there {
            // Enter was pressed for a row that is gone: it must not take another one.
            self.held.clear();
            self.is_meant = false;
        }
    }

    /// Translates the matching nodes to a new graph.
    pub(in crate::tui) fn translate(&mut self, find: impl Fn(NodeIx) -> Option<NodeIx>) {
        let hits = mem::take(&mut self.nodes.hits).into_iter();
        self.nodes.hits = hits.filter_map(|hit| Some(Hit { node: find(hit.node)?, ..hit })).collect();
    }
}

/// An overlay with a form. Input that arrives before its lists and previews is queued ([`Form::held`]) and handled once
/// they are there, so a fast typist selects the same row as a slow one.
pub(in crate::tui) trait FormOverlay: Overlay + Sized {
    type Field: Copy;

    /// The tasks that queued input waits for.
    const AWAITED: &[Key];

    /// The form of the current draft, and the number of rows in its list.
    fn form<'s>(&self, state: &'s mut State) -> Option<(&'s mut Form, usize)>;

    fn areas(&self, state: &State) -> FormAreas<Self::Field>;

    fn focus(&self, state: &mut State, field: Self::Field) -> Vec<Effect>;

    fn handle(&self, state: &mut State, input: Held) -> Vec<Effect>;

    fn is_waiting(&self, state: &State) -> bool {
        Self::AWAITED.iter().any(|key| state.tasks.is_waiting(*key))
    }

    /// Handles queued input, as far as that is possible now.
    fn replay(&self, state: &mut State) -> Vec<Effect> {
        if self.is_waiting(state) || !is_open(state, self) {
            return Vec::new();
        }
        let held = self.form(state).map(|(form, _)| mem::take(&mut form.held)).unwrap_or_default();
        held.into_iter().flat_map(|held| self.handle(state, held)).collect()
    }

    /// Handles a new list.
    fn listed(&self, state: &mut State) -> Vec<Effect> {
        self.scroll(state);
        // Enter may take another row now.
        let is_meant = self.form(state).is_some_and(|(form, _)| form.is_meant);
        let mut effects = if is_meant { self.preview(state) } else { Vec::new() };
        effects.extend(self.replay(state));
        effects
    }

    /// Handles a new preview. A longer one leaves fewer rows for the list.
    fn previewed(&self, state: &mut State) -> Vec<Effect> {
        self.scroll(state);
        self.replay(state)
    }

    /// Scrolls the list to its selected row.
    fn scroll(&self, state: &mut State) {
        let seen = usize::from(self.areas(state).list.height);
        if let Some((form, total)) = self.form(state) {
            form.rows.follow(seen, total, Follow::Smoothly);
        }
    }

    /// Moves the cursor in the list. The first move only selects the row that is highlighted.
    fn walk(&self, state: &mut State, motion: Motion) -> Vec<Effect> {
        let seen = usize::from(self.areas(state).list.height);
        let Some((form, total)) = self.form(state).filter(|(_, total)| *total > 0) else { return Vec::new() };
        if form.is_meant {
            motion.apply(&mut form.rows, seen, total);
        }
        form.is_meant = true;
        form.rows.follow(seen, total, Follow::Smoothly);
        self.preview(state)
    }

    /// Focuses a field or selects a row of the list; takes the row if it is selected already.
    fn point(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        let places = self.areas(state);
        if !places.list.contains(cell) {
            let field = places.fields.into_iter().find(|(_, line)| line.contains(cell));
            return field.map(|(field, _)| self.focus(state, field)).unwrap_or_default();
        }
        let Some((form, total)) = self.form(state) else { return Vec::new() };
        let at = form.rows.offset + usize::from(cell.y - places.list.y);
        if form.phase == Phase::Writing || !form.held.is_empty() || at >= total {
            return Vec::new();
        }
        if form.is_meant && form.rows.cursor == at {
            return self.handle(state, Held::Action(Action::Accept));
        }
        (form.rows.cursor, form.is_meant) = (at, true);
        self.preview(state)
    }
}

/// The answer to input while the form is not open for it.
pub(in crate::tui) fn refusal(state: &mut State, phase: Phase) -> Vec<Effect> {
    match phase {
        Phase::Writing => vec![say(state, Role::Note, "Writing; try again when it is done")],
        Phase::Open | Phase::AsksForLog => Vec::new(),
    }
}

/// Nodes offered before anything is typed: marked ones, the current one and recently visited ones.
pub(in crate::tui) fn offered_first(state: &State) -> impl Iterator<Item = NodeIx> {
    let been = state.session.history.recent();
    state.session.marks.nodes.iter().copied().chain(state.session.current).chain(been)
}
