//! A node's neighbourhood as a foldable list: edges grouped by direction and relation, nodes inside the groups, and
//! their groups in turn.
//!
//! [`NeighbourhoodList`] is the pre-order (depth-first) sequence of the unfolded rows. It is built lazily: only open
//! rows are expanded, and each group only up to its limit, so a hub costs no more than the part that is shown. A node
//! that is already on the branch above is marked as a cycle and not expanded. Drawing and scrolling do not belong here.

use super::filter::EdgeFilter;
use super::grouped::{RelationGroup, grouped_where};
use super::neighbourhood::Directions;
use super::sieve::Sieve;
use crate::graph::{Cancelled, Direction, Edge, EdgeIx, Graph, NodeIx, Sym};
use std::collections::HashMap;

/// One step from a row to a row below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Into the edges of one relation in one direction.
    Group(Direction, Sym),
    /// Over an edge, to its other end.
    Edge(EdgeIx),
    /// To the row that represents the omitted edges of a group.
    More,
}

#[derive(Debug, Clone)]
pub struct NeighbourhoodListRequest {
    pub root: NodeIx,
    pub directions: Directions,
    pub edges: EdgeFilter,
    /// Number of levels that are open by default.
    pub depth: u32,
    /// Rows opened (`true`) or closed by the user, keyed by their steps from the root.
    pub toggled: HashMap<Vec<Step>, bool>,
    /// Groups with a limit other than the default, keyed by their steps from the root.
    pub limits: HashMap<Vec<Step>, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NeighbourhoodItem {
    /// The edges of one relation in one direction.
    Group {
        /// Direction as seen from the parent node.
        direction: Direction,
        /// The verb as read in that direction.
        reading: String,
        /// Whether the relation is symmetric.
        is_symmetric: bool,
        relation: Sym,
        /// Number of edges shown.
        shown: usize,
        /// Number of edges in the group.
        total: usize,
    },
    /// An edge and the node at its other end.
    Edge {
        edge: EdgeIx,
        node: NodeIx,
        /// Whether the node is already above on the same branch.
        is_cycle: bool,
    },
    /// The omitted edges of the group above.
    More {
        /// Number of edges shown.
        shown: usize,
        /// Number of edges in the group.
        total: usize,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// Cannot be opened: there are no rows below it.
    Leaf,
    Closed,
    Open,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeighbourhoodRow {
    /// Indentation level.
    pub depth: usize,
    /// Index of the parent row.
    pub parent: Option<usize>,
    /// The step from the parent row.
    pub step: Step,
    pub fold: Fold,
    pub item: NeighbourhoodItem,
}

/// The visible rows, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NeighbourhoodList {
    pub rows: Vec<NeighbourhoodRow>,
}

/// Default maximum number of edges shown of a group directly below the root.
const FIRST_LIMIT: usize = 100;
/// Default maximum number of edges shown of a deeper group.
const DEEPER_LIMIT: usize = 20;
/// Once there are this many rows, rows are no longer opened by default.
const MOST_OPEN_BY_DEFAULT: usize = 2_000;
/// Maximum depth of a branch, even if the user opens more.
const DEEPEST: usize = 64;

impl NeighbourhoodList {
    /// Builds the list; `None` if cancelled.
    pub fn new(graph: &Graph, request: &NeighbourhoodListRequest, cancelled: Cancelled<'_>) -> Option<Self> {
        let sieve = Sieve::new(graph, &request.edges);
        let (rows, steps, branch) = (Vec::new(), Vec::new(), Vec::new());
        let mut walk = ListBuilder { graph, request, sieve, cancelled, rows, steps, branch };
        walk.groups(request.root, None, None)?;
        Some(Self { rows: walk.rows })
    }

    /// The steps that lead from the root to a row.
    pub fn steps_to(&self, row: usize) -> Vec<Step> {
        let above = std::iter::successors(Some(row), |row| self.rows.get(*row)?.parent);
        let mut steps: Vec<_> = above.filter_map(|row| self.rows.get(row)).map(|row| row.step).collect();
        steps.reverse();
        steps
    }

    /// The index of the row that these steps lead to.
    pub fn row_at(&self, steps: &[Step]) -> Option<usize> {
        let (last, above) = steps.split_last()?;
        let fits = |row: &usize| self.rows[*row].step == *last && self.rows[*row].depth + 1 == steps.len();
        (0..self.rows.len()).filter(fits).find(|row| {
            let parent = self.rows[*row].parent;
            parent.map_or(above.is_empty(), |parent| self.steps_to(parent) == above)
        })
    }
}

struct ListBuilder<'g> {
    graph: &'g Graph,
    request: &'g NeighbourhoodListRequest,
    sieve: Sieve<'g>,
    cancelled: Cancelled<'g>,
    rows: Vec<NeighbourhoodRow>,
    /// The steps from the root to the current row.
    steps: Vec<Step>,
    /// The nodes from the root to the current row.
    branch: Vec<NodeIx>,
}

impl<'g> ListBuilder<'g> {
    /// Adds the groups of a node, without the edge that led to it.
    fn groups(&mut self, node: NodeIx, led_here: Option<EdgeIx>, parent: Option<usize>) -> Option<()> {
        self.branch.push(node);
        for &direction in self.request.directions.each_listed() {
            let keeps = |edge: Edge<'_>| Some(edge.ix()) != led_here && self.sieve.keeps(edge);
            let found = grouped_where(self.graph, self.graph.node(node), direction, keeps, self.cancelled);
            // The groups of a hub are incomplete then.
            if (self.cancelled)() {
                return None;
            }
            for group in found {
                self.group(node, direction, &group, parent)?;
            }
        }
        self.branch.pop();
        Some(())
    }

