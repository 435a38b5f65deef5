//! Closing a signal: the addressing node is chosen, then the status and the row are both written, or neither.

use crate::support::{Fixture, Screen, requested, row};
use refscope::tui::event::Event;
use serde_json::{Value, json};
use std::fs;

const SIGNAL: &str = "artifacts/signals/s.md";
const LOG: &str = "references.jsonl";

/// The clean workspace with `s` selected.
fn on_signal(fixture: &Fixture) -> Screen {
    let screen = Screen::on(fixture.root()).keys("/Signal<enter>");
    assert_eq!(screen.current(), "s");
    screen
}

/// What the open form says about itself.
fn closing(screen: &Screen) -> Value {
    let form = screen.says("closing", "open");
    assert!(form.is_object(), "nothing is being closed:\n{}", screen.text());
    form
}

/// The ids of the saved forms and the open one.
fn forms(screen: &Screen) -> Value {
    screen.says("closing", "forms")
}

fn row_in_log(fixture: &Fixture) -> String {
    let log = fixture.read(LOG);
    assert_eq!(log.lines().count(), 3, "{log}");
    log.lines().last().unwrap().to_owned()
}

#[track_caller]
fn assert_nothing_written(fixture: &Fixture) {
    assert_eq!(fixture.read(SIGNAL), "---\ntitle: Signal S\nstatus: open\ndomain: infra\n---\n");
    assert_eq!(fixture.read(LOG).lines().count(), 2);
}

