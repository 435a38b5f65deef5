//! Incremental search: [`Names`] keeps the index and the matches of the last query between keystrokes.

use super::index::NameIndex;
use super::matches::{Matches, Needle, Whole};
use super::rank::Ranking;
use super::word::Word;
use super::{Hit, SearchResult, hits};
use crate::graph::{Cancelled, Graph, NEVER, Node, NodeIx};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// With at least this many names left to check, the first results are passed on early: the rest takes longer than a
/// frame.
const EARLY_FROM: usize = 100_000;
/// Minimum number of results passed on early.
const SCREENFUL: usize = 200;

/// A graph with a search index. The index is built lazily on the first search, or ahead of time by [`Names::prepare`]
/// on a background thread, so that key presses do not wait for it.
pub struct Names {
    graph: Arc<Graph>,
    index: OnceLock<Arc<NameIndex>>,
    /// Held while the index is built, so that a search waits for [`Names::prepare`] and does not repeat its work.
    building: Mutex<()>,
    /// The index of a previous version of the graph, to be extended.
    before: Option<Arc<NameIndex>>,
    /// The matches of the last query.
    last: Mutex<Option<Arc<Matches>>>,
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Names").field("nodes", &self.graph.node_count()).finish_non_exhaustive()
    }
}

impl Names {
    pub fn of(graph: Arc<Graph>) -> Self {
        Self { graph, index: OnceLock::new(), building: Mutex::default(), before: None, last: Mutex::default() }
    }

    /// The names of an extended version of the graph (see [`Graph::extended`]). Reuses the index.
    #[must_use]
    pub fn grown(&self, graph: Arc<Graph>) -> Self {
        let before = self.index.get().or(self.before.as_ref()).map(Arc::clone);
        match self.index.get() {
            // The usual case: new rows between known nodes.
            Some(index) if graph.node_count() == self.graph.node_count() => {
                let (index, last) = (OnceLock::from(Arc::clone(index)), Mutex::new(self.last()));
                Self { graph, index, building: Mutex::default(), before, last }
            }
            _ => Self { before, ..Self::of(graph) },
        }
    }

    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// Builds the index, so that the first search does not have to.
    pub fn prepare(&self) {
        self.index(NEVER);
    }

    /// Like [`Self::prepare`]; `None` if cancelled.
    pub fn prepare_cancellable(&self, cancelled: Cancelled<'_>) -> Option<()> {
        self.index(cancelled).map(drop)
    }

    fn index(&self, cancelled: Cancelled<'_>) -> Option<&NameIndex> {
        if let Some(index) = self.index.get() {
            return Some(index);
        }
        let _guard = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = self.index.get() {
            return Some(index);
        }
        let made = match &self.before {
            Some(before) => before.extended(&self.graph, cancelled)?,
            None => NameIndex::new(&self.graph, cancelled)?,
        };
        Some(self.index.get_or_init(|| Arc::new(made)))
    }

    fn last(&self) -> Option<Arc<Matches>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns at most `limit` nodes that match `query`, best first, as in [`super::search`]; `None` if cancelled.
    pub fn search(&self, query: &str, limit: usize, cancelled: Cancelled<'_>) -> Option<SearchResult> {
        let words: Vec<&str> = query.split_whitespace().collect();
        if words.is_empty() {
            return Some(SearchResult { hits: Vec::new(), total: 0 });
        }
        let found = self.ranked(&words, &|_| true, cancelled, &|_| {})?;
        let hits: Vec<Hit> = hits(&self.graph, &words, &found[..limit.min(found.len())]);
        Some(SearchResult { hits, total: found.len() })
    }

    /// Returns the nodes that pass `keeps` and match all of `words`, best first; `None` if cancelled. If the search
    /// takes long, `early` is called with the first results before it is complete.
    pub(in crate::query) fn ranked(
        &self,
        words: &[&str],
        keeps: &(dyn Fn(Node<'_>) -> bool + Sync),
        cancelled: Cancelled<'_>,
        early: &dyn Fn(&[NodeIx]),
    ) -> Option<Vec<NodeIx>> {
        let index = self.index(cancelled)?;
        let ready: Vec<Word> = words.iter().map(|word| Word::new(word)).collect();
        let keeps = |ix: NodeIx| keeps(self.graph.node(ix));
        let last = self.last().filter(|last| last.has_all_of(&ready));
        let wanted = Needle::new(&ready, last.as_deref(), &keeps);
        let mut whole = Whole::find(index, &wanted, cancelled)?;
        let mut ranking = Ranking::new(&self.graph, words);
        for tier in &mut whole.tiers {
            ranking.whole(tier, cancelled)?;
        }
        let mut nodes = whole.tiers.concat();
        if whole.open() >= EARLY_FROM && nodes.len() >= SCREENFUL {
            early(&nodes);
        }
        let (mut scattered, matches) = whole.scattered(index, &wanted, cancelled)?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(matches));
        ranking.scattered(&mut scattered, cancelled)?;
        nodes.append(&mut scattered);
        Some(nodes)
    }
}
