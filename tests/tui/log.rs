//! The log overlay, which follows new rows.

use super::{append, appended, noticed, small};
use crate::support::{Fixture, Request, Screen, requests_to, row, texts};
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::workspace::Changes;
use serde_json::Value;

/// Rows from `a` to nodes with these numbers.
fn numbered(numbers: std::ops::Range<usize>) -> Vec<String> {
    numbers.map(|number| row("a", &format!("n{number}"), "led-to")).collect()
}

fn by(actor: &str, row: &str) -> String {
    row.replace(r#""actor":"cli""#, &format!(r#""actor":"{actor}""#))
}

/// The selectable rows, oldest first, as `from relation to`.
fn rows(screen: &Screen) -> Vec<String> {
    match screen.says("log", "rows") {
        Value::Null => Vec::new(),
        rows => texts(&rows),
    }
}

/// The selected row, in the same form.
fn selected(screen: &Screen) -> String {
    screen.says("log", "selected").as_str().unwrap_or_default().to_owned()
}

/// What happens when rows are appended.
fn tail(screen: &Screen) -> String {
    screen.says("log", "tail").as_str().unwrap().to_owned()
}

/// The index of the selected row, and of the first visible one.
fn position(screen: &Screen) -> (usize, usize) {
    (screen.counts("log", "cursor"), screen.counts("log", "offset"))
}

fn title(screen: &Screen) -> String {
    let text = screen.text();
    text.lines().nth(1).unwrap().trim_matches(['┌', '─', '┐', '>', ' ']).to_owned()
}

#[test]
fn the_log_is_an_overlay_with_the_newest_row_selected() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("F");
    assert_eq!(screen.overlay(), Some("log"));
    assert_eq!(rows(&screen), ["s led-to a", "a led-to b", "a cites gone"]);
    assert_eq!(selected(&screen), "a cites gone");
    assert_eq!(title(&screen), "Log · 3 rows · following");
}

#[test]
fn the_log_is_closed_by_esc_q_and_the_key_that_opens_it() {
    let fixture = small();
    for key in ["<esc>", "q", "F"] {
        let screen = Screen::on(fixture.root()).keys("F").keys(key);
        assert!(screen.overlay().is_none() && !screen.is_over, "{key}");
    }
}

#[test]
fn new_rows_are_followed_and_marked() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("F");
    appended(&mut screen, &fixture, &[row("b", "s", "cites")]);
    assert_eq!((selected(&screen).as_str(), tail(&screen).as_str()), ("b cites s", "following"));
    let text = screen.text();
    let new: Vec<_> = text.lines().filter(|line| line.contains(" new│")).collect();
    assert!(new.len() == 1 && new[0].contains("→ s "), "{text}");
}

#[test]
fn moving_up_stops_following_until_the_end_is_requested() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("Fk");
    assert_eq!((selected(&screen).as_str(), title(&screen).as_str()), ("a led-to b", "Log · 3 rows · paused"));
    appended(&mut screen, &fixture, &numbered(0..37));
    assert_eq!(selected(&screen), "a led-to b");
    assert_eq!(title(&screen), "Log · 40 rows · 37 new below");
    for key in ["G", "<end>"] {
        screen.press(key);
        assert_eq!((selected(&screen).as_str(), tail(&screen).as_str()), ("a led-to n36", "following"));
        screen.press("k");
    }
}

#[test]
fn moving_to_the_last_row_resumes_following() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("Fkkjj");
    assert_eq!(tail(&screen), "following");
    appended(&mut screen, &fixture, &numbered(0..1));
    assert_eq!(selected(&screen), "a led-to n0");
}

#[test]
fn a_row_stays_selected_when_all_indices_change() {
    let fixture = Fixture::clean().rows(&numbered(0..60));
    let mut screen = Screen::on(fixture.root()).keys("F<pageup>kk");
    let (before, on_screen) = (selected(&screen), position(&screen));
    append(&fixture, &numbered(60..65));
    let number = |screen: &Screen| screen.counts("log", "edge");
    let numbered_before = number(&screen);
    let _fixture = fixture.write("artifacts/missions/0-first.md", "---\ntitle: Another\nmentions: [a]\n---\n");
    screen.happen(Event::EditorClosed(None));
    assert_ne!(number(&screen), numbered_before, "the numbers must change");
    assert_eq!((selected(&screen), position(&screen)), (before, on_screen));
    assert_eq!(title(&screen), "Log · 65 rows · 5 new below");
}

#[test]
fn the_last_thousand_rows_are_listed() {
    let fixture = Fixture::clean().rows(&numbered(0..1_204));
    let mut screen = Screen::on(fixture.root()).keys("F");
    assert_eq!(title(&screen), "Log · last 1,000 of 1,204 rows · following");
    assert_eq!((rows(&screen).len(), rows(&screen)[0].as_str()), (1_000, "a led-to n204"));
    appended(&mut screen, &fixture, &numbered(1_204..1_210));
    assert_eq!((rows(&screen).len(), rows(&screen)[0].as_str()), (1_000, "a led-to n210"));
    assert_eq!(title(&screen), "Log · last 1,000 of 1,210 rows · following");
}

