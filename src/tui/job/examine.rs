//! Runs the doctor on a workspace and indexes its findings by node.

use crate::doctor::{self, Report};
use crate::graph::{Graph, Node};
use crate::query::{Checked, CycleMembers};
use crate::system::Hashes;
use crate::system::check::Disk;
use crate::system::yggdrasil;
use crate::system::yggdrasil::drift::{Drift, Status};
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
    /// Runs the checks.
    pub fn examine(&self, cancelled: &(dyn Fn() -> bool + Sync)) -> Examined {
        let workspace = &*self.workspace;
        let (root, boundary, hashes) = (&*workspace.root, &workspace.settings.boundary, &*self.hashes);
        let disk = Disk { root, boundary, hashes, cancelled };
        let report = match &self.before {
            Some(before) => doctor::report_on_disk(before, workspace, &disk),
            None => doctor::report_with(workspace, &disk),
        };
        let graph = &*workspace.graph;
        let checked = Arc::new(checked(graph, &report));
        let round = self.before.is_none().then(|| Arc::new(CycleMembers::of(graph)));
        Examined { report: Arc::new(report), checked, round }
    }
}

fn checked(graph: &Graph, report: &Report) -> Checked {
    let mut checked = Checked::default();
    for node in report.findings.iter().filter_map(|finding| graph.find(finding.node.as_deref()?)) {
        checked.with_findings.grow_and_insert(node.ix().index());
    }
    let is_defined = |node: &Node<'_>| node.system() == yggdrasil::SYSTEM && !node.is_missing();
    let entries = report.disk.get::<Drift>().into_iter().flat_map(|drift| drift.recorded());
    for entry in entries.filter(|entry| entry.status != Status::Ok) {
        if let Some(node) = graph.with_id(&entry.node).find(is_defined) {
            checked.drifted.grow_and_insert(node.ix().index());
        }
    }
    checked
}
