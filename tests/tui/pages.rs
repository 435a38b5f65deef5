//! Pages, tested with the history of a node.

use super::page::rows_as_data;
use super::{hub, small};
use crate::support::{Fixture, Request, Screen, requests_to, row, texts};
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::workspace::Changes;
use serde_json::json;
use std::fs;

/// The text of the rows, without time and actor.
fn rows(screen: &Screen) -> Vec<String> {
    let said = |words: Vec<String>| words.into_iter().skip(4).collect::<String>();
    let rows = rows_as_data(screen);
    rows.iter().map(|row| format!("{}  {}", said(texts(&row["words"])), row["aside"].as_str().unwrap())).collect()
}

fn cursor(screen: &Screen) -> usize {
    screen.counts("page", "cursor")
}

/// The first visible line.
fn offset(screen: &Screen) -> usize {
    screen.counts("page", "offset")
}

fn selected(screen: &Screen) -> String {
    rows(screen)[cursor(screen)].clone()
}

/// The history of `a`.
fn history(fixture: &Fixture) -> Screen {
    Screen::on(fixture.root()).keys("/a<enter>Z")
}

/// Moves down to the row that contains these words.
fn go(screen: &mut Screen, words: &str) {
    screen.press("gg");
    while !selected(screen).contains(words) {
        let before = cursor(screen);
        screen.press("j");
        assert_ne!(cursor(screen), before, "no row says {words}: {:?}", rows(screen));
    }
}

#[test]
fn every_statement_about_a_node_is_listed_with_its_position() {
    let fixture = small();
    let screen = history(&fixture);
    let shown = rows(&screen);
    for row in [
        "a cites gone (missing)  references.jsonl:3",
        "a led to b  references.jsonl:2",
        "s led to a  references.jsonl:1",
    ] {
        assert!(shown.contains(&row.to_owned()), "{shown:?}");
    }
    assert!(shown.iter().any(|row| row.starts_with("a mentions b")), "{shown:?}");
    assert_eq!(screen.overlay(), Some("page"));
    assert!(screen.text().contains("History of a"), "{}", screen.text());
}

#[test]
fn back_returns_from_a_node_to_the_page() {
    let fixture = small();
    let mut screen = history(&fixture);
    go(&mut screen, "s led to a");
    screen.press("<enter>");
    assert_eq!((screen.current().as_str(), screen.view(), screen.overlay()), ("s", "explore", None));
    assert_eq!(screen.outline_row().trim(), "+a", "the row's edge is selected");
    screen.press("b");
    assert_eq!(screen.current(), "a");
    assert!(selected(&screen).starts_with("s led to a"), "{:?}", selected(&screen));
    screen.press("<esc>");
    assert_eq!(screen.overlay(), None);
}

#[test]
fn the_back_history_spans_several_pages() {
    let fixture = small();
    let mut screen = history(&fixture);
    go(&mut screen, "s led to a");
    // The history of `s`, and from there to the other end of its only row.
    screen.press("Z");
    assert!(screen.text().contains("History of s"), "{}", screen.text());
    screen.press("o");
    assert_eq!(screen.current(), "s");
    screen.press("b");
    assert!(screen.text().contains("History of s"), "{}", screen.text());
    screen.press("b");
    assert!(screen.text().contains("History of a"), "{}", screen.text());
    assert!(selected(&screen).starts_with("s led to a"), "{:?}", selected(&screen));
    screen.press("b");
    assert_eq!((screen.toast(), screen.overlay()), ("Nothing to go back to", Some("page")));
    screen.press("f");
    assert!(screen.text().contains("History of s"), "{}", screen.text());
}

#[test]
fn the_other_end_is_the_node_itself() {
    let fixture = small();
    let mut screen = history(&fixture);
    go(&mut screen, "a led to b");
    screen.press("o");
    assert_eq!((screen.current().as_str(), screen.outline_row().trim()), ("a", "+b"));
}