#[test]
fn the_selected_row_is_kept_however_many_rows_arrive() {
    let fixture = Fixture::clean().rows(&numbered(0..1_100));
    let mut screen = Screen::on(fixture.root()).keys("Fgg");
    for thousand in 0..3 {
        let first = 1_100 + thousand * 1_000;
        appended(&mut screen, &fixture, &numbered(first..first + 1_000));
    }
    assert_eq!(selected(&screen), "a led-to n100");
    assert_eq!(title(&screen), "Log · last 4,000 of 4,100 rows · 3,000 new below");
    let walked: Vec<_> = (100..4_100).map(|number| format!("a led-to n{number}")).collect();
    assert_eq!(rows(&screen), walked, "no row between is left out");
    append(&fixture, &numbered(4_100..6_000));
    screen.load();
    assert_eq!(selected(&screen), "a led-to n100", "also when everything is read again");
    assert_eq!(title(&screen), "Log · last 5,900 of 6,000 rows · 4,900 new below");
    screen.press("G");
    assert_eq!((rows(&screen).len(), selected(&screen).as_str()), (1_000, "a led-to n5999"));
}

#[test]
fn existing_and_new_rows_are_filtered() {
    let fixture = small();
    append(&fixture, &[by("agent-1", &row("b", "m", "cites"))]);
    let mut screen = Screen::on(fixture.root()).keys("F/actor:agent");
    assert_eq!(rows(&screen), ["b cites m"]);
    screen.press("<enter>");
    let more = [row("a", "m", "cites"), by("agent-2", &row("a", "self", "cites"))];
    appended(&mut screen, &fixture, &more);
    assert_eq!(rows(&screen), ["b cites m", "a cites self"]);
    assert_eq!(title(&screen), "Log · 2 of 6 rows · following");
}

#[test]
fn the_filter_lasts_for_the_session_and_esc_clears_it_while_typing() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("F/relation:cites<enter><esc>F");
    assert_eq!(rows(&screen), ["a cites gone"]);
    screen.press("/<esc>");
    assert_eq!((rows(&screen).len(), screen.overlay()), (3, Some("log")));
}

#[test]
fn typing_into_the_filter_triggers_no_other_action() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("F/qoF");
    assert_eq!(screen.says("log", "filter"), "qoF");
    assert_eq!(screen.overlay(), Some("log"));
    assert!(screen.text().contains("No matches"), "{}", screen.text());
}

#[test]
fn an_empty_log_shows_a_message() {
    let fixture = Fixture::empty();
    let mut screen = Screen::on(fixture.root()).keys("F");
    assert!(screen.text().contains("The log is empty"), "{}", screen.text());
    screen.press("kjG<enter>");
    assert_eq!((screen.toast(), screen.overlay()), ("No row selected", Some("log")));
}

#[test]
fn enter_goes_to_the_source_and_selects_the_edge() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("4Fkk<enter>");
    assert_eq!((screen.view(), screen.focused()), ("explore", "neighbourhood"));
    assert_eq!((screen.current().as_str(), screen.outline_row().as_str()), ("s", " +a"));
    assert_eq!(screen.overlay(), None);
    assert_eq!(screen.keys("b").view(), "map");
}

#[test]
fn o_goes_to_the_other_end() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("Fko");
    let cursor = screen.counts("neighbourhood", "cursor");
    assert_eq!((screen.current().as_str(), screen.outline_row().as_str()), ("b", " +a"));
    assert_eq!(screen.outline()[cursor - 1], "< led-to 1/1");
}

#[test]
fn a_duplicate_row_leads_to_the_edge_of_the_first() {
    let fixture = small();
    append(&fixture, &[row("s", "a", "led-to")]);
    let screen = Screen::on(fixture.root()).keys("F<enter>");
    assert_eq!((screen.current().as_str(), screen.outline_row().as_str()), ("s", " +a"));
}

#[test]
fn an_edge_hidden_by_a_filter_is_reported() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("dFgg<enter>");
    assert_eq!(screen.current(), "s");
    assert_eq!(screen.toast(), "references.jsonl:1 is hidden by the direction filter");
}

