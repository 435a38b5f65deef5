//! There is one current node: every pane shows it, and every action applies to it.

use super::random::input;
use super::small;
use crate::support::{Fixture, Screen, row, texts};
use proptest::prelude::*;
use refscope::tui::effect::Effect;
use serde_json::Value;

/// A node that a summary names.
fn node(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// The node of the selected row of a pane.
fn row_node(pane: &Value) -> Option<String> {
    node(&pane["rows"][usize::try_from(pane["cursor"].as_u64().unwrap()).unwrap()]["node"])
}

/// The node selected in the focused pane, computed from the panes alone.
fn expected(screen: &Screen) -> Option<String> {
    let detail = || node(&screen.says("detail", "node"));
    let root = || node(&screen.says("neighbourhood", "root"));
    match (screen.view(), screen.focused()) {
        ("explore", "neighbourhood") => row_node(&screen.summary("neighbourhood")).or_else(root),
        ("home", "home") => {
            let home = screen.summary("home");
            let row = &home["rows"][usize::try_from(home["cursor"].as_u64().unwrap()).unwrap()];
            node(&row["edge"][0]).filter(|_| home["is_selected"] == true).or_else(detail)
        }
        ("home" | "explore", "detail") | ("tree", _) => detail(),
        ("explore", _) => root(),
        ("lineage", _) => node(&screen.says("lineage", "selected")),
        ("map", _) => node(&screen.says("map", "selected")),
        ("findings", _) => node(&screen.says("findings", "node")),
        other => panic!("{other:?}"),
    }
}

/// The first disagreement between panes.
fn disagreement(screen: &Screen) -> Option<String> {
    let expected = expected(screen);
    let detail = node(&screen.says("detail", "node"));
    let differ = |what: &str, other| Some(format!("{what} shows {other:?}, not {expected:?}"));
    if screen.view() != "findings" && detail != expected {
        return differ("detail", detail);
    }
    match screen.view() {
        "explore" => {
            let neighbourhood = screen.summary("neighbourhood");
            let (root, listed) = (node(&neighbourhood["root"]), screen.listed());
            let is_listed = root.as_ref().is_some_and(|root| listed.contains(root));
            let row = listed.get(screen.counts("list", "cursor")).cloned();
            if is_listed && row != root {
                return Some(format!("list shows {row:?}, neighbourhood {root:?}"));
            }
            let is_seen = detail == root || detail == row_node(&neighbourhood);
            if is_seen { None } else { differ("neighbourhood", root) }
        }
        "tree" => {
            let tree = screen.summary("tree");
            let row = row_node(&tree);
            let is_drawn = tree["is_selected"] == true;
            if is_drawn && row.is_some() && row != expected { differ("tree", row) } else { None }
        }
        _ => None,
    }
}

/// The first action that applies to another node than the panes show. Each action is undone before the next.
fn wrong_action(screen: &mut Screen) -> Option<String> {
    if screen.overlay().is_some() || screen.is_typing() || screen.says("screen", "pending") != "" {
        return None;
    }
    let node = expected(screen)?;
    screen.press("y");
    match screen.asked().last() {
        Some(Effect::Copy(text, _)) if *text == node => {}
        other => return Some(format!("y copies {other:?}, not {node}")),
    }
    let marked = screen.marks().contains(&node);
    screen.press("m");
    if screen.marks().contains(&node) == marked {
        return Some(format!("m marks another node than {node}"));
    }
    screen.press("m");
    screen.press("Z");
    let about = screen.summary("page")["topic"].clone();
    if about != format!("history of {node}") {
        return Some(format!("Z shows {about}, not {node}"));
    }
    screen.press("<esc>");
    let is_missing = screen.graph().node(screen.node(&node)).is_missing();
    if screen.is_in_past() || screen.view() == "findings" && is_missing {
        return None;
    }
    screen.press("a");
    let from = screen.summary("link").pointer("/draft/fields/from/taken").map(texts);
    if screen.overlay() != Some("link") || from.as_deref() != Some(&[in_log(screen, &node)][..]) {
        return Some(format!("a links from {from:?}, not {node}"));
    }
    screen.press("<esc>");
    None
}

fn in_log(screen: &Screen, node: &str) -> String {
    refscope::query::advice::id_in_log(screen.graph(), node)
}

fn assert_agreed(screen: &mut Screen, after: &str) {
    assert_eq!(disagreement(screen), None, "after {after}");
    assert_eq!(wrong_action(screen), None, "after {after}");
}

/// Findings about nodes other than the first in the list.
fn with_findings() -> Fixture {
    small().rows(&[row("s", "a", "led-to"), row("a", "b", "led-to"), row("a", "gone", "cites")])
}

#[test]
fn looking_at_the_findings_changes_nothing_in_explore() {
    let fixture = with_findings();
    for focus in ["", "<tab>", "<shift-tab>", "<tab><tab>"] {
        let keys = format!("/s<enter>{focus}");
        let mut screen = Screen::on(fixture.root()).keys(&keys);
        let before = (screen.current(), screen.selected());
        screen.press("5jj1");
        assert_eq!((screen.current(), screen.selected()), before, "{keys}");
        assert_agreed(&mut screen, &keys);
    }
}

#[test]
fn detail_shows_the_current_node_after_switching_views() {
    let fixture = with_findings();
    for keys in
        ["/s<enter><shift-tab>2l1", "/s<enter><tab><tab>2l1", "/s<enter><shift-tab>3jjj1", "/s<enter><tab><tab>4l1"]
    {
        let mut screen = Screen::on(fixture.root()).keys(keys);
        assert_eq!(screen.selected(), screen.current(), "{keys}");
        assert_agreed(&mut screen, keys);
    }
}

#[test]
fn the_neighbour_stays_selected_when_detail_is_focused() {
    let fixture = with_findings();
    let mut screen = Screen::on(fixture.root()).keys("/a<enter><tab>G");
    let neighbour = screen.selected();
    assert_ne!(neighbour, screen.current());
    screen.press("<tab>");
    assert_eq!((screen.focused(), screen.selected()), ("detail", neighbour));
    assert_agreed(&mut screen, "a neighbour and its detail");
}

#[test]
fn a_node_that_the_tree_does_not_show_stays_selected() {
    let fixture = with_findings();
    let mut screen = Screen::on(fixture.root()).keys("3/self<enter>2/<ctrl-u>gone<enter>3");
    assert_eq!(screen.selected(), screen.current());
    assert_agreed(&mut screen, "a tree without the node");
    screen.press("1");
    assert_eq!(screen.current(), "gone");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn all_panes_and_actions_agree_after_random_input(inputs in proptest::collection::vec(input(), 120)) {
        let mut screen = Screen::demo();
        for (at, input) in inputs.into_iter().enumerate() {
            let described = format!("{at}: {input:?}");
            input.happen_on(&mut screen);
            prop_assert_eq!(disagreement(&screen), None, "after {}", &described);
            prop_assert_eq!(wrong_action(&mut screen), None, "after {}", &described);
        }
    }
}
