//! A fast path for simple YAML maps, parsed line by line.
//!
//! Nearly every frontmatter is a few scalars and a list or two, and a YAML parser spends most of the time of a load on
//! them. Only the simplest syntax is accepted here; anything else, even a comment, is left to the parser. Where both
//! accept a text, they give the same result.

use super::fields::Plain;

/// Maximum length of a text; longer ones are subject to the parser's own limits.
const LONGEST: usize = 64 << 10;

/// Maximum number of fields, because each is compared with those before it.
const MOST_FIELDS: usize = 64;

/// The fields of a text in the simplest syntax: `key: value` and lists of values at the left margin.
pub(super) fn fields(text: &str) -> Option<Vec<(&str, Plain<'_>)>> {
    if text.len() > LONGEST || !(is_simple_ascii(text) || text.chars().all(is_simple)) {
        return None;
    }
    let mut fields: Vec<(&str, Plain<'_>)> = Vec::with_capacity(8);
    let mut lines = lines(text).peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        let (key, rest) = key(line)?;
        let value = match rest.trim_start_matches(' ').trim_end_matches(' ') {
            "" => {
                let mut items = Vec::with_capacity(4);
                let mut indent = None;
                while let Some((depth, item)) = lines.peek().and_then(|line| list_item(line)) {
                    if *indent.get_or_insert(depth) != depth {
                        return None;
                    }
                    items.push(scalar(item)?);
                    lines.next();
                }
                if items.is_empty() { Plain::Null } else { Plain::List(items) }
            }
            list if list.starts_with('[') => flow_list(list)?,
            text => scalar(text)?,
        };
        if fields.len() == MOST_FIELDS || fields.iter().any(|(other, _)| *other == key) {
            return None;
        }
        fields.push((key, value));
    }
    (!fields.is_empty()).then_some(fields)
}

/// The lines of a text, split at each line end.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len()));
    ends.map(move |end| &text[std::mem::replace(&mut start, end + 1)..end])
}

/// Whether a text is ASCII and consists of simple characters only; checks many bytes at a time.
fn is_simple_ascii(text: &str) -> bool {
    let is_other = |byte: u8| u8::from(byte != b'\n' && !(0x20..0x7f).contains(&byte));
    text.bytes().fold(0, |any, byte| any | is_other(byte)) == 0
}

/// Whether a character means the same to every parser: no tab, no carriage return, nothing that the parser rejects or
/// takes for a line end.
fn is_simple(c: char) -> bool {
    match c {
        '\n' | ' '..='~' => true,
        '\u{feff}' | '\u{2028}' | '\u{2029}' => false,
        c => ('\u{a0}'..='\u{fffd}').contains(&c) || c > '\u{ffff}',
    }
}

/// The key at the start of a line, and the text after its colon.
fn key(line: &str) -> Option<(&str, &str)> {
    let end = line.bytes().position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'))?;
    let (key, rest) = line.split_at(end);
    let rest = rest.strip_prefix(':')?;
    let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_reserved_word(key);
    (is_key && (rest.is_empty() || rest.starts_with(' '))).then_some((key, rest))
}

/// The indentation of a list item, and its text.
fn list_item(line: &str) -> Option<(usize, &str)> {
    let item = line.trim_start_matches(' ');
    Some((line.len() - item.len(), item.strip_prefix("- ")?.trim_start_matches(' ').trim_end_matches(' ')))
}

/// A flow list of ids: `[one, another]`.
fn flow_list(text: &str) -> Option<Plain<'_>> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim_matches(' ');
    if inside.is_empty() {
        return Some(Plain::List(Vec::new()));
    }
    let item = |item| {
        let item = str::trim_matches(item, ' ');
        let is_id = item.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        let is_text = item.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_reserved_word(item);
        (is_id && is_text).then_some(Plain::Text(item))
    };
    inside.split(',').map(item).collect::<Option<Vec<_>>>().map(Plain::List)
}

