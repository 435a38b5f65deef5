//! Misspelled relations in the edge editor: the nearest known relation comes first, a new relation last.

use super::link::{self, draft, focus};
use super::small;
use crate::support::{Fixture, Screen, row};
use rstest::rstest;
use serde_json::Value;

/// The edge editor on node `a`, with a relation typed.
fn typed(fixture: &Fixture, verb: &str) -> Screen {
    Screen::on(fixture.root()).keys(&format!("/a<enter>a{verb}"))
}

/// The offered relations in order; a new one is in quotes.
fn offered(screen: &Screen) -> Vec<String> {
    let choices = draft(screen, "choices");
    let name = |choice: &Value| match choice["found"].as_str() {
        Some(relation) => relation.to_owned(),
        None => choice["typed"].to_string(),
    };
    choices.as_array().unwrap().iter().map(name).collect()
}

fn taken(screen: &Screen) -> [String; 3] {
    ["from", "relation", "to"].map(|field| link::taken(screen, field).join(" "))
}

#[rstest]
#[case::synonym_with_a_missing_letter("triggerd", "led-to")]
#[case::extra_letter("led-too", "led-to")]
#[case::another_form("leads-to", "led-to")]
#[case::another_word("causes", "led-to")]
#[case::missing_letter("adresses", "addresses")]
#[case::another_form_of_a_synonym("resolved", "addresses")]
#[case::underscore("LED_TO", "led-to")]
#[case::synonym("replaces", "supersedes")]
fn the_nearest_known_relation_comes_first_and_a_new_one_last(#[case] verb: &str, #[case] meant: &str) {
    let fixture = small();
    let screen = typed(&fixture, verb);
    let offered = offered(&screen);
    assert_eq!((offered[0].as_str(), offered.last().unwrap().as_str()), (meant, format!("{verb:?}").as_str()));
    assert_eq!(taken(&screen.keys("<enter>")), ["a", meant, ""]);
}

#[test]
fn a_new_relation_is_marked_and_only_taken_explicitly() {
    let fixture = small();
    let screen = typed(&fixture, "triggerd");
    let text = screen.text();
    let row = text.lines().find(|line| line.contains("\"triggerd\"")).unwrap();
    assert!(row.contains("new relation"), "{text}");
    assert_eq!(taken(&screen.keys("<pagedown><enter>")), ["a", "triggerd", ""]);
}

#[test]
fn a_misspelled_inverse_swaps_the_ends() {
    let fixture = small();
    let mut screen = typed(&fixture, "caused-bye");
    assert_eq!(offered(&screen), ["led-to", "\"caused-bye\""]);
    assert!(screen.text().contains("ends swapped"), "{}", screen.text());
    screen.press("<enter>");
    assert_eq!(taken(&screen), ["", "led-to", "a"]);
    assert_eq!(focus(&screen), "from");
    screen.press("self<enter><enter>");
    let log = fixture.read("references.jsonl");
    assert!(log.lines().last().unwrap().contains(r#""from":"self","to":"a","relation":"led-to""#), "{log}");
}

#[test]
fn the_preview_of_a_misspelled_inverse_has_swapped_ends() {
    let fixture = small();
    let screen = typed(&fixture, "cites<enter>self<enter><shift-tab><shift-tab>caused-bye");
    let row = draft(&screen, "preview/rows/0");
    assert_eq!(["from", "relation", "to"].map(|end| row[end].as_str().unwrap()), ["self", "led-to", "a"]);
}

#[test]
fn an_inverse_replaces_the_correct_end_of_a_resumed_draft() {
    let fixture = small();
    let before = fixture.read("references.jsonl");
    let mut screen = typed(&fixture, "cites<enter>self<enter>because<esc>");
    screen.press("acaused-bye<enter>s<enter>");
    assert_eq!(fixture.read("references.jsonl"), before);
    assert_eq!(taken(&screen), ["s", "led-to", "a"]);
    assert_eq!(draft(&screen, "reason"), "");
}

#[test]
fn a_misspelled_relation_in_use_is_offered_after_the_known_ones() {
    let fixture = small().rows(&[row("a", "b", "blocks-on"), row("a", "b", "led-too")]);
    assert_eq!(offered(&typed(&fixture, "bloks-on")), ["blocks-on", "\"bloks-on\""]);
    assert_eq!(offered(&typed(&fixture, "led-too"))[..2], ["led-to", "led-too"]);
}

#[test]
fn a_relation_unlike_all_others_is_offered_only_as_new() {
    let fixture = small();
    assert_eq!(offered(&typed(&fixture, "zzz-verb")), ["\"zzz-verb\""]);
}
