//! Sends text to the clipboard of the user's terminal, also over SSH, by OSC 52 or through tmux.
//!
//! There is no acknowledgement, so messages say "sent", never "copied".

use super::panics;
use crate::text::{grouped, plain, plain_lines};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{self, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Maximum length that terminals accept, in base64 characters.
const LONGEST: usize = 74_994;

/// Timeout for tmux, which answers at once or not at all.
const PATIENCE: Duration = Duration::from_millis(500);

/// Maximum length of a string in GNU screen.
const SCREEN_CHUNK: usize = 500;

/// The multiplexer between the program and the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiplexer {
    /// None, or an unknown one.
    None,
    /// tmux, which has its own clipboard and forwards it.
    Tmux,
    /// GNU screen, which forwards wrapped sequences.
    Screen,
}

impl Multiplexer {
    /// Detected from `$TMUX` and `$STY`.
    pub fn of(tmux: Option<&str>, sty: Option<&str>) -> Self {
        let is_set = |value: Option<&str>| value.is_some_and(|value| !value.is_empty());
        match (is_set(tmux), is_set(sty)) {
            (true, _) => Self::Tmux,
            (false, true) => Self::Screen,
            (false, false) => Self::None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// To tmux, which forwards it.
    Tmux,
    /// To the terminal itself.
    Osc52,
}

impl Sent {
    pub fn words(self) -> &'static str {
        match self {
            Self::Tmux => "sent to tmux",
            Self::Osc52 => "sent by OSC 52",
        }
    }
}

/// Sends a text; `send` writes bytes to the terminal. The error is a message for the user.
///
/// The text comes from files and may be pasted into shells, so it is sanitised like all output.
pub fn copy(text: &str, through: Multiplexer, send: impl FnOnce(&[u8]) -> io::Result<()>) -> Result<Sent, String> {
    copy_plain(&plain(text), through, send)
}

/// Like [`copy`], but the text may have several lines.
pub fn copy_lines(
    text: &str,
    through: Multiplexer,
    send: impl FnOnce(&[u8]) -> io::Result<()>,
) -> Result<Sent, String> {
    copy_plain(&plain_lines(text), through, send)
}

fn copy_plain(text: &str, through: Multiplexer, send: impl FnOnce(&[u8]) -> io::Result<()>) -> Result<Sent, String> {
    if through == Multiplexer::Tmux
        && load_into(Command::new("tmux").args(["load-buffer", "-w", "-"]), text, PATIENCE).is_ok()
    {
        return Ok(Sent::Tmux);
    }
    let encoded = base64(text.as_bytes());
    if encoded.len() > LONGEST {
        let (bytes, most) = (grouped(text.len()), grouped(LONGEST / 4 * 3));
        return Err(format!("Not sent: {bytes} bytes; terminals accept at most {most}"));
    }
    send(&osc52(&encoded, through)).map_err(|error| format!("Not sent: {error}"))?;
    Ok(Sent::Osc52)
}

fn osc52(encoded: &str, through: Multiplexer) -> Vec<u8> {
    let plain = format!("\x1b]52;c;{encoded}\x07");
    if through != Multiplexer::Screen {
        return plain.into_bytes();
    }
    plain.as_bytes().chunks(SCREEN_CHUNK).flat_map(|chunk| [b"\x1bP", chunk, b"\x1b\\"].concat()).collect()
}

/// Runs a command with the text on its standard input; fails if the command fails or takes too long.
fn load_into(command: &mut Command, text: &str, patience: Duration) -> io::Result<()> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let started = Pid::from_child(&child);
    let text = text.to_owned();
    let (send, received) = mpsc::channel();
    // Writing and waiting may block forever, so they run on a thread.
    panics::spawn("clipboard", move || {
        let fed = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
        // The receiver is gone after a timeout.
        let _ = send.send(fed.and(child.wait()));
    })?;
    match received.recv_timeout(patience) {
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(ended) => ended.and_then(|status| Err(io::Error::other(status.to_string()))),
        Err(_) => {
            // The thread has not reaped the child yet, so the process id is still valid.
            let _ = kill_process(started, Signal::KILL);
            Err(io::ErrorKind::TimedOut.into())
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |bits: u32, from: u32| char::from(DIGITS[(bits >> from & 0b11_1111) as usize]);
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().zip([16, 8, 0]).fold(0, |bits, (byte, at)| bits | u32::from(*byte) << at);
        encoded.extend([18, 12, 6, 0].into_iter().take(three.len() + 1).map(|from| digit(bits, from)));
        encoded.extend(std::iter::repeat_n('=', 3 - three.len()));
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const LONG: Duration = Duration::from_secs(30);

    fn sent(text: &str, through: Multiplexer) -> (Result<Sent, String>, Vec<u8>) {
        let mut bytes = Vec::new();
        let how = copy(text, through, |part| {
            bytes.extend_from_slice(part);
            Ok(())
        });
        (how, bytes)
    }

    #[rstest]
    #[case("", "")]
    #[case("f", "Zg==")]
    #[case("fo", "Zm8=")]
    #[case("foo", "Zm9v")]
    #[case("foob", "Zm9vYg==")]
    #[case("fooba", "Zm9vYmE=")]
    #[case("foobar", "Zm9vYmFy")]
    #[case("\u{3ff}\u{10ffff}", "z7/0j7+/")]
    fn base64_follows_the_standard(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(base64(text.as_bytes()), expected);
    }

    #[test]
    fn the_terminal_gets_the_text_exactly() {
        let expected = b"\x1b]52;c;Zml4LWNhY2hl\x07".to_vec();
        assert_eq!(sent("fix-cache", Multiplexer::None), (Ok(Sent::Osc52), expected));
    }

    #[test]
    fn control_characters_are_escaped_before_they_are_sent() {
        let (_, bytes) = sent("fix\u{1b}[31m\u{7}\r\u{202e}", Multiplexer::None);
        let visible = base64(r"fix\u{1b}[31m\u{7}\r\u{202e}".as_bytes());
        assert_eq!(bytes, format!("\x1b]52;c;{visible}\x07").into_bytes());
    }

    #[test]
    fn inside_screen_the_sequence_is_wrapped_in_chunks() {
        let (how, bytes) = sent(&"x".repeat(600), Multiplexer::Screen);
        assert_eq!(how, Ok(Sent::Osc52));
        let text = String::from_utf8(bytes).unwrap();
        let pieces: Vec<&str> = text.split_terminator("\x1b\\").collect();
        assert!(pieces.iter().all(|piece| piece.starts_with("\x1bP") && piece.len() <= SCREEN_CHUNK + 2));
        let joined: String = pieces.iter().filter_map(|piece| piece.strip_prefix("\x1bP")).collect();
        assert_eq!(joined.into_bytes(), sent(&"x".repeat(600), Multiplexer::None).1);
    }

    #[test]
    fn overlong_text_is_not_sent() {
        assert_eq!(sent(&"x".repeat(56_244), Multiplexer::None).0, Ok(Sent::Osc52));
        let (how, bytes) = sent(&"x".repeat(56_248), Multiplexer::None);
        assert_eq!(how, Err("Not sent: 56,248 bytes; terminals accept at most 56,244".to_owned()));
        assert!(bytes.is_empty());
    }

    #[test]
    fn a_command_gets_the_text_on_its_input() {
        assert!(load_into(Command::new("grep").args(["-qx", "fix-cache"]), "fix-cache", LONG).is_ok());
        assert!(load_into(Command::new("grep").args(["-qx", "fix-cache"]), "other", LONG).is_err());
    }

    #[test]
    fn a_missing_command_is_an_error() {
        assert!(load_into(&mut Command::new("/nowhere/tmux"), "x", LONG).is_err());
    }

    #[test]
    fn a_command_that_never_ends_times_out() {
        let mut never = Command::new("tail");
        never.args(["-f", "/dev/null"]);
        assert_eq!(load_into(&mut never, "x", Duration::from_millis(1)).unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[rstest]
    #[case(None, None, Multiplexer::None)]
    #[case(Some(""), Some(""), Multiplexer::None)]
    #[case(Some("/tmp/tmux-1/default,1,0"), Some("1.pts"), Multiplexer::Tmux)]
    #[case(None, Some("1.pts"), Multiplexer::Screen)]
    fn the_multiplexer_is_detected_from_the_environment(
        #[case] tmux: Option<&str>,
        #[case] sty: Option<&str>,
        #[case] expected: Multiplexer,
    ) {
        assert_eq!(Multiplexer::of(tmux, sty), expected);
    }
}
