//! The header.

use super::small;
use crate::support::{Fixture, Screen};
use refscope::tui::event::Event;
use refscope::workspace::watch::Watching;

fn header(screen: &Screen) -> String {
    screen.text().lines().next().unwrap_or_default().to_owned()
}

#[test]
fn the_watch_mode_is_spelled_out_at_80_columns() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    assert!(header(&screen).contains(" loaded "), "{}", header(&screen));
    for (how, words) in [(Watching::Live, " ● live "), (Watching::Polling, " ○ polling "), (Watching::Gone, " × gone ")]
    {
        screen.happen(Event::WatchModeChanged(how));
        for part in [" here ", "1 Explore", " nodes ", " edges ", words, " finding"] {
            assert!(header(&screen).contains(part), "{part}: {}", header(&screen));
        }
    }
}

#[test]
fn narrow_headers_show_only_counts_and_symbols() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(40, 14);
    screen.happen(Event::WatchModeChanged(Watching::Live));
    for part in ["1 Explore 2 3 4 5", "n ", "e ●"] {
        assert!(header(&screen).contains(part), "{part}: {}", header(&screen));
    }
}

/// A repository with issues, decisions and a graph of its code.
fn repository() -> Fixture {
    let graph =
        r#"{"directed": false, "multigraph": false, "graph": {}, "nodes": [{"id": "a", "label": "a()"}], "links": []}"#;
    Fixture::bare()
        .write(".beads/issues.jsonl", "{\"id\":\"bd-1\",\"title\":\"One\",\"status\":\"open\"}\n")
        .write("docs/adr/0001-x.md", "# 1. X\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n")
        .write("docs/adr/0002-y.md", "# 2. Y\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n")
        .write("graphify-out/graph.json", graph)
}

#[test]
fn the_systems_of_a_repository_are_named_at_every_usual_width() {
    let fixture = repository();
    let mut screen = Screen::on(fixture.root());
    screen.happen(Event::WatchModeChanged(Watching::Live));
    for (width, parts) in [
        (200, &["5 Findings", "beads adr graph  ", "4 nodes 0 edges", "● live"][..]),
        (120, &["5 Findings", "beads adr graph  ", "4 nodes 0 edges", "● live"]),
        (80, &[" here ", "1 Explore 2 Lin 3 Tre 4 Map 5 Fin", "beads adr graph ● live"]),
        (60, &["1 Explore 2 3 4 5", "beads adr +1 ● live"]),
        (40, &["1 Explore 2 3 4 5", "4n 0e ●"]),
    ] {
        screen.happen(Event::Resized(width, 24));
        for part in parts {
            assert!(header(&screen).contains(part), "{width}, {part}: {}", header(&screen));
        }
    }
}

#[test]
fn an_empty_export_is_named_in_the_header_and_the_message() {
    let fixture = Fixture::bare().write(".beads/issues.jsonl", "");
    let mut screen = Screen::on(fixture.root());
    assert_eq!(screen.toast(), "Found beads in .beads");
    assert!(header(&screen).contains("beads"), "{}", header(&screen));
    screen.press("R");
    assert!(header(&screen).contains("beads"), "{}", header(&screen));
}

#[test]
fn places_are_reported_once_when_a_repository_is_opened() {
    let fixture = repository();
    let mut screen = Screen::on(fixture.root());
    let words = "Found beads in .beads/issues.jsonl, adr in docs/adr, graph in graphify-out/graph.json";
    assert_eq!(screen.toast(), words);
    screen.press("R");
    assert_eq!(screen.toast(), "");
    assert_eq!(Screen::on(small().root()).toast(), "");
}
