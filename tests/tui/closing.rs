//! Closing a signal: who addressed it is chosen, then both its status and the row are written, or neither.

use crate::support::{Fixture, Screen, row};
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::tui::job::Job;
use refscope::tui::state::{Closing, ClosingField, Overlay, Phase};
use refscope::tui::symbols::ASCII;
use std::fs;

const SIGNAL: &str = "artifacts/signals/s.md";
const LOG: &str = "references.jsonl";

/// The clean workspace with `s` selected.
fn on_signal(fixture: &Fixture) -> Screen {
    let screen = Screen::on(fixture.root()).keys("/Signal<enter>");
    assert_eq!(screen.current(), "s");
    screen
}

fn closing(screen: &Screen) -> &Closing {
    screen.state().closing().unwrap_or_else(|| panic!("nothing is being closed:\n{}", screen.text()))
}

/// Does what was asked for, and what follows from it.
fn done(screen: &mut Screen, effects: Vec<Effect>) {
    for effect in effects {
        if let Effect::Ask(ticket, job) = effect {
            let answer = job.run(screen.state().now, &|| false).unwrap();
            screen.happen(Event::Answered(ticket, answer));
        }
    }
}

fn row_in_log(fixture: &Fixture) -> String {
    let log = fixture.read(LOG);
    assert_eq!(log.lines().count(), 3, "{log}");
    log.lines().last().unwrap().to_owned()
}

#[track_caller]
fn assert_nothing_written(fixture: &Fixture) {
    assert_eq!(fixture.read(SIGNAL), "---\ntitle: Signal S\nstatus: open\ndomain: infra\n---\n");
    assert_eq!(fixture.read(LOG).lines().count(), 2);
}

