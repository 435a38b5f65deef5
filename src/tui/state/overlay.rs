//! What lies over the panes: one thing at a time.

use super::draft::Phase;
use super::list_cursor::ListCursor;
use super::past::When;
use super::prompt::Prompt;
use crate::tui::action::Action;
use crate::tui::job::{Added, RetractionPreview};
use crate::tui::theme::ThemeChoice;

/// What lies over the panes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Overlay {
    /// Every action, by what is typed.
    Palette {
        /// What is typed.
        prompt: Prompt,
        /// The actions that fit, best first.
        found: Vec<Action>,
        /// Where one is in them.
        rows: ListCursor,
    },
    /// What every key does.
    Help(ListCursor),
    /// Which relations are looked at.
    Relations {
        /// The relations, with how many edges are here and in all.
        entries: Vec<RelationEntry>,
        /// Where one is in them.
        rows: ListCursor,
    },
    /// Which theme is used.
    Themes {
        /// Their names.
        names: Vec<String>,
        /// Where one is in them.
        rows: ListCursor,
        /// What was wanted before.
        before: ThemeChoice,
    },
    /// The editor of edges; what is in it is the draft.
    Editor,
    /// Whether an edge is to be taken back.
    Undo(Box<Undo>),
    /// What closes the signal with this id.
    Closing(String),
    /// The log as it grows; where one is in it is kept besides.
    Log,
    /// A page; what is in it is kept besides.
    Page,
    /// The marked nodes.
    Marks(ListCursor),
    /// The mistakes in the user's files.
    ConfigErrors(ListCursor),
    /// A time that is being typed.
    When(When),
}

/// An edge of this run that somebody may want to take back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undo {
    /// The edge.
    pub added: Added,
    /// What it would mean, once it is known.
    pub retraction_preview: Option<Box<RetractionPreview>>,
    /// Whether it was confirmed before that.
    pub is_confirmed: bool,
    /// Why it could not be written.
    pub problem: Option<String>,
    /// What is being done.
    pub phase: Phase,
}

/// A relation that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelationEntry {
    /// The verb.
    pub name: String,
    /// How it reads, if it reads otherwise.
    pub reading: String,
    /// How many edges of the looked-at node have it.
    pub here: usize,
    /// How many edges have it in all.
    pub total: usize,
}
