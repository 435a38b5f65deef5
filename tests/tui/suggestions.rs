//! Paths, suggestions, the order by rank, and related nodes.

use super::link::{focus, taken};
use super::page::{rows, selected};
use super::small;
use crate::support::{Fixture, Screen, row};
use serde_json::{Value, json};

/// The task `fix-cache` names a note in its text, shares two signals with its twin, and cites a note with a typo.
fn lacking() -> Fixture {
    Fixture::empty()
        .write("artifacts/tasks/fix-cache.md", "---\ntitle: Fix the cache\n---\nSee pool-size.\n")
        .write("artifacts/tasks/twin.md", "")
        .write("artifacts/notes/pool-size.md", "")
        .write("artifacts/notes/far-away.md", "")
        .write("artifacts/signals/first.md", "")
        .write("artifacts/signals/second.md", "")
        .rows(&[
            row("first", "fix-cache", "led-to"),
            row("second", "fix-cache", "led-to"),
            row("first", "twin", "led-to"),
            row("second", "twin", "led-to"),
            row("fix-cache", "far-awey", "cites"),
        ])
}

#[test]
fn the_path_from_the_marked_node_is_shown_step_by_step() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/s<enter>m/<ctrl-u>b<enter>p");
    assert_eq!(screen.overlay(), Some("page"));
    let shown = rows(&screen);
    assert_eq!(shown[..2], ["from s", "   1  led to a references.jsonl:1"]);
    assert_eq!(shown[2], "   2  led to b references.jsonl:2");
    assert!(shown[3].starts_with("also  mentions b"), "{shown:?}");
    for words in ["Shortest paths from s to b", "s led to a, which led to b"] {
        assert!(screen.text().contains(words), "{}", screen.text());
    }
}

#[test]
fn of_many_shortest_paths_the_first_are_shown_and_the_others_counted() {
    let middle: Vec<_> = (0..30).map(|n| format!("m{n:02}")).collect();
    let edges: Vec<_> = middle.iter().flat_map(|id| [row("s", id, "led-to"), row(id, "b", "led-to")]).collect();
    let fixture = Fixture::clean().rows(&edges);
    let mut screen = Screen::on(fixture.root()).keys("/s<enter>m/<ctrl-u>b<enter>p");
    let shown = rows(&screen);
    assert_eq!(shown.iter().filter(|row| row.starts_with("from")).count(), 20);
    assert_eq!(shown.last().unwrap(), "10 more shortest paths; `refscope path --all-shortest` lists all");
    // What is shared is what the command gives: all of them.
    screen.press("P");
    assert_eq!(screen.says("share", "command"), "refscope path s b --all-shortest");
}

#[test]
fn enter_on_a_step_goes_to_its_node_and_back_returns_to_the_page() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/s<enter>m/<ctrl-u>b<enter>pj<enter>");
    assert_eq!((screen.current().as_str(), screen.view(), screen.overlay()), ("a", "explore", None));
    screen.press("b");
    assert_eq!(screen.overlay(), Some("page"));
    assert_eq!(selected(&screen), "   1  led to a references.jsonl:1");
}

#[test]
fn a_path_starts_at_the_last_of_several_marks() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/b<enter>m/<ctrl-u>s<enter>m/<ctrl-u>a<enter>p");
    assert_eq!(screen.says("page", "topic"), "path from s to a");
    // Without that mark the one before is used; on a marked node, the other one.
    screen.press("<esc>/<ctrl-u>s<enter>m/<ctrl-u>a<enter>p");
    assert!(screen.says("page", "topic").as_str().unwrap().starts_with("path from b to "));
    screen.press("<esc>mp");
    assert!(screen.says("page", "topic").as_str().unwrap().starts_with("path from b to "));
}

#[test]
fn without_a_mark_the_message_explains_how_to_set_one() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/s<enter>p");
    assert_eq!(screen.toast(), "No node marked; press m to mark one, then select another");
    assert_eq!(screen.overlay(), None);
}

#[test]
fn a_missing_path_is_reported() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/self<enter>m/<ctrl-u>s<enter>p");
    // The ends are listed first, so that they can be visited.
    assert_eq!(rows(&screen), ["self  Self", "s  Signal S", "No path from \"self\" to \"s\""]);
    // The mission is only mentioned, which is an implicit edge.
    let screen = Screen::on(fixture.root()).keys("i/m<enter>m/<ctrl-u>s<enter>p");
    assert_eq!(rows(&screen)[3], "Ignoring filters and edge directions, there is a path of 2 steps");
}

#[test]
fn a_path_uses_only_the_shown_relations() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/s<enter>m/<ctrl-u>b<enter>p");
    assert_eq!(rows(&screen).len(), 4, "{:?}", rows(&screen));
    screen.press("<esc>");
    screen.keep_only(&["led-to"]);
    screen.press("p");
    assert_eq!(rows(&screen).len(), 3, "no other edge makes the same step: {:?}", rows(&screen));
    screen.press("<esc>");
    screen.keep_only(&["cites"]);
    screen.press("p");
    let hidden = "Ignoring filters and edge directions, there is a path of 2 steps";
    assert_eq!(rows(&screen)[3], hidden, "{:?}", rows(&screen));
}

#[test]
fn a_path_is_kept_when_files_change() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/s<enter>m/<ctrl-u>b<enter>p");
    let fixture = fixture.write("artifacts/tasks/a0.md", "---\ntitle: Before all others\n---\n");
    screen.load();
    assert_eq!(rows(&screen)[..2], ["from s", "   1  led to a references.jsonl:1"]);
    drop(fixture);
}

