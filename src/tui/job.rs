//! Jobs: work that may take long and runs off the input thread.
//!
//! Each kind of job has a [`Lane`] with a thread of its own, on which a newer request cancels an older one. Writes are
//! the exception: they run in order and are never cancelled. A job owns everything it needs and returns an [`Answer`];
//! it has no access to terminal or state.

mod advise;
mod close;
mod complete;
mod detail;
mod examine;
mod fit;
mod follow;
mod light;
mod page;
mod preview_retraction;
mod recall;
mod share;
mod sift;
mod suggest;
mod tally;
mod tree;
mod write;

pub use advise::{AdviseRequest, Preview};
pub use close::{CloseRequest, Closed, Outlook, StatusStep};
pub use complete::{CompleteRequest, Completion};
pub use detail::{Block, Detail, DetailRequest};
pub use examine::{ExamineRequest, Examined};
pub use fit::{FitRequest, Fitting};
pub use follow::{FollowRequest, Followed};
pub use light::Light;
pub(in crate::tui) use page::MOST_SUGGESTIONS;
pub use page::{Page, PageBlock, PageRequest, PageRow, Section, Topic};
pub use preview_retraction::{RetractionPreview, RetractionRequest};
pub use recall::{Difference, Recollection};
pub(in crate::tui) use share::save;
pub use share::{ShareRequest, ShareWay, Shared, SharedPart};
pub use sift::{FindingQuery, Sifted, sift};
pub use suggest::{Missing, Proposed, TargetRequest};
pub use tally::{Tally, tally};
pub use tree::{TreeItem, TreeRequest, TreeRow, TreeRows};
pub use write::{Added, Change, IfNoLog, Retracted, Unwritten, WriteRequest, Wrote};

use super::layout::lineage::LineageLayout;
use super::layout::map::{Arrangement, MOST_NODES, MapLayout, MapRequest};
use crate::doctor::Report;
use crate::graph::{Direction, Graph, Node, NodeIx, SystemId};
use crate::query::{
    Checked, Lineage, LineageRequest, ListRequest, Listing, Names, NeighbourhoodList, NeighbourhoodListRequest,
    NeighbourhoodRequest, NodeQuery, RankRequest, Ranking, Sort, Stats, Tree, Trust, Usage, lineage_cancellable,
    listing, neighbourhood_among, rank_cancellable, stats,
};
use crate::time::Millis;
use crate::workspace::Workspace;
use std::sync::{Arc, OnceLock};

/// Identifies the request an answer belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    pub lane: Lane,
    /// Sequence number on the lane.
    pub number: u64,
}

/// Kinds of jobs. Each lane runs one job at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Preparing names for searching.
    Prepare,
    Find,
    Walk,
    /// The detail of a node.
    Read,
    Trace,
    Arrange,
    Draw,
    /// The doctor's report.
    Examine,
    Sift,
    /// Counts by system, kind and relation.
    Count,
    /// Edge counts of a node, by relation.
    Tally,
    /// Nodes that match the text of a field.
    Complete,
    /// Relations that match the typed text and the ends of an edge.
    Fit,
    /// The suggested correction of a dangling edge.
    SuggestTarget,
    /// Previews of a change.
    Advise,
    /// The last rows of the log.
    Follow,
    /// Timeline and graphs of the past.
    Recall,
    /// The changes since a time.
    Compare,
    Page,
    /// The impact of a change, for highlighting.
    Light,
    /// Texts and files for the share dialog.
    Share,
    /// Changes to the workspace's files.
    Write,
}

impl Lane {
    pub const ALL: [Self; 22] = [
        Self::Prepare,
        Self::Find,
        Self::Walk,
        Self::Read,
        Self::Trace,
        Self::Arrange,
        Self::Draw,
        Self::Examine,
        Self::Sift,
        Self::Count,
        Self::Tally,
        Self::Complete,
        Self::Fit,
        Self::SuggestTarget,
        Self::Advise,
        Self::Follow,
        Self::Recall,
        Self::Compare,
        Self::Page,
        Self::Light,
        Self::Share,
        Self::Write,
    ];

    /// What happens to a job when a newer one arrives.
    pub fn turn(self) -> Turn {
        match self {
            // The user has seen that it is being written.
            Self::Write | Self::Share => Turn::InOrder,
            _ => Turn::Newest,
        }
    }
}

/// Scheduling policy of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Only the newest; older ones are cancelled.
    Newest,
    /// All, in order; none is cancelled.
    InOrder,
}