#[test]
fn a_few_letters_and_two_enters_close_a_signal() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter><enter>");
    assert_eq!(screen.toast(), "closed: status open → addressed, artifacts/signals/s.md:3, references.jsonl:3");
    assert_eq!(screen.state().overlay, None);
    assert_eq!(fixture.read(SIGNAL), "---\ntitle: Signal S\nstatus: addressed\ndomain: infra\n---\n");
    let row = row_in_log(&fixture);
    assert!(row.ends_with(r#""from":"a","to":"s","relation":"addresses","actor":"tui"}"#), "{row}");
}

#[test]
fn a_change_that_was_killed_between_its_writes_is_completed_with_the_row_that_is_shown() {
    let ts = "2026-01-03T00:00:00.000Z";
    let stored = format!(r#"{{"ts":"{ts}","from":"a","to":"s","relation":"addresses","actor":"cli"}}"#);
    let edge = format!(r#"{{"from":"a","to":"s","relation":"addresses","ts":"{ts}"}}"#);
    let intends =
        format!(r#"{{"op":"artifact.status","id":"s","previous":"open","new_status":"addressed","edge":{edge}}}"#);
    let intent = format!(r#"{{"ts":"{ts}","op":"refscope.intent","intends":{intends},"actor":"cli","duration_ms":1}}"#);
    let fixture = Fixture::clean()
        .rows(&[row("s", "a", "led-to"), row("a", "b", "led-to"), stored.clone()])
        .write("audit.jsonl", format!("{intent}\n"));
    let screen = on_signal(&fixture).keys("Ctask a<enter>");
    assert!(screen.text().contains(&format!(r#""ts":"{ts}""#)), "{}", screen.text());
    let screen = screen.keys("<enter>");
    assert_eq!(screen.toast(), "closed: status open → addressed, artifacts/signals/s.md:3, references.jsonl:3");
    assert_eq!(row_in_log(&fixture), stored);
}

#[test]
fn the_graph_is_read_again_and_the_signal_stays_selected() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter><enter>");
    assert_eq!(screen.current(), "s");
    assert!(screen.outline().contains(&"< addresses 1/1".to_owned()), "{:?}", screen.outline());
    assert_eq!(screen.state().graph.find("s").unwrap().status(), Some("addressed"));
}

#[test]
fn nothing_is_written_before_the_second_enter() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter>");
    assert_eq!(closing(&screen).by.taken, ["a"]);
    assert_nothing_written(&fixture);
}

#[test]
fn the_change_of_status_its_place_and_the_row_are_seen_as_they_will_be() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).size(200, 40).keys("Ctask a<enter>");
    let text = screen.text();
    assert!(text.contains("status open → addressed  artifacts/signals/s.md:3"), "{text}");
    assert!(text.contains("a addresses s  action → concern"), "{text}");
    screen.press("<enter>");
    let row = row_in_log(&fixture);
    assert!(text.contains(&row), "{row}\n{text}");
}

#[test]
fn a_reason_stands_in_the_row() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter>it was the cache<enter>");
    assert!(screen.toast().starts_with("closed"), "{}", screen.toast());
    let row = row_in_log(&fixture);
    assert!(row.ends_with(r#""actor":"tui","reason":"it was the cache"}"#), "{row}");
}

#[test]
fn what_cannot_be_closed_is_told_at_once() {
    let fixture = Fixture::clean()
        .rows(&[row("s", "a", "led-to"), row("s", "gone", "cites")])
        .write("artifacts/signals/t.md", "---\ntitle: Told\nstatus: addressed\n---\n");
    let said = |search: &str| {
        let screen = Screen::on(fixture.root()).keys(&format!("/{search}<enter>C"));
        assert_eq!(screen.state().overlay, None, "{search}");
        screen.toast().to_owned()
    };
    assert_eq!(said("Told"), "\"t\" already has the status \"addressed\"");
    assert_eq!(said("Task A"), "\"a\" cannot go from \"todo\" to \"addressed\"; it can go to running");
    assert_eq!(said("self"), "a person has no status to change");
    assert_eq!(said("gone"), "nothing defines \"gone\", so it has no status to change");
    let unit = Screen::demo().keys("/system:unit<enter>C");
    assert!(unit.toast().contains(" is a node of unit; only artifacts have a status"), "{}", unit.toast());
}

#[test]
fn esc_keeps_what_was_typed_for_this_signal_and_no_other() {
    let fixture = Fixture::clean().write("artifacts/signals/t.md", "---\ntitle: Another\nstatus: open\n---\n");
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>because<esc>");
    assert_eq!(screen.toast(), "the draft is kept; C on s goes on with it");
    assert_eq!(screen.state().overlay, None);
    screen.press("/<ctrl-u>Another<enter>C");
    assert_eq!((closing(&screen).id.as_str(), closing(&screen).is_untouched()), ("t", true));
    screen.press("<esc>/<ctrl-u>Signal<enter>C");
    assert_eq!(
        (closing(&screen).by.taken.as_slice(), closing(&screen).reason.text()),
        (&["a".to_owned()][..], "because")
    );
    screen.press("<enter>");
    assert!(row_in_log(&fixture).contains("because"));
    assert!(screen.state().closings.is_empty());
}

#[test]
fn start_over_throws_the_draft_away() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Ctask a<enter>because<ctrl-r>");
    assert!(closing(&screen).is_untouched());
}

#[test]
fn an_error_stays_and_so_does_the_draft() {
    let fixture = Fixture::clean();
    let log = fixture.read(LOG);
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>because");
    let fixture = fixture.remove(LOG);
    fs::create_dir(fixture.path(LOG)).unwrap();
    screen.press("<enter>");
    assert_eq!(closing(&screen).by.taken, ["a"]);
    assert_eq!((closing(&screen).reason.text(), closing(&screen).phase), ("because", Phase::Open));
    let text = screen.text();
    assert!(text.contains("! the status was not changed because its edge could not be stored"), "{text}");
    fs::remove_dir(fixture.path(LOG)).unwrap();
    let fixture = fixture.write(LOG, log);
    assert_nothing_written(&fixture);
    screen.press("<enter>");
    assert!(screen.toast().starts_with("closed"), "{}", screen.text());
    assert!(row_in_log(&fixture).contains("because"));
}

#[test]
fn what_somebody_else_did_to_the_file_in_the_meantime_is_told() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture);
    let fixture = fixture.write(SIGNAL, "---\ntitle: Signal S\nstatus: dismissed\n---\n");
    screen.press("Ctask a<enter><enter>");
    let text = screen.text();
    assert!(text.contains("! \"s\" cannot go from \"dismissed\" to \"addressed\""), "{text}");
    assert_eq!(closing(&screen).by.taken, ["a"]);
    assert_eq!(fixture.read(LOG).lines().count(), 2);
}

#[test]
fn only_a_node_that_is_there_can_address_something() {
    let fixture = Fixture::clean().rows(&[row("s", "a", "led-to"), row("a", "gone", "cites")]);
    let screen = on_signal(&fixture).keys("Cgone<enter><enter>");
    assert!(screen.text().contains("! nothing defines \"gone\""), "{}", screen.text());
    assert_nothing_written(&fixture);
}

#[test]
fn the_signal_itself_is_not_offered() {
    let fixture = Fixture::clean();
    let screen = on_signal(&fixture).keys("Csignal s");
    assert_eq!(closing(&screen).nodes.hits, []);
}

#[test]
fn those_next_to_the_signal_are_offered_first_and_none_is_taken_by_itself() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("C");
    let first = closing(&screen).nodes.hits[0].node;
    assert_eq!(screen.state().graph.node(first).id(), "a");
    screen.press("<enter>");
    assert_eq!(screen.toast(), "type a few letters of its id or title");
    screen.press("<down><enter>");
    assert_eq!(closing(&screen).by.taken, ["a"]);
}

#[test]
fn an_edge_that_is_stored_already_is_told_before() {
    let fixture = Fixture::clean().rows(&[row("s", "a", "led-to"), row("a", "s", "addresses")]);
    let screen = on_signal(&fixture).keys("Ctask a");
    assert!(screen.text().contains("! this edge is already stored (references.jsonl:2)"), "{}", screen.text());
}

#[test]
fn enter_takes_what_it_would_have_taken_had_one_waited() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("C");
    let asked: Vec<_> = ["b", "<enter>", "<enter>"].into_iter().flat_map(|key| screen.asked_by(key)).collect();
    assert_eq!(closing(&screen).by.taken, [] as [&str; 0]);
    assert!(!asked.iter().any(|effect| matches!(effect, Effect::Ask(_, Job::Write(_)))));
    done(&mut screen, asked);
    assert!(screen.toast().starts_with("closed"), "{}", screen.text());
    assert!(row_in_log(&fixture).contains(r#""from":"b""#));
}

#[test]
fn while_it_is_written_nothing_changes_and_nothing_is_written_twice() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>");
    let writing = screen.asked_by("<enter>");
    assert!(matches!(&writing[..], [Effect::Ask(_, Job::Write(_))]), "{writing:?}");
    assert!(screen.text().contains("writing…"), "{}", screen.text());
    let before = closing(&screen).clone();
    for key in ["x", "<backspace>", "<enter>", "<tab>", "<ctrl-r>"] {
        assert!(!screen.asked_by(key).iter().any(|effect| matches!(effect, Effect::Ask(..))), "{key}");
        assert_eq!(closing(&screen), &before, "{key}");
    }
    screen.press("<esc>");
    assert_eq!((screen.toast(), &screen.state().overlay), ("it is being written", &None));
    done(&mut screen, writing);
    assert!(screen.toast().starts_with("closed"), "{}", screen.toast());
    assert!(screen.state().closings.is_empty());
}

#[test]
fn whoever_looks_away_hears_of_an_error_and_finds_the_draft() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>");
    let writing = screen.asked_by("<enter>");
    screen.press("<esc>");
    let fixture = fixture.write(SIGNAL, "no frontmatter\n");
    done(&mut screen, writing);
    assert!(screen.toast().starts_with("s is not closed: cannot change artifacts/signals/s.md"), "{}", screen.toast());
    assert_eq!(screen.state().closings["s"].by.taken, ["a"]);
    assert_eq!(fixture.read(LOG).lines().count(), 2);
}

