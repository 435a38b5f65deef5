//! Bytes of a terminal into keys, clicks, pastes and answers.
//!
//! crossterm has such a decoder, but only behind a reader that sits in `read` while a sequence is incomplete, leaves what
//! is beyond 1,024 bytes lying until the next key, and spins when the terminal is gone. Its types are used here; the
//! reading is in [`super::input`].

mod csi;

use super::background::{PendingAnswer, look};
use super::input::Input;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

const ESCAPE: u8 = 0x1b;
const PASTE_END: &[u8] = b"\x1b[201~";

/// What is pasted beyond this is left out: it goes into a line of the screen.
const LONGEST_PASTE: usize = 1 << 20;

/// Turns bytes into inputs, and holds what is not complete.
#[derive(Default)]
pub(super) struct Decoder {
    held: Vec<u8>,
    paste: Option<Vec<u8>>,
}

/// What the first bytes are.
enum Step {
    /// So many bytes are this input.
    Input(usize, Input),
    /// So many bytes mean nothing to us.
    Skip(usize),
    /// So many bytes start a paste.
    Paste(usize),
    /// It takes more bytes to tell.
    More,
}

impl Decoder {
    /// Takes bytes; what is complete is added to `inputs`.
    pub(super) fn feed(&mut self, bytes: &[u8], inputs: &mut Vec<Input>) {
        self.held.extend_from_slice(bytes);
        let held = std::mem::take(&mut self.held);
        let mut rest = &*held;
        while !rest.is_empty() {
            if self.paste.is_some() {
                let Some(taken) = self.take_paste(rest, inputs) else { break };
                rest = rest.get(taken..).unwrap_or_default();
                continue;
            }
            let taken = match step(rest) {
                Step::Input(taken, input) => {
                    inputs.push(input);
                    taken
                }
                Step::Skip(taken) => taken,
                Step::Paste(taken) => {
                    self.paste = Some(Vec::new());
                    taken
                }
                Step::More => break,
            };
            rest = rest.get(taken..).unwrap_or_default();
        }
        self.held = rest.to_vec();
        if self.paste.is_some() {
            self.shorten_paste();
        }
    }

    /// Whether what is held may be a key of its own, which shows when nothing follows it soon.
    pub(super) fn is_undecided(&self) -> bool {
        self.paste.is_none() && matches!(&*self.held, [ESCAPE] | [ESCAPE, b'[' | b'O' | b']'])
    }

    /// Nothing followed: what is held was a key.
    pub(super) fn decide(&mut self, inputs: &mut Vec<Input>) {
        if !self.is_undecided() {
            return;
        }
        inputs.push(match &*std::mem::take(&mut self.held) {
            [_, byte] => alt(key_of(char::from(*byte))),
            _ => Input::Key(KeyCode::Esc.into()),
        });
    }

    /// The paste up to its end, if the end is there, and how many bytes that took.
    fn take_paste(&mut self, bytes: &[u8], inputs: &mut Vec<Input>) -> Option<usize> {
        let end = memchr::memmem::find(bytes, PASTE_END)?;
        let mut paste = self.paste.take()?;
        paste.extend_from_slice(bytes.get(..end)?);
        paste.truncate(LONGEST_PASTE);
        inputs.push(Input::Paste(String::from_utf8_lossy(&paste).into_owned()));
        Some(end + PASTE_END.len())
    }

    /// Moves what surely belongs to the paste out of what is looked at again.
    fn shorten_paste(&mut self) {
        let Some(paste) = &mut self.paste else { return };
        let sure = self.held.len().saturating_sub(PASTE_END.len() - 1);
        paste.extend(self.held.drain(..sure));
        paste.truncate(LONGEST_PASTE);
    }
}

fn step(bytes: &[u8]) -> Step {
    match bytes {
        [ESCAPE, ESCAPE, ..] => Step::Input(1, Input::Key(KeyCode::Esc.into())),
        [ESCAPE, b'[', rest @ ..] => csi::step(rest).after(2),
        [ESCAPE] | [ESCAPE, b'O'] => Step::More,
        [ESCAPE, b'O', byte, ..] => match single_shift(*byte) {
            Some(code) => Step::Input(3, Input::Key(code.into())),
            None => Step::Input(2, alt(key_of('O'))),
        },
        [ESCAPE, b']', rest @ ..] => match look(rest) {
            PendingAnswer::Answer(taken, Some(brightness)) => Step::Input(taken + 2, Input::Background(brightness)),
            PendingAnswer::Answer(taken, None) => Step::Skip(taken + 2),
            PendingAnswer::More => Step::More,
            PendingAnswer::Other => Step::Input(2, alt(key_of(']'))),
        },
        [ESCAPE, rest @ ..] => match character(rest) {
            Step::Input(taken, Input::Key(key)) => Step::Input(taken + 1, alt(key)),
            other => other.after(1),
        },
        _ => character(bytes),
    }
}

impl Step {
    fn after(self, before: usize) -> Self {
        match self {
            Self::Input(taken, input) => Self::Input(taken + before, input),
            Self::Skip(taken) => Self::Skip(taken + before),
            Self::Paste(taken) => Self::Paste(taken + before),
            Self::More => Self::More,
        }
    }
}

/// Keys that some terminals send as `ESC O` and a letter.
fn single_shift(byte: u8) -> Option<KeyCode> {
    Some(match byte {
        b'M' => KeyCode::Enter,
        b'P'..=b'S' => KeyCode::F(byte - b'P' + 1),
        _ => csi::named(byte)?,
    })
}

/// A character, or a key that sends a control character.
fn character(bytes: &[u8]) -> Step {
    let Some(first) = bytes.first() else { return Step::More };
    let control = |letter: u8| KeyEvent::new(KeyCode::Char(char::from(letter)), KeyModifiers::CONTROL);
    let key = match *first {
        b'\r' => KeyCode::Enter.into(),
        b'\t' => KeyCode::Tab.into(),
        0x7f => KeyCode::Backspace.into(),
        0 => control(b' '),
        letter @ 1..=0x1a => control(letter - 1 + b'a'),
        sign @ 0x1c..=0x1f => control(sign - 0x1c + b'4'),
        _ => return written(bytes),
    };
    Step::Input(1, Input::Key(key))
}

/// A character of UTF-8.
fn written(bytes: &[u8]) -> Step {
    let four = bytes.get(..4).unwrap_or(bytes);
    let (valid, is_cut) = match std::str::from_utf8(four) {
        Ok(text) => (text, false),
        Err(error) => {
            let valid = four.get(..error.valid_up_to()).unwrap_or_default();
            (std::str::from_utf8(valid).unwrap_or_default(), error.error_len().is_none())
        }
    };
    match valid.chars().next() {
        Some(letter) => Step::Input(letter.len_utf8(), Input::Key(key_of(letter))),
        None if is_cut && bytes.len() < 4 => Step::More,
        None => Step::Skip(1),
    }
}

/// A letter as crossterm tells it: a capital is typed with shift.
fn key_of(letter: char) -> KeyEvent {
    let shift = if letter.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    KeyEvent::new(KeyCode::Char(letter), shift)
}

fn alt(mut key: KeyEvent) -> Input {
    key.modifiers |= KeyModifiers::ALT;
    Input::Key(key)
}

#[cfg(test)]
mod tests;
