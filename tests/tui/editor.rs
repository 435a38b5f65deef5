//! The edge editor: from keys to a row of the log, and back to the screen.

use super::link::{draft, field, fields, focus, is_open, problem, taken};
use super::small;
use crate::support::{Fixture, Screen, only_request, row, texts, unit};
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::tui::key;
use serde_json::Value;
use std::fs;

/// 2026-05-16, the current time of every screen in these tests.
const TS: &str = "2026-05-16T00:00:00.000Z";

/// Explore with this node selected.
fn on(fixture: &Fixture, id: &str) -> Screen {
    let screen = Screen::on(fixture.root()).keys(&format!("/{id}<enter>"));
    assert_eq!(screen.current(), id);
    screen
}

/// The last row of the log.
fn last_row(fixture: &Fixture) -> String {
    fixture.read("references.jsonl").lines().last().unwrap_or_default().to_owned()
}

fn json(from: &str, relation: &str, to: &str) -> String {
    format!(r#"{{"ts":"{TS}","from":"{from}","to":"{to}","relation":"{relation}","actor":"tui"}}"#)
}

/// The codes of the advice about the draft.
fn advice(screen: &Screen) -> Vec<String> {
    screen.lists("link", "draft/preview/advice")
}

#[test]
fn a_common_edge_takes_at_most_ten_keys() {
    let fixture = small().write("artifacts/tasks/fix-cache-stampede.md", "---\ntitle: Stop the stampede\n---\n");
    let mut screen = on(&fixture, "a");
    let keys = "a2stam<enter><enter>";
    assert!(key::sequence(keys).unwrap().len() <= 10);
    screen.press(keys);
    let row: serde_json::Value = serde_json::from_str(&last_row(&fixture)).unwrap();
    assert_eq!((row["from"].as_str(), row["to"].as_str()), (Some("a"), Some("fix-cache-stampede")));
    assert!(!is_open(&screen));
}

#[test]
fn the_previewed_row_is_written_and_its_position_is_shown() {
    let fixture = small();
    let before = fixture.read("references.jsonl");
    let mut screen = on(&fixture, "a").keys("afollows-up<enter>self<enter>");
    let shown = draft(&screen, "preview/rows/0").to_string();
    assert!(screen.text().contains(&shown[..40]), "{}", screen.text());
    screen.press("<enter>");
    assert_eq!(fixture.read("references.jsonl"), format!("{before}{shown}\n"));
    assert_eq!(shown, json("a", "follows-up", "self"));
    assert_eq!(screen.toast(), "Added references.jsonl:4");
    assert_eq!(screen.says("link", "draft"), Value::Null);
}

#[test]
fn the_new_edge_is_selected_in_the_neighbourhood() {
    let fixture = small();
    let screen = on(&fixture, "a").keys("afollows-up<enter>self<enter><enter>");
    assert_eq!((screen.current(), screen.outline_row()), ("a".to_owned(), " self".to_owned()));
    let group = screen.counts("neighbourhood", &format!("rows/{}/parent", screen.counts("neighbourhood", "cursor")));
    assert!(screen.outline()[group].starts_with("> follows-up"), "{:?}", screen.outline());
}

#[test]
fn an_incoming_edge_of_the_current_node_is_selected() {
    let fixture = small();
    // Swapped, the edge reaches the current node.
    let screen = on(&fixture, "a").keys("afollows-up<enter>self<enter><ctrl-s><enter>");
    assert_eq!(last_row(&fixture), json("self", "follows-up", "a"));
    assert_eq!((screen.current(), screen.outline_row()), ("a".to_owned(), " self".to_owned()));
}

#[test]
fn an_edge_between_two_other_nodes_becomes_current() {
    let fixture = small();
    // The selected neighbour of `a` is the source of the edge.
    let mut screen = on(&fixture, "a").keys("<tab>");
    while screen.selected() != "b" {
        screen.press("j");
    }
    screen.press("afollows-up<enter>self<enter><enter>");
    assert_eq!(last_row(&fixture), json("b", "follows-up", "self"));
    assert_eq!((screen.current(), screen.outline_row()), ("b".to_owned(), " self".to_owned()));
    screen.press("b");
    assert_eq!(screen.current(), "a");
}

#[test]
fn a_filter_that_hides_the_new_edge_is_named() {
    let fixture = small();
    for (keys, filter) in [("d", "direction filter"), ("r<down>o<esc>", "relation filter")] {
        let screen = on(&fixture, "a").keys(keys).keys("afollows-up<enter>self<enter><enter>");
        let expected = format!("; hidden by the {filter}");
        assert!(screen.toast().starts_with("Added references.jsonl:"), "{}", screen.toast());
        assert!(screen.toast().ends_with(&expected), "{}", screen.toast());
    }
}

#[test]
fn a_new_edge_of_a_hub_is_shown_after_the_first_hundred() {
    let fixture = super::hub(300);
    let screen = on(&fixture, "hub").keys("aled-to<enter>self<enter><enter>");
    assert_eq!(screen.outline_row(), " self");
}

#[test]
fn digits_choose_a_relation_while_none_is_typed() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("a");
    let wanted = texts(&draft(&screen, "relations"))[2].clone();
    screen.press("3");
    assert_eq!((field(&screen, "relation"), focus(&screen)), (wanted, "to".to_owned()));
    // Another digit replaces it as long as nothing is typed.
    screen.press("<shift-tab>1");
    assert_eq!(field(&screen, "relation"), taken(&screen, "relation")[0]);
    assert_ne!(field(&screen, "relation"), "1");
    // In a target, a digit is an ordinary character.
    screen.press("2");
    assert_eq!(field(&screen, "to"), "\"2\"");
    screen.press("<shift-tab>v2");
    assert_eq!(field(&screen, "relation"), "\"v2\"");
}

