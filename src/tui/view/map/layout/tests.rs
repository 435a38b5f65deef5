//! Tests of the map layouts: deterministic, within the frame, and fully reachable by arrow keys.

use super::*;
use crate::graph::fixture::REFERENCE;
use crate::graph::fixture::{batch_of, graph_from};
use proptest::prelude::*;
use ratatui::layout::Rect;
use std::cell::Cell;

/// A graph of `n0`, `n1`, … with these titles and edges.
pub(crate) fn titled(titles: &[&str], edges: &[(usize, usize)]) -> Graph {
    let ids: Vec<_> = (0..titles.len()).map(|at| format!("n{at}")).collect();
    let nodes: Vec<_> = std::iter::zip(&ids, titles).map(|(id, title)| (id.as_str(), *title)).collect();
    let edges: Vec<_> = edges.iter().map(|(from, to)| (nodes[*from].0, nodes[*to].0, "led-to", "")).collect();
    graph_from([batch_of(REFERENCE, 0, &nodes, &edges)])
}

/// A graph of `count` nodes with these edges.
pub(crate) fn numbered(count: usize, edges: &[(usize, usize)]) -> Graph {
    titled(&vec!["node"; count], edges)
}

/// The node `n{number}`.
pub(crate) fn node(graph: &Graph, number: usize) -> NodeIx {
    graph.find(&format!("n{number}")).expect("the graph has this node").ix()
}

/// A request for all edges of a graph, with `n0` as the root.
fn request(graph: &Graph, arrangement: Arrangement) -> MapRequest {
    let edges = graph.edges().map(|edge| edge.ix()).collect();
    MapRequest { root: node(graph, 0), edges, arrangement, most_nodes: MOST_NODES }
}

/// The map of a whole graph, with `n0` as the root.
pub(crate) fn picture(graph: &Graph, arrangement: Arrangement) -> MapLayout {
    MapLayout::new(&request(graph, arrangement), graph, &|| false).expect("not cancelled")
}

/// Up to 40 nodes with arbitrary titles and edges.
pub(crate) fn any_graph() -> impl Strategy<Value = Graph> {
    proptest::collection::vec("[a-z é日\u{301}\u{1b}]{0,30}", 1..40).prop_flat_map(|titles| {
        let edges = proptest::collection::vec((0..titles.len(), 0..titles.len()), 0..80);
        edges.prop_map(move |edges| titled(&titles.iter().map(String::as_str).collect::<Vec<_>>(), &edges))
    })
}

pub(crate) fn any_arrangement() -> impl Strategy<Value = Arrangement> {
    prop_oneof![Just(Arrangement::Forces), Just(Arrangement::Layers)]
}

