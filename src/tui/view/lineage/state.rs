//! What the view keeps: the lineage with its layout, its own filters, and the cursor.

use super::layout::{LineageLayout, LineageListLook, LineageLook};
use crate::graph::NodeIx;
use crate::query::{Lineage, LineageDirection, Orient};
use crate::tui::state::{RelationChoice, State};
use ratatui::layout::Rect;

/// How a lineage is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum LineageShape {
    /// Columns if there is room, else a list.
    #[default]
    Fitting,
    Columns,
    List,
}

#[derive(Debug)]
pub(super) struct LineagePane {
    /// The lineage and its layout.
    pub(super) found: Option<(Box<Lineage>, Box<LineageLayout>)>,
    /// Root of the last request.
    pub(super) root: Option<NodeIx>,
    pub(super) look: Option<LineageLook>,
    /// Cursor and scroll position in the list shape.
    pub(super) list_look: Option<LineageListLook>,
    pub(super) shape: LineageShape,
    /// Backward, forward or both.
    pub(super) direction: LineageDirection,
    /// Whether "forward" is as stored or by meaning.
    pub(super) orient: Orient,
    /// Maximum depth.
    pub(super) max_depth: Option<u32>,
    /// Relations followed; `None` means the lineage relations.
    pub(super) relations: Option<RelationChoice>,
}

impl Default for LineagePane {
    fn default() -> Self {
        Self {
            found: None,
            root: None,
            look: None,
            list_look: None,
            shape: LineageShape::Fitting,
            direction: LineageDirection::Both,
            orient: Orient::Meaning,
            max_depth: None,
            relations: None,
        }
    }
}

/// Minimum width for columns.
const COLUMNS: u16 = 64;

impl LineagePane {
    /// Whether it is drawn as columns in this area.
    pub(super) fn has_columns(&self, area: Rect) -> bool {
        match self.shape {
            LineageShape::Columns => true,
            LineageShape::List => false,
            LineageShape::Fitting => area.width >= COLUMNS && area.height >= 8,
        }
    }

    /// The node at a cell.
    pub(super) fn node_at(&self, rows: Rect, x: u16, y: u16) -> Option<NodeIx> {
        let (_, layout) = self.found.as_ref()?;
        if self.has_columns(rows) {
            self.look.as_ref()?.node_at(layout, rows, x, y)
        } else {
            self.list_look.as_ref()?.node_at(layout, rows, x, y)
        }
    }

    /// Whether it contains a node.
    pub(super) fn contains(&self, node: NodeIx) -> bool {
        self.found.as_ref().is_some_and(|(_, layout)| layout.position(node).is_some())
    }
}

pub(super) fn pane(state: &State) -> &LineagePane {
    state.parts.get()
}

pub(super) fn pane_mut(state: &mut State) -> &mut LineagePane {
    state.parts.get_mut()
}
