//! A signal that is being closed: kept from the first letter until it is closed, whether or not it is seen.

use super::draft::{Held, Phase};
use super::entry::Entry;
use super::list_cursor::ListCursor;
use super::prompt::Prompt;
use crate::graph::Graph;
use crate::query::advice::id_in_log;
use crate::tui::job::{Completion, Outlook};

/// What is asked when a signal is closed, from top to bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosingField {
    /// The node that takes responsibility.
    By,
    /// Why, if somebody wants to say so.
    Reason,
}

impl ClosingField {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::By, Self::Reason];

    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::By => "by",
            Self::Reason => "reason",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::By => Self::Reason,
            Self::Reason => Self::By,
        }
    }
}

/// A signal that is being closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closing {
    /// The id of the signal.
    pub id: String,
    /// The field that has the keys.
    pub focus: ClosingField,
    /// The node that takes responsibility.
    pub by: Entry,
    /// Why.
    pub reason: Prompt,
    /// The nodes that fit what is typed.
    pub nodes: Completion,
    /// Where one is in them.
    pub rows: ListCursor,
    /// Whether the selected row is meant: it is as soon as something is typed, or somebody went to it.
    pub is_meant: bool,
    /// What closing it would do, as far as it is known.
    pub outlook: Option<Box<Outlook>>,
    /// Why it could not be closed.
    pub problem: Option<String>,
    /// What was done before the list was there.
    pub held: Vec<Held>,
    /// What is being done with it.
    pub phase: Phase,
}

impl Closing {
    /// One into which nothing was typed yet.
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

    /// Puts the cursor where a new one has it. Typing replaces what is in the field.
    pub fn resume(&mut self) {
        self.by.select_typed();
        self.focus = ClosingField::By;
    }

    /// Whether nothing would be lost with it.
    pub fn is_untouched(&self) -> bool {
        let is_empty = self.by == Entry::default() && self.reason.is_empty();
        is_empty && self.phase == Phase::Open && self.held.is_empty() && self.problem.is_none()
    }

    /// What the meant row of the list stands for.
    pub fn meant(&self, graph: &Graph) -> Option<String> {
        let at = Some(self.rows.cursor).filter(|_| self.is_meant && self.focus == ClosingField::By)?;
        let node = graph.node(self.nodes.hits.get(at)?.node);
        Some(id_in_log(graph, &node.address()))
    }

    /// Who would take responsibility now: what the next key would take, else what was taken.
    pub fn responsible(&self, graph: &Graph) -> Option<String> {
        self.meant(graph).or_else(|| self.by.taken.first().cloned())
    }
}