/// A node with twelve others around it.
pub(crate) fn star() -> Graph {
    numbered(13, &(1..13).map(|at| (0, at)).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_same_request_gives_the_same_picture(graph in any_graph(), arrangement in any_arrangement()) {
        prop_assert_eq!(picture(&graph, arrangement), picture(&graph, arrangement));
    }

    #[test]
    fn every_node_has_its_own_point_within_the_frame(graph in any_graph(), arrangement in any_arrangement()) {
        let layout = picture(&graph, arrangement);
        let mut taken = Vec::new();
        for node in layout.nodes() {
            prop_assert!(node.at.x.abs() < 1.1 && node.at.y.abs() < 0.6, "{:?}", node.at);
            prop_assert!(!taken.contains(&node.at));
            taken.push(node.at);
        }
    }

    #[test]
    fn every_node_can_be_reached_from_every_other_by_keys(graph in any_graph(), arrangement in any_arrangement()) {
        let layout = picture(&graph, arrangement);
        for start in layout.nodes() {
            let mut reached = vec![start.node];
            let mut at = 0;
            while let Some(&from) = reached.get(at) {
                at += 1;
                for to in Way::ALL.into_iter().filter_map(|direction| layout.nearest(from, direction)) {
                    if !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
            prop_assert_eq!(reached.len(), layout.shown());
        }
    }

    #[test]
    fn the_whole_picture_fits_any_pane(graph in any_graph(), arrangement in any_arrangement(), width in 12_u16..200, height in 4_u16..70) {
        let layout = picture(&graph, arrangement);
        let area = Rect::new(3, 2, width, height);
        let look = MapLook::new(node(&graph, 0), &layout, area);
        for node in layout.nodes() {
            prop_assert!(look.cell(area, node.at).is_some());
        }
    }
}

#[test]
fn layout_can_be_cancelled_at_any_point() {
    let graph = star();
    for (arrangement, checks) in [(Arrangement::Forces, 300), (Arrangement::Layers, 8)] {
        for allowed in 0..checks {
            let asked = Cell::new(0);
            let cancelled = || asked.replace(asked.get() + 1) >= allowed;
            assert_eq!(MapLayout::new(&request(&graph, arrangement), &graph, &cancelled), None);
        }
    }
}

#[test]
fn a_limited_map_keeps_the_first_nodes_and_the_total() {
    let graph = star();
    let request = MapRequest { most_nodes: 5, ..request(&graph, Arrangement::Forces) };
    let layout = MapLayout::new(&request, &graph, &|| false).expect("not cancelled");
    let shown: Vec<_> = layout.nodes().iter().map(|node| node.node).collect();
    assert_eq!(shown, (0..5).map(|number| node(&graph, number)).collect::<Vec<_>>());
    assert_eq!((layout.shown(), layout.total(), layout.lines().len()), (5, 13, 4));
}

#[test]
fn the_root_is_shown_even_with_a_limit_of_zero() {
    let graph = star();
    let request = MapRequest { most_nodes: 0, ..request(&graph, Arrangement::Forces) };
    let layout = MapLayout::new(&request, &graph, &|| false).expect("not cancelled");
    assert_eq!((layout.shown(), layout.root()), (1, Some(node(&graph, 0))));
}

#[test]
fn parallel_edges_share_a_line_and_a_loop_has_none() {
    let graph = numbered(2, &[(0, 1), (1, 0), (1, 1)]);
    let layout = picture(&graph, Arrangement::Forces);
    let edges: Vec<_> = graph.edges().take(2).map(|edge| edge.ix()).collect();
    assert_eq!(layout.lines(), [MapLine { ends: (node(&graph, 0), node(&graph, 1)), edges }]);
}

#[test]
fn layers_are_ordered_from_left_to_right_by_distance() {
    let graph = numbered(7, &[(0, 1), (2, 0), (1, 3), (2, 4), (4, 5), (6, 3)]);
    let layout = picture(&graph, Arrangement::Layers);
    let x = |number| layout.at(node(&graph, number)).expect("it is shown").x;
    for (near, far) in [(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 6)] {
        assert!(x(near) < x(far), "{near} {far}");
    }
}

#[test]
fn layers_are_ordered_so_that_lines_do_not_cross() {
    let graph = numbered(5, &[(0, 1), (0, 2), (2, 3), (1, 4)]);
    let layout = picture(&graph, Arrangement::Layers);
    let y = |number| layout.at(node(&graph, number)).expect("it is shown").y;
    assert_eq!(y(1) > y(2), y(4) > y(3));
}

#[test]
fn forces_place_linked_nodes_nearer_than_others() {
    let graph = numbered(6, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 5), (5, 3)]);
    let layout = picture(&graph, Arrangement::Forces);
    let at = |number| layout.at(node(&graph, number)).expect("it is shown");
    let far = |one, other| (at(one).x - at(other).x).hypot(at(one).y - at(other).y);
    assert!(far(1, 2) < far(1, 4) && far(4, 5) < far(2, 5));
}

#[test]
fn arrow_keys_on_a_star_lead_where_they_point() {
    let graph = star();
    let layout = picture(&graph, Arrangement::Forces);
    let root = layout.nodes()[0];
    let to = |direction| layout.at(layout.nearest(root.node, direction).expect("there is one")).expect("it is shown");
    assert!(to(Way::Up).y > root.at.y && to(Way::Down).y < root.at.y);
    assert!(to(Way::Left).x < root.at.x && to(Way::Right).x > root.at.x);
}

const AREA: Rect = Rect { x: 0, y: 0, width: 80, height: 20 };

#[test]
fn zooming_keeps_the_selected_node_in_place() {
    let graph = star();
    let layout = picture(&graph, Arrangement::Forces);
    let whole = MapLook::new(node(&graph, 4), &layout, AREA);
    let near = whole.zoomed(Zoom::In, &layout, AREA);
    let at = layout.at(whole.selected).expect("it is shown");
    let ((column, row), (now_column, now_row)) = (whole.place(AREA, at), near.place(AREA, at));
    assert!((column - now_column).abs() + (row - now_row).abs() < 1e-6);
    assert!(near.zoom > whole.zoom && near.zoomed(Zoom::Out, &layout, AREA).zoom < near.zoom);
}

#[test]
fn zoom_is_limited() {
    let graph = star();
    let layout = picture(&graph, Arrangement::Forces);
    for zoom in [Zoom::In, Zoom::Out] {
        let mut look = MapLook::new(node(&graph, 4), &layout, AREA);
        for _ in 0..100 {
            look = look.zoomed(zoom, &layout, AREA);
        }
        assert!((look.zoomed(zoom, &layout, AREA).zoom - look.zoom).abs() < 1e-9);
    }
}

#[test]
fn panning_ends_at_the_last_node() {
    let graph = star();
    let layout = picture(&graph, Arrangement::Forces);
    let mut look = MapLook::new(node(&graph, 0), &layout, AREA);
    for _ in 0..100 {
        look = look.panned(Way::Right, &layout, AREA).panned(Way::Down, &layout, AREA);
    }
    assert_eq!(look.centre, Point { x: layout.bounds().most.x, y: layout.bounds().least.y });
}

#[test]
fn the_viewport_follows_the_selected_node_only_when_it_leaves() {
    let graph = star();
    let layout = picture(&graph, Arrangement::Forces);
    let whole = MapLook::new(node(&graph, 4), &layout, AREA);
    assert_eq!(whole.follow(&layout, AREA), whole);
    let aside = MapLook { centre: Point { x: 5.0, y: 5.0 }, ..whole };
    assert_eq!(Some(aside.follow(&layout, AREA).centre), layout.at(node(&graph, 4)));
}

#[test]
fn the_viewport_falls_back_to_the_root_if_the_selected_node_is_not_shown() {
    let graph = numbered(3, &[(0, 1)]);
    let layout = picture(&graph, Arrangement::Forces);
    let look = MapLook::new(node(&graph, 2), &layout, AREA).follow(&layout, AREA);
    assert_eq!(look.selected, node(&graph, 0));
}
