//! Cancelled tasks.

use super::{hub, small};
use crate::support::{Fixture, Request, Screen, requests_to, row};
use refscope::tui::event::Event;
use refscope::workspace::Workspace;
use std::sync::Arc;

/// The task of a kind that the key `last` starts.
fn request(fixture: &Fixture, keys: &str, last: &str, what: &str) -> Request {
    let mut screen = Screen::on(fixture.root()).size(120, 40).keys(keys);
    let request = requests_to(what, screen.asked_by(last)).pop();
    request.unwrap_or_else(|| panic!("{keys}{last} does not request to {what}"))
}

/// The task of a kind that starts when the workspace is loaded again.
fn request_after_loading(fixture: &Fixture, keys: &str, what: &str) -> Request {
    let mut screen = Screen::on(fixture.root()).size(120, 40).keys(keys);
    let workspace = Arc::new(Workspace::load(fixture.root()).unwrap());
    let request = requests_to(what, screen.asked_after(Event::Loaded(workspace))).pop();
    request.unwrap_or_else(|| panic!("loading does not request to {what}"))
}

/// Keys, the key that starts a task, and its kind: every kind that a key starts, except for writes.
const TASKS: [(&str, &str, &str); 23] = [
    ("", "2", "trace"),
    ("", "3", "arrange"),
    ("", "4", "draw"),
    ("", "d", "walk"),
    ("sss", "s", "find"),
    ("", "z", "recall"),
    ("z", "<left>", "recall"),
    ("D2026-01-01", "<enter>", "compare"),
    ("", "S", "page"),
    ("mj", "p", "page"),
    ("", "Z", "page"),
    ("", "I", "page"),
    ("", "W", "page"),
    ("", "V", "page"),
    ("", "E", "page"),
    ("", "I", "light"),
    ("", "F", "follow"),
    ("", "a", "fit"),
    ("acites<enter>", "s", "complete"),
    ("acites<enter>self", "<down>", "advise"),
    ("acites<enter>self<enter><enter>", "u", "advise"),
    ("5/", "d", "sift"),
    ("5", "W", "page"),
];

#[test]
fn a_cancelled_task_has_no_result() {
    let fixture =
        small().rows(&[row("b", "self", "cites"), row("self", "gone", "cites").replace("2026-05", "2026-04")]);
    for (keys, last, what) in TASKS {
        let (checks, has_answer) = request(&fixture, keys, last, what).cancelled_after(0);
        assert!(!has_answer && checks < 64, "{keys}{last} checks {checks} times to {what}");
        assert!(request(&fixture, keys, last, what).has_answer(false), "{keys}{last}");
    }
    for what in ["find", "count", "read", "prepare", "examine"] {
        let (checks, has_answer) = request_after_loading(&fixture, "", what).cancelled_after(0);
        assert!(!has_answer && checks < 64, "checks {checks} times to {what}");
        assert!(request_after_loading(&fixture, "", what).has_answer(false), "{what}");
    }
}

#[test]
fn a_task_on_many_edges_notices_on_the_way_that_it_is_cancelled() {
    const EDGES: usize = 20_000;
    let fixture = hub(EDGES);
    let started = |what| request_after_loading(&fixture, "/hub<enter>", what);
    let pressed = |last, what| request(&fixture, "/hub<enter>", last, what);
    let tasks: [(&str, &dyn Fn() -> Request); 8] = [
        ("examine", &|| started("examine")),
        ("count", &|| started("count")),
        ("prepare", &|| started("prepare")),
        ("tally", &|| pressed("r", "tally")),
        ("recall", &|| pressed("z", "recall")),
        ("light", &|| pressed("I", "light")),
        ("history", &|| pressed("Z", "page")),
        ("arrange", &|| pressed("3", "arrange")),
    ];
    for (name, request) in tasks {
        let (all, has_answer) = request().cancelled_after(usize::MAX);
        assert!(has_answer && all >= 10, "{name} checks {all} times");
        let (checks, has_answer) = request().cancelled_after(all / 2);
        assert!(!has_answer, "{name} has an answer");
        assert!(checks - all / 2 < 64, "{name} checks {} times after it is cancelled", checks - all / 2);
    }
}
