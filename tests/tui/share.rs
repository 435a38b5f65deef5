//! Sharing what is shown: exactly that, as a text, or the command that gives it.

use super::small;
use crate::support::{Fixture, Screen};
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::tui::job::{Job, ShareRequest, ShareWay, Shared};
use refscope::tui::state::Overlay;
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

/// What the open dialog would write as JSON lines.
fn shared(screen: &Screen) -> String {
    let pane = screen.state().share.as_ref().unwrap();
    let way = ShareWay::Copy(refscope::format::Format::named("jsonl").unwrap());
    let (graph, part, title) = (pane.graph.clone(), pane.part.clone(), pane.title.clone());
    let Shared::Text { text, .. } = (ShareRequest { graph, part, title, command: None, way, folder: None }).share()
    else {
        panic!("not a text")
    };
    text
}

fn command(screen: &Screen) -> Result<String, &'static str> {
    screen.state().share.as_ref().unwrap().command.clone()
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
    let screen = Screen::on(fixture.root()).keys(keys).keys("P");
    let command = command(&screen).unwrap();
    assert_eq!(command, expected);
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let run = fixture.run(&[&words[..], &["-f", "jsonl"]].concat()).code(0);
    assert_eq!(content(&shared(&screen)), content(&run.stdout));
}

#[test]
fn suggested_edges_are_shared() {
    let fixture = small()
        .write("artifacts/tasks/fix-cache.md", "---\ntitle: Fix the cache\n---\nSee pool-size.\n")
        .write("artifacts/tasks/pool-size.md", "---\ntitle: Measure the pool\n---\n");
    let screen = Screen::on(fixture.root()).keys("1/fix-cache<enter>SP");
    assert_eq!(command(&screen).as_deref(), Ok("refscope suggest fix-cache --limit 50"));
    let run = fixture.run(&["suggest", "fix-cache", "--limit", "50", "-f", "jsonl"]).code(0);
    assert!(run.stdout.contains("mentions"), "{}", run.stdout);
    assert_eq!(content(&shared(&screen)), content(&run.stdout));
}

#[rstest]
#[case::excluded_relation("1/a<enter><tab>r<space><esc>", "relations are excluded")]
#[case::hidden_edges("1/a<enter><tab>i", "implicit edges are hidden")]
#[case::filtered_list("1/a<enter>", "the list is filtered")]
#[case::history("1/a<enter>Z", "the history has edges of all files")]
fn a_view_without_a_command_says_why(#[case] keys: &str, #[case] why: &str) {
    let mut screen = Screen::on(small().root()).keys(keys).keys("P");
    assert_eq!(command(&screen), Err(why));
    let at = screen.text().lines().position(|line| line.contains("command")).unwrap();
    let first = screen.text().lines().position(|line| line.contains("Share")).unwrap() + 1;
    screen.press(&"j".repeat(at - first));
    screen.press("<enter>");
    assert_eq!(screen.toast(), format!("No command gives exactly this: {why}"));
}

#[test]
fn the_dialog_returns_to_the_page_it_was_opened_on() {
    let mut screen = Screen::on(small().root()).keys("1/a<enter>I");
    assert_eq!(screen.state().overlay, Some(Overlay::Page));
    screen.press("P");
    assert!(matches!(screen.state().overlay, Some(Overlay::Share(_))));
    assert!(screen.text().contains("Share"));
    screen.press("<esc>");
    assert_eq!(screen.state().overlay, Some(Overlay::Page));
    assert!(screen.state().share.is_none());
}

#[test]
fn ids_go_to_the_clipboard_one_on_each_line() {
    let mut screen = Screen::on(small().root()).keys("1/a<enter><tab>P");
    let items = &screen.state().share.as_ref().unwrap().items;
    let row = items.iter().position(|item| format!("{item:?}") == "CopyIds").unwrap();
    screen.press(&"j".repeat(row));
    let asked = screen.asked_by("<enter>");
    let [Effect::Ask(ticket, job)] = &asked[..] else { panic!("{asked:?}") };
    let (ticket, Job::Share(request)) = (*ticket, job) else { panic!("{job:?}") };
    let shared = request.share();
    let Shared::Text { text, .. } = &shared else { panic!("{shared:?}") };
    assert!(text.lines().any(|id| id == "gone"), "{text}");
    let effects = screen.asked_after(Event::Answered(ticket, refscope::tui::job::Answer::Shared(shared)));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::CopyLines { what: "ids", .. })), "{effects:?}");
}

#[test]
fn one_message_says_that_a_text_was_copied_and_what_it_lacks() {
    let mut screen = Screen::on(small().root()).keys("1/a<enter><tab>P");
    let asked = screen.asked_by("<enter>");
    let [Effect::Ask(ticket, _)] = &asked[..] else { panic!("{asked:?}") };
    let ticket = *ticket;
    let notices = vec!["Mermaid draws at most 500 edges".to_owned()];
    let shared = Shared::Text { text: "x".to_owned(), what: "mermaid", file: ("x".to_owned(), "mmd"), notices };
    let effects = screen.asked_after(Event::Answered(ticket, refscope::tui::job::Answer::Shared(shared)));
    let [Effect::CopyLines { also, .. }] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(also, "; Mermaid draws at most 500 edges");
}

/// What the first row of the dialog copies.
fn first_copied(screen: &mut Screen) -> String {
    let asked = screen.asked_by("<enter>");
    let [Effect::Ask(_, Job::Share(request))] = &asked[..] else { panic!("{asked:?}") };
    let Shared::Text { text, .. } = request.share() else { panic!("not a text") };
    text
}

#[rstest]
#[case::relations("V", "# Relations", "refscope relations")]
#[case::drift("E", "# Drift", "refscope drift")]
fn a_page_without_a_graph_is_shared_as_its_rows(#[case] key: &str, #[case] title: &str, #[case] command: &str) {
    let mut screen = Screen::on(small().root()).keys(key);
    let page = screen.state().page.as_ref().unwrap().shown.as_ref().unwrap().0.clone();
    screen.press("P");
    let pane = screen.state().share.as_ref().unwrap();
    let items: Vec<_> = pane.items.iter().map(|item| format!("{item:?}")).collect();
    assert!(!items.iter().any(|item| item.contains("mermaid") || item.contains("CopyIds")), "{items:?}");
    assert!(pane.sentence.as_ref().is_some_and(|sentence| !sentence.is_empty()));
    let text = first_copied(&mut screen);
    assert!(text.starts_with(title) && text.contains(command), "{text}");
    assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("- ")).count(), page.rows().count());
}

#[test]
fn findings_without_nodes_have_no_graph_to_share() {
    let screen = Screen::on(small().root()).keys("5/nothing-has-this-word<enter>P");
    assert_eq!(screen.toast(), "Nothing to share here");
}

#[test]
fn the_sentence_of_the_selected_edge_has_its_place() {
    let screen = Screen::on(small().root()).keys("1/s<enter><tab>jP");
    let sentence = screen.state().share.as_ref().unwrap().sentence.clone().unwrap();
    assert_eq!(sentence, "s led to a (references.jsonl:1)");
}

#[test]
fn an_empty_workspace_has_nothing_to_share() {
    let screen = Screen::on(Fixture::empty().root()).keys("P");
    assert_eq!(screen.toast(), "Nothing to share here");
}
