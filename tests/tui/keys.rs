//! Keys, chords and text input.

use super::small;
use crate::support::Screen;
use refscope::tui::event::Event;

/// The first keys of a chord.
fn pending(screen: &Screen) -> String {
    screen.says("screen", "pending").as_str().unwrap().to_owned()
}

#[test]
fn a_chord_waits_for_its_second_key_and_shows_that() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("Gg");
    assert_eq!((pending(&screen).as_str(), screen.current().as_str()), ("g", "gone"));
    assert!(screen.text().contains("g then  g Go to the first row"), "{}", screen.text());
    screen.press("g");
    assert_eq!((pending(&screen).as_str(), screen.current().as_str()), ("", "a"));
}

#[test]
fn a_wrong_second_key_acts_on_its_own() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("gj");
    assert_eq!((pending(&screen).as_str(), screen.current().as_str()), ("", "b"));
}

#[test]
fn esc_ends_a_chord() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("Gg<esc>g");
    assert_eq!((pending(&screen).as_str(), screen.current().as_str()), ("g", "gone"));
}

#[test]
fn an_unknown_key_does_nothing() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let before = screen.text();
    for key in ["<f9>", "<ctrl-alt-x>", "B", "<insert>", "ö"] {
        assert!(screen.asked_by(key).is_empty(), "{key}");
    }
    assert_eq!(screen.text(), before);
}

#[test]
fn bound_keys_are_typed_as_text_into_an_input_line() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("/qjgG12?: +-X'");
    assert_eq!(screen.says("list", "search"), "qjgG12?: +-X'");
    assert_eq!((screen.is_over, screen.view(), screen.overlay()), (false, "explore", None));
}

#[test]
fn an_input_line_is_edited_at_its_cursor() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/ab cd<left><left>x");
    assert_eq!(screen.says("list", "search"), "ab xcd");
    assert_eq!(screen.says("list", "search_before_cursor"), "ab x");
    screen.press("<ctrl-w><ctrl-a><delete><ctrl-e>y<backspace>");
    assert_eq!(screen.says("list", "search"), "b cd");
    screen.press("<home><right><ctrl-k>");
    assert_eq!(screen.says("list", "search"), "b");
    screen.press("<end><ctrl-u>");
    assert_eq!(screen.says("list", "search"), "");
}

#[test]
fn a_paste_is_inserted_as_one_line() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/");
    screen.happen(Event::Pasted("  kind:task\n-status:done\u{1b}[31m \n".to_owned()));
    assert_eq!(screen.says("list", "search"), "kind:task -status:done [31m");
}

#[test]
fn a_paste_is_searched_for_at_once() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("/");
    screen.happen(Event::Pasted("kind:task".to_owned()));
    assert_eq!(screen.listed(), ["a", "b"]);
}

#[test]
fn a_paste_outside_an_input_line_presses_no_keys() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    screen.happen(Event::Pasted("qjj".to_owned()));
    assert_eq!((screen.is_over, screen.current().as_str()), (false, "a"));
}

#[test]
fn vim_keys_and_arrows_do_the_same() {
    let fixture = small();
    for (letters, arrows) in
        [("jjk", "<down><down><up>"), ("ljjh", "<right><down><down><left>"), ("Ggg", "<end><home>")]
    {
        let (one, other) = (Screen::on(fixture.root()).keys(letters), Screen::on(fixture.root()).keys(arrows));
        assert_eq!(one.text(), other.text(), "{letters}");
    }
}

#[test]
fn tab_cycles_through_the_panes_of_the_view() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let mut seen = Vec::new();
    for _ in 0..3 {
        screen.press("<tab>");
        seen.push(screen.focused());
    }
    assert_eq!(seen, ["neighbourhood", "detail", "list"]);
    screen.press("<shift-tab>");
    assert_eq!(screen.focused(), "detail");
}

#[test]
fn each_view_remembers_its_pane() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys("<tab>3<tab>1");
    assert_eq!(screen.focused(), "neighbourhood");
    assert_eq!(screen.keys("3").focused(), "detail");
}

#[test]
fn esc_goes_back_to_the_first_pane() {
    let fixture = small();
    assert_eq!(Screen::on(fixture.root()).keys("<tab><tab><esc>").focused(), "list");
}

#[test]
fn an_action_without_a_node_shows_a_message() {
    let fixture = crate::support::Fixture::empty();
    for key in ["t", "o", "m", "y"] {
        assert_eq!(Screen::on(fixture.root()).keys(key).toast(), "No node selected", "{key}");
    }
}

#[test]
fn keys_work_before_anything_is_loaded() {
    let fixture = small();
    let screen = Screen::before_loading(fixture.root()).keys("jklhgg12345tbf/x<esc>rdic+-mMeyY<tab><enter><space>");
    assert!(!screen.is_over);
    assert!(screen.text().contains("reading"), "{}", screen.text());
}