#[test]
fn a_signal_is_closed_with_a_few_letters_and_two_enters() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter><enter>");
    assert_eq!(screen.toast(), "Closed: status open → addressed, artifacts/signals/s.md:3, references.jsonl:3");
    assert_eq!(screen.overlay(), None);
    assert_eq!(fixture.read(SIGNAL), "---\ntitle: Signal S\nstatus: addressed\ndomain: infra\n---\n");
    let row = row_in_log(&fixture);
    assert!(row.ends_with(r#""from":"a","to":"s","relation":"addresses","actor":"tui"}"#), "{row}");
}

#[test]
fn an_interrupted_change_is_completed_with_the_row_that_is_shown() {
    let ts = "2026-01-03T00:00:00.000Z";
    let stored = format!(r#"{{"ts":"{ts}","from":"a","to":"s","relation":"addresses","actor":"cli"}}"#);
    let edge = format!(r#"{{"from":"a","to":"s","relation":"addresses","ts":"{ts}"}}"#);
    let intends =
        format!(r#"{{"op":"artifact.status","id":"s","previous":"open","new_status":"addressed","edge":{edge}}}"#);
    let intent = format!(r#"{{"ts":"{ts}","op":"refscope.intent","intends":{intends},"actor":"cli","duration_ms":1}}"#);
    let fixture = Fixture::clean()
        .rows(&[row("s", "a", "led-to"), row("a", "b", "led-to"), stored.clone()])
        .write("audit.jsonl", format!("{intent}\n"));
    let screen = on_signal(&fixture).keys("Ctask a<enter>");
    assert!(screen.text().contains(&format!(r#""ts":"{ts}""#)), "{}", screen.text());
    let screen = screen.keys("<enter>");
    assert_eq!(screen.toast(), "Closed: status open → addressed, artifacts/signals/s.md:3, references.jsonl:3");
    assert_eq!(row_in_log(&fixture), stored);
}

#[test]
fn the_graph_is_read_again_and_the_signal_stays_selected() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter><enter>");
    assert_eq!(screen.current(), "s");
    assert!(screen.outline().contains(&"< addresses 1/1".to_owned()), "{:?}", screen.outline());
    assert_eq!(screen.graph().find("s").unwrap().status(), Some("addressed"));
}

#[test]
fn nothing_is_written_before_the_second_enter() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter>");
    assert_eq!(closing(&screen)["by"]["taken"], json!(["a"]));
    assert_nothing_written(&fixture);
}

#[test]
fn the_preview_shows_the_status_its_position_and_the_row() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).size(200, 40).keys("Ctask a<enter>");
    let text = screen.text();
    assert!(text.contains("status open → addressed  artifacts/signals/s.md:3"), "{text}");
    assert!(text.contains("a addresses s  action → concern"), "{text}");
    screen.press("<enter>");
    let row = row_in_log(&fixture);
    assert!(text.contains(&row), "{row}\n{text}");
}

#[test]
fn the_reason_is_written_into_the_row() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter>it was the cache<enter>");
    assert!(screen.toast().starts_with("Closed"), "{}", screen.toast());
    let row = row_in_log(&fixture);
    assert!(row.ends_with(r#""actor":"tui","reason":"it was the cache"}"#), "{row}");
}

#[test]
fn a_node_that_cannot_be_closed_is_reported_at_once() {
    let fixture = Fixture::clean()
        .rows(&[row("s", "a", "led-to"), row("s", "gone", "cites")])
        .write("artifacts/signals/t.md", "---\ntitle: Told\nstatus: addressed\n---\n");
    let said = |search: &str| {
        let screen = Screen::on(fixture.root()).keys(&format!("/{search}<enter>C"));
        assert_eq!(screen.overlay(), None, "{search}");
        screen.toast().to_owned()
    };
    assert_eq!(said("Told"), "\"t\" already has the status \"addressed\"");
    assert_eq!(said("Task A"), "\"a\" cannot go from \"todo\" to \"addressed\"; it can go to running");
    assert_eq!(said("self"), "the kind person has no status to change");
    assert_eq!(said("gone"), "undefined id \"gone\": no status to change");
    let unit = Screen::demo().keys("/system:unit<enter>C");
    assert!(unit.toast().contains(" is a node of unit; only artifacts have a status"), "{}", unit.toast());
}

#[test]
fn esc_keeps_the_draft_for_this_signal_only() {
    let fixture = Fixture::clean().write("artifacts/signals/t.md", "---\ntitle: Another\nstatus: open\n---\n");
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>because<esc>");
    assert_eq!(screen.toast(), "Draft saved; press C on s to resume");
    assert_eq!(screen.overlay(), None);
    screen.press("/<ctrl-u>Another<enter>C");
    assert_eq!(closing(&screen)["id"], "t");
    assert_eq!(closing(&screen)["is_untouched"], true);
    screen.press("<esc>/<ctrl-u>Signal<enter>C");
    assert_eq!(closing(&screen)["by"]["taken"], json!(["a"]));
    assert_eq!(closing(&screen)["reason"], "because");
    screen.press("<enter>");
    assert!(row_in_log(&fixture).contains("because"));
    assert_eq!(forms(&screen), json!({}));
}

#[test]
fn start_over_discards_the_draft() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter>because<ctrl-r>");
    assert_eq!(closing(&screen)["is_untouched"], true);
}

#[test]
fn an_error_stays_visible_and_the_draft_is_kept() {
    let fixture = Fixture::clean();
    let log = fixture.read(LOG);
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>because");
    let fixture = fixture.remove(LOG);
    fs::create_dir(fixture.path(LOG)).unwrap();
    screen.press("<enter>");
    assert_eq!(closing(&screen)["by"]["taken"], json!(["a"]));
    assert_eq!(closing(&screen)["reason"], "because");
    assert_eq!(closing(&screen)["phase"], "open");
    let text = screen.text();
    assert!(text.contains("! the status was not changed because its edge could not be written"), "{text}");
    fs::remove_dir(fixture.path(LOG)).unwrap();
    let fixture = fixture.write(LOG, log);
    assert_nothing_written(&fixture);
    screen.press("<enter>");
    assert!(screen.toast().starts_with("Closed"), "{}", screen.text());
    assert!(row_in_log(&fixture).contains("because"));
}

#[test]
fn a_concurrent_change_of_the_file_is_reported() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture);
    let fixture = fixture.write(SIGNAL, "---\ntitle: Signal S\nstatus: dismissed\n---\n");
    screen.press("Ctask a<enter><enter>");
    let text = screen.text();
    assert!(text.contains("! \"s\" cannot go from \"dismissed\" to \"addressed\""), "{text}");
    assert_eq!(closing(&screen)["by"]["taken"], json!(["a"]));
    assert_eq!(fixture.read(LOG).lines().count(), 2);
}

#[test]
fn only_an_existing_node_can_address_a_signal() {
    let fixture = Fixture::clean().rows(&[row("s", "a", "led-to"), row("a", "gone", "cites")]);
    let screen = on_signal(&fixture).keys("Cgone<enter><enter>");
    assert!(
        screen.text().contains("! \"gone\" is undefined; only a defined node can address a signal"),
        "{}",
        screen.text()
    );
    assert_nothing_written(&fixture);
}

#[test]
fn the_signal_itself_is_not_offered() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Csignal s");
    assert_eq!(closing(&screen)["nodes"], json!([]));
}

#[test]
fn neighbours_are_offered_first_and_none_is_preselected() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("C");
    assert_eq!(closing(&screen)["nodes"][0], "a");
    screen.press("<enter>");
    assert_eq!(screen.toast(), "Type part of its id or title");
    screen.press("<down><enter>");
    assert_eq!(closing(&screen)["by"]["taken"], json!(["a"]));
}

