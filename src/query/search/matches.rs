//! Which names fit a query, block by block.
//!
//! In two steps: first names in which every word stands as a whole, which is what people mean nearly always and is found by a
//! byte search; then names that only have its letters in order. Whoever extends a query narrows what fitted before: a name
//! that has a longer word has the shorter one, and has it as a whole if it has the longer one so.

use super::block::Block;
use super::index::NameIndex;
use super::tier::Tier;
use super::word::Word;
use crate::graph::NodeIx;
use rayon::prelude::*;

/// Tells whether the answer is not wanted any more.
pub(super) type Cancelled<'c> = &'c (dyn Fn() -> bool + Sync);

/// What is looked for in every name.
pub(super) struct Needle<'w> {
    words: &'w [Word],
    /// The names among which it is looked for, if not all.
    before: Option<&'w Matches>,
    /// Those words that these names do not have anyway.
    new: Vec<&'w Word>,
    /// The others.
    known: Vec<&'w Word>,
    /// Which nodes count at all.
    keeps: &'w (dyn Fn(NodeIx) -> bool + Sync),
}

impl<'w> Needle<'w> {
    /// Among all names, or those that fitted before.
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

    /// Whether a name may have all words.
    fn may_fit(&self, block: &Block, at: u16) -> bool {
        let letters = block.letters(at);
        self.new.iter().all(|word| word.may_be_in(letters))
    }
}

/// The names that fitted a query, to be narrowed by the next.
pub(super) struct Matches {
    words: Vec<String>,
    blocks: Vec<Fitting>,
}

/// The names of a block that fit, by their positions: ascending, whatever `keeps` says.
#[derive(Default)]
struct Fitting {
    whole: Vec<u16>,
    scattered: Vec<u16>,
}

impl Matches {
    /// Whether everything that fits these words is among it.
    pub(super) fn has_all_of(&self, words: &[Word]) -> bool {
        let extends = |(before, word): (&String, &Word)| word.folded().starts_with(before.as_str());
        self.words.len() <= words.len() && self.words.iter().zip(words).all(extends)
    }
}

/// The first step: nodes in which every word stands as a whole, and where to look for the others.
pub(super) struct Whole {
    /// The nodes of each tier that count, in the order of the index.
    pub(super) tiers: [Vec<NodeIx>; Tier::WHOLE],
    fitting: Vec<Fitting>,
    /// Of each block the names that may have scattered letters.
    open: Vec<Vec<u16>>,
}

impl Whole {
    /// `None` if it was called off.
    pub(super) fn find(index: &NameIndex, wanted: &Needle<'_>, cancelled: Cancelled<'_>) -> Option<Self> {
        let can_scatter = !wanted.words.iter().all(Word::is_letter);
        let found: Vec<_> = (0..index.blocks().len())
            .into_par_iter()
            .map(|number| {
                let block = &*index.blocks()[number];
                let mut found = Looked::default();
                if cancelled() {
                    return found;
                }
                match wanted.before.map(|before| &before.blocks[number]) {
                    Some(before) => {
                        found.look(block, before.whole.iter().copied(), wanted);
                        found.open = merged(&found.open, &before.scattered);
                    }
                    None => found.look(block, 0..block.len() as u16, wanted),
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

    /// How many names are still to be looked at.
    pub(super) fn open(&self) -> usize {
        self.open.iter().map(Vec::len).sum()
    }

    /// The second step: the nodes that count and only have the letters of some word, in the order of the index; and all that
    /// fits, for the next query. `None` if it was called off.
    pub(super) fn scattered(
        self,
        index: &NameIndex,
        wanted: &Needle<'_>,
        cancelled: Cancelled<'_>,
    ) -> Option<(Vec<NodeIx>, Matches)> {
        let look = |(block, (mut fitting, open)): (&std::sync::Arc<Block>, (Fitting, Vec<u16>))| {
            if cancelled() {
                return (Vec::new(), fitting);
            }
            let fits = |at: &u16| {
                let (name, letters) = (block.name(*at), block.letters(*at));
                wanted.new.iter().all(|word| word.is_in(name, letters))
            };
            fitting.scattered = open.into_iter().filter(fits).collect();
            let nodes = fitting.scattered.iter().map(|at| block.node(*at));
            (nodes.filter(|node| (wanted.keeps)(*node)).collect(), fitting)
        };
        let opened: Vec<_> = self.fitting.into_iter().zip(self.open).collect();
        let (nodes, blocks): (Vec<Vec<NodeIx>>, Vec<Fitting>) = index.blocks().par_iter().zip(opened).map(look).unzip();
        let words = wanted.words.iter().map(|word| word.folded().to_owned()).collect();
        (!cancelled()).then(|| (nodes.concat(), Matches { words, blocks }))
    }
}

/// Two ascending lists as one.
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

/// What was found in a block.
#[derive(Default)]
struct Looked {
    tiers: [Vec<NodeIx>; Tier::WHOLE],
    whole: Vec<u16>,
    open: Vec<u16>,
}

impl Looked {
    fn look(&mut self, block: &Block, names: impl Iterator<Item = u16>, wanted: &Needle<'_>) {
        for at in names.filter(|at| wanted.may_fit(block, *at)) {
            let (name, letters) = (block.name(at), block.letters(at));
            let whole = |worst: Tier, word: &Word| Some(worst.max(word.whole(name, letters)?));
            // What is new is missing more often.
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
