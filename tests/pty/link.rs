//! Adding an edge with real keys, and failing to write one.

use super::assert_terminal_restored;
use super::opened::{demo, log_of, open_demo, start};
use super::unprivileged::{allow, open_as_nobody};
use crate::support::screen::{End, Session, rows};
use std::fs::{self, File};
use vt100::Screen;

/// The task that the story of the demo is about.
const STORY: &str = "fix-stampede";

/// Selects the task of the story, with the list focused.
fn go_to_story(session: &mut Session) {
    session.keys("/fix-stam\r");
    session.wait_for_selected(STORY);
    session.wait_for_text("fix-stampede both");
}

/// The selected row of the middle pane.
fn chosen(screen: &Screen) -> Option<String> {
    rows(screen).into_iter().find_map(|row| row.split_once("││>").map(|(_, rest)| rest.to_owned()))
}

#[test]
fn an_edge_added_with_ten_keys_is_stored_and_selected() {
    let folder = demo();
    let before = log_of(folder.path());
    let mut session = open_demo(folder.path(), &[], &[]);
    go_to_story(&mut session);

    // One key after another, as a user types.
    let keys = ["a", "1", "e", "v", "i", "c", "\r", "\r"];
    assert!(keys.len() <= 10);
    for key in keys {
        session.keys(key);
    }

    let line = before.lines().count() + 1;
    session.wait_for_text(&format!("Added references.jsonl:{line}"));
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
    assert_terminal_restored(&session);
}

/// The error shown in the edge editor.
const REFUSED: &str = "cannot append to";

/// Whether the draft is still on the screen.
fn has_draft(screen: &Screen) -> bool {
    let text = screen.contents();
    ["evictions-at-nine", "because it fits"].iter().all(|typed| text.contains(typed))
}

#[test]
fn a_draft_is_kept_if_the_folder_is_not_writable() {
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
    assert!(!session.text().contains("Added references.jsonl"), "{}", session.text());
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
    session.wait_for_text(&format!("Added references.jsonl:{line}"));
    let log = log_of(folder.path());
    let row: serde_json::Value = serde_json::from_str(log.strip_prefix(before.as_str()).unwrap()).unwrap();
    let said = ["from", "to", "reason"].map(|field| row[field].as_str().unwrap());
    assert_eq!(said, [STORY, "evictions-at-nine", "because it fits"]);
}

#[test]
fn a_draft_is_kept_if_another_program_holds_the_lock() {
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
    session.press("\r", "Added references.jsonl:");
    assert_eq!(log_of(folder.path()).lines().count(), before.lines().count() + 1);
}

#[test]
fn the_log_of_a_repository_with_issues_is_created_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("w");
    fs::create_dir_all(root.join(".beads")).unwrap();
    let issues = "{\"id\":\"bd-1\",\"title\":\"One\",\"status\":\"open\"}\n{\"id\":\"bd-2\",\"title\":\"Two\",\"status\":\"open\"}\n";
    fs::write(root.join(".beads/issues.jsonl"), issues).unwrap();
    let mut session = start(folder.path(), &[], &[], (80, 24));
    session.wait_for_text("beads  2 nodes 0 edges ● live");
    session.keys("/bd-1\r");
    session.wait_for_selected("bd-1");
    session.keys("a1bd-2\r");
    session.press("\r", "Create references.jsonl for new edges?");
    assert!(!root.join("references.jsonl").exists());
    session.press("\r", "Added references.jsonl:1");
    assert_eq!(log_of(folder.path()).lines().count(), 1);
    assert_eq!(fs::read_to_string(root.join(".beads/issues.jsonl")).unwrap(), issues);
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
}

/// Selects a node in the list, by the start of its id.
fn go_to(session: &mut Session, typed: &str, node: &str) {
    session.keys(&format!("1/\x15{typed}\r"));
    session.wait_for_selected(node);
    session.wait_for_text(&format!("{node} both"));
}

/// From, to and reason of each row appended to the log of the demo.
fn added(folder: &std::path::Path, before: &str) -> Vec<[String; 3]> {
    let log = log_of(folder);
    let rows = log.strip_prefix(before).expect("what was there is still there").lines();
    let field = |row: &serde_json::Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let row = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    rows.map(row).map(|row| ["from", "to", "reason"].map(|name| field(&row, name))).collect()
}

#[test]
fn a_cancelled_draft_is_not_written_by_the_next_edge() {
    let folder = demo();
    let before = log_of(folder.path());
    let mut session = open_demo(folder.path(), &[], &[]);
    go_to_story(&mut session);
    session.press("a1self\r", "adds this row");
    session.press("\x1b", "Draft saved; press a here or ctrl-o anywhere to resume");
    go_to(&mut session, "jitter", "jitter-ttl");
    session.wait_for_text("ctrl-o saved draft");

    // The keys of a new edge, then enter once more.
    session.press("a3relia\r", "ctrl-o restores the draft for fix-stampede");
    session.wait_for_text("adds this row");
    assert_eq!(log_of(folder.path()), before);
    session.press("\r", "Added references.jsonl:");
    let new = ["jitter-ttl", "reliable-cache", ""].map(str::to_owned);
    assert_eq!(added(folder.path(), &before), std::slice::from_ref(&new));

    session.press("\x0f", "resumed draft");
    session.wait_for_text("fix-stampede");
    session.press("\r", "Added references.jsonl:");
    assert_eq!(added(folder.path(), &before), [new, [STORY, "self", ""].map(str::to_owned)]);
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
}

#[test]
fn a_cancelled_draft_is_not_written_by_a_link_of_marked_nodes() {
    let folder = demo();
    let before = log_of(folder.path());
    let mut session = open_demo(folder.path(), &[], &[]);
    go_to_story(&mut session);
    session.press("a1self\r", "adds this row");
    session.press("\x1b", "Draft saved");
    for (typed, node) in [("jitter", "jitter-ttl"), ("measure", "measure-hit-rate")] {
        go_to(&mut session, typed, node);
        session.press("m", "Marked");
    }
    session.press("A3relia\r", "adds these 2 rows");
    assert_eq!(log_of(folder.path()), before);
    session.press("\r", "Added 2 edges");
    let mut rows = added(folder.path(), &before);
    rows.sort();
    assert_eq!(rows, ["jitter-ttl", "measure-hit-rate"].map(|from| [from, "reliable-cache", ""].map(str::to_owned)));
}

#[test]
fn a_misspelled_relation_becomes_the_nearest_known_one() {
    let folder = demo();
    let before = log_of(folder.path());
    let mut session = open_demo(folder.path(), &[], &[]);
    for verb in ["triggerd", "led-too", "leads-to", "causes"] {
        go_to(&mut session, "fix-stam", STORY);
        session.press(&format!("a{verb}"), &format!("{verb:?}  new relation"));
        session.wait_for_text("led-to  nearest  led to");
        let rows = session.rows();
        let row = |words: &str| rows.iter().position(|row| row.contains(words));
        assert!(row("led-to  nearest") < row("new relation"), "{rows:#?}");
        session.press("\rjitter\r", "adds this row");
        session.press("\r", "Added references.jsonl:");
    }
    let log = log_of(folder.path());
    let rows: Vec<&str> = log.strip_prefix(before.as_str()).unwrap().lines().collect();
    assert!(rows.len() == 4 && rows.iter().all(|row| row.contains(r#""relation":"led-to""#)), "{rows:#?}");
}
