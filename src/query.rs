//! Graph queries: pure functions from a [`Graph`](crate::graph::Graph) and a request to a result.
//!
//! Search, ranking (PageRank), shortest paths (bidirectional breadth-first search), cycles (strongly connected
//! components), lineage and neighbourhood (breadth-first search), arguments, contradictions, suggestions, impact,
//! history and diff. Commands print the results and views draw them; all graph logic is here. Queries do no I/O: they
//! read no files, no clock (the current time is part of the request) and write nothing to the terminal. Long-running
//! ones take a `cancelled` callback and return `None` once it returns true.

pub mod advice;
mod argument;
mod both_sides;
mod by_id;
mod confidence;
mod contradiction;
mod cycle;
mod diff;
mod filter;
mod fit;
mod grouped;
mod history;
mod impact;
mod last_answer;
mod lineage;
mod listing;
mod log_query;
mod moments;
mod near_verb;
mod nearest;
mod neighbourhood;
mod neighbourhood_list;
mod path;
mod rank;
mod ready;
mod related;
mod search;
mod sentence;
mod short_id;
mod sieve;
mod stats;
mod subgraph;
mod suggest;
mod traversal;
mod tree;
mod typed;
pub mod vocabulary;

pub use argument::{Argument, Fallen, Fate, Voice, argument};
pub use confidence::Trust;
pub use contradiction::{
    Contradiction, ContradictionKind, Contradictions, Faded, MOST_STEPS, contradictions, opposed_edges, two_sided,
};
pub use cycle::{Class, Cycle, CycleMembers, CycleRequest, MOST_LOOKS, cycles, untrusted_in_cycles};
pub use diff::{Diff, DiffGroup, diff, diff_cancellable};
pub use filter::{EdgeFilter, Implicit, NodeFilter, RelationFilter, Retracted};
pub use fit::{Fit, Recognised, Usage, homes, recognise};
pub use grouped::{RelationGroup, grouped, grouped_cancellable, relations_in_use};
pub use history::{Happening, HistoryRequest, HistoryScope, history, in_words};
pub use impact::{Direct, Event, Impact, Reach, Transitive, impact, impact_by};
pub use last_answer::{LastResult, matching};
pub use lineage::{Lineage, LineageDirection, LineageNode, LineageRequest, Orient, lineage, lineage_cancellable};
pub use listing::{Checked, ListRequest, Listing, NodeQuery, Sort, Term, listing};
pub use log_query::LogQuery;
pub use moments::{Moment, Moments, Stride};
pub use near_verb::{NearVerb, near_verbs};
pub use nearest::Nearest;
pub use neighbourhood::{Directions, NeighbourhoodRequest, neighbourhood, neighbourhood_among};
pub use neighbourhood_list::{
    Fold, NeighbourhoodItem, NeighbourhoodList, NeighbourhoodListRequest, NeighbourhoodRow, Step,
};
pub use path::{Path, PathRequest, PathStep, Paths, paths};
pub use rank::{RankRequest, Ranking, rank, rank_cancellable};
pub use ready::{ReadyRequest, Stage, Task, ready};
pub use related::{Related, related};
pub use search::{Hit, Matcher, Names, SearchResult, search};
pub use sentence::{Sentence, reading, sentence};
pub use short_id::{Meant, common_start, is_short_for, meant, noun_of};
pub use stats::{Stats, stats, stats_cancellable};
pub use subgraph::{ProposedEdge, Subgraph};
pub use suggest::{
    Evidence, Lookout, Mention, Named, Passage, Shared, SuggestRequest, Suggestion, Suggestions, mentioned_in, suggest,
};
pub use tree::{Tree, TreeEntry};
pub use typed::{Typed, typed};