/// A request with everything it needs.
#[derive(Debug)]
pub enum Job {
    /// Prepare names for searching, before the first search.
    Prepare(Arc<Names>),
    Find {
        /// Names of the graph's nodes.
        names: Arc<Names>,
        /// Which nodes to list.
        query: NodeQuery,
        /// The order.
        sort: Sort,
        /// Nodes with findings or drift.
        checked: Arc<Checked>,
        /// PageRank of the nodes, computed on first use.
        ranking: Arc<OnceLock<Ranking>>,
        /// Which edges count for the ranking.
        trust: Trust,
    },
    /// List a neighbourhood.
    Walk(Arc<Graph>, Box<NeighbourhoodListRequest>),
    /// Read the detail of a node.
    Read(Box<DetailRequest>),
    /// Compute a lineage and its layout.
    Trace(Arc<Graph>, NodeIx, Box<LineageRequest>),
    /// List the rows of a tree, building the tree first if there is none.
    Arrange(Arc<Graph>, Option<Arc<Tree>>, Box<TreeRequest>),
    /// Compute the map of a neighbourhood.
    Draw(Arc<Graph>, NodeIx, Box<NeighbourhoodRequest>, Arrangement),
    /// Count nodes and edges by system, kind and relation.
    Count {
        graph: Arc<Graph>,
        /// The workspace, once it is loaded. Its systems without nodes count too.
        workspace: Option<Arc<Workspace>>,
        /// Whether the places of its systems are wanted too.
        locates: bool,
    },
    /// Count the edges of a node by relation.
    Tally(Arc<Graph>, NodeIx, Trust),
    /// Run the doctor.
    Examine(ExamineRequest),
    /// Filter findings.
    Sift(Arc<Report>, FindingQuery),
    /// Find the nodes that match the text of a field.
    Complete(Box<CompleteRequest>),
    /// Find the relations that match.
    Fit(FitRequest),
    /// Suggest a correction for a dangling edge.
    SuggestTarget(Box<TargetRequest>),
    /// Preview new edges.
    Advise(AdviseRequest),
    /// Preview a retraction.
    PreviewRetraction(Box<RetractionRequest>),
    /// Preview closing a signal.
    Foresee(CloseRequest),
    /// Find the last matching rows of the log.
    Follow(FollowRequest),
    /// Compute the timeline of a workspace.
    Recollect(Arc<Workspace>),
    /// Compute a workspace as of a time.
    Recall(Arc<Workspace>, Arc<Recollection>, Millis),
    /// Compute the changes since a time.
    Compare(Arc<Workspace>, Millis),
    /// Compute a page.
    Page(Box<PageRequest>),
    /// Compute the impact of a node.
    Light(Arc<Graph>, NodeIx, Trust),
    /// Write what is shown in a format.
    Share(Box<ShareRequest>),
    /// Change the workspace's files.
    Write(Box<WriteRequest>),
}

/// The result of a job.
#[derive(Debug)]
pub enum Answer {
    /// Names are prepared.
    Prepared,
    Found(Listing),
    /// A neighbourhood and its root.
    Walked(NodeIx, NeighbourhoodList),
    /// The detail of a node.
    Read(Box<Detail>),
    Traced(Box<Lineage>, Box<LineageLayout>),
    Arranged(Arc<Tree>, TreeRows),
    /// A map and its root.
    Drawn(NodeIx, Box<MapLayout>),
    /// Counts by system, kind and relation, and the degree of each node.
    Counted {
        stats: Box<Stats>,
        degrees: Vec<u32>,
        /// Where each system was found, if that was asked and systems are named.
        places: Vec<(SystemId, Vec<String>)>,
    },
    /// Edge counts of the node, by relation.
    Tallied(Vec<Tally>),
    /// The doctor's report.
    Examined(Examined),
    /// The matching findings.
    Sifted(Sifted),
    /// Nodes that match the text of a field.
    Completed(Completion),
    /// Usage of verbs, and the matching relations.
    Fitted(Arc<Usage>, Fitting),
    /// The suggested correction of a dangling edge.
    TargetSuggested(Option<Proposed>),
    /// A preview of new edges.
    Advised(Box<Preview>),
    /// A preview of a retraction.
    RetractionPreviewed(Box<RetractionPreview>),
    /// A preview of closing a signal.
    Foreseen(Box<Outlook>),
    /// The last matching rows of the log.
    Followed(Followed),
    /// The timeline of a workspace.
    Recollected(Arc<Recollection>),
    /// A workspace as of a time.
    Recalled(Arc<Workspace>),
    /// The changes since a time.
    Compared(Box<Difference>),
    Paged(Box<Page>),
    /// The impact of a node.
    Lit(NodeIx, Box<Light>),
    /// What is shown, in a format.
    Shared(Shared),
    /// The outcome of a write.
    Written(Wrote),
}

impl Answer {
    /// Whether the rest of the answer is still to come.
    pub fn is_partial(&self) -> bool {
        matches!(self, Self::Found(Listing { is_partial: true, .. }))
    }
}

impl Job {
    pub fn lane(&self) -> Lane {
        match self {
            Self::Prepare(_) => Lane::Prepare,
            Self::Find { .. } => Lane::Find,
            Self::Walk(..) => Lane::Walk,
            Self::Read(_) => Lane::Read,
            Self::Trace(..) => Lane::Trace,
            Self::Arrange(..) => Lane::Arrange,
            Self::Draw(..) => Lane::Draw,
            Self::Examine(_) => Lane::Examine,
            Self::Sift(..) => Lane::Sift,
            Self::Count { .. } => Lane::Count,
            Self::Tally(..) => Lane::Tally,
            Self::Complete(_) => Lane::Complete,
            Self::Fit(_) => Lane::Fit,
            Self::SuggestTarget(_) => Lane::SuggestTarget,
            Self::Advise(_) | Self::PreviewRetraction(_) | Self::Foresee(_) => Lane::Advise,
            Self::Follow(_) => Lane::Follow,
            Self::Recollect(_) | Self::Recall(..) => Lane::Recall,
            Self::Compare(..) => Lane::Compare,
            Self::Page(_) => Lane::Page,
            Self::Light(..) => Lane::Light,
            Self::Share(_) => Lane::Share,
            Self::Write(_) => Lane::Write,
        }
    }

