//! The screen as a function: keys in, state and effects out.

mod closing;
mod connect;
mod editor;
mod effects;
mod footer;
mod header;
mod hierarchy;
mod history;
mod keys;
mod lineage;
mod list;
mod log;
mod map;
mod mouse;
mod neighbourhood;
mod overlays;
mod pages;
mod past;
mod problems;
mod queries;
mod random;
mod reasoning;
mod reload;
mod take_back;

use crate::support::{Fixture, row};

/// `s` led to `a`, which led to `b`, mentions `b` and the mission `m`, and cites `gone`, which nobody defined. `b`
/// mentions `m` too. `self` stands alone.
fn small() -> Fixture {
    Fixture::clean().rows(&[row("s", "a", "led-to"), row("a", "b", "led-to"), row("a", "gone", "cites")])
}

/// A node with so many outgoing edges of one relation.
fn hub(edges: usize) -> Fixture {
    let rows: Vec<_> = (0..edges).map(|number| row("hub", &format!("n{number:05}"), "led-to")).collect();
    let hub = "---\ntitle: The hub\n---\n";
    Fixture::clean().write("artifacts/tasks/hub.md", hub).rows(&rows)
}
