//! Undoing edges added in this session, and showing retracted edges.

use super::small;
use crate::support::{Fixture, Screen};
use std::fs;

const TS: &str = "2026-05-16T00:00:00.000Z";

/// Explore with `a` selected, after adding edges from it to these targets.
fn after_adding(fixture: &Fixture, targets: &[&str]) -> Screen {
    let mut screen = Screen::on(fixture.root()).keys("/a<enter>");
    for target in targets {
        screen.press(&format!("acites<enter>{target}<enter><enter>"));
    }
    screen
}

/// The target of the edge that is to be retracted.
fn asked_about(screen: &Screen) -> String {
    screen.says("undo", "edge/to").as_str().unwrap().to_owned()
}

/// The error of the last attempt.
fn problem(screen: &Screen) -> String {
    screen.says("undo", "problem").as_str().expect("there is no error").to_owned()
}

/// Number of edges added in this session that were not retracted.
fn added(screen: &Screen) -> usize {
    screen.says("link", "added").as_array().unwrap().len()
}

fn retraction(to: &str) -> String {
    let retracts = format!(r#"{{"from":"a","to":"{to}","relation":"cites","ts":"{TS}"}}"#);
    format!(r#"{{"ts":"{TS}","actor":"tui","retracts":{retracts}}}"#)
}

fn log(fixture: &Fixture) -> Vec<String> {
    fixture.read("references.jsonl").lines().map(str::to_owned).collect()
}

#[test]
fn undo_appends_a_retraction_of_the_last_edge_of_the_session() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self", "m"]);
    let before = log(&fixture);
    screen.press("u");
    assert_eq!(asked_about(&screen), "m");
    assert_eq!(log(&fixture), before, "nothing is written before it is confirmed");
    screen.press("<enter>");
    assert_eq!(log(&fixture), [before, vec![retraction("m")]].concat());
    assert_eq!((screen.toast(), screen.overlay()), ("Retracted; see references.jsonl:6", None));
    // Edges to `gone` and `self` still exist.
    assert!(screen.outline().contains(&"> cites 2/2".to_owned()), "{:?}", screen.outline());
}

#[test]
fn the_row_is_shown_before_it_is_written() {
    let fixture = small();
    let screen = after_adding(&fixture, &["self"]).size(120, 40).keys("u");
    let seen: String = screen.text().lines().map(|line| line.trim_matches([' ', '│'])).collect();
    assert!(screen.text().contains("a cites self"), "{}", screen.text());
    assert!(screen.text().contains("\"retracts\":{\"from\":\"a\""), "{seen}");
}

#[test]
fn the_selected_edge_is_undone_if_it_was_added_in_this_session() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self", "m"]).keys("<tab>gg");
    while screen.outline_row().trim() != "self" {
        screen.press("j");
    }
    screen.press("u");
    assert_eq!(asked_about(&screen), "self");
    screen.press("<enter>");
    assert_eq!(log(&fixture).last(), Some(&retraction("self")));
    // The other edge can still be undone, and after that there is nothing left.
    screen.press("u<enter>u");
    assert_eq!(log(&fixture).last(), Some(&retraction("m")));
    assert_eq!(screen.toast(), "Nothing to undo in this session");
}

#[test]
fn edges_from_before_the_session_are_not_undone() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/a<enter>u");
    assert_eq!(screen.toast(), "Nothing to undo in this session");
    let screen = screen.keys("<tab>u");
    assert!(screen.toast().contains("run `refscope refs retract s a led-to`"), "{}", screen.toast());
    assert_eq!(screen.overlay(), None);
}

#[test]
fn without_confirmation_nothing_changes() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self"]);
    let before = log(&fixture);
    screen.press("u<esc>");
    assert_eq!((log(&fixture), added(&screen)), (before, 1));
}

