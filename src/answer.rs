//! Answers: one module a question, from a request to an [`Answer`](crate::document::Answer).
//!
//! Each module turns what the user asked into a request to `query`, and the result into rows, a subgraph and JSON. All
//! words about an answer are here (and in the folder of a system, for its own questions): the command line and the screen
//! present the same document. The name of a list in JSON is its heading, see [`Section::list`].

mod argument;
mod contradictions;
mod cycles;
mod diff;
mod drift;
mod export;
mod findings;
mod history;
mod impact;
mod list;
mod path;
mod proof;
mod rank;
mod ready;
mod refs;
mod related;
mod relations;
mod search;
mod show;
mod stats;
mod suggest;
mod trace;
mod tree;

pub use argument::{ArgumentAnswer, ArgumentRequest};
pub use contradictions::ContradictionsAnswer;
pub use cycles::CyclesAnswer;
pub use diff::DiffAnswer;
pub use drift::DriftAnswer;
pub use export::ExportAnswer;
pub use findings::FindingsAnswer;
pub use history::HistoryAnswer;
pub use impact::{ImpactAnswer, ImpactRequest};
pub use list::{ListAnswer, ListRequest};
pub use path::PathAnswer;
pub use proof::{ProofAnswer, proof_shows};
pub use rank::RankAnswer;
pub use ready::ReadyAnswer;
pub use refs::RefsAnswer;
pub use related::RelatedAnswer;
pub use relations::RelationsAnswer;
pub use search::SearchAnswer;
pub use show::{ShowAnswer, ShowRequest};
pub use stats::{StatsAnswer, StatsRequest};
pub use suggest::{SuggestAnswer, SuggestRequest};
pub use trace::TraceAnswer;
pub use tree::{TreeAnswer, TreeStart};

use crate::document::{Notice, Row, called, facts, name, other_name};
use crate::graph::{Graph, Node};
use crate::query::{EdgeFilter, Trust};
use crate::system::check::Disk;
use crate::system::{Hashes, QuestionInput, Systems};
use crate::text::count;
use crate::workspace::Workspace;

/// What a question is asked about.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub graph: &'a Graph,
    /// The workspace of the graph, for answers that read files. On the screen it is loaded after the graph.
    pub workspace: Option<&'a Workspace>,
    /// Hashes of files, for answers that compare them with records.
    pub hashes: Option<&'a Hashes>,
    /// Whether the answer is no longer wanted. Long work checks it; what it returns then is not shown.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Input<'a> {
    /// A workspace, with nothing to cancel.
    pub fn of(workspace: &'a Workspace) -> Self {
        Self { graph: &workspace.graph, workspace: Some(workspace), hashes: None, cancelled: &|| false }
    }

    /// The same with hashes of files.
    #[must_use]
    pub fn with_hashes(self, hashes: &'a Hashes) -> Self {
        Self { hashes: Some(hashes), ..self }
    }

    /// The systems of the workspace; the built-in ones until it is loaded.
    fn systems(self) -> Systems {
        self.workspace.map(|workspace| workspace.settings.systems.clone()).unwrap_or_default()
    }

    /// What the systems are asked about. `None` until there are a workspace and hashes.
    pub fn question(self) -> Option<QuestionInput<'a>> {
        let (workspace, hashes) = (self.workspace?, self.hashes?);
        let (root, boundary) = (&*workspace.root, &workspace.settings.boundary);
        let disk = Disk { root, boundary, hashes, cancelled: self.cancelled };
        Some(QuestionInput { graph: self.graph, facts: &workspace.facts, systems: &workspace.settings.systems, disk })
    }
}

/// The node that an answer is about, as its first row.
fn head(node: Node<'_>) -> Row {
    let row = Row::of(name(node)).detail(facts(node));
    // A title is read, a generated id is only looked up.
    let other = other_name(node);
    let row = if called(node) == node.title() { row.detail(other) } else { row.phrase(other) };
    row.to(node.ix())
}

/// A hint about edges that were omitted because of their confidence, if there are any.
fn untrusted(left_out: usize, trust: &Trust) -> Option<Notice> {
    let (number, least) = (count(left_out, "edge"), trust.least);
    let text = format!("{number} with confidence below {least} omitted; --min-confidence 0 shows all");
    (left_out > 0).then(|| Notice::hint(text))
}

/// Like [`untrusted`], for an answer with `shown` edges. `all` counts them with another filter.
fn untrusted_of(
    graph: &Graph,
    edges: &EdgeFilter,
    shown: usize,
    all: impl FnOnce(EdgeFilter) -> usize,
) -> Option<Notice> {
    // A second search is worth it only if an edge can be below the threshold.
    let is_limited = edges.trust.least > 0.0 && graph.has_confidence();
    let all = if is_limited { all(edges.with_all_trusted()) } else { shown };
    untrusted(all.saturating_sub(shown), &edges.trust)
}
