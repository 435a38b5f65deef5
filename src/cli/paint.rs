//! Text output: styled lines and tables that adapt to the width of the terminal.
//!
//! All text that a command prints is in a [`Line`], which escapes control characters.

use crate::document::{Give, Line, Role};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr as _;

/// The SGR parameters of a role.
fn sgr(role: Role) -> &'static str {
    match role {
        Role::Plain => "",
        Role::Strong => "1",
        Role::Id => "36",
        Role::Relation => "35",
        Role::Dim | Role::Missing => "2",
        Role::Good => "32",
        Role::Warn => "33",
        Role::Bad => "31",
        Role::Matched => "1;4",
        Role::Struck => "2;9",
    }
}

/// A line on a terminal.
trait Painted {
    fn width(&self) -> usize;

    /// Truncates the line to at most `columns`, marking the cut with `…`.
    fn cut(&self, columns: usize) -> Self;

    fn write_words(&self, out: &mut impl Write, colour: bool) -> io::Result<()>;
}

impl Painted for Line {
    fn width(&self) -> usize {
        match self.words() {
            [] => 0,
            [(_, text)] => width_of(text),
            [_, more @ ..] if more.iter().all(|(_, text)| text.starts_with(|c: char| c.is_ascii())) => {
                self.words().iter().map(|(_, text)| width_of(text)).sum()
            }
            // Joined first, because an emoji and its variation selector can have different roles.
            words => width_of(&words.iter().map(|(_, text)| text.as_str()).collect::<String>()),
        }
    }

    fn cut(&self, columns: usize) -> Self {
        if self.width() <= columns {
            return self.clone();
        }
        if columns == 0 {
            return Self::new();
        }
        let chars: Vec<(Role, char)> =
            self.words().iter().flat_map(|(role, text)| text.chars().map(|c| (*role, c))).collect();
        // Characters cannot be measured one by one: the next one can make a character wider.
        let fits = |part: &[(Role, char)]| part.iter().map(|(_, c)| c).collect::<String>().width() < columns;
        // A file can contain thousands of zero-width characters, so their number is limited too.
        let most = chars.len().min(4 * columns + 16);
        let longest = |part: &dyn Fn(usize) -> bool| (0..=most).take_while(|length| part(*length)).last().unwrap_or(0);
        let ellipsis = [(Role::Dim, '…')];
        let kept = if matches!(self.give, Give::Start(_) | Give::Tail(_)) {
            let length = longest(&|length| fits(&chars[chars.len() - length..]));
            [&ellipsis, &chars[chars.len() - length..]].concat()
        } else {
            let length = longest(&|length| fits(&chars[..length]));
            [&chars[..length], &ellipsis].concat()
        };
        kept.into_iter().fold(Self::new(), |line, (role, c)| line.and(role, c))
    }

    fn write_words(&self, out: &mut impl Write, colour: bool) -> io::Result<()> {
        for (role, text) in self.words() {
            match sgr(*role) {
                sgr if colour && !sgr.is_empty() => write!(out, "\u{1b}[{sgr}m{text}\u{1b}[0m")?,
                _ => out.write_all(text.as_bytes())?,
            }
        }
        Ok(())
    }
}

/// Writes a line of its own.
pub(super) fn write_line(line: &Line, out: &mut impl Write, colour: bool) -> io::Result<()> {
    line.write_words(out, colour)?;
    out.write_all(b"\n")
}

