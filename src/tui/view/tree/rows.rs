//! The visible rows of the tree view: a depth-first walk over the opened entries, optionally filtered by words.

use crate::graph::{Cancelled, Graph, NodeIx, Pace};
use crate::query::{Fold, Matcher, Tree, TreeEntry};
use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// What to show of the tree.
#[derive(Debug, Clone, Default)]
pub(super) struct TreeRequest {
    /// Paths of opened entries.
    pub(super) opened: HashSet<Vec<String>>,
    /// Raised limits for the number of children shown, by path.
    pub(super) limits: HashMap<Vec<String>, usize>,
    /// Show only entries whose label or node matches all of these words, and their ancestors.
    pub(super) words: Vec<String>,
    /// A node whose ancestors are opened.
    pub(super) reveal: Option<NodeIx>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TreeRow {
    /// Indentation level.
    pub(super) depth: usize,
    /// Index of the parent row.
    pub(super) parent: Option<usize>,
    pub(super) fold: Fold,
    pub(super) item: TreeItem,
}

/// The content of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TreeItem {
    /// An entry of the tree, by index.
    Entry(usize),
    /// Truncated children of the parent: number shown, and total.
    More(usize, usize),
}

/// The visible rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TreeRows {
    pub(super) rows: Vec<TreeRow>,
    /// Number of matching entries, if words were given.
    pub(super) found: Option<usize>,
    /// The first matching row.
    pub(super) best: Option<usize>,
    /// The row of the revealed node.
    pub(super) revealed: Option<usize>,
    /// Paths of the entries opened to reveal it.
    pub(super) opened: Vec<Vec<String>>,
}

/// Default maximum number of children shown per entry.
const LIMIT: usize = 200;
/// Maximum number of rows opened to show matches below them.
const MOST_FOUND: usize = 5_000;
/// Entries compared with the words between two checks for cancellation.
const CHUNK: usize = 4_096;
/// Maximum depth.
const DEEPEST: usize = 300;

impl TreeRows {
    /// Walks the tree; `None` if cancelled.
    pub(super) fn new(graph: &Graph, tree: &Tree, request: &TreeRequest, cancelled: Cancelled<'_>) -> Option<Self> {
        let (rows, found) = (Self::default(), FixedBitSet::new());
        let mut walk = RowBuilder {
            tree,
            request,
            rows,
            found,
            kept: None,
            path: Vec::new(),
            way: Vec::new(),
            cancelled,
            pace: Pace::new(cancelled),
        };
        if !request.words.is_empty() {
            walk.keep_found(graph);
        }
        if cancelled() {
            return None;
        }
        let target = request.reveal.and_then(|node| tree.of(node));
        walk.way = target.map(|target| tree.way_to(target)).unwrap_or_default();
        for root in &tree.roots {
            walk.entry(*root, None, target);
        }
        (!cancelled()).then_some(walk.rows)
    }
}

struct RowBuilder<'t> {
    tree: &'t Tree,
    request: &'t TreeRequest,
    rows: TreeRows,
    /// Matching entries.
    found: FixedBitSet,
    /// Matching entries and their ancestors; `None` without words.
    kept: Option<FixedBitSet>,
    path: Vec<String>,
    /// The ancestors of the revealed entry, from the root.
    way: Vec<usize>,
    cancelled: Cancelled<'t>,
    pace: Pace<'t>,
}

impl RowBuilder<'_> {
    fn keep_found(&mut self, graph: &Graph) {
        let matcher = Matcher::new(&self.request.words);
        let fits = |entry: &TreeEntry| {
            let node = entry.node.map(|node| graph.node(node));
            matcher.score(&entry.label).is_some()
                || node.is_some_and(|node| matcher.score(node.title()).is_some() || matcher.score(node.id()).is_some())
        };
        let cancelled = self.cancelled;
        let chunks = self.tree.entries.par_chunks(CHUNK).enumerate().filter(|_| !cancelled());
        let found = chunks.flat_map_iter(|(chunk, entries)| {
            let entries = (chunk * CHUNK..).zip(entries);
            entries.filter(|(_, entry)| fits(entry)).map(|(at, _)| at)
        });
        let found: Vec<usize> = found.collect();
        let mut kept = FixedBitSet::with_capacity(self.tree.entries.len());
        self.found.grow(self.tree.entries.len());
        for at in &found {
            if self.pace.is_over() {
                return;
            }
            self.found.insert(*at);
            kept.insert(*at);
            self.tree.way_to(*at).into_iter().for_each(|above| kept.insert(above));
        }
        self.rows.found = Some(found.len());
        self.kept = Some(kept);
    }

    fn entry(&mut self, at: usize, parent: Option<usize>, target: Option<usize>) {
        if self.pace.is_over() || self.kept.as_ref().is_some_and(|kept| !kept.contains(at)) {
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
        // Bounds the recursion; no user opens this many levels by hand.
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
        // The revealed entry is shown even beyond the limit.
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
    use crate::graph::NEVER;
    use crate::graph::fixture::graph_of;

    fn labels(graph: &Graph, request: &TreeRequest) -> Vec<String> {
        let tree = Tree::new(graph);
        let rows = TreeRows::new(graph, &tree, request, NEVER).unwrap();
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
    fn only_opened_entries_are_shown() {
        let graph = graph_of(&["a", "b"], &[]);
        let mut request = TreeRequest::default();
        assert_eq!(labels(&graph, &request), ["reference"]);
        request.opened.insert(path(&["reference"]));
        assert_eq!(labels(&graph, &request), ["reference", " task"]);
        request.opened.insert(path(&["reference", "task"]));
        assert_eq!(labels(&graph, &request), ["reference", " task", "  a", "  b"]);
    }

    #[test]
    fn words_open_the_ancestors_of_matches() {
        let graph = graph_of(&["cache-fix", "other"], &[]);
        let request = TreeRequest { words: path(&["cache"]), ..TreeRequest::default() };
        assert_eq!(labels(&graph, &request), ["reference", " task", "  cache-fix"]);
    }

    #[test]
    fn a_revealed_node_is_shown_beyond_the_limit() {
        let names: Vec<String> = (0..500).map(|n| format!("n{n:03}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let graph = graph_of(&names, &[]);
        let reveal = graph.find("n300").map(crate::graph::Node::ix);
        let request = TreeRequest { reveal, ..TreeRequest::default() };
        let rows = TreeRows::new(&graph, &Tree::new(&graph), &request, NEVER).unwrap();
        assert_eq!(rows.opened, [path(&["reference"]), path(&["reference", "task"])]);
        let shown = labels(&graph, &request);
        assert_eq!(shown[rows.revealed.unwrap()], "  n300");
        assert_eq!(shown.last().unwrap(), "  301 of 500");
    }
}