#[test]
fn letters_filter_the_relations_and_enter_takes_the_first() {
    let fixture = small();
    let screen = on(&fixture, "a").keys("asuper<enter>");
    assert_eq!((field(&screen, "relation"), focus(&screen)), ("supersedes".to_owned(), "to".to_owned()));
}

#[test]
fn text_without_matches_is_taken_as_typed() {
    let fixture = small();
    let screen = on(&fixture, "a").keys("azzz-verb<enter>zzz-id<enter>");
    assert_eq!(fields(&screen), ["a", "zzz-verb", "zzz-id", ""]);
    assert_eq!(advice(&screen), ["unknown-id", "outside-vocabulary"]);
}

#[test]
fn typed_text_can_be_taken_although_there_are_matches() {
    let fixture = small();
    // The last row of the list is the typed text.
    let screen = on(&fixture, "a").keys("a1sel<pagedown><enter>");
    assert_eq!(field(&screen, "to"), "sel");
}

#[test]
fn no_target_is_preselected_before_anything_is_typed() {
    let fixture = small();
    let screen = on(&fixture, "a").keys("a1<enter><enter><enter>");
    assert_eq!(field(&screen, "to"), "\"\"");
    assert_eq!(screen.toast(), "Type part of its id or title");
    assert_eq!(fixture.read("references.jsonl"), small().read("references.jsonl"));
    // Moving to a row selects it.
    let screen = screen.keys("<down><enter>");
    assert!(!field(&screen, "to").starts_with('"'), "{}", field(&screen, "to"));
}

#[test]
fn a_node_is_not_offered_to_itself() {
    let fixture = small();
    let screen = on(&fixture, "a").keys("a1");
    let offered = texts(&draft(&screen, "nodes"));
    assert!(!offered.contains(&"a".to_owned()) && offered.contains(&"b".to_owned()));
}

#[test]
fn draft_is_kept_on_escape_and_resumed_by_the_same_key() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("afollows-up<enter>sel<tab>because<esc>");
    assert!(!is_open(&screen));
    assert_eq!(screen.toast(), "Draft saved; press a here or ctrl-o anywhere to resume");
    screen.press("a");
    assert_eq!(fields(&screen), ["a", "follows-up", "\"sel\"", "because"]);
    assert_eq!(focus(&screen), "relation");
}

