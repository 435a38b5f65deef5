//! Queries that need typed edges, on the demo, whose story has an example of each.

use super::opened::{demo, log_of, open_demo};
use crate::support::screen::{End, Session};

/// Goes to a node in Explore.
fn go(session: &mut Session, node: &str) {
    session.keys(&format!("1/\x15{node}"));
    session.wait_for_selected(node);
    session.keys("\r");
}

#[test]
fn history_shows_who_retracted_an_edge() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    go(&mut session, "stale-avatars");
    session.press("Z", "History of stale-avatars");
    session.wait_for_text("sam       retracts: stale-avatars led to evictions-at-nine");
    session.wait_for_text("references.jsonl:20");
    session.wait_for_text("agent     retracted: stale-avatars led to evictions-at-nine");
    // To the other end of the retracted row, and back to the page.
    session.press("\r", "is hidden by");
    session.press("b", "History of stale-avatars");
    session.keys("qq");
    assert_eq!(session.wait_exit(), End::Code(0));
}

#[test]
fn contradictions_cycles_and_impact_are_proved_and_highlighted() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    // Support and rebuttals of a claim.
    session.press("/calmer\r", "Nodes 1/");
    session.press("W", "Against (");
    session.press("q", "Nodes 1/");
    // Both chains of the contradiction, side by side.
    session.press("5/code:unit-contradiction\r", "W shows both chains");
    session.press("W", "For (1)  supports it");
    session.wait_for_text("Against (2)  rebuts it");
    session.press("q", "W shows both chains");
    // The path of the cycle, which is highlighted wherever its nodes are shown.
    session.press("/\x15code:relation-cycle\r", "> warning relation-cycle");
    session.press("W", "Shortest (3)");
    session.wait_for_text("longer-ttl-helps led-to → stale-avatars");
    session.wait_for_text("weakest");
    session.press("q", "Findings 1/");
    go(&mut session, "stale-avatars");
    session.press("2", "Lineage of stale-avatars");
    session.wait_for_text("↺");
    session.press("4", "Map of stale-avatars");
    session.wait_for_text("↺");
    // Impact as a page and as a highlight.
    go(&mut session, "tuesday-deploy");
    session.press("2", "Lineage of tuesday-deploy");
    session.press("I", "Impact of tuesday-deploy");
    session.press("q", "◆");
    session.keys("\x1b");
    session.wait_for(|screen| !screen.contents().contains('◆'), "nothing lit");
    // The same key opens the page, closes it and clears the highlight.
    session.press("I", "Impact of tuesday-deploy");
    session.press("I", "impact of tuesday-deploy:");
    session.press("I", "Impact highlight off");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
}

#[test]
fn the_past_of_the_demo_can_be_explored() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    go(&mut session, "jitter-ttl");
    session.press("z", "PAST 2026-05-15");
    // The log had three rows on the day of the jitter idea.
    session.press("@2026-05-13\r", "PAST 2026-05-13 00:00");
    session.wait_for_text("row 3 of 20 by cli");
    session.press("Z", "History of jitter-ttl");
    session.wait_for(|screen| !screen.contents().contains("synchronised-expiry"), "what came later");
    session.press("qa", "is read-only");
    session.press("D", "Since 2026-05-13 00:00: ");
    session.wait_for_text("1 edge retracted");
    session.press("Z", "synchronised-expiry led to jitter-ttl");
}

#[test]
fn a_path_between_two_nodes_is_shown_and_a_suggestion_is_stored() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    go(&mut session, "fix-stampede");
    session.press("m", "Marked; 1 mark in total");
    go(&mut session, "measure-hit-rate");
    session.press("p", "Shortest paths from fix-stampede to measure-hit-rate");
    session.wait_for_text("is followed up by jitter-ttl");
    session.press("q", "┌> Nodes");
    session.press("ssss", "Sorted by rank");
    // The task names the note of the dashboard without a link, and both are related to Alice.
    session.press("S", "Suggestions for measure-hit-rate");
    session.wait_for_text("mentions the id of");
    session.press("a", "choose, then add");
    session.press("\r", "Added references.jsonl:21");
    let log = log_of(folder.path());
    let row = log.lines().last().unwrap();
    assert!(row.contains("\"measure-hit-rate\"") && row.contains("\"hit-rate-dashboard\""), "{row}");
    // The suggestion is now part of the history.
    session.press("Z", "History of ");
    session.wait_for_text("references.jsonl:21");
}
