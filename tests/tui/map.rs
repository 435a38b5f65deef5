//! The view Map.

use super::small;
use crate::support::Screen;
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Number of nodes on the map.
fn shown(screen: &Screen) -> usize {
    screen.counts("map", "layout/shown")
}

fn on_the_map() -> Screen {
    Screen::demo().size(120, 40).keys("/fix-stampede<enter>4")
}

#[test]
fn the_map_is_drawn_around_the_current_node() {
    let screen = on_the_map();
    assert_eq!(screen.view(), "map");
    assert_eq!(screen.says("map", "root"), "fix-stampede");
    assert_eq!(screen.says("map", "selected"), "fix-stampede");
    assert!(screen.counts("map", "layout/shown") > 5);
}

#[test]
fn keys_select_nodes_and_the_root_stays() {
    let screen = on_the_map();
    let root = screen.says("map", "root");
    for key in ["h", "j", "k", "l", "<left>", "<down>", "<up>", "<right>"] {
        let screen = on_the_map().keys(key);
        assert_eq!(screen.says("map", "root"), root);
        assert_eq!(screen.says("map", "selected"), screen.current(), "{key}");
    }
    assert!(["h", "j", "k", "l"].iter().any(|key| on_the_map().keys(key).current() != "fix-stampede"));
}

#[test]
fn the_map_is_zoomed() {
    let mut screen = on_the_map();
    let look = |screen: &Screen| ["selected", "zoom", "centre"].map(|part| screen.says("map", part));
    let zoom = |screen: &Screen| number(&screen.says("map", "zoom"));
    let (first, whole) = (look(&screen), zoom(&screen));
    screen.press("]");
    assert!(zoom(&screen) > whole);
    screen.press("[[");
    assert!(zoom(&screen) < whole);
    screen.press("]]]HHKK*");
    assert_eq!(look(&screen), first);
}

#[test]
fn the_map_is_panned() {
    let middle = |keys: &str, axis: &str| number(&on_the_map().keys(keys).says("map", "centre")[axis]);
    let nearer = middle("]]]", "x");
    assert!(middle("]]]H", "x") < nearer);
    assert!(middle("]]]L", "x") > nearer);
    assert!((middle("]]]HL", "x") - nearer).abs() < 1e-6);
    assert!((middle("]]]K", "y") - middle("]]]J", "y")).abs() > 1e-6);
}

#[test]
fn the_layout_is_force_directed_or_layered() {
    let mut screen = on_the_map();
    let first = screen.says("map", "arrangement");
    screen.press("w");
    assert_ne!(screen.says("map", "arrangement"), first);
    assert_eq!(screen.says("map", "layout/arrangement"), screen.says("map", "arrangement"));
    screen.press("w");
    assert_eq!(screen.says("map", "layout/arrangement"), first);
}

#[test]
fn enter_centres_the_selected_node() {
    let mut screen = on_the_map();
    let key = ["h", "j", "k", "l"].into_iter().find(|key| on_the_map().keys(key).current() != "fix-stampede").unwrap();
    screen.press(key);
    let selected = screen.current();
    screen.press("<enter>");
    assert_eq!(screen.says("map", "root"), selected);
    assert_eq!(screen.says("map", "layout/root"), selected);
}

#[test]
fn filters_are_shared_with_explore() {
    let mut screen = on_the_map();
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
    let all = shown(&screen);
    let screen = screen.keys("1+4");
    assert!(shown(&screen) > all);
}

#[test]
fn o_explores_the_selected_node() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("4o");
    assert_eq!((screen.view(), screen.current().as_str()), ("explore", "a"));
}
