//! There is one current node: every pane shows it, and every action applies to it.

use super::random::input;
use super::small;
use crate::support::{Fixture, Screen, row};
use proptest::prelude::*;
use refscope::graph::NodeIx;
use refscope::query::NeighbourhoodItem;
use refscope::tui::effect::Effect;
use refscope::tui::job::{Topic, TreeItem};
use refscope::tui::state::{Overlay, Pane, State, View};

/// The node of the selected row of the neighbourhood.
fn neighbour(state: &State) -> Option<NodeIx> {
    match state.neighbourhood.list.rows.get(state.neighbourhood.rows.cursor)?.item {
        NeighbourhoodItem::Edge { node, .. } => Some(node),
        _ => None,
    }
}

/// The node of the selected row of the tree.
fn tree_node(state: &State) -> Option<NodeIx> {
    match state.tree.shown.rows.get(state.tree.rows.cursor)?.item {
        TreeItem::Entry(at) => state.tree.tree.as_ref()?.entries[at].node,
        TreeItem::More(..) => None,
    }
}

/// The node selected in the focused pane, computed from the panes alone.
fn expected(state: &State) -> Option<NodeIx> {
    let detail = || state.detail.detail.as_ref().map(|detail| detail.node);
    match (state.view, state.focused()) {
        (View::Explore, Pane::Neighbourhood) => neighbour(state).or(state.neighbourhood.root),
        (View::Explore, Pane::Detail) | (View::Tree, _) => detail(),
        (View::Explore, _) => state.neighbourhood.root,
        (View::Lineage, _) => state.lineage.look.as_ref().map(|look| look.selected),
        (View::Map, _) => state.map.look.as_ref().map(|look| look.selected),
        (View::Findings, _) => state.finding().and_then(|finding| state.node_of(finding)),
    }
}

/// The first disagreement between panes.
fn disagreement(state: &State) -> Option<String> {
    let expected = expected(state);
    let detail = state.detail.detail.as_ref().map(|detail| detail.node);
    let name = |node: Option<NodeIx>| node.map(|node| state.graph.node(node).id().to_owned());
    let differ = |what: &str, other| Some(format!("{what} shows {:?}, not {:?}", name(other), name(expected)));
    if state.view != View::Findings && detail != expected {
        return differ("detail", detail);
    }
    match state.view {
        View::Explore => {
            let root = state.neighbourhood.root;
            let listed = root.is_some_and(|root| state.list.listing.nodes.contains(&root));
            let row = state.list.listing.nodes.get(state.list.rows.cursor).copied();
            if listed && row != root {
                return Some(format!("list shows {:?}, neighbourhood {:?}", name(row), name(root)));
            }
            let is_seen = detail == root || detail == neighbour(state);
            if is_seen { None } else { differ("neighbourhood", root) }
        }
        View::Tree => {
            let row = tree_node(state);
            let is_drawn = state.tree_row_is_selected();
            if is_drawn && row.is_some() && row != expected { differ("tree", row) } else { None }
        }
        View::Lineage | View::Map | View::Findings => None,
    }
}

/// The first action that applies to another node than the panes show. Each action is undone before the next.
fn wrong_action(screen: &mut Screen) -> Option<String> {
    let state = screen.state();
    if state.overlay.is_some() || state.typing || !state.pending.is_empty() {
        return None;
    }
    let node = expected(state)?;
    let (address, id) = (state.graph.node(node).address().into_owned(), state.graph.node(node).id().to_owned());
    screen.press("y");
    match screen.asked().last() {
        Some(Effect::Copy(text, _)) if *text == address => {}
        other => return Some(format!("y copies {other:?}, not {address}")),
    }
    let marked = screen.state().marks.contains(&node);
    screen.press("m");
    if screen.state().marks.contains(&node) == marked {
        return Some(format!("m marks another node than {id}"));
    }
    screen.press("m");
    screen.press("Z");
    let about = screen.state().page.as_ref().map(|page| page.topic.clone());
    if about != Some(Topic::History(node)) {
        return Some(format!("Z shows {about:?}, not {id}"));
    }
    screen.press("<esc>");
    let is_corrected = screen.state().view == View::Findings && screen.state().graph.node(node).is_missing();
    if screen.state().past.is_some() || is_corrected {
        return None;
    }
    screen.press("a");
    let from = screen.state().draft.as_ref().map(|draft| draft.from.taken.clone());
    if screen.state().overlay != Some(Overlay::Editor) || from.as_deref() != Some(&[in_log(screen, node)][..]) {
        return Some(format!("a links from {from:?}, not {id}"));
    }
    screen.press("<esc>");
    None
}

fn in_log(screen: &Screen, node: NodeIx) -> String {
    let graph = &screen.state().graph;
    refscope::query::advice::id_in_log(graph, &graph.node(node).address())
}

fn assert_agreed(screen: &mut Screen, after: &str) {
    assert_eq!(disagreement(screen.state()), None, "after {after}");
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
    assert_eq!((screen.state().focused(), screen.selected()), (Pane::Detail, neighbour));
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
            prop_assert_eq!(disagreement(screen.state()), None, "after {}", &described);
            prop_assert_eq!(wrong_action(&mut screen), None, "after {}", &described);
        }
    }
}
