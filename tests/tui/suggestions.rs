//! Paths, suggestions, the order by rank, and related nodes.

use super::small;
use crate::support::{Fixture, Screen, row};
use refscope::query::Sort;
use refscope::tui::job::{Block, Topic};
use refscope::tui::state::{Field, Overlay, Pane, RelationChoice, View};

/// The text of the rows of the page.
fn rows(screen: &Screen) -> Vec<String> {
    let pane = screen.state().page.as_ref().expect("no page is open");
    let (shown, _) = pane.shown.as_ref().expect("the page is not there yet");
    shown.rows().map(|row| row.text()).collect()
}

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
    assert_eq!(screen.state().overlay, Some(Overlay::Page));
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
    let pane = screen.state().share.as_ref().unwrap();
    assert_eq!(pane.command.as_deref(), Ok("refscope path s b --all-shortest"));
}

#[test]
fn enter_on_a_step_goes_to_its_node_and_back_returns_to_the_page() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/s<enter>m/<ctrl-u>b<enter>pj<enter>");
    assert_eq!((screen.current().as_str(), screen.state().view, &screen.state().overlay), ("a", View::Explore, &None));
    screen.press("b");
    assert_eq!(screen.state().overlay, Some(Overlay::Page));
    assert_eq!(rows(&screen)[screen.state().page.as_ref().unwrap().rows.cursor], "   1  led to a references.jsonl:1");
}

#[test]
fn a_path_starts_at_the_last_of_several_marks() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/b<enter>m/<ctrl-u>s<enter>m/<ctrl-u>a<enter>p");
    let from = |screen: &Screen| match screen.state().page.as_ref().unwrap().topic {
        Topic::Path { from, .. } => screen.state().graph.node(from).id().to_owned(),
        ref other => panic!("{other:?}"),
    };
    assert_eq!(from(&screen), "s");
    // Without that mark the one before is used; on a marked node, the other one.
    screen.press("<esc>/<ctrl-u>s<enter>m/<ctrl-u>a<enter>p");
    assert_eq!(from(&screen), "b");
    screen.press("<esc>mp");
    assert_eq!(from(&screen), "b");
}

#[test]
fn without_a_mark_the_message_explains_how_to_set_one() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/s<enter>p");
    assert_eq!(screen.toast(), "No node marked; press m to mark one, then select another");
    assert_eq!(screen.state().overlay, None);
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
    screen.headless.state.filters.relations = RelationChoice::Only(["led-to".to_owned()].into());
    screen.press("p");
    assert_eq!(rows(&screen).len(), 3, "no other edge makes the same step: {:?}", rows(&screen));
    screen.press("<esc>");
    screen.headless.state.filters.relations = RelationChoice::Only(["cites".to_owned()].into());
    screen.press("p");
    let hidden = "Ignoring filters and edge directions, there is a path of 2 steps";
    assert_eq!(rows(&screen)[3], hidden, "{:?}", rows(&screen));
}

#[test]
fn a_path_is_kept_when_files_change() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/s<enter>m/<ctrl-u>b<enter>p");
    let fixture = fixture.write("artifacts/tasks/a0.md", "---\ntitle: Before all others\n---\n");
    screen.headless.load().unwrap();
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
    let draft = screen.state().draft.as_ref().unwrap();
    assert_eq!(
        (&draft.from.taken[..], &draft.relation.taken[..]),
        (&["fix-cache".to_owned()][..], &["mentions".to_owned()][..])
    );
    assert_eq!((&draft.to.taken[..], draft.focus), (&["pool-size".to_owned()][..], Field::Relation));
    assert_eq!(screen.state().overlay, Some(Overlay::Editor));
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
    assert!(screen.state().draft.is_none());
}

#[test]
fn a_row_without_a_suggestion_shows_a_message() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/s<enter>m/<ctrl-u>b<enter>pa");
    assert_eq!((screen.toast(), &screen.state().overlay), ("This row suggests no edge", &Some(Overlay::Page)));
}

