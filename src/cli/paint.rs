//! Human output: lines of styled words.
//!
//! The only way text reaches a terminal from a command. A word is made plain when it is put into a line, so nothing a file
//! says can act on the terminal, whatever the command does with it.

use crate::text::plain;
use std::io::{self, Write};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// What a word is; its colour follows from that, and never carries the meaning alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    Strong,
    Id,
    Relation,
    Dim,
    Good,
    Warn,
    Bad,
    Matched,
}

impl Role {
    fn sgr(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "1",
            Self::Id => "36",
            Self::Relation => "35",
            Self::Dim => "2",
            Self::Good => "32",
            Self::Warn => "33",
            Self::Bad => "31",
            Self::Matched => "1;4",
        }
    }
}

/// A piece of a line: words of one or several roles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    words: Vec<(Role, String)>,
}

impl Line {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn of(role: Role, text: &str) -> Self {
        Self::new().with(role, text)
    }

    #[must_use]
    pub(super) fn with(mut self, role: Role, text: &str) -> Self {
        if !text.is_empty() {
            self.words.push((role, plain(text).into_owned()));
        }
        self
    }

    #[must_use]
    pub(super) fn plain(self, text: &str) -> Self {
        self.with(Role::Plain, text)
    }

    /// The same line with its unstyled words dimmed.
    #[must_use]
    pub(super) fn dimmed(mut self) -> Self {
        for (role, _) in &mut self.words {
            *role = Role::Dim;
        }
        self
    }

    /// A text whose characters at `positions` are marked as matched.
    pub(super) fn matched(role: Role, text: &str, positions: &[usize]) -> Self {
        let role_of = |at: &usize| if positions.binary_search(at).is_ok() { Role::Matched } else { role };
        text.chars().enumerate().fold(Self::new(), |line, (at, c)| line.with(role_of(&at), c.encode_utf8(&mut [0; 4])))
    }

    fn width(&self) -> usize {
        self.words.iter().map(|(_, text)| text.width()).sum()
    }

    /// The line cut to so many columns, with `…` in the last one if something was cut.
    fn cut(&self, columns: usize) -> Self {
        if self.width() <= columns {
            return self.clone();
        }
        let mut left = columns.saturating_sub(1);
        let mut cut = Self::new();
        for (role, text) in &self.words {
            let fits = |c: &char| {
                let width = c.width().unwrap_or(0);
                let fits = width <= left;
                left = if fits { left - width } else { 0 };
                fits
            };
            let kept: String = text.chars().take_while(fits).collect();
            let whole = kept.len() == text.len();
            cut = cut.with(*role, &kept);
            if !whole {
                break;
            }
        }
        cut.with(Role::Dim, "…")
    }

    pub(super) fn write(&self, out: &mut impl Write, colour: bool) -> io::Result<()> {
        for (role, text) in &self.words {
            match role.sgr() {
                sgr if colour && !sgr.is_empty() => write!(out, "\u{1b}[{sgr}m{text}\u{1b}[0m")?,
                _ => out.write_all(text.as_bytes())?,
            }
        }
        out.write_all(b"\n")
    }
}

/// Rows of cells as lines: each column as wide as its widest cell, the last one cut to what is left of `columns`.
pub(super) fn table(rows: &[Vec<Line>], indent: usize, columns: Option<usize>) -> Vec<Line> {
    const GAP: usize = 2;
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(Line::width).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(widest).collect();
    let line = |row: &Vec<Line>| {
        let mut line = Line::new().plain(&" ".repeat(indent));
        let mut used = indent;
        let last = row.iter().rposition(|cell| cell.width() > 0).unwrap_or(0);
        for (column, cell) in row.iter().enumerate().take(last + 1) {
            let is_last = column == last;
            let cell = match columns {
                Some(columns) if is_last => cell.cut(columns.saturating_sub(used).max(GAP)),
                _ => cell.clone(),
            };
            // A column that is empty in every row takes no room.
            let padding = if is_last || widths[column] == 0 { 0 } else { widths[column] - cell.width() + GAP };
            used += cell.width() + padding;
            line.words.extend(cell.words);
            line = line.plain(&" ".repeat(padding));
        }
        line
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &[Line], colour: bool) -> String {
        let mut out = Vec::new();
        for line in lines {
            line.write(&mut out, colour).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn words_are_made_plain_on_their_way_in() {
        assert_eq!(shown(&[Line::of(Role::Id, "a\u{1b}[2Jb\nc")], false), "a\\u{1b}[2Jb\\nc\n");
        assert_eq!(shown(&[Line::of(Role::Id, "a")], true), "\u{1b}[36ma\u{1b}[0m\n");
    }

    #[test]
    fn columns_line_up_by_what_is_seen() {
        let cell = |text: &str| Line::new().plain(text);
        let rows = [vec![cell("日本"), cell("x")], vec![cell("a"), cell("y")], vec![cell("bcd"), cell("")]];
        assert_eq!(shown(&table(&rows, 1, None), false), " 日本  x\n a     y\n bcd\n");
    }

    #[test]
    fn the_last_cell_gives_way() {
        let cell = |text: &str| Line::new().plain(text);
        let rows = [vec![cell("id"), cell("a long title")], vec![cell("id"), cell("日本語日本")]];
        assert_eq!(shown(&table(&rows, 0, Some(10)), false), "id  a lon…\nid  日本…\n");
    }
}
