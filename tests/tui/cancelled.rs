//! Cancelled jobs.

use super::small;
use crate::support::{Fixture, Request, Screen, requests_to, row};

/// The work of a kind that the key `last` requests.
fn request(fixture: &Fixture, keys: &str, last: &str, what: &str) -> Request {
    let mut screen = Screen::on(fixture.root()).size(120, 40).keys(keys);
    let request = requests_to(what, screen.asked_by(last)).pop();
    request.unwrap_or_else(|| panic!("{keys}{last} does not request to {what}"))
}

#[test]
fn a_cancelled_job_has_no_answer() {
    let fixture = small().rows(&[row("b", "self", "cites")]);
    let jobs = [
        ("", "2", "trace"),
        ("", "4", "draw"),
        ("sss", "s", "find"),
        ("", "S", "page"),
        ("mj", "p", "page"),
        ("", "Z", "page"),
        ("", "I", "page"),
        ("", "F", "follow"),
    ];
    for (keys, last, what) in jobs {
        assert!(!request(&fixture, keys, last, what).has_answer(true), "{keys}{last}");
        assert!(request(&fixture, keys, last, what).has_answer(false), "{keys}{last}");
    }
}
