//! Words on their way to a cell of the screen: made plain, measured as the screen measures them, and cut.

use super::symbols::Symbols;
use crate::text::plain;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// A letter with more marks than this is cut to its first ones: nobody writes it, and terminals stumble over it.
const MOST_MARKS: usize = 8;

/// How many columns a plain text takes on the screen: that of its letters as people see them, one by one.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).map(|letter| letter.width()).sum() }
}

/// The text made plain and cut to so many columns, with an ellipsis where something was cut.
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

/// Like [`fitted`], but the end stays: of a path, that is the part that tells most.
pub fn fitted_end(text: &str, columns: usize, symbols: &Symbols) -> String {
    let text = shown(text, symbols);
    if width(&text) <= columns {
        return text;
    }
    let Some(room) = columns.checked_sub(1) else { return String::new() };
    let mut taken = 0;
    let kept = text.grapheme_indices(true).rev().take_while(|(_, letter)| {
        taken += letter.width();
        taken <= room
    });
    let at = kept.last().map_or(text.len(), |(at, _)| at);
    format!("{}{}", symbols.ellipsis, &text[at..])
}

/// Like [`fitted`], but start and end stay: ids often differ in their last letters only.
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

/// The text, filled up or cut to exactly so many columns.
pub fn padded(text: &str, columns: usize, symbols: &Symbols) -> String {
    let mut text = fitted(text, columns, symbols);
    let missing = columns.saturating_sub(width(&text));
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// The longest start of a plain text that takes at most so many columns.
pub fn start(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    let kept = text.grapheme_indices(true).take_while(|(_, letter)| {
        taken += letter.width();
        taken <= columns
    });
    kept.last().map_or("", |(at, letter)| &text[..at + letter.len()])
}

/// Parts in lines of at most so many columns, broken between words; all lines but the first start with `hang`, which is no part.
pub fn wrapped<T: Copy>(
    parts: &[(T, String)],
    hang: &str,
    columns: usize,
    symbols: &Symbols,
) -> Vec<Vec<(Option<T>, String)>> {
    let hang = start(hang, columns.saturating_sub(8));
    let mut lines = Vec::new();
    let mut line: Vec<(Option<T>, String)> = Vec::new();
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
                    // A word that is longer than a line is broken where the line ends.
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

/// The text as it may stand on the screen: nothing in it acts on the terminal, and no letter is a pile of marks. With
/// ASCII signs, every other letter is a question mark.
pub fn shown(text: &str, symbols: &Symbols) -> String {
    let text = plain(text);
    if text.is_ascii() {
        return text.into_owned();
    }
    if symbols.is_ascii {
        return text.graphemes(true).map(|letter| if letter.is_ascii() { letter } else { "?" }).collect();
    }
    let mut kept = String::with_capacity(text.len());
    for letter in text.graphemes(true) {
        let parts: usize = letter.chars().filter_map(|part| part.width()).sum();
        let is_steady = letter.width() == parts;
        kept.extend(letter.chars().filter(|part| is_steady || !changes_width(*part)).take(MOST_MARKS));
    }
    kept
}

/// Whether a part of a letter makes it wider or narrower than its parts: what joins and paints emoji, and chooses how
/// they look. Some terminals know these and others do not; a frame is straight on both only if none is sent.
fn changes_width(part: char) -> bool {
    matches!(part, '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::symbols::{ASCII, UNICODE};

    #[test]
    fn a_text_is_cut_to_columns_with_an_ellipsis() {
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
    fn wide_letters_are_never_cut_in_half() {
        assert_eq!(fitted("日本語", 6, &UNICODE), "日本語");
        assert_eq!(fitted("日本語", 5, &UNICODE), "日本…");
        assert_eq!(fitted("日本語", 4, &UNICODE), "日…");
        assert_eq!(padded("日本語", 4, &UNICODE), "日… ");
        assert_eq!(fitted_end("日本語", 4, &UNICODE), "…語");
        assert_eq!(fitted_middle("日本語日本語", 6, &UNICODE), "日…語");
    }

    #[test]
    fn a_pile_of_marks_is_one_letter_with_a_few() {
        let pile = format!("e{}x", "\u{301}".repeat(5000));
        assert!(shown(&pile, &UNICODE).chars().count() < 12);
        assert_eq!(width(&shown(&pile, &UNICODE)), 2);
    }

    #[test]
    fn a_letter_is_as_wide_as_its_parts() {
        assert_eq!(shown("👩\u{200d}👧 👍🏽 ❤\u{fe0f} 1\u{fe0f}\u{20e3}", &UNICODE), "👩👧 👍 ❤ 1\u{20e3}");
        assert_eq!(shown("می\u{200c}خواهم", &UNICODE), "می\u{200c}خواهم");
    }

    #[test]
    fn nothing_that_acts_on_the_terminal_passes() {
        assert_eq!(fitted("a\u{1b}[2Jb\u{202e}c", 40, &UNICODE), "a\\u{1b}[2Jb\\u{202e}c");
    }

    #[test]
    fn ascii_stays_ascii() {
        assert_eq!(shown("Größe 日本", &ASCII), "Gr??e ??");
    }
}
