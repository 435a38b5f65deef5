//! Messages: wrapped in the footer, and listed in the message log.

use super::small;
use crate::support::Screen;
use refscope::tui::event::Event;

const LONG: &str = "Cannot write the log: it leads outside the workspace, to a folder with a rather long name. Nothing was \
                    written; to allow it, pass --allow-outside or list the folder under trusted: in config.yaml";

fn show(screen: &mut Screen, text: &str) {
    screen.happen(Event::CopySent(Err(text.to_owned())));
}

#[test]
fn a_long_message_wraps_to_up_to_three_lines_so_that_its_remedy_is_seen() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    show(&mut screen, LONG);
    let text = screen.text();
    let lines: Vec<_> = text.lines().collect();
    let shown: Vec<_> = lines[lines.len() - 3..].iter().flat_map(|line| line.split_whitespace()).collect();
    assert_eq!(shown.join(" "), format!("! {LONG}"), "{text}");
    assert!(!lines[lines.len() - 4].contains("Cannot"), "{text}");
}

#[test]
fn a_message_that_needs_more_than_three_lines_is_cut_at_its_end() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    show(&mut screen, &"word ".repeat(100));
    let text = screen.text();
    let lines: Vec<_> = text.lines().filter(|line| line.contains("word")).collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[2].trim_end().ends_with('…'), "{text}");
}

#[test]
fn a_short_message_takes_one_line() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    let before = screen.text();
    show(&mut screen, "Short");
    let after = screen.text();
    let changed = before.lines().zip(after.lines()).filter(|(one, other)| one != other).count();
    assert_eq!(changed, 1, "{after}");
}

#[test]
fn a_small_screen_gives_a_message_one_line() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(24, 7);
    show(&mut screen, LONG);
    assert_eq!(screen.text().lines().filter(|line| line.contains("Cannot")).count(), 1, "{}", screen.text());
}

#[test]
fn the_message_log_lists_messages_newest_first() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    for text in ["first", "second", LONG] {
        show(&mut screen, text);
    }
    screen.press(":messages<enter>");
    assert_eq!(screen.overlay(), Some("messages"), "{}", screen.text());
    let text = screen.text();
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}:\n{text}"));
    assert!(at("Cannot write the log") < at("second") && at("second") < at("first"), "{text}");
    assert!(text.contains("config.yaml"), "{text}");
    screen.press("<esc>");
    assert_eq!(screen.overlay(), None);
}

#[test]
fn an_empty_message_log_says_so() {
    let fixture = small();
    let screen = Screen::on(fixture.root()).keys(":messages<enter>");
    assert_eq!((screen.toast(), screen.overlay()), ("No messages yet", None));
}
