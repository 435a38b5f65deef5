//! The view Home.

use super::{appended, small};
use crate::support::{Fixture, Screen, row};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn rows(screen: &Screen) -> Vec<Value> {
    screen.says("home", "rows").as_array().unwrap().clone()
}

fn selected(screen: &Screen) -> Value {
    let cursor = usize::try_from(screen.says("home", "cursor").as_u64().unwrap()).unwrap();
    rows(screen)[cursor].clone()
}

/// Goes down to the first row for which this holds.
fn on_row(mut screen: Screen, is_it: impl Fn(&Value) -> bool) -> Screen {
    for _ in 0..rows(&screen).len() {
        if is_it(&selected(&screen)) {
            return screen;
        }
        screen.press("j");
    }
    panic!("no such row: {:#?}", rows(&screen));
}

/// Rows with times of their own.
fn dated(count: usize) -> Fixture {
    let row = |at: usize| row("a", "b", &format!("verb-{at:02}")).replace("10:00:00", &format!("10:{at:02}:00"));
    small().rows(&(0..count).map(row).collect::<Vec<_>>())
}

#[test]
fn systems_are_counted_like_a_walk_over_all_nodes_and_edges() {
    let screen = Screen::demo().keys("0");
    let mut expected: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let graph = screen.graph();
    for node in graph.nodes().filter(|node| !node.is_missing()) {
        expected.entry(node.system().name()).or_default().0 += 1;
    }
    for edge in graph.edges().filter(|edge| !edge.is_repeated()) {
        expected.entry(edge.system().name()).or_default().1 += 1;
    }
    let shown: BTreeMap<String, (usize, usize)> = rows(&screen)
        .iter()
        .filter(|row| row["system"].is_string())
        .map(|row| {
            let number = |key: &str| usize::try_from(row[key].as_u64().unwrap()).unwrap();
            (row["system"].as_str().unwrap().to_owned(), (number("nodes"), number("edges")))
        })
        .collect();
    assert_eq!(shown.iter().map(|(name, counts)| (name.as_str(), *counts)).collect::<BTreeMap<_, _>>(), expected);
}

#[test]
fn findings_are_counted_by_code_the_worst_first() {
    let screen = Screen::demo().keys("0");
    let shown: Vec<_> = rows(&screen).into_iter().filter(|row| row["code"].is_string()).collect();
    let report = screen.report().unwrap();
    let severities: Vec<_> = report.findings.iter().map(|finding| finding.rule.severity.name()).collect();
    let mut in_order: Vec<_> = shown.iter().map(|row| row["severity"].as_str().unwrap()).collect();
    in_order.dedup();
    let mut expected = severities.clone();
    expected.dedup();
    assert_eq!(in_order, expected);
    for row in &shown {
        let count = report.findings.iter().filter(|finding| row["code"] == finding.rule.code).count();
        assert_eq!(row["count"], count, "{row}");
    }
    assert_eq!(shown.iter().map(|row| row["count"].as_u64().unwrap()).sum::<u64>(), severities.len() as u64);
}

#[test]
fn the_newest_edges_come_first() {
    let fixture = dated(30);
    let screen = Screen::on(fixture.root()).keys("0");
    let shown: Vec<_> = rows(&screen).into_iter().filter(|row| row["edge"].is_array()).collect();
    assert_eq!(shown.len(), 20);
    assert_eq!((&shown[0]["edge"], &shown[19]["edge"]), (&json!(["a", "verb-29", "b"]), &json!(["a", "verb-10", "b"])));
}

#[test]
fn an_appended_edge_is_added_on_top_and_the_selection_stays() {
    let fixture = dated(3);
    let mut screen = on_row(Screen::on(fixture.root()).keys("0"), |row| row["edge"][1] == "verb-01");
    appended(&mut screen, &fixture, &[row("b", "a", "cites").replace("10:00:00", "11:00:00")]);
    let first = rows(&screen).into_iter().find(|row| row["edge"].is_array()).unwrap();
    assert_eq!(first["edge"], json!(["b", "cites", "a"]));
    assert_eq!(selected(&screen)["edge"], json!(["a", "verb-01", "b"]));
}

#[test]
fn only_rows_that_lead_somewhere_are_selected() {
    let mut screen = Screen::demo().size(80, 24).keys("0");
    let is_selectable = |row: &Value| ["system", "code", "edge"].iter().any(|key| row.get(key).is_some());
    for key in ["j", "G", "k", "<pageup>", "<pagedown>", "gg", "k"] {
        for _ in 0..12 {
            screen.press(key);
            assert!(is_selectable(&selected(&screen)), "{key}: {}", selected(&screen));
        }
    }
    assert_eq!(screen.says("home", "offset"), 0, "the first heading is visible");
}

#[test]
fn a_system_opens_the_list_of_its_nodes() {
    let screen = on_row(Screen::demo().keys("0"), |row| row["system"] == "unit").keys("<enter>");
    assert_eq!((screen.view(), screen.focused()), ("explore", "list"));
    let graph = screen.graph();
    let listed = screen.listed();
    assert!(!listed.is_empty() && listed.iter().all(|id| graph.find(id).unwrap().system().name() == "unit"));
}

#[test]
fn a_code_opens_its_findings() {
    let screen = on_row(Screen::demo().keys("0"), |row| row["code"].is_string());
    let (code, count) = (selected(&screen)["code"].clone(), selected(&screen)["count"].clone());
    let screen = screen.keys("<enter>");
    assert_eq!(screen.view(), "findings");
    assert_eq!(screen.says("findings", "shown").as_array().unwrap().len() as u64, count.as_u64().unwrap());
    assert!(screen.text().contains(code.as_str().unwrap()), "{}", screen.text());
}

#[test]
fn an_edge_is_shown_at_its_source_and_back_returns() {
    let fixture = dated(3);
    let mut screen = on_row(Screen::on(fixture.root()).keys("0"), |row| row["edge"].is_array());
    assert_eq!(screen.current(), "a", "the source is the current node");
    screen.press("<enter>");
    assert_eq!((screen.view(), screen.focused(), screen.current().as_str()), ("explore", "neighbourhood", "a"));
    assert!(screen.outline_row().contains('b'), "{}", screen.outline_row());
    screen.press("b");
    assert_eq!(screen.view(), "home");
}

#[test]
fn the_past_shows_its_own_edges() {
    let fixture = dated(3);
    let screen = Screen::on(fixture.root()).keys("0z<left>");
    let newest = rows(&screen).into_iter().find(|row| row["edge"].is_array()).unwrap();
    assert_eq!(newest["edge"][1], "verb-01");
}

#[test]
fn an_empty_workspace_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("references.jsonl"), "").unwrap();
    let text = Screen::on(folder.path()).keys("0").text();
    assert!(text.contains("No edge has a time"), "{text}");
}
