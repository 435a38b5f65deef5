//! Random keys, clicks and sizes never break the screen.

use crate::support::Screen;
use proptest::prelude::*;
use refscope::tui::event::Event;
use refscope::tui::key::{self, Key};
use refscope::tui::keymap::Keymap;
use serde_json::Value;

/// One user input.
#[derive(Debug, Clone)]
pub(super) enum Input {
    Chord(Vec<Key>),
    Click(u16, u16),
    Wheel(u16, u16, i32),
    Size(u16, u16),
    Paste(String),
}

impl Input {
    pub(super) fn happen_on(self, screen: &mut Screen) {
        match self {
            Self::Chord(keys) => keys.into_iter().for_each(|key| screen.happen(Event::KeyPressed(key))),
            Self::Click(x, y) => screen.happen(Event::Clicked(x, y)),
            Self::Wheel(x, y, by) => screen.happen(Event::Scrolled(x, y, by)),
            Self::Size(width, height) => screen.happen(Event::Resized(width, height)),
            Self::Paste(text) => screen.happen(Event::Pasted(text)),
        }
    }
}

/// Every bound chord except those that quit the program.
pub(super) fn chords() -> Vec<Vec<Key>> {
    let keymap = Keymap::standard();
    let bound = keymap.entries().filter(|entry| entry.action.name() != "quit").flat_map(|entry| entry.keys);
    let letters = ('a'..='z').chain("ABYZ09.öß日".chars()).filter(|c| *c != 'q').map(String::from);
    bound.chain(letters).map(|keys| key::chord(&keys).unwrap()).collect()
}

pub(super) fn input() -> impl Strategy<Value = Input> {
    prop_oneof![
        20 => proptest::sample::select(chords()).prop_map(Input::Chord),
        2 => (0..=200_u16, 0..=60_u16).prop_map(|(x, y)| Input::Click(x, y)),
        1 => (0..=200_u16, 0..=60_u16, prop_oneof![Just(-1), Just(1)]).prop_map(|(x, y, by)| Input::Wheel(x, y, by)),
        1 => (0..=200_u16, 0..=60_u16).prop_map(|(width, height)| Input::Size(width, height)),
        1 => "\\PC{0,12}".prop_map(Input::Paste),
    ]
}

/// Whether the cursor of a list is on one of its rows.
fn is_inside(pane: &Value, rows: &str) -> bool {
    let total = pane[rows].as_array().map_or(0, Vec::len);
    pane["cursor"].as_u64().unwrap() < total.max(1) as u64
}

fn check(screen: &Screen) -> Result<(), TestCaseError> {
    let lists = [
        ("home", "rows"),
        ("list", "nodes"),
        ("neighbourhood", "rows"),
        ("tree", "rows"),
        ("findings", "shown"),
        ("log", "rows"),
    ];
    for (part, rows) in lists {
        let pane = screen.summary(part);
        prop_assert!(is_inside(&pane, rows), "{part} {} {}", pane["cursor"], pane["offset"]);
    }
    let cells = screen.cells();
    for cell in cells.content() {
        prop_assert!(!cell.symbol().chars().any(char::is_control), "{:?}", cell.symbol());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn random_input_does_not_break_the_screen(inputs in proptest::collection::vec(input(), 200)) {
        let mut screen = Screen::demo();
        for input in inputs {
            input.happen_on(&mut screen);
            check(&screen)?;
        }
    }
}
