//! Decodes terminal input (escape sequences and UTF-8) into keys, mouse events, pastes and answers.
//!
//! crossterm has such a decoder, but only behind a reader that blocks in `read` while a sequence is incomplete, leaves
//! bytes beyond 1,024 unread until the next key, and busy-loops when the terminal is gone. Only its types are used
//! here; the reading is in [`super::input`].

mod csi;

use super::background::{self, PendingAnswer};
use super::input::Input;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

const ESCAPE: u8 = 0x1b;
const PASTE_END: &[u8] = b"\x1b[201~";

/// Maximum length of a paste, which goes into an input line; the rest is dropped.
const LONGEST_PASTE: usize = 1 << 20;

/// Decodes bytes into inputs and buffers incomplete sequences.
#[derive(Default)]
pub(super) struct Decoder {
    held: Vec<u8>,
    paste: Option<Vec<u8>>,
}

/// The result of decoding the first bytes.
enum Step {
    /// An input of this many bytes.
    Input(usize, Input),
    /// This many bytes without meaning here.
    Skip(usize),
    /// The start of a paste, of this many bytes.
    Paste(usize),
    /// Incomplete: more bytes are needed.
    More,
}

impl Decoder {
    /// Decodes bytes and appends complete inputs to `inputs`.
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

    /// Whether the buffered bytes are a key if nothing follows soon.
    pub(super) fn is_undecided(&self) -> bool {
        self.paste.is_none() && matches!(&*self.held, [ESCAPE] | [ESCAPE, b'[' | b'O' | b']'])
    }

    /// Nothing followed: decodes the buffered bytes as a key.
    pub(super) fn decide(&mut self, inputs: &mut Vec<Input>) {
        if !self.is_undecided() {
            return;
        }
        inputs.push(match &*std::mem::take(&mut self.held) {
            [_, byte] => alt(key_of(char::from(*byte))),
            _ => Input::Key(KeyCode::Esc.into()),
        });
    }

    /// Finishes the paste if its end was received; returns the number of bytes consumed.
    fn take_paste(&mut self, bytes: &[u8], inputs: &mut Vec<Input>) -> Option<usize> {
        let end = memchr::memmem::find(bytes, PASTE_END)?;
        let mut paste = self.paste.take()?;
        paste.extend_from_slice(bytes.get(..end)?);
        paste.truncate(LONGEST_PASTE);
        inputs.push(Input::Paste(String::from_utf8_lossy(&paste).into_owned()));
        Some(end + PASTE_END.len())
    }

    /// Moves bytes that cannot be part of the end marker to the paste, so that they are not scanned again.
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
        [ESCAPE, b']', rest @ ..] => match background::parse(rest) {
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

/// Keys that some terminals send as `ESC O` and a character (SS3).
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
    let control = |byte: u8| KeyEvent::new(KeyCode::Char(char::from(byte)), KeyModifiers::CONTROL);
    let key = match *first {
        b'\r' => KeyCode::Enter.into(),
        b'\t' => KeyCode::Tab.into(),
        0x7f => KeyCode::Backspace.into(),
        0 => control(b' '),
        byte @ 1..=0x1a => control(byte - 1 + b'a'),
        byte @ 0x1c..=0x1f => control(byte - 0x1c + b'4'),
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
        Some(character) => Step::Input(character.len_utf8(), Input::Key(key_of(character))),
        None if is_cut && bytes.len() < 4 => Step::More,
        None => Step::Skip(1),
    }
}

/// A character as crossterm reports it: a capital has the shift modifier.
fn key_of(character: char) -> KeyEvent {
    let shift = if character.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    KeyEvent::new(KeyCode::Char(character), shift)
}

fn alt(mut key: KeyEvent) -> Input {
    key.modifiers |= KeyModifiers::ALT;
    Input::Key(key)
}

#[cfg(test)]
mod tests;
