//! The view Lineage.

use super::small;
use crate::support::{Fixture, Screen, row};
use serde_json::Value;

/// `n0` led to `n1`, which led to `n2`, and so on.
fn chain(length: usize) -> Fixture {
    let rows: Vec<_> = (1..length).map(|n| row(&format!("n{}", n - 1), &format!("n{n}"), "led-to")).collect();
    (0..length)
        .fold(Fixture::clean(), |fixture, n| fixture.write(&format!("artifacts/tasks/n{n}.md"), "---\n---\n"))
        .rows(&rows)
}

fn distances(screen: &Screen) -> Vec<i32> {
    let mut all: Vec<_> = screen.lineage().into_iter().map(|(_, distance)| distance).collect();
    all.sort_unstable();
    all
}

fn in_the_middle() -> (Fixture, Screen) {
    let fixture = chain(7);
    let screen = Screen::on(fixture.root()).size(120, 30).keys("/n3<enter>t");
    (fixture, screen)
}

#[test]
fn t_shows_causes_and_effects_by_distance() {
    let (_fixture, screen) = in_the_middle();
    assert_eq!(screen.view(), "lineage");
    let expected = [("n3", 0), ("n2", -1), ("n4", 1), ("n1", -2), ("n5", 2), ("n0", -3), ("n6", 3)];
    assert_eq!(screen.lineage(), expected.map(|(id, distance)| (id.to_owned(), distance)));
}

#[test]
fn left_and_right_follow_the_edges() {
    let (_fixture, mut screen) = in_the_middle();
    screen.press("ll");
    assert_eq!(screen.current(), "n5");
    screen.press("hhh");
    assert_eq!(screen.current(), "n2");
    assert_eq!(screen.lineage()[0].0, "n3", "selecting does not change the root");
}

#[test]
fn the_path_leads_from_the_selected_node_to_the_root() {
    let (_fixture, screen) = in_the_middle();
    let screen = screen.keys("ll");
    assert_eq!(screen.lists("lineage", "path"), ["n5", "n4", "n3"]);
}

#[test]
fn enter_makes_the_selected_node_the_root() {
    let (_fixture, screen) = in_the_middle();
    let screen = screen.keys("ll<enter>");
    assert_eq!((screen.lineage()[0].0.as_str(), screen.current().as_str()), ("n5", "n5"));
    assert_eq!(distances(&screen), [-5, -4, -3, -2, -1, 0, 1]);
}

#[test]
fn the_direction_cycles() {
    let (_fixture, mut screen) = in_the_middle();
    screen.press("d");
    assert_eq!(screen.says("lineage", "direction"), "backward");
    assert_eq!(distances(&screen), [-3, -2, -1, 0]);
    screen.press("d");
    assert_eq!(screen.says("lineage", "direction"), "forward");
    assert_eq!(distances(&screen), [0, 1, 2, 3]);
    screen.press("d");
    assert_eq!(screen.says("lineage", "direction"), "both");
    assert_eq!(distances(&screen).len(), 7);
}

#[test]
fn depth_limits_the_trace_until_it_is_unlimited() {
    let (_fixture, mut screen) = in_the_middle();
    screen.press("-");
    assert_eq!(screen.says("lineage", "depth"), 2);
    assert_eq!(distances(&screen).len(), 5);
    screen.press("--");
    assert_eq!(screen.says("lineage", "depth"), 1);
    assert_eq!(distances(&screen).len(), 3);
    screen.press("++++");
    assert_eq!(screen.says("lineage", "depth"), Value::Null);
    assert_eq!(distances(&screen).len(), 7);
    assert_eq!(screen.filters()["depth"], 1, "the neighbourhood has a depth of its own");
}

#[test]
fn edges_are_oriented_as_stored_or_by_meaning() {
    let mut screen = Screen::demo().size(120, 30).keys("/jitter-ttl<enter>t");
    assert_eq!(screen.says("lineage", "orient"), "meaning");
    let meant = screen.lineage();
    screen.press("O");
    assert_eq!(screen.says("lineage", "orient"), "stored");
    assert_ne!(screen.lineage(), meant);
    screen.press("O");
    assert_eq!(screen.lineage(), meant);
}

#[test]
fn relations_are_filtered_for_the_lineage_only() {
    let (_fixture, screen) = in_the_middle();
    let screen = screen.keys("r<space>");
    assert_eq!(screen.overlay(), Some("relations"));
    assert_eq!(distances(&screen), [0]);
    assert_eq!(screen.filters()["relations"], "all");
    assert_eq!(distances(&screen.keys("<space>")).len(), 7);
}

#[test]
fn w_switches_between_list_and_columns() {
    let (_fixture, mut screen) = in_the_middle();
    screen.press("w");
    assert_eq!(screen.says("lineage", "shape"), "list");
    screen.press("j");
    let below = screen.current();
    assert_ne!(below, "n3");
    screen.press("w");
    assert_eq!(screen.says("lineage", "shape"), "columns");
    assert_eq!(screen.current(), below);
}

#[test]
fn a_narrow_screen_shows_a_list() {
    let (_fixture, screen) = in_the_middle();
    let screen = screen.size(40, 20);
    let before = screen.current();
    let screen = screen.keys("j");
    assert_ne!(screen.current(), before);
}

#[test]
fn the_root_is_kept_after_switching_back() {
    let (_fixture, mut screen) = in_the_middle();
    screen.press("l1");
    assert_eq!((screen.view(), screen.current().as_str()), ("explore", "n4"));
    screen.press("2");
    assert_eq!((screen.lineage()[0].0.as_str(), screen.current().as_str()), ("n3", "n4"));
}

#[test]
fn a_node_outside_the_lineage_becomes_its_new_root() {
    let (_fixture, screen) = in_the_middle();
    let screen = screen.keys("1<esc><esc>/self<enter>2");
    assert_eq!(screen.lineage(), [("self".to_owned(), 0)]);
}

#[test]
fn filters_keep_the_selected_node_if_it_passes() {
    let (_fixture, mut screen) = in_the_middle();
    screen.press("l--");
    assert_eq!(screen.says("lineage", "depth"), 1);
    assert_eq!(screen.current(), "n4");
    assert_eq!(screen.says("lineage", "selected"), "n4");
}

#[test]
fn the_root_is_selected_if_the_selected_node_is_filtered_out() {
    let (_fixture, screen) = in_the_middle();
    let screen = screen.keys("ld");
    assert_eq!(screen.says("lineage", "selected"), "n3");
    assert_eq!(screen.current(), "n3");
}

#[test]
fn o_explores_the_selected_node() {
    let (_fixture, screen) = in_the_middle();
    let screen = screen.keys("lo");
    assert_eq!((screen.view(), screen.current().as_str()), ("explore", "n4"));
    assert_eq!(screen.says("neighbourhood", "root"), "n4");
}

#[test]
fn implicit_edges_are_shared_with_explore() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("2i1");
    assert!(!screen.outline().iter().any(|row| row.contains("mentions")), "{:?}", screen.outline());
}

#[test]
fn a_search_finds_another_node() {
    let (_fixture, screen) = in_the_middle();
    let screen = screen.keys("/<ctrl-u>self");
    assert_eq!((screen.view(), screen.current().as_str()), ("explore", "self"));
}
