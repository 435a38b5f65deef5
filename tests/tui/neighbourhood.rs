//! The neighbourhood of a node.

use super::{hub, small};
use crate::support::{Fixture, Screen, row};
use refscope::tui::symbols::UNICODE;
use serde_json::{Value, json};

const BOTH: [&str; 9] =
    ["< led-to 1/1", " s", "> cites 1/1", " gone", "> led-to 1/1", " +b", "> mentions 2/2", " +m", " +b"];

fn groups(screen: &Screen) -> Vec<String> {
    screen.outline().into_iter().filter(|row| row.starts_with(['<', '>', '+'])).collect()
}

#[test]
fn edges_are_grouped_by_direction_and_relation() {
    let fixture = small();
    assert_eq!(Screen::on(fixture.root()).outline(), BOTH);
}

#[test]
fn the_direction_cycles() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("d");
    assert_eq!(screen.filters()["direction"], "in");
    assert_eq!(screen.outline(), ["< led-to 1/1", " s"]);
    screen.press("d");
    assert_eq!(screen.filters()["direction"], "out");
    assert_eq!(groups(&screen).len(), 3);
    screen.press("d");
    assert_eq!(screen.outline(), BOTH);
}

#[test]
fn one_relation_can_be_shown_alone() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("rjo");
    let entries = screen.says("relations", "entries");
    let counts = entries.as_array().unwrap().iter().map(|entry| json!([entry["name"], entry["here"], entry["total"]]));
    assert_eq!(counts.collect::<Value>(), json!([["mentions", 2, 3], ["led-to", 2, 2], ["cites", 1, 1]]));
    assert_eq!(groups(&screen), ["< led-to 1/1", "> led-to 1/1"]);
    assert_eq!(screen.filters()["relations"], json!({ "only": ["led-to"] }));
}

#[test]
fn one_relation_can_be_hidden() {
    let fixture = small();
    assert_eq!(groups(&Screen::on(fixture.root()).keys("rjx")), ["> cites 1/1", "> mentions 2/2"]);
}

#[test]
fn a_relation_is_switched_off_and_on() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("rj<space>");
    assert_eq!(groups(&screen), ["> cites 1/1", "> mentions 2/2"]);
    screen.press("<space>");
    assert_eq!(screen.filters()["relations"], "all");
    screen.press("ojx a<esc>");
    assert_eq!(screen.filters()["relations"], "all");
    assert_eq!(screen.outline(), BOTH);
    assert_eq!(screen.overlay(), None);
}

#[test]
fn depth_opens_and_closes_levels() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("+");
    assert_eq!(screen.filters()["depth"], 2);
    assert!(screen.outline().contains(&"   +m".to_owned()), "{:?}", screen.outline());
    screen.press("--");
    assert_eq!(screen.filters()["depth"], 1);
    assert_eq!(screen.outline(), BOTH);
    screen.press("====================");
    assert_eq!(screen.filters()["depth"], 9);
}

#[test]
fn implicit_edges_are_hidden_and_shown() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("i");
    assert_eq!(screen.filters()["implicit"], false);
    assert_eq!(groups(&screen), ["< led-to 1/1", "> cites 1/1", "> led-to 1/1"]);
    screen.press("i");
    assert_eq!(screen.outline(), BOTH);
}

#[test]
fn edges_below_the_minimum_confidence_are_hidden() {
    let mut screen = Screen::demo().keys("/thundering-herd<enter>");
    let all = screen.outline();
    screen.press("ccc");
    assert_eq!(screen.filters()["confidence"], 0.8);
    assert!(screen.outline().len() < all.len(), "{all:?}");
    screen.press("cc");
    assert_eq!(screen.filters()["confidence"], Value::Null);
    assert_eq!(screen.outline(), all);
}

#[test]
fn the_lens_shows_the_layer_of_the_node() {
    let mut screen = Screen::demo().keys("/layer:code system:causal<enter>v");
    assert_eq!(screen.filters()["lens"], true, "{}", screen.toast());
    screen.press("v");
    assert_eq!(screen.filters()["lens"], false);
}

#[test]
fn a_node_in_no_layer_has_no_lens() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("v");
    assert_eq!(screen.filters()["lens"], false);
    assert_eq!(screen.toast(), "This node has no layer");
}

