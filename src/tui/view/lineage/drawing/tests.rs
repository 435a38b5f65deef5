use super::*;
use crate::graph::fixture::SIDECAR;
use crate::tui::layout::way::Way;
use crate::tui::symbols::{ASCII, UNICODE};
use crate::tui::view::lineage::layout::Position;
use crate::tui::view::lineage::layout::fixture::{LaidOut, lineages};
use crate::tui::widget::Lit;
use proptest::prelude::*;

/// A lineage with its selection and highlights.
struct Fixture {
    laid: LaidOut,
    selected: NodeIx,
    marked: Option<NodeIx>,
    dimmed: Option<EdgeIx>,
    lit: Option<NodeIx>,
    lit_edge: Option<EdgeIx>,
}

impl From<LaidOut> for Fixture {
    fn from(laid: LaidOut) -> Self {
        let selected = laid.lineage.root;
        Self { laid, selected, marked: None, dimmed: None, lit: None, lit_edge: None }
    }
}

impl Fixture {
    fn select(mut self, id: &str) -> Self {
        self.selected = self.laid.node(id);
        self
    }

    fn columns<T>(&self, look: &LineageLook, symbols: &Symbols, with: impl FnOnce(LineageColumns<'_>) -> T) -> T {
        with(LineageColumns {
            graph: &self.laid.graph,
            layout: &self.laid.layout,
            look,
            theme: &Theme::plain(),
            symbols,
            selection: Role::Selection,
            marked: &|node| self.marked == Some(node),
            came: &|_| None,
            dimmed: &|edge| self.dimmed == Some(edge),
            glow: Glow {
                node: &|node| {
                    (self.lit == Some(node)).then(|| Lit { symbol: symbols.reached, words: "0.5".to_owned() })
                },
                edge: &|edge| self.lit_edge == Some(edge),
                is_on: true,
            },
        })
    }

    fn list<T>(&self, look: &LineageListLook, symbols: &Symbols, with: impl FnOnce(LineageList<'_>) -> T) -> T {
        with(LineageList {
            graph: &self.laid.graph,
            layout: &self.laid.layout,
            look,
            theme: &Theme::plain(),
            symbols,
            selection: Role::Selection,
            marked: &|node| self.marked == Some(node),
            came: &|_| None,
            dimmed: &|edge| self.dimmed == Some(edge),
            glow: Glow {
                node: &|node| {
                    (self.lit == Some(node)).then(|| Lit { symbol: symbols.reached, words: "0.5".to_owned() })
                },
                edge: &|edge| self.lit_edge == Some(edge),
                is_on: true,
            },
        })
    }

    fn look(&self, area: Rect) -> LineageLook {
        LineageLook::at(self.selected, &self.laid.layout, area)
    }

    fn drawn(&self, look: &LineageLook, area: Rect, symbols: &Symbols) -> Buffer {
        let mut buf = Buffer::empty(area);
        self.columns(look, symbols, |columns| columns.render(area, &mut buf));
        buf
    }

    fn drawn_list(&self, area: Rect, symbols: &Symbols) -> Buffer {
        let look = LineageListLook::at(self.selected, &self.laid.layout, area);
        let mut buf = Buffer::empty(area);
        self.list(&look, symbols, |list| list.render(area, &mut buf));
        buf
    }

    fn picture(&self, width: u16, height: u16, symbols: &Symbols) -> String {
        let area = Rect::new(0, 0, width, height);
        text_of(&self.drawn(&self.look(area), area, symbols))
    }
}

fn text_of(buf: &Buffer) -> String {
    let line = |y| {
        let mut line = String::new();
        let mut x = buf.area.left();
        while x < buf.area.right() {
            let symbol = buf[(x, y)].symbol();
            line.push_str(symbol);
            x += (words::width(symbol) as u16).max(1);
        }
        line.trim_end().to_owned()
    };
    (buf.area.top()..buf.area.bottom()).map(|y| line(y) + "\n").collect()
}

/// The cells in the style of the path to the root; everything else as dots.
fn lit(buf: &Buffer) -> String {
    let bold = ratatui::style::Modifier::BOLD;
    let symbol = |x, y| {
        let cell = &buf[(x, y)];
        if cell.modifier.contains(bold) && cell.symbol() != " " { cell.symbol().to_owned() } else { ".".to_owned() }
    };
    let line = |y| (buf.area.left()..buf.area.right()).map(|x| symbol(x, y)).collect::<String>();
    (buf.area.top() + 1..buf.area.bottom()).map(|y| line(y).trim_end_matches('.').to_owned() + "\n").collect()
}

fn cache() -> Fixture {
    LaidOut::new(
        &["evictions", "jitter-ttl", "p99-doubled", "fix-cache", "learning", "weekly"],
        &[
            ("evictions", "jitter-ttl", "led-to", ""),
            ("jitter-ttl", "fix-cache", "led-to", ""),
            ("p99-doubled", "fix-cache", "led-to", ""),
            ("fix-cache", "learning", "led-to", ""),
            ("weekly", "learning", "cites", ""),
        ],
        "fix-cache",
    )
    .into()
}

/// A tree of effects, two levels deep.
fn tree() -> Fixture {
    LaidOut::new(
        &["root", "a", "b", "c", "a1", "a2", "b1", "c1", "c2", "c3"],
        &[
            ("root", "a", "led-to", ""),
            ("root", "b", "led-to", ""),
            ("c", "root", "addresses", ""),
            ("a", "a1", "led-to", ""),
            ("a2", "a", "cites", ""),
            ("b", "b1", "led-to", ""),
            ("b", "a2", "led-to", ""),
            ("c", "c1", "led-to", ""),
            ("c", "c2", "led-to", ""),
            ("c3", "c", "follows-up", ""),
        ],
        "root",
    )
    .into()
}

#[test]
fn causes_and_effects_are_beside_the_root() {
    insta::assert_snapshot!(cache().picture(140, 6, &UNICODE));
}

#[test]
fn the_ascii_picture_is_the_same() {
    let picture = cache().picture(140, 6, &ASCII);
    assert!(picture.is_ascii());
    insta::assert_snapshot!(picture);
}

#[test]
fn a_tree_is_untangled() {
    insta::assert_snapshot!(tree().select("c").picture(100, 12, &UNICODE));
}

#[test]
fn links_into_one_node_share_a_line() {
    let mut edges = Vec::new();
    for middle in ["a", "b", "c", "d"] {
        edges.extend([("root", middle, "led-to", ""), (middle, "end", "led-to", "")]);
    }
    let laid = LaidOut::new(&["root", "a", "b", "c", "d", "end"], &edges, "root");
    insta::assert_snapshot!(Fixture::from(laid).picture(100, 6, &UNICODE));
}

#[test]
fn the_path_to_the_root_is_highlighted() {
    let tree = tree().select("c3");
    let area = Rect::new(0, 0, 100, 12);
    insta::assert_snapshot!(lit(&tree.drawn(&tree.look(area), area, &UNICODE)));
}

#[test]
fn a_list_is_grouped_by_distance() {
    insta::assert_snapshot!(text_of(&cache().select("evictions").drawn_list(Rect::new(0, 0, 50, 12), &UNICODE)));
}

#[test]
fn an_ascii_list_is_ascii() {
    assert!(text_of(&cache().drawn_list(Rect::new(0, 0, 50, 12), &ASCII)).is_ascii());
}

#[test]
fn a_clipped_column_shows_how_many_nodes_are_visible() {
    insta::assert_snapshot!(Fixture::from(LaidOut::fan(50_000)).picture(80, 9, &UNICODE));
}

#[test]
fn a_long_chain_shows_the_columns_around_the_selected_one() {
    insta::assert_snapshot!(Fixture::from(LaidOut::chain(10_000, 0)).select("n7000").picture(100, 3, &UNICODE));
}

#[test]
fn wide_characters_keep_columns_and_connectors_in_place() {
    let (long, short, accents) = ("日本語の長い題名がここにある", "日本", "e\u{301}\u{301}tude");
    let edges = [(long, accents, "led-to", ""), (short, accents, "引用", ""), (accents, "weekly", "引用", "")];
    let laid = LaidOut::new(&[long, short, accents, "weekly"], &edges, accents);
    insta::assert_snapshot!(Fixture::from(laid).picture(80, 5, &UNICODE));
}

#[test]
fn control_characters_are_not_drawn() {
    let edges = [("root", "a\u{1b}[2Jb\u{202e}", "x\u{1b}]0;y", "")];
    let fixture = Fixture::from(LaidOut::new(&["root", "a\u{1b}[2Jb\u{202e}"], &edges, "root"));
    let area = Rect::new(0, 0, 100, 6);
    for buf in [fixture.drawn(&fixture.look(area), area, &UNICODE), fixture.drawn_list(area, &UNICODE)] {
        assert!(!text_of(&buf).contains(|c| c != '\n' && text::is_unsafe(c)));
    }
}

#[test]
fn a_symmetric_edge_points_at_both_ends() {
    let laid = LaidOut::of(SIDECAR, &["one", "other"], &[("one", "other", "related_to", "")], "one");
    let picture = Fixture::from(laid).picture(80, 3, &UNICODE);
    assert!(picture.contains("■ one ←─") && picture.contains("─→ T other"), "{picture}");
}

#[test]
fn a_marked_node_has_a_mark() {
    let mut fixture = cache();
    fixture.marked = Some(fixture.laid.node("learning"));
    assert!(fixture.picture(140, 6, &UNICODE).contains(" T*learning "));
}

#[test]
fn a_highlighted_node_has_its_symbol_in_front_and_bold_lines() {
    let mut fixture = cache();
    fixture.lit = Some(fixture.laid.node("learning"));
    assert!(fixture.picture(140, 6, &UNICODE).contains(" T ◆0.5 learning "), "{}", fixture.picture(140, 6, &UNICODE));
    assert!(fixture.picture(140, 6, &ASCII).contains(" T !0.5 learning "));
    let bold_line = |fixture: &Fixture| {
        let area = Rect::new(0, 0, 140, 4);
        let buf = fixture.drawn(&fixture.look(area), area, &UNICODE);
        let bold = ratatui::style::Modifier::BOLD;
        let cells = (0..140).map(|x| &buf[(x, 1)]).filter(|cell| cell.modifier.contains(bold));
        cells.map(|cell| cell.symbol()).collect::<String>()
    };
    assert!(!bold_line(&fixture).contains("cites"));
    let (weekly, learning) = (fixture.laid.node("weekly"), fixture.laid.node("learning"));
    fixture.lit_edge = fixture.laid.layout.edges_between(weekly, learning).first().copied();
    assert!(bold_line(&fixture).contains("cites"), "{}", bold_line(&fixture));
}

#[test]
fn a_missing_root_is_shown() {
    let fixture = Fixture::from(LaidOut::new(&["a"], &[("a", "gone", "led-to", "")], "gone"));
    assert!(fixture.picture(80, 4, &UNICODE).contains("■ gone"));
}

#[test]
fn an_edge_with_low_confidence_is_dim() {
    let mut fixture = cache();
    fixture.dimmed =
        fixture.laid.layout.edges_between(fixture.laid.node("weekly"), fixture.laid.node("learning")).first().copied();
    let area = Rect::new(0, 0, 140, 4);
    let buf = fixture.drawn(&fixture.look(area), area, &UNICODE);
    let dim = ratatui::style::Modifier::DIM;
    let line: String =
        (0..140).map(|x| &buf[(x, 1)]).filter(|cell| cell.modifier.contains(dim)).map(|cell| cell.symbol()).collect();
    assert!(line.starts_with('←') && line.contains("cites"), "{line}");
}

#[test]
fn tiny_areas_are_drawn_without_a_panic() {
    let fixture = tree().select("c2");
    for (width, height) in (0..=5).flat_map(|width| (0..=5).map(move |height| (width, height))) {
        let area = Rect::new(1, 1, width, height);
        let mut look = fixture.look(area);
        look.follow(&fixture.laid.layout, area);
        fixture.drawn(&look, area, &UNICODE);
        fixture.drawn_list(area, &UNICODE);
        look.node_at(&fixture.laid.layout, area, 1, 1);
    }
}

#[test]
fn an_area_outside_the_screen_draws_nothing() {
    let fixture = tree();
    let mut buf = Buffer::empty(Rect::new(0, 0, 10, 3));
    let area = Rect::new(8, 2, 60, 20);
    fixture.columns(&fixture.look(area), &UNICODE, |columns| columns.render(area, &mut buf));
    assert_eq!(buf[(0, 0)].symbol(), " ");
}

#[test]
fn out_of_range_offsets_draw_an_empty_pane() {
    let fixture = tree();
    for row_offset in [i32::MIN, i32::MAX] {
        let look = LineageLook { selected: fixture.selected, row_offset, column_offset: usize::MAX };
        let text = text_of(&fixture.drawn(&look, Rect::new(0, 0, 80, 5), &UNICODE));
        assert!(text.lines().skip(1).all(str::is_empty), "{text}");
    }
}

#[test]
fn a_click_on_a_node_finds_it() {
    let fixture = tree();
    let area = Rect::new(3, 2, 100, 12);
    let look = fixture.look(area);
    let buf = fixture.drawn(&look, area, &UNICODE);
    let mut found = Vec::new();
    for (x, y) in area.positions().map(|at| (at.x, at.y)) {
        if let (true, Some(node)) = (buf[(x, y)].symbol() == "T", look.node_at(&fixture.laid.layout, area, x, y)) {
            let title = fixture.laid.graph.node(node).title();
            assert_eq!(buf[(x + 2, y)].symbol(), &title[..1]);
            found.push(node);
        }
    }
    assert_eq!(found.len(), 9);
}

#[test]
fn a_click_between_columns_or_on_a_header_finds_nothing() {
    let fixture = tree();
    let area = Rect::new(0, 0, 100, 12);
    let look = fixture.look(area);
    let at = |x, y| look.node_at(&fixture.laid.layout, area, x, y);
    assert_eq!(at(1, 0), None);
    assert_eq!(at(30, 3), None);
    assert_eq!(at(200, 3), None);
}

#[test]
fn a_click_on_a_row_of_the_list_finds_its_node() {
    let fixture = cache();
    let area = Rect::new(2, 3, 50, 12);
    let look = LineageListLook::at(fixture.selected, &fixture.laid.layout, area);
    let at = |y| look.node_at(&fixture.laid.layout, area, 4, y);
    assert_eq!(at(3), None);
    assert_eq!(at(4), Some(fixture.laid.node("evictions")));
    assert_eq!(at(2), None);
}

#[test]
fn a_held_key_scrolls_by_half_a_page() {
    let fixture = Fixture::from(LaidOut::fan(1_000));
    let area = Rect::new(0, 0, 100, 21);
    let first = fixture.laid.layout.node_at(Position { column: 1, row: -499 }).unwrap();
    let mut look = LineageLook::at(first, &fixture.laid.layout, area);
    let mut jumps = 0;
    while let Some(next) = fixture.laid.layout.neighbour(look.selected, Way::Down) {
        let before = look.row_offset;
        look.selected = next;
        look.follow(&fixture.laid.layout, area);
        jumps += usize::from(look.row_offset != before);
        let row = fixture.laid.layout.position(next).unwrap().row;
        assert!((look.row_offset..look.row_offset + 20).contains(&row));
    }
    assert!((1..=1_000 / 9).contains(&jumps), "{jumps}");
}

#[test]
fn a_held_key_scrolls_the_list_by_half_a_page() {
    let fixture = Fixture::from(LaidOut::fan(1_000));
    let area = Rect::new(0, 0, 50, 20);
    let mut look = LineageListLook::at(fixture.selected, &fixture.laid.layout, area);
    let mut jumps = 0;
    for _ in 0..1_000 {
        let before = look.offset;
        look.selected = fixture.laid.layout.list_moved(look.selected, 1).unwrap();
        look.follow(&fixture.laid.layout, area);
        jumps += usize::from(look.offset != before);
        let row = fixture.laid.layout.list_row_of(look.selected).unwrap();
        assert!((look.offset..look.offset + 20).contains(&row));
    }
    assert!((1..=1_000 / 9).contains(&jumps), "{jumps}");
}

#[test]
fn the_root_stays_visible_as_long_as_it_fits() {
    let fixture = Fixture::from(LaidOut::chain(9, 4));
    let area = Rect::new(0, 0, 80, 5);
    let mut look = fixture.look(area);
    let mut seen = vec![look.column_offset];
    for _ in 0..3 {
        look.selected = fixture.laid.layout.neighbour(look.selected, Way::Right).unwrap();
        look.follow(&fixture.laid.layout, area);
        seen.push(look.column_offset);
    }
    assert_eq!(seen, [3, 3, 4, 6]);
}

proptest! {
    #[test]
    fn a_window_equals_the_same_part_of_a_full_drawing(laid in lineages(), top in 0_u16..12, height in 1_u16..6, pick in 0_usize..12) {
        let mut fixture = Fixture::from(laid);
        let entry = fixture.laid.lineage.nodes.get(pick).map(|entry| entry.node);
        fixture.selected = entry.unwrap_or(fixture.selected);
        let (whole, part) = (Rect::new(0, 0, 90, 30), Rect::new(0, 0, 90, height + 1));
        let look = fixture.look(whole);
        let scrolled = LineageLook { row_offset: look.row_offset + i32::from(top), ..look };
        let (whole, window) = (fixture.drawn(&look, whole, &UNICODE), fixture.drawn(&scrolled, part, &UNICODE));
        for y in 1..=height {
            for x in 0..90 {
                prop_assert_eq!(&window[(x, y)], &whole[(x, y + top)], "{} {}", x, y);
            }
        }
    }

    #[test]
    fn the_selected_node_is_always_drawn(laid in lineages(), width in 16_u16..140, height in 2_u16..9) {
        let mut fixture = Fixture::from(laid);
        let area = Rect::new(0, 0, width, height);
        let mut look = fixture.look(area);
        for node in fixture.laid.lineage.nodes.iter().map(|entry| entry.node).collect::<Vec<_>>() {
            fixture.selected = node;
            look.selected = node;
            look.follow(&fixture.laid.layout, area);
            let buf = fixture.drawn(&look, area, &UNICODE);
            let cursors = area.positions().filter(|at| buf[*at].symbol() == UNICODE.cursor).count();
            prop_assert_eq!(cursors, 1);
        }
    }
}