#[test]
fn a_failed_undo_is_reported_and_can_be_retried() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self"]).keys("u");
    let text = fixture.read("references.jsonl");
    fs::remove_file(fixture.path("references.jsonl")).unwrap();
    fs::create_dir(fixture.path("references.jsonl")).unwrap();
    screen.press("<enter>");
    let problem = problem(&screen);
    assert!(problem.ends_with("Nothing was written"), "{problem}");
    assert_eq!(added(&screen), 1);
    fs::remove_dir(fixture.path("references.jsonl")).unwrap();
    fs::write(fixture.path("references.jsonl"), text).unwrap();
    screen.press("<enter>");
    assert_eq!(screen.toast(), "Retracted; see references.jsonl:5");
}

#[test]
fn confirming_before_the_row_is_shown_waits_for_it() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self"]);
    let first = screen.asked_by("u");
    assert!(screen.asked_by("<enter>").is_empty());
    screen.run(first);
    assert_eq!(log(&fixture).last(), Some(&retraction("self")));
}

#[test]
fn retracted_edges_are_hidden_by_default() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self"]).keys("u<enter>");
    let is_listed = |screen: &Screen| screen.outline().iter().any(|row| row.trim() == "self");
    assert!(!is_listed(&screen), "{:?}", screen.outline());
    screen.press("x");
    assert!(is_listed(&screen), "{:?}", screen.outline());
    assert!(screen.text().contains("retracted"), "{}", screen.text());
    // The choice is saved, and reset together with the other filters.
    let mut other = Screen::before_loading(fixture.root());
    other.remember(&screen.kept());
    other.load();
    other.press("/<ctrl-u>a<enter>");
    assert!(is_listed(&other), "{:?}", other.outline());
    other.press("X");
    assert!(!is_listed(&other), "{:?}", other.outline());
}

#[test]
fn the_confirmation_is_drawn_at_every_size() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self"]).keys("u");
    for width in 1..=120 {
        for height in 1..=40 {
            screen.set_size(width, height);
            screen.cells();
        }
    }
}

/// Truncates the log to `lines` lines, as another program may do.
fn cut(fixture: &Fixture, lines: usize) {
    let kept: String = log(fixture).iter().take(lines).map(|line| format!("{line}\n")).collect();
    fs::write(fixture.path("references.jsonl"), kept).unwrap();
}

#[test]
fn an_edge_removed_from_the_log_is_not_undone() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self"]);
    cut(&fixture, 3);
    screen.press("u");
    assert!(screen.text().contains("no longer contains"), "{}", screen.text());
    screen.press("<enter>");
    let problem = problem(&screen);
    assert!(problem.ends_with("no longer contains the edge \"a\" cites \"self\". Nothing was written"), "{problem}");
    assert_eq!(log(&fixture).len(), 3);
    assert!(!screen.toast().contains("Retracted"), "{}", screen.toast());
}

#[test]
fn an_edge_removed_during_confirmation_is_not_undone_either() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self"]).keys("u");
    cut(&fixture, 3);
    screen.press("<enter>");
    assert!(problem(&screen).contains("no longer contains"));
    assert_eq!(log(&fixture).len(), 3);
    // The screen has noticed the removal too.
    assert!(!screen.outline().iter().any(|row| row.trim() == "self"), "{:?}", screen.outline());
}

#[test]
fn an_edge_retracted_by_another_program_is_not_undone_again() {
    let fixture = small();
    let mut screen = after_adding(&fixture, &["self", "m"]);
    fixture.run(&["refs", "retract", "a", "m", "cites"]).code(0);
    let before = log(&fixture);
    screen.press("u<enter>");
    let problem = problem(&screen);
    assert!(problem.contains("it is already retracted (references.jsonl:6)"), "{problem}");
    assert_eq!(log(&fixture), before);
    // The edge before it can still be undone.
    screen.press("<esc>u<enter>");
    assert_eq!(log(&fixture).last(), Some(&retraction("self")));
}
