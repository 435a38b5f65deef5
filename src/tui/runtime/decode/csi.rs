//! Decodes control sequences (`ESC [`, CSI): named keys, modifiers, mouse events and the start of a paste.

use super::{Step, key_of};
use crate::tui::runtime::input::Input;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// Maximum length of a sequence.
const LONGEST: usize = 64;

/// Decodes the bytes after `ESC [`.
pub(super) fn step(bytes: &[u8]) -> Step {
    match bytes {
        // The first function keys of the Linux console.
        [b'[', letter @ b'A'..=b'E', ..] => {
            return Step::Input(2, Input::Key(KeyCode::F(letter - b'A' + 1).into()));
        }
        // Mouse events of terminals without SGR coordinates.
        [b'M', button, column, row, ..] => {
            let place = |byte: u8| u16::from(byte.saturating_sub(33));
            let button = u16::from(button.saturating_sub(32));
            let release = button & 0b1100_0011 == 3;
            return mouse(button, release, place(*column), place(*row))
                .map_or(Step::Skip(4), |event| Step::Input(4, Input::Mouse(event)));
        }
        [b'['] | [b'M', ..] => return Step::More,
        _ => {}
    }
    let length = bytes.iter().take_while(|byte| (0x20..=0x3f).contains(*byte)).count();
    if length > LONGEST {
        return Step::Skip(LONGEST);
    }
    let (parameters, rest) = bytes.split_at(length);
    match rest.first() {
        None => Step::More,
        Some(&last) if (0x40..=0x7e).contains(&last) => complete(parameters, last, length + 1),
        // The sequence was interrupted: it is dropped, and decoding continues with the interrupting byte.
        Some(_) => Step::Skip(length),
    }
}

fn complete(parameters: &[u8], last: u8, taken: usize) -> Step {
    if let Some(click) = parameters.strip_prefix(b"<") {
        let event = match *numbers(click) {
            [button, column, row] => mouse(button, last == b'm', column.saturating_sub(1), row.saturating_sub(1)),
            _ => None,
        };
        return event.map_or(Step::Skip(taken), |event| Step::Input(taken, Input::Mouse(event)));
    }
    let numbers = numbers(parameters);
    let first = numbers.first().copied().unwrap_or(1);
    let modifiers = modifiers(numbers.get(1).copied().unwrap_or(1));
    let key = match last {
        b'~' if first == 200 => return Step::Paste(taken),
        b'~' => numbered(first).map(|code| KeyEvent::new(code, modifiers)),
        b'Z' => Some(KeyEvent::new(KeyCode::BackTab, modifiers | KeyModifiers::SHIFT)),
        b'u' => char::from_u32(first.into()).and_then(|letter| unicode(letter, modifiers)),
        // With another first number it is a cursor position report.
        b'P'..=b'S' if first == 1 => Some(KeyEvent::new(KeyCode::F(last - b'P' + 1), modifiers)),
        _ => named(last).map(|code| KeyEvent::new(code, modifiers)),
    };
    key.map_or(Step::Skip(taken), |key| Step::Input(taken, Input::Key(key)))
}

/// The numbers between semicolons; omitted ones are 1.
fn numbers(parameters: &[u8]) -> Vec<u16> {
    let text = std::str::from_utf8(parameters).unwrap_or_default();
    text.split(';').map(|number| number.parse().unwrap_or(1)).collect()
}

/// Terminals send a bit mask of modifiers plus one.
fn modifiers(code: u16) -> KeyModifiers {
    let code = code.saturating_sub(1);
    let known =
        [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL), (8, KeyModifiers::SUPER)];
    known.into_iter().filter(|(bit, _)| code & bit != 0).map(|(_, modifier)| modifier).collect()
}

/// Keys identified by a letter.
pub(super) fn named(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        _ => return None,
    })
}

/// Keys identified by a number.
fn numbered(number: u16) -> Option<KeyCode> {
    let function = |first: u16, key: u16| u8::try_from(number - first + key).ok().map(KeyCode::F);
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => function(11, 1)?,
        17..=21 => function(17, 6)?,
        23..=26 => function(23, 11)?,
        28 | 29 => function(28, 15)?,
        31..=34 => function(31, 17)?,
        _ => return None,
    })
}

/// A key identified by its code point (`CSI u`), for combinations without another encoding, such as shift and enter.
fn unicode(letter: char, modifiers: KeyModifiers) -> Option<KeyEvent> {
    let key = match letter {
        '\r' => KeyCode::Enter.into(),
        '\t' => KeyCode::Tab.into(),
        '\u{1b}' => KeyCode::Esc.into(),
        '\u{7f}' => KeyCode::Backspace.into(),
        letter if letter.is_control() => return None,
        letter => key_of(letter),
    };
    Some(KeyEvent::new(key.code, key.modifiers | modifiers))
}

/// A click or scroll; motion is not requested and is ignored.
fn mouse(code: u16, release: bool, column: u16, row: u16) -> Option<MouseEvent> {
    let button = match code & 0b11 {
        0 => MouseButton::Left,
        1 => MouseButton::Middle,
        _ => MouseButton::Right,
    };
    let kind = match code & 0b1110_0011 {
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        66 => MouseEventKind::ScrollLeft,
        67 => MouseEventKind::ScrollRight,
        0..=3 if release => MouseEventKind::Up(button),
        0..=2 => MouseEventKind::Down(button),
        _ => return None,
    };
    let known = [(4, KeyModifiers::SHIFT), (8, KeyModifiers::ALT), (16, KeyModifiers::CONTROL)];
    let modifiers = known.into_iter().filter(|(bit, _)| code & bit != 0).map(|(_, modifier)| modifier).collect();
    Some(MouseEvent { kind, column, row, modifiers })
}
