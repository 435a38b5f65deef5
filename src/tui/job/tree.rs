//! The rows of the tree that are open.

use crate::graph::{Graph, NodeIx};
use crate::query::{Fold, Matcher, Tree, TreeEntry};
use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// What to show of a tree.
#[derive(Debug, Clone, Default)]
pub struct TreeRequest {
    /// Entries that were opened, by their paths.
    pub opened: HashSet<Vec<String>>,
    /// Entries of which more children than usual are to be shown.
    pub limits: HashMap<Vec<String>, usize>,
    /// Only entries in whose label or node all of these are found, and what is above them.
    pub words: Vec<String>,
    /// A node to which everything is opened.
    pub reveal: Option<NodeIx>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeRow {
    /// How far it is indented.
    pub depth: usize,
    /// The row it stands below.
    pub parent: Option<usize>,
    /// Whether it is open.
    pub fold: Fold,
    /// What it is.
    pub item: TreeItem,
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeItem {
    /// An entry of the tree, by its number.
    Entry(usize),
    /// What is left out of the children of the row above: so many are shown of so many.
    More(usize, usize),
}

/// The rows that are open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TreeRows {
    /// The rows, in order.
    pub rows: Vec<TreeRow>,
    /// How many entries the words found, if there were any.
    pub found: Option<usize>,
    /// The first row that the words found.
    pub best: Option<usize>,
    /// The row of the node that was to be revealed.
    pub revealed: Option<usize>,
    /// The entries that were opened to reveal it.
    pub opened: Vec<Vec<String>>,
}

/// Of the children of one entry so many are shown at first.
const LIMIT: usize = 200;
/// So many rows are opened because words were found below them.
const MOST_FOUND: usize = 5_000;
/// No row is deeper.
const DEEPEST: usize = 300;

impl TreeRows {
    /// The rows of a tree.
    pub fn new(graph: &Graph, tree: &Tree, request: &TreeRequest) -> Self {
        let (rows, found) = (Self::default(), FixedBitSet::new());
        let mut walk = RowBuilder { tree, request, rows, found, kept: None, path: Vec::new(), way: Vec::new() };
        if !request.words.is_empty() {
            walk.keep_found(graph);
        }
        let target = request.reveal.and_then(|node| tree.of(node));
        walk.way = target.map(|target| tree.way_to(target)).unwrap_or_default();
        for root in &tree.roots {
            walk.entry(*root, None, target);
        }
        walk.rows
    }
}

struct RowBuilder<'t> {
    tree: &'t Tree,
    request: &'t TreeRequest,
    rows: TreeRows,
    /// With words: the entries that were found.
    found: FixedBitSet,
    /// With words: the entries that were found, and those above them.
    kept: Option<FixedBitSet>,
    path: Vec<String>,
    /// The entries from a root to the one that is revealed.
    way: Vec<usize>,
}