#[test]
fn the_editor_offers_suggestions_first() {
    let fixture = lacking();
    let mut screen = Screen::on(fixture.root()).keys("/fix-cache<enter>a1");
    let ids = |screen: &Screen| {
        let state = screen.state();
        let hits = &state.draft.as_ref().unwrap().nodes.hits;
        hits.iter().map(|hit| state.graph.node(hit.node).id().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&screen)[..3], ["far-away", "pool-size", "twin"]);
    assert_eq!(screen.state().draft.as_ref().unwrap().nodes.suggested, 3);
    assert!(screen.text().contains("suggested"), "{}", screen.text());
    screen.press("first");
    assert_eq!((ids(&screen), screen.state().draft.as_ref().unwrap().nodes.suggested), (vec!["first".to_owned()], 0));
}

#[test]
fn a_dangling_edge_is_corrected_from_findings() {
    let fixture = lacking();
    let screen = Screen::on(fixture.root()).keys("5/dangling<enter>a");
    let draft = screen.state().draft.as_ref().unwrap();
    let said = [&draft.from, &draft.relation, &draft.to].map(|entry| entry.taken.join(" "));
    assert_eq!(said, ["fix-cache", "cites", "far-away"]);
    assert_eq!(screen.state().overlay, Some(Overlay::Editor));
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("5/dangling<enter>a");
    assert_eq!(screen.toast(), "No similar id found for the undefined one");
    assert_eq!(screen.state().overlay, None);
}

#[test]
fn the_list_can_be_sorted_by_rank() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    assert!(screen.state().ranking.get().is_none(), "nobody asked for it");
    screen.press("ssss");
    assert_eq!((screen.state().list.sort, screen.toast()), (Sort::Rank, "Sorted by rank"));
    let state = screen.state();
    let ranking = state.ranking.get().expect("it was ranked");
    let shares: Vec<_> = state.list.listing.nodes.iter().map(|node| ranking.of(*node)).collect();
    assert!(shares.is_sorted_by(|one, other| one >= other) && shares[0] > shares[shares.len() - 1], "{shares:?}");
}

#[test]
fn the_detail_lists_related_nodes_and_how_they_are_related() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/s<enter>");
    let blocks = &screen.state().detail.detail.as_ref().unwrap().blocks;
    let at = blocks.iter().position(|block| *block == Block::Heading("Related".to_owned())).unwrap();
    assert_eq!(blocks[at + 1], Block::Bullet("a".to_owned(), "led to".to_owned()));
    assert_eq!(blocks[at + 2], Block::Bullet("b".to_owned(), "indirectly".to_owned()));
    let alone = Screen::on(fixture.root()).keys("/self<enter>");
    let blocks = &alone.state().detail.detail.as_ref().unwrap().blocks;
    assert!(!blocks.contains(&Block::Heading("Related".to_owned())));
}

#[test]
fn enter_in_the_detail_opens_a_page_of_related_nodes() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/s<enter><shift-tab>");
    assert_eq!(screen.state().focused(), Pane::Detail);
    screen.press("<enter>");
    assert_eq!(screen.state().page.as_ref().unwrap().topic, Topic::Related(screen.node("s")));
    assert_eq!(rows(&screen)[..2], ["a  Task A  led to references.jsonl:1", "b  Task B  indirectly"]);
    screen.press("j<enter>");
    assert_eq!((screen.current().as_str(), screen.state().view, &screen.state().overlay), ("b", View::Explore, &None));
    screen.press("b");
    assert_eq!(rows(&screen)[screen.state().page.as_ref().unwrap().rows.cursor], "b  Task B  indirectly");
    let alone = Screen::on(fixture.root()).keys("/self<enter><shift-tab><enter>");
    assert!(alone.text().contains("No related nodes"), "{}", alone.text());
}
