//! Lineage and map when the log grows.

use super::{append, appended, noticed, small};
use crate::support::{Request, Screen, requests_to, row};
use refscope::tui::effect::Effect;

/// The last request of a kind.
fn request_to(what: &str, effects: Vec<Effect>) -> Option<Request> {
    requests_to(what, effects).pop()
}

fn lineage(screen: &Screen) -> Vec<String> {
    screen.lineage().into_iter().map(|(id, _)| id).collect()
}

fn has_lineage(screen: &Screen) -> bool {
    screen.says("lineage", "found").is_object()
}

fn has_map(screen: &Screen) -> bool {
    screen.says("map", "layout").is_object()
}

fn is_on_map(screen: &Screen, id: &str) -> bool {
    has_map(screen) && screen.lists("map", "layout/nodes").iter().any(|node| node == id)
}

#[test]
fn a_lineage_shows_new_rows_after_switching_back() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("t1");
    assert!(has_lineage(&screen));
    appended(&mut screen, &fixture, &[row("a", "self", "led-to")]);
    screen.press("2");
    assert_eq!(screen.view(), "lineage");
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
    assert!(has_lineage(&screen) && has_map(&screen));
}

#[test]
fn a_trace_in_progress_is_repeated_when_rows_arrive() {
    for (key, what) in [("2", "trace"), ("4", "draw")] {
        let fixture = small();
        let mut screen = Screen::on(fixture.root()).size(120, 40);
        let request = request_to(what, screen.asked_by(key)).unwrap();
        append(&fixture, &[row("a", "self", "led-to")]);
        let grown = noticed(&mut screen, &fixture);
        assert!(request_to(what, screen.asked_after(grown)).is_none(), "what is being done is waited for");
        screen.answer(request);
        let shown =
            if what == "trace" { lineage(&screen).contains(&"self".to_owned()) } else { is_on_map(&screen, "self") };
        assert!(shown, "{what}");
    }
}

#[test]
fn a_trace_is_cancelled_if_the_view_is_left_while_rows_arrive() {
    for (key, what) in [("2", "trace"), ("4", "draw")] {
        let fixture = small();
        let mut screen = Screen::on(fixture.root()).size(120, 40);
        let request = request_to(what, screen.asked_by(key)).unwrap();
        screen.asked_by("1");
        append(&fixture, &[row("a", "self", "led-to")]);
        let grown = noticed(&mut screen, &fixture);
        screen.happen(grown);
        screen.answer(request);
        assert!(!has_lineage(&screen) && !has_map(&screen), "{what}");
    }
}
