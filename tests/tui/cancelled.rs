//! Cancelled jobs.

use super::small;
use crate::support::{Fixture, Screen, row};
use refscope::tui::effect::Effect;
use refscope::tui::job::{Job, Lane};

/// The job on `lane` that the key `last` starts.
fn job(fixture: &Fixture, keys: &str, last: &str, lane: Lane) -> Job {
    let mut screen = Screen::on(fixture.root()).size(120, 40).keys(keys);
    let jobs = screen.asked_by(last).into_iter().filter_map(|effect| match effect {
        Effect::Ask(ticket, job) if ticket.lane == lane => Some(job),
        _ => None,
    });
    jobs.last().unwrap_or_else(|| panic!("{keys}{last} asks for nothing on {lane:?}"))
}

#[test]
fn a_cancelled_job_has_no_answer() {
    let fixture = small().rows(&[row("b", "self", "cites")]);
    let jobs = [
        ("", "2", Lane::Trace),
        ("", "4", Lane::Draw),
        ("sss", "s", Lane::Find),
        ("", "S", Lane::Page),
        ("mj", "p", Lane::Page),
        ("", "Z", Lane::Page),
        ("", "I", Lane::Page),
        ("", "F", Lane::Follow),
    ];
    for (keys, last, lane) in jobs {
        assert!(job(&fixture, keys, last, lane).run(0, &|| true).is_none(), "{keys}{last}");
        assert!(job(&fixture, keys, last, lane).run(0, &|| false).is_some(), "{keys}{last}");
    }
}
