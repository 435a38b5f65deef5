//! Tests of the page layout.

use super::super::content::PageRow;
use super::*;
use crate::tui::symbols::UNICODE;
use proptest::prelude::*;

fn rows(words: &[&str]) -> Vec<PageRow> {
    words.iter().map(|words| PageRow::saying(Role::Text, *words)).collect()
}

fn section(heading: &str, words: &[&str]) -> Section {
    Section::new(heading, rows(words), "none")
}

/// A claim, its support and rebuttals side by side, and open questions below.
fn page() -> Page {
    let sides = PageBlock::Beside(
        vec![section("for", &["f1", "f2"])],
        vec![section("against", &["a1", "a2", "a3"]), section("doubts", &[])],
    );
    let parts =
        vec![PageBlock::Whole(vec![section("", &["claim"])]), sides, PageBlock::Whole(vec![section("open", &["o1"])])];
    Page { title: "T".to_owned(), total: String::new(), parts }
}

/// The lines as text, with a bar between the two sides.
fn read(layout: &PageLayout) -> Vec<String> {
    let words = |piece: &Piece| piece.words.iter().map(|(_, words)| words.as_str()).collect::<String>();
    let line = |line: &PageLine| {
        if line.is_split { format!("{} | {}", words(&line.left), words(&line.right)) } else { words(&line.left) }
    };
    layout.lines.iter().map(line).collect()
}

#[test]
fn sides_are_side_by_side_if_they_fit() {
    let wide = read(&PageLayout::new(&page(), SIDE_BY_SIDE, &UNICODE));
    let sides = [" | ", "for (2) | against (3)", "f1 | a1", "f2 | a2", " | a3", " | ", " | doubts", " |    none"];
    assert_eq!(wide, [&["claim"], &sides[..], &["", "open (1)", "o1"]].concat());
}

#[test]
fn sides_are_stacked_on_a_narrow_page() {
    let narrow = read(&PageLayout::new(&page(), SIDE_BY_SIDE - 1, &UNICODE));
    let left = ["", "for (2)", "f1", "f2"];
    let right = ["", "against (3)", "a1", "a2", "a3", "", "doubts", "   none"];
    assert_eq!(narrow, [&["claim"], &left[..], &right[..], &["", "open (1)", "o1"]].concat());
}

#[test]
fn omitted_rows_are_counted() {
    let cut = Section { total: 2_000, ..section("rows", &["one", "two"]) };
    let page = Page { title: String::new(), total: String::new(), parts: vec![PageBlock::Whole(vec![cut])] };
    assert_eq!(read(&PageLayout::new(&page, 80, &UNICODE))[0], "rows (2 of 2,000)");
}

#[test]
fn continuation_lines_of_a_long_row_are_indented() {
    let lines = |columns, text: &str| {
        let section = Section::new("", vec![PageRow { indent: 1, ..PageRow::saying(Role::Text, text) }], "");
        let page = Page { title: String::new(), total: String::new(), parts: vec![PageBlock::Whole(vec![section])] };
        let layout = PageLayout::new(&page, columns, &UNICODE);
        assert!(layout.lines.iter().all(|line| line.left.row == Some(0)));
        read(&layout)
    };
    let narrow = lines(20, "some words that need more room");
    assert_eq!(narrow, ["  some words that ", "    need more ", "    room"]);
    let wide = lines(50, "a row of words that will need more than 50 columns");
    assert_eq!(wide, ["  a row of words that will need more than 50 ", "      columns"]);
}

#[test]
fn right_aligned_text_is_omitted_if_it_does_not_fit() {
    let page = |columns| {
        let row = PageRow { aside: "f.md:1".to_owned(), ..PageRow::saying(Role::Text, "words") };
        let section = Section::new("", vec![row], "");
        let page = Page { title: String::new(), total: String::new(), parts: vec![PageBlock::Whole(vec![section])] };
        read(&PageLayout::new(&page, columns, &UNICODE))
    };
    assert_eq!(page(20), ["words      f.md:1"]);
    assert_eq!(page(16), ["words  f.md:1"]);
    assert_eq!(page(15), ["words"]);
}

#[test]
fn moving_down_finishes_a_column_before_the_part_below() {
    let layout = PageLayout::new(&page(), 120, &UNICODE);
    let walk = |from: usize, is_down: bool| {
        let steps = std::iter::successors(Some(from), |row| layout.next(*row, is_down));
        steps.collect::<Vec<_>>()
    };
    // Rows in reading order: claim, f1, f2, a1, a2, a3, o1.
    assert_eq!(walk(0, true), [0, 1, 2, 6]);
    assert_eq!(walk(3, true), [3, 4, 5, 6]);
    assert_eq!(walk(6, false), [6, 2, 1, 0]);
    assert_eq!(walk(5, false), [5, 4, 3, 0]);
    assert_eq!([layout.beside(2, Side::Right), layout.beside(5, Side::Left)], [Some(4), Some(2)]);
    assert_eq!([layout.beside(2, Side::Left), layout.beside(0, Side::Right)], [None, None]);
}

