//! What each pane remembers: its answer, and where one is in it.

use super::filters::RelationChoice;
use super::list_cursor::ListCursor;
use super::prompt::Prompt;
use crate::graph::NodeIx;
use crate::query::{Lineage, LineageDirection, Listing, NeighbourhoodList, NodeQuery, Orient, Sort, Step, Tree};
use crate::tui::job::{Detail, FindingQuery, Sifted, TreeRows};
use crate::tui::layout::lineage::LineageLayout;
use crate::tui::layout::map::MapLook;
use crate::tui::layout::map::{Arrangement, MapLayout};
use crate::tui::widget::lineage::{LineageListLook, LineageLook};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The list of nodes.
#[derive(Debug, Default)]
pub struct ListPane {
    /// What is typed to search.
    pub prompt: Prompt,
    /// What it means.
    pub query: NodeQuery,
    /// The order.
    pub sort: Sort,
    /// The nodes that fit; while another graph is searched, those around the selected one.
    pub listing: Listing,
    /// How many fit.
    pub fitting: usize,
    /// Whether something was typed since they were found: the next answer selects what fits best.
    pub seeks: bool,
    /// Whether the order was changed since they were found: the next answer is seen from its start, as far as the selected
    /// node allows.
    pub is_reordered: bool,
    /// Where one is in it.
    pub rows: ListCursor,
}

/// The neighbourhood of a node.
#[derive(Debug, Default)]
pub struct NeighbourhoodPane {
    /// The node the rows are seen from.
    pub root: Option<NodeIx>,
    /// The node whose rows were asked for last.
    pub asked: Option<NodeIx>,
    /// The rows.
    pub outline: NeighbourhoodList,
    /// Where one is in them.
    pub rows: ListCursor,
    /// What was opened or closed by hand.
    pub toggled: HashMap<Vec<Step>, bool>,
    /// Groups of which more is shown.
    pub limits: HashMap<Vec<Step>, usize>,
    /// The row to go to when the next answer about a node comes.
    pub wanted: Option<(NodeIx, Vec<Step>)>,
    /// The row that is told about: the selected one, once the selection rests.
    pub told: usize,
}

/// What is known of a node.
#[derive(Debug, Default)]
pub struct DetailPane {
    /// What was read last.
    pub detail: Option<Detail>,
    /// The first line that is seen.
    pub offset: usize,
    /// The node that was asked for last.
    pub asked: Option<NodeIx>,
    /// Whether, in Explore, it shows the selected neighbour instead of the current node: the keys came to it from there.
    pub of_neighbour: bool,
}

/// How a lineage is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LineageShape {
    /// As columns where there is room, else as a list.
    #[default]
    Fitting,
    /// As columns.
    Columns,
    /// As a list.
    List,
}

/// A lineage.
#[derive(Debug)]
pub struct LineagePane {
    /// The lineage that is shown, with its layout.
    pub found: Option<(Box<Lineage>, Box<LineageLayout>)>,
    /// What it was asked for.
    pub root: Option<NodeIx>,
    /// Where one is in it.
    pub look: Option<LineageLook>,
    /// Where one is in it as a list.
    pub list_look: Option<LineageListLook>,
    /// How it is shown.
    pub shape: LineageShape,
    /// Which part is walked.
    pub direction: LineageDirection,
    /// What "forward" means.
    pub orient: Orient,
    /// How far it is walked.
    pub max_depth: Option<u32>,
    /// Over which relations; `None` are those of lineage.
    pub relations: Option<RelationChoice>,
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

/// The tree.
#[derive(Debug, Default)]
pub struct TreePane {
    /// The tree of the present graph.
    pub tree: Option<Arc<Tree>>,
    /// Its rows that are open.
    pub shown: TreeRows,
    /// Where one is in them.
    pub rows: ListCursor,
    /// What was opened.
    pub opened: HashSet<Vec<String>>,
    /// Entries of which more is shown.
    pub limits: HashMap<Vec<String>, usize>,
    /// The row to go to when the next answer comes.
    pub wanted: Option<Vec<String>>,
    /// What is typed to search.
    pub prompt: Prompt,
}

/// The map.
#[derive(Debug, Default)]
pub struct MapPane {
    /// The map that is shown.
    pub layout: Option<Box<MapLayout>>,
    /// The node it is around.
    pub root: Option<NodeIx>,
    /// Where one is on it.
    pub look: Option<MapLook>,
    /// How nodes are placed.
    pub arrangement: Arrangement,
}

/// The findings.
#[derive(Debug, Default)]
pub struct FindingsPane {
    /// What is typed to choose.
    pub prompt: Prompt,
    /// What it means.
    pub query: FindingQuery,
    /// The findings that fit.
    pub sifted: Sifted,
    /// The dangling edge for which a proposal is being looked for: its missing node, its file and line.
    pub proposing_for: Option<(NodeIx, String, u32)>,
    /// Whether they are those of another time than what is shown: nobody sees them then.
    pub is_of_another_time: bool,
    /// Where one is in them.
    pub rows: ListCursor,
}
