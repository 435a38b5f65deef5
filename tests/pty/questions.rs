//! A walk through the questions that only a typed graph answers, on the demo, whose story has something for each of them.

use super::opened::{demo, log_of, open_demo};
use crate::support::screen::{End, Session};

/// Goes to a node in Explore.
fn go(session: &mut Session, node: &str) {
    session.keys(&format!("1/\x15{node}"));
    session.wait_for_selected(node);
    session.keys("\r");
}

#[test]
fn what_was_said_is_told_with_who_took_it_back() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    go(&mut session, "stale-avatars");
    session.press("Z", "History of stale-avatars");
    session.wait_for_text("sam       took back: stale-avatars led to evictions-at-nine");
    session.wait_for_text("references.jsonl:20");
    session.wait_for_text("stale-avatars led to evictions-at-nine  retracted");
    // To the other end of the row that was taken back, and back to the page.
    session.press("\r", "is hidden by");
    session.press("b", "History of stale-avatars");
    session.keys("qq");
    assert_eq!(session.wait_exit(), End::Code(0));
}

#[test]
fn contradictions_cycles_and_impact_are_proved_and_lit() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    // What speaks for a claim and against it.
    session.press("/calmer\r", "Nodes 1/");
    session.press("W", "Against (");
    session.press("q", "Nodes 1/");
    // Both chains of the contradiction, side by side.
    session.press("5/code:unit-contradiction\r", "W shows both chains");
    session.press("W", "It supports it (");
    session.wait_for_text("It rebuts it (");
    session.press("q", "W shows both chains");
    // The way round the circle, which is lit where its nodes are.
    session.press("/\x15code:relation-cycle\r", "> warning relation-cycle");
    session.press("W", "Shortest way round (3)");
    session.wait_for_text("longer-ttl-helps led to stale-avatars");
    session.wait_for_text("weakest");
    session.press("q", "Problems 1/");
    go(&mut session, "stale-avatars");
    session.press("2", "Lineage of stale-avatars");
    session.wait_for_text("↺");
    session.press("4", "Map around stale-avatars");
    session.wait_for_text("↺");
    // What a change reaches, as a page and lit.
    go(&mut session, "tuesday-deploy");
    session.press("2", "Lineage of tuesday-deploy");
    session.press("I", "Impact of tuesday-deploy");
    session.press("q", "◆");
    session.keys("\x1b");
    session.wait_for(|screen| !screen.contents().contains('◆'), "nothing lit");
    // The same key shows it, leaves the page and puts it out.
    session.press("I", "Impact of tuesday-deploy");
    session.press("I", "impact of tuesday-deploy:");
    session.press("I", "the impact is not lit any more");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
}

#[test]
fn the_demo_has_a_past_worth_looking_at() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    go(&mut session, "jitter-ttl");
    session.press("z", "PAST 2026-05-15");
    // The log had three rows on the day the jitter was thought of.
    session.press("@2026-05-13\r", "PAST 2026-05-13 00:00");
    session.wait_for_text("row 3 of 20 by cli");
    session.press("Z", "History of jitter-ttl");
    session.wait_for(|screen| !screen.contents().contains("synchronised-expiry"), "what came later");
    session.press("qa", "nothing can be added to it");
    session.press("D", "since 2026-05-13 00:00: ");
    session.wait_for_text("1 edge taken back");
    session.press("Z", "synchronised-expiry led to jitter-ttl");
}

#[test]
fn two_nodes_are_connected_and_a_missing_link_is_found_and_stored() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    go(&mut session, "fix-stampede");
    session.press("m", "marked: 1 mark in all");
    go(&mut session, "measure-hit-rate");
    session.press("p", "From fix-stampede to measure-hit-rate");
    session.wait_for_text("is followed up by jitter-ttl");
    session.press("q", "┌> Nodes");
    session.press("ssss", "sorted by rank");
    // The task names the note of the dashboard without a link, and both have to do with Alice.
    session.press("S", "Links of measure-hit-rate that may be missing");
    session.wait_for_text("names the id of");
    session.press("a", "take, then add");
    session.press("\r", "added references.jsonl:21");
    let log = log_of(folder.path());
    let row = log.lines().last().unwrap();
    assert!(row.contains("\"measure-hit-rate\"") && row.contains("\"hit-rate-dashboard\""), "{row}");
    // What was a suggestion is history now.
    session.press("Z", "History of ");
    session.wait_for_text("references.jsonl:21");
}