    fn group(
        &mut self,
        node: NodeIx,
        direction: Direction,
        group: &RelationGroup<'g>,
        parent: Option<usize>,
    ) -> Option<()> {
        if (self.cancelled)() {
            return None;
        }
        let Some(relation) = group.edges.first().map(|edge| self.graph.edge(*edge).relation_sym()) else {
            return Some(());
        };
        self.steps.push(Step::Group(direction, relation));
        let nodes_above = self.branch.len() as u32;
        let usual = if self.branch.len() == 1 { FIRST_LIMIT } else { DEEPER_LIMIT };
        let limit = self.request.limits.get(&self.steps).copied().unwrap_or(usual);
        let (shown, total) = (group.edges.len().min(limit), group.edges.len());
        // A user who opens a node wants to see its neighbours, not only its closed groups.
        let by_hand =
            self.steps.len() > 1 && self.request.toggled.get(&self.steps[..self.steps.len() - 1]) == Some(&true);
        let open = self.is_open(by_hand || nodes_above <= self.request.depth);
        let at = self.push(
            parent,
            if open { Fold::Open } else { Fold::Closed },
            NeighbourhoodItem::Group {
                direction,
                reading: group.reading.to_owned(),
                is_symmetric: group.is_symmetric,
                relation,
                shown,
                total,
            },
        );
        if open {
            for edge in &group.edges[..shown] {
                self.edge(node, *edge, at)?;
            }
            if shown < total {
                self.steps.push(Step::More);
                self.push(Some(at), Fold::Leaf, NeighbourhoodItem::More { shown, total });
                self.steps.pop();
            }
        }
        self.steps.pop();
        Some(())
    }

    fn edge(&mut self, from: NodeIx, edge: EdgeIx, parent: usize) -> Option<()> {
        let node = self.graph.edge(edge).other(from);
        let is_cycle = self.branch.contains(&node);
        self.steps.push(Step::Edge(edge));
        let can_open = !is_cycle && self.branch.len() < DEEPEST && self.has_more_than(node, edge);
        let open = can_open && self.is_open((self.branch.len() as u32) < self.request.depth);
        let fold = match (can_open, open) {
            (false, _) => Fold::Leaf,
            (true, false) => Fold::Closed,
            (true, true) => Fold::Open,
        };
        let at = self.push(Some(parent), fold, NeighbourhoodItem::Edge { edge, node, is_cycle });
        if open {
            self.groups(node, Some(edge), Some(at))?;
        }
        self.steps.pop();
        Some(())
    }

    fn push(&mut self, parent: Option<usize>, fold: Fold, item: NeighbourhoodItem) -> usize {
        let step = *self.steps.last().unwrap_or(&Step::More);
        self.rows.push(NeighbourhoodRow { depth: self.steps.len() - 1, parent, step, fold, item });
        self.rows.len() - 1
    }

    /// Whether the current row is open: as toggled by the user, otherwise by depth while there are not too many rows.
    fn is_open(&self, by_depth: bool) -> bool {
        let toggled = if self.request.toggled.is_empty() { None } else { self.request.toggled.get(&self.steps) };
        toggled.copied().unwrap_or(by_depth && self.rows.len() < MOST_OPEN_BY_DEFAULT)
    }

