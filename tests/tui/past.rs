//! Stepping through the past, and marks of new edges.

use crate::support::{Fixture, Screen, only_request, requested};
use refscope::graph::GraphBuilder;
use refscope::tui::event::{Event, Wake};
use refscope::workspace::Workspace;
use serde_json::json;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

fn row(day: u32, actor: &str, from: &str, relation: &str, to: &str) -> String {
    let ts = format!("2026-05-{day:02}T10:00:00.000Z");
    json!({"ts": ts, "from": from, "to": to, "relation": relation, "actor": actor}).to_string()
}

/// Five rows on four days by two actors, and one that retracts the first; the files are older.
fn fixture() -> Fixture {
    let retracts = json!({"from": "s", "to": "a", "relation": "led-to", "ts": "2026-05-01T10:00:00.000Z"});
    Fixture::clean().rows(&[
        row(1, "cli", "s", "led-to", "a"),
        row(2, "cli", "a", "led-to", "b"),
        row(3, "agent", "a", "cites", "ghost"),
        json!({"ts": "2026-05-04T10:00:00.000Z", "actor": "agent", "retracts": retracts}).to_string(),
        row(4, "cli", "b", "cites", "later"),
        row(5, "cli", "b", "cites", "s"),
    ])
}

/// The day of May whose graph is shown.
fn day(screen: &Screen) -> Option<i64> {
    screen.graph().as_of_time().map(|time| (time - 1_777_593_600_000).div_euclid(86_400_000) + 1)
}

#[test]
fn the_past_starts_at_the_last_row_and_goes_back_row_by_row() {
    let fixture = fixture();
    let mut screen = Screen::on(fixture.root()).keys("z");
    assert_eq!(day(&screen), Some(5));
    assert_eq!(screen.graph().edge_count(), screen.present().edge_count());
    let days: Vec<_> = (0..5)
        .map(|_| {
            screen.press("<left>");
            day(&screen).unwrap()
        })
        .collect();
    // A row and a retraction with the same time are one step; the first row is the last step back.
    assert_eq!(days, [4, 3, 2, 1, 1]);
    assert_eq!(screen.toast(), "Start of the log");
    assert!(screen.graph().find("ghost").is_none());
    screen.press("<right><right>");
    assert!(screen.graph().find("ghost").is_some());
}

#[test]
fn the_screen_shows_the_same_graph_as_the_command_line() {
    let fixture = fixture();
    let screen = Screen::on(fixture.root()).keys("z<left><left>");
    let workspace = Workspace::load(fixture.root()).unwrap();
    let then = workspace.as_of(&workspace.past(), screen.time_in_past().unwrap());
    let edges_of = |graph: &refscope::graph::Graph| -> Vec<String> {
        graph.edges().map(|edge| format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id())).collect()
    };
    assert_eq!(edges_of(screen.graph()), edges_of(&then.graph));
}

#[test]
fn steps_go_by_edge_by_day_or_by_actor() {
    let fixture = fixture();
    let mut screen = Screen::on(fixture.root()).keys("z<home>");
    assert_eq!(day(&screen), Some(1));
    screen.press(",");
    assert_eq!(screen.toast(), "Step: one day with changes");
    screen.press("<right>");
    assert_eq!(day(&screen), Some(2));
    // One actor wrote the first two rows, another the third row and the retraction, which has the time of the fourth.
    screen.press("<home>,<right>");
    assert_eq!(day(&screen), Some(2));
    screen.press("<right>");
    assert_eq!(day(&screen), Some(3));
    screen.press("<left>");
    assert_eq!(day(&screen), Some(2));
}

#[test]
fn esc_z_end_and_a_step_beyond_the_last_row_go_back_to_now() {
    let fixture = fixture();
    for keys in ["z<left><esc>", "z<left>z", "z<left><end>", "z<left><right><right>"] {
        let screen = Screen::on(fixture.root()).keys(keys);
        assert!(!screen.is_in_past(), "{keys}");
        assert_eq!(day(&screen), None, "{keys}");
        assert_eq!(screen.toast(), "Back to now", "{keys}");
        assert!(screen.graph().find("later").is_some(), "{keys}");
    }
}

#[test]
fn nothing_can_be_added_in_the_past() {
    let fixture = fixture();
    for key in ["a", "A", ".", "C", "u"] {
        let screen = Screen::on(fixture.root()).keys("zz").keys("z<left>").keys(key);
        assert_eq!(screen.overlay(), None, "{key}");
        let said = "The past (2026-05-04 10:00) is read-only; press z to return to now";
        assert_eq!(screen.toast(), said, "{key}");
    }
}

