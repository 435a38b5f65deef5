//! The view Tree.

use super::{hub, small};
use crate::support::Screen;

#[test]
fn the_current_node_is_revealed() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("jj3");
    assert_eq!((screen.tree_row().as_str(), screen.selected().as_str()), ("m", "m"));
    assert_eq!(screen.tree(), ["reference", " mission", "  m", " person", " signal", " task"]);
}

#[test]
fn groups_are_opened_and_closed() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jj3G");
    assert_eq!(screen.tree_row(), "task");
    screen.press("l");
    assert_eq!(screen.tree()[5..], [" task", "  a", "  b"]);
    screen.press("l");
    assert_eq!((screen.tree_row().as_str(), screen.current().as_str()), ("a", "a"));
    screen.press("h");
    assert_eq!(screen.tree_row(), "task");
    screen.press("<space>");
    assert_eq!(screen.tree().len(), 6);
}

#[test]
fn a_group_keeps_the_node_that_was_current() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("jj3k");
    assert_eq!((screen.tree_row().as_str(), screen.current().as_str()), ("mission", "m"));
}

#[test]
fn a_search_opens_the_groups_around_its_result() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("jj3/task b");
    assert_eq!(screen.tree(), ["reference", " task", "  b"]);
    assert_eq!(screen.says("tree", "found"), 1);
}

#[test]
fn a_search_selects_its_result() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("jj3gg/task b<enter>");
    assert_eq!((screen.tree_row().as_str(), screen.current().as_str()), ("b", "b"));
}

#[test]
fn the_result_stays_selected_when_the_search_is_cleared() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("jj3/task b<enter><esc>");
    assert_eq!((screen.tree_row().as_str(), screen.says("tree", "search")), ("b", "".into()));
}

#[test]
fn enter_explores_a_node() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("jj3<enter>");
    assert_eq!((screen.view(), screen.current().as_str()), ("explore", "m"));
}

#[test]
fn enter_opens_a_group() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("jj3G<enter>");
    assert_eq!((screen.view(), screen.tree().len()), ("tree", 8));
}

#[test]
fn many_children_are_shown_in_steps() {
    let fixture =
        (0..300).fold(hub(0), |fixture, n| fixture.write(&format!("artifacts/tasks/t{n:03}.md"), "---\n---\n"));
    let mut screen = Screen::on(fixture.root()).keys("3");
    screen.press("G");
    assert_eq!(screen.tree_row(), "200 of 303");
    let before = screen.counts("tree", "cursor");
    screen.press("<space>");
    assert!(!screen.tree().iter().any(|row| row.contains(" of ")), "{:?}", screen.tree().last());
    assert_eq!((screen.counts("tree", "cursor"), screen.tree_row().as_str()), (before, "t197"));
}

#[test]
fn open_groups_stay_open_after_switching_back() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("jj3Gl13");
    assert!(screen.tree().contains(&"  a".to_owned()));
}