#[test]
fn an_untouched_editor_leaves_no_draft() {
    let fixture = small();
    let screen = on(&fixture, "a").keys("a<esc>");
    assert_eq!((screen.says("link", "draft"), screen.toast()), (Value::Null, ""));
}

#[test]
fn swapping_the_ends_keeps_the_typed_text() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter><ctrl-s>");
    assert_eq!(fields(&screen), ["self", "cites", "a", ""]);
    screen.press("<ctrl-s>");
    assert_eq!(fields(&screen), ["a", "cites", "self", ""]);
    // Typing continues in the same text.
    screen.press("<ctrl-r>1sel<ctrl-s>f<enter>");
    assert_eq!((field(&screen, "from"), field(&screen, "to")), ("self".to_owned(), "a".to_owned()));
}

#[test]
fn one_key_takes_the_canonical_verb() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("aresolves<pagedown><enter>s<enter>");
    assert_eq!(advice(&screen), ["synonym"]);
    assert!(screen.text().contains("ctrl-t uses addresses"), "{}", screen.text());
    screen.press("<ctrl-t>");
    assert_eq!(fields(&screen)[..3], ["a", "addresses", "s"]);
    assert_eq!(advice(&screen), [] as [&str; 0]);
}

#[test]
fn one_key_swaps_the_ends_of_an_inverse_verb() {
    let fixture = small();
    let screen = on(&fixture, "self").keys("acaused-by<pagedown><enter>b<enter><ctrl-t>");
    assert_eq!(fields(&screen)[..3], ["b", "led-to", "self"]);
}

#[test]
fn one_key_takes_the_nearest_id() {
    let fixture = small().write("artifacts/tasks/weekly-report.md", "---\ntitle: W\n---\n");
    let screen = on(&fixture, "a").keys("acites<enter>weekly-reprot<enter>");
    assert_eq!(advice(&screen), ["unknown-id"]);
    assert_eq!(field(&screen.keys("<ctrl-t>"), "to"), "weekly-report");
}

#[test]
fn without_advice_the_key_shows_a_message() {
    let fixture = small();
    let screen = on(&fixture, "a").keys("acites<enter>self<enter><ctrl-t>");
    assert_eq!(screen.toast(), "No advice to apply");
    assert_eq!(fields(&screen)[..3], ["a", "cites", "self"]);
}

#[test]
fn advice_about_an_edge_is_shown_while_it_is_typed() {
    let fixture = small();
    // Nothing is chosen yet: the advice is about the value that enter would choose.
    assert_eq!(advice(&on(&fixture, "a").keys("aled-to<enter>b")), ["duplicate"]);
    assert_eq!(advice(&on(&fixture, "b").keys("aled-to<enter>s")), ["cycle"]);
}

#[test]
fn a_reserved_verb_is_not_written_to_a_unit() {
    let fixture = small().units();
    let before = fixture.read("references.jsonl");
    let registry = refscope::system::registry();
    let verb = &*registry
        .relations()
        .iter()
        .find(|relation| relation.writer == refscope::graph::relation::Writer::Infrastructure)
        .unwrap()
        .name;
    let screen = on(&fixture, "a").keys(&format!("a{verb}<pagedown><enter>what assertion<enter><enter>"));
    assert_eq!(field(&screen, "relation"), verb);
    let problem = problem(&screen);
    assert!(problem.contains("reserved") && problem.ends_with("Nothing was written"), "{problem}");
    assert_eq!(fixture.read("references.jsonl"), before);
    assert!(is_open(&screen));
}

#[test]
fn the_last_relation_is_repeated_with_a_new_target() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys(".");
    assert_eq!(screen.toast(), "No edge added in this session yet");
    screen.press("acites<enter>self<enter><enter>");
    screen.press(".b<enter>");
    assert_eq!(fields(&screen)[..3], ["a", "cites", "b"]);
    screen.press("<enter>");
    assert_eq!(last_row(&fixture), json("a", "cites", "b"));
}

