//! The tree of all defined nodes, by system.
//!
//! Each system arranges its own nodes. [`Tree`] is an arena: a trie over path segments whose entries refer to each other by
//! index, so that traversals need no recursion and an id with a hundred thousand segments cannot overflow the stack.
//! Folding and drawing do not belong here.

use super::by_id::sort_by_id;
use crate::graph::{Cancelled, Graph, NEVER, Node, NodeIx, UntilCancelled as _};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::borrow::Cow;
use std::hash::BuildHasher as _;

/// One entry of a tree: a node, or a group without a node of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeEntry {
    /// The last segment of its path.
    pub label: String,
    /// The node, if this is not only a group.
    pub node: Option<NodeIx>,
    /// Indices of its children, in order.
    pub children: Vec<usize>,
    /// Number of nodes in its subtree, itself included.
    pub nodes: usize,
    parent: Option<usize>,
}

/// The arena of entries. Parents come before their children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    pub entries: Vec<TreeEntry>,
    /// Indices of the roots: the systems.
    pub roots: Vec<usize>,
}

impl Tree {
    /// Builds the tree of all defined nodes, except deleted ones.
    pub fn new(graph: &Graph) -> Self {
        Self::new_cancellable(graph, NEVER).expect("never cancelled")
    }

    /// Like [`Self::new`]; `None` if cancelled.
    pub fn new_cancellable(graph: &Graph, cancelled: Cancelled<'_>) -> Option<Self> {
        let mut tree = Self { entries: Vec::new(), roots: Vec::new() };
        // Keyed by parent and label, which are stored in the entries only: a second copy of a million labels would take
        // as long to drop as to create.
        let mut known: HashTable<usize> = HashTable::new();
        let hasher = DefaultHashBuilder::default();
        let hash = |parent: Option<usize>, label: &str| hasher.hash_one((parent, label));
        let all = graph.nodes().until(cancelled);
        let mut nodes: Vec<_> = all.filter(|node| !node.is_missing() && !node.is_deleted()).map(Node::ix).collect();
        if cancelled() {
            return None;
        }
        sort_by_id(graph, &mut nodes, |node| node.system());
        for node in nodes.into_iter().map(|ix| graph.node(ix)).until(cancelled) {
            let mut at = None;
            let root = std::iter::once(node.system().name()).chain(node.namespace()).map(Cow::Borrowed);
            for label in root.chain((node.spec().tree_path)(node)) {
                let entries = &mut tree.entries;
                let is_it = |known: &usize| entries[*known].parent == at && entries[*known].label == label;
                let number = hash(at, &label);
                at = Some(known.find(number, is_it).copied().unwrap_or_else(|| {
                    let (new, label) = (entries.len(), label.into_owned());
                    entries.push(TreeEntry { label, node: None, children: Vec::new(), nodes: 0, parent: at });
                    known.insert_unique(number, new, |other| hash(entries[*other].parent, &entries[*other].label));
                    new
                }));
            }
            tree.place(at, node);
        }
        tree.finish(graph, cancelled)?;
        Some(tree)
    }

    /// Adds a node at the end of its path; a second node with the same path becomes a sibling of the first.
    fn place(&mut self, at: Option<usize>, node: Node<'_>) {
        let Some(at) = at else { return };
        if self.entries[at].node.is_none() {
            self.entries[at].node = Some(node.ix());
            return;
        }
        let (label, parent) = (node.id().to_owned(), self.entries[at].parent);
        self.entries.push(TreeEntry { label, node: Some(node.ix()), children: Vec::new(), nodes: 0, parent });
    }

    fn finish(&mut self, graph: &Graph, cancelled: Cancelled<'_>) -> Option<()> {
        for at in (0..self.entries.len()).until(cancelled) {
            match self.entries[at].parent {
                Some(parent) => self.entries[parent].children.push(at),
                None => self.roots.push(at),
            }
        }
        // Children come after their parents, so in reverse order every count is complete before it is added to the
        // parent.
        for at in (0..self.entries.len()).rev().until(cancelled) {
            self.entries[at].nodes += usize::from(self.entries[at].node.is_some());
            if let Some(parent) = self.entries[at].parent {
                self.entries[parent].nodes += self.entries[at].nodes;
            }
        }
        for at in (0..self.entries.len()).until(cancelled) {
            let mut children = std::mem::take(&mut self.entries[at].children);
            children.sort_by_key(|child| &self.entries[*child].label);
            if self.entries[at].parent.is_none() {
                let system = graph.registry().system_named(&self.entries[at].label);
                let order = system.map_or(&[][..], |system| graph.spec(system).tree_order);
                children.sort_by_key(|child| order.iter().position(|name| self.is_group(*child, name)));
            }
            self.entries[at].children = children;
        }
        (!cancelled()).then_some(())
    }

    /// Whether an entry is the group with this name.
    fn is_group(&self, at: usize, name: &str) -> bool {
        self.entries[at].node.is_none() && self.entries[at].label == name
    }

    /// Index of the entry of a node.
    pub fn of(&self, node: NodeIx) -> Option<usize> {
        self.entries.iter().position(|entry| entry.node == Some(node))
    }

    /// The ancestors of an entry, root first.
    pub fn way_to(&self, at: usize) -> Vec<usize> {
        let mut way: Vec<_> = std::iter::successors(self.entries[at].parent, |at| self.entries[*at].parent).collect();
        way.reverse();
        way
    }

    /// Pre-order traversal of the given entries and their descendants, each with its depth from 0, at most `depth`
    /// levels down.
    pub fn walk(&self, from: &[usize], depth: Option<usize>) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut waiting: Vec<_> = from.iter().rev().map(|at| (*at, 0)).collect();
        while let Some((at, level)) = waiting.pop() {
            found.push((at, level));
            if depth.is_none_or(|depth| level < depth) {
                waiting.extend(self.entries[at].children.iter().rev().map(|child| (*child, level + 1)));
            }
        }
        found
    }
}