#[test]
fn all_filters_are_reset_at_once() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("di+cro<esc>X");
    assert_eq!(screen.filters(), Screen::on(fixture.root()).filters());
    assert_eq!(screen.outline(), BOTH);
}

#[test]
fn a_node_is_opened_in_place_and_closed_again() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter>jjjj");
    assert_eq!(screen.outline_row(), " +b");
    screen.press("l");
    assert_eq!(screen.outline()[5..8], [" b", "  < mentions 1/1", "   a again"]);
    assert_eq!(screen.outline_row(), " b");
    screen.press("<space>");
    assert_eq!(screen.outline(), BOTH);
}

#[test]
fn right_enters_an_open_row_and_left_leaves_it() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter>jjjl");
    assert_eq!(screen.outline_row(), " +b");
    screen.press("h");
    assert_eq!(screen.outline_row(), "> led-to 1/1");
    screen.press("h");
    assert_eq!(screen.outline()[4], "+> led-to 1/1");
    screen.press("h");
    assert_eq!(screen.focused(), "list");
}

#[test]
fn a_cycle_ends_with_a_mark() {
    let fixture = Fixture::clean().rows(&[row("a", "b", "led-to"), row("b", "a", "led-to")]);
    let screen = Screen::on(fixture.root()).keys("i++");
    assert_eq!(
        screen.outline(),
        ["< led-to 1/1", " b", "  < led-to 1/1", "   a again", "> led-to 1/1", " b", "  > led-to 1/1", "   a again"]
    );
    assert!(screen.text().contains(UNICODE.cycle));
}

#[test]
fn a_hub_shows_some_edges_and_more_on_demand() {
    let fixture = hub(5_000);
    let mut screen = Screen::on(fixture.root()).keys("/hub<enter><enter>");
    assert_eq!((screen.outline().len(), screen.outline()[0].as_str()), (102, "> led-to 100/5000"));
    assert!(screen.text().contains("(100 of 5,000)"), "{}", screen.text());
    screen.press("G");
    assert_eq!(screen.outline_row(), " 100 of 5000");
    screen.press("<enter>");
    assert_eq!((screen.outline().len(), screen.outline_row().as_str()), (1_002, " n00100"));
    screen.press("G<space>");
    assert_eq!((screen.outline().len(), screen.outline_row().as_str()), (5_001, " n01000"));
}

#[test]
fn the_selected_row_survives_a_filter() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter>Gk");
    assert_eq!(screen.outline_row(), " +m");
    screen.press("rjjx<esc>");
    assert_eq!((screen.outline().contains(&" gone".to_owned()), screen.outline_row().as_str()), (false, " +m"));
    screen.press("+");
    assert_eq!(screen.outline_row(), " m");
    screen.press("X");
    assert_eq!(screen.outline_row(), " +m");
}

#[test]
fn when_the_selected_row_disappears_its_parent_is_selected() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter>jjjj+jj");
    assert_eq!(screen.outline_row(), "   a again");
    screen.press("-");
    assert_eq!(screen.outline_row(), " +b");
}

#[test]
fn enter_goes_to_the_node() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<enter><enter>");
    assert_eq!((screen.current().as_str(), screen.focused()), ("s", "neighbourhood"));
    assert_eq!(screen.outline(), ["> led-to 1/1", " +a"]);
    assert_eq!(screen.selected(), "a");
}

#[test]
fn o_goes_to_the_other_end_from_any_pane() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<enter>jo");
    assert_eq!(screen.current(), "a", "a group has no other end");
    let screen = Screen::on(fixture.root()).keys("<enter>jjjjo");
    assert_eq!(screen.current(), "b");
}

#[test]
fn rows_opened_by_hand_are_closed_around_another_node() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<enter>jjjjl<enter>b");
    assert_eq!((screen.current().as_str(), screen.outline()), ("a", BOTH.map(String::from).to_vec()));
}

#[test]
fn filters_that_hide_every_edge_are_named_in_full() {
    let fixture = small();
    // It has no incoming edges.
    let screen = Screen::on(fixture.root()).keys("/s<enter>idcccc");
    assert!(screen.outline().is_empty());
    let text = screen.text();
    assert!(text.contains("No edges match the filters"), "{text}");
    let is_named = |line: &str| line.contains("in · depth 1 · no implicit · confidence >= 0.0");
    assert!(text.lines().skip(2).any(is_named), "{text}");
}
