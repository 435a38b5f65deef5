//! Reloading a workspace, and loading it in two steps.

use super::{hub, small};
use crate::support::{Fixture, Screen, row};
use refscope::graph::Graph;
use refscope::tui::event::{Event, Wake};
use refscope::workspace::Workspace;
use std::sync::Arc;

/// Adds nodes that sort before all others, so that every index changes.
fn with_more(fixture: Fixture) -> Fixture {
    let more = "---\ntitle: Another\nstatus: todo\n---\n";
    fixture
        .write("artifacts/missions/0-first.md", more)
        .write("artifacts/people/0-first.md", more)
        .write("artifacts/signals/0-first.md", more)
        .write("artifacts/tasks/0-first.md", more)
}

fn reloaded(screen: &mut Screen, fixture: Fixture) -> Fixture {
    let fixture = with_more(fixture);
    let before = Arc::clone(screen.graph());
    screen.press("R");
    assert_eq!(screen.loading(), "done");
    assert!(screen.graph().node_count() > before.node_count());
    let number = |graph: &Graph, id: &str| graph.find(id).unwrap().ix();
    assert_ne!(number(&before, "a"), number(screen.graph(), "a"), "the numbers must change");
    fixture
}

#[test]
fn the_current_node_stays_by_its_address() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jjj");
    let _fixture = reloaded(&mut screen, fixture);
    assert_eq!(screen.current(), "s");
    assert_eq!(screen.listed_at_cursor(), "s");
    assert_eq!(screen.says("neighbourhood", "root"), "s");
    assert_eq!(screen.says("detail", "node"), "s");
}

#[test]
fn the_current_node_stays_when_another_repository_uses_its_id() {
    let map = |repo: &str| format!(r#"{{"repo": "{repo}", "nodes": [{{"id": "app", "layer": "code"}}]}}"#);
    let fixture = Fixture::bare().write("b.causal.json", map("shop"));
    let mut screen = Screen::on(fixture.root());
    assert_eq!(screen.current(), "app");
    let fixture = fixture.write("a.causal.json", map("web"));
    screen.press("R");
    assert_eq!(screen.current(), "shop/app");
    std::fs::remove_file(fixture.path("a.causal.json")).unwrap();
    screen.press("R");
    assert_eq!(screen.current(), "app");
}

#[test]
fn marks_stay_by_their_addresses() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("mjjm");
    let _fixture = reloaded(&mut screen, fixture);
    let mut marked = screen.marks();
    marked.sort();
    assert_eq!(marked, ["a", "m"]);
}

#[test]
fn the_back_history_stays_by_its_addresses() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter><enter>t");
    let _fixture = reloaded(&mut screen, fixture);
    screen.press("b");
    assert_eq!((screen.view(), screen.current().as_str()), ("explore", "s"));
    screen.press("b");
    assert_eq!(screen.current(), "a");
    screen.press("ff");
    assert_eq!((screen.view(), screen.current().as_str()), ("lineage", "a"));
}

#[test]
fn the_selected_neighbour_stays_selected() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter>jj");
    assert_eq!(screen.outline_row(), " gone");
    let _fixture = reloaded(&mut screen, fixture);
    assert_eq!((screen.focused(), screen.outline_row().as_str()), ("neighbourhood", " gone"));
    assert_eq!(screen.selected(), "gone");
}

#[test]
fn rows_opened_in_the_neighbourhood_stay_open() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter>jjjjl");
    let before = screen.outline();
    let _fixture = reloaded(&mut screen, fixture);
    assert_eq!(screen.outline(), before);
}

#[test]
fn the_shown_part_of_a_hub_stays() {
    let fixture = hub(300);
    let mut screen = Screen::on(fixture.root()).keys("/hub<enter><enter>G<enter>");
    assert_eq!((screen.outline().len(), screen.outline_row().as_str()), (301, " n00100"));
    let _fixture = reloaded(&mut screen, fixture);
    assert_eq!((screen.outline().len(), screen.outline_row().as_str()), (301, " n00100"));
}

#[test]
fn the_lineage_keeps_its_root_and_the_selected_node() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("tl");
    let _fixture = reloaded(&mut screen, fixture);
    assert_eq!((screen.lineage()[0].0.as_str(), screen.current().as_str()), ("a", "b"));
    assert_eq!(screen.says("lineage", "selected"), "b");
}

#[test]
fn the_map_keeps_its_centre_and_the_selected_node() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 40).keys("4l");
    let (root, selected) = (screen.says("map", "root"), screen.current());
    assert!(root.is_string());
    let _fixture = reloaded(&mut screen, fixture);
    assert_eq!((screen.says("map", "root"), screen.current()), (root, selected.clone()));
    assert_eq!(screen.says("map", "selected"), selected);
}

#[test]
fn the_tree_keeps_its_row_and_open_groups() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jj3Gl");
    assert_eq!(screen.tree_row(), "task");
    let _fixture = reloaded(&mut screen, fixture);
    assert_eq!(screen.tree_row(), "task");
    assert!(screen.tree().contains(&"  b".to_owned()));
}

