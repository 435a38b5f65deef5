//! The current node with real keys: keys act on the node that is shown.

use super::opened::{demo, open_demo};

#[test]
fn looking_at_the_findings_does_not_change_the_current_node() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.keys("/fix-stam\r");
    session.wait_for_selected("fix-stampede");
    session.wait_for_text("fix-stampede both");
    session.wait_for_text("Stop the cache stampede");
    // Focus Detail, switch to another view, and come back.
    session.keys("\x1b[Z");
    session.press("5", "Findings");
    session.keys("j1");
    session.wait_for_selected("fix-stampede");
    session
        .wait_for(|screen| screen.contents().contains("artifacts/tasks/fix-stampede.md"), "the detail of fix-stampede");
    session.press("a", "from     fix-stampede");
    session.keys("\x1b");
    session.keys("q");
}
