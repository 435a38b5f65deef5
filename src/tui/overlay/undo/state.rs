//! What the confirmation keeps while it is open.

use super::request::RetractionPreview;
use crate::tui::form::Phase;
use crate::tui::parts::Parts;
use crate::tui::state::State;
use crate::tui::write::Added;

/// The confirmation of an undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Confirmation {
    /// The edge to retract.
    pub(super) added: Added,
    /// Preview, once it is computed.
    pub(super) preview: Option<Box<RetractionPreview>>,
    /// Whether it was confirmed before the preview was there.
    pub(super) is_confirmed: bool,
    /// Error of the last attempt.
    pub(super) problem: Option<String>,
    pub(super) phase: Phase,
}

pub(super) fn shown(state: &State) -> Option<&Confirmation> {
    state.parts.get::<Option<Confirmation>>().as_ref()
}

pub(super) fn shown_mut(parts: &mut Parts) -> &mut Option<Confirmation> {
    parts.get_mut()
}
