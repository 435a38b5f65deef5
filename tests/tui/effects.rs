//! Effects that the screen requests.

use super::small;
use crate::support::{Screen, requested};
use refscope::tui::effect::Effect;
use refscope::tui::event::{Event, Wake};
use refscope::tui::remembered::RememberedFilters;
use refscope::workspace::Changes;
use serde_json::json;

fn kept(effects: &[Effect]) -> &RememberedFilters {
    let kept = effects.iter().find_map(|effect| match effect {
        Effect::Keep(kept) => Some(&**kept),
        _ => None,
    });
    kept.unwrap_or_else(|| panic!("{effects:?}"))
}

#[test]
fn e_opens_the_file_of_the_node() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("e");
    let [Effect::Edit(path, line)] = screen.asked() else { panic!("{:?}", screen.asked()) };
    assert_eq!((path, *line), (&fixture.path("artifacts/tasks/a.md"), Some(1)));
}

#[test]
fn e_opens_the_file_of_the_selected_neighbour() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<enter>e");
    let [Effect::Edit(path, _)] = screen.asked() else { panic!("{:?}", screen.asked()) };
    assert_eq!(path, &fixture.path("artifacts/signals/s.md"));
}

#[test]
fn e_on_an_edge_to_a_missing_node_opens_its_row() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<enter>jj");
    assert_eq!(screen.outline_row(), " gone");
    let screen = screen.keys("e");
    let [Effect::Edit(path, line)] = screen.asked() else { panic!("{:?}", screen.asked()) };
    assert_eq!((path, *line), (&fixture.path("references.jsonl"), Some(3)));
}

#[test]
fn e_on_a_node_without_a_file_shows_a_message() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("Ge");
    assert_eq!((screen.current().as_str(), screen.toast()), ("gone", "The selection has no file"));
    assert!(screen.asked().is_empty());
}

#[test]
fn y_copies_the_id_and_shift_y_the_path() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("yY");
    let [Effect::Copy(id, "id"), Effect::Copy(path, "path")] = screen.asked() else { panic!("{:?}", screen.asked()) };
    assert_eq!((id.as_str(), path), ("a", &fixture.path("artifacts/tasks/a.md").display().to_string()));
}

#[test]
fn the_result_of_a_copy_is_shown() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    screen.happen(Event::CopySent(Ok("sent".to_owned())));
    assert_eq!(screen.toast(), "sent");
    screen.happen(Event::CopySent(Err("no way".to_owned())));
    assert_eq!(screen.toast(), "no way");
    screen.happen(Event::Woke(Wake::ToastGone));
    assert_eq!(screen.toast(), "");
}

#[test]
fn q_saves_the_state_and_quits() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("jd");
    let effects = screen.asked_by("q");
    assert!(matches!(effects[..], [Effect::Keep(_), Effect::Quit]), "{effects:?}");
    let kept = kept(&effects);
    assert_eq!((kept.node.as_deref(), kept.direction.as_deref()), (Some("b"), Some("in")));
    assert!(screen.keys("q").is_over);
}

#[test]
fn ctrl_c_quits_from_everywhere() {
    let fixture = small();
    for keys in ["", "/x", ":", "?", "r", "T", "g"] {
        assert!(Screen::on(fixture.root()).keys(keys).keys("<ctrl-c>").is_over, "{keys}");
    }
}

#[test]
fn ctrl_z_and_a_stop_signal_suspend() {
    let fixture = small();
    for keys in ["", "/x", ":", "?"] {
        let mut screen = Screen::on(fixture.root()).keys(keys);
        assert!(matches!(screen.asked_by("<ctrl-z>")[..], [Effect::Suspend]), "{keys}");
    }
    assert!(matches!(Screen::on(fixture.root()).asked_after(Event::StopAsked)[..], [Effect::Suspend]));
}

#[test]
fn ctrl_l_redraws_everything() {
    let fixture = small();
    assert!(matches!(Screen::on(fixture.root()).asked_by("<ctrl-l>")[..], [Effect::RedrawAll]));
}

