//! A walk through time in the real program.

use super::opened::{demo, open_demo};

#[test]
fn the_past_is_walked_marked_and_left() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.press("z", "PAST 2026-05-");
    session.press("\x1b[H", "row 1 of");
    session.press("a", "nothing can be added to it");
    session.press("\x1b[C", "row 2 of");
    session.press(",", "one step is one day");
    session.press("@2026-05-14\r", "PAST 2026-05-14 00:00");
    session.press("D", "since 2026-05-14 00:00: ");
    session.wait_for(|screen| !screen.contents().contains("PAST"), "the present");
    session.press("D", "what came is not marked any more");
}