#[test]
fn the_row_under_the_mouse_is_on_that_side() {
    let layout = PageLayout::new(&page(), 120, &UNICODE);
    let line = read(&layout).iter().position(|line| line == "f1 | a1").unwrap();
    let (left, right) = split(120).unwrap();
    assert_eq!(
        [0, left - 1, left, right, 119].map(|column| layout.row_at(line, column)),
        [Some(1), Some(1), None, Some(3), Some(3)]
    );
    assert_eq!(layout.row_at(0, 119), Some(0));
    assert_eq!(layout.row_at(1_000, 0), None);
}

fn any_sections() -> impl Strategy<Value = Vec<Section>> {
    let row = |(words, indent): (String, u16)| PageRow {
        aside: "aside".to_owned(),
        indent,
        ..PageRow::saying(Role::Text, words)
    };
    let row = ("[a-z ]{0,40}", 0..4_u16).prop_map(row);
    let section = ("[a-z ]{0,9}", prop::collection::vec(row, 0..5));
    let section = section.prop_map(|(heading, rows)| Section::new(heading, rows, "none"));
    prop::collection::vec(section, 0..3)
}

fn any_page() -> impl Strategy<Value = Page> {
    let part = prop_oneof![
        any_sections().prop_map(PageBlock::Whole),
        (any_sections(), any_sections()).prop_map(|(left, right)| PageBlock::Beside(left, right)),
    ];
    prop::collection::vec(part, 0..4).prop_map(|parts| Page { title: String::new(), total: String::new(), parts })
}

proptest! {
    #[test]
    fn every_row_has_lines_and_none_is_wider_than_its_side(page in any_page(), columns in 0..140_usize) {
        let layout = PageLayout::new(&page, columns, &UNICODE);
        prop_assert_eq!(layout.len(), page.rows().count());
        let pieces = layout.lines.iter().flat_map(|line| [&line.left, &line.right]);
        let mut firsts: Vec<_> = pieces.filter(|piece| piece.is_first).filter_map(|piece| piece.row).collect();
        firsts.sort_unstable();
        prop_assert_eq!(firsts, (0..layout.len()).collect::<Vec<_>>());
        for line in &layout.lines {
            let width = |piece: &Piece| piece.words.iter().map(|(_, words)| words::width(words.trim_end())).sum::<usize>();
            let room = split(columns).filter(|_| line.is_split).map_or(columns, |(left, _)| left);
            prop_assert!(line.left.row.is_none() || width(&line.left) <= room.saturating_sub(GUTTER).max(1));
        }
    }

    #[test]
    fn every_row_can_be_reached_and_is_then_visible(page in any_page(), columns in 0..140_usize, seen in 1..30_usize) {
        let layout = PageLayout::new(&page, columns, &UNICODE);
        let mut reached = vec![false; layout.len()];
        let mut waiting: Vec<usize> = (0..layout.len()).take(1).collect();
        let mut offset = 0;
        while let Some(row) = waiting.pop() {
            if std::mem::replace(&mut reached[row], true) {
                continue;
            }
            offset = layout.follow(row, offset, seen);
            let is_seen = |line: &PageLine| [&line.left, &line.right].iter().any(|piece| piece.is_first && piece.row == Some(row));
            prop_assert!(layout.lines.iter().skip(offset).take(seen).any(is_seen), "{row} from {offset}");
            waiting.extend(layout.next(row, true));
            waiting.extend(layout.next(row, false));
            waiting.extend(layout.beside(row, Side::Left));
            waiting.extend(layout.beside(row, Side::Right));
        }
        prop_assert!(reached.iter().all(|reached| *reached), "{reached:?}");
    }

    #[test]
    fn no_line_is_skipped_moving_down_and_up(
        page in any_page(), columns in 0..140_usize, seen in 1..30_usize, is_by_pages in any::<bool>()
    ) {
        let layout = PageLayout::new(&page, columns, &UNICODE);
        let lines = if is_by_pages { (seen - 1).max(1) } else { 1 };
        let start = layout.follow(0, 0, seen);
        let (mut row, mut offset) = (0, start);
        let mut was_seen = vec![false; layout.lines.len()];
        for is_down in [true, false] {
            was_seen.fill(false);
            loop {
                was_seen.iter_mut().skip(offset).take(seen).for_each(|line| *line = true);
                let (next, to, _) = layout.step((row, offset), lines, seen, is_down);
                if (next, to) == (row, offset) {
                    break;
                }
                (row, offset) = (next, to);
            }
            let from = if is_down { start } else { 0 };
            prop_assert!(was_seen[from..].iter().all(|seen| *seen), "{is_down}: {was_seen:?}");
        }
    }
}
