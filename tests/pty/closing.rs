//! Closing a signal with real keys.

use super::assert_terminal_restored;
use super::opened::{demo, open_demo};
use crate::support::screen::End;
use std::fs;

#[test]
fn a_signal_is_closed_in_its_file_and_in_the_log() {
    let folder = demo();
    let root = folder.path().join("w");
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    let signal = "artifacts/signals/evictions-at-nine.md";
    let (status, log) = (read(signal), read("references.jsonl"));
    assert!(status.contains("\nstatus: open\n"));

    let mut session = open_demo(folder.path(), &[], &[]);
    session.keys("/evictions-at\r");
    session.wait_for_selected("evictions-at-nine");
    session.press("C", "Close evictions-at-nine");
    // All keys in one write, so that no key waits for a list.
    session.keys("jitter-ttl\r\r");
    session.wait_for_text("Closed: status open → addressed, artifacts/signals/evictions-at-nine.md:");

    assert_eq!(read(signal), status.replace("\nstatus: open\n", "\nstatus: addressed\n"));
    let now = read("references.jsonl");
    let added = now.strip_prefix(log.as_str()).unwrap();
    assert_eq!(added.lines().count(), 1, "{added}");
    let row: serde_json::Value = serde_json::from_str(added).unwrap();
    let said = ["from", "relation", "to", "actor"].map(|field| row[field].as_str().unwrap());
    assert_eq!(said, ["jitter-ttl", "addresses", "evictions-at-nine", "tui"]);
    session.wait_for_text("is addressed by");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}
