//! Repairs text that is not Unicode inside otherwise valid JSON.
//!
//! Some programs cut a text in the middle of a character, which leaves invalid UTF-8 or the escape of half a surrogate
//! pair. Parsers in other languages read both as U+FFFD and keep the row; so does this one.

use memchr::memchr;
use std::borrow::Cow;

/// The escape of U+FFFD; as long as the escape it replaces.
const REPLACEMENT: &str = "\\ufffd";

/// The text of a record with U+FFFD in place of everything that is not Unicode; borrowed if nothing is replaced.
pub(super) fn repaired(record: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(record);
    let mut repaired = String::new();
    let mut copied = 0;
    for at in lone_surrogates(&text) {
        repaired.push_str(&text[copied..at]);
        repaired.push_str(REPLACEMENT);
        copied = at + REPLACEMENT.len();
    }
    if copied == 0 { text } else { Cow::Owned(repaired + &text[copied..]) }
}

/// Whether a text contains no escape of a lone surrogate.
pub(super) fn is_sound(text: &str) -> bool {
    lone_surrogates(text).next().is_none()
}

/// The positions of escapes of lone surrogates.
fn lone_surrogates(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(found) = memchr(b'\\', bytes.get(at..)?) {
            let escape = at + found;
            match escaped_unit(bytes, escape) {
                Some(0xd800..=0xdbff) if matches!(escaped_unit(bytes, escape + 6), Some(0xdc00..=0xdfff)) => {
                    at = escape + 12;
                }
                Some(0xd800..=0xdfff) => {
                    at = escape + 6;
                    return Some(escape);
                }
                // The backslash and the character it escapes.
                _ => at = escape + 2,
            }
        }
        None
    })
}

/// The UTF-16 unit that is escaped at `at`, if there is one.
fn escaped_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let digits =
        std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sound_text_needs_no_repair() {
        for text in
            ["", r#"{"a":"é"}"#, r"\ud83d\ude00", r"\uD83D\uDE00", r"\\ud800", r"\ufffd", "\u{fffd}", r"\u12", "\\"]
        {
            assert!(matches!(repaired(text.as_bytes()), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn a_half_of_a_pair_becomes_one_replacement_character() {
        for (text, expected) in [
            (r"a\ud83db", r"a\ufffdb"),
            (r"\uDE00", r"\ufffd"),
            (r"\ud83d\ud83d\ude00", r"\ufffd\ud83d\ude00"),
            (r"\\\ud800", r"\\\ufffd"),
            (r"\ude00\ud83d", r"\ufffd\ufffd"),
            (r"\ud83d\u0041", r"\ufffd\u0041"),
        ] {
            assert_eq!(repaired(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn invalid_utf_8_becomes_replacement_characters() {
        assert_eq!(repaired(b"a\xffb\\ud800"), "a\u{fffd}b\\ufffd");
        assert_eq!(repaired("é".as_bytes().split_last().unwrap().1), "\u{fffd}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]
        /// Checked against a UTF-16 decoder.
        #[test]
        fn a_repaired_text_is_what_lossy_decoding_gives(units in proptest::collection::vec(prop_oneof![
            Just(0xd83d_u16), Just(0xde00), Just(0x41), Just(0xfffd), Just(0xd800), Just(0xdfff), Just(0x5c),
        ], 0..12)) {
            let escaped: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
            let text = repaired(escaped.as_bytes());
            let read: String = serde_json::from_str(&format!("\"{text}\"")).unwrap();
            prop_assert_eq!(read, String::from_utf16_lossy(&units));
        }
    }
}
