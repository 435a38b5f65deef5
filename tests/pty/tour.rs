//! A tour of the real program, as a user would take it.

use super::assert_terminal_restored;
use super::opened::{SIZE, demo, open_demo, selected, start};
use crate::support::screen::{End, Session, rows};
use rustix::process::Signal;
use tempfile::TempDir;
use vt100::Parser;

/// Opens the demo with the task of its story selected.
fn at_the_story() -> (TempDir, Session) {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.keys("/fix-stam");
    session.wait_for_selected("fix-stampede");
    session.keys("\r");
    (folder, session)
}

/// Waits until the pane with this name is focused.
fn wait_for_pane(session: &Session, name: &str) {
    session.wait_for_text(&format!("┌> {name} "));
}

#[test]
fn the_first_frame_is_drawn_before_anything_is_loaded() {
    let folder = demo();
    let session = start(folder.path(), &[], &[], SIZE);
    session.wait_for_selected("alice-chen");
    let sent = session.take_bytes();
    let end = memchr::memmem::find(&sent, b"\x1b[?2026l").unwrap();
    let mut first = Parser::new(SIZE.1, SIZE.0, 0);
    first.process(&sent[..end]);
    let rows = rows(first.screen());
    assert!(rows[0].contains("1 Explore") && rows[1].starts_with("┌> Nodes 0/0"), "{rows:?}");
    assert!(rows[29].contains("Reading: 0 files"), "{rows:?}");
}

#[test]
fn a_search_finds_nodes_while_typing() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    session.keys("/jit");
    session.wait_for_selected("jitter-ttl");
    session.press("\x15kind:signal", "Nodes 3/46");
    session.press(" -status:open", "Nodes 2/46");
    session.press("\x1b", "Nodes 46/46");
    assert!(session.look(selected).is_some());
}

#[test]
fn going_from_node_to_node_and_back() {
    let (_folder, mut session) = at_the_story();
    session.keys("\r");
    wait_for_pane(&session, "fix-stampede");
    session.press("l", "▾ B weekly-2026-w20");
    session.press("jjl", "longer-ttl-helps");
    session.keys("kk\r");
    wait_for_pane(&session, "weekly-2026-w20");
    session.keys("b");
    session.wait_for_text("─┐┌> fix-stampede ");
    session.keys("f");
    session.wait_for_text("─┐┌> weekly-2026-w20 ");
    session.press("bb", "Nothing to go back to");
}

#[test]
fn a_lineage_is_walked_and_gets_a_new_root() {
    let (_folder, mut session) = at_the_story();
    session.keys("t");
    wait_for_pane(&session, "Lineage of fix-stampede");
    session.wait_for_text("fix-stampede · distance 0");
    session.press("h", "p99-doubled · distance -1");
    session.keys("\r");
    wait_for_pane(&session, "Lineage of p99-doubled");
    session.press("w", "p99-doubled · distance 0");
}

#[test]
fn a_path_between_two_nodes_is_walked_and_a_suggestion_is_drafted() {
    let (_folder, mut session) = at_the_story();
    session.press("m", "Marked; 1 mark in total");
    session.keys("/\x15measure");
    session.wait_for_selected("measure-hit-rate");
    session.keys("\r");
    session.press("p", "Shortest paths from fix-stampede to measure-hit-rate");
    session.wait_for_text("is followed up by jitter-ttl");
    session.keys("j\r");
    wait_for_pane(&session, "jitter-ttl");
    session.press("b", "Shortest paths from fix-stampede to measure-hit-rate");
    session.press("q", "┌> ");
    session.keys("/\x15fix-stam");
    session.wait_for_selected("fix-stampede");
    session.keys("\r");
    session.press("S", "Suggestions for fix-stampede");
    session.wait_for_text("shared neighbours");
    session.press("a", "choose, then add");
    session.wait_for_text("evictions-at-nine");
}

#[test]
fn filters_change_the_shown_edges() {
    let (_folder, mut session) = at_the_story();
    session.wait_for_text("→ addresses (1)");
    session.press("d", "fix-stampede in · depth 1");
    session.wait_for(|screen| !screen.contents().contains("→ addresses"), "no edges out");
    session.press("d", "fix-stampede out · depth 1");
    session.wait_for(|screen| !screen.contents().contains("← cites"), "no edges in");
    session.press("d+", "fix-stampede both · depth 2");
    session.press("r", "Relations 27 of 27");
    session.press("j ", "[ ] led-to");
    session.press("o", "Relations 1 of 27");
    session.keys("\x1b");
    session.wait_for(|screen| !screen.contents().contains("Relations"), "no checklist");
    session.wait_for_text("only led-to");
    session.wait_for(|screen| !screen.contents().contains("cites ("), "one relation");
    session.press("X", "fix-stampede both · depth 1 ─");
}

#[test]
fn every_view_opens_with_one_key() {
    let (_folder, mut session) = at_the_story();
    session.keys("2");
    wait_for_pane(&session, "Lineage of fix-stampede");
    session.keys("3");
    wait_for_pane(&session, "Tree");
    session.wait_for_text(">       T fix-stampede");
    session.keys("4");
    wait_for_pane(&session, "Map of fix-stampede");
    session.keys("1");
    session.wait_for_text("┌> Nodes");
    session.wait_for_selected("fix-stampede");
    session.press("5", "┌> Findings 10/10");
}

#[test]
fn help_and_palette_list_the_actions() {
    let (_folder, mut session) = at_the_story();
    session.press("?", "┌> Help");
    session.wait_for_text("Go to the row above");
    session.keys("\x1b");
    session.wait_for(|screen| !screen.contents().contains("┌> Help"), "no help");
    session.press(":", "┌> Commands");
    session.press("view-tree", "view-tree");
    session.keys("\r");
    wait_for_pane(&session, "Tree");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}

/// Runs the `demo` command; returns the folder for its temporary files and the session.
fn demo_command() -> (TempDir, Session) {
    let folder = TempDir::new().unwrap();
    let session = Session::start(folder.path(), &["demo"], &[("TMPDIR", folder.path().to_str().unwrap())], SIZE);
    session.wait_for_selected("fix-stampede");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    (folder, session)
}

#[test]
fn the_demo_opens_at_its_story_and_removes_its_files() {
    let (folder, mut session) = demo_command();
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_demo_removes_its_files_when_a_signal_ends_it() {
    let (folder, session) = demo_command();
    session.signal(Signal::TERM);
    assert_eq!(session.wait_exit(), End::Code(143));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