#[test]
fn suggestions_are_shown_in_the_past_but_cannot_be_drafted() {
    let rows: Vec<_> =
        ["a", "b", "s"].iter().flat_map(|from| ["x", "y"].map(|to| row(1, "cli", from, "cites", to))).collect();
    let fixture = Fixture::clean().rows(&rows);
    let screen = Screen::on(fixture.root()).keys("zSja");
    assert_eq!(screen.overlay(), Some("page"));
    assert!(screen.toast().starts_with("The past (2026-05-01 10:00) is read-only"), "{}", screen.text());
    // Actions that are refused are not offered.
    let offers = |mut screen: Screen| {
        screen.clear_toast();
        screen.text().contains("a link")
    };
    assert!(!offers(screen));
    assert!(offers(Screen::on(fixture.root()).keys("Sj")));
}

#[test]
fn findings_of_another_time_are_not_shown() {
    let fixture = fixture();
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("5/ghost<enter>");
    let tells = |screen: &Screen, words: &str| screen.text().contains(words);
    assert!(tells(&screen, "which is undefined") && !tells(&screen, "checking"), "{}", screen.text());
    for key in ["z", "<home>"] {
        screen.press_without("examine", key);
    }
    assert_eq!(day(&screen), Some(1));
    // Both in the header and in the title.
    assert_eq!(screen.text().matches("checking…").count(), 2, "{}", screen.text());
    assert!(!tells(&screen, "which is undefined") && !tells(&screen, " finding"), "{}", screen.text());
    assert!(screen.says("findings", "selected").is_null());
    screen.press("jW<enter>");
    assert_eq!((screen.view(), screen.overlay()), ("findings", None));
    screen.happen(Event::Woke(Wake::Examine));
    assert!(tells(&screen, "No findings") && !tells(&screen, "checking"), "{}", screen.text());
    // Back at the time of the finding, it is selected again.
    screen.press("z");
    let message = screen.says("findings", "selected/message");
    assert!(message.as_str().unwrap().contains("ghost"), "{message}");
}

#[test]
fn a_time_can_be_typed() {
    let fixture = fixture();
    let mut screen = Screen::on(fixture.root()).keys("z@2026-05-02T12:00:00Z<enter>");
    assert_eq!(day(&screen), Some(2));
    // Today is the 16th.
    screen.press("@-13d<enter>");
    assert_eq!(day(&screen), Some(3));
    screen.press("@soon<enter>");
    assert_eq!(screen.says("when", "is_wrong"), true);
    assert!(screen.text().contains("Invalid time"), "{}", screen.text());
    screen.press("<esc>");
    assert_eq!((screen.overlay().is_none(), day(&screen)), (true, Some(3)));
}

#[test]
fn selection_and_marks_return_when_their_nodes_exist_again() {
    let fixture = fixture();
    let mut screen = Screen::on(fixture.root()).keys("/later<enter><esc>m");
    assert_eq!(screen.current(), "later");
    screen.press("z<home>");
    assert_ne!(screen.current(), "later");
    assert_eq!(screen.marks(), [] as [&str; 0]);
    screen.press("<right><right><right>");
    assert_eq!(screen.current(), "later");
    assert_eq!(screen.marks(), ["later"]);
    // After going to another node, that one stays current.
    screen.press("<home>j");
    let chosen = screen.current();
    screen.press("z");
    assert_eq!(screen.current(), chosen);
    assert_eq!(screen.marks().len(), 1);
}

#[test]
fn filters_and_the_view_are_kept() {
    let fixture = fixture();
    let screen = Screen::on(fixture.root()).keys("/kind:task<enter>di2z<left><left>");
    assert_eq!(screen.view(), "lineage");
    assert_eq!(screen.says("list", "search"), "kind:task");
    assert_eq!(screen.filters()["direction"], "in");
    let screen = screen.keys("z");
    assert_eq!(screen.view(), "lineage");
    assert_eq!(screen.says("list", "search"), "kind:task");
}

#[test]
fn new_rows_are_not_shown_in_the_past() {
    let fixture = fixture();
    let mut screen = Screen::on(fixture.root()).keys("z<left><left>");
    let more = fixture.read("references.jsonl") + &row(6, "agent", "s", "cites", "newest") + "\n";
    fs::write(fixture.path("references.jsonl"), more).unwrap();
    let workspace = Arc::new(Workspace::load(fixture.root()).unwrap());
    let first = workspace.graph.edge_bound() - 1;
    screen.happen(Event::Grown(workspace, first));
    assert_eq!(day(&screen), Some(3));
    assert!(screen.graph().find("newest").is_none());
    assert!(screen.text().contains("row 3 of 7"), "{}", screen.text());
    screen.press("<end>");
    assert!(screen.graph().find("newest").is_some());
}

