//! Exact scoring of a node from its own texts and the fuzzy matcher. Slow, so it is used only for matches near the top.

use super::fuzzy::Fuzzy;
use super::tier::{Tier, head, place};
use crate::graph::Node;
use std::cmp::Reverse;

/// Quality of a match: the worst word decides the tier, the sum of all scores the order within the tier.
pub(super) struct Fit {
    pub(super) tier: Tier,
    pub(super) score: i64,
}

/// Weight of a tier; greater than any score within a tier.
const TIER_WEIGHT: i64 = 1_000_000;

impl Fit {
    /// Tier and score as one number; higher is better.
    pub(super) fn number(&self) -> i64 {
        weight(self.tier) + self.score.min(TIER_WEIGHT - 1)
    }
}

pub(super) fn weight(tier: Tier) -> i64 {
    (Tier::Scattered as i64 - tier as i64) * TIER_WEIGHT
}

/// Scores a node against all words; `None` if a word matches neither its id nor its title.
pub(super) fn judge(node: Node<'_>, words: &[&str], fuzzy: &Fuzzy) -> Option<Fit> {
    let mut fit = Fit { tier: Tier::Exact, score: 0 };
    for word in words {
        let id = judge_text(head(node.id()), word, fuzzy);
        // A title that equals the id is ignored; of two equal matches the id's is used.
        let title = (node.title() != node.id()).then(|| judge_text(head(node.title()), word, fuzzy)).flatten();
        let best = [id, title].into_iter().flatten().min_by_key(|(tier, score)| (*tier, Reverse(*score)))?;
        fit.tier = fit.tier.max(best.0);
        fit.score += best.1;
    }
    Some(fit)
}

/// Scores a text against a word; `None` if the word is not a subsequence of the text.
pub(super) fn judge_text(text: &str, word: &str, fuzzy: &Fuzzy) -> Option<(Tier, i64)> {
    if !may_be_subsequence(text, word) {
        return None;
    }
    let score = fuzzy.score(text, word)?;
    let tier = place(text, word).map_or(Tier::Scattered, |(tier, _)| tier);
    Some((tier, score))
}

/// Whether a word is a subsequence of a text: a cheap check that rules out many texts. Returns true for non-ASCII
/// texts, which are left to the fuzzy matcher.
fn may_be_subsequence(text: &str, word: &str) -> bool {
    if !text.is_ascii() || !word.is_ascii() {
        return true;
    }
    let mut bytes = text.bytes();
    word.bytes().all(|wanted| bytes.any(|byte| byte.eq_ignore_ascii_case(&wanted)))
}
