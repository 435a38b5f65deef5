//! The judge of scattered letters.
//!
//! The only module that names `fuzzy-matcher`, which is no longer maintained: replacing it is a change of this file.

use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;

/// Scores how well the letters of a word are found, in order, in a text.
pub(super) struct Fuzzy(SkimMatcherV2);

impl Fuzzy {
    pub(super) fn new() -> Self {
        Self(SkimMatcherV2::default().smart_case())
    }

    /// Higher is better; `None` if a letter is not there.
    pub(super) fn score(&self, text: &str, word: &str) -> Option<i64> {
        self.0.fuzzy_match(text, word)
    }

    /// The characters of the text that were matched.
    pub(super) fn positions(&self, text: &str, word: &str) -> Vec<usize> {
        self.0.fuzzy_indices(text, word).map(|(_, positions)| positions).unwrap_or_default()
    }
}
