//! Text for the screen: sanitising, measuring in terminal columns, truncating and wrapping. Works on grapheme clusters,
//! the characters that users see, and never on bytes or code points.

use super::symbols::Symbols;
use super::theme::Role;
use crate::text::plain;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Maximum number of code points per grapheme cluster; terminals render longer ones badly, and no language needs them.
const MAX_CODE_POINTS: usize = 8;

/// A part of a line of sanitised text; a part without a role has no style.
pub type TextPart = (Option<Role>, String);

/// A line as layout makes it: text with roles. Drawing turns the roles into styles.
pub type TextLine = Vec<TextPart>;

/// The text, sanitised and truncated to `columns`, with a role.
pub fn part(role: Role, text: &str, columns: usize, symbols: &Symbols) -> TextPart {
    (Some(role), fitted(text, columns, symbols))
}

/// The width of a line in terminal columns.
pub fn line_width(line: &[TextPart]) -> usize {
    line.iter().map(|(_, text)| width(text)).sum()
}

/// The width of a sanitised text in terminal columns: the sum of the widths of its grapheme clusters.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).map(|grapheme| grapheme.width()).sum() }
}

/// The text, sanitised and truncated to `columns` with an ellipsis at the end.
pub fn fitted(text: &str, columns: usize, symbols: &Symbols) -> String {
    let text = shown(text, symbols);
    if width(&text) <= columns {
        return text;
    }
    let Some(room) = columns.checked_sub(1) else { return String::new() };
    let mut cut = start(&text, room).to_owned();
    cut.push_str(symbols.ellipsis);
    cut
}

/// Like [`fitted`], but keeps the end, which is the most specific part of a path.
pub fn fitted_end(text: &str, columns: usize, symbols: &Symbols) -> String {
    let text = shown(text, symbols);
    if width(&text) <= columns {
        return text;
    }
    let Some(room) = columns.checked_sub(1) else { return String::new() };
    let mut taken = 0;
    let kept = text.grapheme_indices(true).rev().take_while(|(_, grapheme)| {
        taken += grapheme.width();
        taken <= room
    });
    let at = kept.last().map_or(text.len(), |(at, _)| at);
    format!("{}{}", symbols.ellipsis, &text[at..])
}

/// Like [`fitted`], but keeps start and end: ids often differ only in their last characters.
pub fn fitted_middle(text: &str, columns: usize, symbols: &Symbols) -> String {
    let text = shown(text, symbols);
    if width(&text) <= columns {
        return text;
    }
    let Some(room) = columns.checked_sub(1) else { return String::new() };
    let head = start(&text, room.div_ceil(2)).to_owned();
    let tail = fitted_end(&text, columns - width(&head), symbols);
    head + &tail
}

