//! Drift of an architecture model on the screen: marks, the filter, the detail and the page.

use super::page::indented_rows as rows;
use crate::support::{Fixture, Screen};
use refscope::tui::event::Event;
use std::fs;

const NODE: &str = "type: module\nmapping:\n  paths: ";

/// Nodes `app`, which maps `src`, and `lib`, which maps `lib.ts`; both are synchronised.
fn synced() -> Fixture {
    let fixture = Fixture::bare()
        .write(".yggdrasil/yg-config.yaml", "name: shop\n")
        .write(".yggdrasil/model/app/yg-node.yaml", format!("name: App\n{NODE}[src]\n"))
        .write(".yggdrasil/model/lib/yg-node.yaml", format!("name: Lib\n{NODE}[lib.ts]\n"))
        .write("src/a.ts", "a")
        .write("src/b.ts", "b")
        .write("lib.ts", "l")
        .write("README.md", "");
    fixture.run(&["drift", "sync", "--all"]).code(0);
    fixture
}

/// Sends the event of the watcher for a changed source file.
fn touch(screen: &mut Screen) {
    screen.happen(Event::FilesTouched);
}

#[test]
fn a_drifted_node_is_marked_in_list_and_tree_and_a_synced_one_is_not() {
    let fixture = synced().write("src/b.ts", "bb");
    let mut screen = Screen::on(fixture.root());
    let text = screen.text();
    assert!(text.contains("≠M app"), "{text}");
    assert!(!text.contains("≠M lib"), "{text}");
    screen.press("3");
    let text = screen.text();
    assert!(text.contains("≠ app") && !text.contains("≠ lib"), "{text}");
}

#[test]
fn the_mark_can_be_drawn_in_ascii() {
    let fixture = synced().write("src/b.ts", "bb");
    let mut screen = Screen::on(fixture.root());
    screen.use_ascii();
    assert!(screen.text().contains("%M app"), "{}", screen.text());
}

#[test]
fn the_detail_names_the_status_and_the_changed_files() {
    let fixture = synced().write("src/b.ts", "bb").remove("src/a.ts");
    let screen = Screen::on(fixture.root()).size(160, 40).keys("/app<enter>");
    let text = screen.text();
    for words in ["source-drift: 2 source files changed", "- src/b.ts", "- src/a.ts (deleted)"] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
}

#[test]
fn the_filter_lists_drifted_nodes_and_follows_the_files() {
    let fixture = synced().write("src/b.ts", "bb");
    let mut screen = Screen::on(fixture.root()).keys("/is:drifted<enter>");
    assert_eq!(screen.listed(), ["app"]);
    fs::write(fixture.path("src/b.ts"), "b").unwrap();
    fs::write(fixture.path("lib.ts"), "other").unwrap();
    touch(&mut screen);
    assert_eq!(screen.listed(), ["lib"]);
}

#[test]
fn the_page_lists_drift_by_node_and_the_files_of_no_node() {
    let fixture = synced().write("src/b.ts", "bb").remove("lib.ts");
    let mut screen = Screen::on(fixture.root()).keys("E");
    let expected = [
        "1 source-drift, 1 missing",
        "app  source-drift  1 source file changed since the last sync",
        "  src/b.ts",
        "lib  missing  every mapped path is missing",
        "README.md",
    ];
    assert_eq!(rows(&screen), expected);
    let text = screen.text();
    assert!(text.contains("Uncovered (1)  2 of 3 files covered (66 %)"), "{text}");
    // A changed file is opened with `e`; `enter` goes to its node.
    screen.press("jje");
    let file = fixture.path("src/b.ts").display().to_string();
    let asked: Vec<_> = screen.asked().iter().map(|effect| format!("{effect:?}")).collect();
    assert!(asked.contains(&format!("Edit({file:?}, Some(1))")), "{asked:?}");
    screen.press("<enter>");
    assert_eq!((screen.current().as_str(), screen.overlay()), ("app", None));
}

#[test]
fn the_page_and_the_findings_follow_the_files() {
    let fixture = synced();
    let mut screen = Screen::on(fixture.root()).keys("E");
    assert_eq!(rows(&screen)[0], "2 ok");
    fs::write(fixture.path("src/b.ts"), "bb").unwrap();
    touch(&mut screen);
    assert_eq!(rows(&screen)[0], "1 ok, 1 source-drift");
    assert_eq!(screen.overlay(), Some("page"));
    let codes = |screen: &Screen| {
        let report = screen.report().unwrap();
        report.findings.iter().filter(|it| it.rule.check == "drift").map(|it| it.rule.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(&screen), ["drift-source"]);
    fixture.run(&["drift", "sync", "app"]).code(0);
    touch(&mut screen);
    assert_eq!((codes(&screen), &*rows(&screen)[0]), (Vec::new(), "2 ok"));
}

#[test]
fn a_model_that_was_never_synced_shows_how_to_sync_it() {
    let fixture = synced();
    fs::remove_dir_all(fixture.path(".yggdrasil/.drift-state")).unwrap();
    let screen = Screen::on(fixture.root()).keys("E");
    assert!(rows(&screen)[0].contains("never synchronised: run `refscope drift sync --all`"), "{:?}", rows(&screen));
    assert!(!screen.text().contains('≠'), "{}", screen.text());
}

#[test]
fn without_a_model_the_page_is_empty_with_a_message() {
    let screen = Screen::on(Fixture::clean().root()).keys("E");
    assert_eq!(rows(&screen), ["No architecture model (.yggdrasil) here"]);
}
