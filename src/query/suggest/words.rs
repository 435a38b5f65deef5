//! Texts as words, to be compared without regard to case and to what stands between them.

use xxhash_rust::xxh3::xxh3_64;

/// A word of a text: where it stands, and a sum over its letters, folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) sum: u64,
}

/// The words of a text: runs of letters and digits.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word> {
    let mut rest = text;
    let mut folded = String::new();
    std::iter::from_fn(move || {
        let begin = rest.find(char::is_alphanumeric)?;
        let from = &rest[begin..];
        let length = from.find(|c: char| !c.is_alphanumeric()).unwrap_or(from.len());
        let start = text.len() - from.len();
        folded.clear();
        folded.extend(from[..length].chars().flat_map(char::to_lowercase));
        rest = &from[length..];
        Some(Word { start, end: start + length, sum: xxh3_64(folded.as_bytes()) })
    })
}

/// The sum over some words and one more.
pub(super) fn followed_by(sum: u64, word: u64) -> u64 {
    sum.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ word
}

/// The pieces of a text that could be ids, each with its place: what stands between blanks and signs that no id ends with.
/// Says whether it stands in backticks or brackets, where nobody writes a plain word.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let is_part = |c: char| c.is_alphanumeric() || "-_./:#@+".contains(c);
    let mut rest = text;
    std::iter::from_fn(move || {
        let begin = rest.find(is_part)?;
        let from = &rest[begin..];
        let length = from.find(|c: char| !is_part(c)).unwrap_or(from.len());
        let start = text.len() - from.len();
        rest = &from[length..];
        let whole = &from[..length];
        let lead = whole.len() - whole.trim_start_matches(is_edge).len();
        let token = whole.trim_matches(is_edge);
        let set_off = text[..start].ends_with(['`', '[']) && rest.starts_with(['`', ']']);
        Some((start + lead, token, set_off))
    })
    .filter(|(_, token, _)| !token.is_empty())
}

/// A sign that may stand beside an id without being part of it.
fn is_edge(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Whether an id can be told from a plain word: it has letters and something else.
pub(super) fn is_telling(id: &str) -> bool {
    id.chars().any(char::is_alphabetic) && id.chars().any(|c| !c.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(&str, bool)> {
        tokens(text).map(|(_, token, set_off)| (token, set_off)).collect()
    }

    #[test]
    fn tokens_are_what_could_be_an_id() {
        assert_eq!(shown("see fix-cache, (a.b/c)."), [("see", false), ("fix-cache", false), ("a.b/c", false)]);
        assert_eq!(
            shown("`self` and [[self]] or self"),
            [("self", true), ("and", false), ("self", true), ("or", false), ("self", false)]
        );
        assert_eq!(shown("-- … --"), [] as [(&str, bool); 0]);
        assert_eq!(tokens("é: -x-1-").map(|(at, ..)| at).collect::<Vec<_>>(), [0, 5]);
    }

    #[test]
    fn words_are_compared_by_letters_only() {
        let sums = |text: &str| words(text).map(|word| word.sum).collect::<Vec<_>>();
        assert_eq!(sums("The  cache,\nÉtude"), sums("the-cache étude"));
        let in_order = |text: &str| sums(text).into_iter().fold(0, followed_by);
        assert_ne!(in_order("a b"), in_order("b a"));
        let places: Vec<_> = words("é, ab").map(|word| (word.start, word.end)).collect();
        assert_eq!(places, [(0, 2), (4, 6)]);
    }

    #[test]
    fn an_id_that_could_be_a_word_tells_nothing() {
        assert!(is_telling("fix-cache") && is_telling("p99"));
        assert!(!is_telling("self") && !is_telling("2026") && !is_telling("2026-05"));
    }
}
