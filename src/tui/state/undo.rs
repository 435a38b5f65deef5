//! The confirmation of an undo.

use super::draft::Phase;
use crate::tui::job::{Added, RetractionPreview};

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
