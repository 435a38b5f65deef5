//! The list of nodes.

use super::small;
use crate::support::{Fixture, Screen, requests_to};

#[test]
fn the_first_node_is_selected_at_first() {
    let fixture = small();
    let screen = Screen::on(fixture.root());
    assert_eq!(screen.listed(), ["a", "b", "m", "s", "self", "gone"]);
    assert_eq!(screen.current(), "a");
    assert_eq!(screen.outline()[0], "< led-to 1/1");
}

#[test]
fn typing_a_search_selects_the_best_match() {
    let screen = Screen::demo().keys("/stam");
    assert!(screen.is_typing());
    assert_eq!(screen.current(), screen.listed()[0]);
    assert!(screen.current().contains("stam"), "{}", screen.current());
    assert_eq!(screen.says("neighbourhood", "root"), screen.current());
}

#[test]
fn every_letter_searches_again() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/s");
    assert_eq!(screen.current(), "s");
    screen.press("el");
    assert_eq!((screen.current().as_str(), screen.listed().len()), ("self", 1));
    screen.press("<backspace><backspace>");
    assert_eq!(screen.current(), "s");
}

#[test]
fn a_long_result_is_shown_in_two_steps() {
    let mut screen = Screen::demo().keys("/");
    let search = |screen: &mut Screen| requests_to("find", screen.asked_by("a")).remove(0);
    let twin = search(&mut Screen::demo().keys("/"));
    let search = search(&mut screen);
    let whole = screen.answer_partly(search, 3);
    let (all, total) = (whole.nodes, whole.total);
    assert!(screen.text().contains(&format!("Nodes 3…/{total}")), "{}", screen.text());
    assert!(screen.is_waiting_for("find"));
    assert_eq!(screen.current(), screen.listed()[0]);
    screen.press("<down>");
    let second = screen.current();
    screen.answer_fully(&whole, twin);
    assert_eq!((screen.current(), screen.listed()[1].clone()), (second.clone(), second));
    assert_eq!(screen.counts("list", "cursor"), 1);
    assert!(screen.text().contains(&format!("Nodes {all}/{total}")), "{}", screen.text());
    assert!(!screen.is_waiting_for("find"));
}

#[test]
fn results_can_be_walked_while_typing() {
    let mut screen = Screen::demo().keys("/cache");
    let listed = screen.listed();
    screen.press("<down><ctrl-n>");
    assert_eq!(screen.current(), listed[2]);
    screen.press("<up>");
    assert_eq!(screen.current(), listed[1]);
    assert!(screen.is_typing());
}

#[test]
fn filters_include_and_exclude() {
    let fixture = small();
    let listed = |keys: &str| Screen::on(fixture.root()).keys(keys).listed();
    assert_eq!(listed("/kind:task"), ["a", "b"]);
    assert_eq!(listed("/kind:task -status:done"), ["a"]);
    assert_eq!(listed("/domain:infra"), ["a", "s"]);
    assert_eq!(listed("/system:unit"), [] as [&str; 0]);
    assert_eq!(listed("/is:missing"), ["gone"]);
    assert_eq!(listed("/is:orphan"), ["self"]);
    assert_eq!(listed("/mission kind:mission"), ["m"]);
}

#[test]
fn nodes_with_findings_are_listed_when_the_doctor_is_done() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/has:finding");
    let report = screen.report().unwrap();
    let about: Vec<_> = report.findings.iter().filter_map(|finding| finding.node.as_deref()).collect();
    assert!(!screen.listed().is_empty());
    assert!(screen.listed().iter().all(|id| about.contains(&id.as_str())), "{:?} {about:?}", screen.listed());
}

#[test]
fn an_invalid_filter_is_reported() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/is:mad");
    assert_eq!(screen.lists("list", "errors"), ["invalid \"mad\"; use missing, orphan, defined or drifted"]);
}

#[test]
fn esc_clears_the_line_and_the_node_stays() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/sel<esc>");
    assert_eq!(screen.current(), "self");
    assert_eq!(screen.listed().len(), 6);
    assert_eq!(screen.says("list", "search"), "");
    assert!(!screen.is_typing());
    assert_eq!(screen.listed_at_cursor(), "self");
}

#[test]
fn enter_keeps_the_line_and_esc_clears_it_later() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/kind:task<enter>");
    assert_eq!((screen.is_typing(), screen.listed().len()), (false, 2));
    screen.press("j<esc>");
    assert_eq!((screen.current().as_str(), screen.listed().len()), ("b", 6));
}