#[test]
fn an_edge_that_is_already_stored_is_reported_before_writing() {
    let fixture = Fixture::clean().rows(&[row("s", "a", "led-to"), row("a", "s", "addresses")]);
    let screen = on_signal(&fixture).keys("Ctask a");
    assert!(screen.text().contains("! this edge is already stored (references.jsonl:2)"), "{}", screen.text());
}

#[test]
fn enter_before_the_list_arrives_takes_the_same_node() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("C");
    let asked: Vec<_> = ["b", "<enter>", "<enter>"].into_iter().flat_map(|key| screen.asked_by(key)).collect();
    assert_eq!(closing(&screen)["by"]["taken"], json!([]));
    assert!(!requested(&asked).contains(&"write"));
    screen.run(asked);
    assert!(screen.toast().starts_with("Closed"), "{}", screen.text());
    assert!(row_in_log(&fixture).contains(r#""from":"b""#));
}

#[test]
fn keys_are_ignored_during_the_write_and_nothing_is_written_twice() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>");
    let writing = screen.asked_by("<enter>");
    assert_eq!((writing.len(), requested(&writing)), (1, vec!["write"]), "{writing:?}");
    assert!(screen.text().contains("Writing…"), "{}", screen.text());
    let before = closing(&screen);
    for key in ["x", "<backspace>", "<enter>", "<tab>", "<ctrl-r>"] {
        assert_eq!(requested(&screen.asked_by(key)), [] as [&str; 0], "{key}");
        assert_eq!(closing(&screen), before, "{key}");
    }
    screen.press("<esc>");
    assert_eq!((screen.toast(), screen.overlay()), ("Writing the status", None));
    screen.run(writing);
    assert!(screen.toast().starts_with("Closed"), "{}", screen.toast());
    assert_eq!(forms(&screen), json!({}));
}

#[test]
fn an_error_after_closing_the_form_is_shown_and_the_draft_is_kept() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>");
    let writing = screen.asked_by("<enter>");
    screen.press("<esc>");
    let fixture = fixture.write(SIGNAL, "no frontmatter\n");
    screen.run(writing);
    assert!(screen.toast().starts_with("s not closed: cannot change artifacts/signals/s.md"), "{}", screen.toast());
    assert_eq!(forms(&screen)["s"]["by"]["taken"], json!(["a"]));
    assert_eq!(fixture.read(LOG).lines().count(), 2);
}

#[test]
fn a_reload_keeps_the_typed_text_and_the_selection() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("Ctask<down>");
    let meant = closing(&screen)["meant"].clone();
    let fixture = fixture.write("artifacts/tasks/0.md", "---\ntitle: First of all\nstatus: todo\n---\n");
    screen.load();
    assert_eq!(closing(&screen)["by"]["typed"], "task");
    assert_eq!(closing(&screen)["meant"], meant);
    assert!(meant.is_string());
    assert_nothing_written(&fixture);
}

#[test]
fn a_click_selects_a_node_and_a_second_click_takes_it() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("C");
    screen.click("Task B");
    assert_eq!(closing(&screen)["meant"], "b");
    screen.click("Task B");
    assert_eq!(closing(&screen)["by"]["taken"], json!(["b"]));
    assert_eq!(closing(&screen)["focus"], "reason");
}

#[test]
fn control_characters_are_shown_escaped() {
    let fixture = Fixture::clean().write("artifacts/tasks/e.md", "---\ntitle: \"evil \\e[2J\"\nstatus: todo\n---\n");
    let mut screen = on_signal(&fixture).keys("Cevil");
    screen.happen(Event::Pasted("\u{1b}]0;x\u{7}".to_owned()));
    assert!(!screen.text().contains('\u{1b}'));
}

#[test]
fn the_form_fits_every_size() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>");
    for with_problem in [false, true] {
        if with_problem {
            let log = fixture.path(LOG);
            fs::remove_file(&log).unwrap();
            fs::create_dir(&log).unwrap();
            screen.press("<enter>");
            assert!(closing(&screen)["problem"].is_string());
        }
        for (width, height) in (1..=120).flat_map(|width| (1..=40).map(move |height| (width, height))) {
            screen.set_size(width, height);
            screen.cells();
        }
    }
}

#[test]
fn with_ascii_symbols_the_form_is_ascii() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture);
    screen.use_ascii();
    screen.press("Ctask a<enter>");
    assert_eq!(screen.overlay(), Some("closing"));
    assert!(screen.text().is_ascii(), "{}", screen.text());
    screen.press("<enter>");
    assert_eq!(screen.toast(), "Closed: status open > addressed, artifacts/signals/s.md:3, references.jsonl:3");
}
