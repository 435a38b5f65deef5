//! Tokenisation of texts: words for comparing titles, ignoring case and punctuation, and tokens that may be ids.
//!
//! Words are compared by 64-bit hash (XXH3) of their lowercase form, never by text; a collision would be a false match,
//! which is improbable enough for suggestions.

use xxhash_rust::xxh3::xxh3_64;

/// A word of a text: its byte range and the hash of its lowercase form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) hash: u64,
}

/// The words of a text: runs of alphanumeric characters.
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
        Some(Word { start, end: start + length, hash: xxh3_64(folded.as_bytes()) })
    })
}

/// The hash of a sequence of words extended by one word. Depends on the order.
pub(super) fn combined_hash(hash: u64, word: u64) -> u64 {
    hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ word
}

/// The tokens of a text that could be ids, each with its byte offset: runs of id characters, without punctuation at
/// either end. The flag is set for a token in backticks or brackets, which is not an ordinary word.
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

/// Punctuation that may be next to an id without being part of it.
fn is_edge(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Whether an id is distinguishable from an ordinary word: it has letters and other characters.
pub(super) fn is_distinctive(id: &str) -> bool {
    id.chars().any(char::is_alphabetic) && id.chars().any(|c| !c.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(&str, bool)> {
        tokens(text).map(|(_, token, set_off)| (token, set_off)).collect()
    }

    #[test]
    fn tokens_may_be_ids() {
        assert_eq!(shown("see fix-cache, (a.b/c)."), [("see", false), ("fix-cache", false), ("a.b/c", false)]);
        assert_eq!(
            shown("`self` and [[self]] or self"),
            [("self", true), ("and", false), ("self", true), ("or", false), ("self", false)]
        );
        assert_eq!(shown("-- … --"), [] as [(&str, bool); 0]);
        assert_eq!(tokens("é: -x-1-").map(|(at, ..)| at).collect::<Vec<_>>(), [0, 5]);
    }

    #[test]
    fn words_are_compared_ignoring_case_and_punctuation() {
        let hashes = |text: &str| words(text).map(|word| word.hash).collect::<Vec<_>>();
        assert_eq!(hashes("The  cache,\nÉtude"), hashes("the-cache étude"));
        let in_order = |text: &str| hashes(text).into_iter().fold(0, combined_hash);
        assert_ne!(in_order("a b"), in_order("b a"));
        let places: Vec<_> = words("é, ab").map(|word| (word.start, word.end)).collect();
        assert_eq!(places, [(0, 2), (4, 6)]);
    }

    #[test]
    fn id_that_could_be_a_word_is_not_distinctive() {
        assert!(is_distinctive("fix-cache") && is_distinctive("p99"));
        assert!(!is_distinctive("self") && !is_distinctive("2026") && !is_distinctive("2026-05"));
    }
}
