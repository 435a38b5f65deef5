//! Encodes cells as escape sequences with as few bytes as possible, for slow connections.
//!
//! The cursor is moved only where a cell does not directly follow the previous one, and only changed colours and
//! modifiers are sent, in a single SGR sequence.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};
use std::io::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// Modifiers that are visible on a blank.
const SEEN_ON_BLANKS: Modifier = Modifier::UNDERLINED.union(Modifier::REVERSED).union(Modifier::CROSSED_OUT);

/// The modifiers with their SGR codes for on and off.
const MODIFIERS: [(Modifier, u8, u8); 8] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::HIDDEN, 8, 28),
    (Modifier::CROSSED_OUT, 9, 29),
];

/// Colours and modifiers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ink {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

const PLAIN: Ink = Ink { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

/// Writes cells, each with its column and row; resets the style at the end.
pub(super) fn write<'a>(out: &mut Vec<u8>, cells: impl Iterator<Item = (u16, u16, &'a Cell)>) {
    let mut ink = PLAIN;
    let mut next = None;
    for (x, y, cell) in cells {
        if next != Some((x, y)) {
            // Writing to memory cannot fail.
            let _ = write!(out, "\x1b[{};{}H", y + 1, x + 1);
        }
        let wanted = wanted(cell, ink);
        change(out, ink, wanted);
        ink = wanted;
        out.extend_from_slice(cell.symbol().as_bytes());
        // Terminals disagree on the width of some characters: the cursor position is known only after narrow ones.
        next = (cell.symbol().width() == 1).then(|| (x.saturating_add(1), y));
    }
    change(out, ink, PLAIN);
}

/// The ink of a cell. A blank keeps the current colour and modifiers where they do not show.
fn wanted(cell: &Cell, before: Ink) -> Ink {
    let own = Ink { fg: cell.fg, bg: cell.bg, modifier: cell.modifier };
    let is_quiet = |modifier: Modifier| !modifier.intersects(SEEN_ON_BLANKS);
    let is_blank = cell.symbol() == " " && is_quiet(own.modifier) && is_quiet(before.modifier);
    if is_blank { Ink { bg: own.bg, ..before } } else { own }
}

fn change(out: &mut Vec<u8>, from: Ink, to: Ink) {
    let mut codes: Vec<String> = Vec::new();
    if to == PLAIN && from != PLAIN {
        out.extend_from_slice(b"\x1b[m");
        return;
    }
    let mut kept = from.modifier;
    for (modifier, _, off) in MODIFIERS {
        if (kept - to.modifier).contains(modifier) {
            codes.push(off.to_string());
            // Bold and dim are switched off together.
            let others = MODIFIERS.iter().filter(|(_, _, other)| *other == off).map(|(other, ..)| *other);
            kept -= others.fold(Modifier::empty(), Modifier::union);
        }
    }
    for (modifier, on, _) in MODIFIERS {
        if (to.modifier - kept).contains(modifier) {
            codes.push(on.to_string());
        }
    }
    if from.fg != to.fg {
        codes.push(colour(to.fg, 30));
    }
    if from.bg != to.bg {
        codes.push(colour(to.bg, 40));
    }
    if !codes.is_empty() {
        let _ = write!(out, "\x1b[{}m", codes.join(";"));
    }
}