#[test]
fn all_marked_nodes_are_linked_at_once() {
    let fixture = small();
    let mut screen = on(&fixture, "self").keys("A");
    assert_eq!((screen.toast(), is_open(&screen)), ("No node marked", false));
    screen.press("/<ctrl-u>a<enter>m/<ctrl-u>b<enter>m/<ctrl-u>self<enter>Acites<enter>m<enter>");
    assert_eq!(taken(&screen, "from").len(), 2);
    assert!(screen.text().contains("2 nodes: "), "{}", screen.text());
    screen.press("<enter>");
    let log = fixture.read("references.jsonl");
    let added: Vec<_> = log.lines().skip(3).collect();
    assert_eq!(added, [json("a", "cites", "m"), json("b", "cites", "m")]);
    assert_eq!(screen.toast(), "Added 2 edges, the last at references.jsonl:5");
}

#[test]
fn many_ends_are_swapped_too() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("m/<ctrl-u>b<enter>mAcites<enter>self<enter><ctrl-s>");
    assert_eq!(fields(&screen)[..3], ["self", "cites", "a b"]);
    screen.press("<enter>");
    let log = fixture.read("references.jsonl");
    assert_eq!(log.lines().skip(3).collect::<Vec<_>>(), [json("self", "cites", "a"), json("self", "cites", "b")]);
}

/// A draft that is one key away from being written, with the log replaced by a folder, so that appending fails.
fn unwritable(fixture: &Fixture) -> Screen {
    let screen = on(fixture, "a").keys("acites<enter>self<enter>because");
    fs::remove_file(fixture.path("references.jsonl")).unwrap();
    fs::create_dir(fixture.path("references.jsonl")).unwrap();
    screen
}

#[test]
fn a_failed_write_keeps_the_draft_and_shows_the_full_error() {
    let fixture = small();
    let mut screen = unwritable(&fixture).keys("<enter>");
    assert!(is_open(&screen));
    assert_eq!(fields(&screen), ["a", "cites", "self", "because"]);
    let problem = problem(&screen);
    assert!(problem.starts_with("cannot append to ") && problem.ends_with("Nothing was written"), "{problem}");
    // The path may be wrapped at the end of a line.
    let words = problem.split(' ').filter(|word| !word.contains('/'));
    let unseen: Vec<_> = words.filter(|word| !screen.text().contains(*word)).collect();
    assert_eq!(unseen, [] as [&str; 0], "{}", screen.text());
    assert!(!screen.toast().contains("Added"), "{}", screen.toast());
    assert!(screen.says("link", "added").as_array().unwrap().is_empty());
    // The write can be retried.
    fs::remove_dir(fixture.path("references.jsonl")).unwrap();
    screen.press("<enter>");
    assert_eq!(screen.says("screen", "asks_for_log"), true, "{}", screen.text());
    screen.press("<enter>");
    assert_eq!(screen.toast(), "Added references.jsonl:1");
}

#[test]
fn only_unwritten_rows_stay_in_the_draft() {
    let fixture = small();
    let mut screen =
        on(&fixture, "a").keys("m/<ctrl-u>b<enter>m/<ctrl-u>s<enter>m/<ctrl-u>self<enter>Acites<enter>m<enter>");
    let write = only_request(screen.asked_by("<enter>"));
    let third = screen.answer_without_last_row(write, "the disk is full");
    assert_eq!(taken(&screen, "from"), [third]);
    let expected = "2 edges added (references.jsonl:4, references.jsonl:5); the rest failed: the disk is full";
    assert_eq!(problem(&screen), expected);
    assert!(is_open(&screen));
}