#[test]
fn steps_faster_than_the_graph_is_built_are_skipped() {
    let fixture = fixture();
    let mut screen = Screen::on(fixture.root()).keys("z");
    let first = screen.asked_by("<left>");
    assert_eq!(requested(&first), ["recall"]);
    let second = screen.asked_by("<left>");
    let third = screen.asked_by("<left>");
    let recall = "recall";
    assert!(!requested(&second).contains(&recall) && !requested(&third).contains(&recall));
    assert!(screen.text().contains("PAST 2026-05-02 10:00…"), "{}", screen.text());
    screen.answer(only_request(first));
    assert_eq!(day(&screen), Some(2));
}

#[test]
fn a_workspace_without_times_has_no_past() {
    let screen = Screen::of(GraphBuilder::new(refscope::system::registry()).finish().0).keys("z");
    assert!(!screen.is_in_past());
    assert_eq!(screen.toast(), "No past to show: no dated rows or files");
}

#[test]
fn without_times_in_the_log_the_past_is_that_of_the_files() {
    let fixture = Fixture::empty()
        .write("artifacts/notes/old.md", "---\ntitle: Old\n---\n")
        .write("artifacts/notes/young.md", "---\ntitle: Young\n---\n");
    for (file, day) in [("old", 0), ("young", 2)] {
        let file = fs::File::options().write(true).open(fixture.path(&format!("artifacts/notes/{file}.md"))).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_millis(1_777_593_600_000 + day * 86_400_000)).unwrap();
    }
    let mut screen = Screen::on(fixture.root()).keys("z");
    assert_eq!(day(&screen), Some(3));
    assert!(screen.text().contains(" 2 of 2 "), "{}", screen.text());
    screen.press("<left>");
    assert_eq!((day(&screen), screen.listed()), (Some(1), vec!["old".to_owned()]));
    screen.press("<left>");
    assert_eq!(screen.toast(), "No earlier time");
    screen.press(",,,");
    assert_eq!(screen.toast(), "Step: one change");
}

#[test]
fn the_screen_can_start_in_the_past() {
    let fixture = fixture();
    let mut screen = Screen::before_loading(fixture.root());
    screen.open_at(1_777_593_600_000 + 2 * 86_400_000);
    screen.load();
    assert_eq!(day(&screen), Some(3), "midnight");
    assert!(screen.graph().find("ghost").is_none());
    assert!(screen.text().contains("PAST 2026-05-03 00:00"), "{}", screen.text());
    // After leaving the past, reloads stay in the present.
    screen.press("z");
    screen.load();
    assert_eq!(day(&screen), None);
}

#[test]
fn new_edges_are_marked_since_the_shown_time() {
    let fixture = fixture();
    let mut screen = Screen::on(fixture.root()).keys("z<home><right><right>D");
    assert_eq!(day(&screen), None);
    assert_eq!(screen.toast(), "Since 2026-05-03 10:00: 1 node and 2 edges added, 1 edge retracted");
    assert_eq!(screen.came("later"), Some("itself"));
    assert_eq!(screen.came("b"), Some("touched"));
    assert_eq!(screen.came("a"), Some("touched"));
    assert_eq!(screen.came("ghost"), None);
    assert!(screen.text().contains("+since 05-03"), "{}", screen.text());
    screen.press("D");
    assert!(!screen.marks_changes());
    assert_eq!(screen.came("later"), None);
}

#[test]
fn new_edges_are_marked_since_a_typed_time() {
    let fixture = fixture();
    let mut screen = Screen::on(fixture.root()).keys("D2026-05-04T12:00:00Z<enter>");
    assert_eq!(screen.toast(), "Since 2026-05-04 12:00: 0 nodes and 1 edge added, 0 edges retracted");
    screen.press("/b<enter><esc><tab>");
    assert!(screen.text().contains("new cli"), "{}", screen.text());
    // Edges added later are marked too.
    let more = fixture.read("references.jsonl") + &row(6, "agent", "s", "cites", "newest") + "\n";
    fs::write(fixture.path("references.jsonl"), more).unwrap();
    screen.press("R");
    assert_eq!(screen.came("newest"), Some("itself"));
    screen.press("<esc>");
    assert!(!screen.marks_changes());
}

#[test]
fn a_fixed_now_is_not_moved_by_the_clock() {
    let mut screen = Screen::demo();
    let fixed = screen.now();
    screen.fix_now(fixed);
    screen.happen(Event::ClockRead(fixed + 1_000_000_000));
    screen.happen(Event::ClockTicked(fixed + 2_000_000_000));
    assert_eq!((screen.now(), screen.trust().now), (fixed, fixed));
}

#[test]
fn a_fixed_now_applies_to_confidence_in_the_past_too() {
    let mut screen = Screen::demo();
    let fixed = screen.now();
    screen.press("z");
    assert_ne!(screen.trust().now, fixed);
    screen.fix_now(fixed);
    assert_eq!(screen.trust().now, fixed);
}
