//! Matching of names against a query, block by block in parallel.
//!
//! There are two steps: first names that contain every word as a substring, which is nearly always what the user wants
//! and is found by byte search; then names that match some word as a subsequence only. A longer query narrows the
//! matches of the previous one, because a name that matches a longer word also matches its prefix, in the same way.

use super::block::Block;
use super::index::NameIndex;
use super::tier::Tier;
use super::word::Word;
use crate::graph::{Cancelled, NodeIx};
use rayon::prelude::*;

/// A query prepared for matching.
pub(super) struct Needle<'w> {
    words: &'w [Word],
    /// The matches of the previous query, if only these have to be searched.
    before: Option<&'w Matches>,
    /// The words that the previous matches are not known to match.
    new: Vec<&'w Word>,
    /// The words that all previous matches match.
    known: Vec<&'w Word>,
    /// Filter applied to the matching nodes.
    keeps: &'w (dyn Fn(NodeIx) -> bool + Sync),
}

impl<'w> Needle<'w> {
    pub(super) fn new(
        words: &'w [Word],
        before: Option<&'w Matches>,
        keeps: &'w (dyn Fn(NodeIx) -> bool + Sync),
    ) -> Self {
        let known = before.map_or(&[][..], |before| &before.words);
        let is_known = |(at, word): &(usize, &Word)| known.get(*at).is_some_and(|known| known == word.folded());
        let (known, new): (Vec<_>, Vec<_>) = words.iter().enumerate().partition(is_known);
        let words_of = |numbered: Vec<(usize, &'w Word)>| numbered.into_iter().map(|(_, word)| word).collect();
        Self { words, before, new: words_of(new), known: words_of(known), keeps }
    }

    /// Whether a name may match all words, by its character sets.
    fn may_fit(&self, block: &Block, at: u16) -> bool {
        let characters = block.characters(at);
        self.new.iter().all(|word| word.may_be_in(characters))
    }
}

/// The names that match a query, to be narrowed by the next one.
pub(super) struct Matches {
    words: Vec<String>,
    blocks: Vec<Fitting>,
}

/// The matching names of a block as ascending positions, before `keeps` is applied.
#[derive(Default)]
struct Fitting {
    whole: Vec<u16>,
    scattered: Vec<u16>,
}

impl Matches {
    /// Whether every match of these words is among these matches.
    pub(super) fn has_all_of(&self, words: &[Word]) -> bool {
        let extends = |(before, word): (&String, &Word)| word.folded().starts_with(before.as_str());
        self.words.len() <= words.len() && self.words.iter().zip(words).all(extends)
    }
}

/// Result of the first step: the substring matches, and the names left for the second step.
pub(super) struct Whole {
    /// The nodes of each tier that pass the filter, in index order.
    pub(super) tiers: [Vec<NodeIx>; Tier::WHOLE],
    fitting: Vec<Fitting>,
    /// For each block, the names that may match as a subsequence.
    open: Vec<Vec<u16>>,
}

impl Whole {
    /// `None` if cancelled.
    pub(super) fn find(index: &NameIndex, wanted: &Needle<'_>, cancelled: Cancelled<'_>) -> Option<Self> {
        let can_scatter = !wanted.words.iter().all(Word::is_single_character);
        let found: Vec<_> = (0..index.blocks().len())
            .into_par_iter()
            .map(|number| {
                let block = &*index.blocks()[number];
                let mut found = BlockMatches::default();
                if cancelled() {
                    return found;
                }
                match wanted.before.map(|before| &before.blocks[number]) {
                    Some(before) => {
                        found.scan(block, before.whole.iter().copied(), wanted);
                        found.open = merged(&found.open, &before.scattered);
                    }
                    None => found.scan(block, 0..block.len() as u16, wanted),
                }
                if !can_scatter {
                    found.open.clear();
                }
                found
            })
            .collect();
        if cancelled() {
            return None;
        }
        let mut all = Self {
            tiers: std::array::from_fn(|tier| Vec::with_capacity(found.iter().map(|one| one.tiers[tier].len()).sum())),
            fitting: Vec::with_capacity(found.len()),
            open: Vec::with_capacity(found.len()),
        };
        for one in found {
            for (all, tier) in all.tiers.iter_mut().zip(&one.tiers) {
                all.extend_from_slice(tier);
            }
            all.fitting.push(Fitting { whole: one.whole, scattered: Vec::new() });
            all.open.push(one.open);
        }
        Some(all)
    }

    /// Number of names left for the second step.
    pub(super) fn open(&self) -> usize {
        self.open.iter().map(Vec::len).sum()
    }

    /// The second step: the nodes that pass the filter and match some word as a subsequence only, in index order; and
    /// all matches, for the next query. `None` if cancelled.
    pub(super) fn scattered(
        self,
        index: &NameIndex,
        wanted: &Needle<'_>,
        cancelled: Cancelled<'_>,
    ) -> Option<(Vec<NodeIx>, Matches)> {
        let scan = |(block, (mut fitting, open)): (&std::sync::Arc<Block>, (Fitting, Vec<u16>))| {
            if cancelled() {
                return (Vec::new(), fitting);
            }
            let fits = |at: &u16| {
                let (name, characters) = (block.name(*at), block.characters(*at));
                wanted.new.iter().all(|word| word.is_in(name, characters))
            };
            fitting.scattered = open.into_iter().filter(fits).collect();
            let nodes = fitting.scattered.iter().map(|at| block.node(*at));
            (nodes.filter(|node| (wanted.keeps)(*node)).collect(), fitting)
        };
        let opened: Vec<_> = self.fitting.into_iter().zip(self.open).collect();
        let (nodes, blocks): (Vec<Vec<NodeIx>>, Vec<Fitting>) = index.blocks().par_iter().zip(opened).map(scan).unzip();
        let words = wanted.words.iter().map(|word| word.folded().to_owned()).collect();
        (!cancelled()).then(|| (nodes.concat(), Matches { words, blocks }))
    }
}

/// Merges two ascending lists.
fn merged(one: &[u16], other: &[u16]) -> Vec<u16> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let mut other = other.iter().copied().peekable();
    for at in one {
        all.extend(std::iter::from_fn(|| other.next_if(|next| next < at)));
        all.push(*at);
    }
    all.extend(other);
    all
}

/// The matches of one block.
#[derive(Default)]
struct BlockMatches {
    tiers: [Vec<NodeIx>; Tier::WHOLE],
    whole: Vec<u16>,
    open: Vec<u16>,
}

impl BlockMatches {
    fn scan(&mut self, block: &Block, names: impl Iterator<Item = u16>, wanted: &Needle<'_>) {
        for at in names.filter(|at| wanted.may_fit(block, *at)) {
            let (name, characters) = (block.name(at), block.characters(at));
            let whole = |worst: Tier, word: &Word| Some(worst.max(word.whole(name, characters)?));
            // New words first: they fail more often.
            let mut words = wanted.new.iter().chain(&wanted.known).copied();
            let tier = words.try_fold(Tier::Exact, whole);
            let Some(tier) = tier else {
                self.open.push(at);
                continue;
            };
            self.whole.push(at);
            let node = block.node(at);
            if (wanted.keeps)(node) {
                self.tiers[tier as usize].push(node);
            }
        }
    }
}
