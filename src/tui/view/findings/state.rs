//! What the view keeps: the filter, the matching findings, the cursor.

use super::sift::{FindingQuery, Sifted};
use crate::finding::Finding;
use crate::graph::NodeIx;
use crate::tui::state::{ListCursor, Prompt, State};

#[derive(Debug, Default)]
pub(super) struct FindingsPane {
    /// The filter line.
    pub(super) prompt: Prompt,
    /// The parsed filter.
    pub(super) query: FindingQuery,
    /// The matching findings.
    pub(super) sifted: Sifted,
    /// The dangling edge for which a suggestion is being computed: its missing node, file and line.
    pub(super) proposing_for: Option<(NodeIx, String, u32)>,
    /// Whether the findings belong to another time than the one shown; they are hidden then.
    pub(super) is_of_another_time: bool,
    pub(super) rows: ListCursor,
}

pub(super) fn pane(state: &State) -> &FindingsPane {
    state.parts.get()
}

pub(super) fn pane_mut(state: &mut State) -> &mut FindingsPane {
    state.parts.get_mut()
}

/// The selected finding, if it applies to the time shown.
pub(super) fn finding(state: &State) -> Option<&Finding> {
    chosen_finding(state).filter(|_| !pane(state).is_of_another_time)
}

/// The selected finding, even if it belongs to another time.
pub(super) fn chosen_finding(state: &State) -> Option<&Finding> {
    let pane = pane(state);
    let at = *pane.sifted.shown.get(pane.rows.cursor)?;
    pane.sifted.report.as_ref()?.findings.get(at)
}