#[test]
fn every_filter_is_saved_when_it_changes() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    assert_eq!(kept(&screen.asked_by("d")).direction.as_deref(), Some("in"));
    assert_eq!(kept(&screen.asked_by("+")).depth, Some(2));
    assert!(kept(&screen.asked_by("i")).without_implicit);
    assert_eq!(kept(&screen.asked_by("c")).confidence, Some(0.2));
    assert_eq!(kept(&screen.asked_by("s")).sort.as_deref(), Some("id"));
    screen.press("rj");
    assert_eq!(json!(kept(&screen.asked_by("o")).relations), json!({ "only": ["led-to"] }));
    screen.press("<esc>2");
    assert_eq!(kept(&screen.asked_by("O")).orient.as_deref(), Some("stored"));
    assert_eq!(kept(&screen.asked_by("d")).lineage_direction.as_deref(), Some("backward"));
}

#[test]
fn search_words_are_not_saved_but_list_filters_are() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/task kind:task -status:done<enter>");
    assert_eq!(kept(&screen.asked_by("q")).list, "kind:task -status:done");
}

#[test]
fn saved_filters_are_restored() {
    let fixture = small();
    let mut first = Screen::on(fixture.root()).keys("jd++icro<esc>2ddO-1/kind:task<enter>s");
    let effects = first.asked_by("q");
    let mut second = Screen::before_loading(fixture.root());
    second.remember(kept(&effects));
    second.load();
    assert_eq!(second.filters(), first.filters());
    assert_eq!((second.current(), second.listed()), (first.current(), first.listed()));
    for setting in ["direction", "orient", "depth"] {
        assert_eq!(first.says("lineage", setting), second.says("lineage", setting), "{setting}");
    }
    assert_eq!(kept(&second.asked_by("q")), kept(&effects));
}

#[test]
fn moving_only_requests_a_debounce_timer() {
    for (keys, moves) in [("", "jjk"), ("<enter>", "jjk"), ("3", "kjG"), ("/fix-stampede<enter>t", "lh")] {
        let mut screen = Screen::demo().size(140, 40).keys(keys);
        for key in moves.chars() {
            let effects = screen.asked_by(&key.to_string());
            let is_wake = |effect: &Effect| matches!(effect, Effect::Wake(Wake::Rest, _));
            assert!(effects.iter().all(is_wake), "{keys} {key}: {effects:?}");
        }
    }
}

#[test]
fn the_other_panes_update_after_the_debounce_delay() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    screen.asked_by("j");
    assert_eq!(screen.says("screen", "is_at_rest"), false);
    assert_eq!(screen.says("neighbourhood", "root"), "a");
    let effects = screen.asked_after(Event::Woke(Wake::Rest));
    assert_eq!(requested(&effects), ["read", "walk"]);
    screen.run(effects);
    assert_eq!(screen.says("neighbourhood", "root"), "b");
    assert_eq!(screen.says("detail", "node"), "b");
}

#[test]
fn an_outdated_answer_is_ignored() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/");
    let older = screen.asked_by("b");
    let newer = screen.asked_by("<backspace>");
    screen.run(newer);
    assert_eq!(screen.listed().len(), 6);
    screen.run(older);
    assert_eq!(screen.listed().len(), 6);
}

#[test]
fn the_current_content_stays_until_a_newer_answer_arrives() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let first = screen.asked_by("d");
    let second = screen.asked_by("d");
    let before = screen.outline();
    screen.run(first);
    assert_eq!(screen.outline(), before);
    screen.run(second);
    assert_ne!(screen.outline(), before);
}

#[test]
fn returning_from_the_external_editor_reloads_the_workspace() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    assert!(matches!(screen.asked_after(Event::EditorClosed(None))[..], [Effect::Look(Changes::Anywhere)]));
    screen.happen(Event::EditorClosed(Some("vi was not found".to_owned())));
    assert_eq!(screen.toast(), "vi was not found");
}

#[test]
fn refresh_reloads_the_workspace() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    assert!(matches!(screen.asked_by("R")[..], [Effect::Load]));
    assert_eq!(screen.loading(), "reading 0 files, 0 rows");
    screen.happen(Event::LoadAdvanced { files: 3, rows: 1_200 });
    assert!(screen.text().contains("Reading: 3 files, 1,200 rows of the log"), "{}", screen.text());
}

#[test]
fn a_failed_load_shows_the_reason() {
    let fixture = small();
    let mut screen = Screen::before_loading(fixture.root());
    screen.happen(Event::LoadFailed("no such folder".to_owned()));
    assert_eq!(screen.toast(), "no such folder");
    assert!(screen.text().contains("Loading failed"), "{}", screen.text());
}

#[test]
fn mouse_capture_is_switched_off_and_on() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<alt-m><alt-m>");
    assert!(matches!(screen.asked(), [Effect::ListenToMouse(false), Effect::ListenToMouse(true)]));
}
