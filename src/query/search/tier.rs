//! Tiers of matches, and the position of a word in a text.

/// How a word matches, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tier {
    Exact,
    Prefix,
    WordStart,
    Part,
    Scattered,
}

impl Tier {
    /// Number of tiers of substring matches.
    pub(super) const WHOLE: usize = Self::Scattered as usize;
}

/// The part of a text that is searched: a title of several megabytes must not take seconds.
pub(super) fn head(text: &str) -> &str {
    const LONGEST: usize = 500;
    if text.len() <= LONGEST {
        return text;
    }
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}

/// Folds the case of a character, one to one, so that positions do not change.
pub(super) fn fold(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) }
}

/// Finds `word` in `text` as a substring: the best tier and its position in characters.
pub(super) fn place(text: &str, word: &str) -> Option<(Tier, usize)> {
    if text.is_ascii() && word.is_ascii() {
        // No allocation: this runs thousands of times for every key press.
        return placed(text.as_bytes(), word.as_bytes(), u8::eq_ignore_ascii_case, u8::is_ascii_alphanumeric);
    }
    let folded = |text: &str| text.chars().map(fold).collect::<Vec<_>>();
    placed(&folded(text), &folded(word), char::eq, |c| c.is_alphanumeric())
}

fn placed<T>(
    text: &[T],
    word: &[T],
    same: impl Fn(&T, &T) -> bool,
    is_alphanumeric: impl Fn(&T) -> bool,
) -> Option<(Tier, usize)> {
    let mut part = None;
    let fits = |at: &usize| std::iter::zip(&text[*at..], word).all(|(one, other)| same(one, other));
    for at in (0..(text.len() + 1).saturating_sub(word.len())).filter(fits) {
        if at == 0 {
            return Some((if text.len() == word.len() { Tier::Exact } else { Tier::Prefix }, 0));
        }
        if !is_alphanumeric(&text[at - 1]) {
            return Some((Tier::WordStart, at));
        }
        part = part.or(Some((Tier::Part, at)));
    }
    part
}
