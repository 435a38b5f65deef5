//! Overlays: dialogs, pickers and full-screen views over the panes. At most one is open.

use super::draft::Phase;
use super::list_cursor::ListCursor;
use super::past::When;
use super::prompt::Prompt;
use crate::tui::action::Action;
use crate::tui::job::{Added, RetractionPreview};
use crate::tui::theme::ThemeChoice;

/// The open overlay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Overlay {
    /// The command palette.
    Palette {
        prompt: Prompt,
        /// The matching actions, best first.
        found: Vec<Action>,
        rows: ListCursor,
    },
    /// The list of keys.
    Help(ListCursor),
    /// The checklist of relations.
    Relations {
        /// The relations with their edge counts.
        entries: Vec<RelationEntry>,
        rows: ListCursor,
    },
    /// The theme picker.
    Themes {
        names: Vec<String>,
        rows: ListCursor,
        /// The choice to restore on cancel.
        before: ThemeChoice,
    },
    /// The edge editor; its content is `State::draft`.
    Editor,
    /// The confirmation of an undo.
    Undo(Box<Undo>),
    /// The form that closes the signal with this id.
    Closing(String),
    /// The log view; its content is `State::log`.
    Log,
    /// A page; its content is `State::page`.
    Page,
    /// The picker for marked nodes.
    Marks(ListCursor),
    /// The configuration errors.
    ConfigErrors(ListCursor),
    /// The last messages.
    Messages(ListCursor),
    /// The choice of how to share; its content is `State::share`.
    Share(ListCursor),
    /// The prompt for a time.
    When(When),
}

/// The confirmation of an undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undo {
    /// The edge to retract.
    pub added: Added,
    /// Preview, once it is computed.
    pub retraction_preview: Option<Box<RetractionPreview>>,
    /// Whether it was confirmed before the preview was there.
    pub is_confirmed: bool,
    /// Error of the last attempt.
    pub problem: Option<String>,
    pub phase: Phase,
}

/// An entry of the relation checklist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelationEntry {
    pub name: String,
    /// Its reading, if that differs.
    pub reading: String,
    /// Number of edges of the current node.
    pub here: usize,
    /// Total number of edges.
    pub total: usize,
}
