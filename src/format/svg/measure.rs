//! Estimated widths of text, and breaking it into lines.
//!
//! The reader's font is unknown. The estimate is that of a wide font (`DejaVu Sans`), so text is rarely wider than its box.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Width of a text in a font of this size.
pub(in crate::format) fn width(text: &str, size: i32) -> i32 {
    rounded_up(text.graphemes(true).map(of_grapheme).sum(), size)
}

fn rounded_up(hundredths: i32, size: i32) -> i32 {
    (hundredths * size + 99) / 100
}

/// Width of a character in hundredths of the font size.
fn of_grapheme(grapheme: &str) -> i32 {
    match grapheme.as_bytes() {
        [b'i' | b'j' | b'l' | b'I' | b' ' | b'!'..=b'"' | b'\'' | b'.'..=b'/' | b':' | b';' | b',' | b'|'] => 36,
        [b'f' | b'r' | b't' | b'(' | b')' | b'[' | b']' | b'-' | b'`'] => 44,
        [b'm' | b'w' | b'M' | b'W' | b'%' | b'@' | b'+' | b'<'..=b'>' | b'~' | b'#' | b'&'] => 98,
        [b'A'..=b'Z'] => 76,
        [_] => 64,
        _ => i32::try_from(grapheme.width()).unwrap_or(0).min(4) * if grapheme.width() == 1 { 84 } else { 66 },
    }
}

/// A text in at most `most` lines of this width. Lines break at blanks, longer words anywhere; the rest is replaced with
/// an ellipsis.
pub(in crate::format) fn wrapped(text: &str, size: i32, most_width: i32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&joined, size) <= most_width {
            line = joined;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        let mut hundredths = 0;
        for grapheme in word.graphemes(true) {
            hundredths += of_grapheme(grapheme);
            if !line.is_empty() && rounded_up(hundredths, size) > most_width {
                lines.push(std::mem::take(&mut line));
                hundredths = of_grapheme(grapheme);
            }
            line.push_str(grapheme);
        }
        // One more line shows that something is left.
        if lines.len() > most {
            break;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = format!("{}…", cut(last, size, most_width - width("…", size)));
        }
    }
    lines
}

/// The longest start of a text that is not wider.
fn cut(text: &str, size: i32, most_width: i32) -> &str {
    let mut total = 0;
    for (at, grapheme) in text.grapheme_indices(true) {
        total += width(grapheme, size);
        if total > most_width {
            return text[..at].trim_end();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrapped("one two three", 10, width("one two", 10), 3), ["one two", "three"]);
    }

    #[test]
    fn long_words_break_anywhere() {
        let lines = wrapped(&"x".repeat(30), 10, width(&"x".repeat(10), 10), 3);
        assert_eq!(lines, vec!["x".repeat(10); 3]);
    }

    #[test]
    fn what_does_not_fit_is_cut_with_an_ellipsis() {
        let lines = wrapped(&"word ".repeat(100), 10, 100, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with("word…") || lines[1].ends_with('…'), "{lines:?}");
        assert!(lines.iter().all(|line| width(line, 10) <= 100), "{lines:?}");
    }

    #[test]
    fn wide_characters_count_double() {
        assert!(width("漢字", 10) >= 20);
        assert!(width("👩\u{200d}💻", 10) <= 20);
        assert_eq!(width("", 10), 0);
    }
}