#[test]
fn nothing_changes_while_a_row_is_being_written() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter>");
    let asked = screen.asked_by("<enter>");
    assert_eq!(draft(&screen, "phase"), "writing");
    assert!(screen.text().contains("Writing…"), "{}", screen.text());
    let before = fields(&screen);
    screen.press("x<backspace><ctrl-s><tab><enter>");
    assert_eq!(fields(&screen), before);
    assert_eq!(screen.toast(), "Writing; try again when it is done");
    // The message is shown even if the editor is closed.
    screen.press("<esc>");
    screen.run(asked);
    assert_eq!((screen.toast(), screen.says("link", "draft")), ("Added references.jsonl:4", Value::Null));
}

#[test]
fn two_links_within_a_millisecond_are_two_rows() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter>");
    let first = screen.asked_by("<enter>");
    screen.run(first);
    screen.press("acites<enter>self<enter><enter>");
    let log = fixture.read("references.jsonl");
    let rows: Vec<_> = log.lines().skip(3).collect();
    assert_eq!(rows.len(), 2, "{log}");
    assert_eq!(rows[0], rows[1]);
}

#[test]
fn quitting_during_a_write_waits_for_it() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter>");
    let asked = screen.asked_by("<enter>");
    screen.press("<ctrl-c>");
    assert!(!screen.is_over);
    screen.run(asked);
    assert!(screen.is_over);
    assert_eq!(last_row(&fixture), json("a", "cites", "self"));
}

#[test]
fn quitting_during_a_failed_write_shows_the_error() {
    let fixture = small();
    let mut screen = unwritable(&fixture);
    let asked = screen.asked_by("<enter>");
    screen.press("<ctrl-c>");
    screen.run(asked);
    assert!(!screen.is_over && is_open(&screen));
    assert!(!problem(&screen).is_empty());
}

/// Presses keys without waiting for any list, then delivers all answers in order.
fn hurried(screen: &mut Screen, keys: &str) {
    let mut asked = Vec::new();
    for key in key::sequence(keys).unwrap() {
        asked.extend(screen.asked_after(Event::KeyPressed(key)));
    }
    screen.run(asked);
}

#[test]
fn typing_ahead_of_the_lists_gives_the_same_row() {
    let patient = small();
    on(&patient, "a").press("a2sel<enter><enter>");
    let hasty = small();
    let mut screen = on(&hasty, "a");
    hurried(&mut screen, "a2sel<enter><enter>");
    assert_eq!(last_row(&hasty), last_row(&patient));
    assert!(last_row(&hasty).contains("\"to\":\"self\""), "{}", last_row(&hasty));
    assert!(!is_open(&screen));
}

#[test]
fn quitting_right_after_typing_waits_until_the_row_is_stored() {
    let fixture = small();
    let mut screen = on(&fixture, "a");
    hurried(&mut screen, "acites<enter>self<enter><enter><ctrl-c>");
    assert!(screen.is_over);
    assert_eq!(last_row(&fixture), json("a", "cites", "self"));
}

#[test]
fn quitting_twice_quits_at_once() {
    let fixture = small();
    let mut screen = on(&fixture, "a");
    let keys = key::sequence("a1<ctrl-c>").unwrap();
    let asked: Vec<_> = keys.into_iter().flat_map(|key| screen.asked_after(Event::KeyPressed(key))).collect();
    assert!(!asked.iter().any(|effect| matches!(effect, Effect::Quit)));
    assert!(screen.asked_by("<ctrl-c>").iter().any(|effect| matches!(effect, Effect::Quit)));
}

#[test]
fn escape_before_the_lists_arrive_keeps_the_draft() {
    let fixture = small();
    let patient = fields(&on(&fixture, "a").keys("a2qwerty"));
    let mut screen = on(&fixture, "a");
    hurried(&mut screen, "a2qwerty<esc>");
    assert!(!is_open(&screen));
    assert_eq!(screen.toast(), "Draft saved; press a here or ctrl-o anywhere to resume");
    screen.press("a");
    assert_eq!(fields(&screen), patient);
    assert_eq!(field(&screen, "to"), "\"qwerty\"");
}

