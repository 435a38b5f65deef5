//! Order of matches: by tier, then by fuzzy score, then in index order.
//!
//! Scoring one name takes as long as matching twenty. Users do not scroll to the thousandth row before typing the next
//! character, so only the first matches are scored; the rest stay in index order (shortest first).

use super::fuzzy::Fuzzy;
use super::judge::judge;
use crate::graph::{Cancelled, Graph, NodeIx};
use rayon::prelude::*;
use std::cmp::Reverse;

/// Number of rows that are ordered by score.
const BEST: usize = 1_000;
/// Maximum number of subsequence matches that are scored. More than [`BEST`], because their length says little about
/// their quality.
const MOST_SCATTERED: usize = 4_000;

/// Sorts the tiers of a result, best first.
pub(super) struct Ranking<'g> {
    graph: &'g Graph,
    words: &'g [&'g str],
    fuzzy: Fuzzy,
    /// Number of rows still to be scored.
    left: usize,
}

impl<'g> Ranking<'g> {
    pub(super) fn new(graph: &'g Graph, words: &'g [&'g str]) -> Self {
        Self { graph, words, fuzzy: Fuzzy::new(), left: BEST }
    }

    /// Sorts the next tier of substring matches, given in index order; `None` if cancelled.
    pub(super) fn whole(&mut self, tier: &mut [NodeIx], cancelled: Cancelled<'_>) -> Option<()> {
        let count = tier.len().min(self.left);
        self.left -= count;
        self.order(&mut tier[..count], cancelled)
    }

    /// Sorts the last tier, the subsequence matches; `None` if cancelled.
    pub(super) fn scattered(self, tier: &mut [NodeIx], cancelled: Cancelled<'_>) -> Option<()> {
        let count = if self.left == 0 { 0 } else { tier.len().min(MOST_SCATTERED) };
        self.order(&mut tier[..count], cancelled)
    }

    fn order(&self, judged: &mut [NodeIx], cancelled: Cancelled<'_>) -> Option<()> {
        /// Number of names scored between two checks for cancellation.
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
        // Stable: equal scores stay in index order.
        scored.sort_by_key(|(score, _)| *score);
        for (place, (_, ix)) in judged.iter_mut().zip(scored) {
            *place = ix;
        }
        Some(())
    }
}
