//! Finds `[[slug]]` links in a markdown body, outside code: a hand-written scanner that reads each body once.

use memchr::memmem::Finder;
use std::ops::Range;
use std::sync::LazyLock;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// Built once: building a searcher takes as long as searching a short body.
static BRACKETS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"[["));
static FENCE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"```"));

/// A link and its line in the body, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::system) struct WikiLink<'t> {
    pub(in crate::system) target: &'t str,
    pub(in crate::system) line: u32,
}

/// The first `most` links of a body whose text is a slug, in order, and the total number of such links.
pub(in crate::system) fn links(body: &str, most: usize) -> (Vec<WikiLink<'_>>, usize) {
    let mut found = Vec::with_capacity(8);
    let mut total = 0;
    let mut line = 0;
    let mut counted_to = 0;
    for prose in prose(body).filter(|prose| !prose.is_empty()) {
        let mut at = prose.start;
        while let Some(open) = BRACKETS.find(&body.as_bytes()[at..prose.end]) {
            let open = at + open;
            let start = open + 2;
            let Inside { length, is_closed, is_slug } = inside(&body[start..prose.end]);
            if !is_closed {
                // No other brackets before this position are closed here either; a long run of brackets would otherwise
                // be scanned again for each of them.
                at = start + length;
                continue;
            }
            at = start + length + 2;
            if is_slug {
                total += 1;
                if total > most {
                    continue;
                }
                line += memchr::memchr_iter(b'\n', &body.as_bytes()[counted_to..open]).count() as u32;
                counted_to = open;
                found.push(WikiLink { target: &body[start..start + length], line });
            }
        }
    }
    (found, total)
}

/// The text after two opening brackets.
struct Inside {
    length: usize,
    /// Whether two closing brackets follow.
    is_closed: bool,
    is_slug: bool,
}

fn inside(text: &str) -> Inside {
    // Most ids are ASCII, for which one pass over the bytes is enough.
    let ascii = text.bytes().position(|byte| !ASCII_SLUG[usize::from(byte)]).unwrap_or(text.len());
    if ascii > 0 && text.as_bytes()[ascii..].starts_with(b"]]") {
        return Inside { length: ascii, is_closed: true, is_slug: true };
    }
    let length = word_length(text);
    let is_closed = length > 0 && text[length..].starts_with("]]");
    Inside { length, is_closed, is_slug: is_closed && is_slug(&text[..length]) }
}

/// For each byte, whether it is an ASCII character allowed in an id.
const ASCII_SLUG: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        byte += 1;
    }
    table
};

/// Whether a text is a slug: letters, marks and numbers of any script, `-` and `_`.
pub(in crate::system) fn is_slug(text: &str) -> bool {
    let fits = |c: char| match c {
        '-' | '_' => true,
        c if c.is_ascii() => c.is_ascii_alphanumeric(),
        c => matches!(
            c.general_category_group(),
            GeneralCategoryGroup::Letter | GeneralCategoryGroup::Mark | GeneralCategoryGroup::Number
        ),
    };
    !text.is_empty() && text.chars().all(fits)
}

/// The length of the text before the first `]` or white space.
fn word_length(text: &str) -> usize {
    // Most ids are ASCII, and so are the characters that end them.
    let ascii = text.bytes().position(|byte| matches!(byte, b']' | b' ' | b'\t'..=b'\r') || !byte.is_ascii());
    if let Some(end) = ascii.filter(|end| text.as_bytes()[*end].is_ascii()) {
        return end;
    }
    text.find(|c: char| c == ']' || c.is_whitespace() || c == '\u{feff}').unwrap_or(text.len())
}

