//! Scoring of subsequence (fuzzy) matches with the skim algorithm of `fuzzy-matcher`.
//!
//! This is the only module that depends on `fuzzy-matcher`, which is no longer maintained, so that it can be replaced
//! here.

use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;
use std::borrow::Cow;

/// Scores how well a word matches a text as a subsequence.
pub(super) struct Fuzzy(SkimMatcherV2);

impl Fuzzy {
    pub(super) fn new() -> Self {
        Self(SkimMatcherV2::default().ignore_case())
    }

    /// Higher is better; `None` if the word is not a subsequence of the text.
    pub(super) fn score(&self, text: &str, word: &str) -> Option<i64> {
        self.0.fuzzy_match(&folded(text), &folded(word))
    }

    /// The matched characters of the text.
    pub(super) fn positions(&self, text: &str, word: &str) -> Vec<usize> {
        let found = self.0.fuzzy_indices(&folded(text), &folded(word));
        found.map(|(_, positions)| positions).unwrap_or_default()
    }
}

/// The matcher ignores the case of ASCII letters only. Other texts are folded first, character by character, so that
/// positions do not change.
fn folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(text.chars().map(super::tier::fold).collect()) }
}
