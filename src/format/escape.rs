//! Escaping that several formats share.

use std::borrow::Cow;

/// The text with control characters replaced, except tabs and line breaks. XML forbids most of them, and on a terminal
/// they could do anything.
pub(super) fn without_control(text: &str) -> Cow<'_, str> {
    let is_control = |c: char| (c.is_control() && !matches!(c, '\t' | '\n')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    // A carriage return is part of a line break.
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n").replace(is_control, "\u{fffd}"))
}

/// The text on one line, without control characters.
pub(super) fn on_one_line(text: &str) -> Cow<'_, str> {
    let text = without_control(text);
    if text.contains(['\n', '\t']) { Cow::Owned(text.replace(['\n', '\t'], " ")) } else { text }
}

/// An id without control characters. They become visible escapes rather than one replacement character, so that
/// different ids stay different.
pub(super) fn id(text: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_control(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced_and_line_breaks_are_kept() {
        assert_eq!(without_control("a\r\nb\rc\u{1b}[31m\u{9b}\u{0}\td"), "a\nb\nc\u{fffd}[31m\u{fffd}\u{fffd}\td");
        assert_eq!(on_one_line("a\r\nb\u{7f}\tü"), "a b\u{fffd} ü");
        assert!(matches!(without_control("plain ü\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn ids_that_differ_in_control_characters_stay_different() {
        assert_eq!(id("a\nb\u{1}\u{9b}é\"\u{ffff}"), "a\\nb\\u{1}\\u{9b}é\"\\u{ffff}");
        assert!(matches!(id("plain ü"), Cow::Borrowed(_)));
    }
}
