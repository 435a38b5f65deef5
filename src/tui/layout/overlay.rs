//! The number of rows of each overlay.

use super::{config_errors, help, messages};
use crate::tui::pane_layout;
use crate::tui::state::{Overlay, State};

/// Number of rows of an overlay.
pub fn len(state: &State, shown: &Overlay) -> usize {
    let width = usize::from(pane_layout::overlay_rows(state, shown).width);
    match shown {
        Overlay::Palette { found, .. } => found.len(),
        Overlay::Help(_) => help::lines(state, width).len(),
        Overlay::ConfigErrors(_) => config_errors::lines(state, width).len(),
        Overlay::Messages(_) => messages::lines(state, width).len(),
        Overlay::Relations { entries, .. } => entries.len(),
        Overlay::Themes { names, .. } => names.len(),
        Overlay::Marks(_) => state.session.marks.nodes.len(),
        Overlay::Share(_) => state.share.as_ref().map_or(0, |pane| pane.items.len()),
        Overlay::Log => state.log.len(),
        Overlay::Page | Overlay::Editor | Overlay::Closing(_) | Overlay::Undo(_) | Overlay::When(_) => 0,
    }
}
