//! Output sent to the terminal: colours, symbols, the clipboard, or nothing where there is no terminal.

use super::opened::{SIZE, demo, open_demo, start};
use crate::support::refscope;
use crate::support::screen::{End, cells};
use rstest::rstest;
use std::path::Path;
use std::process::Stdio;

/// The parameters of every SGR (Select Graphic Rendition) sequence.
fn looks(sent: &[u8]) -> Vec<u32> {
    let text = String::from_utf8_lossy(sent);
    let sequences = text.split("\x1b[").skip(1).filter_map(|behind| {
        let end = behind.find(|sign: char| sign.is_ascii_alphabetic())?;
        behind[end..].starts_with('m').then(|| behind[..end].to_owned())
    });
    sequences.flat_map(|one| one.split([';', ':']).map(|n| n.parse().unwrap_or(0)).collect::<Vec<_>>()).collect()
}

fn is_colour(number: u32) -> bool {
    matches!(number, 30..=38 | 40..=48 | 90..=107)
}

/// All output while every view is shown.
fn sent(arguments: &[&str], environment: &[(&str, &str)]) -> Vec<u8> {
    let folder = demo();
    let mut session = open_demo(folder.path(), arguments, environment);
    for (key, words) in [("2", "Lineage"), ("3", "Tree"), ("4", "Map"), ("5", "Findings"), ("?", "Help")] {
        session.keys(key);
        // More than the name, which the header always contains.
        session.wait_for_text(&format!("> {words}"));
    }
    session.keys("\x1b");
    session.wait_for(|screen| !screen.contents().contains("Help"), "no help");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    session.take_bytes()
}

#[test]
fn colours_are_used_unless_switched_off() {
    assert!(looks(&sent(&[], &[])).iter().copied().any(is_colour));
    for (arguments, environment) in
        [(&[][..], &[("NO_COLOR", "1")][..]), (&["--color", "never"], &[]), (&["--color-depth", "none"], &[])]
    {
        let looks = looks(&sent(arguments, environment));
        assert!(!looks.iter().copied().any(is_colour), "{arguments:?} {environment:?}: {looks:?}");
        assert!(looks.contains(&7), "the selection is seen without colours too: {looks:?}");
    }
}

#[test]
fn a_terminal_of_sixteen_colours_gets_no_others() {
    let looks = looks(&sent(&["--color-depth", "16"], &[]));
    let mut chosen = looks.windows(3).filter(|three| matches!(three, [38 | 48, ..]));
    assert!(looks.iter().copied().any(is_colour));
    assert!(chosen.all(|three| matches!(three, [_, 5, 0..16])), "{looks:?}");
}

#[test]
fn only_ascii_is_drawn_on_request() {
    let sent = sent(&["--ascii"], &[]);
    let other = sent.iter().position(|byte| !byte.is_ascii());
    assert_eq!(other.map(|at| String::from_utf8_lossy(&sent[at.saturating_sub(40)..at + 10]).into_owned()), None);
}

#[test]
fn the_background_colour_of_the_terminal_selects_the_theme() {
    let folder = demo();
    let light = open_demo(folder.path(), &["--theme", "light"], &[]);
    let dark = open_demo(folder.path(), &["--theme", "dark"], &[]);
    assert_ne!(light.look(cells), dark.look(cells));
    let mut session = open_demo(folder.path(), &[], &[]);
    session.wait_for_bytes(b"\x1b]11;?", "the question");
    for (answer, expected) in [("ffff/ffff/ffff", &light), ("0000/0000/0000", &dark)] {
        let expected = expected.look(cells);
        session.keys(&format!("\x1b]11;rgb:{answer}\x1b\\"));
        session.wait_for(|screen| cells(screen) == expected, "the other theme");
    }
}

#[test]
fn a_configured_theme_overrides_the_background_colour() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &["--theme", "light"], &[]);
    let before = session.look(cells);
    session.keys("\x1b]11;rgb:0000/0000/0000\x1b\\");
    session.keys("?");
    session.wait_for_text("Help");
    session.keys("\x1b");
    session.wait_for(|screen| !screen.contents().contains("Help"), "no help");
    assert_eq!(session.look(cells), before);
    assert!(memchr::memmem::find(&session.take_bytes(), b"\x1b]11;?").is_none(), "nobody needs to be asked");
}

#[test]
fn ids_and_paths_are_sent_to_the_clipboard() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.keys("/jitter-ttl\r");
    session.wait_for_selected("jitter-ttl");
    session.keys("y");
    session.wait_for_bytes(b"\x1b]52;c;aml0dGVyLXR0bA==\x07", "the id");
    session.wait_for_text("id sent");
    session.keys("Y");
    session.wait_for_text("path sent");
    let sent = String::from_utf8(session.take_bytes()).unwrap();
    let path = sent.split("\x1b]52;c;").nth(2).unwrap().split('\x07').next().unwrap();
    let file = folder.path().join("w/artifacts/tasks/jitter-ttl.md");
    assert_eq!(decoded(path), file.to_str().unwrap());
}

/// Decodes base64.
fn decoded(text: &str) -> String {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let values = text.trim_end_matches('=').chars().map(|digit| digits.find(digit).unwrap());
    let bits: String = values.map(|value| format!("{value:06b}")).collect();
    let bytes = bits.as_bytes().chunks_exact(8).map(|byte| std::str::from_utf8(byte).unwrap());
    String::from_utf8(bytes.map(|byte| u8::from_str_radix(byte, 2).unwrap()).collect()).unwrap()
}

#[test]
fn a_dumb_terminal_gets_an_error_message() {
    let folder = demo();
    let session = start(folder.path(), &[], &[("TERM", "dumb")], SIZE);
    assert_eq!(session.wait_exit(), End::Code(2));
    super::assert_terminal_restored(&session);
    assert!(session.text().contains("TERM=dumb"), "{}", session.text());
    assert!(!session.take_bytes().contains(&0x1b));
}

#[rstest]
#[case::default_environment(&[])]
#[case::dumb(&[("TERM", "dumb")])]
fn without_a_terminal_an_error_message_is_printed(#[case] environment: &[(&str, &str)]) {
    let folder = demo();
    let output = run_without_terminal(folder.path(), environment);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("terminal"));
}

fn run_without_terminal(folder: &Path, environment: &[(&str, &str)]) -> std::process::Output {
    let mut command = refscope(folder);
    command.args(["-w", "w"]).envs(environment.iter().copied()).stdin(Stdio::null()).output().unwrap()
}
