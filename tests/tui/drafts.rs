//! Cancelled drafts: saved, offered, resumed on their own node, and never written by accident.

use super::link::{field, fields, focus, is_open};
use super::{append, small};
use crate::support::{Fixture, Screen, only_request, row};
use refscope::tui::event::Event;
use refscope::tui::key;

/// The workspace `small` with a few nodes whose names are easy to type.
fn workspace() -> Fixture {
    small()
        .write("artifacts/missions/reliability.md", "---\ntitle: Reliability\n---\n")
        .write("artifacts/notes/pool-size.md", "---\ntitle: Pool size\n---\n")
}

/// Explore with this node selected in the list.
fn on(fixture: &Fixture, id: &str) -> Screen {
    Screen::on(fixture.root()).keys(&to(id))
}

/// The keys that select a node in the list.
fn to(id: &str) -> String {
    format!("1/<ctrl-u>{id}<enter>")
}

/// From, relation, to and reason of each row appended to the log.
fn added(fixture: &Fixture) -> Vec<String> {
    let before = small().read("references.jsonl").lines().count();
    let log = fixture.read("references.jsonl");
    let rows = log.lines().skip(before).map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap());
    let field = |row: &serde_json::Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let words = |row| ["from", "relation", "to", "reason"].map(|name| field(&row, name)).join(" ");
    rows.map(|row| words(row).trim().to_owned()).collect()
}

/// The relation that a digit selects in the open editor.
fn nth(screen: &Screen, digit: usize) -> String {
    screen.lists("link", "draft/relations")[digit - 1].clone()
}

#[test]
fn a_cancelled_draft_is_not_written_by_the_next_link_on_another_node() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("a1self<enter><esc>");
    screen.press(&to("b"));
    screen.press("a");
    let third = nth(&screen, 3);
    screen.press("3relia<enter>");
    assert_eq!(added(&fixture), [] as [&str; 0]);
    assert_eq!(fields(&screen), ["b", third.as_str(), "reliability", ""]);
    screen.press("<enter>");
    assert_eq!(added(&fixture), [format!("b {third} reliability")]);
}

#[test]
fn a_cancelled_draft_of_one_node_is_not_written_by_a_link_of_marked_nodes() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("a1self<enter><esc>");
    screen.press(&format!("{}m{}m", to("b"), to("s")));
    screen.press("Acites<enter>relia<enter>");
    assert_eq!(added(&fixture), [] as [&str; 0]);
    screen.press("<enter>");
    let mut rows = added(&fixture);
    rows.sort();
    assert_eq!(rows, ["b cites reliability", "s cites reliability"]);
}

#[test]
fn a_cancelled_draft_of_marked_nodes_is_not_written_after_the_marks_changed() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys(&format!("m{}mAcites<enter>self<enter><esc>", to("b")));
    screen.press(&format!("M{}m", to("s")));
    screen.press("A");
    assert_eq!(fields(&screen), ["s", "\"\"", "\"\"", ""]);
    screen.press("cites<enter>relia<enter><enter>");
    assert_eq!(added(&fixture), ["s cites reliability"]);
}

#[test]
fn the_keys_of_a_new_edge_give_the_same_edge_when_a_draft_is_resumed() {
    let fixture = workspace();
    let mut screen = on(&fixture, "b").keys("a");
    let third = nth(&screen, 3);
    screen.press("<esc>");
    // Saved drafts: complete, with a reason, with a partial target, or with a partial relation.
    for left in [
        "a1self<enter><esc>",
        "a1self<enter>because<esc>",
        "a1se<esc>",
        "afol<esc>",
        "a1self<enter><shift-tab><shift-tab>x<esc>",
    ] {
        let fixture = workspace();
        let mut screen = on(&fixture, "b").keys(left);
        screen.press("a3relia<enter><enter>");
        assert_eq!(added(&fixture), [format!("b {third} reliability")], "{left}");
    }
}

#[test]
fn a_draft_is_resumed_on_its_node_with_the_cursor_in_the_relation() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("afollows-up<enter>self<enter>because<esc>");
    screen.press(&format!("{}{}a", to("b"), to("a")));
    assert_eq!(fields(&screen), ["a", "follows-up", "self", "because"]);
    assert_eq!(focus(&screen), "relation");
    assert!(screen.text().contains("resumed draft · ctrl-r starts over"), "{}", screen.text());
    screen.press("<enter>");
    assert_eq!(added(&fixture), ["a follows-up self because"]);
}

#[test]
fn enter_goes_through_the_missing_fields_of_a_resumed_draft() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("afollows-up<enter>relia<esc>a");
    assert_eq!(
        (fields(&screen), focus(&screen).as_str()),
        (["a", "follows-up", "\"relia\"", ""].map(str::to_owned), "relation")
    );
    screen.press("<enter>");
    assert_eq!((focus(&screen).as_str(), added(&fixture).len()), ("to", 0));
    screen.press("<enter><enter>");
    assert_eq!(added(&fixture), ["a follows-up reliability"]);
}

