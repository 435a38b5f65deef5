//! The current node with real keys: what is seen is what keys act on.

use super::opened::{demo, open_demo};

#[test]
fn a_look_at_the_findings_does_not_change_what_detail_and_keys_are_about() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.keys("/fix-stam\r");
    session.wait_for_selected("fix-stampede");
    session.wait_for_text("fix-stampede both");
    session.wait_for_text("Stop the cache stampede");
    // The keys go to Detail, then there and back.
    session.keys("\x1b[Z");
    session.press("5", "Problems");
    session.keys("j1");
    session.wait_for_selected("fix-stampede");
    session
        .wait_for(|screen| screen.contents().contains("artifacts/tasks/fix-stampede.md"), "the detail of fix-stampede");
    session.press("a", "from     fix-stampede");
    session.keys("\x1b");
    session.keys("q");
}
