//! Clicks and the wheel.

use super::{hub, small};
use crate::support::Screen;
use refscope::tui::event::Event;

#[test]
fn a_click_selects_a_node_of_the_list() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30);
    let (x, y) = screen.cell_of("self");
    screen.happen(Event::Clicked(x, y));
    assert_eq!((screen.current().as_str(), screen.focused()), ("self", "list"));
}

#[test]
fn a_click_focuses_a_pane() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30);
    screen.click("mentions");
    assert_eq!((screen.focused(), screen.outline_row().as_str()), ("neighbourhood", "> mentions 2/2"));
    assert_eq!(screen.current(), "a");
}

#[test]
fn a_second_click_goes_to_the_node() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30);
    let (x, y) = screen.cell_of("cites");
    screen.happen(Event::Clicked(x, y + 1));
    assert_eq!((screen.selected().as_str(), screen.current().as_str()), ("gone", "a"));
    screen.happen(Event::Clicked(x, y + 1));
    assert_eq!(screen.current(), "gone");
}

#[test]
fn the_click_that_focuses_a_pane_goes_nowhere() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30);
    let (x, y) = screen.cell_of("led-to");
    assert_eq!(screen.outline_row(), " s");
    screen.happen(Event::Clicked(x, y + 1));
    assert_eq!((screen.current().as_str(), screen.focused()), ("a", "neighbourhood"));
}

#[test]
fn a_click_on_a_tab_shows_its_view() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30);
    for (words, view) in [("2 Lineage", "lineage"), ("5 Findings", "findings"), ("1 Explore", "explore")] {
        screen.click(words);
        assert_eq!(screen.view(), view);
    }
}

#[test]
fn a_click_on_an_input_line_focuses_it() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30);
    screen.click("search  kind");
    assert!(screen.is_typing());
    screen.press("sel");
    assert_eq!(screen.current(), "self");
    screen.click("person");
    assert_eq!((screen.is_typing(), screen.focused()), (false, "detail"));
}

#[test]
fn a_click_outside_closes_an_overlay() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("r");
    screen.happen(Event::Clicked(0, 29));
    assert_eq!(screen.overlay(), None);
}

#[test]
fn a_click_ticks_a_relation() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("r");
    let (x, y) = screen.cell_of(" total");
    screen.happen(Event::Clicked(x, y + 1));
    assert_eq!(screen.says("relations", "cursor"), 1);
    assert_eq!(screen.says("relations", "entries/1/is_kept"), false);
}

#[test]
fn a_click_runs_an_action_of_the_palette() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys(":view-");
    screen.click("view-tree");
    assert_eq!((screen.view(), screen.overlay()), ("tree", None));
}

#[test]
fn a_click_selects_a_node_of_the_lineage_and_the_second_makes_it_the_root() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("t");
    let (x, y) = screen.cell_of("Task B");
    screen.happen(Event::Clicked(x, y));
    assert_eq!((screen.current().as_str(), screen.lineage()[0].0.as_str()), ("b", "a"));
    screen.happen(Event::Clicked(x, y));
    assert_eq!(screen.lineage()[0].0, "b");
}

#[test]
fn the_wheel_scrolls_the_pane_under_it_without_focusing_it() {
    let fixture = hub(300);
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("/hub<enter>");
    let (x, y) = screen.cell_of("n00003");
    screen.happen(Event::Scrolled(x, y, 1));
    assert_eq!((screen.counts("neighbourhood", "offset"), screen.focused()), (3, "list"));
    screen.happen(Event::Scrolled(x, y, -1));
    assert_eq!(screen.counts("neighbourhood", "offset"), 0);
}

#[test]
fn the_wheel_moves_the_selection_along() {
    let fixture = hub(300);
    let mut screen = Screen::on(fixture.root()).size(120, 30);
    for _ in 0..10 {
        screen.happen(Event::Scrolled(3, 10, 1));
    }
    assert_eq!((screen.counts("list", "offset"), screen.counts("list", "cursor")), (30, 30));
    assert_eq!(screen.current(), screen.listed()[30]);
    assert_eq!(screen.says("neighbourhood", "root"), screen.current());
}

#[test]
fn the_wheel_scrolls_an_overlay() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys(":");
    screen.happen(Event::Scrolled(40, 12, 1));
    assert_eq!(screen.says("palette", "cursor"), 1);
}

#[test]
fn the_wheel_in_the_tree_moves_the_current_node_along() {
    let fixture =
        (0..100).fold(small(), |fixture, n| fixture.write(&format!("artifacts/tasks/t{n:02}.md"), "---\n---\n"));
    let mut screen = Screen::on(fixture.root()).keys("3");
    for _ in 0..5 {
        screen.happen(Event::Scrolled(10, 10, 1));
    }
    assert!(screen.counts("tree", "offset") >= 10);
    assert_eq!(screen.current(), screen.tree_row());
}
