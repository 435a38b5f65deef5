//! Runs the doctor on a workspace and indexes its findings by node.

use crate::doctor::{self, Report};
use crate::graph::{Cancelled, Graph};
use crate::query::{Checked, CycleMembers};
use crate::system::check::Disk;
use crate::system::{Hashes, Systems};
use crate::workspace::Workspace;
use std::sync::Arc;

/// The workspace to check.
#[derive(Debug)]
pub struct ExamineRequest {
    pub workspace: Arc<Workspace>,
    /// Cached hashes of files.
    pub hashes: Arc<Hashes>,
    /// The previous report on the same graph, if only files read by checks may have changed.
    pub before: Option<Arc<Report>>,
}

/// The result of the checks.
#[derive(Debug)]
pub struct Examined {
    pub report: Arc<Report>,
    /// Nodes with findings or drift.
    pub checked: Arc<Checked>,
    /// Nodes on cycles; `None` if the graph is unchanged.
    pub round: Option<Arc<CycleMembers>>,
}

impl ExamineRequest {
    /// Runs the checks; `None` if cancelled.
    pub fn examine(&self, cancelled: Cancelled<'_>) -> Option<Examined> {
        let workspace = &*self.workspace;
        let (root, boundary, hashes) = (&*workspace.root, &workspace.settings.boundary, &*self.hashes);
        let disk = Disk { root, boundary, hashes, cancelled };
        let report = match &self.before {
            Some(before) => doctor::report_on_disk(before, workspace, &disk)?,
            None => doctor::report_with(workspace, &disk)?,
        };
        let graph = &*workspace.graph;
        let checked = Arc::new(checked(&workspace.settings.systems, graph, &report));
        let round = match self.before {
            Some(_) => None,
            None => Some(Arc::new(CycleMembers::of(graph, cancelled)?)),
        };
        (!cancelled()).then(|| Examined { report: Arc::new(report), checked, round })
    }
}

fn checked(systems: &Systems, graph: &Graph, report: &Report) -> Checked {
    let mut checked = Checked::default();
    for node in report.findings.iter().filter_map(|finding| graph.find(finding.node.as_deref()?)) {
        checked.with_findings.grow_and_insert(node.ix().index());
    }
    for node in systems.drifted(&report.disk, graph) {
        checked.drifted.grow_and_insert(node.index());
    }
    checked
}
