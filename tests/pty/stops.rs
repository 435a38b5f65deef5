//! Stopped and continued: the same screen comes back.

use super::assert_as_found;
use super::opened::{ENTERED, demo, open_demo};
use crate::support::screen::{End, Session, cells};
use rustix::process::Signal;

/// Waits until the program has given the terminal back and stands still.
fn wait_stopped(session: &Session) {
    session.wait_stopped();
    session.wait_for(|screen| !screen.alternate_screen() && !screen.hide_cursor(), "the screen of the shell");
    assert_as_found(session);
}

/// The program goes on with the screen it had.
fn go_on(session: &Session, before: &[String]) {
    session.signal(Signal::CONT);
    session.wait_for(|screen| screen.alternate_screen() && cells(screen) == before, "the same screen");
    assert_eq!(session.modes(), ENTERED);
}

#[test]
fn the_key_stops_it_and_the_same_screen_comes_back() {
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
    assert_as_found(&session);
}

#[test]
fn a_stop_from_outside_is_like_the_key() {
    let folder = demo();
    let session = open_demo(folder.path(), &[], &[]);
    let before = session.look(cells);
    session.signal(Signal::TSTP);
    wait_stopped(&session);
    go_on(&session, &before);
}

#[test]
fn it_fits_the_size_the_terminal_got_while_it_was_stopped() {
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