impl RowBuilder<'_> {
    fn keep_found(&mut self, graph: &Graph) {
        let matcher = Matcher::new(&self.request.words);
        let fits = |entry: &TreeEntry| {
            let node = entry.node.map(|node| graph.node(node));
            matcher.score(&entry.label).is_some()
                || node.is_some_and(|node| matcher.score(node.title()).is_some() || matcher.score(node.id()).is_some())
        };
        let entries = self.tree.entries.par_iter().enumerate();
        let found: Vec<usize> = entries.filter(|(_, entry)| fits(entry)).map(|(at, _)| at).collect();
        let mut kept = FixedBitSet::with_capacity(self.tree.entries.len());
        self.found.grow(self.tree.entries.len());
        for at in &found {
            self.found.insert(*at);
            kept.insert(*at);
            self.tree.way_to(*at).into_iter().for_each(|above| kept.insert(above));
        }
        self.rows.found = Some(found.len());
        self.kept = Some(kept);
    }

    fn entry(&mut self, at: usize, parent: Option<usize>, target: Option<usize>) {
        if self.kept.as_ref().is_some_and(|kept| !kept.contains(at)) {
            return;
        }
        let entry = &self.tree.entries[at];
        self.path.push(entry.label.clone());
        let on_the_way = Some(at) != target && self.way.contains(&at);
        if on_the_way && !self.request.opened.contains(&self.path) {
            self.rows.opened.push(self.path.clone());
        }
        let found_below = self.kept.is_some() && self.rows.rows.len() < MOST_FOUND;
        let open = found_below || on_the_way || self.request.opened.contains(&self.path);
        let kept: Vec<usize> = match &self.kept {
            Some(kept) => entry.children.iter().copied().filter(|child| kept.contains(*child)).collect(),
            None => entry.children.clone(),
        };
        // Nobody opens this many levels by hand, and each is a call on the stack.
        let kept = if self.path.len() < DEEPEST { kept } else { Vec::new() };
        let fold = match (kept.is_empty(), open) {
            (true, _) => Fold::Leaf,
            (false, false) => Fold::Closed,
            (false, true) => Fold::Open,
        };
        let row = self.rows.rows.len();
        if Some(at) == target {
            self.rows.revealed = Some(row);
        }
        if self.rows.best.is_none() && self.found.contains(at) {
            self.rows.best = Some(row);
        }
        let depth = self.path.len() - 1;
        self.rows.rows.push(TreeRow { depth, parent, fold, item: TreeItem::Entry(at) });
        if fold == Fold::Open {
            self.children(&kept, row, target);
        }
        self.path.pop();
    }

    fn children(&mut self, children: &[usize], row: usize, target: Option<usize>) {
        let limit = self.request.limits.get(&self.path).copied().unwrap_or(LIMIT);
        // What is to be revealed is shown even if it comes behind the limit.
        let wanted =
            children.iter().position(|child| Some(*child) == target || self.way.contains(child)).map_or(0, |at| at + 1);
        let shown = limit.max(wanted).min(children.len());
        for child in &children[..shown] {
            self.entry(*child, Some(row), target);
        }
        if shown < children.len() {
            let item = TreeItem::More(shown, children.len());
            self.rows.rows.push(TreeRow { depth: self.path.len(), parent: Some(row), fold: Fold::Leaf, item });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    fn labels(graph: &Graph, request: &TreeRequest) -> Vec<String> {
        let tree = Tree::new(graph);
        let rows = TreeRows::new(graph, &tree, request);
        let label = |row: &TreeRow| match row.item {
            TreeItem::Entry(at) => format!("{}{}", " ".repeat(row.depth), tree.entries[at].label),
            TreeItem::More(shown, total) => format!("{}{shown} of {total}", " ".repeat(row.depth)),
        };
        rows.rows.iter().map(label).collect()
    }

    fn path(parts: &[&str]) -> Vec<String> {
        parts.iter().map(|part| (*part).to_owned()).collect()
    }

    #[test]
    fn only_what_is_open_is_shown() {
        let graph = graph_of(&["a", "b"], &[]);
        let mut request = TreeRequest::default();
        assert_eq!(labels(&graph, &request), ["reference"]);
        request.opened.insert(path(&["reference"]));
        assert_eq!(labels(&graph, &request), ["reference", " task"]);
        request.opened.insert(path(&["reference", "task"]));
        assert_eq!(labels(&graph, &request), ["reference", " task", "  a", "  b"]);
    }

    #[test]
    fn words_open_the_way_to_what_they_find() {
        let graph = graph_of(&["cache-fix", "other"], &[]);
        let request = TreeRequest { words: path(&["cache"]), ..TreeRequest::default() };
        assert_eq!(labels(&graph, &request), ["reference", " task", "  cache-fix"]);
    }

    #[test]
    fn a_revealed_node_is_shown_behind_any_limit() {
        let names: Vec<String> = (0..500).map(|n| format!("n{n:03}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let graph = graph_of(&names, &[]);
        let reveal = graph.find("n300").map(crate::graph::Node::ix);
        let request = TreeRequest { reveal, ..TreeRequest::default() };
        let rows = TreeRows::new(&graph, &Tree::new(&graph), &request);
        assert_eq!(rows.opened, [path(&["reference"]), path(&["reference", "task"])]);
        let shown = labels(&graph, &request);
        assert_eq!(shown[rows.revealed.unwrap()], "  n300");
        assert_eq!(shown.last().unwrap(), "  301 of 500");
    }
}