#[test]
fn the_list_of_findings_keeps_its_row() {
    let fixture = small().rows(&[row("a", "gone", "cites"), row("a", "lost", "cites"), row("b", "gone", "cites")]);
    let mut screen = Screen::on(fixture.root()).keys("5jj");
    let cursor = screen.counts("findings", "cursor");
    assert!(cursor > 0);
    screen.press("R");
    assert_eq!(screen.counts("findings", "cursor"), cursor);
}

#[test]
fn the_detail_keeps_its_scroll_position() {
    let text = format!("---\ntitle: Long\n---\n{}", "line\n\n".repeat(100));
    let fixture = small().write("artifacts/tasks/a.md", text);
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("<shift-tab>jjjjj");
    assert_eq!((screen.focused(), screen.counts("detail", "offset")), ("detail", 5));
    let _fixture = reloaded(&mut screen, fixture);
    assert_eq!(screen.counts("detail", "offset"), 5);
}

#[test]
fn the_list_keeps_its_scroll_position() {
    let fixture = hub(300);
    let mut screen = Screen::on(fixture.root()).keys("Gkkk");
    let position = |screen: &Screen| (screen.counts("list", "cursor"), screen.counts("list", "offset"));
    let (before, text) = (position(&screen), screen.text());
    assert!(before.1 > 100);
    screen.press("R");
    assert_eq!((position(&screen), screen.text()), (before, text));
}

#[test]
fn a_hidden_list_keeps_its_position_too() {
    let fixture = hub(300);
    let mut screen = Screen::on(fixture.root()).size(50, 24).keys("G<enter><enter>");
    assert_eq!(screen.current(), "hub");
    screen.press("R");
    assert_eq!((screen.current().as_str(), screen.listed_at_cursor().as_str()), ("hub", "hub"));
}

#[test]
fn back_restores_the_selected_row() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("<enter>jj<enter>");
    assert_eq!(screen.current(), "gone");
    let _fixture = reloaded(&mut screen, fixture);
    screen.press("b");
    assert_eq!((screen.current().as_str(), screen.outline_row().as_str()), ("a", " gone"));
}

#[test]
fn the_first_node_becomes_current_if_the_current_one_is_gone() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jjjjm");
    assert_eq!(screen.current(), "self");
    let _fixture = fixture.remove("artifacts/people/self.md");
    screen.press("R");
    assert_eq!((screen.current().as_str(), screen.marks().len()), ("a", 0));
}

#[test]
fn a_changed_file_is_shown() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let _fixture = fixture.rows(&[row("a", "b", "led-to")]);
    screen.happen(Event::EditorClosed(None));
    assert_eq!(screen.outline()[..2], ["> led-to 1/1", " +b"]);
}

/// The workspace while the log is still being read: its nodes, without edges of the log.
fn early(fixture: &Fixture) -> Arc<Workspace> {
    let log = fixture.read("references.jsonl");
    let path = fixture.path("references.jsonl");
    std::fs::write(&path, "").unwrap();
    let workspace = Workspace::load(fixture.root()).unwrap();
    std::fs::write(&path, log).unwrap();
    Arc::new(workspace)
}

#[test]
fn the_list_works_while_the_log_is_still_being_read() {
    let fixture = small();
    let mut screen = Screen::before_loading(fixture.root());
    screen.happen(Event::NodesLoaded(early(&fixture)));
    assert!(screen.loading().starts_with("reading"), "{}", screen.loading());
    assert!(screen.report().is_none(), "the doctor waits for everything");
    screen.press("/sel<enter>");
    assert_eq!(screen.current(), "self");
    screen.load();
    assert_eq!((screen.current().as_str(), screen.loading().as_str()), ("self", "done"));
    screen.press("<esc>");
    assert_eq!(screen.listed().len(), 6);
    assert!(screen.report().is_some());
}

#[test]
fn the_node_of_the_last_session_becomes_current_when_it_is_loaded() {
    let fixture = small();
    let mut screen = Screen::before_loading(fixture.root());
    screen.want("gone");
    screen.happen(Event::NodesLoaded(early(&fixture)));
    assert_eq!(screen.current(), "a");
    screen.load();
    assert_eq!(screen.current(), "gone");
}

#[test]
fn the_saved_node_does_not_replace_a_selection_made_while_loading() {
    let fixture = small();
    let mut screen = Screen::before_loading(fixture.root());
    screen.want("gone");
    screen.happen(Event::NodesLoaded(early(&fixture)));
    screen.press("j");
    screen.load();
    assert_eq!(screen.current(), "b");
}

#[test]
fn early_nodes_do_not_replace_the_complete_graph() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let whole = Arc::clone(screen.graph());
    let early = Workspace::load(Fixture::bare().write("artifacts/notes/n.md", "early\n").root()).unwrap();
    screen.happen(Event::NodesLoaded(Arc::new(early)));
    assert!(Arc::ptr_eq(screen.graph(), &whole));
}

#[test]
fn an_answer_about_the_previous_graph_is_ignored() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let asked = screen.asked_by("3");
    screen.press("1");
    let _fixture = reloaded(&mut screen, fixture);
    screen.run(asked);
    assert!(screen.says("tree", "rows").is_null());
}

