//! Overlays: palette, help, themes, configuration errors.

use super::small;
use crate::support::Screen;
use refscope::tui::action::Action;
use refscope::tui::event::Event;
use refscope::tui::theme::Brightness;

/// The actions that the palette offers.
fn found(screen: &Screen) -> Vec<Action> {
    assert_eq!(screen.overlay(), Some("palette"));
    let named = |name: String| Action::all().find(|action| action.name() == name).unwrap();
    screen.lists("palette", "actions").into_iter().map(named).collect()
}

fn theme(screen: &Screen) -> String {
    screen.says("screen", "theme").as_str().unwrap().to_owned()
}

#[test]
fn the_palette_offers_every_action_of_the_panes() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys(":");
    let left_out: Vec<_> = Action::all().filter(|action| !found(&screen).contains(action)).collect();
    assert!(found(&screen).contains(&Action::ConfigErrors), "what has no key is reached here");
    let keymap = screen.keymap();
    for action in left_out {
        let everywhere = keymap.entries().any(|entry| entry.action == action && entry.context.name() == "everywhere");
        let known = [Action::Palette, Action::Cancel].contains(&action);
        assert!(known || !everywhere, "{}", action.name());
    }
}

#[test]
fn the_palette_finds_actions_by_name_and_description() {
    let fixture = small();
    assert_eq!(found(&Screen::on(fixture.root()).keys(":view-map"))[0].name(), "view-map");
    assert_eq!(found(&Screen::on(fixture.root()).keys("<ctrl-p>confidence"))[0], Action::Confidence);
    assert!(found(&Screen::on(fixture.root()).keys(":zzzzz")).is_empty());
}

#[test]
fn the_palette_runs_the_selected_action() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys(":view-map<enter>");
    assert_eq!((screen.view(), screen.overlay()), ("map", None));
    let mut screen = Screen::on(fixture.root()).keys(":view<down>");
    let wanted = found(&screen)[1];
    screen.press("<enter>");
    let expected = wanted.name().strip_prefix("view-").unwrap_or("explore");
    assert_eq!(screen.view(), expected);
}

#[test]
fn the_palette_runs_actions_that_need_further_keys() {
    let fixture = small();
    assert!(Screen::on(fixture.root()).keys(":search<enter>").is_typing());
    assert!(Screen::on(fixture.root()).keys(":quit<enter>").is_over);
    assert_eq!(Screen::on(fixture.root()).keys(":theme<enter>").overlay(), Some("themes"));
}

#[test]
fn esc_closes_the_palette_without_running_anything() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys(":quit<esc>");
    assert_eq!((screen.is_over, screen.overlay()), (false, None));
}

#[test]
fn moving_the_cursor_keeps_the_selected_action() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys(":view<down><left>");
    assert_eq!(screen.says("palette", "cursor"), 1);
}

#[test]
fn help_lists_every_bound_key() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 400).keys("?");
    let text = screen.text();
    for entry in screen.keymap().entries().filter(|entry| !entry.keys.is_empty()) {
        let line = text.lines().find(|line| line.contains(&entry.keys.join("  ")) && line.contains(entry.does));
        assert!(line.is_some(), "{} in {}", entry.action.name(), entry.context.name());
    }
    screen.press("?");
    assert_eq!(screen.overlay(), None);
}

#[test]
fn help_scrolls_by_rows_and_pages() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("?");
    let first = screen.text();
    screen.press("j");
    assert_ne!(screen.text(), first);
    screen.press("G");
    assert!(!screen.text().contains("more below"), "{}", screen.text());
    screen.press("gg");
    assert_eq!(screen.text(), first);
    screen.press("q");
    assert_eq!((screen.is_over, screen.overlay()), (false, None));
}

#[test]
fn keys_of_the_panes_do_nothing_while_help_is_open() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("?2tdim<esc>");
    assert_eq!((screen.view(), screen.marks().len()), ("explore", 0));
    assert_eq!(screen.filters(), Screen::on(fixture.root()).filters());
}

#[test]
fn a_theme_is_previewed_before_it_is_chosen() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let before = theme(&screen);
    screen.press("T");
    let names = screen.lists("themes", "names");
    assert!(names.len() >= 4, "{names:?}");
    screen.press("gg");
    assert_eq!(theme(&screen), names[0]);
    screen.press("j");
    assert_eq!(theme(&screen), names[1]);
    screen.press("<esc>");
    assert_eq!(theme(&screen), before);
}

#[test]
fn enter_keeps_the_theme_and_explains_how_to_make_it_permanent() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("TGk<enter>");
    let name = theme(&screen);
    assert_eq!(screen.says("screen", "theme_choice"), name);
    assert!(screen.toast().contains(&format!("`theme: {name}`")), "{}", screen.toast());
}

#[test]
fn cancelling_the_theme_list_still_follows_the_terminal() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("Tj<esc>");
    assert_eq!(screen.says("screen", "theme_choice"), "auto");
    screen.happen(Event::BackgroundDetected(Brightness::Light));
    let light = theme(&screen);
    screen.happen(Event::BackgroundDetected(Brightness::Dark));
    assert_ne!(theme(&screen), light);
}

#[test]
fn without_configuration_errors_there_is_no_overlay() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys(":config-errors<enter>");
    assert_eq!((screen.toast(), screen.overlay()), ("No configuration errors", None));
}

#[test]
fn without_edges_there_are_no_relations_to_choose() {
    let fixture = crate::support::Fixture::empty();
    let screen = Screen::on(fixture.root()).keys("r");
    assert_eq!((screen.toast(), screen.overlay()), ("No relations yet", None));
}
