//! The view Findings.

use super::small;
use crate::support::{Fixture, Screen, row};
use refscope::tui::effect::Effect;
use serde_json::Value;

/// An edge to an undefined id, a synonym, and a row that cannot be parsed.
fn broken() -> Fixture {
    small().rows(&[row("a", "b", "led-to"), row("a", "gone", "cites"), row("s", "a", "triggered"), "{oops".to_owned()])
}

fn codes(screen: &Screen) -> Vec<String> {
    let shown = screen.says("findings", "shown");
    shown.as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

/// A value of the selected finding as text.
fn selected(screen: &Screen, what: &str) -> Option<String> {
    screen.says("findings", "selected")[what].as_str().map(str::to_owned)
}

fn line_of(finding: &Value) -> Option<u32> {
    finding["line"].as_u64().map(|line| u32::try_from(line).unwrap())
}

#[test]
fn the_doctors_findings_are_listed_with_a_count() {
    let fixture = broken();
    let screen = Screen::on(fixture.root()).keys("5");
    let all = screen.report().unwrap().findings.len();
    assert!(all >= 2);
    assert_eq!(codes(&screen).len(), all);
    assert!(screen.text().contains(&format!("Findings {all}/{all}")), "{}", screen.text());
}

#[test]
fn findings_are_filtered_by_severity_code_and_text() {
    let fixture = broken();
    let all = codes(&Screen::on(fixture.root()).keys("5"));
    let code = &all[0];
    let screen = Screen::on(fixture.root()).keys(&format!("5/code:{code}"));
    assert!(!codes(&screen).is_empty() && codes(&screen).iter().all(|shown| shown == code));
    let screen = Screen::on(fixture.root()).keys(&format!("5/-code:{code}"));
    assert_eq!(codes(&screen), all.iter().filter(|shown| *shown != code).cloned().collect::<Vec<_>>());
    let screen = Screen::on(fixture.root()).keys("5/gone");
    assert!(!codes(&screen).is_empty() && codes(&screen).len() < all.len());
    assert_eq!(codes(&screen.keys("<esc>")), all);
}

#[test]
fn an_invalid_severity_is_reported() {
    let fixture = broken();
    let screen = Screen::on(fixture.root()).keys("5/severity:mad");
    assert_eq!(screen.lists("findings", "errors"), ["Unknown severity \"mad\"; use error, warning or note"]);
}

#[test]
fn enter_goes_to_the_node() {
    let fixture = broken();
    let screen = Screen::on(fixture.root()).keys("5/gone<enter>");
    let about = selected(&screen, "node").unwrap();
    let screen = screen.keys("<enter>");
    assert_eq!((screen.view(), screen.current()), ("explore", about));
    assert_eq!(screen.focused(), "neighbourhood");
}

#[test]
fn enter_on_a_finding_without_a_node_explains_how_to_open_its_file() {
    let fixture = broken();
    let mut screen = Screen::on(fixture.root()).keys("5");
    let is_about_no_node = |screen: &Screen| {
        let finding = screen.says("findings", "selected");
        finding.is_object() && finding["node"].is_null()
    };
    for _ in codes(&screen) {
        if !is_about_no_node(&screen) {
            screen.press("j");
        }
    }
    assert!(is_about_no_node(&screen));
    screen.press("<enter>");
    assert_eq!((screen.view(), screen.toast()), ("findings", "This finding names no node; press e to open its file"));
}

#[test]
fn e_opens_the_file_at_the_line_of_the_finding() {
    let fixture = broken();
    let screen = Screen::on(fixture.root()).keys("5/gone<enter>e");
    let finding = screen.says("findings", "selected");
    let [Effect::Edit(path, line)] = screen.asked() else { panic!("{:?}", screen.asked()) };
    assert_eq!((path, *line), (&fixture.path(finding["file"].as_str().unwrap()), line_of(&finding)));
    assert_eq!((path, *line), (&fixture.path("references.jsonl"), Some(2)));
}

#[test]
fn moving_over_findings_makes_their_nodes_current() {
    let fixture = broken();
    let mut screen = Screen::on(fixture.root()).keys("5");
    for _ in 0..codes(&screen).len() {
        if let Some(node) = selected(&screen, "node") {
            assert_eq!(screen.selected(), node);
        }
        screen.press("j");
    }
}

#[test]
fn the_suggested_fix_is_shown() {
    let fixture = broken();
    let screen = Screen::on(fixture.root()).keys("5/synonym<enter>");
    let fix = selected(&screen, "suggestion").unwrap();
    let start: String = fix.chars().take(20).collect();
    assert!(screen.text().contains(&format!("fix: {start}")), "{}", screen.text());
}

#[test]
fn nodes_cannot_be_sorted_in_the_findings_view() {
    let fixture = broken();
    let screen = Screen::on(fixture.root());
    let before = screen.says("list", "sort");
    assert_eq!(screen.keys("5s").says("list", "sort"), before);
}

#[test]
fn a_workspace_without_findings_shows_a_message() {
    let fixture = Fixture::clean();
    let screen = Screen::on(fixture.root()).keys("5");
    assert!(screen.text().contains("No findings"), "{}", screen.text());
}