#[test]
fn one_key_restores_the_draft_and_goes_to_its_node() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("afollows-up<enter>self<enter><esc>");
    assert_eq!(screen.toast(), "Draft saved; press a here or ctrl-o anywhere to resume");
    screen.press(&to("b"));
    assert!(screen.text().lines().last().unwrap().contains("ctrl-o saved draft"), "{}", screen.text());
    screen.press("a");
    assert!(screen.text().contains("ctrl-o restores the draft for a"), "{}", screen.text());
    screen.press("<ctrl-o>");
    assert_eq!(
        (screen.selected(), fields(&screen)),
        ("a".to_owned(), ["a", "follows-up", "self", ""].map(str::to_owned))
    );
    assert_eq!(focus(&screen), "relation");
    screen.press("<enter>");
    assert_eq!(added(&fixture), ["a follows-up self"]);
    // There is no other draft to restore.
    screen.press("<ctrl-o>");
    assert_eq!((screen.toast(), is_open(&screen)), ("No saved draft", false));
    screen.press("<esc>");
    assert!(!screen.text().contains("saved draft"), "{}", screen.text());
}

#[test]
fn a_draft_can_be_restored_from_every_view() {
    let fixture = workspace();
    for view in ["1<tab>", "1<shift-tab>", "2", "3", "4", "5"] {
        let mut screen = on(&fixture, "a").keys("afollows-up<enter>self<enter><esc>");
        screen.press(&format!("{}{view}<ctrl-o>", to("b")));
        assert_eq!((screen.selected(), fields(&screen)[0].as_str()), ("a".to_owned(), "a"), "{view}");
    }
}

#[test]
fn several_saved_drafts_are_restored_one_after_the_other() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter><esc>");
    screen.press(&format!("{}acites<enter>relia<enter><esc>", to("b")));
    screen.press(&format!("{}amentions<enter>pool<enter>", to("s")));
    assert!(screen.text().contains("ctrl-o restores the draft for b, 1 more"), "{}", screen.text());
    screen.press("<ctrl-o>");
    assert_eq!(fields(&screen)[..3], ["b", "cites", "reliability"]);
    screen.press("<ctrl-o>");
    assert_eq!(fields(&screen)[..3], ["a", "cites", "self"]);
    screen.press("<ctrl-o>");
    assert_eq!(fields(&screen)[..3], ["s", "mentions", "pool-size"]);
    assert_eq!(added(&fixture), [] as [&str; 0]);
}

#[test]
fn restoring_a_draft_of_marked_nodes_marks_them_again() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys(&format!("m{}mAcites<enter>self<enter><esc>", to("b")));
    screen.press(&format!("M{}mA<ctrl-o>", to("s")));
    assert_eq!(screen.marks(), ["a", "b"]);
    screen.press("<enter>");
    assert_eq!(added(&fixture), ["a cites self", "b cites self"]);
}

#[test]
fn a_draft_with_swapped_ends_is_offered_but_not_resumed_automatically() {
    let fixture = workspace();
    let mut screen = on(&fixture, "b").keys("acites<enter>self<enter><ctrl-s><esc>");
    assert_eq!(screen.toast(), "Draft saved; press ctrl-o to restore it");
    screen.press("a");
    assert_eq!(fields(&screen), ["b", "\"\"", "\"\"", ""]);
    screen.press("<ctrl-o>");
    assert_eq!(fields(&screen)[..3], ["self", "cites", "b"]);
}

#[test]
fn repeating_the_last_relation_never_resumes_a_draft() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter><enter>");
    screen.press("afollows-up<enter>b<enter>because<esc>.");
    assert_eq!((fields(&screen), focus(&screen).as_str()), (["a", "cites", "\"\"", ""].map(str::to_owned), "to"));
    screen.press("relia<enter><enter>");
    assert_eq!(added(&fixture), ["a cites self", "a cites reliability"]);
    screen.press(&format!("{}a", to("a")));
    assert_eq!(fields(&screen), ["a", "follows-up", "b", "because"]);
}

#[test]
fn start_over_discards_a_resumed_draft() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter><esc>a<ctrl-r>");
    assert_eq!(fields(&screen), ["a", "\"\"", "\"\"", ""]);
    screen.press("<esc><ctrl-o>");
    assert_eq!(screen.toast(), "No saved draft");
}

/// `fix-cache` cites a note with a typo, and names another one in its text.
fn lacking() -> Fixture {
    Fixture::empty()
        .write("artifacts/tasks/fix-cache.md", "---\ntitle: Fix the cache\n---\nSee pool-size.\n")
        .write("artifacts/notes/pool-size.md", "")
        .write("artifacts/notes/far-away.md", "")
        .write("artifacts/notes/near-by.md", "")
        .write("artifacts/tasks/other.md", "")
        .rows(&[
            row("fix-cache", "far-awey", "cites"),
            row("other", "near-bi", "cites"),
            row("other", "far-away", "cites"),
        ])
}

#[test]
fn a_suggested_edge_does_not_reuse_a_saved_draft() {
    let fixture = lacking();
    for keys in ["Sa", "5/far-awey<enter>a"] {
        let mut screen = on(&fixture, "fix-cache").keys("amentions<enter>other<enter>because<esc>");
        screen.press(keys);
        assert_eq!(fields(&screen), ["fix-cache", "cites", "far-away", ""], "{keys}");
        assert!(screen.text().contains("ctrl-o restores the draft for fix-cache"), "{}", screen.text());
    }
}