fn scalar(text: &str) -> Option<Plain<'_>> {
    match text.as_bytes().first()? {
        b'"' => quoted(text, '"').filter(|inside| !inside.contains(['"', '\\'])).map(Plain::Text),
        b'\'' => quoted(text, '\'').filter(|inside| !inside.contains('\'')).map(Plain::Text),
        b'0'..=b'9' if is_date(text) => Some(Plain::Text(text)),
        b'0'..=b'9' => whole_number(text).map(Plain::Number),
        first if first.is_ascii_alphabetic() || *first >= 0x80 => match text {
            "true" => Some(Plain::Bool(true)),
            "false" => Some(Plain::Bool(false)),
            _ if is_reserved_word(text) || has_marks(text) || text.ends_with(':') => None,
            _ => Some(Plain::Text(text)),
        },
        _ => None,
    }
}

/// Whether the text contains the start of a key or a comment.
fn has_marks(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| matches!(pair, b": " | b" #"))
}

fn quoted(text: &str, quote: char) -> Option<&str> {
    text.strip_prefix(quote)?.strip_suffix(quote)
}

/// A date such as `2026-01-31`, optionally with a time.
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_day = bytes.len() >= 10
        && bytes[..10].iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let is_time = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b':' | b'.');
    is_day
        && match &bytes[10..] {
            [] => true,
            [b'T', time @ .., b'Z'] => time.iter().all(is_time),
            _ => false,
        }
}

fn whole_number(text: &str) -> Option<u64> {
    let is_plain =
        text.len() < 16 && text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}

/// Whether the word is not a string in some version of YAML.
fn is_reserved_word(text: &str) -> bool {
    let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    text.len() <= 5 && words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::super::fields::Fields;
    use super::super::parse_fully;
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    fn map(text: &str) -> Option<Value> {
        fields(text).map(|fields| Value::Object(Fields::Plain(fields).into_map()))
    }

    #[test]
    fn typical_frontmatter_is_plain() {
        for text in [
            "title: Fix the cache\nstatus: open\nmentions:\n  - a-b\n  - c\n",
            "title: 'Größe: x'\ncheckAt: 2026-01-31\nmentions: [a, b-c]\ncount: 12\ndone: true\nempty:\n",
            "a:\n- x\n- z\nb: \"it's\"\n\nc: []",
        ] {
            assert_eq!(map(text), Some(parse_fully(text).unwrap()), "{text}");
        }
    }

    #[test]
    fn everything_else_is_left_to_the_parser() {
        for text in [
            "",
            "\n",
            "a",
            "a:b",
            "a: 1.5",
            "a: null",
            "a: ~",
            "a: yes",
            "a: x: y",
            "a: x # y",
            "# x\na: b",
            "a: b\n  c",
            "a: |\n  b",
            "a: &x b",
            "a: *x",
            "a: !t b",
            "a: \"x\\n\"",
            "a: 'it''s'",
            "a: 1\na: 2",
            "a:\n  b: c",
            "a:\n  - b\n    c",
            " a: b",
            "a:\tb",
            "a: b\r\nc: d",
            "a: 012",
            "a: 0x1",
            "a: -1",
            "a: [1, 2]",
            "a: [b, [c]]",
            "a:\n  - b\n - c",
            "<<: a",
            "a: \u{2028}",
            "a: .",
            "null: a",
            "a: x:",
            "- a",
            "a:\n  -b",
            "a: 2026-01-01 10:00",
            "? a",
        ] {
            assert_eq!(fields(text), None, "{text:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        /// Where the fast path accepts a text, the parser gives the same result.
        #[test]
        fn plain_fields_are_what_the_parser_reads(pieces in proptest::collection::vec(proptest::sample::select(vec![
            "\n", "\n", "\n", "\n", "a: ", "a: ", "b:", "b:", "  - ", "  - ", "- ", "key-1: ", "x", "é", "true", "null", "12",
            "007", "1e3", "2026-01-31", "T10:00:00Z", "\"", "'", "[", "]", ", ", " ", "#", " #", ":", "{", "}", "&", "*", "!",
            "|", ">", "%", "@", "-", ".", "\u{a0}", "\u{3000}", "inf", "c: d", "_", "?", "~", ",", "...",
        ]), 0..16)) {
            let text = pieces.concat();
            if let Some(map) = map(&text) {
                prop_assert_eq!(parse_fully(&text), Ok(map), "{:?}", text);
            }
        }
    }
}
