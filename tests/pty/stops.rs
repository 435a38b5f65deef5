//! Stopping and continuing the program restores the same screen.

use super::assert_terminal_restored;
use super::opened::{ENTERED, demo, open_demo};
use crate::support::screen::{End, Session, cells};
use rustix::process::Signal;

/// Waits until the program has restored the terminal and is stopped.
fn wait_stopped(session: &Session) {
    session.wait_stopped();
    session.wait_for(|screen| !screen.alternate_screen() && !screen.hide_cursor(), "the screen of the shell");
    assert_terminal_restored(session);
}

/// Continues the program and asserts that it shows the same screen.
fn go_on(session: &Session, before: &[String]) {
    session.signal(Signal::CONT);
    session.wait_for(|screen| screen.alternate_screen() && cells(screen) == before, "the same screen");
    assert_eq!(session.modes(), ENTERED);
}

#[test]
fn the_key_stops_the_program_and_the_same_screen_is_restored() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.press("2", "distance 0");
    session.press("?", "┌> Help");
    let before = session.look(cells);
    session.keys("\x1a");
    wait_stopped(&session);
    go_on(&session, &before);
    session.keys("q");
    session.wait_for(|screen| !screen.contents().contains("┌> Help"), "no help");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}

#[test]
fn a_stop_signal_acts_like_the_key() {
    let folder = demo();
    let session = open_demo(folder.path(), &[], &[]);
    let before = session.look(cells);
    session.signal(Signal::TSTP);
    wait_stopped(&session);
    go_on(&session, &before);
}

#[test]
fn a_resize_while_stopped_is_applied_on_continue() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.keys("\x1a");
    wait_stopped(&session);
    session.resize(70, 12);
    session.signal(Signal::CONT);
    session.wait_for(
        |screen| screen.alternate_screen() && screen.rows(0, 70).nth(11).is_some_and(|row| row.contains("help")),
        "a footer at the new bottom",
    );
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
}
