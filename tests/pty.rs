//! The program on a pseudo-terminal: however it ends, the terminal is restored.
//!
//! This file tests the runtime alone, with a minimal program; the other files test the real one.

mod appearance;
mod bytes;
mod closing;
mod config;
mod editor;
mod ends;
mod hostile;
mod link;
mod many_writers;
mod one_node;
mod opened;
mod outside;
mod past;
mod questions;
mod sizes;
mod stage;
mod stops;
mod tour;
mod unprivileged;

use crate::support::screen::{End, Mode, Session};
use rustix::process::Signal;
use std::path::Path;
use tempfile::TempDir;

const SIZE: (u16, u16) = (60, 10);

/// Starts the stage on a terminal and waits for its first frame.
fn stage(environment: &[(&str, &str)]) -> (TempDir, Session) {
    let folder = TempDir::new().unwrap();
    let program = std::env::current_exe().unwrap();
    let arguments = ["--exact", "pty::stage::stage", "--ignored", "--nocapture", "--test-threads=1"];
    let session = Session::start_program(&program, folder.path(), &arguments, environment, SIZE);
    session.wait_for_text("keys: 0");
    (folder, session)
}

#[track_caller]
fn assert_terminal_restored(session: &Session) {
    assert_eq!(session.modes(), []);
    assert_eq!(session.termios(), session.termios_before());
}

const ENTERED: [Mode; 4] = [Mode::AlternateScreen, Mode::Mouse, Mode::BracketedPaste, Mode::HiddenCursor];

#[test]
fn all_terminal_modes_are_switched_on_and_off_again() {
    let (_folder, mut session) = stage(&[]);
    assert_eq!(session.modes(), ENTERED);
    assert_ne!(session.termios(), session.termios_before());
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}

#[test]
fn a_command_that_only_prints_leaves_the_terminal_alone() {
    let folder = TempDir::new().unwrap();
    let session = Session::start(folder.path(), &["--version"], &[], SIZE);
    assert_eq!(session.wait_exit(), End::Code(0));
    assert!(session.bytes_seen() > 0);
    assert_terminal_restored(&session);
}

#[test]
fn keys_sent_in_one_write_all_arrive() {
    let (_folder, mut session) = stage(&[]);
    session.keys(&"j".repeat(3_000));
    session.wait_for_text("keys: 3000");
}

#[test]
fn an_unchanged_frame_sends_nothing() {
    let (_folder, mut session) = stage(&[]);
    session.keys("x");
    session.wait_for_text("draws: 2");
    session.take_bytes();
    session.keys("==a");
    session.wait_for_text("last: a");
    let sent = String::from_utf8(session.take_bytes()).unwrap();
    assert_eq!(sent.matches("\x1b[?2026h").count(), 1, "{sent:?}");
}