#[test]
fn going_away_and_back_shows_the_rows_of_the_current_node() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let before = screen.outline();
    screen.asked_by("j");
    let asked = screen.asked_after(Event::Woke(Wake::Rest));
    screen.asked_by("k");
    screen.run(asked);
    assert_eq!(screen.outline(), before);
    assert_eq!(screen.says("neighbourhood", "root"), screen.current());
}

#[test]
fn a_new_edge_is_counted_in_the_detail_of_its_target() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30);
    assert!(screen.text().contains("1 in · 4 out"), "{}", screen.text());
    let log = fixture.read("references.jsonl");
    let _fixture = fixture.write("references.jsonl", format!("{log}{}\n", row("a", "self", "cites")));
    screen.happen(Event::EditorClosed(None));
    assert!(screen.text().contains("1 in · 5 out"), "{}", screen.text());
}

/// Appends a row and makes the screen notice it.
fn appended(screen: &mut Screen, fixture: Fixture, row: &str) -> Fixture {
    let log = fixture.read("references.jsonl");
    let fixture = fixture.write("references.jsonl", format!("{log}{row}\n"));
    screen.happen(Event::EditorClosed(None));
    fixture
}

#[test]
fn new_edges_stay_marked_when_every_index_changes() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let fixture = appended(&mut screen, fixture, &row("a", "self", "cites"));
    let expected = (vec!["a cites self".to_owned()], vec!["a".to_owned(), "self".to_owned()]);
    assert_eq!(screen.recent(), expected);
    let before = screen.node("a");
    let fixture = fixture.write("artifacts/missions/0-first.md", "---\ntitle: Another\n---\n");
    screen.happen(Event::EditorClosed(None));
    assert_ne!(screen.node("a"), before, "the numbers must change");
    let (edges, nodes) = screen.recent();
    assert_eq!(edges, expected.0);
    assert!(["0-first", "a", "self"].iter().all(|id| nodes.iter().any(|node| node == id)), "{nodes:?}");
    // The same holds for a row that arrives together with a file.
    let log = fixture.read("references.jsonl");
    let fixture = fixture.write("artifacts/missions/00-first.md", "---\ntitle: Another\n---\n");
    let fixture = fixture.write("references.jsonl", format!("{log}{}\n", row("b", "self", "cites")));
    screen.happen(Event::EditorClosed(None));
    assert_eq!(screen.recent().0, ["a cites self", "b cites self"]);
    // All marks expire.
    screen.happen(Event::Woke(Wake::Aged));
    screen.happen(Event::Woke(Wake::Aged));
    assert_eq!(screen.recent(), (Vec::new(), Vec::new()));
    drop(fixture);
}

#[test]
fn edges_of_a_new_artifact_and_their_ends_are_marked_as_new() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/self<enter>");
    let self_file = fixture.read("artifacts/people/self.md");
    let fixture = fixture.write("artifacts/people/self.md", format!("{self_file}\nSee [[b]].\n"));
    screen.happen(Event::EditorClosed(None));
    assert_eq!(screen.recent().0, ["self mentions b"]);
    assert!(screen.recent().1.iter().all(|id| id == "b" || id == "self"), "{:?}", screen.recent());
    assert!(screen.text().contains(" new "), "{}", screen.text());
    // Edges that the file already had are not new.
    let fixture = fixture.write("artifacts/people/self.md", format!("{self_file}\nSee [[b]] and [[m]].\n"));
    screen.happen(Event::Woke(Wake::Aged));
    screen.happen(Event::Woke(Wake::Aged));
    screen.happen(Event::EditorClosed(None));
    assert_eq!(screen.recent().0, ["self mentions m"]);
    drop(fixture);
}

#[test]
fn a_log_that_lost_rows_is_reloaded_with_a_message() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let fixture = appended(&mut screen, fixture, &row("a", "self", "cites"));
    let fixture = fixture.rows(&[row("s", "a", "led-to"), row("b", "self", "cites")]);
    screen.happen(Event::EditorClosed(None));
    assert_eq!(screen.toast(), "references.jsonl lost 3 rows and was read again");
    // Its new edges are marked; removed ones are not.
    assert_eq!(screen.recent().0, ["b cites self"]);
    screen.happen(Event::Woke(Wake::ToastGone));
    screen.happen(Event::EditorClosed(None));
    assert_eq!(screen.toast(), "", "it is said once");
    drop(fixture);
}

#[test]
fn every_event_updates_the_age_of_an_edge() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("acites<enter>self<enter>");
    let now = screen.now();
    assert!(screen.asked_after(Event::ClockRead(now + 97_000)).is_empty(), "the row keeps the time it is shown with");
    screen.press("<enter>");
    assert_eq!(screen.toast(), "Added references.jsonl:4");
    let written = fixture.read("references.jsonl").lines().last().unwrap().to_owned();
    screen.happen(Event::ClockRead(now + 300_000));
    assert!(screen.text().contains("tui 3m") || screen.text().contains("tui 5m"), "{written}\n{}", screen.text());
}
