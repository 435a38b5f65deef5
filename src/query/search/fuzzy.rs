//! The judge of scattered letters.
//!
//! The only module that names `fuzzy-matcher`, which is no longer maintained: replacing it is a change of this file.

use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;
use std::borrow::Cow;

/// Scores how well the letters of a word are found, in order, in a text.
pub(super) struct Fuzzy(SkimMatcherV2);

impl Fuzzy {
    pub(super) fn new() -> Self {
        Self(SkimMatcherV2::default().ignore_case())
    }

    /// Higher is better; `None` if a letter is not there.
    pub(super) fn score(&self, text: &str, word: &str) -> Option<i64> {
        self.0.fuzzy_match(&folded(text), &folded(word))
    }

    /// The characters of the text that were matched.
    pub(super) fn positions(&self, text: &str, word: &str) -> Vec<usize> {
        let found = self.0.fuzzy_indices(&folded(text), &folded(word));
        found.map(|(_, positions)| positions).unwrap_or_default()
    }
}

/// The matcher ignores the case of ASCII letters only. Other scripts are folded first, character by character, so that
/// positions stay what they are.
fn folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(text.chars().map(super::tier::fold).collect()) }
}