#[test]
fn a_filtered_out_node_stays_current_until_another_is_selected() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/kind:task<enter><enter>");
    assert_eq!(screen.focused(), "neighbourhood");
    screen.press("<enter>");
    assert_eq!(screen.current(), "s");
    assert_eq!(screen.listed(), ["a", "b"]);
}

#[test]
fn sort_orders_cycle_and_the_node_stays_current() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jj");
    assert_eq!(screen.current(), "m");
    let mut orders = Vec::new();
    for _ in 0..5 {
        screen.press("s");
        orders.push(screen.says("list", "sort"));
        assert_eq!((screen.current().as_str(), screen.listed_at_cursor().as_str()), ("m", "m"));
    }
    assert_eq!(orders, ["id", "degree", "recent", "rank", "relevance"]);
    assert_eq!(screen.toast(), "Sorted by relevance");
}

#[test]
fn the_pane_counts_matches_and_all_nodes() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/kind:task");
    assert!(screen.text().contains("Nodes 2/6"), "{}", screen.text());
}

#[test]
fn a_search_without_matches_keeps_the_node() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("j/zzzz");
    assert_eq!((screen.current().as_str(), screen.listed().len()), ("b", 0));
    assert!(screen.text().contains("No matches"));
}

#[test]
fn pages_and_ends_stop_at_the_first_and_last_node() {
    let mut screen = Screen::demo().keys("G");
    let listed = screen.listed();
    assert_eq!(screen.current(), *listed.last().unwrap());
    screen.press("j<pagedown>");
    assert_eq!(screen.current(), *listed.last().unwrap());
    screen.press("gg");
    assert_eq!(screen.current(), listed[0]);
    screen.press("<ctrl-d>");
    let cursor = screen.counts("list", "cursor");
    assert!(cursor > 1 && cursor < listed.len());
    screen.press("<ctrl-u>k");
    assert_eq!(screen.current(), listed[0]);
}

#[test]
fn an_invalid_filter_is_reported_while_rows_are_shown() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/is:bogus<enter>");
    assert!(!screen.listed().is_empty());
    assert!(screen.text().contains("invalid \"bogus\"; use mis"), "{}", screen.text());
    let screen = Screen::on(fixture.root()).keys("5/severity:bogus<enter>");
    assert!(screen.text().contains("Unknown severity \"bogus\"; use error, warning or note"), "{}", screen.text());
}

#[test]
fn counts_are_never_cut_but_the_sort_order_is() {
    let fixture = super::hub(12_000);
    let mut screen = Screen::on(fixture.root());
    let total = screen.listed().len();
    let count = format!("Nodes {0}/{0} ", refscope::text::grouped(total));
    screen.press("ssgg");
    for width in [80, 100, 120] {
        screen.set_size(width, 24);
        assert!(screen.text().contains(&count), "{width}: {}", screen.text());
    }
    assert!(screen.text().contains(&format!("{count}degree ")), "{}", screen.text());
    // The same holds for the number of edges of a hub.
    assert!(screen.text().contains(" 12000 │"), "{}", screen.text());
}

#[test]
fn changing_the_sort_order_scrolls_as_close_to_the_top_as_possible() {
    let ranked = Screen::demo().keys("ssss");
    assert_eq!(ranked.says("list", "sort"), "rank");
    assert_eq!(ranked.counts("list", "offset"), 0);
    let nodes = (10..70).map(|number| format!("n{number}"));
    let fixture = nodes.fold(Fixture::clean(), |fixture, id| {
        fixture.write(&format!("artifacts/tasks/{id}.md"), format!("---\ntitle: {id}\n---\n"))
    });
    // Far down in the middle of the visible rows: the first rows of the new order are scrolled out of sight anyway.
    let mut screen = Screen::on(fixture.root()).keys("/n<enter>");
    while screen.current() != "n60" {
        screen.press("j");
    }
    screen.press("s");
    let (cursor, listed) = (screen.counts("list", "cursor"), screen.listed());
    assert_eq!(screen.says("list", "sort"), "id");
    assert_eq!((&*listed[cursor], &*screen.current()), ("n60", "n60"));
    let text = screen.text();
    assert!(text.contains("n60") && !text.contains(&listed[cursor + 1]), "{text}");
}