#[test]
fn a_row_is_copied_edited_marked_and_traced() {
    let fixture = small();
    let mut screen = history(&fixture);
    go(&mut screen, "a led to b");
    screen.press("yYem");
    let asked: Vec<_> = screen.asked().iter().map(|effect| format!("{effect:?}")).collect();
    let log = fixture.path("references.jsonl").display().to_string();
    assert!(asked.contains(&"Copy(\"b\", \"id\")".to_owned()), "{asked:?}");
    assert!(asked.contains(&format!("Copy({log:?}, \"path\")")), "{asked:?}");
    assert!(asked.contains(&format!("Edit({log:?}, Some(2))")), "{asked:?}");
    assert_eq!(screen.marks(), ["b"]);
    assert!(screen.text().contains(">* "), "{}", screen.text());
    screen.press("t");
    assert_eq!((screen.current().as_str(), screen.view()), ("b", "lineage"));
    screen.press("b");
    assert!(selected(&screen).starts_with("a led to b"));
}

#[test]
fn a_click_selects_a_row_and_a_second_click_goes_to_it() {
    let fixture = small();
    let mut screen = history(&fixture);
    screen.click("a led to b");
    assert!(selected(&screen).starts_with("a led to b"), "{:?}", selected(&screen));
    screen.happen(Event::Scrolled(40, 10, -1));
    assert!(!selected(&screen).starts_with("a led to b"));
    screen.click("a led to b");
    screen.click("a led to b");
    assert_eq!((screen.current().as_str(), screen.overlay()), ("b", None));
}

#[test]
fn new_rows_are_shown_and_the_selected_row_stays() {
    let fixture = small();
    let mut screen = history(&fixture);
    go(&mut screen, "s led to a");
    let said = selected(&screen);
    let log = fixture.read("references.jsonl") + &row("b", "a", "cites") + "\n";
    fs::write(fixture.path("references.jsonl"), log).unwrap();
    let grown = screen.look(&Changes::Anywhere).unwrap();
    assert!(matches!(grown, Event::Grown(..)));
    screen.happen(grown);
    assert!(rows(&screen).iter().any(|row| row.starts_with("b cites a")), "{:?}", rows(&screen));
    assert_eq!(selected(&screen), said);
    // Another file: every index changes.
    fs::write(fixture.path("artifacts/tasks/aaa.md"), "---\ntitle: First\nmentions: [a]\n---\n").unwrap();
    let changed = screen.look(&Changes::Anywhere).unwrap();
    assert!(matches!(changed, Event::Changed(..)));
    screen.happen(changed);
    assert!(rows(&screen).iter().any(|row| row.starts_with("aaa mentions a")), "{:?}", rows(&screen));
    assert_eq!(selected(&screen), said);
    assert_eq!(screen.says("page", "is_of_this_graph"), true);
}

/// The request for a page.
fn asked(effects: Vec<Effect>) -> Request {
    requests_to("page", effects).into_iter().next().expect("no page was asked for")
}

#[test]
fn a_loading_page_is_labelled_and_ignores_outdated_answers() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/a<enter>");
    let old = asked(screen.asked_by("Z"));
    assert!(screen.text().contains("Loading"), "{}", screen.text());
    screen.press("<esc>/<ctrl-u>b<enter>");
    let new = asked(screen.asked_by("Z"));
    screen.asked_after_answer(old);
    screen.asked_after_answer(new);
    assert!(screen.text().contains("History of b"), "{}", screen.text());
}

#[test]
fn a_row_of_a_replaced_graph_is_not_used() {
    let fixture = small();
    let mut screen = history(&fixture);
    fs::write(fixture.path("artifacts/tasks/aaa.md"), "---\ntitle: First\n---\n").unwrap();
    let changed = screen.look(&Changes::Anywhere).unwrap();
    screen.asked_after(changed);
    screen.press("<enter>");
    assert_eq!((screen.toast(), screen.overlay()), ("The page is being updated", Some("page")));
    assert!(screen.text().contains("updating"), "{}", screen.text());
}

#[test]
fn the_history_of_a_hub_is_truncated_but_counted_in_full() {
    let fixture = hub(1_200);
    let mut screen = Screen::on(fixture.root()).keys("/hub<enter>Z");
    assert!(screen.text().contains("1,000 of 1,2"), "{}", screen.text());
    assert!(screen.text().contains("more below"), "{}", screen.text());
    screen.press("G");
    assert_eq!(cursor(&screen), 999);
    assert!(!screen.text().contains("more below"), "{}", screen.text());
    screen.press("<pageup>");
    assert!((970..999).contains(&cursor(&screen)), "{}", cursor(&screen));
    screen.press("gg");
    assert_eq!((cursor(&screen), offset(&screen)), (0, 0));
}

