//! Going back and forward, and marks.

use super::small;
use crate::support::Screen;

fn place(screen: &Screen) -> (&'static str, String) {
    (screen.view(), screen.current())
}

#[test]
fn back_and_forward_go_through_visited_nodes() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter><enter>");
    assert_eq!(screen.current(), "s");
    screen.press("b");
    assert_eq!(screen.current(), "a");
    screen.press("f");
    assert_eq!(screen.current(), "s");
    screen.press("f");
    assert_eq!((screen.current().as_str(), screen.toast()), ("s", "Nothing to go forward to"));
}

#[test]
fn back_goes_across_views() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jt345");
    assert_eq!(place(&screen), ("findings", "b".to_owned()));
    for view in ["map", "tree", "lineage", "explore"] {
        screen.press("b");
        assert_eq!(place(&screen), (view, "b".to_owned()));
    }
    screen.press("b");
    assert_eq!(screen.toast(), "Nothing to go back to");
    for view in ["lineage", "tree", "map", "findings"] {
        screen.press("f");
        assert_eq!(place(&screen), (view, "b".to_owned()));
    }
}

#[test]
fn visiting_another_node_clears_the_forward_history() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<enter><enter>b3f");
    assert_eq!((place(&screen), screen.toast()), (("tree", "a".to_owned()), "Nothing to go forward to"));
}

#[test]
fn back_from_a_new_root_shows_the_lineage_of_the_old_one() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("tl<enter>");
    assert_eq!(screen.lineage()[0].0, "b");
    screen.press("b");
    assert_eq!(screen.lineage()[0].0, "a");
    assert_eq!(screen.current(), "b");
    screen.press("f");
    assert_eq!(screen.lineage()[0].0, "b");
}

#[test]
fn back_from_a_new_centre_shows_the_map_of_the_old_one() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("4").size(120, 40);
    let root = screen.says("map", "root");
    screen.press("l<enter>");
    assert_ne!(screen.says("map", "root"), root);
    screen.press("b");
    assert_eq!(screen.says("map", "root"), root);
}

#[test]
fn back_restores_the_selected_row() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter>jj");
    assert_eq!(screen.outline_row(), " gone");
    screen.press("<enter>b");
    assert_eq!((screen.current().as_str(), screen.outline_row().as_str()), ("a", " gone"));
}

#[test]
fn marked_nodes_can_be_revisited() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jmjjm");
    assert_eq!((screen.marks().len(), screen.toast()), (2, "Marked; 2 marks in total"));
    screen.press("G'");
    assert_eq!(screen.overlay(), Some("marks"));
    screen.press("j<enter>");
    assert_eq!(screen.current(), screen.marks()[1]);
    assert_eq!(screen.focused(), "neighbourhood");
    screen.press("b");
    assert_eq!(screen.current(), "gone");
}

#[test]
fn the_same_key_removes_a_mark() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("mm");
    assert_eq!((screen.marks().len(), screen.toast()), (0, "Unmarked; 0 marks in total"));
    screen.press("mjm");
    let second = screen.marks()[1].clone();
    screen.press("'m");
    assert_eq!(screen.marks(), [second]);
    screen.press("m");
    assert_eq!((screen.marks().len(), screen.overlay()), (0, None));
}

#[test]
fn all_marks_are_cleared_at_once() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("mjmM");
    assert_eq!((screen.marks().len(), screen.toast()), (0, "Cleared 2 marks"));
    screen.press("'");
    assert_eq!((screen.toast(), screen.overlay()), ("No node marked", None));
}

#[test]
fn the_selected_neighbour_is_marked_instead_of_the_current_node() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<enter>m");
    assert!(screen.marks().contains(&"s".to_owned()));
}
