//! The view Map.

use super::small;
use crate::support::Screen;
use refscope::tui::state::View;

fn on_the_map() -> Screen {
    Screen::demo().size(120, 40).keys("/fix-stampede<enter>4")
}

#[test]
fn the_map_is_drawn_around_the_current_node() {
    let screen = on_the_map();
    assert_eq!((screen.state().view, screen.state().map.root), (View::Map, Some(screen.node("fix-stampede"))));
    assert_eq!(screen.state().map.look.unwrap().selected, screen.node("fix-stampede"));
    assert!(screen.state().map.layout.as_ref().unwrap().shown() > 5);
}

#[test]
fn keys_select_nodes_and_the_root_stays() {
    let screen = on_the_map();
    let root = screen.state().map.root;
    for key in ["h", "j", "k", "l", "<left>", "<down>", "<up>", "<right>"] {
        let screen = on_the_map().keys(key);
        assert_eq!(screen.state().map.root, root);
        assert_eq!(screen.state().current, Some(screen.state().map.look.unwrap().selected), "{key}");
    }
    assert!(["h", "j", "k", "l"].iter().any(|key| on_the_map().keys(key).current() != "fix-stampede"));
}

#[test]
fn the_map_is_zoomed() {
    let mut screen = on_the_map();
    let first = screen.state().map.look.unwrap();
    screen.press("]");
    assert!(screen.state().map.look.unwrap().zoom > first.zoom);
    screen.press("[[");
    assert!(screen.state().map.look.unwrap().zoom < first.zoom);
    screen.press("]]]HHKK0");
    assert_eq!(screen.state().map.look.unwrap(), first);
}

#[test]
fn the_map_is_panned() {
    let middle = |keys: &str| on_the_map().keys(keys).state().map.look.unwrap().centre;
    let nearer = middle("]]]");
    assert!(middle("]]]H").x < nearer.x);
    assert!(middle("]]]L").x > nearer.x);
    assert!((middle("]]]HL").x - nearer.x).abs() < 1e-6);
    assert!((middle("]]]K").y - middle("]]]J").y).abs() > 1e-6);
}

#[test]
fn the_layout_is_force_directed_or_layered() {
    let mut screen = on_the_map();
    let first = screen.state().map.arrangement;
    screen.press("w");
    let layout = screen.state().map.layout.as_ref().unwrap();
    assert_ne!(screen.state().map.arrangement, first);
    assert_eq!(layout.arrangement(), screen.state().map.arrangement);
    screen.press("w");
    assert_eq!(screen.state().map.layout.as_ref().unwrap().arrangement(), first);
}

#[test]
fn enter_centres_the_selected_node() {
    let mut screen = on_the_map();
    let key = ["h", "j", "k", "l"].into_iter().find(|key| on_the_map().keys(key).current() != "fix-stampede").unwrap();
    screen.press(key);
    let selected = screen.state().current;
    screen.press("<enter>");
    assert_eq!(screen.state().map.root, selected);
    assert_eq!(screen.state().map.layout.as_ref().unwrap().root(), selected);
}

#[test]
fn filters_are_shared_with_explore() {
    let mut screen = on_the_map();
    let shown = |screen: &Screen| screen.state().map.layout.as_ref().unwrap().shown();
    let all = shown(&screen);
    screen.press("+");
    assert!(shown(&screen) > all);
    screen.press("-ro<esc>");
    assert!(shown(&screen) < all);
    screen.press("1");
    let groups = screen.outline().into_iter().filter(|row| row.starts_with(['<', '>'])).collect::<Vec<_>>();
    assert!(!groups.is_empty() && groups.iter().all(|row| row.contains("mentions")), "{groups:?}");
}

#[test]
fn a_filter_changed_in_another_view_applies_after_switching_back() {
    let screen = on_the_map();
    let all = screen.state().map.layout.as_ref().unwrap().shown();
    let screen = screen.keys("1+4");
    assert!(screen.state().map.layout.as_ref().unwrap().shown() > all);
}

#[test]
fn o_explores_the_selected_node() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("4o");
    assert_eq!((screen.state().view, screen.current().as_str()), (View::Explore, "a"));
}
