//! What the form keeps: one draft per signal, until the signal is closed.

use super::request::Outlook;
use super::{Closing, is_open};
use crate::graph::Graph;
use crate::query::advice::id_in_log;
use crate::tui::form::{Entry, Form};
use crate::tui::state::State;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Closings {
    /// The signal whose form was opened last.
    pub(super) id: Option<String>,
    /// Drafts, by the id of their signal.
    pub(super) drafts: BTreeMap<String, Draft>,
}

pub(super) fn closings(state: &State) -> &Closings {
    state.parts.get()
}

pub(super) fn closings_mut(state: &mut State) -> &mut Closings {
    state.parts.get_mut()
}

/// The draft in the open form.
pub(super) fn draft_of(state: &State) -> Option<&Draft> {
    let closings = closings(state);
    closings.drafts.get(closings.id.as_ref().filter(|_| is_open(state, &Closing))?)
}

/// Mutable [`draft_of`].
pub(super) fn draft_mut(state: &mut State) -> Option<&mut Draft> {
    let is_open = is_open(state, &Closing);
    let Closings { id, drafts } = closings_mut(state);
    drafts.get_mut(id.as_ref().filter(|_| is_open)?)
}

/// The fields of the form, from top to bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::overlay) enum Field {
    /// The node that addresses the signal.
    By,
    /// Optional reason.
    Reason,
}

impl Field {
    pub(super) const ALL: [Self; 2] = [Self::By, Self::Reason];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::By => "by",
            Self::Reason => "reason",
        }
    }
}

/// The form for one signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) id: String,
    pub(super) focus: Field,
    /// The node that addresses the signal.
    pub(super) by: Entry,
    pub(super) form: Form,
    /// Preview, once it is computed.
    pub(super) outlook: Option<Box<Outlook>>,
}

impl Draft {
    /// An empty form.
    pub(super) fn new(id: String) -> Self {
        Self { id, focus: Field::By, by: Entry::default(), form: Form::default(), outlook: None }
    }

    /// Focuses the same field as a new form. Typing replaces the content of the field.
    pub(super) fn resume(&mut self) {
        self.by.select_typed();
        self.focus = Field::By;
    }

    /// Whether it has no content worth saving.
    pub(super) fn is_untouched(&self) -> bool {
        self.by == Entry::default() && self.form.is_untouched()
    }

    /// The id of the row that Enter would take.
    pub(super) fn meant(&self, graph: &Graph) -> Option<String> {
        let at = Some(self.form.rows.cursor).filter(|_| self.form.is_meant && self.focus == Field::By)?;
        let node = graph.node(self.form.nodes.hits.get(at)?.node);
        Some(id_in_log(graph, &node.address()))
    }

    /// The node that would address the signal: the one Enter would take, else the one that was taken.
    pub(super) fn responsible(&self, graph: &Graph) -> Option<String> {
        self.meant(graph).or_else(|| self.by.taken.first().cloned())
    }
}
