//! How well a node fits, by its own texts and the judge of scattered letters. Right, but slow: only for those that may be
//! seen first.

use super::fuzzy::Fuzzy;
use super::tier::{Tier, head, place};
use crate::graph::Node;
use std::cmp::Reverse;

/// How well a node fits: its worst word decides the tier, the sum of all words the order within it.
pub(super) struct Fit {
    pub(super) tier: Tier,
    pub(super) score: i64,
}

/// Better tiers weigh more than any score within one.
const TIER_WEIGHT: i64 = 1_000_000;

impl Fit {
    /// Tier and score as one number; higher is better.
    pub(super) fn number(&self) -> i64 {
        weight(self.tier) + self.score.min(TIER_WEIGHT - 1)
    }
}

/// What a tier is worth.
pub(super) fn weight(tier: Tier) -> i64 {
    (Tier::Scattered as i64 - tier as i64) * TIER_WEIGHT
}

/// How well a node fits all words; `None` if one is neither in its id nor in its title.
pub(super) fn judge(node: Node<'_>, words: &[&str], fuzzy: &Fuzzy) -> Option<Fit> {
    let mut fit = Fit { tier: Tier::Exact, score: 0 };
    for word in words {
        let id = judge_text(head(node.id()), word, fuzzy);
        // A title that only repeats the id says nothing new; of two equal fits the id's counts.
        let title = (node.title() != node.id()).then(|| judge_text(head(node.title()), word, fuzzy)).flatten();
        let best = [id, title].into_iter().flatten().min_by_key(|(tier, score)| (*tier, Reverse(*score)))?;
        fit.tier = fit.tier.max(best.0);
        fit.score += best.1;
    }
    Some(fit)
}

/// How well a text fits a word; `None` if the letters of the word are not in it, in order.
pub(super) fn judge_text(text: &str, word: &str, fuzzy: &Fuzzy) -> Option<(Tier, i64)> {
    if !has_letters(text, word) {
        return None;
    }
    let score = fuzzy.score(text, word)?;
    let tier = place(text, word).map_or(Tier::Scattered, |(tier, _)| tier);
    Some((tier, score))
}

/// Whether the letters of a word are found in a text, in order. Many texts have not even these, which takes a moment to
/// see. Other scripts are left to the judge.
fn has_letters(text: &str, word: &str) -> bool {
    if !text.is_ascii() || !word.is_ascii() {
        return true;
    }
    let mut letters = text.bytes();
    word.bytes().all(|wanted| letters.any(|letter| letter.eq_ignore_ascii_case(&wanted)))
}
