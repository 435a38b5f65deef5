//! What all views and overlays share: the graph, the current node, filters, marks, the clock.
//!
//! Nodes and edges are stored as indexes of [`Session::graph`]; `update` translates them when the graph is replaced.

use super::state::{Filters, History, Loading, PastPane, Since};
use crate::doctor::Report;
use crate::graph::{Graph, GraphBuilder, NodeIx, SystemId};
use crate::query::{Checked, CycleMembers, Names, Ranking, Stats, Trust, Usage};
use crate::system::{Hashes, Systems, registry};
use crate::time::Millis;
use crate::workspace::{Settings, Workspace};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The shared part of the state.
#[derive(Debug)]
pub struct Session {
    /// The loaded workspace.
    pub workspace: Option<Arc<Workspace>>,
    /// Its graph; empty before loading.
    pub graph: Arc<Graph>,
    /// Searchable names of the nodes.
    pub names: Arc<Names>,
    /// Progress of loading.
    pub loading: Loading,
    pub checks: Checks,
    pub counted: Counted,
    /// The current node, shared by all views.
    pub current: Option<NodeIx>,
    /// Whether the selection rests, so that all panes show it.
    pub at_rest: bool,
    /// Address of the node to select once it exists.
    pub wanted: Option<String>,
    /// Filters for edges.
    pub filters: Filters,
    /// Back and forward history.
    pub history: History,
    pub marks: Marks,
    pub clock: Clock,
    /// Time travel, if active.
    pub past: Option<Box<PastPane>>,
    /// Change marks, if active.
    pub since: Option<Since>,
}

/// The doctor's results.
#[derive(Debug, Default)]
pub struct Checks {
    /// The report, once it is done.
    pub report: Option<Arc<Report>>,
    /// Nodes with findings or drift.
    pub checked: Arc<Checked>,
    /// Cached hashes of source files.
    pub hashes: Arc<Hashes>,
    /// Nodes on cycles.
    pub on_cycles: Arc<CycleMembers>,
}

/// What is counted over the whole graph.
#[derive(Debug, Default)]
pub struct Counted {
    /// Counts by system, kind and relation, once they are computed.
    pub stats: Option<Box<Stats>>,
    /// Degree of each node, once it is computed.
    pub degrees: Vec<u32>,
    /// The places of the systems when everything was loaded first; empty before, and if systems are not named.
    pub places: Vec<(SystemId, Vec<String>)>,
    /// PageRank, computed when the list is first sorted by it; not updated while the log grows.
    pub ranking: Arc<OnceLock<Ranking>>,
    /// Usage of verbs, computed on first use.
    pub usage: Option<Arc<Usage>>,
}

/// Marked nodes.
#[derive(Debug, Default)]
pub struct Marks {
    pub nodes: BTreeSet<NodeIx>,
    /// Nodes in the order they were marked, including ones unmarked since.
    pub order: Vec<NodeIx>,
}

/// The time.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    /// The current time, for relative times.
    pub now: Millis,
    /// The time to treat as current, if the user set one; the clock does not move it.
    pub asked: Option<Millis>,
}

impl Clock {
    /// Sets the current time, unless the user fixed it.
    pub fn read(&mut self, now: Millis) {
        self.now = self.asked.unwrap_or(now);
    }
}

impl Session {
    /// The session before loading.
    pub fn new(now: Millis) -> Self {
        let graph = Arc::new(GraphBuilder::new(registry()).finish().0);
        Self {
            workspace: None,
            names: Arc::new(Names::of(Arc::clone(&graph))),
            graph,
            loading: Loading::Reading { files: 0, rows: 0 },
            checks: Checks::default(),
            counted: Counted::default(),
            current: None,
            at_rest: true,
            wanted: None,
            filters: Filters::default(),
            history: History::default(),
            marks: Marks::default(),
            clock: Clock { now, asked: None },
            past: None,
            since: None,
        }
    }

    /// Whether a node of an architecture model changed since its last sync.
    pub fn is_drifted(&self, node: NodeIx) -> bool {
        self.checks.checked.drifted.contains(node.index())
    }

    /// The path of the log as the settings have it.
    pub fn log_file(&self) -> String {
        let log = self.workspace.as_ref().map(|workspace| workspace.settings.log.display().to_string());
        log.unwrap_or_default()
    }

    /// The systems of the workspace.
    pub fn systems(&self) -> Systems {
        self.workspace.as_ref().map(|it| it.settings.systems.clone()).unwrap_or_default()
    }

    /// The time shown: the position in the past, or now.
    pub fn moment(&self) -> Millis {
        self.graph.as_of_time().unwrap_or(self.clock.now)
    }

    /// Confidence threshold and decay of edges. In the past, decay is relative to the time shown, unless the user fixed
    /// the time.
    pub fn trust(&self) -> Trust {
        // Called for every drawn row, so `Settings` is not cloned.
        let of = |settings: &Settings| Trust {
            now: self.clock.asked.unwrap_or_else(|| self.moment()),
            half_life_days: settings.half_life_days,
            dim: settings.dim,
            least: self.filters.confidence.unwrap_or(settings.drop),
        };
        self.workspace.as_ref().map_or_else(|| of(&Settings::default()), |workspace| of(&workspace.settings))
    }
}