#[test]
fn a_reply_about_the_background_colour_is_not_read_as_keys() {
    let (_folder, mut session) = stage(&[("ASK", "1")]);
    session.wait_for_bytes(b"\x1b]11;?", "the question");
    session.keys("\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
    session.wait_for_text("last: Light");
    assert!(session.text().contains("keys: 0"));
}

#[test]
fn a_lone_escape_is_a_key() {
    let (_folder, mut session) = stage(&[]);
    session.keys("\x1b");
    session.wait_for_text("last: Esc");
}

#[test]
fn mouse_capture_can_be_switched_off_at_run_time() {
    let (_folder, mut session) = stage(&[]);
    session.keys("m");
    session.wait_for_text("last: m");
    assert_eq!(session.modes(), [Mode::AlternateScreen, Mode::BracketedPaste, Mode::HiddenCursor]);
}

#[rstest::rstest]
#[case::term(Signal::TERM, 143)]
#[case::hup(Signal::HUP, 129)]
#[case::int(Signal::INT, 130)]
#[case::quit(Signal::QUIT, 131)]
fn a_signal_ends_the_program_and_restores_the_terminal(#[case] signal: Signal, #[case] code: u32) {
    let (_folder, session) = stage(&[]);
    session.signal(signal);
    assert_eq!(session.wait_exit(), End::Code(code));
    assert_terminal_restored(&session);
}

#[test]
fn a_signal_ends_the_program_even_if_the_loop_is_busy() {
    let (_folder, mut session) = stage(&[]);
    session.keys("b");
    session.wait_for_text("last: b");
    session.signal(Signal::TERM);
    assert_eq!(session.wait_exit(), End::Code(143));
    assert_terminal_restored(&session);
}

#[rstest::rstest]
#[case::main("p")]
#[case::worker("w")]
#[case::job("R")]
fn a_panic_is_printed_on_a_restored_terminal(#[case] key: &str) {
    let (_folder, mut session) = stage(&[]);
    session.keys(key);
    assert_eq!(session.wait_exit(), End::Code(101));
    assert_terminal_restored(&session);
    assert!(session.text().contains("panicked at tests/pty/stage.rs"), "{}", session.text());
    assert!(session.text().contains("on purpose"), "{}", session.text());
}

#[test]
fn a_caught_panic_leaves_the_screen_alone() {
    let (_folder, mut session) = stage(&[]);
    session.keys("r");
    session.wait_for_text("last: caught");
    assert_eq!(session.modes(), ENTERED);
    assert!(!session.text().contains("on purpose"));
}

#[test]
fn a_lost_terminal_ends_the_program() {
    let (_folder, mut session) = stage(&[]);
    session.close_master();
    assert_eq!(session.wait_exit(), End::Code(129));
}

#[test]
fn a_stopped_program_restores_the_terminal_and_sets_it_up_again() {
    let (_folder, mut session) = stage(&[]);
    session.keys("\x1a");
    session.wait_stopped();
    session.wait_for(|screen| !screen.alternate_screen(), "the screen of the shell");
    session.wait_for(|screen| !screen.hide_cursor(), "the cursor");
    assert_terminal_restored(&session);
    session.signal(Signal::CONT);
    session.wait_for(|screen| screen.alternate_screen() && screen.contents().contains("last: back"), "a full redraw");
    assert_eq!(session.modes(), ENTERED);
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}

#[test]
fn a_stop_signal_acts_like_the_key() {
    let (_folder, session) = stage(&[]);
    session.signal(Signal::TSTP);
    session.wait_stopped();
    session.wait_for(|screen| !screen.hide_cursor(), "the cursor");
    assert_terminal_restored(&session);
    session.signal(Signal::CONT);
    session.wait_for(|screen| screen.alternate_screen() && screen.contents().contains("last: back"), "a full redraw");
}

#[test]
fn an_editor_gets_the_terminal_and_every_key() {
    let (folder, mut session) = stage(&[("EDITOR", "sh editor"), ("PATH", "/usr/bin:/bin")]);
    let script = "stty -a > modes; echo; echo editing; read line; echo \"$line\" > typed\n";
    std::fs::write(folder.path().join("editor"), script).unwrap();
    session.keys("e");
    session.wait_for(|screen| !screen.alternate_screen() && screen.contents().contains("editing"), "the editor");
    assert_terminal_restored(&session);
    session.keys("some words\r");
    session.wait_for(|screen| screen.alternate_screen() && screen.contents().contains("last: edited"), "the way back");
    assert_eq!(read(folder.path(), "typed"), "some words\n");
    assert_eq!(session.modes(), ENTERED);
    session.keys("k");
    session.wait_for_text("last: k");
}

#[test]
fn an_interrupt_in_the_editor_does_not_end_the_program() {
    let (folder, mut session) = stage(&[("EDITOR", "sh editor"), ("PATH", "/usr/bin:/bin")]);
    let script = "trap 'echo; echo heard' INT; echo editing; until read line; do :; done\n";
    std::fs::write(folder.path().join("editor"), script).unwrap();
    session.keys("e");
    session.wait_for_text("editing");
    session.keys("\x03");
    session.wait_for_text("heard");
    session.keys("done\r");
    session.wait_for(|screen| screen.contents().contains("last: ") && screen.alternate_screen(), "the way back");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
}

#[test]
fn a_thousand_sizes_down_to_zero_do_no_harm() {
    let (_folder, mut session) = stage(&[]);
    for step in 0..1_000_u16 {
        session.resize(step * 7 % 200, step * 3 % 60);
    }
    session.resize(1, 1);
    session.resize(70, 12);
    session.keys("k");
    session.wait_for(
        |screen| screen.contents().contains("last: k") && screen.contents().contains("70x12"),
        "the last size",
    );
    assert!(session.row(0).starts_with("keys: 1"), "{}", session.row(0));
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}