#[test]
fn escape_before_the_lists_arrive_writes_nothing_later() {
    let fixture = small();
    let before = fixture.read("references.jsonl");
    let mut screen = on(&fixture, "a");
    hurried(&mut screen, "a2sel<enter><enter><esc>");
    assert_eq!(fixture.read("references.jsonl"), before);
    assert!(!is_open(&screen));
    screen.press("a");
    assert_eq!((field(&screen, "to"), is_open(&screen)), ("self".to_owned(), true));
    assert_eq!(fixture.read("references.jsonl"), before);
    // The program can be quit without resuming the draft.
    assert!(screen.keys("<esc>q").is_over);
}

#[test]
fn quitting_with_pending_keys_is_possible_at_once() {
    let fixture = small();
    let mut screen = on(&fixture, "a");
    hurried(&mut screen, "a2sel<esc>");
    assert!(screen.keys("q").is_over);
}

#[test]
fn a_reload_keeps_the_draft() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("acites<enter>s<down>");
    let (before, meant) = (fields(&screen), draft(&screen, "meant"));
    // A better match is added, and every index changes.
    let fixture = fixture.write("artifacts/missions/aa-s.md", "---\ntitle: S\n---\n");
    screen.load();
    assert_eq!((fields(&screen), draft(&screen, "meant")), (before, meant));
    drop(fixture);
}

#[test]
fn a_write_is_acknowledged_after_a_reload_in_between() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter>");
    let asked = screen.asked_by("<enter>");
    screen.load();
    assert!(screen.is_waiting_for("write"));
    screen.run(asked);
    assert_eq!(screen.toast(), "Added references.jsonl:4");
    assert_eq!(screen.outline_row(), " self");
}

#[test]
fn the_time_of_the_previewed_row_follows_the_clock() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("acites<enter>self<enter>");
    screen.happen(Event::ClockTicked(screen.now() + 60_000));
    assert_eq!(draft(&screen, "preview/rows/0/ts"), "2026-05-16T00:01:00.000Z");
}

#[test]
fn a_paste_goes_into_the_field() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("acites<enter>");
    screen.happen(Event::Pasted(" self\n".to_owned()));
    assert_eq!(field(&screen, "to"), "\"self\"");
    // Several pasted digits do not select a row.
    let mut screen = on(&fixture, "a").keys("a");
    screen.happen(Event::Pasted("12".to_owned()));
    assert_eq!(field(&screen, "relation"), "\"12\"");
}

#[test]
fn hostile_ids_are_escaped_on_the_screen_and_exact_in_the_row() {
    let id = "日本-\u{e9}";
    let fixture = small().rows(&[row("a", id, "cites")]);
    let screen = on(&fixture, "a").keys(&format!("acites<enter>{id}<enter><enter>"));
    assert!(last_row(&fixture).contains(&format!("\"to\":\"{id}\"")), "{}", last_row(&fixture));
    drop(screen);
    // Control characters cannot be written at all.
    let mut screen = on(&fixture, "a").keys("acites<enter>");
    screen.happen(Event::Pasted("x\u{202e}y".to_owned()));
    screen.press("<enter><enter>");
    let problem = problem(&screen);
    assert!(problem.contains("control character") && problem.ends_with("Nothing was written"), "{problem}");
    assert!(!screen.text().contains('\u{202e}'));
}

#[test]
fn the_configured_log_is_written() {
    let fixture = small().write(".refscope.yaml", "log: logs/edges.jsonl\n").write("logs/edges.jsonl", "");
    let screen = on(&fixture, "a").keys("acites<enter>self<enter><enter>");
    assert_eq!(screen.toast(), "Added logs/edges.jsonl:1");
    assert_eq!(fixture.read("logs/edges.jsonl"), format!("{}\n", json("a", "cites", "self")));
}

