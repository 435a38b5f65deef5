//! An edge made with real keys, and one that cannot be written.

use super::assert_as_found;
use super::nobody::{allow, open_as_nobody};
use super::opened::{demo, log_of, open_demo};
use crate::support::screen::{End, Session, rows};
use std::fs::File;
use vt100::Screen;

/// The demo's task that its story is about.
const STORY: &str = "fix-stampede";

/// Goes to the story with the keys in the list.
fn go_to_story(session: &mut Session) {
    session.keys("/fix-stam\r");
    session.wait_for_selected(STORY);
    session.wait_for_text("fix-stampede both");
}

/// The selected row of the pane in the middle.
fn chosen(screen: &Screen) -> Option<String> {
    rows(screen).into_iter().find_map(|row| row.split_once("││>").map(|(_, rest)| rest.to_owned()))
}

#[test]
fn a_link_of_ten_keys_is_in_the_file_and_selected() {
    let folder = demo();
    let before = log_of(folder.path());
    let mut session = open_demo(folder.path(), &[], &[]);
    go_to_story(&mut session);

    // One key after the other, as a person types.
    let keys = ["a", "1", "e", "v", "i", "c", "\r", "\r"];
    assert!(keys.len() <= 10);
    for key in keys {
        session.keys(key);
    }

    let line = before.lines().count() + 1;
    session.wait_for_text(&format!("added references.jsonl:{line}"));
    let log = log_of(folder.path());
    let added = log.strip_prefix(before.as_str()).expect("what was there is still there");
    assert!(added.ends_with('\n') && added.lines().count() == 1, "{added:?}");
    let row: serde_json::Value = serde_json::from_str(added).unwrap();
    let said = ["from", "to", "actor"].map(|field| row[field].as_str().unwrap());
    assert_eq!(said, [STORY, "evictions-at-nine", "tui"]);

    let is_new = |row: String| row.contains("evictions-at-n");
    session.wait_for(|screen| chosen(screen).is_some_and(is_new), "the new edge selected");
    let relation = row["relation"].as_str().unwrap();
    session.wait_for_text(&format!("references.jsonl:{line} · tui"));
    session.wait_for_text(&format!("{STORY} {relation} evictions-at-nine"));
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_as_found(&session);
}

/// What the editor says went wrong.
const REFUSED: &str = "cannot append to";

/// What stands on the screen as long as the draft is there.
fn has_draft(screen: &Screen) -> bool {
    let text = screen.contents();
    ["evictions-at-nine", "because it fits"].iter().all(|typed| text.contains(typed))
}

#[test]
fn a_draft_survives_that_the_folder_may_not_be_written_to() {
    let folder = demo();
    let (root, log) = (folder.path().join("w"), folder.path().join("w/references.jsonl"));
    allow(&log, 0o444);
    allow(&root, 0o555);
    let before = log_of(folder.path());
    let mut session = open_as_nobody(folder.path());
    go_to_story(&mut session);

    session.keys("a1evic\rbecause it fits");
    session.wait_for(has_draft, "the draft");
    session.press("\r", REFUSED);
    session.wait_for(has_draft, "the draft beside what went wrong");
    assert!(!session.text().contains("added references.jsonl"), "{}", session.text());
    assert_eq!(log_of(folder.path()), before);

    session.keys("\x1b");
    session.wait_for(|screen| !has_draft(screen), "no editor");
    session.keys("a");
    session.wait_for(has_draft, "the draft again");
    session.press("\r", REFUSED);
    assert_eq!(log_of(folder.path()), before);

    allow(&log, 0o666);
    allow(&root, 0o777);
    session.keys("\r");
    let line = before.lines().count() + 1;
    session.wait_for_text(&format!("added references.jsonl:{line}"));
    let log = log_of(folder.path());
    let row: serde_json::Value = serde_json::from_str(log.strip_prefix(before.as_str()).unwrap()).unwrap();
    let said = ["from", "to", "reason"].map(|field| row[field].as_str().unwrap());
    assert_eq!(said, [STORY, "evictions-at-nine", "because it fits"]);
}

#[test]
fn a_draft_survives_that_another_program_holds_the_lock() {
    let folder = demo();
    let before = log_of(folder.path());
    let mut session = open_demo(folder.path(), &[], &[]);
    go_to_story(&mut session);
    let holder = File::open(folder.path().join("w/references.jsonl")).unwrap();
    holder.lock().unwrap();
    session.keys("a1evic\rbecause it fits\r");
    session.wait_for_text("is locked by another program");
    session.wait_for(has_draft, "the draft");
    assert_eq!(log_of(folder.path()), before);
    holder.unlock().unwrap();
    session.press("\r", "added references.jsonl:");
    assert_eq!(log_of(folder.path()).lines().count(), before.lines().count() + 1);
}