#[test]
fn retracted_rows_are_struck_through_and_labelled() {
    let fixture = small();
    let retracts = r#"{"from":"a","to":"gone","relation":"cites","ts":"2026-05-01T10:00:00.000Z"}"#;
    let mut screen = Screen::on(fixture.root()).keys("F");
    let row = format!(r#"{{"ts":"2026-05-02T10:00:00.000Z","actor":"cli","retracts":{retracts}}}"#);
    appended(&mut screen, &fixture, &[row]);
    let (x, y) = screen.cell_of("gone");
    let line = screen.text().lines().nth(usize::from(y)).unwrap().to_owned();
    assert!(line.ends_with("retracted│"), "{line}");
    let struck = screen.cells()[(x, y)].modifier;
    assert!(struck.contains(ratatui::style::Modifier::CROSSED_OUT));
    screen.press("<enter>");
    assert_eq!(screen.toast(), "references.jsonl:3 is hidden by the retracted-edges filter");
}

#[test]
fn the_row_can_be_copied_and_opened() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("FkyYe");
    let log = fixture.path("references.jsonl");
    match screen.asked() {
        [Effect::Copy(id, "id"), Effect::Copy(path, "path"), Effect::Edit(file, Some(2))] => {
            assert_eq!((id.as_str(), path.as_str(), file), ("a", log.to_str().unwrap(), &log));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_click_selects_a_row_and_a_second_click_goes_to_it() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("F");
    let (x, y) = screen.cell_of("→ b");
    screen.happen(Event::Clicked(x, y));
    assert_eq!((selected(&screen).as_str(), tail(&screen).as_str()), ("a led-to b", "held"));
    assert_eq!(screen.says("log", "came"), 0);
    screen.happen(Event::Clicked(x, y));
    assert_eq!((screen.current().as_str(), screen.overlay()), ("a", None));
}

/// The requests to read the log.
fn follows(effects: Vec<Effect>) -> Vec<Request> {
    requests_to("follow", effects)
}

#[test]
fn rows_that_arrive_during_a_query_do_not_cancel_it_and_are_read_next() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let mut asked = follows(screen.asked_by("F"));
    for number in 0..3 {
        append(&fixture, &numbered(number..number + 1));
        let event = noticed(&mut screen, &fixture);
        assert_eq!(follows(screen.asked_after(event)).len(), 0);
    }
    let mut answer = |screen: &mut Screen| {
        asked = follows(screen.asked_after_answer(asked.remove(0)));
        asked.len()
    };
    assert_eq!(answer(&mut screen), 1, "there is more by now");
    assert_eq!(rows(&screen).len(), 3);
    assert_eq!(answer(&mut screen), 0);
    assert_eq!(rows(&screen)[3..], ["a led-to n0", "a led-to n1", "a led-to n2"]);
}

#[test]
fn old_rows_stay_until_those_of_a_new_graph_are_read() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("F");
    let (before, text) = (rows(&screen), screen.text());
    let _fixture = fixture
        .write("artifacts/missions/0-first.md", "---\ntitle: Another\nmentions: [m]\n---\n")
        .rows(&[row("b", "m", "cites")]);
    let event = screen.look(&Changes::Anywhere).unwrap();
    assert!(matches!(event, Event::Changed(..)));
    let mut asked = follows(screen.asked_after(event));
    assert_eq!(rows(&screen), before);
    let body = |text: &str| text.lines().skip(1).take(22).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(body(&screen.text()), body(&text));
    screen.press("<enter>");
    assert_eq!(screen.toast(), "Reading the log again");
    screen.answer(asked.remove(0));
    assert_eq!(rows(&screen), ["b cites m"]);
}

#[test]
fn a_closed_log_starts_no_queries() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("F<esc>");
    append(&fixture, &numbered(0..1));
    let event = noticed(&mut screen, &fixture);
    assert_eq!(follows(screen.asked_after(event)).len(), 0);
    assert_eq!(screen.says("log", "rows"), Value::Null);
}

#[test]
fn the_log_is_drawn_at_every_size_with_any_content() {
    let long = "x".repeat(300);
    let hostile = [
        row("日本語-日本語", "\\u001b[2J\\u202e", "led-to"),
        row(&long, &long, &long),
        by(&long, &row("a", "Größe", "cites")).replace("\"actor\"", "\"reason\":\"e\\u0301\\n日本\",\"actor\""),
    ];
    let fixture = Fixture::clean().rows(&hostile);
    let mut screen = Screen::on(fixture.root()).keys("Fk");
    for is_ascii in [false, true] {
        if is_ascii {
            screen.use_ascii();
        }
        for (width, height) in (1..=130).flat_map(|width| (1..=12).map(move |height| (width, height))) {
            screen.happen(Event::Resized(width, height));
            let text = screen.text();
            assert!(!text.contains(['\u{1b}', '\u{202e}']) && (!is_ascii || text.is_ascii()), "{text}");
        }
    }
}

#[test]
fn rows_show_their_time_to_the_second_even_if_it_is_in_the_future() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("F");
    // The current time of the screen is midnight.
    let ahead = row("b", "s", "cites").replace("2026-05-01T10:00:00", "2026-05-16T00:00:42");
    appended(&mut screen, &fixture, &[ahead]);
    assert!(screen.text().contains("00:00:42"), "{}", screen.text());
}
