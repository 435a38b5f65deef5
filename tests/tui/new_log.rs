//! The question before the log is created: asked once, and never answered by a key that was meant for something else.

use super::link::{draft, fields};
use crate::support::{Fixture, Screen, row};
use refscope::tui::event::Event;
use std::fs;

const LOG: &str = "references.jsonl";
const QUESTION: &str = "Create references.jsonl for new edges?";

/// Two issues in a folder without a log.
fn beads() -> Fixture {
    let issue = |id: &str, title: &str| format!(r#"{{"id":"{id}","title":"{title}","status":"open"}}"#);
    let issues = [issue("bd-1", "Keys expire together"), issue("bd-2", "Measure the load")].join("\n");
    Fixture::bare().write(".beads/issues.jsonl", issues + "\n")
}

/// The edge editor with a complete edge from `bd-1` to `bd-2`.
fn complete(fixture: &Fixture) -> Screen {
    Screen::on(fixture.root()).keys("1/bd-1<enter>a1bd-2<enter>")
}

fn asks(screen: &Screen) -> bool {
    screen.text().contains(QUESTION)
}

fn files(fixture: &Fixture) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<_> = fs::read_dir(fixture.root()).unwrap().map(name).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_log_is_created_after_a_question_that_is_asked_once() {
    let fixture = beads();
    let mut screen = complete(&fixture);
    assert!(!asks(&screen));
    screen.press("<enter>");
    assert!(asks(&screen), "{}", screen.text());
    assert!(screen.text().contains(" enter create  esc cancel "), "{}", screen.text());
    assert_eq!(files(&fixture), [".beads"]);
    screen.press("<enter>");
    assert_eq!(screen.toast(), "Added references.jsonl:1");
    assert_eq!((screen.overlay(), fixture.read(LOG).lines().count()), (None, 1));
    assert_eq!(files(&fixture), [".beads", "audit.jsonl", LOG]);
    screen.press("a2bd-2<enter><enter>");
    assert_eq!(screen.toast(), "Added references.jsonl:2");
}

#[test]
fn the_draft_is_kept_if_the_question_is_cancelled() {
    let fixture = beads();
    let mut screen = complete(&fixture).keys("because<enter>");
    let before = fields(&screen);
    assert_eq!(before[3], "because");
    // Text is not typed into the editor behind the question.
    screen.press("x");
    screen.happen(Event::Pasted("y".to_owned()));
    screen.press("<esc>");
    assert!(!asks(&screen) && files(&fixture) == [".beads"]);
    assert_eq!((screen.overlay(), fields(&screen)), (Some("link"), before));
    screen.press("<enter>");
    assert!(asks(&screen), "the question is asked again as long as there is no log");
    screen.press("<enter>");
    assert!(fixture.read(LOG).contains("\"reason\":\"because\""));
}

#[test]
fn a_click_beside_the_question_cancels_it_and_a_click_on_it_does_not() {
    let fixture = beads();
    let mut screen = complete(&fixture).keys("<enter>");
    screen.click(QUESTION);
    assert!(asks(&screen));
    screen.happen(Event::Clicked(0, 23));
    assert!(!asks(&screen) && screen.overlay() == Some("link"));
    assert_eq!(files(&fixture), [".beads"]);
}

#[test]
fn a_log_that_another_program_creates_meanwhile_is_appended_to() {
    let fixture = beads();
    let mut screen = complete(&fixture).keys("<enter>");
    let other = row("bd-2", "bd-1", "cites");
    fs::write(fixture.path(LOG), format!("{other}\n")).unwrap();
    screen.press("<enter>");
    assert_eq!(screen.toast(), "Added references.jsonl:2");
    assert!(fixture.read(LOG).starts_with(&other));
}

#[test]
fn the_log_of_the_settings_is_named_and_its_folder_is_created_with_it() {
    let fixture = beads().write(".refscope.yaml", "log: edges/all.jsonl\n");
    let mut screen = complete(&fixture).keys("<enter>");
    assert!(screen.text().contains("Create edges/all.jsonl for new edges?"), "{}", screen.text());
    assert!(!fixture.path("edges").exists());
    screen.press("<enter>");
    assert_eq!(screen.toast(), "Added edges/all.jsonl:1");
}

#[test]
fn a_log_outside_the_workspace_is_refused_without_a_question() {
    let fixture = Fixture::bare();
    let issue = r#"{"id":"bd-1","title":"One","status":"open"}"#;
    let fixture = fixture.write("ws/.beads/issues.jsonl", issue).write("ws/.refscope.yaml", "log: ../all.jsonl\n");
    let screen = Screen::on(&fixture.path("ws")).keys("1/bd-1<enter>a1other<enter><enter>");
    assert!(screen.text().contains("outside the workspace"), "{}", screen.text());
    assert!(screen.says("screen", "asks_for_log") == false && !fixture.path("all.jsonl").exists());
}

#[test]
fn closing_a_signal_asks_before_it_changes_anything() {
    let fixture = Fixture::clean().remove(LOG);
    let before = fixture.read("artifacts/signals/s.md");
    let mut screen = Screen::on(fixture.root()).keys("/Signal<enter>Ctask a<enter><enter>");
    assert!(asks(&screen), "{}", screen.text());
    assert_eq!(fixture.read("artifacts/signals/s.md"), before);
    screen.press("<esc>");
    assert!(!asks(&screen) && screen.says("closing", "open").is_object());
    screen.press("<enter><enter>");
    assert!(screen.toast().starts_with("Closed: status open → addressed"), "{}", screen.toast());
    assert_eq!(fixture.read(LOG).lines().count(), 1);
}

#[test]
fn a_form_that_was_closed_meanwhile_is_saved_instead_of_asking() {
    let fixture = beads();
    let mut screen = complete(&fixture);
    let write = screen.asked_by("<enter>");
    screen.press("<esc>");
    screen.run(write);
    assert!(screen.says("screen", "asks_for_log") == false);
    assert_eq!(screen.toast(), "Nothing was written: references.jsonl does not exist. Resume the draft to create it");
    assert_eq!((screen.counts("link", "saved"), files(&fixture)), (1, vec![".beads".to_owned()]));
    screen.press("a");
    assert_eq!(draft(&screen, "phase"), "open");
}

#[test]
fn quitting_waits_for_the_answer_and_the_question_is_then_shown() {
    let fixture = beads();
    let mut screen = complete(&fixture);
    let write = screen.asked_by("<enter>");
    screen.press("<ctrl-c>");
    screen.run(write);
    assert!(asks(&screen) && !screen.is_over);
    screen.press("<ctrl-c>");
    assert!(screen.is_over && files(&fixture) == [".beads"]);
}

#[test]
fn the_question_fits_every_size() {
    let fixture = beads();
    let mut screen = complete(&fixture).keys("<enter>");
    for (width, height) in [(120, 40), (40, 14), (24, 7), (20, 6)] {
        screen.happen(Event::Resized(width, height));
        assert!(screen.text().contains("Create"), "{width}x{height}:\n{}", screen.text());
    }
}
