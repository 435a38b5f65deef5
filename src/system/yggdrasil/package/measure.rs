//! Length and trimming of texts as in the public tool, which is written in JavaScript: UTF-16 code units and
//! JavaScript's definition of white space.

/// Number of UTF-16 code units.
pub fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Trims like JavaScript's `trim`: a byte order mark counts as white space, a next-line character (U+0085) does not.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn character_outside_the_basic_plane_counts_twice() {
        assert_eq!((units("ä"), units("日"), units("𝄞")), (1, 1, 2));
    }

    #[test]
    fn white_space_is_what_javascript_trims() {
        assert_eq!(trimmed("\u{feff}\u{a0}\u{3000}\t\r\n x \u{2028}"), "x");
        assert_eq!(trimmed("\u{85}x\u{85}"), "\u{85}x\u{85}");
    }
}
