//! Splits grapheme clusters that terminals store in several cells.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthChar as _;

/// Gives each spacing part of a grapheme cluster its own cell.
///
/// A spacing vowel sign with its consonant, or the two halves of a flag, are one wide cell to ratatui. A terminal
/// stores them in two cells, so overwriting the first one would leave the second behind.
pub(in crate::tui) fn split_clusters(buf: &mut Buffer) {
    let last = buf.content.len();
    for at in 0..last {
        let symbol = buf.content[at].symbol();
        if symbol.len() < 4 || symbol.chars().filter(|part| is_spacing(*part)).count() < 2 {
            continue;
        }
        let style = buf.content[at].style();
        let mut cell = at;
        for part in parts(symbol) {
            if let Some(place) = buf.content.get_mut(cell) {
                place.set_symbol(&part).set_style(style);
            }
            cell += part.chars().filter_map(|part| part.width()).sum::<usize>().max(1);
        }
    }
}

fn is_spacing(part: char) -> bool {
    part.width().is_some_and(|width| width > 0)
}

/// The spacing parts of a cluster, each with its combining marks.
fn parts(cluster: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in cluster.chars() {
        match parts.last_mut() {
            Some(last) if !is_spacing(part) => last.push(part),
            _ => parts.push(part.to_string()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    fn symbols(text: &str) -> Vec<String> {
        let mut buf = Buffer::empty(Rect::new(0, 0, 6, 1));
        buf.set_string(0, 0, text, Style::new());
        split_clusters(&mut buf);
        buf.content.iter().map(|cell| cell.symbol().to_owned()).collect()
    }

    #[test]
    fn spacing_parts_get_their_own_cells() {
        assert_eq!(symbols("x\u{939}\u{93f}x"), ["x", "\u{939}", "\u{93f}", "x", " ", " "]);
        assert_eq!(symbols("\u{915}\u{94d}\u{937}"), ["\u{915}\u{94d}", "\u{937}", " ", " ", " ", " "]);
        assert_eq!(symbols("\u{1f1e9}\u{1f1ea}x"), ["\u{1f1e9}", "\u{1f1ea}", "x", " ", " ", " "]);
    }

    #[test]
    fn clusters_of_one_part_are_unchanged() {
        assert_eq!(symbols("日e\u{301}"), ["日", " ", "e\u{301}", " ", " ", " "]);
    }
}
