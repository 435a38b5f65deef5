//! Tests of the map widget: rendering, label placement and mouse hits.

use super::*;
use crate::graph::fixture::graph_of;
use crate::tui::symbols::{ASCII, UNICODE};
use crate::tui::view::map::layout::tests::{any_arrangement, any_graph, node, numbered, picture, star, titled};
use crate::tui::view::map::layout::{Arrangement, MOST_NODES, MapRequest, Zoom};
use crate::tui::widget::Lit;
use proptest::prelude::*;

const AREA: Rect = Rect { x: 0, y: 0, width: 60, height: 20 };

/// A map without colours.
struct Scene {
    graph: Graph,
    layout: MapLayout,
    marked: Option<NodeIx>,
    lit: Option<NodeIx>,
    symbols: Symbols,
}

impl Scene {
    fn new(graph: Graph, arrangement: Arrangement) -> Self {
        let layout = picture(&graph, arrangement);
        Self { graph, layout, marked: None, lit: None, symbols: UNICODE }
    }

    /// Runs `with` on the canvas, with a node selected and every third edge dimmed.
    fn with<T>(&self, selected: usize, area: Rect, with: impl FnOnce(MapCanvas<'_>) -> T) -> T {
        with(MapCanvas {
            graph: &self.graph,
            layout: &self.layout,
            look: MapLook::new(node(&self.graph, selected), &self.layout, area),
            symbols: &self.symbols,
            marked: &|node| Some(node) == self.marked,
            dimmed: &|edge| edge.index() % 3 == 2,
            glow: Glow {
                node: &|node| {
                    (Some(node) == self.lit).then(|| Lit { symbol: self.symbols.reached, words: "0.5".to_owned() })
                },
                edge: &|_| false,
                is_on: true,
            },
        })
    }

    fn text(&self, selected: usize, area: Rect) -> String {
        self.with(selected, area, |canvas| text(&canvas, area))
    }
}

fn drawn(canvas: &MapCanvas<'_>, area: Rect) -> Buffer {
    let mut buf = Buffer::empty(area);
    canvas.draw(&Theme::plain(), area, &mut buf);
    buf
}

fn text(canvas: &MapCanvas<'_>, area: Rect) -> String {
    let buf = drawn(canvas, area);
    let mut text = String::new();
    for y in area.rows().map(|row| row.y) {
        let mut line = String::new();
        let mut hidden = 0;
        for x in area.left()..area.right() {
            // A wide character hides the cell behind it.
            if hidden == 0 {
                line.push_str(buf[(x, y)].symbol());
                hidden = words::width(buf[(x, y)].symbol());
            }
            hidden = hidden.saturating_sub(1);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn story() -> Graph {
    graph_of(
        &[
            "fix-cache-task",
            "morning-signal",
            "cache-evictions",
            "cache-learning",
            "weekly-cache",
            "alice-chen",
            "キャッシュ",
        ],
        &[
            ("morning-signal", "fix-cache-task", "led-to", ""),
            ("cache-evictions", "morning-signal", "led-to", ""),
            ("fix-cache-task", "alice-chen", "mentions", ""),
            ("fix-cache-task", "cache-learning", "led-to", ""),
            ("weekly-cache", "cache-learning", "cites", ""),
            ("fix-cache-task", "who-knows", "mentions", ""),
            ("cache-learning", "キャッシュ", "mentions", ""),
            ("weekly-cache", "fix-cache-task", "cites", ""),
        ],
    )
}

/// The map of the story, with the task as its root and the learning selected.
fn story_text(arrangement: Arrangement, symbols: &Symbols) -> String {
    let graph = story();
    let named = |id| graph.find(id).expect("the story has it").ix();
    let edges = graph.edges().map(|edge| edge.ix()).collect();
    let request = MapRequest { root: named("fix-cache-task"), edges, arrangement, most_nodes: MOST_NODES };
    let layout = MapLayout::new(&request, &graph, &|| false).expect("not cancelled");
    let canvas = MapCanvas {
        graph: &graph,
        layout: &layout,
        look: MapLook::new(named("cache-learning"), &layout, AREA),
        symbols,
        marked: &|node| node == named("alice-chen"),
        dimmed: &|edge| graph.edge(edge).relation() == "mentions",
        glow: Glow::NONE,
    };
    text(&canvas, AREA)
}

#[test]
fn force_directed_map() {
    insta::assert_snapshot!(story_text(Arrangement::Forces, &UNICODE));
}

#[test]
fn force_directed_map_in_ascii() {
    insta::assert_snapshot!(story_text(Arrangement::Forces, &ASCII));
}

#[test]
fn layered_map() {
    insta::assert_snapshot!(story_text(Arrangement::Layers, &UNICODE));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn labels_never_overlap_each_other_or_a_node(
        graph in any_graph(),
        arrangement in any_arrangement(),
        width in 1_u16..120,
        height in 1_u16..50,
    ) {
        let scene = Scene::new(graph, arrangement);
        let area = Rect::new(2, 1, width, height);
        scene.with(0, area, |canvas| {
            let labels = canvas.labels(area);
            let glyphs = canvas.layout.nodes().iter().filter_map(|node| canvas.look.cell(area, node.at));
            let glyphs: Vec<_> = glyphs.map(|(x, y)| Rect::new(x, y, 1, 1)).collect();
            for (at, label) in labels.iter().enumerate() {
                prop_assert_eq!(label.area.intersection(area), label.area);
                prop_assert_eq!(words::width(&label.text), usize::from(label.area.width));
                let others = labels.iter().take(at).map(|other| other.area);
                for other in others.chain(glyphs.iter().copied()) {
                    prop_assert!(!label.area.intersects(other), "{:?} {:?}", label, other);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn ascii_maps_are_ascii(graph in any_graph(), arrangement in any_arrangement()) {
        let scene = Scene { symbols: ASCII, ..Scene::new(graph, arrangement) };
        prop_assert!(scene.text(0, AREA).is_ascii());
    }
}

#[test]
fn tiny_areas_are_drawn_without_a_panic() {
    let wide = || titled(&["日本語", "日本語"], &[(0, 1)]);
    for (graph, selected) in [(star as fn() -> Graph, 3), (|| numbered(1, &[]), 0), (wide, 1)] {
        for symbols in [UNICODE, ASCII] {
            for arrangement in [Arrangement::Forces, Arrangement::Layers] {
                let scene = Scene { symbols, ..Scene::new(graph(), arrangement) };
                for (width, height) in (0..6).flat_map(|width| (0..6).map(move |height| (width, height))) {
                    let area = Rect::new(3, 2, width, height);
                    scene.with(selected, area, |canvas| {
                        drawn(&canvas, area);
                        let near = canvas.look.zoomed(Zoom::In, canvas.layout, area).follow(canvas.layout, area);
                        drawn(&MapCanvas { look: near, ..canvas }, area);
                        canvas.node_at(area, 4, 3);
                    });
                }
            }
        }
    }
}

#[test]
fn a_map_larger_than_the_screen_is_clipped() {
    let scene = Scene::new(star(), Arrangement::Forces);
    let mut buf = Buffer::empty(Rect::new(0, 0, 30, 10));
    scene.with(0, AREA, |canvas| canvas.draw(&Theme::plain(), AREA, &mut buf));
    assert_ne!(buf, Buffer::empty(buf.area));
}

#[test]
fn the_corner_shows_the_node_count() {
    let caption = |scene: &Scene| scene.with(0, AREA, |canvas| canvas.caption(AREA).map(|caption| caption.text));
    assert_eq!(caption(&Scene::new(star(), Arrangement::Forces)).as_deref(), Some("13 nodes"));
    assert_eq!(caption(&Scene::new(numbered(1, &[]), Arrangement::Forces)).as_deref(), Some("1 node"));
    let fan = numbered(2304, &(1..2304).map(|at| (0, at)).collect::<Vec<_>>());
    assert_eq!(caption(&Scene::new(fan, Arrangement::Layers)).as_deref(), Some("150 of 2,304 nodes"));
}

#[test]
fn the_selected_node_has_its_own_style_and_brackets() {
    let scene = Scene::new(star(), Arrangement::Forces);
    scene.with(3, AREA, |canvas| {
        let at = canvas.layout.at(canvas.look.selected).expect("it is shown");
        let (x, y) = canvas.look.cell(AREA, at).expect("it is in sight");
        let buf = drawn(&canvas, AREA);
        let around: Vec<_> = (x - 1..=x + 1).map(|x| &buf[(x, y)]).collect();
        assert_eq!(around.iter().map(|cell| cell.symbol()).collect::<String>(), "[●]");
        let selection = Theme::plain().style(Role::Selection).add_modifier;
        assert!(around.iter().all(|cell| cell.modifier == selection));
    });
}

#[test]
fn the_selected_node_is_labelled_even_in_a_crowd() {
    let fan = numbered(150, &(1..150).map(|at| (0, at)).collect::<Vec<_>>());
    let scene = Scene::new(fan, Arrangement::Forces);
    for selected in 0..150 {
        let area = Rect::new(0, 0, 80, 20);
        scene.with(selected, area, |canvas| {
            let labels = canvas.labels(area);
            assert_eq!(labels.first().and_then(|label| label.node), Some(canvas.look.selected));
        });
    }
}

#[test]
fn a_marked_root_shows_both_symbols() {
    let mut scene = Scene::new(titled(&["first", "second"], &[(0, 1)]), Arrangement::Layers);
    scene.marked = Some(node(&scene.graph, 0));
    let text = scene.text(1, AREA);
    assert!(text.contains("* first") && text.contains('■'), "{text}");
}

#[test]
fn a_marked_node_has_its_own_symbol() {
    let mut scene = Scene::new(titled(&["first", "second"], &[(0, 1)]), Arrangement::Layers);
    scene.marked = Some(node(&scene.graph, 1));
    assert!(scene.text(0, AREA).contains("* second"));
}

#[test]
fn lines_of_the_selected_node_have_arrow_heads() {
    let there = Scene::new(titled(&["a", "b"], &[(0, 1)]), Arrangement::Layers);
    let back = Scene::new(titled(&["a", "b"], &[(1, 0)]), Arrangement::Layers);
    let both = Scene::new(titled(&["a", "b"], &[(0, 1), (1, 0)]), Arrangement::Layers);
    let heads = |scene: &Scene| -> String { scene.text(0, AREA).chars().filter(|c| "→←".contains(*c)).collect() };
    assert_eq!([heads(&there), heads(&back), heads(&both)], ["→", "←", "←→"]);
}

#[test]
fn dimmed_lines_are_dotted() {
    let scene = Scene { symbols: ASCII, ..Scene::new(numbered(4, &[(0, 1), (0, 2), (0, 3)]), Arrangement::Layers) };
    assert!(scene.text(1, AREA).contains("....") && scene.text(1, AREA).contains("---"));
}

#[test]
fn a_click_on_a_symbol_finds_its_node() {
    let scene = Scene::new(star(), Arrangement::Forces);
    scene.with(0, AREA, |canvas| {
        for node in canvas.layout.nodes() {
            let (x, y) = canvas.look.cell(AREA, node.at).expect("it is in sight");
            assert_eq!(canvas.node_at(AREA, x, y), Some(node.node));
        }
    });
}

#[test]
fn a_click_on_a_label_finds_its_node() {
    let scene = Scene::new(star(), Arrangement::Forces);
    scene.with(0, AREA, |canvas| {
        for label in canvas.labels(AREA).into_iter().filter(|label| label.node.is_some()) {
            assert_eq!(canvas.node_at(AREA, label.area.right() - 1, label.area.y), label.node);
        }
    });
}

#[test]
fn a_click_on_nothing_finds_nothing() {
    let scene = Scene::new(star(), Arrangement::Forces);
    scene.with(0, AREA, |canvas| {
        assert_eq!(canvas.node_at(AREA, 59, 0), None);
        assert_eq!(canvas.node_at(AREA, 60, 20), None);
    });
}

#[test]
fn a_highlighted_node_shows_its_symbol_and_weight() {
    let mut scene = Scene::new(titled(&["first", "second"], &[(0, 1)]), Arrangement::Layers);
    scene.lit = Some(node(&scene.graph, 1));
    let text = scene.text(0, AREA);
    assert!(text.contains('◆') && text.contains("0.5 second"), "{text}");
    // A node with another symbol shows both in front of its label.
    scene.lit = Some(node(&scene.graph, 0));
    assert!(scene.text(1, AREA).contains("◆0.5 first"), "{}", scene.text(1, AREA));
}