/// The parts of a body that are not code. Three backticks start code that runs to the next three or to the end of the
/// body; a single one starts code that runs to the next single one, and is ordinary text if there is none.
fn prose(body: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = body.as_bytes();
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let from = start?;
        let code = memchr::memchr(b'`', &bytes[from..]).and_then(|tick| {
            let tick = from + tick;
            let end = if bytes[tick..].starts_with(b"```") {
                FENCE.find(&bytes[tick + 3..]).map_or(bytes.len(), |end| tick + 3 + end + 3)
            } else {
                // If no further backtick follows, the rest is prose, including this one.
                tick + 1 + memchr::memchr(b'`', &bytes[tick + 1..])? + 1
            };
            Some((tick, end))
        });
        start = code.map(|(_, end)| end);
        Some(from..code.map_or(bytes.len(), |(tick, _)| tick))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn targets(body: &str) -> Vec<&str> {
        links(body, usize::MAX).0.into_iter().map(|link| link.target).collect()
    }

    #[test]
    fn a_link_is_a_slug_in_double_brackets() {
        assert_eq!(targets("see [[a-b_1]], [[größe]] and [[日本語]]."), ["a-b_1", "größe", "日本語"]);
        assert_eq!(targets("[[e\u{301}te]] [[٣]] [[Ⅷ]]"), ["e\u{301}te", "٣", "Ⅷ"]);
    }

    #[test]
    fn text_that_is_not_a_slug_is_not_a_link() {
        for body in
            ["[[a b]]", "[[a.b]]", "[[a/b]]", "[[a:b]]", "[[]]", "[[a]", "[a]]", "[[a\u{a0}b]]", "[[a]b]]", "[[Ⓐ]]"]
        {
            assert_eq!(targets(body), [] as [&str; 0], "{body}");
        }
    }

    #[test]
    fn the_leftmost_brackets_decide() {
        assert_eq!(targets("[[[a]]"), [] as [&str; 0]);
        assert_eq!(targets("[[a [[b]]"), ["b"]);
        assert_eq!(targets("[[a]][[b]]"), ["a", "b"]);
    }

    #[test]
    fn a_long_run_of_brackets_is_scanned_once() {
        let row = "[".repeat(1_000_000);
        assert_eq!(targets(&row), [] as [&str; 0]);
        assert_eq!(targets(&format!("{row} [[a]] {row}\n[[b]]")), ["a", "b"]);
    }

    #[test]
    fn code_makes_no_links() {
        assert_eq!(targets("`[[a]]` [[b]]"), ["b"]);
        assert_eq!(targets("```\n[[a]]\n```\n[[b]]"), ["b"]);
        assert_eq!(targets("[[b]]\n```\n[[a]]\n"), ["b"]);
        assert_eq!(targets("` [[a]]"), ["a"]);
        assert_eq!(targets("[[a`x`b]]"), [] as [&str; 0]);
    }

    #[test]
    fn a_single_backtick_runs_into_the_next_one_wherever_it_is() {
        assert_eq!(targets("a ` b\n```\n[[x]]\n```\n[[y]]"), ["x"]);
    }

    #[test]
    fn each_link_knows_its_line() {
        let lines: Vec<_> =
            links("[[a]]\n\n```\n[[x]]\n```\n[[b]] [[c]]\n", usize::MAX).0.into_iter().map(|link| link.line).collect();
        assert_eq!(lines, [0, 5, 5]);
    }

    /// A naive implementation, character by character: blanks out code, then looks for a link at every position.
    fn naive(body: &str) -> Vec<String> {
        let chars: Vec<char> = body.chars().collect();
        let fence = |at: usize| chars[at..].starts_with(&['`'; 3]);
        let mut left = chars.clone();
        let mut at = 0;
        while at < chars.len() {
            let end = if fence(at) {
                (at + 3..chars.len()).find(|&end| fence(end)).map_or(chars.len(), |end| end + 3)
            } else if chars[at] == '`' {
                (at + 1..chars.len()).find(|&end| chars[end] == '`').map_or(at + 1, |end| end + 1)
            } else {
                at + 1
            };
            if end > at + 1 {
                left[at..end].fill(' ');
            }
            at = end;
        }
        let mut found = Vec::new();
        let mut at = 0;
        while at < left.len() {
            let inside: String = left[at..].iter().skip(2).take_while(|c| **c != ']' && !c.is_whitespace()).collect();
            let length = inside.chars().count();
            let closes = left[at..].iter().skip(2 + length).take(2).collect::<String>() == "]]";
            if left[at..].starts_with(&['[', '[']) && length > 0 && closes {
                if inside.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == 'é') {
                    found.push(inside);
                }
                at += length + 4;
            } else {
                at += 1;
            }
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]
        #[test]
        fn links_agree_with_a_naive_implementation(parts in proptest::collection::vec(
            prop_oneof![Just("["), Just("[["), Just("]]"), Just("]"), Just("`"), Just("```"), Just("a"), Just("é"),
                Just("-"), Just(" "), Just("\n"), Just("[[b]]")], 0..24)) {
            let body: String = parts.concat();
            prop_assert_eq!(targets(&body), naive(&body));
        }
    }
}
