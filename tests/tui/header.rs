//! The header.

use super::small;
use crate::support::Screen;
use refscope::tui::event::Event;
use refscope::workspace::watch::Watching;

fn header(screen: &Screen) -> String {
    screen.text().lines().next().unwrap_or_default().to_owned()
}

#[test]
fn the_watch_mode_is_spelled_out_at_80_columns() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root());
    assert!(header(&screen).contains(" loaded "), "{}", header(&screen));
    for (how, words) in [(Watching::Live, " ● live "), (Watching::Polling, " ○ polling "), (Watching::Gone, " × gone ")]
    {
        screen.happen(Event::WatchModeChanged(how));
        for part in [" here ", "1 Explore", " nodes ", " edges ", words, " finding"] {
            assert!(header(&screen).contains(part), "{part}: {}", header(&screen));
        }
    }
}

#[test]
fn narrow_headers_show_only_counts_and_symbols() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(40, 14);
    screen.happen(Event::WatchModeChanged(Watching::Live));
    for part in ["1 Explore 2 3 4 5", "n ", "e ●"] {
        assert!(header(&screen).contains(part), "{part}: {}", header(&screen));
    }
}
