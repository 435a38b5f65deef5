//! Checks of rules that need the whole graph, as systems bring them, and what their findings share.

mod cycle;
mod edge;
mod missing;

pub use cycle::{class_cycles, first_inside, system_cycles};
pub use edge::{at, called, shown, subject};
pub use missing::{End, missing_ends, missing_ends_among};

use super::facts::Facts;
use super::kit::{Boundary, Hashes};
use crate::finding::Finding;
use crate::graph::{Cancelled, Graph, SystemId, UntilCancelled as _};
use crate::query::Trust;
use std::path::Path;

/// The input of all checks.
#[derive(Clone, Copy)]
pub struct CheckInput<'a> {
    /// The workspace.
    pub root: &'a Path,
    /// The log that this workspace writes to, relative to the workspace.
    pub log: &'a Path,
    pub graph: &'a Graph,
    pub facts: &'a Facts,
    /// Findings from reading and merging.
    pub findings: &'a [Finding],
    pub trust: &'a Trust,
    /// Limits the files that may be read.
    pub boundary: &'a Boundary,
    /// The results of [`super::System::check_disk`].
    pub disk: &'a Facts,
    /// Whether the report is no longer wanted. Checks that go through the graph then end, and what they found is dropped.
    pub cancelled: Cancelled<'a>,
}

impl CheckInput<'_> {
    /// Number of nodes that a system defines.
    pub fn defined(&self, system: SystemId) -> usize {
        let nodes = self.graph.nodes().until(self.cancelled);
        nodes.filter(|node| node.system() == system && !node.is_missing() && !node.is_external()).count()
    }
}

/// A line of the report: its subject, and its verdict if there are no findings. The rules of findings name it.
#[derive(Debug, Clone, Copy)]
pub struct Summary {
    pub name: &'static str,
    /// Position in the report.
    pub position: u16,
    pub applies: fn(&CheckInput<'_>) -> bool,
    pub subject: fn(&CheckInput<'_>) -> String,
    pub healthy: &'static str,
}

/// Where a workspace is and how its files are read.
#[derive(Clone, Copy)]
pub struct Disk<'a> {
    /// The workspace.
    pub root: &'a Path,
    /// Limits the files that may be read.
    pub boundary: &'a Boundary,
    /// Cache of file hashes.
    pub hashes: &'a Hashes,
    /// Whether the caller has cancelled the operation.
    pub cancelled: Cancelled<'a>,
}
