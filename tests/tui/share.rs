//! Sharing what is shown: exactly that, as a text, or the command that gives it.

use super::{hub, page, small};
use crate::support::{Fixture, Screen, only_request};
use refscope::tui::effect::Effect;
use rstest::rstest;
use serde_json::Value;
use std::collections::BTreeSet;

/// The nodes and edges in JSON lines, in any order.
fn content(text: &str) -> BTreeSet<String> {
    let line = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap();
        let word = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        ["id", "from", "relation", "to"].map(word).join(" ")
    };
    text.lines().map(line).collect()
}

/// The command that gives the same, or why there is none.
fn command(screen: &Screen) -> Result<String, String> {
    let text = |value: Value| value.as_str().map(str::to_owned);
    text(screen.says("share", "command")).ok_or_else(|| text(screen.says("share", "why_no_command")).unwrap())
}

#[rstest]
#[case::neighbourhood("1/a<enter><tab>", "refscope refs a --direction both")]
#[case::depth("1/a<enter><tab>+", "refscope refs a --direction both --depth 2")]
#[case::incoming("1/a<enter><tab>d", "refscope refs a --direction in")]
#[case::confidence("1/a<enter><tab>c", "refscope refs a --direction both --min-confidence 0.2")]
#[case::lineage("1/a<enter>2", "refscope trace a --orient meaning")]
#[case::lineage_as_stored("1/a<enter>2O", "refscope trace a")]
#[case::causes("1/a<enter>2d", "refscope trace a --direction backward --orient meaning")]
#[case::list("1", "refscope export")]
#[case::impact("1/a<enter>I", "refscope impact a")]
#[case::argument("1/a<enter>W", "refscope argument a")]
#[case::path("1/s<enter>m/<ctrl-u>b<enter>p", "refscope path s b --all-shortest")]
#[case::confident_path(
    "1/s<enter>m<tab>c<shift-tab>/<ctrl-u>b<enter>p",
    "refscope path s b --all-shortest --min-confidence 0.2"
)]
fn the_command_gives_what_is_shown(#[case] keys: &str, #[case] expected: &str) {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys(keys).keys("P");
    let command = command(&screen).unwrap();
    assert_eq!(command, expected);
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let run = fixture.run(&[&words[..], &["-f", "jsonl"]].concat()).code(0);
    assert_eq!(content(&screen.saved_as("jsonl")), content(&run.stdout));
}

#[test]
fn suggested_edges_are_shared() {
    let fixture = small()
        .write("artifacts/tasks/fix-cache.md", "---\ntitle: Fix the cache\n---\nSee pool-size.\n")
        .write("artifacts/tasks/pool-size.md", "---\ntitle: Measure the pool\n---\n");
    let mut screen = Screen::on(fixture.root()).keys("1/fix-cache<enter>SP");
    assert_eq!(command(&screen).unwrap(), "refscope suggest fix-cache --limit 50");
    let run = fixture.run(&["suggest", "fix-cache", "--limit", "50", "-f", "jsonl"]).code(0);
    assert!(run.stdout.contains("mentions"), "{}", run.stdout);
    assert_eq!(content(&screen.saved_as("jsonl")), content(&run.stdout));
}

#[rstest]
#[case::excluded_relation("1/a<enter><tab>r<space><esc>", "relations are excluded")]
#[case::hidden_edges("1/a<enter><tab>i", "implicit edges are hidden")]
#[case::filtered_list("1/a<enter>", "the list is filtered")]
#[case::history("1/a<enter>Z", "the history has edges of all files")]
fn a_view_without_a_command_says_why(#[case] keys: &str, #[case] why: &str) {
    let mut screen = Screen::on(small().root()).keys(keys).keys("P");
    assert_eq!(command(&screen).unwrap_err(), why);
    let at = screen.text().lines().position(|line| line.contains("command")).unwrap();
    let first = screen.text().lines().position(|line| line.contains("Share")).unwrap() + 1;
    screen.press(&"j".repeat(at - first));
    screen.press("<enter>");
    assert_eq!(screen.toast(), format!("No command gives exactly this: {why}"));
}

#[test]
fn the_dialog_returns_to_the_page_it_was_opened_on() {
    let mut screen = Screen::on(small().root()).keys("1/a<enter>I");
    assert_eq!(screen.overlay(), Some("page"));
    screen.press("P");
    assert_eq!(screen.overlay(), Some("share"));
    assert!(screen.text().contains("Share"));
    screen.press("<esc>");
    assert_eq!(screen.overlay(), Some("page"));
    assert!(screen.summary("share").is_null());
}

#[test]
fn ids_go_to_the_clipboard_one_on_each_line() {
    let mut screen = Screen::on(small().root()).keys("1/a<enter><tab>P");
    let row = screen.lists("share", "items").iter().position(|item| item == "copy ids").unwrap();
    screen.press(&"j".repeat(row));
    let request = only_request(screen.asked_by("<enter>"));
    let effects = screen.asked_after_answer(request);
    let copied = effects.iter().find_map(|effect| match effect {
        Effect::CopyLines { text, what: "ids", .. } => Some(text),
        _ => None,
    });
    let text = copied.unwrap_or_else(|| panic!("{effects:?}"));
    assert!(text.lines().any(|id| id == "gone"), "{text}");
}

#[test]
fn one_message_says_that_a_text_was_copied_and_what_it_lacks() {
    let mut screen = Screen::on(hub(501).root()).keys("1/hub<enter><tab>P");
    let row = screen.lists("share", "items").iter().position(|item| item == "copy mermaid").unwrap();
    screen.press(&"j".repeat(row));
    let request = only_request(screen.asked_by("<enter>"));
    let effects = screen.asked_after_answer(request);
    let [Effect::CopyLines { also, .. }] = &effects[..] else { panic!("{effects:?}") };
    assert!(also.starts_with("; Mermaid draws at most 500 edges"), "{also}");
}

/// What the first row of the dialog copies.
fn first_copied(screen: &mut Screen) -> String {
    let request = only_request(screen.asked_by("<enter>"));
    let effects = screen.asked_after_answer(request);
    let [Effect::CopyLines { text, .. }] = &effects[..] else { panic!("{effects:?}") };
    text.clone()
}

#[rstest]
#[case::relations("V", "# Relations", "refscope relations")]
#[case::drift("E", "# Drift", "refscope drift")]
fn a_page_without_a_graph_is_shared_as_its_rows(#[case] key: &str, #[case] title: &str, #[case] command: &str) {
    let mut screen = Screen::on(small().root()).keys(key);
    let rows = page::rows(&screen).len();
    screen.press("P");
    let items = screen.lists("share", "items");
    assert!(!items.iter().any(|item| item.contains("mermaid") || item.contains("ids")), "{items:?}");
    assert_ne!(screen.says("share", "sentence"), "");
    let text = first_copied(&mut screen);
    assert!(text.starts_with(title) && text.contains(command), "{text}");
    assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("- ")).count(), rows);
}

#[test]
fn findings_without_nodes_have_no_graph_to_share() {
    let screen = Screen::on(small().root()).keys("5/nothing-has-this-word<enter>P");
    assert_eq!(screen.toast(), "Nothing to share here");
}

#[test]
fn the_sentence_of_the_selected_edge_has_its_place() {
    let screen = Screen::on(small().root()).keys("1/s<enter><tab>jP");
    assert_eq!(screen.says("share", "sentence"), "s led to a (references.jsonl:1)");
}

#[test]
fn an_empty_workspace_has_nothing_to_share() {
    let screen = Screen::on(Fixture::empty().root()).keys("P");
    assert_eq!(screen.toast(), "Nothing to share here");
}
