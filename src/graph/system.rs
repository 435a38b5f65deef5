//! Systems as the graph knows them: an id, a column index, and the properties that merging and queries depend on.
//!
//! The graph names no particular system. What is special about one (its edges may name nodes of any system, its ids are
//! unique within a repository only, …) is a property in its [`SystemSpec`], which the [`Registry`](super::Registry)
//! holds.

use super::edge::Edge;
use super::node::Node;
use crate::finding::{Rule, Severity};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Identifies a system by its name. The rank decides the order in which systems are asked for a bare id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SystemId {
    rank: u8,
    name: &'static str,
}

impl SystemId {
    /// The owner of the user's own relations. It has no nodes.
    pub const USER: Self = Self::new(u8::MAX, "user");

    /// The rank of the systems that a user declares.
    pub const DECLARED_RANK: u8 = 200;

    pub const fn new(rank: u8, name: &'static str) -> Self {
        Self { rank, name }
    }

    /// The id of a system whose name is known only at run time. The name is interned for the life of the process:
    /// there are as many as users write into their settings.
    pub fn interned(rank: u8, name: &str) -> Self {
        static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let name = names.get(name).copied().unwrap_or_else(|| {
            let name: &'static str = Box::leak(name.into());
            names.insert(name);
            name
        });
        Self { rank, name }
    }

    /// The name on screen, in JSON and as the prefix of `system:id`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Whether a user declares this system in the settings.
    pub fn is_declared(self) -> bool {
        self.rank == Self::DECLARED_RANK
    }

    pub(super) fn rank(self) -> u8 {
        self.rank
    }
}

/// Index of a system in its registry: what the columns of a graph hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SystemIx(pub(super) u8);

impl SystemIx {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

pub(super) const ID_DUPLICATE: Rule = Rule { code: "id-duplicate", severity: Severity::Error, check: "ids" };

/// The path of a node in the tree, below its system.
pub type TreePath<'g> = Vec<Cow<'g, str>>;

/// Splits an id that names a node of another repository into the name of the repository and the id there.
pub type ForeignForm = fn(&str) -> Option<(&str, &str)>;

/// The properties of a system that merging, queries and views depend on.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties, each with a name")]
pub struct SystemSpec {
    pub id: SystemId,
    /// Whether its edges may name nodes of any system by bare id, and use the vocabularies of both ends and of the log.
    /// The rows of the log do; the first system with this property owns them.
    pub links_all: bool,
    /// Whether the specification defines its answers. If a workspace has a system for which that does not hold, the
    /// header names the systems that were found, and `stats` their places.
    pub is_specified: bool,
    /// Whether its ids are unique only within the repository that a file names.
    pub has_repositories: bool,
    /// Whether the repository of a node is the file that it was read from, which may not be its place.
    pub repositories_are_files: bool,
    /// Whether edges with equal ends, relation and time are separate edges, if they differ in confidence or place.
    pub keeps_parallel_edges: bool,
    /// Whether the confidence of rows of the log between its nodes fades.
    pub fades: bool,
    /// Reported for an id that is defined twice.
    pub id_duplicate: &'static Rule,
    /// The status of nodes whose dependencies are not known well enough to report a cycle through them.
    pub opaque_status: Option<&'static str>,
    /// The status of deleted nodes, which are left out of lists unless a filter names it.
    pub deleted_status: Option<&'static str>,
    /// Whether an id is a number too long to type: it can be abbreviated, and is not shown where a title is.
    pub is_number: Option<fn(&str) -> bool>,
    /// Whether a text is another name of the node with an id: first the id, then the text. Applies to `system:text` only.
    pub is_alias: Option<fn(&str, &str) -> bool>,
    /// How an id names a node of another repository, if its form says so.
    pub foreign: Option<ForeignForm>,
    /// Whether a verb outside the vocabulary is an extension that its specification allows.
    pub is_extension: Option<fn(&str) -> bool>,
    /// The relation that says no more than that two of its nodes are related.
    pub neutral: Option<&'static str>,
    /// Which dangling edges the general check reports.
    pub dangling: Dangling,
    /// Whether a node has a file with a status that can be changed.
    pub has_statuses: bool,
    pub tree_path: fn(Node<'_>) -> TreePath<'_>,
    /// Groups directly below the system in the tree that come in this order, before all others.
    pub tree_order: &'static [&'static str],
    /// Fields with prose, in which other nodes may be mentioned.
    pub prose: &'static [&'static str],
}

impl SystemSpec {
    /// A system without special properties, with nodes arranged by kind.
    pub const fn new(id: SystemId) -> Self {
        Self {
            id,
            links_all: false,
            is_specified: false,
            has_repositories: false,
            repositories_are_files: false,
            keeps_parallel_edges: false,
            fades: false,
            id_duplicate: &ID_DUPLICATE,
            opaque_status: None,
            deleted_status: None,
            is_number: None,
            is_alias: None,
            foreign: None,
            is_extension: None,
            neutral: None,
            dangling: Dangling::All,
            has_statuses: false,
            tree_path: by_kind,
            tree_order: &[],
            prose: &[],
        }
    }
}

/// Which dangling edges of a system the general check reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dangling {
    All,
    /// Those to nodes of other systems; the system's own check reports the rest.
    Foreign,
    /// None: the system's own check reports them.
    OwnCheck,
}

/// Arranges nodes by kind.
pub fn by_kind(node: Node<'_>) -> TreePath<'_> {
    vec![node.kind().unwrap_or_default().into(), node.id().into()]
}

/// Where an edge of an acyclic relation counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CycleScope {
    Anywhere,
    /// Only in the files of the relation's own system: a row of the log does not count.
    OwnFiles,
    /// Only between nodes of the relation's own system.
    OwnNodes,
}

impl CycleScope {
    /// Whether an edge of a relation of `system` counts.
    pub fn contains(self, edge: Edge<'_>, system: SystemId) -> bool {
        match self {
            Self::Anywhere => true,
            Self::OwnFiles => edge.system() == system,
            Self::OwnNodes => edge.from().system() == system && edge.to().system() == system,
        }
    }
}
