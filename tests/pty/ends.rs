//! Every way the real program can end: the terminal is restored, and no process is left behind.

use super::assert_terminal_restored;
use super::opened::{ENTERED, demo, open_demo};
use crate::support::screen::{End, Session};
use rstest::rstest;
use rustix::process::Signal;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

#[rstest]
#[case::key("q")]
#[case::interrupt_key("\x03")]
#[case::from_the_search("/stam\x03")]
#[case::from_the_palette(":\x03")]
#[case::by_name(":quit\r")]
fn a_key_ends_the_program_and_restores_the_terminal(#[case] keys: &str) {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    assert_eq!(session.modes(), ENTERED);
    session.keys(keys);
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}

#[rstest]
#[case::term(Signal::TERM, 143)]
#[case::hup(Signal::HUP, 129)]
#[case::int(Signal::INT, 130)]
#[case::usr1(Signal::USR1, signalled(Signal::USR1))]
#[case::usr2(Signal::USR2, signalled(Signal::USR2))]
#[case::alrm(Signal::ALARM, 142)]
#[case::vtalrm(Signal::VTALARM, signalled(Signal::VTALARM))]
#[case::prof(Signal::PROF, signalled(Signal::PROF))]
#[case::xcpu(Signal::XCPU, signalled(Signal::XCPU))]
fn a_signal_ends_the_program_and_restores_the_terminal(#[case] signal: Signal, #[case] code: u32) {
    let folder = demo();
    let session = open_demo(folder.path(), &[], &[]);
    session.signal(signal);
    assert_eq!(session.wait_exit(), End::Code(code));
    assert_terminal_restored(&session);
}

/// The exit code that shells report for a program ended by a signal. Some signal numbers differ between systems.
fn signalled(signal: Signal) -> u32 {
    128 + u32::try_from(signal.as_raw()).unwrap()
}

#[test]
fn a_lost_terminal_ends_the_program() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.close_master();
    assert_eq!(session.wait_exit(), End::Code(129));
}

#[test]
fn a_lost_terminal_ends_the_editor_too() {
    let folder = demo();
    let alive = folder.path().join("alive");
    assert!(Command::new("mkfifo").arg(&alive).status().unwrap().success());
    // The editor has the pipe open as long as it runs.
    std::fs::write(folder.path().join("editor"), "exec 3> alive; echo editing; read line\n").unwrap();
    let environment = [("VISUAL", "sh editor"), ("PATH", "/usr/bin:/bin")];
    let mut session = open_demo(folder.path(), &[], &environment);
    let ended = end_of(&alive);
    session.keys("e");
    session.wait_for_text("editing");
    session.close_master();
    assert_eq!(session.wait_exit(), End::Code(129));
    assert_eq!(ended.recv_timeout(Duration::from_secs(30)), Ok(()), "the editor is still there");
}

/// Receives a message when no process has the pipe open any more.
fn end_of(pipe: &Path) -> mpsc::Receiver<()> {
    let (sender, receiver) = mpsc::channel();
    let pipe = pipe.to_owned();
    std::thread::spawn(move || {
        std::fs::read(pipe).unwrap();
        sender.send(())
    });
    receiver
}

#[rstest]
#[case::main("main", "thread 'main' panicked at src/tui/runtime/test_panics.rs")]
#[case::worker("worker", "thread 'worker' panicked at src/tui/runtime/test_panics.rs")]
fn a_panic_is_printed_on_a_restored_terminal(#[case] place: &str, #[case] words: &str) {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[("REFSCOPE_PANIC", place)]);
    session.keys("j");
    assert_panicked(&session, words);
}

#[test]
fn a_panic_while_loading_is_printed_on_a_restored_terminal() {
    let folder = demo();
    let session = Session::start(folder.path(), &["-w", "w"], &[("REFSCOPE_PANIC", "loader")], (100, 20));
    assert_panicked(&session, "thread 'load' panicked at src/tui/runtime/test_panics.rs");
}

#[track_caller]
fn assert_panicked(session: &Session, words: &str) {
    assert_eq!(session.wait_exit(), End::Code(101));
    assert_terminal_restored(session);
    assert!(session.text().contains(words), "{}", session.text());
    assert!(session.text().contains("on purpose"), "{}", session.text());
}

#[rstest]
#[case("reference")]
#[case("unit")]
#[case("yggdrasil")]
fn a_panic_in_a_source_is_a_finding_on_the_screen(#[case] system: &str) {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[("REFSCOPE_PANIC", system)]);
    session.keys("5/system-failed\r");
    session.wait_for_text("Reading this system failed: on purpose");
    assert_eq!(session.modes(), ENTERED);
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert!(!session.text().contains("panicked"), "{}", session.text());
    assert_terminal_restored(&session);
}

#[cfg(target_os = "linux")]
#[test]
fn at_most_twelve_threads_are_idle_on_two_cores() {
    let folder = demo();
    let session = open_demo(folder.path(), &[], &[("RAYON_NUM_THREADS", "2")]);
    let threads = session.threads();
    // Values that are dropped on a thread of their own may not be gone yet.
    let idle: Vec<_> = threads.iter().filter(|name| *name != "forget").collect();
    assert!(idle.len() <= 12, "{idle:?}");
}