#[test]
fn a_workspace_that_is_read_again_keeps_what_is_typed_and_selected() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("Ctask<down>");
    let meant = closing(&screen).meant(&screen.state().graph);
    let fixture = fixture.write("artifacts/tasks/0.md", "---\ntitle: First of all\nstatus: todo\n---\n");
    screen.headless.load().unwrap();
    assert_eq!(closing(&screen).by.typed(), "task");
    assert_eq!(closing(&screen).meant(&screen.state().graph), meant);
    assert!(meant.is_some());
    assert_nothing_written(&fixture);
}

#[test]
fn a_click_selects_a_node_and_another_one_takes_it() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("C");
    screen.click("Task B");
    assert_eq!(closing(&screen).meant(&screen.state().graph).as_deref(), Some("b"));
    screen.click("Task B");
    assert_eq!(closing(&screen).by.taken, ["b"]);
    assert_eq!(closing(&screen).focus, ClosingField::Reason);
}

#[test]
fn hostile_words_are_shown_harmless() {
    let fixture = Fixture::clean().write("artifacts/tasks/e.md", "---\ntitle: \"evil \\e[2J\"\nstatus: todo\n---\n");
    let mut screen = on_signal(&fixture).keys("Cevil");
    screen.happen(Event::Pasted("\u{1b}]0;x\u{7}".to_owned()));
    assert!(!screen.text().contains('\u{1b}'));
}

#[test]
fn it_fits_every_size() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture).keys("Ctask a<enter>");
    for with_problem in [false, true] {
        if with_problem {
            let log = fixture.path(LOG);
            fs::remove_file(&log).unwrap();
            fs::create_dir(&log).unwrap();
            screen.press("<enter>");
            assert!(closing(&screen).problem.is_some());
        }
        for (width, height) in (1..=120).flat_map(|width| (1..=40).map(move |height| (width, height))) {
            screen.headless.state.size = (width, height);
            screen.headless.screen();
        }
    }
}

#[test]
fn with_ascii_signs_it_is_ascii() {
    let fixture = Fixture::clean();
    let mut screen = on_signal(&fixture);
    screen.headless.state.setup.symbols = &ASCII;
    screen.press("Ctask a<enter>");
    assert!(matches!(screen.state().overlay, Some(Overlay::Closing(_))));
    assert!(screen.text().is_ascii(), "{}", screen.text());
    screen.press("<enter>");
    assert_eq!(screen.toast(), "closed: status open > addressed, artifacts/signals/s.md:3, references.jsonl:3");
}