#[test]
fn text_below_the_last_row_can_be_scrolled_to_with_every_key() {
    // One row, followed by empty sections that consist of text only.
    let fixture = Fixture::clean().write("artifacts/tasks/alone.md", "---\ntitle: Alone\n---\n");
    let mut screen = Screen::on(fixture.root()).keys("/alone<enter>W");
    let sees = |screen: &Screen, words: &str| screen.text().contains(words);
    for (down, up) in [("jjjjjjjjjjjjjjjjjjjj", "kkkkkkkkkkkkkkkkkkkk"), ("G", "gg"), ("<pagedown>", "<pageup>")] {
        assert!(sees(&screen, "more below") && !sees(&screen, "No dependents"), "{}", screen.text());
        screen.press(down);
        assert!(!sees(&screen, "more below") && sees(&screen, "No dependents"), "{}", screen.text());
        // Other events keep the scroll position.
        screen.happen(Event::Resized(80, 24));
        assert!(sees(&screen, "No dependents"), "{}", screen.text());
        screen.press(up);
        assert_eq!((cursor(&screen), offset(&screen)), (0, 0), "{up}");
    }
}

#[test]
fn the_selected_first_row_stays_visible_when_rows_are_added_above_it() {
    let fixture = small();
    let mut screen = history(&fixture);
    screen.press("Ggg");
    let said = selected(&screen);
    let later = |number: usize| {
        json!({"ts": "2099-01-01T00:00:00.000Z", "from": format!("n{number}"), "to": "a", "relation": "cites"})
            .to_string()
    };
    let rows: Vec<_> = (0..60).map(later).collect();
    fs::write(fixture.path("references.jsonl"), fixture.read("references.jsonl") + &rows.join("\n") + "\n").unwrap();
    let grown = screen.look(&Changes::Anywhere).unwrap();
    screen.happen(grown);
    assert_eq!((selected(&screen), cursor(&screen)), (said, 60));
    assert!((offset(&screen)..offset(&screen) + 20).contains(&60), "{}", screen.text());
}

#[test]
fn a_retraction_is_shown_with_actor_time_and_edge() {
    let retracts = json!({"from": "s", "to": "a", "relation": "led-to", "ts": "2026-05-01T10:00:00.000Z"});
    let fixture = small().rows(&[
        json!({"ts": "2026-05-01T10:00:00.000Z", "from": "s", "to": "a", "relation": "led-to", "actor": "cli"})
            .to_string(),
        json!({"ts": "2026-05-04T10:00:00.000Z", "actor": "agent", "retracts": retracts}).to_string(),
    ]);
    let mut screen = history(&fixture);
    go(&mut screen, "retracts: ");
    let text = screen.text();
    let shown: Vec<_> = text.lines().rev().skip(2).take(2).map(|line| line.trim_matches(['│', ' '])).collect();
    assert_eq!(shown[1], "references.jsonl:2 · agent · 2026-05-04T10:00:00.000Z", "{text}");
    assert_eq!(shown[0], "Retracted: s led to a, written in references.jsonl:1", "{text}");
}

#[test]
fn a_page_is_drawn_at_every_size() {
    let mut screen = Screen::demo().keys("/stamp<enter>Z");
    for is_ascii in [false, true] {
        if is_ascii {
            screen.use_ascii();
        }
        for width in (1..=40).chain([75, 76, 80, 120]) {
            for height in 1..=40 {
                screen.happen(Event::Resized(width, height));
                screen.cells();
            }
        }
    }
    assert!(screen.text().is_ascii(), "{}", screen.text());
}

#[test]
fn a_node_without_history_shows_a_message() {
    let fixture = Fixture::clean().write("artifacts/tasks/alone.md", "---\ntitle: Alone\n---\n");
    let screen = Screen::on(fixture.root()).keys("/alone<enter>Z");
    assert!(screen.text().contains("No history"), "{}", screen.text());
}
