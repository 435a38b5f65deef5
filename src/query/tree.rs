//! Every defined node in its place: the hierarchy each system has.
//!
//! Architecture models by path, artifacts by kind, records by the segments of their ids, code maps by layer and path,
//! units by type. Entries are kept in one list with numbers instead of in each other, so that an id with a hundred
//! thousand segments is no deeper than any other.

use super::by_id::sort_by_id;
use crate::graph::{Graph, Node, NodeIx, System};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::borrow::Cow;
use std::hash::BuildHasher as _;

/// One line of a tree: a node, or a group that only holds others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeEntry {
    /// The last part of its path.
    pub label: String,
    /// The node, if it is one.
    pub node: Option<NodeIx>,
    /// The numbers of the entries directly below it, in order.
    pub children: Vec<usize>,
    /// How many nodes it holds, itself included.
    pub nodes: usize,
    parent: Option<usize>,
}

/// All entries. Parents come before their children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// The entries.
    pub entries: Vec<TreeEntry>,
    /// The numbers of those with nothing above them: the systems.
    pub roots: Vec<usize>,
}

impl Tree {
    /// The tree of all defined nodes.
    pub fn new(graph: &Graph) -> Self {
        let mut tree = Self { entries: Vec::new(), roots: Vec::new() };
        // By parent and label. The labels are kept in the entries alone: a million of them twice would take as long to let
        // go of as to make.
        let mut known: HashTable<usize> = HashTable::new();
        let hasher = DefaultHashBuilder::default();
        let hash = |parent: Option<usize>, label: &str| hasher.hash_one((parent, label));
        let mut nodes: Vec<_> = graph.nodes().filter(|node| !node.is_missing()).map(Node::ix).collect();
        sort_by_id(graph, &mut nodes, |node| node.system() as u8);
        for node in nodes.into_iter().map(|ix| graph.node(ix)) {
            let mut at = None;
            for label in path(node) {
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
        tree.finish();
        tree
    }

    /// Puts a node where its path led; a second node with the same path stands beside the first.
    fn place(&mut self, at: Option<usize>, node: Node<'_>) {
        let Some(at) = at else { return };
        if self.entries[at].node.is_none() {
            self.entries[at].node = Some(node.ix());
            return;
        }
        let (label, parent) = (node.id().to_owned(), self.entries[at].parent);
        self.entries.push(TreeEntry { label, node: Some(node.ix()), children: Vec::new(), nodes: 0, parent });
    }

    fn finish(&mut self) {
        for at in 0..self.entries.len() {
            match self.entries[at].parent {
                Some(parent) => self.entries[parent].children.push(at),
                None => self.roots.push(at),
            }
        }
        // Children come behind their parents, so going backwards every entry is complete before it is added.
        for at in (0..self.entries.len()).rev() {
            self.entries[at].nodes += usize::from(self.entries[at].node.is_some());
            if let Some(parent) = self.entries[at].parent {
                self.entries[parent].nodes += self.entries[at].nodes;
            }
        }
        for at in 0..self.entries.len() {
            let mut children = std::mem::take(&mut self.entries[at].children);
            children.sort_by_key(|child| &self.entries[*child].label);
            if self.entries[at].parent.is_none() {
                // Of a model, what it is about comes before what that is made of.
                let last =
                    |at: &usize| ["model", "aspects", "flows", "files"].iter().position(|name| self.is_part(*at, name));
                children.sort_by_key(last);
            }
            self.entries[at].children = children;
        }
    }

    /// Whether an entry is that part of an architecture model.
    fn is_part(&self, at: usize, name: &str) -> bool {
        let entry = &self.entries[at];
        let above = entry.parent.map(|parent| &self.entries[parent]);
        entry.node.is_none()
            && entry.label == name
            && above.is_some_and(|above| above.parent.is_none() && above.label == System::Yggdrasil.name())
    }

    /// The entry of a node.
    pub fn of(&self, node: NodeIx) -> Option<usize> {
        self.entries.iter().position(|entry| entry.node == Some(node))
    }

    /// The entries above one, the outermost first.
    pub fn way_to(&self, at: usize) -> Vec<usize> {
        let mut way: Vec<_> = std::iter::successors(self.entries[at].parent, |at| self.entries[*at].parent).collect();
        way.reverse();
        way
    }

    /// Entries from the given ones down, each with its depth from 0, parents first; at most `depth` levels below them.
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

/// Where a node stands in its system's hierarchy, the system first.
fn path(node: Node<'_>) -> Vec<Cow<'_, str>> {
    let mut path = vec![Cow::Borrowed(node.system().name())];
    let kind = node.kind().unwrap_or_default();
    match node.system() {
        System::Reference | System::Unit => {
            path.push(kind.into());
            path.push(node.id().into());
        }
        System::Causal => {
            path.push(node.layer().unwrap_or("no layer").into());
            let code_path = node.code_path().unwrap_or_default();
            path.extend(code_path.split('/').filter(|part| !part.is_empty()).map(Cow::Borrowed));
            // A file or a module is what its path names; a function or a type lies in it.
            if code_path.is_empty() || !["file", "module"].contains(&kind) {
                path.push(node.id().into());
            }
        }
        System::Yggdrasil => match node.id().split_once(':') {
            Some(("aspect", id)) if kind == "aspect" => below(&mut path, "aspects", id),
            Some(("flow", id)) if kind == "flow" => below(&mut path, "flows", id),
            Some(("file", id)) if kind == "file" => below(&mut path, "files", id),
            _ => below(&mut path, "model", node.id()),
        },
        System::Sidecar => path.extend(node.id().split('.').map(Cow::Borrowed)),
    }
    path
}

fn below<'g>(path: &mut Vec<Cow<'g, str>>, part: &'static str, id: &'g str) {
    path.push(part.into());
    path.extend(id.split('/').map(Cow::Borrowed));
}