/// Display width of escaped text.
fn width_of(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Spaces between two columns of a table.
const GAP: usize = 2;

/// Writes rows as lines, each column as wide as its widest cell. If a line is wider than `limit`, columns shrink, the
/// last one first, each according to the [`Give`] of its cells. The last cell of a row may be wider than its column.
/// Cells that fit are written without copying.
pub(super) fn write_table(
    out: &mut impl Write,
    rows: &[Vec<Line>],
    indent: usize,
    limit: Option<usize>,
    colour: bool,
) -> io::Result<()> {
    let widths = widths(rows, limit.map(|limit| limit.saturating_sub(indent)));
    for row in rows {
        blanks(out, indent)?;
        // No trailing spaces.
        let mut owed = 0;
        let mut left = limit.map(|limit| limit.saturating_sub(indent));
        let last = row.iter().zip(&widths).rposition(|(cell, width)| *width > 0 && !cell.is_empty());
        for (at, (cell, &width)) in row.iter().zip(&widths).enumerate().filter(|(_, (_, width))| **width > 0) {
            let full = cell.width();
            let width = if last == Some(at) { left.map_or(width, |left| left.max(width)) } else { width };
            left = left.map(|left| left.saturating_sub(width + GAP));
            let cut = (full > width).then(|| cell.cut(width));
            let (cell, taken) = cut.as_ref().map_or((cell, full), |cut| (cut, cut.width()));
            if taken > 0 {
                blanks(out, owed)?;
                owed = 0;
                cell.write_words(out, colour)?;
            }
            owed += width.saturating_sub(taken) + GAP;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn blanks(out: &mut impl Write, count: usize) -> io::Result<()> {
    const BLANKS: &[u8; 64] = &[b' '; 64];
    let mut left = count;
    while left > 0 {
        let now = left.min(BLANKS.len());
        out.write_all(&BLANKS[..now])?;
        left -= now;
    }
    Ok(())
}

/// Wraps text at word boundaries to at most `columns`. The first line starts with `first`, the others with `indent`.
/// Words longer than a line are not broken.
pub(super) fn wrapped(first: &str, text: &str, columns: Option<usize>, indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = first.to_owned();
    let mut has_words = false;
    for word in text.split(' ') {
        if has_words && columns.is_some_and(|columns| line.width() + 1 + word.width() > columns) {
            lines.push(std::mem::replace(&mut line, indent.to_owned()));
            has_words = false;
        }
        if has_words {
            line.push(' ');
        }
        line.push_str(word);
        has_words = true;
    }
    lines.push(line);
    lines
}

/// The width of each column; 0 for an omitted one.
fn widths(rows: &[Vec<Line>], limit: Option<usize>) -> Vec<usize> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let full: Vec<usize> = (0..count).map(|column| cells(column).map(Line::width).max().unwrap_or(0)).collect();
    let Some(limit) = limit else { return full };
    let mut widths = full.clone();
    let give =
        |column: usize| cells(column).map(|cell| cell.give).find(|give| *give != Give::Nothing).unwrap_or_default();
    if total(&full) > limit {
        // A single overlong cell must not squeeze out the other columns. A row's only name or sentence may be longer
        // than one of several.
        let names = (0..count).filter(|column| matches!(give(*column), Give::Rest(_))).count();
        for (column, width) in widths.iter_mut().enumerate() {
            let share = if names == 1 && matches!(give(column), Give::Rest(_)) { 5 } else { 4 };
            if let Give::Rest(least) | Give::End(least) | Give::Start(least) | Give::Tail(least) = give(column) {
                *width = (*width).min((limit * share / 10).max(least));
            }
        }
    }
    // Notes shrink first, then names, and file and line last, because they are the evidence.
    let steps: [fn(Give, usize) -> Option<usize>; 5] = [
        |give, width| match give {
            Give::All => Some(width),
            Give::End(least) | Give::Tail(least) => Some(width.saturating_sub(least)),
            _ => None,
        },
        |give, width| matches!(give, Give::End(_)).then_some(width),
        |give, width| if let Give::Rest(least) = give { Some(width.saturating_sub(least)) } else { None },
        |give, width| if let Give::Start(least) = give { Some(width.saturating_sub(least)) } else { None },
        |give, width| matches!(give, Give::Start(_)).then_some(width),
    ];
    for (step, column) in (0..steps.len()).flat_map(|step| (0..count).rev().map(move |column| (step, column))) {
        let excess = total(&widths).saturating_sub(limit);
        let Some(can) = steps[step](give(column), widths[column]).filter(|_| excess > 0) else { continue };
        // Omitting a column also removes the gap beside it.
        widths[column] -= if can == widths[column] { can } else { can.min(excess) };
    }
    // After omitting a column, truncated columns can grow again.
    for column in 0..count {
        let room = limit.saturating_sub(total(&widths));
        let cut = full[column] - widths[column];
        if widths[column] > 0 {
            widths[column] += room.min(cut);
        }
    }
    let mut equals: Vec<_> = (0..count).filter(|column| matches!(give(*column), Give::Rest(_))).collect();
    share_fairly(&mut equals, &full, &mut widths);
    widths
}

/// Distributes the available width evenly among columns of equal priority, up to what each needs.
fn share_fairly(columns: &mut [usize], full: &[usize], widths: &mut [usize]) {
    columns.sort_by_key(|column| full[*column]);
    let mut left: usize = columns.iter().map(|column| widths[*column]).sum();
    for (taken, column) in columns.iter().enumerate() {
        let share = left / (columns.len() - taken);
        widths[*column] = full[*column].min(share);
        left -= widths[*column];
    }
}

/// Width of a line: its columns and the gaps between them.
fn total(widths: &[usize]) -> usize {
    widths.iter().filter(|width| **width > 0).map(|width| width + GAP).sum::<usize>().saturating_sub(GAP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_word_boundaries() {
        assert_eq!(wrapped("", "one two three", Some(8), "  "), ["one two", "  three"]);
        assert_eq!(wrapped("x: ", "one  two", None, "  "), ["x: one  two"]);
        assert_eq!(wrapped("  ", "one two", Some(7), "  "), ["  one", "  two"]);
        assert_eq!(wrapped("", "a-word-longer-than-a-line b", Some(4), ""), ["a-word-longer-than-a-line", "b"]);
    }

    fn shown(lines: &[Line], colour: bool) -> String {
        let mut out = Vec::new();
        for line in lines {
            write_line(line, &mut out, colour).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    fn table(rows: &[Vec<Line>], indent: usize, limit: Option<usize>) -> String {
        let mut out = Vec::new();
        write_table(&mut out, rows, indent, limit, false).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(shown(&[Line::of(Role::Id, "a\u{1b}[2Jb\nc")], false), "a\\u{1b}[2Jb\\nc\n");
        assert_eq!(shown(&[Line::of(Role::Id, "a")], true), "\u{1b}[36ma\u{1b}[0m\n");
    }

    #[test]
    fn columns_are_aligned_by_display_width() {
        let cell = |text: &str| Line::new().plain(text);
        let rows = [vec![cell("日本"), cell("x")], vec![cell("a"), cell("y")], vec![cell("bcd"), cell("")]];
        assert_eq!(table(&rows, 1, None), " 日本  x\n a     y\n bcd\n");
    }

    #[test]
    fn cells_shrink_according_to_give() {
        let cell = |text: &str, give| Line::new().plain(text).giving(give);
        let rows = [
            vec![cell("id", Give::Nothing), cell("a long title", Give::End(4)), cell("extra", Give::All)],
            vec![cell("id", Give::Nothing), cell("日本語日本", Give::End(4)), cell("more", Give::All)],
        ];
        let at = |limit| table(&rows, 0, Some(limit));
        assert_eq!(at(23), "id  a long title  extra\nid  日本語日本    more\n");
        assert_eq!(at(22), "id  a long tit…  extra\nid  日本語日本   more\n");
        assert_eq!(at(16), "id  a long title\nid  日本語日本\n");
        assert_eq!(at(15), "id  a long tit…\nid  日本語日本\n");
        assert_eq!(at(10), "id  a lon…\nid  日本…\n");
        assert_eq!(at(7), "id\nid\n");
    }

    #[test]
    fn omitted_column_makes_room_for_its_neighbours() {
        let cell = |text: &str, give| Line::new().plain(text).giving(give);
        let rows = [vec![
            cell("id", Give::Nothing),
            cell("facts", Give::All),
            cell("a long title", Give::End(8)),
            cell("", Give::All),
        ]];
        assert_eq!(table(&rows, 0, Some(17)), "id  a long title\n");
        assert_eq!(table(&rows, 0, Some(19)), "id  facts  a long …\n");
    }

    #[test]
    fn one_long_id_does_not_squeeze_out_other_columns() {
        let cell = |text: &str, give| Line::new().plain(text).giving(give);
        let row = |id: &str| vec![cell(id, Give::Rest(8)), cell("facts", Give::All), cell("title", Give::End(4))];
        let rows = [row("short"), row(&"long-".repeat(20))];
        let seen = table(&rows, 0, Some(30));
        assert_eq!(seen, "short             facts  title\nlong-long-long-…  facts  title\n");
    }

    #[test]
    fn the_last_cell_of_a_row_may_be_wider_than_its_column() {
        let cell = |text: &str, give| Line::new().plain(text).giving(give);
        let row = |name, place| vec![cell(name, Give::Rest(4)), cell(place, Give::Start(4)), cell("", Give::All)];
        let rows = [row("a name of its own", ""), row("another long name", "log:1234")];
        assert_eq!(table(&rows, 0, Some(20)), "a name of its own\nanother l…  log:1234\n");
        assert_eq!(table(&rows, 2, Some(16)), "  a name of its…\n  anothe…  …1234\n");
    }

    #[test]
    fn notes_shrink_before_names_and_names_before_the_place() {
        let cell = |text: &str, give| Line::new().plain(text).giving(give);
        let row = |place| {
            let names = ["a-long-named", "another-name"].map(|name| cell(name, Give::Rest(3)));
            names.into_iter().chain([cell("log:1234", place), cell("a note", Give::End(4))]).collect::<Vec<_>>()
        };
        let at = |place, limit| table(&[row(place)], 0, Some(limit));
        assert_eq!(at(Give::Start(4), 36), "a-long-named  another-name  log:1234\n", "no truncated note");
        assert_eq!(at(Give::Start(4), 24), "a-lon…  anoth…  log:1234\n");
        assert_eq!(at(Give::Start(4), 14), "a-…  an…  …234\n");
        assert_eq!(at(Give::Tail(4), 32), "a-long-named  another-name  …234\n", "where the sentence matters more");
    }

    proptest::proptest! {
        #[test]
        fn truncated_text_is_never_wider_than_the_limit(text in "[a-z❤\u{fe0f}日e\u{301}👩\u{200d}💻🇩🇪 ]{0,40}", columns in 0..30_usize) {
            for give in [Give::End(0), Give::Start(0), Give::Tail(0)] {
                let line = Line::new().plain(&text).giving(give);
                proptest::prop_assert!(line.cut(columns).width() <= columns);
                let _ = table(&[vec![line.clone(), line], vec![Line::new().plain("x")]], 0, Some(columns));
            }
        }
    }

    #[test]
    fn place_keeps_its_end() {
        let rows = [vec![Line::new().plain("artifacts/tasks/a.md:12").giving(Give::Start(3))]];
        assert_eq!(table(&rows, 0, Some(9)), "…/a.md:12\n");
    }
}
