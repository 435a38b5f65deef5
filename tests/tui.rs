//! The screen as a pure function: keys in, state and effects out.

mod cancelled;
mod closing;
mod drafts;
mod drift;
mod editor;
mod effects;
mod findings;
mod footer;
mod growth;
mod header;
mod history;
mod home;
mod keys;
mod lineage;
mod link;
mod list;
mod log;
mod map;
mod messages;
mod mouse;
mod neighbourhood;
mod new_log;
mod one_node;
mod overlays;
mod page;
mod pages;
mod past;
mod queries;
mod random;
mod reasoning;
mod reload;
mod share;
mod suggestions;
mod tree;
mod typos;
mod undo;
mod walks;

use crate::support::{Fixture, Screen, row};
use refscope::tui::event::Event;
use refscope::workspace::Changes;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write as _;

/// `s` led to `a`, which led to `b`, mentions `b` and the mission `m`, and cites `gone`, which is undefined. `b`
/// mentions `m` too. `self` has no edges.
fn small() -> Fixture {
    Fixture::clean().rows(&[row("s", "a", "led-to"), row("a", "b", "led-to"), row("a", "gone", "cites")])
}

/// A node with `edges` outgoing edges of one relation.
fn hub(edges: usize) -> Fixture {
    let rows: Vec<_> = (0..edges).map(|number| row("hub", &format!("n{number:05}"), "led-to")).collect();
    let hub = "---\ntitle: The hub\n---\n";
    Fixture::clean().write("artifacts/tasks/hub.md", hub).rows(&rows)
}

/// Appends rows as another program does.
fn append(fixture: &Fixture, rows: &[String]) {
    let mut log = OpenOptions::new().append(true).open(fixture.path("references.jsonl")).unwrap();
    log.write_all(rows.iter().map(|row| format!("{row}\n")).collect::<String>().as_bytes()).unwrap();
}

/// Another program appends rows, and the screen notices them.
fn appended(screen: &mut Screen, fixture: &Fixture, rows: &[String]) {
    append(fixture, rows);
    let event = noticed(screen, fixture);
    screen.happen(event);
}

/// The event that results from looking at the log again.
fn noticed(screen: &mut Screen, fixture: &Fixture) -> Event {
    let log = Changes::Paths(BTreeSet::from([fixture.path("references.jsonl")]));
    let event = screen.look(&log).unwrap();
    assert!(matches!(event, Event::Grown(..)));
    event
}