#[test]
fn a_stored_row_is_reported_although_the_configuration_is_invalid() {
    let fixture = small().write(".refscope.yaml", "log: logs/edges.jsonl\n").write("logs/edges.jsonl", "");
    let mut screen = on(&fixture, "a");
    let fixture = fixture.write(".refscope.yaml", "lgo: x\n");
    // The error is new: the message names both.
    screen.press("acites<enter>self<enter><enter>");
    assert!(screen.toast().starts_with("Added logs/edges.jsonl:1; "), "{}", screen.toast());
    assert!(screen.loading().starts_with("failed"), "{}", screen.loading());
    // The error is known: the message names only the row.
    screen.press("acites<enter>m<enter><enter>");
    assert_eq!(screen.toast(), "Added logs/edges.jsonl:2");
    assert_eq!(fixture.read("logs/edges.jsonl").lines().count(), 2);
}

/// The cell at which the first offered node is listed, below the fields.
fn first_row(screen: &Screen, nodes: &[String]) -> (u16, u16) {
    let (x, y) = screen.cell_of(" nodes ");
    let below = screen.text().lines().nth(usize::from(y) + 1).unwrap().to_owned();
    assert!(below.contains(&format!(" {} ", nodes[0])), "{below}");
    (x, y + 1)
}

#[test]
fn a_click_selects_a_row_and_a_second_click_takes_it() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("acites<enter>");
    let nodes = texts(&draft(&screen, "nodes"));
    let (x, y) = first_row(&screen, &nodes);
    screen.happen(Event::Clicked(x, y + 1));
    assert_eq!(draft(&screen, "meant"), nodes[1]);
    screen.happen(Event::Clicked(x, y + 1));
    assert_eq!(field(&screen, "to"), nodes[1]);
}

#[test]
fn a_click_focuses_a_field_and_the_wheel_moves_in_the_list() {
    let fixture = small();
    let mut screen = on(&fixture, "a").keys("a");
    screen.click("reason");
    assert_eq!(focus(&screen), "reason");
    screen.press("<shift-tab>");
    assert_eq!(focus(&screen), "to");
    let (x, y) = first_row(&screen, &texts(&draft(&screen, "nodes")));
    screen.happen(Event::Scrolled(x, y, 1));
    screen.happen(Event::Scrolled(x, y, 1));
    assert_eq!(draft(&screen, "cursor"), 1);
}

#[test]
fn the_editor_is_drawn_at_every_size() {
    let fixture = small();
    let open = |keys: &str| on(&fixture, "a").keys(keys);
    let mut screens = vec![
        open("a"),
        open("acites<enter>self"),
        open("azz<pagedown><enter>zz-id<enter>"),
        unwritable(&fixture).keys("<enter>"),
    ];
    for screen in &mut screens {
        for width in 1..=120 {
            for height in 1..=40 {
                screen.set_size(width, height);
                screen.cells();
            }
        }
    }
}

const UNITS: [&str; 3] = [
    "0196c801-7a10-7c01-8a01-3f6d2b9c0001",
    "0196c801-7a10-7c01-8a01-3f6d2b9c0002",
    "0196d9f3-0000-7c01-8a01-3f6d2b9c0003",
];

fn with_units() -> Fixture {
    small().write("units/all.json", format!("[{}]", UNITS.map(|id| unit(id, "assertion", "")).join(",")))
}

#[test]
fn a_prefix_of_a_unit_id_is_written_as_the_full_id() {
    let fixture = with_units();
    let screen = on(&fixture, "a").keys("acites<enter>0196d9<enter><enter>");
    assert_eq!(last_row(&fixture), json("a", "cites", UNITS[2]));
    assert!(!is_open(&screen));
}

#[test]
fn a_prefix_of_a_unit_id_is_never_offered_as_typed() {
    let fixture = with_units();
    let screen = on(&fixture, "a").keys("acites<enter>0196c801");
    let choices = draft(&screen, "choices");
    assert!(choices.as_array().unwrap().iter().all(|choice| choice["typed"].is_null()), "{choices}");
    assert_eq!(texts(&draft(&screen, "fields/to/says")), [UNITS[0]]);
    assert!(screen.text().contains("What assertion says"), "{}", screen.text());
}