    /// Runs the job at time `now`; `None` if it was cancelled.
    pub fn run(self, now: Millis, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Answer> {
        self.run_in_parts(now, cancelled, &drop)
    }

    /// Like [`Job::run`], but passes partial answers to `early` while the rest is computed.
    pub fn run_in_parts(
        self,
        now: Millis,
        cancelled: &(dyn Fn() -> bool + Sync),
        early: &dyn Fn(Answer),
    ) -> Option<Answer> {
        Some(match self {
            Self::Prepare(names) => {
                names.prepare();
                Answer::Prepared
            }
            Self::Find { names, query, sort, checked, ranking, trust } => {
                let ranking = match (sort, ranking.get()) {
                    (Sort::Rank, None) => {
                        let ranked = rank_cancellable(names.graph(), &RankRequest::all(trust), cancelled)?;
                        Some(ranking.get_or_init(|| ranked))
                    }
                    (Sort::Rank, known) => known,
                    _ => None,
                };
                let request = ListRequest { query: &query, sort, checked: &checked, ranking };
                Answer::Found(listing(&names, &request, cancelled, &|first| early(Answer::Found(first)))?)
            }
            Self::Walk(graph, request) => {
                Answer::Walked(request.root, NeighbourhoodList::new(&graph, &request, cancelled)?)
            }
            Self::Read(request) => Answer::Read(Box::new(request.read())),
            Self::Trace(graph, root, request) => {
                let found = lineage_cancellable(&graph, root, &request, cancelled)?;
                let layout = LineageLayout::new(&graph, &found, cancelled)?;
                Answer::Traced(Box::new(found), Box::new(layout))
            }
            Self::Arrange(graph, tree, request) => {
                let tree = tree.unwrap_or_else(|| Arc::new(Tree::new(&graph)));
                let rows = TreeRows::new(&graph, &tree, &request);
                Answer::Arranged(tree, rows)
            }
            Self::Draw(graph, root, request, arrangement) => {
                let edges = neighbourhood_among(&graph, root, &request);
                let request = MapRequest { root, edges, arrangement, most_nodes: MOST_NODES };
                Answer::Drawn(root, Box::new(MapLayout::new(&request, &graph, cancelled)?))
            }
            Self::Examine(request) => Answer::Examined(request.examine(cancelled)),
            Self::Tally(graph, node, trust) => Answer::Tallied(tally(&graph, node, &trust)),
            Self::Sift(report, query) => Answer::Sifted(sift(report, &query)),
            Self::Complete(request) => Answer::Completed(request.complete(cancelled)?),
            Self::Fit(request) => {
                let (usage, fitting) = request.fit();
                Answer::Fitted(usage, fitting)
            }
            Self::SuggestTarget(request) => Answer::TargetSuggested(request.suggest_target(cancelled)?),
            Self::Advise(request) => Answer::Advised(Box::new(request.advise(now, cancelled)?)),
            Self::PreviewRetraction(request) => Answer::RetractionPreviewed(Box::new(request.preview(now))),
            Self::Foresee(request) => Answer::Foreseen(Box::new(request.foresee(now))),
            Self::Follow(request) => Answer::Followed(request.follow(cancelled)?),
            Self::Recollect(workspace) => Answer::Recollected(Arc::new(Recollection::of(&workspace))),
            Self::Recall(workspace, known, time) => Answer::Recalled(Arc::new(workspace.as_of(&known.past, time))),
            Self::Compare(workspace, from) => Answer::Compared(Box::new(Difference::since(&workspace, from))),
            Self::Page(request) => Answer::Paged(Box::new(request.page(cancelled)?)),
            Self::Light(graph, root, trust) => Answer::Lit(root, Box::new(Light::of(&graph, root, &trust))),
            Self::Share(request) => Answer::Shared(request.share()),
            Self::Write(request) => Answer::Written(request.write(now)),
            Self::Count { graph, workspace, locates } => {
                let sides = |node: Node<'_>| node.degree(Direction::In) + node.degree(Direction::Out);
                let degrees = graph.nodes().map(|node| sides(node) as u32).collect();
                let empty = workspace.iter().flat_map(|workspace| workspace.empty_systems());
                let stats = Box::new(stats(&graph).with_empty(empty.map(|(system, _)| system)));
                let located = workspace.filter(|_| locates && stats.named_systems(&graph).next().is_some());
                let places = located.map(|workspace| workspace.places().into_iter().collect()).unwrap_or_default();
                Answer::Counted { stats, degrees, places }
            }
        })
    }
}
