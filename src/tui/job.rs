//! Work that could take long: done off the input thread, each kind on a lane of its own on which a newer request replaces
//! an older one. Only what is to be written is never replaced: it is done in order, all of it.
//!
//! A job carries everything it needs and returns an answer; it knows no terminal and no state.

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
pub use page::{Page, PageBlock, PageRequest, PageRow, Section, Topic};
pub use preview_retraction::{RetractionPreview, RetractionRequest};
pub use recall::{Difference, Recollection};
pub use sift::{FindingQuery, Sifted, sift};
pub use suggest::{Missing, Proposed, TargetRequest};
pub use tally::{Tally, tally};
pub use tree::{TreeItem, TreeRequest, TreeRow, TreeRows};
pub use write::{Added, Change, Retracted, WriteRequest, Wrote};

use super::layout::lineage::LineageLayout;
use super::layout::map::{Arrangement, MOST_NODES, MapLayout, MapRequest};
use crate::doctor::Report;
use crate::graph::{Direction, Graph, Node, NodeIx};
use crate::query::{
    Checked, Lineage, LineageRequest, ListRequest, Listing, Names, NeighbourhoodList, NeighbourhoodListRequest,
    NeighbourhoodRequest, NodeQuery, RankRequest, Ranking, Sort, Stats, Tree, Trust, Usage, lineage_unless, listing,
    neighbourhood_among, rank_unless, stats,
};
use crate::time::Millis;
use crate::workspace::Workspace;
use std::sync::{Arc, OnceLock};

/// Which request an answer belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    /// Its lane.
    pub lane: Lane,
    /// Its number on that lane; a later one is higher.
    pub number: u64,
}

/// Kinds of jobs. Each is done by a thread of its own, one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Names that are made ready to be searched.
    Prepare,
    /// The list of nodes.
    Find,
    /// The neighbourhood.
    Walk,
    /// What a file says of a node.
    Read,
    /// The lineage.
    Trace,
    /// The tree.
    Arrange,
    /// The map.
    Draw,
    /// The doctor.
    Examine,
    /// The list of findings.
    Sift,
    /// How many there are of what.
    Count,
    /// How many edges of each relation a node has.
    Tally,
    /// The nodes that fit what is typed into a field.
    Complete,
    /// The relations that fit what is typed and the ends of an edge.
    Fit,
    /// What a dangling edge was meant to be.
    SuggestTarget,
    /// What a change would mean.
    Advise,
    /// The last rows of the log.
    Follow,
    /// The past.
    Recall,
    /// What came since a time.
    Compare,
    /// The page.
    Page,
    /// What a change reaches, in pictures.
    Light,
    /// Changes to the workspace's files.
    Write,
}

impl Lane {
    /// All of them.
    pub const ALL: [Self; 21] = [
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
        Self::Write,
    ];

    /// What happens to a job when a newer one comes.
    pub fn turn(self) -> Turn {
        match self {
            // Somebody was told that it is being written.
            Self::Write => Turn::InOrder,
            _ => Turn::Newest,
        }
    }
}

/// Which jobs of a lane are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The newest; older ones are called off.
    Newest,
    /// Each, one after the other. None is ever called off.
    InOrder,
}

/// A request with everything it needs.
#[derive(Debug)]
pub enum Job {
    /// Make names ready to be searched, before somebody does.
    Prepare(Arc<Names>),
    /// List nodes.
    Find {
        /// Of this graph.
        names: Arc<Names>,
        /// Those that fit this.
        query: NodeQuery,
        /// In this order.
        sort: Sort,
        /// What the doctor found about nodes.
        checked: Arc<Checked>,
        /// How much each node matters, once somebody wanted to know.
        ranking: Arc<OnceLock<Ranking>>,
        /// How far edges count for that.
        trust: Trust,
    },
    /// Outline a neighbourhood.
    Walk(Arc<Graph>, Box<NeighbourhoodListRequest>),
    /// Read what a file says of a node.
    Read(Box<DetailRequest>),
    /// Walk a lineage and lay it out.
    Trace(Arc<Graph>, NodeIx, Box<LineageRequest>),
    /// Show a tree's rows; without a tree, make one first.
    Arrange(Arc<Graph>, Option<Arc<Tree>>, Box<TreeRequest>),
    /// Walk a neighbourhood and lay it out as a map.
    Draw(Arc<Graph>, NodeIx, Box<NeighbourhoodRequest>, Arrangement),
    /// Count.
    Count(Arc<Graph>),
    /// Count the edges of a node by relation, if they are trusted enough.
    Tally(Arc<Graph>, NodeIx, Trust),
    /// Look for what is wrong.
    Examine(ExamineRequest),
    /// Choose among findings.
    Sift(Arc<Report>, FindingQuery),
    /// Find the nodes that fit what is typed into a field.
    Complete(Box<CompleteRequest>),
    /// Find the relations that fit.
    Fit(FitRequest),
    /// Find what a dangling edge was meant to be.
    SuggestTarget(Box<TargetRequest>),
    /// Say what adding edges would mean.
    Advise(AdviseRequest),
    /// Say what taking an edge back would mean.
    PreviewRetraction(Box<RetractionRequest>),
    /// Say what closing a signal would do.
    Foresee(CloseRequest),
    /// Find the last rows of the log that fit.
    Follow(FollowRequest),
    /// Find out since when everything is there.
    Recollect(Arc<Workspace>),
    /// Make a workspace as it was at a time.
    Recall(Arc<Workspace>, Arc<Recollection>, Millis),
    /// Find what came since a time.
    Compare(Arc<Workspace>, Millis),
    /// Make a page.
    Page(Box<PageRequest>),
    /// Look for what a change of a node reaches.
    Light(Arc<Graph>, NodeIx, Trust),
    /// Change the workspace's files.
    Write(Box<WriteRequest>),
}