/// The SGR code of a colour; `base` is 30 for the foreground and 40 for the background.
fn colour(colour: Color, base: u8) -> String {
    let plain = |number: u8| (base + number).to_string();
    let bright = |number: u8| (base + 60 + number).to_string();
    match colour {
        Color::Reset => plain(9),
        Color::Black => plain(0),
        Color::Red => plain(1),
        Color::Green => plain(2),
        Color::Yellow => plain(3),
        Color::Blue => plain(4),
        Color::Magenta => plain(5),
        Color::Cyan => plain(6),
        Color::Gray => plain(7),
        Color::DarkGray => bright(0),
        Color::LightRed => bright(1),
        Color::LightGreen => bright(2),
        Color::LightYellow => bright(3),
        Color::LightBlue => bright(4),
        Color::LightMagenta => bright(5),
        Color::LightCyan => bright(6),
        Color::White => bright(7),
        Color::Indexed(index) => format!("{};5;{index}", base + 8),
        Color::Rgb(red, green, blue) => format!("{};2;{red};{green};{blue}", base + 8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ratatui::backend::{Backend as _, CrosstermBackend};
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    const SIZE: (u16, u16) = (12, 3);

    fn colours() -> impl Strategy<Value = Color> {
        prop_oneof![
            Just(Color::Reset),
            Just(Color::Red),
            Just(Color::LightBlue),
            Just(Color::DarkGray),
            Just(Color::Indexed(200)),
            Just(Color::Rgb(1, 2, 3)),
        ]
    }

    /// Never bold and dim at once, which the emulator does not support.
    fn weights() -> impl Strategy<Value = Modifier> {
        let weight = prop_oneof![Just(Modifier::empty()), Just(Modifier::BOLD), Just(Modifier::DIM)];
        let each = vec![Modifier::ITALIC, Modifier::UNDERLINED, Modifier::REVERSED];
        let others = prop::sample::subsequence(each, 0..=2);
        (weight, others).prop_map(|(weight, others)| others.into_iter().fold(weight, Modifier::union))
    }

    fn buffers() -> impl Strategy<Value = Buffer> {
        let character = prop_oneof![Just("a"), Just(" "), Just("é"), Just("日")];
        prop::collection::vec((character, colours(), colours(), weights()), 36).prop_map(|cells| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
            for (at, (character, fg, bg, modifier)) in cells.into_iter().enumerate() {
                let (x, y) = ((at % 12) as u16, (at / 12) as u16);
                // A wide character needs a second cell.
                let character = if character == "日" && x % 2 == 1 { "b" } else { character };
                buffer.set_stringn(x, y, character, 12, Style::new().fg(fg).bg(bg).add_modifier(modifier));
            }
            buffer
        })
    }

    /// The visible attributes of each cell: on a blank only background, underline and reverse video.
    fn seen(bytes: &[u8]) -> Vec<String> {
        let mut terminal = vt100::Parser::new(SIZE.1, SIZE.0, 0);
        terminal.process(bytes);
        let screen = terminal.screen();
        let cells = (0..SIZE.1).flat_map(|y| (0..SIZE.0).map(move |x| (y, x)));
        cells
            .filter_map(|(y, x)| screen.cell(y, x))
            .map(|cell| {
                let marks = (cell.underline(), cell.inverse());
                if cell.contents().trim().is_empty() && marks == (false, false) {
                    return format!("{:?}", cell.bgcolor());
                }
                let weights = (cell.bold(), cell.dim(), cell.italic());
                format!("{} {:?} {:?} {weights:?} {marks:?}", cell.contents(), cell.fgcolor(), cell.bgcolor())
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn the_result_looks_like_that_of_the_crossterm_backend(before in buffers(), after in buffers()) {
            let (mut ours, mut usual) = (Vec::new(), Vec::new());
            let empty = Buffer::empty(before.area);
            for (from, to) in [(&empty, &before), (&before, &after)] {
                write(&mut ours, from.diff(to).into_iter());
                CrosstermBackend::new(&mut usual).draw(from.diff(to).into_iter()).unwrap();
            }
            prop_assert_eq!(seen(&ours), seen(&usual));
            prop_assert!(ours.len() <= usual.len());
        }
    }

    #[test]
    fn adjacent_cells_need_no_cursor_movement_and_style_is_sent_once() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 1));
        buffer.set_string(1, 0, "ab c", Style::new().fg(Color::Red));
        let mut out = Vec::new();
        write(&mut out, Buffer::empty(buffer.area).diff(&buffer).into_iter());
        assert_eq!(String::from_utf8(out).unwrap(), "\x1b[1;2H\x1b[31mab c\x1b[m");
    }
}
