//! Detects whether the terminal's background is light or dark by the query `OSC 11 ; ?`.
//!
//! The answer arrives on standard input between keys, or never, so it is not waited for: the decoder calls `parse` on
//! every OSC sequence.

use crate::tui::theme::Brightness;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const QUERY: &[u8] = b"\x1b]11;?\x1b\\";

/// Start of an answer after `ESC ]`.
const START: &[u8] = b"11;";

/// Maximum length of an answer.
const LONGEST: usize = 64;

/// A terminal that has not answered by then does not support the query.
const PATIENCE: Duration = Duration::from_secs(1);

static ASKED: Mutex<Option<Instant>> = Mutex::new(None);

/// Whether a terminal of this `TERM` can be queried: the excluded ones print the query instead.
pub(super) fn can_be_asked(term: Option<&str>) -> bool {
    !matches!(term, None | Some("" | "dumb" | "linux"))
}

/// Sends the query.
pub(super) fn ask(send: impl FnOnce(&[u8]) -> io::Result<()>) -> io::Result<()> {
    *asked() = Some(Instant::now());
    send(QUERY)
}

pub(super) fn answered() {
    *asked() = None;
}

/// Whether an answer may still arrive, which the next program would read as keys.
pub(super) fn is_answer_outstanding() -> bool {
    asked().is_some_and(|at| at.elapsed() < PATIENCE)
}

fn asked() -> std::sync::MutexGuard<'static, Option<Instant>> {
    ASKED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The meaning of the bytes after `ESC ]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PendingAnswer {
    /// An answer of this many bytes, with the brightness if it is valid.
    Answer(usize, Option<Brightness>),
    /// The start of an answer.
    More,
    Other,
}

/// Parses the bytes after `ESC ]`.
pub(super) fn parse(bytes: &[u8]) -> PendingAnswer {
    let Some(body) = bytes.strip_prefix(START) else {
        return if START.starts_with(bytes) { PendingAnswer::More } else { PendingAnswer::Other };
    };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b":/#".contains(byte);
    let length = body.iter().take_while(|byte| is_part(byte)).count();
    let (answer, rest) = body.split_at(length);
    let until = START.len() + length;
    match rest {
        _ if length > LONGEST => PendingAnswer::Other,
        [] | [0x1b] => PendingAnswer::More,
        [0x07, ..] => PendingAnswer::Answer(until + 1, brightness(answer)),
        [0x1b, b'\\', ..] => PendingAnswer::Answer(until + 2, brightness(answer)),
        _ => PendingAnswer::Other,
    }
}

/// Parses `rgb:RRRR/GGGG/BBBB` with one to four digits each.
fn brightness(answer: &[u8]) -> Option<Brightness> {
    let answer = std::str::from_utf8(answer).ok()?;
    let colours = answer.strip_prefix("rgb:").or_else(|| answer.strip_prefix("rgba:"))?;
    let mut parts = colours.split('/').map(|part| {
        let most = 16_u32.checked_pow(part.len().try_into().ok()?)?.checked_sub(1).filter(|most| *most > 0)?;
        Some(u32::from_str_radix(part, 16).ok()?.checked_mul(255)? / most)
    });
    let mut part = || parts.next().flatten();
    let (red, green, blue) = (part()?, part()?, part()?);
    // Perceived brightness (ITU-R BT.601 luma), in thousandths.
    let light = red * 299 + green * 587 + blue * 114;
    Some(if light >= 128_000 { Brightness::Light } else { Brightness::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("rgb:ffff/ffff/ffff", Some(Brightness::Light))]
    #[case("rgb:fdf6/f6e3/e3ff", Some(Brightness::Light))]
    #[case("rgb:0000/2b2b/3636", Some(Brightness::Dark))]
    #[case("rgb:1e/1e/2e", Some(Brightness::Dark))]
    #[case("rgb:f/f/f", Some(Brightness::Light))]
    #[case("rgba:ffff/ffff/ffff/8000", Some(Brightness::Light))]
    #[case("rgb:ffff/ffff", None)]
    #[case("rgb:///", None)]
    #[case("rgb:fffffffff/0/0", None)]
    #[case("#ffffff", None)]
    fn the_answer_gives_the_brightness(#[case] answer: &str, #[case] expected: Option<Brightness>) {
        assert_eq!(brightness(answer.as_bytes()), expected);
    }

    #[rstest]
    #[case(b"11;rgb:0/0/0\x07rest", PendingAnswer::Answer(13, Some(Brightness::Dark)))]
    #[case(b"11;rgb:0/0/0\x1b\\rest", PendingAnswer::Answer(14, Some(Brightness::Dark)))]
    #[case(b"11;nonsense\x07", PendingAnswer::Answer(12, None))]
    #[case(b"", PendingAnswer::More)]
    #[case(b"11", PendingAnswer::More)]
    #[case(b"11;rgb:0/0", PendingAnswer::More)]
    #[case(b"11;rgb:0/0/0\x1b", PendingAnswer::More)]
    #[case(b"12;", PendingAnswer::Other)]
    #[case(b"11;rgb:0/0/0\x1b[A", PendingAnswer::Other)]
    #[case(b"11; ", PendingAnswer::Other)]
    fn answers_are_distinguished_from_keys(#[case] bytes: &[u8], #[case] expected: PendingAnswer) {
        assert_eq!(parse(bytes), expected);
    }

    #[test]
    fn an_overlong_answer_is_rejected() {
        assert_eq!(parse(&[START, &[b'f'; 65]].concat()), PendingAnswer::Other);
    }

    #[test]
    fn a_console_is_not_queried() {
        assert!(can_be_asked(Some("xterm-256color")));
        assert!(![None, Some(""), Some("dumb"), Some("linux")].into_iter().any(can_be_asked));
    }
}