#[test]
fn suggestions_are_shown_with_their_evidence() {
    let fixture = lacking();
    let shown = rows(&Screen::on(fixture.root()).keys("/fix-cache<enter>S"));
    assert_eq!(shown[0], "0.90  fix-cache cites → far-away");
    assert_eq!(shown[1], "dangling edge: fix-cache cites far-awey (missing) references.jsonl:5");
    assert_eq!(
        shown[2..4],
        [
            "0.80  fix-cache mentions → pool-size",
            "mentions the id of pool-size: \"pool-size\" artifacts/tasks/fix-cache.md:4"
        ]
    );
    assert_eq!(shown[4..6], ["0.67  fix-cache mentions → twin", "2 shared neighbours"]);
    assert_eq!(shown[6], "first led to fix-cache references.jsonl:1");
}

#[test]
fn one_key_drafts_the_edge_of_any_row() {
    let fixture = lacking();
    let mut screen = Screen::on(fixture.root()).keys("/fix-cache<enter>Sjjja");
    assert_eq!(taken(&screen, "from"), ["fix-cache"]);
    assert_eq!(taken(&screen, "relation"), ["mentions"]);
    assert_eq!(taken(&screen, "to"), ["pool-size"]);
    assert_eq!(focus(&screen), "relation");
    assert_eq!(screen.overlay(), Some("link"));
    screen.press("<enter>");
    assert!(fixture.read("references.jsonl").contains(r#""to":"pool-size","relation":"mentions""#));
    let screen = screen.keys("b");
    assert!(!rows(&screen).iter().any(|row| row.contains("pool-size")), "{:?}", rows(&screen));
}

#[test]
fn nothing_is_drafted_in_the_past() {
    let fixture = lacking();
    let screen = Screen::on(fixture.root()).keys("/fix-cache<enter>zSa");
    assert!(screen.toast().starts_with("The past"), "{}", screen.toast());
    assert_eq!(screen.says("link", "draft"), Value::Null);
}

#[test]
fn a_row_without_a_suggestion_shows_a_message() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/s<enter>m/<ctrl-u>b<enter>pa");
    assert_eq!((screen.toast(), screen.overlay()), ("This row suggests no edge", Some("page")));
}

#[test]
fn the_editor_offers_suggestions_first() {
    let fixture = lacking();
    let mut screen = Screen::on(fixture.root()).keys("/fix-cache<enter>a1");
    let ids = |screen: &Screen| screen.lists("link", "draft/nodes");
    assert_eq!(ids(&screen)[..3], ["far-away", "pool-size", "twin"]);
    assert_eq!(screen.says("link", "draft/suggested"), 3);
    assert!(screen.text().contains("suggested"), "{}", screen.text());
    screen.press("first");
    assert_eq!(ids(&screen), ["first"]);
    assert_eq!(screen.says("link", "draft/suggested"), 0);
}

#[test]
fn a_dangling_edge_is_corrected_from_findings() {
    let fixture = lacking();
    let screen = Screen::on(fixture.root()).keys("5/dangling<enter>a");
    let taken = ["from", "relation", "to"].map(|field| taken(&screen, field).join(" "));
    assert_eq!(taken, ["fix-cache", "cites", "far-away"]);
    assert_eq!(screen.overlay(), Some("link"));
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("5/dangling<enter>a");
    assert_eq!(screen.toast(), "No similar id found for the undefined one");
    assert_eq!(screen.overlay(), None);
}

#[test]
fn the_list_can_be_sorted_by_rank() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    assert!(screen.says("list", "ranks").is_null(), "nobody asked for it");
    screen.press("ssss");
    assert_eq!(screen.says("list", "sort"), "rank");
    assert_eq!(screen.toast(), "Sorted by rank");
    let ranks = screen.says("list", "ranks");
    let shares: Vec<_> = ranks.as_array().expect("it was ranked").iter().map(|rank| rank.as_f64().unwrap()).collect();
    assert!(shares.is_sorted_by(|one, other| one >= other) && shares[0] > shares[shares.len() - 1], "{shares:?}");
}

#[test]
fn the_detail_lists_related_nodes_and_how_they_are_related() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/s<enter>");
    let blocks = |screen: &Screen| screen.says("detail", "blocks").as_array().unwrap().clone();
    let heading = json!({ "heading": "Related" });
    let shown = blocks(&screen);
    let at = shown.iter().position(|block| *block == heading).unwrap();
    assert_eq!(shown[at + 1], json!({ "bullet": ["a", "led to"] }));
    assert_eq!(shown[at + 2], json!({ "bullet": ["b", "indirectly"] }));
    let alone = Screen::on(fixture.root()).keys("/self<enter>");
    assert!(!blocks(&alone).contains(&heading));
}

#[test]
fn enter_in_the_detail_opens_a_page_of_related_nodes() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/s<enter><shift-tab>");
    assert_eq!(screen.focused(), "detail");
    screen.press("<enter>");
    assert_eq!(screen.says("page", "topic"), "nodes related to s");
    assert_eq!(rows(&screen)[..2], ["a  Task A  led to references.jsonl:1", "b  Task B  indirectly"]);
    screen.press("j<enter>");
    assert_eq!((screen.current().as_str(), screen.view(), screen.overlay()), ("b", "explore", None));
    screen.press("b");
    assert_eq!(selected(&screen), "b  Task B  indirectly");
    let alone = Screen::on(fixture.root()).keys("/self<enter><shift-tab><enter>");
    assert!(alone.text().contains("No related nodes"), "{}", alone.text());
}
