//! Escaping for XML 1.0.

use std::fmt::{self, Write};

/// A value as the content of an element or an attribute in double quotes. Control characters, most of which XML forbids,
/// are replaced. Line breaks and tabs are written as numbers, because parsers turn them into blanks in attributes.
pub(super) struct Escaped<T>(pub(super) T);

impl<T: fmt::Display> fmt::Display for Escaped<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaper(formatter), "{}", self.0)
    }
}

struct Escaper<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl Write for Escaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(is_replaced) {
            let c = rest[at..].chars().next().unwrap_or_default();
            self.0.write_str(&rest[..at])?;
            self.0.write_str(replacement(c).unwrap_or_default())?;
            rest = &rest[at + c.len_utf8()..];
        }
        self.0.write_str(rest)
    }
}

fn is_replaced(c: char) -> bool {
    replacement(c).is_some()
}

fn replacement(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        '\'' => "&#39;",
        '\n' => "&#10;",
        '\r' => "&#13;",
        '\t' => "&#9;",
        '\u{fffe}' | '\u{ffff}' => "\u{fffd}",
        c if c.is_control() => "\u{fffd}",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_and_illegal_characters_are_replaced() {
        let escaped = |text: &str| Escaped(text).to_string();
        assert_eq!(escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
        assert_eq!(escaped("]]>"), "]]&gt;");
        assert_eq!(escaped("a\r\nb\tc"), "a&#13;&#10;b&#9;c");
        assert_eq!(escaped("\u{0}\u{1b}\u{9b}\u{7f}\u{ffff}é👩"), "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}é👩");
    }
}
