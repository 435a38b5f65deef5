//! The order of what fits: the tier, then the judge, then the order of the index.
//!
//! The judge takes as long for one name as finding takes for twenty. Nobody looks at the thousandth row of a list before typing
//! another letter, so only the first are judged; behind them, shorter names come first.

use super::fuzzy::Fuzzy;
use super::judge::judge;
use super::matches::Cancelled;
use crate::graph::{Graph, NodeIx};
use rayon::prelude::*;
use std::cmp::Reverse;

/// So many rows are in the order of what fits best.
const BEST: usize = 1_000;
/// Among so many scattered ones the best are looked for: their length says little of how well they fit.
const MOST_SCATTERED: usize = 4_000;

/// Brings the tiers of an answer into order, the best first.
pub(super) struct Ranking<'g> {
    graph: &'g Graph,
    words: &'g [&'g str],
    fuzzy: Fuzzy,
    /// How many of the best rows are not there yet.
    left: usize,
}

impl<'g> Ranking<'g> {
    pub(super) fn new(graph: &'g Graph, words: &'g [&'g str]) -> Self {
        Self { graph, words, fuzzy: Fuzzy::new(), left: BEST }
    }

    /// Orders the next tier, which comes in the order of the index, of words that stand as a whole; `None` if it was called
    /// off.
    pub(super) fn whole(&mut self, tier: &mut [NodeIx], cancelled: Cancelled<'_>) -> Option<()> {
        let count = tier.len().min(self.left);
        self.left -= count;
        self.order(&mut tier[..count], cancelled)
    }

    /// Orders the last tier; `None` if it was called off.
    pub(super) fn scattered(self, tier: &mut [NodeIx], cancelled: Cancelled<'_>) -> Option<()> {
        let count = if self.left == 0 { 0 } else { tier.len().min(MOST_SCATTERED) };
        self.order(&mut tier[..count], cancelled)
    }

    fn order(&self, judged: &mut [NodeIx], cancelled: Cancelled<'_>) -> Option<()> {
        /// So many are judged before anybody asks again whether the answer is still wanted.
        const CHUNK: usize = 128;
        let score = |ix: &NodeIx| judge(self.graph.node(*ix), self.words, &self.fuzzy).map(|fit| fit.score);
        let scored = judged.par_chunks(CHUNK).flat_map_iter(|chunk| {
            let chunk = if cancelled() { &[] } else { chunk };
            chunk.iter().map(|ix| (Reverse(score(ix)), *ix))
        });
        let mut scored: Vec<_> = scored.collect();
        if cancelled() {
            return None;
        }
        // What is equal stays in the order of the index.
        scored.sort_by_key(|(score, _)| *score);
        for (place, (_, ix)) in judged.iter_mut().zip(scored) {
            *place = ix;
        }
        Some(())
    }
}
