//! Text for the terminal: escaping, quoting, lists, counts and thousands separators.
//!
//! All text from files is untrusted and must pass through [`plain`] before it is printed: an escape sequence in a title
//! could move the cursor or change the window title, and a bidirectional override could disguise an id. JSON output
//! preserves every value; its writer uses [`is_unsafe`] to choose a `\u` escape instead of the raw character. This
//! module depends on no other.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character must not be printed raw: C0, DEL, C1, line separators, bidirectional controls, and invisible
/// characters that can disguise text or take up columns, such as the soft hyphen and the Hangul fillers. ZWJ, ZWNJ and
/// variation selectors are allowed: emoji and several scripts need them.
pub fn is_unsafe(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}'
        | '\u{7f}'..='\u{9f}'
        | '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}' | '\u{1160}'
        | '\u{17b4}' | '\u{17b5}'
        | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{13430}'..='\u{1343f}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e00ff}'
        | '\u{e01f0}'..='\u{e0fff}')
}

/// Whether a text is printable ASCII, as nearly all texts are: safe, and as wide as it is long. Checking bytes is many
/// times faster than checking characters.
pub fn is_printable_ascii(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Replaces every unsafe character with a visible escape (`\n`, `\u{1b}`). The result is one line.
pub fn plain(text: &str) -> Cow<'_, str> {
    if is_printable_ascii(text) || !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            c if is_unsafe(c) => {
                // Writing to a String cannot fail.
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The text in quotes, for use in a message: `"fix-cache"`.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", plain(text))
}

/// The text as one shell word: in single quotes if necessary. Unsafe characters are escaped as in [`plain`].
pub fn for_shell(text: &str) -> String {
    let is_ordinary = |c: char| c.is_alphanumeric() || "/._-+:@%".contains(c);
    let text = plain(text);
    if !text.is_empty() && text.chars().all(is_ordinary) {
        text.into_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Like [`plain`], but keeps line breaks.
pub fn plain_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(plain).collect();
    lines.join("\n")
}

/// Joins a list: `a`, `a or b`, `a, b or c`.
pub fn either<S: AsRef<str>>(items: &[S]) -> String {
    joined(items, "or")
}

/// Joins a list: `a`, `a and b`, `a, b and c`.
pub fn listed<S: AsRef<str>>(items: &[S]) -> String {
    joined(items, "and")
}

fn joined<S: AsRef<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// The text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// A number with a noun: `1 row`, `3 rows`, `1,204 nodes`.
pub fn count(number: usize, noun: &str) -> String {
    let noun = if number == 1 { Cow::Borrowed(noun) } else { plural(noun).into() };
    format!("{} {noun}", grouped(number))
}

/// The plural of an English noun: `tasks`, `libraries`, `classes`. A noun that is a plural already is unchanged.
pub fn plural(noun: &str) -> String {
    let ends_with = |ends: &[&str]| ends.iter().any(|end| noun.ends_with(end));
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if ends_with(&["ss", "us", "is", "as", "x", "z", "ch", "sh"]) => format!("{noun}es"),
        _ if noun.ends_with('s') => noun.to_owned(),
        _ => format!("{noun}s"),
    }
}

/// A number with thousands separators: `1,204`.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_have_their_plural() {
        let counted = [1, 0, 1_204].map(|number| count(number, "library"));
        assert_eq!(counted, ["1 library", "0 libraries", "1,204 libraries"]);
        assert_eq!(
            ["task", "day", "class", "box", "notes"].map(plural),
            ["tasks", "days", "classes", "boxes", "notes"]
        );
    }

    #[test]
    fn ordinary_text_in_any_script_is_unchanged() {
        for text in ["fix-cache", "Größe", "日本語", "e\u{301}", "שלום", "👩\u{200d}💻", "می\u{200c}خواهم"]
        {
            assert_eq!(plain(text), text);
        }
    }

    #[test]
    fn shell_words_are_quoted_if_they_contain_special_characters() {
        for word in ["fix-cache", "unit:b", "日本語"] {
            assert_eq!(for_shell(word), word);
        }
        assert_eq!(for_shell(""), "''");
        assert_eq!(for_shell("$(reboot)"), "'$(reboot)'");
        assert_eq!(for_shell("it's"), r"'it'\''s'");
        assert!(!for_shell("a\u{1b}[2J").contains('\u{1b}'));
    }

    #[test]
    fn control_characters_become_visible_escapes() {
        assert_eq!(plain("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        assert_eq!(plain("a\nb\tc\rd"), "a\\nb\\tc\\rd");
        for c in ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}').chain(['\u{2028}', '\u{2029}', '\u{202e}', '\u{2066}']) {
            assert!(!plain(&format!("x{c}y")).contains(c), "{:x}", u32::from(c));
        }
    }

    #[test]
    fn invisible_characters_become_visible_escapes() {
        for c in "\u{ad}\u{34f}\u{115f}\u{1160}\u{17b4}\u{180e}\u{3164}\u{ffa0}\u{fff0}\u{1d173}\u{e0041}".chars() {
            assert_eq!(plain(&format!("x{c}y")), format!("x\\u{{{:x}}}y", u32::from(c)));
        }
    }

    #[test]
    fn plain_lines_keeps_line_breaks() {
        assert_eq!(plain_lines("one\u{7}\ntwo"), "one\\u{7}\ntwo");
    }

    #[test]
    fn lists_and_numbers_are_formatted() {
        assert_eq!(either(&["in", "out", "both"]), "in, out or both");
        assert_eq!(either(&["in"]), "in");
        assert_eq!(count(1, "row"), "1 row");
        assert_eq!(count(1204, "node"), "1,204 nodes");
        assert_eq!(grouped(1_000_000), "1,000,000");
        assert_eq!(grouped(999), "999");
    }
}
