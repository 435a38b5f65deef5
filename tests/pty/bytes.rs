//! The amount of output, which matters on slow connections.

use super::opened::{is_examined, selected, start};
use crate::support::run;
use crate::support::screen::{BEGIN, END, Session, rows};
use refscope::sample::{Size, generate};
use tempfile::TempDir;
use vt100::{Parser, Screen};

const SIZE: (u16, u16) = (200, 50);

/// Opens a workspace of 2,000 artifacts.
fn opened() -> (TempDir, Session) {
    let folder = TempDir::new().unwrap();
    let size = Size { artifacts: 2_000, rows: 6_000, body_bytes: 200 };
    generate(&folder.path().join("w"), size, 1).unwrap();
    let session = start(folder.path(), &[], &[], SIZE);
    session.wait_for(|screen| is_examined(screen) && selected(screen).is_some(), "everything");
    (folder, session)
}

/// One draw, as received by the terminal.
#[derive(Debug)]
struct Draw {
    bytes: usize,
    /// Whether the selected node changed.
    moved: bool,
    /// Whether the list was scrolled.
    scrolled: bool,
    /// Whether a pane other than the list changed.
    caught_up: bool,
}

/// All draws since the start, found by replaying the output draw by draw.
fn draws(sent: &[u8]) -> Vec<Draw> {
    let mut parser = Parser::new(SIZE.1, SIZE.0, 0);
    let mut draws = Vec::new();
    let mut rest = sent;
    while let Some(end) = memchr::memmem::find(rest, END) {
        let (draw, behind) = rest.split_at(end + END.len());
        let before = View::of(parser.screen());
        parser.process(draw);
        let after = View::of(parser.screen());
        draws.push(Draw {
            bytes: draw.len(),
            moved: before.selected != after.selected,
            scrolled: before.first != after.first,
            caught_up: before.others != after.others,
        });
        rest = behind;
    }
    draws
}

/// The parts of the screen that a draw may change.
struct View {
    selected: Option<String>,
    first: String,
    others: Vec<String>,
}

impl View {
    fn of(screen: &Screen) -> Self {
        let rows = rows(screen);
        let edge = rows.get(1).map_or(0, |row| row.chars().take_while(|sign| *sign != '┐').count());
        // The second row of the pane is the input line; the first node is below it. The symbol of the selected row is
        // ignored.
        let first = rows.get(3).map(|row| row.chars().skip(2).take(edge.saturating_sub(2)).collect());
        let others = rows.iter().skip(2).map(|row| row.chars().skip(edge + 1).collect()).collect();
        Self { selected: selected(screen), first: first.unwrap_or_default(), others }
    }
}

#[test]
fn a_held_key_sends_little_and_other_panes_follow_when_it_is_released() {
    let (_folder, mut session) = opened();
    let keys = 100;
    for _ in 0..keys {
        let before = session.look(selected);
        session.keys("j");
        session.wait_for(|screen| selected(screen).is_some_and(|node| Some(node) != before), "the next node");
    }
    let last = session.look(selected).unwrap();
    session.wait_for(|screen| rows(screen)[1].matches(&*last).count() == 1, "a neighbourhood that caught up");
    let sent = session.take_bytes();
    let draws = draws(&sent);

    let moves: Vec<_> = draws.iter().filter(|draw| draw.moved && !draw.caught_up).collect();
    assert!(moves.len() >= keys / 2, "only {} draws were for a key alone", moves.len());
    let average = moves.iter().map(|draw| draw.bytes).sum::<usize>() / moves.len();
    assert!(average < 512, "{average} bytes a key");
    let steps = moves.iter().filter(|draw| !draw.scrolled).map(|draw| draw.bytes).max().unwrap();
    assert!(steps < 512, "{steps} bytes for a key that scrolled nothing");
    let rested = draws.iter().skip(1).filter(|draw| draw.caught_up).map(|draw| draw.bytes).max().unwrap();
    assert!(rested < 10_240, "{rested} bytes when the selection rests");
}

#[test]
fn keys_sent_in_one_write_take_a_few_draws() {
    let (folder, mut session) = opened();
    session.keys("gg");
    session.take_bytes();
    let keys = 500;
    session.keys(&"j".repeat(keys));
    let headless = ["-w", "w", "--print", "text", "--size", "200x50", "--keys"];
    let printed = run(folder.path(), &[&headless[..], &[&format!("gg{}", "j".repeat(keys))]].concat()).code(0).stdout;
    let expected = printed.lines().find(|line| line.starts_with("│>")).unwrap();
    let expected = expected.split_whitespace().nth(2).unwrap();
    session.wait_for_selected(expected);
    let draws = memchr::memmem::find_iter(&session.take_bytes(), BEGIN).count();
    assert!(draws < keys / 5, "{draws} draws");
}

#[test]
fn the_last_of_many_sizes_is_one_draw_of_a_few_kilobytes() {
    let (_folder, session) = opened();
    for step in 0..200_u16 {
        session.resize(100 + step % 20, 20 + step % 10);
    }
    session.resize(100, 30);
    session.wait_for(
        |screen| screen.rows(0, 100).nth(29).is_some_and(|row| row.contains("help")) && selected(screen).is_some(),
        "the last size",
    );
    let sent = session.take_bytes();
    let last = memchr::memmem::rfind(&sent, b"\x1b[2J").map_or(sent.len(), |at| sent.len() - at);
    assert!(last < 10_240, "{last} bytes");
}