/// What came of a job.
#[derive(Debug)]
pub enum Answer {
    /// The names are ready.
    Prepared,
    /// A list of nodes.
    Found(Listing),
    /// A neighbourhood, and the node it is of.
    Walked(NodeIx, NeighbourhoodList),
    /// What a file says of a node.
    Read(Box<Detail>),
    /// A lineage with its layout.
    Traced(Box<Lineage>, Box<LineageLayout>),
    /// A tree and its rows.
    Arranged(Arc<Tree>, TreeRows),
    /// A map, and the node it is around.
    Drawn(NodeIx, Box<MapLayout>),
    /// How many there are of what, and how many edges each node has.
    Counted(Box<Stats>, Vec<u32>),
    /// How many edges of each relation the node has.
    Tallied(Vec<Tally>),
    /// The doctor's report, and what it says about nodes.
    Examined(Examined),
    /// The findings that fit.
    Sifted(Sifted),
    /// The nodes that fit what is typed into a field.
    Completed(Completion),
    /// How verbs are used, and the relations that fit.
    Fitted(Arc<Usage>, Fitting),
    /// What a dangling edge was probably meant to be.
    TargetSuggested(Option<Proposed>),
    /// What adding edges would mean.
    Advised(Box<Preview>),
    /// What taking an edge back would mean.
    RetractionPreviewed(Box<RetractionPreview>),
    /// What closing a signal would do.
    Foreseen(Box<Outlook>),
    /// The last rows of the log that fit.
    Followed(Followed),
    /// Since when everything is there.
    Recollected(Arc<Recollection>),
    /// A workspace as it was.
    Recalled(Arc<Workspace>),
    /// What came since a time.
    Compared(Box<Difference>),
    /// A page.
    Paged(Box<Page>),
    /// What a change of a node reaches.
    Lit(NodeIx, Box<Light>),
    /// What was written, and what was not.
    Written(Wrote),
}

impl Answer {
    /// Whether the rest of it is still to come.
    pub fn is_partial(&self) -> bool {
        matches!(self, Self::Found(Listing { is_partial: true, .. }))
    }
}

impl Job {
    /// The lane it belongs to.
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
            Self::Count(_) => Lane::Count,
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
            Self::Write(_) => Lane::Write,
        }
    }

    /// Does it, at the moment `now`; `None` if it was called off.
    pub fn run(self, now: Millis, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Answer> {
        self.run_in_parts(now, cancelled, &drop)
    }

    /// Like [`Job::run`]; if the answer takes long, `early` gets a part of it before.
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
                        let ranked = rank_unless(names.graph(), &RankRequest::all(trust), cancelled)?;
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
                let found = lineage_unless(&graph, root, &request, cancelled)?;
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
            Self::PreviewRetraction(request) => Answer::RetractionPreviewed(Box::new(request.reverse(now))),
            Self::Foresee(request) => Answer::Foreseen(Box::new(request.foresee(now))),
            Self::Follow(request) => Answer::Followed(request.follow(cancelled)?),
            Self::Recollect(workspace) => Answer::Recollected(Arc::new(Recollection::of(&workspace))),
            Self::Recall(workspace, known, time) => Answer::Recalled(Arc::new(workspace.as_of(&known.past, time))),
            Self::Compare(workspace, from) => Answer::Compared(Box::new(Difference::since(&workspace, from))),
            Self::Page(request) => Answer::Paged(Box::new(request.page(cancelled)?)),
            Self::Light(graph, root, trust) => Answer::Lit(root, Box::new(Light::of(&graph, root, &trust))),
            Self::Write(request) => Answer::Written(request.write(now)),
            Self::Count(graph) => {
                let sides = |node: Node<'_>| node.degree(Direction::In) + node.degree(Direction::Out);
                let degrees = graph.nodes().map(|node| sides(node) as u32).collect();
                Answer::Counted(Box::new(stats(&graph)), degrees)
            }
        })
    }
}
