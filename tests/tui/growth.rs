//! Lineage and map when the log grows.

use super::{append, appended, noticed, small};
use crate::support::{Screen, row};
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::tui::job::{Job, Lane, Ticket};
use refscope::tui::state::View;

/// The only requested job on a lane.
fn job_on(effects: Vec<Effect>, lane: Lane) -> Option<(Ticket, Job)> {
    let jobs = effects.into_iter().filter_map(|effect| match effect {
        Effect::Ask(ticket, job) if ticket.lane == lane => Some((ticket, job)),
        _ => None,
    });
    jobs.last()
}

fn lineage(screen: &Screen) -> Vec<String> {
    screen.lineage().into_iter().map(|(id, _)| id).collect()
}

fn is_on_map(screen: &Screen, id: &str) -> bool {
    let node = screen.state().graph.find(id).map(refscope::graph::Node::ix);
    let layout = screen.state().map.layout.as_ref();
    node.is_some_and(|node| layout.is_some_and(|layout| layout.at(node).is_some()))
}

#[test]
fn a_lineage_shows_new_rows_after_switching_back() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("t1");
    assert!(screen.state().lineage.found.is_some());
    appended(&mut screen, &fixture, &[row("a", "self", "led-to")]);
    screen.press("2");
    assert_eq!(screen.state().view, View::Lineage);
    assert!(lineage(&screen).contains(&"self".to_owned()), "{:?}", lineage(&screen));
}

#[test]
fn a_map_shows_new_rows_after_switching_back() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 40).keys("41");
    appended(&mut screen, &fixture, &[row("a", "self", "led-to")]);
    screen.press("4");
    assert!(is_on_map(&screen, "self"));
}

#[test]
fn new_rows_elsewhere_cause_no_new_layout() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 40).keys("t41");
    appended(&mut screen, &fixture, &[row("self", "new", "led-to")]);
    assert!(screen.state().lineage.found.is_some() && screen.state().map.layout.is_some());
}

#[test]
fn a_trace_in_progress_is_repeated_when_rows_arrive() {
    for (key, lane) in [("2", Lane::Trace), ("4", Lane::Draw)] {
        let fixture = small();
        let mut screen = Screen::on(fixture.root()).size(120, 40);
        let (ticket, job) = job_on(screen.asked_by(key), lane).unwrap();
        append(&fixture, &[row("a", "self", "led-to")]);
        let grown = noticed(&mut screen, &fixture);
        assert!(job_on(screen.asked_after(grown), lane).is_none(), "what is being done is waited for");
        screen.happen(Event::Answered(ticket, job.run(0, &|| false).unwrap()));
        let shown = if lane == Lane::Trace {
            lineage(&screen).contains(&"self".to_owned())
        } else {
            is_on_map(&screen, "self")
        };
        assert!(shown, "{lane:?}");
    }
}

#[test]
fn a_trace_is_cancelled_if_the_view_is_left_while_rows_arrive() {
    for (key, lane) in [("2", Lane::Trace), ("4", Lane::Draw)] {
        let fixture = small();
        let mut screen = Screen::on(fixture.root()).size(120, 40);
        let (ticket, job) = job_on(screen.asked_by(key), lane).unwrap();
        screen.asked_by("1");
        append(&fixture, &[row("a", "self", "led-to")]);
        let grown = noticed(&mut screen, &fixture);
        screen.happen(grown);
        screen.happen(Event::Answered(ticket, job.run(0, &|| false).unwrap()));
        assert!(screen.state().lineage.found.is_none() && screen.state().map.layout.is_none(), "{lane:?}");
    }
}