/// The text, padded or truncated to exactly `columns`.
pub fn padded(text: &str, columns: usize, symbols: &Symbols) -> String {
    let mut text = fitted(text, columns, symbols);
    let missing = columns.saturating_sub(width(&text));
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// The longest prefix of a sanitised text that fits into `columns`.
pub fn start(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    let kept = text.grapheme_indices(true).take_while(|(_, grapheme)| {
        taken += grapheme.width();
        taken <= columns
    });
    kept.last().map_or("", |(at, grapheme)| &text[..at + grapheme.len()])
}

/// Wraps parts into lines of at most `columns`, breaking between words. Lines after the first start with `hang`,
/// which has no style (`None`).
pub fn wrapped(parts: &[(Role, String)], hang: &str, columns: usize, symbols: &Symbols) -> Vec<TextLine> {
    let hang = start(hang, columns.saturating_sub(8));
    let mut lines = Vec::new();
    let mut line = TextLine::new();
    let mut taken = 0;
    let mut is_fresh = true;
    for (of, text) in parts {
        for word in text.split_inclusive(' ') {
            let mut word = shown(word, symbols);
            while !word.is_empty() {
                if taken + width(word.trim_end()) <= columns {
                    taken += width(&word);
                    line.push((Some(*of), std::mem::take(&mut word)));
                    is_fresh = false;
                } else if is_fresh {
                    // A word longer than a line is broken at the end of the line.
                    let part = start(&word, columns.saturating_sub(taken).max(1)).to_owned();
                    if part.is_empty() {
                        return lines;
                    }
                    word.drain(..part.len());
                    line.push((Some(*of), part));
                    taken = columns;
                    is_fresh = false;
                } else {
                    lines.push(std::mem::take(&mut line));
                    line.push((None, hang.to_owned()));
                    taken = width(hang);
                    is_fresh = true;
                }
            }
        }
    }
    lines.push(line);
    lines
}

/// The sanitised text: without control characters, and with a limited number of code points per grapheme cluster. With
/// ASCII symbols, every other character becomes a question mark.
pub fn shown(text: &str, symbols: &Symbols) -> String {
    let text = plain(text);
    if text.is_ascii() {
        return text.into_owned();
    }
    if symbols.is_ascii {
        return text.graphemes(true).map(|grapheme| if grapheme.is_ascii() { grapheme } else { "?" }).collect();
    }
    let mut kept = String::with_capacity(text.len());
    for grapheme in text.graphemes(true) {
        let parts: usize = grapheme.chars().filter_map(|part| part.width()).sum();
        let is_steady = grapheme.width() == parts;
        kept.extend(grapheme.chars().filter(|part| is_steady || !changes_width(*part)).take(MAX_CODE_POINTS));
    }
    kept
}

/// Whether a code point changes the width of its cluster: joiners, variation selectors and skin tones of emoji. Only
/// some terminals support these; borders line up on all of them only if none is sent.
fn changes_width(part: char) -> bool {
    matches!(part, '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::symbols::{ASCII, UNICODE};

    #[test]
    fn text_is_truncated_to_columns_with_an_ellipsis() {
        assert_eq!(fitted("cache", 5, &UNICODE), "cache");
        assert_eq!(fitted("caches", 5, &UNICODE), "cach…");
        assert_eq!(fitted("caches", 5, &ASCII), "cach~");
        assert_eq!(fitted("caches", 1, &UNICODE), "…");
        assert_eq!(fitted("caches", 0, &UNICODE), "");
        assert_eq!(fitted_end("a/b/caches", 5, &UNICODE), "…ches");
        assert_eq!(fitted_middle("abcdefgh", 8, &UNICODE), "abcdefgh");
        assert_eq!(fitted_middle("abcdefgh", 6, &UNICODE), "abc…gh");
        assert_eq!(fitted_middle("abcdefgh", 1, &UNICODE), "…");
        assert_eq!(fitted_middle("abcdefgh", 0, &UNICODE), "");
        assert_eq!(padded("ab", 4, &UNICODE), "ab  ");
    }

    #[test]
    fn wide_characters_are_never_cut_in_half() {
        assert_eq!(fitted("日本語", 6, &UNICODE), "日本語");
        assert_eq!(fitted("日本語", 5, &UNICODE), "日本…");
        assert_eq!(fitted("日本語", 4, &UNICODE), "日…");
        assert_eq!(padded("日本語", 4, &UNICODE), "日… ");
        assert_eq!(fitted_end("日本語", 4, &UNICODE), "…語");
        assert_eq!(fitted_middle("日本語日本語", 6, &UNICODE), "日…語");
    }

    #[test]
    fn stacked_combining_marks_are_limited() {
        let pile = format!("e{}x", "\u{301}".repeat(5000));
        assert!(shown(&pile, &UNICODE).chars().count() < 12);
        assert_eq!(width(&shown(&pile, &UNICODE)), 2);
    }

    #[test]
    fn a_grapheme_is_as_wide_as_its_code_points() {
        assert_eq!(shown("👩\u{200d}👧 👍🏽 ❤\u{fe0f} 1\u{fe0f}\u{20e3}", &UNICODE), "👩👧 👍 ❤ 1\u{20e3}");
        assert_eq!(shown("می\u{200c}خواهم", &UNICODE), "می\u{200c}خواهم");
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(fitted("a\u{1b}[2Jb\u{202e}c", 40, &UNICODE), "a\\u{1b}[2Jb\\u{202e}c");
    }

    #[test]
    fn ascii_mode_replaces_other_characters() {
        assert_eq!(shown("Größe 日本", &ASCII), "Gr??e ??");
    }
}