    /// Whether a node has any edge to show besides the one that led to it.
    fn has_more_than(&self, node: NodeIx, led_here: EdgeIx) -> bool {
        let keeps = |ix: &EdgeIx| *ix != led_here && self.sieve.keeps(self.graph.edge(*ix));
        let rows = self.request.directions.each_listed();
        let node = self.graph.node(node);
        rows.iter().any(|side| node.listed(*side).chain(node.listed_retracted(*side)).any(|ix| keeps(&ix)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;
    use crate::query::RelationFilter;

    fn request(graph: &Graph, root: &str, depth: u32) -> NeighbourhoodListRequest {
        NeighbourhoodListRequest {
            root: graph.find(root).unwrap().ix(),
            directions: Directions::Both,
            edges: EdgeFilter::of(RelationFilter::Any),
            depth,
            toggled: HashMap::new(),
            limits: HashMap::new(),
        }
    }

    fn written(graph: &Graph, request: &NeighbourhoodListRequest) -> Vec<String> {
        let list = NeighbourhoodList::new(graph, request, &|| false).unwrap();
        let line = |row: &NeighbourhoodRow| {
            let marker = match row.fold {
                Fold::Leaf => ' ',
                Fold::Closed => '+',
                Fold::Open => '-',
            };
            let words = match &row.item {
                NeighbourhoodItem::Group { reading, shown, total, .. } => format!("{reading} {shown}/{total}"),
                NeighbourhoodItem::Edge { node, is_cycle, .. } => {
                    format!("{}{}", graph.node(*node).id(), if *is_cycle { " again" } else { "" })
                }
                NeighbourhoodItem::More { shown, total } => format!("{shown} of {total}"),
            };
            format!("{}{marker}{words}", " ".repeat(row.depth))
        };
        list.rows.iter().map(line).collect()
    }

    #[test]
    fn groups_are_ordered_by_direction_and_relation_with_nodes_below() {
        let rows = [("a", "b", "led-to", ""), ("c", "a", "cites", ""), ("b", "d", "led-to", "")];
        let graph = graph_of(&["a", "b", "c", "d"], &rows);
        assert_eq!(written(&graph, &request(&graph, "a", 1)), ["-is cited by 1/1", "  c", "-led to 1/1", " +b"]);
    }

    #[test]
    fn branch_is_not_expanded_past_a_cycle() {
        let graph = graph_of(&["a", "b"], &[("a", "b", "led-to", ""), ("b", "a", "led-to", "")]);
        let shown = written(&graph, &request(&graph, "a", 2));
        assert_eq!(shown.iter().filter(|line| line.ends_with("a again")).count(), 2, "{shown:?}");
        assert!(shown.iter().all(|line| !line.ends_with("b again")));
    }

    #[test]
    fn rows_toggled_by_the_user_override_the_depth() {
        let graph = graph_of(&["a", "b", "c"], &[("a", "b", "led-to", ""), ("b", "c", "led-to", "")]);
        let mut asked = request(&graph, "a", 1);
        let group = vec![Step::Group(Direction::Out, graph.sym("led-to").unwrap())];
        asked.toggled.insert(group.clone(), false);
        assert_eq!(written(&graph, &asked), ["+led to 1/1"]);
        asked.toggled.clear();
        let edge = [group, vec![Step::Edge(graph.edges().next().unwrap().ix())]].concat();
        asked.toggled.insert(edge.clone(), true);
        let list = NeighbourhoodList::new(&graph, &asked, &|| false).unwrap();
        assert_eq!(written(&graph, &asked), ["-led to 1/1", " -b", "  -led to 1/1", "    c"]);
        assert_eq!(list.row_at(&edge).map(|row| list.steps_to(row)), Some(edge));
    }

    #[test]
    fn hub_is_limited_unless_more_is_requested() {
        let names: Vec<String> = (0..250).map(|n| format!("n{n}")).collect();
        let rows: Vec<_> = names.iter().map(|name| ("hub", name.as_str(), "led-to", "")).collect();
        let graph = graph_of(&["hub"], &rows);
        let mut asked = request(&graph, "hub", 1);
        let list = NeighbourhoodList::new(&graph, &asked, &|| false).unwrap();
        assert_eq!(list.rows.len(), 1 + FIRST_LIMIT + 1);
        assert_eq!(list.rows.last().unwrap().item, NeighbourhoodItem::More { shown: 100, total: 250 });
        asked.limits.insert(list.steps_to(0), 1000);
        assert_eq!(NeighbourhoodList::new(&graph, &asked, &|| false).unwrap().rows.len(), 1 + 250);
    }

    #[test]
    fn cancelled_list_is_none() {
        let graph = graph_of(&["a", "b"], &[("a", "b", "led-to", "")]);
        assert_eq!(NeighbourhoodList::new(&graph, &request(&graph, "a", 1), &|| true), None);
    }
}
