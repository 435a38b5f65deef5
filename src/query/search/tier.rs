//! What a match is worth: the tiers, and where a word stands in a text as a whole.

/// How a query was found, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tier {
    Exact,
    Prefix,
    WordStart,
    Part,
    Scattered,
}

impl Tier {
    /// Those of words that stand in a text as a whole.
    pub(super) const WHOLE: usize = Self::Scattered as usize;
}

/// The start of a text, as far as anybody remembers it: a title of megabytes must not cost seconds.
pub(super) fn head(text: &str) -> &str {
    const LONGEST: usize = 500;
    if text.len() <= LONGEST {
        return text;
    }
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}

/// A character without its case. One stays one, so that positions are the same before and after.
pub(super) fn fold(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) }
}

/// Where `word` stands in `text` as a whole, in characters, and what that is worth.
pub(super) fn place(text: &str, word: &str) -> Option<(Tier, usize)> {
    if text.is_ascii() && word.is_ascii() {
        // No copies: this is asked thousands of times for every letter somebody types.
        return placed(text.as_bytes(), word.as_bytes(), u8::eq_ignore_ascii_case, u8::is_ascii_alphanumeric);
    }
    let letters = |text: &str| text.chars().map(fold).collect::<Vec<_>>();
    placed(&letters(text), &letters(word), char::eq, |letter| letter.is_alphanumeric())
}

fn placed<T>(
    text: &[T],
    word: &[T],
    same: impl Fn(&T, &T) -> bool,
    is_letter: impl Fn(&T) -> bool,
) -> Option<(Tier, usize)> {
    let mut part = None;
    let fits = |at: &usize| std::iter::zip(&text[*at..], word).all(|(one, other)| same(one, other));
    for at in (0..(text.len() + 1).saturating_sub(word.len())).filter(fits) {
        if at == 0 {
            return Some((if text.len() == word.len() { Tier::Exact } else { Tier::Prefix }, 0));
        }
        if !is_letter(&text[at - 1]) {
            return Some((Tier::WordStart, at));
        }
        part = part.or(Some((Tier::Part, at)));
    }
    part
}
