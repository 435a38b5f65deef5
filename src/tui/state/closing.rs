//! The form that closes a signal, kept until the signal is closed, even while the form is not open.

use super::draft::{Held, Phase};
use super::entry::Entry;
use super::list_cursor::ListCursor;
use super::prompt::Prompt;
use crate::graph::Graph;
use crate::query::advice::id_in_log;
use crate::tui::job::{Completion, Outlook};

/// The fields of the form, from top to bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosingField {
    /// The node that addresses the signal.
    By,
    /// Optional reason.
    Reason,
}

impl ClosingField {
    pub const ALL: [Self; 2] = [Self::By, Self::Reason];

    /// The label on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::By => "by",
            Self::Reason => "reason",
        }
    }

    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::By => Self::Reason,
            Self::Reason => Self::By,
        }
    }
}

/// The form for one signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closing {
    pub id: String,
    /// The focused field.
    pub focus: ClosingField,
    /// The node that addresses the signal.
    pub by: Entry,
    pub reason: Prompt,
    /// Nodes that match the typed text.
    pub nodes: Completion,
    pub rows: ListCursor,
    /// Whether Enter takes the selected row: true once something is typed or the cursor was moved.
    pub is_meant: bool,
    /// Preview, once it is computed.
    pub outlook: Option<Box<Outlook>>,
    /// Error of the last attempt.
    pub problem: Option<String>,
    /// Queued input.
    pub held: Vec<Held>,
    pub phase: Phase,
}

impl Closing {
    /// An empty form.
    pub fn new(id: String) -> Self {
        Self {
            id,
            focus: ClosingField::By,
            by: Entry::default(),
            reason: Prompt::default(),
            nodes: Completion::default(),
            rows: ListCursor::default(),
            is_meant: false,
            outlook: None,
            problem: None,
            held: Vec::new(),
            phase: Phase::Open,
        }
    }

    /// Focuses the same field as a new form. Typing replaces the content of the field.
    pub fn resume(&mut self) {
        self.by.select_typed();
        self.focus = ClosingField::By;
    }

    /// Whether it has no content worth saving.
    pub fn is_untouched(&self) -> bool {
        let is_empty = self.by == Entry::default() && self.reason.is_empty();
        is_empty && self.phase == Phase::Open && self.held.is_empty() && self.problem.is_none()
    }

    /// The id of the row that Enter would take.
    pub fn meant(&self, graph: &Graph) -> Option<String> {
        let at = Some(self.rows.cursor).filter(|_| self.is_meant && self.focus == ClosingField::By)?;
        let node = graph.node(self.nodes.hits.get(at)?.node);
        Some(id_in_log(graph, &node.address()))
    }

    /// The node that would address the signal: the one Enter would take, else the one that was taken.
    pub fn responsible(&self, graph: &Graph) -> Option<String> {
        self.meant(graph).or_else(|| self.by.taken.first().cloned())
    }
}
