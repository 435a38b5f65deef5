//! What lies over the panes: one thing at a time.

use super::draft::Phase;
use super::past::When;
use super::prompt::Prompt;
use super::rows::Rows;
use crate::tui::action::Action;
use crate::tui::job::{Added, Reversal};
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
        rows: Rows,
    },
    /// What every key does.
    Help(Rows),
    /// Which relations are looked at.
    Relations {
        /// The relations, with how many edges are here and in all.
        entries: Vec<RelationEntry>,
        /// Where one is in them.
        rows: Rows,
    },
    /// Which theme is used.
    Themes {
        /// Their names.
        names: Vec<String>,
        /// Where one is in them.
        rows: Rows,
        /// What was wanted before.
        before: ThemeChoice,
    },
    /// The editor of edges; what is in it is the draft.
    Editor,
    /// Whether an edge is to be taken back.
    TakeBack(Box<TakeBack>),
    /// What closes the signal with this id.
    Closing(String),
    /// The log as it grows; where one is in it is kept besides.
    Log,
    /// A page; what is in it is kept besides.
    Page,
    /// The marked nodes.
    Marks(Rows),
    /// The mistakes in the user's files.
    Mistakes(Rows),
    /// A time that is being typed.
    When(When),
}

/// An edge of this run that somebody may want to take back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeBack {
    /// The edge.
    pub added: Added,
    /// What it would mean, once it is known.
    pub reversal: Option<Box<Reversal>>,
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