#[test]
fn the_keys_of_a_new_edge_do_not_write_a_suggested_edge() {
    for keys in ["Sa", "5/far-awey<enter>a"] {
        let fixture = lacking();
        let before = fixture.read("references.jsonl");
        let mut screen = on(&fixture, "fix-cache").keys(keys);
        assert_eq!(focus(&screen), "relation", "{keys}");
        screen.press("3other<enter>");
        assert_eq!(fixture.read("references.jsonl"), before, "{keys}");
        assert_eq!((field(&screen, "to"), field(&screen, "reason")), ("other".to_owned(), String::new()), "{keys}");
    }
}

#[test]
fn a_late_suggestion_for_another_finding_opens_no_editor() {
    let fixture = lacking();
    let mut screen = on(&fixture, "fix-cache").keys("5/dangling<enter>");
    let first = screen.selected();
    let asked = screen.asked_by("a");
    screen.press("j");
    assert_ne!(screen.selected(), first);
    screen.run(asked);
    assert!(!is_open(&screen), "{}", screen.text());
}

#[test]
fn enter_writes_nothing_when_the_node_of_the_draft_is_gone() {
    let fixture = workspace();
    let mut screen = on(&fixture, "pool-size").keys("acites<enter>self<enter>");
    std::fs::remove_file(fixture.path("artifacts/notes/pool-size.md")).unwrap();
    screen.load();
    screen.press("<enter>");
    assert_eq!(added(&fixture), [] as [&str; 0]);
    let problem = super::link::problem(&screen);
    assert!(problem.starts_with("This draft is for \"pool-size\""), "{problem}");
    assert!(problem.contains("Nothing was written"), "{problem}");
}

#[test]
fn enter_stops_once_when_a_target_is_missing() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("acites<enter>pool<enter>");
    std::fs::remove_file(fixture.path("artifacts/notes/pool-size.md")).unwrap();
    screen.load();
    assert_eq!(super::link::problem(&screen), "\"pool-size\" was removed from the workspace while you were typing");
}

#[test]
fn a_pending_enter_does_not_write_after_a_reload() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a");
    for key in key::sequence("acites<enter>self<enter><enter>").unwrap() {
        screen.asked_after(Event::KeyPressed(key));
    }
    // The lists never arrived, and the workspace has changed.
    let fixture = fixture.write("artifacts/notes/new.md", "");
    screen.load();
    assert_eq!(added(&fixture), [] as [&str; 0]);
    assert_eq!((fields(&screen), is_open(&screen)), (["a", "cites", "self", ""].map(str::to_owned), true));
    screen.press("<enter>");
    assert_eq!(added(&fixture), ["a cites self"]);
}

#[test]
fn the_selection_does_not_move_under_an_open_editor() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("<tab>");
    while screen.selected() != "b" {
        screen.press("j");
    }
    // The row of the first edge arrives when the next draft is already open.
    screen.press("acites<enter>self<enter>");
    let write = only_request(screen.asked_by("<enter>"));
    screen.asked_after_answer(write);
    screen.press("acites<enter>relia<enter>");
    let event = super::noticed(&mut screen, &fixture);
    screen.happen(event);
    assert_eq!(screen.selected(), "b");
    screen.press("<enter>");
    assert_eq!(added(&fixture), ["b cites self", "b cites reliability"]);
}

#[test]
fn an_unwritten_row_is_saved_as_a_draft_if_the_editor_was_closed() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter>");
    std::fs::remove_file(fixture.path("references.jsonl")).unwrap();
    std::fs::create_dir(fixture.path("references.jsonl")).unwrap();
    let asked = screen.asked_by("<enter>");
    screen.press("<esc>");
    screen.run(asked);
    assert!(!is_open(&screen));
    screen.press(&to("b"));
    screen.press("a");
    assert_eq!(fields(&screen), ["b", "\"\"", "\"\"", ""]);
    screen.press("<ctrl-o>");
    assert_eq!(fields(&screen), ["a", "cites", "self", ""]);
}

#[test]
fn reopening_the_close_form_does_not_put_the_cursor_into_the_reason() {
    let fixture = workspace();
    let mut screen = on(&fixture, "s").keys("Crelia<enter>because<esc>C");
    assert_eq!(screen.says("closing", "open/focus"), "by");
    assert_eq!(screen.lists("closing", "open/by/taken"), ["reliability"]);
    assert_eq!(screen.says("closing", "open/reason"), "because");
    screen.press("pool<enter>");
    assert_eq!(screen.lists("closing", "open/by/taken"), ["pool-size"]);
}

#[test]
fn a_saved_draft_survives_appended_rows() {
    let fixture = workspace();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter><esc>");
    append(&fixture, &[row("s", "b", "led-to")]);
    screen.load();
    screen.press(&format!("{}a", to("a")));
    assert_eq!(fields(&screen)[..3], ["a", "cites", "self"]);
}
