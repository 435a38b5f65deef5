//! Stepping through the past in the real program.

use super::opened::{SIZE, demo, is_examined, open_demo};
use crate::support::screen::{End, Session};

#[test]
fn the_past_can_be_entered_marked_and_left() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.press("z", "PAST 2026-05-");
    session.press("\x1b[H", "row 1 of");
    session.press("a", "is read-only");
    session.press("\x1b[C", "row 2 of");
    session.press(",", "Step: one day");
    session.press("@2026-05-14\r", "PAST 2026-05-14 00:00");
    session.press("D", "Since 2026-05-14 00:00: ");
    session.wait_for(|screen| !screen.contents().contains("PAST"), "the present");
    session.press("D", "Changes no longer marked");
}

#[test]
fn a_fixed_now_applies_on_the_screen() {
    let folder = demo();
    let arguments: [&[&str]; 2] = [&["-w", "w", "--now", "2026-05-16"], &["demo", "--now", "2026-05-16"]];
    for arguments in arguments {
        let mut session = Session::start(folder.path(), arguments, &[], SIZE);
        session.wait_for(is_examined, "everything");
        // Relative to the given time, even after keys, which read the clock.
        session.keys("jk");
        session.press("D-7d\r", "Since 2026-05-09 00:00: ");
        session.press("D", "Changes no longer marked");
        session.press("z", "PAST 2026-05-");
        session.press("@-10d\r", "PAST 2026-05-06 00:00");
        session.keys("q");
        assert_eq!(session.wait_exit(), End::Code(0));
    }
}
