//! A fast path for JSON in the usual form, without a general parser.
//!
//! The scanner splits an object or a list into slices of the text and checks that they are JSON. It gives up on what is
//! rare, such as escapes in keys, deep nesting and everything that is not JSON; the caller then asks the general
//! parser, which gives the same result where the scanner has one, but several times slower.

use super::Json;
use crate::system::kit::odd_byte::odd_byte;
use std::borrow::Cow;

/// Maximum depth of nesting. Deeper values are left to the general parser, which does not recurse.
const DEEPEST: usize = 32;

/// The entries of a text that is an object in the usual form.
pub(super) fn object(text: &str, most: usize) -> Option<Vec<(Cow<'_, str>, Json<'_>)>> {
    let mut entries = Vec::with_capacity(16);
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_space();
    scanner.take(b'{')?;
    scanner.entries(&mut |scanner, key| {
        let (key, value) = (key?, scanner.value(1)?);
        (entries.len() < most).then(|| entries.push((Cow::Borrowed(key), value)))
    })?;
    scanner.end()?;
    Some(entries)
}

/// The items of a text that is a list in the usual form.
pub(super) fn list(text: &str) -> Option<Vec<Json<'_>>> {
    let mut items = Vec::new();
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_space();
    scanner.take(b'[')?;
    scanner.items(&mut |scanner| {
        items.push(scanner.value(1)?);
        Some(())
    })?;
    scanner.end()?;
    Some(items)
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn take(&mut self, wanted: u8) -> Option<()> {
        (self.peek() == Some(wanted)).then(|| self.at += 1)
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Only white space follows.
    fn end(&mut self) -> Option<()> {
        self.skip_space();
        (self.at == self.text.len()).then_some(())
    }

    /// Visits the values of an object behind its bracket, each with its key unless that contains escapes.
    fn entries(&mut self, visit: &mut impl FnMut(&mut Self, Option<&'t str>) -> Option<()>) -> Option<()> {
        self.skip_space();
        if self.take(b'}').is_some() {
            return Some(());
        }
        loop {
            self.skip_space();
            let start = self.at + 1;
            let has_escapes = self.string()?;
            let key = (!has_escapes).then(|| &self.text[start..self.at - 1]);
            self.skip_space();
            self.take(b':')?;
            self.skip_space();
            visit(self, key)?;
            self.skip_space();
            if self.take(b',').is_none() {
                return self.take(b'}');
            }
        }
    }

    /// Visits the values of a list behind its bracket.
    fn items(&mut self, visit: &mut impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.skip_space();
        if self.take(b']').is_some() {
            return Some(());
        }
        loop {
            self.skip_space();
            visit(self)?;
            self.skip_space();
            if self.take(b',').is_none() {
                return self.take(b']');
            }
        }
    }

    #[inline]
    fn value(&mut self, depth: usize) -> Option<Json<'t>> {
        let start = self.at;
        self.skip(depth)?;
        Some(Json { raw: &self.text[start..self.at] })
    }

    fn skip(&mut self, depth: usize) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(drop),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            b'[' if depth < DEEPEST => {
                self.at += 1;
                self.items(&mut |scanner| scanner.skip(depth + 1))
            }
            b'{' if depth < DEEPEST => {
                self.at += 1;
                self.entries(&mut |scanner, _| scanner.skip(depth + 1))
            }
            _ => None,
        }
    }

    /// Skips a string. Returns whether it contains escapes.
    #[inline]
    fn string(&mut self) -> Option<bool> {
        self.take(b'"')?;
        let mut has_escapes = false;
        loop {
            self.at += odd_byte(&self.text.as_bytes()[self.at..])?;
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(has_escapes);
                }
                b'\\' => {
                    has_escapes = true;
                    self.at += 1;
                    self.escape()?;
                }
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<()> {
        let length = match self.peek()? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 1,
            b'u' => {
                let digits = self.text.as_bytes().get(self.at + 1..self.at + 5)?;
                digits.iter().all(u8::is_ascii_hexdigit).then_some(5)?
            }
            _ => return None,
        };
        self.at += length;
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let _ = self.take(b'-');
        if self.take(b'0').is_none() {
            self.digits()?;
        }
        if self.take(b'.').is_some() {
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        // Digits after a leading zero.
        (!self.peek().is_some_and(|byte| byte.is_ascii_digit())).then_some(())
    }

    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    fn word(&mut self, wanted: &str) -> Option<()> {
        self.text[self.at..].starts_with(wanted).then(|| self.at += wanted.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    /// Pieces of JSON, valid and not, so that random texts are sometimes objects.
    fn texts() -> impl Strategy<Value = String> {
        let scalar = prop_oneof![
            Just("1".to_owned()),
            "-?[0-9]{1,3}(\\.[0-9]{0,2})?([eE][+-]?[0-9]{0,2})?",
            Just("true".to_owned()),
            Just("nul".to_owned()),
            Just("null".to_owned()),
            "\"[a-z ü\"]{0,70}\"",
            Just(r#""a\nb\"c\u00e4\ud800""#.to_owned()),
            Just(r#""\x""#.to_owned()),
            Just(r#""\u00g0""#.to_owned()),
            Just("\"a\tb\"".to_owned()),
        ];
        let value = scalar.prop_recursive(4, 24, 4, |inner| {
            let key =
                prop_oneof![9 => "\"[a-c]{0,2}\"", 1 => Just(r#""a\u0062""#.to_owned()), 1 => Just("a".to_owned())];
            let space = || prop_oneof![4 => Just(""), 1 => Just(" \t"), 1 => Just("\r\n")];
            let list = (
                proptest::collection::vec((space(), inner.clone()), 0..4),
                prop_oneof![9 => Just("]"), 1 => Just(",]"), 1 => Just("")],
            )
                .prop_map(|(items, end)| {
                    format!("[{}{end}", items.iter().map(|(s, i)| format!("{s}{i}{s}")).collect::<Vec<_>>().join(","))
                });
            let object = (
                proptest::collection::vec((space(), key, inner), 0..4),
                prop_oneof![9 => Just("}"), 1 => Just(",}"), 1 => Just("} x"), 1 => Just("}\n")],
            )
                .prop_map(|(items, end)| {
                    format!(
                        "{{{}{end}",
                        items.iter().map(|(s, k, i)| format!("{s}{k}{s}:{s}{i}{s}")).collect::<Vec<_>>().join(",")
                    )
                });
            prop_oneof![list, object]
        });
        (prop_oneof![9 => Just(""), 1 => Just(" ")], value).prop_map(|(space, value)| format!("{space}{value}"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn the_scanner_agrees_with_the_parser_where_it_has_a_result(text in texts()) {
            let parsed = serde_json::from_str::<&RawValue>(&text);
            if let Some(entries) = object(&text, usize::MAX) {
                let mut expected = Vec::new();
                prop_assert!(parsed.is_ok());
                Json { raw: text.trim() }.each_field(|key, value| expected.push((key.to_owned(), value.raw.to_owned())));
                let entries: Vec<_> = entries.iter().map(|(key, value)| (key.to_string(), value.raw.to_owned())).collect();
                prop_assert_eq!(entries, expected);
            } else if let Some(items) = list(&text) {
                let expected: Vec<&RawValue> = serde_json::from_str(&text).unwrap();
                let expected: Vec<_> = expected.iter().map(|raw| raw.get()).collect();
                prop_assert_eq!(items.iter().map(|item| item.raw).collect::<Vec<_>>(), expected);
            } else if parsed.is_ok() && text.trim_start().starts_with(['{', '[']) {
                // Only keys with escapes are left to the parser.
                prop_assert!(text.contains("\\u0062"), "{}", text);
            }
        }
    }

    #[test]
    fn deep_nesting_is_left_to_the_parser() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(list(&nested(DEEPEST)).is_some());
        assert!(list(&nested(DEEPEST + 1)).is_none());
    }

    #[test]
    fn an_object_with_too_many_fields_is_left_to_the_parser() {
        assert!(object(r#"{"a":1,"b":2}"#, 2).is_some());
        assert!(object(r#"{"a":1,"b":2}"#, 1).is_none());
    }
}
