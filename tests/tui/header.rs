//! The first line.

use super::small;
use crate::support::Screen;
use refscope::tui::event::Event;
use refscope::workspace::watch::Watching;

fn header(screen: &Screen) -> String {
    screen.text().lines().next().unwrap_or_default().to_owned()
}

#[test]
fn how_changes_are_noticed_is_said_in_words_at_80_columns() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    assert!(header(&screen).contains(" loaded "), "{}", header(&screen));
    for (how, words) in [(Watching::Live, " ● live "), (Watching::Polling, " ○ polling "), (Watching::Gone, " × gone ")]
    {
        screen.happen(Event::WatchModeChanged(how));
        for part in [" here ", "1 Explore", " nodes ", " edges ", words, " problem"] {
            assert!(header(&screen).contains(part), "{part}: {}", header(&screen));
        }
    }
}

#[test]
fn counts_and_signs_are_left_where_there_is_no_room_for_words() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(40, 14);
    screen.happen(Event::WatchModeChanged(Watching::Live));
    for part in ["1 Explore 2 3 4 5", "n ", "e ●"] {
        assert!(header(&screen).contains(part), "{part}: {}", header(&screen));
    }
}
