//! The way back and forward, and marks.

use super::small;
use crate::support::Screen;
use refscope::tui::state::{Overlay, Pane, View};

fn place(screen: &Screen) -> (View, String) {
    (screen.state().view, screen.current())
}

#[test]
fn back_and_forward_lead_through_the_nodes_one_went_to() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter><enter>");
    assert_eq!(screen.current(), "s");
    screen.press("b");
    assert_eq!(screen.current(), "a");
    screen.press("f");
    assert_eq!(screen.current(), "s");
    screen.press("f");
    assert_eq!((screen.current().as_str(), screen.toast()), ("s", "nothing to go forward to"));
}

#[test]
fn back_leads_across_views() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jt345");
    assert_eq!(place(&screen), (View::Findings, "b".to_owned()));
    for view in [View::Map, View::Tree, View::Lineage, View::Explore] {
        screen.press("b");
        assert_eq!(place(&screen), (view, "b".to_owned()));
    }
    screen.press("b");
    assert_eq!(screen.toast(), "nothing to go back to");
    for view in [View::Lineage, View::Tree, View::Map, View::Findings] {
        screen.press("f");
        assert_eq!(place(&screen), (view, "b".to_owned()));
    }
}

#[test]
fn a_new_way_forgets_the_way_forward() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<enter><enter>b3f");
    assert_eq!((place(&screen), screen.toast()), ((View::Tree, "a".to_owned()), "nothing to go forward to"));
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
fn back_from_a_new_middle_shows_the_map_of_the_old_one() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("4").size(120, 40);
    let root = screen.state().map.root;
    screen.press("l<enter>");
    assert_ne!(screen.state().map.root, root);
    screen.press("b");
    assert_eq!(screen.state().map.root, root);
}

#[test]
fn back_leads_to_the_row_one_went_from() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter>jj");
    assert_eq!(screen.outline_row(), " gone");
    screen.press("<enter>b");
    assert_eq!((screen.current().as_str(), screen.outline_row().as_str()), ("a", " gone"));
}

#[test]
fn a_marked_node_is_found_again() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jmjjm");
    assert_eq!((screen.state().marks.len(), screen.toast()), (2, "marked: 2 marks in all"));
    screen.press("G'");
    assert!(matches!(screen.state().overlay, Some(Overlay::Marks(_))));
    screen.press("j<enter>");
    assert_eq!(screen.state().current, screen.state().marks.iter().nth(1).copied());
    assert_eq!(screen.state().focused(), Pane::Neighbourhood);
    screen.press("b");
    assert_eq!(screen.current(), "gone");
}

#[test]
fn a_mark_is_taken_away_by_the_same_key() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("mm");
    assert_eq!((screen.state().marks.len(), screen.toast()), (0, "mark taken away: 0 marks in all"));
    screen.press("mjm");
    let second = screen.state().marks.iter().nth(1).copied();
    screen.press("'m");
    assert_eq!(screen.state().marks.iter().copied().collect::<Vec<_>>(), [second.unwrap()]);
    screen.press("m");
    assert_eq!((screen.state().marks.len(), &screen.state().overlay), (0, &None));
}

#[test]
fn all_marks_are_forgotten_at_once() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("mjmM");
    assert_eq!((screen.state().marks.len(), screen.toast()), (0, "2 marks taken away"));
    screen.press("'");
    assert_eq!((screen.toast(), &screen.state().overlay), ("no node is marked", &None));
}

#[test]
fn the_neighbour_that_is_selected_is_marked_not_the_node_it_belongs_to() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<enter>m");
    assert!(screen.state().marks.contains(&screen.node("s")));
}
