//! Resizing the terminal.

use super::assert_terminal_restored;
use super::opened::{SIZE, demo, open_demo};
use crate::support::screen::{BEGIN, End, cells};

#[test]
fn a_thousand_sizes_down_to_one_cell_end_with_the_correct_screen() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[]);
    let before = session.look(cells);
    for step in 0..1_000_u16 {
        session.resize(step * 7 % 211, step * 3 % 61);
        if step % 100 == 0 {
            session.keys(if step % 200 == 0 { "2" } else { "1" });
        }
    }
    session.resize(1, 1);
    session.keys("1");
    session.resize(SIZE.0, SIZE.1);
    session.wait_for(|screen| cells(screen) == before, "the screen of before");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}

#[test]
fn a_burst_of_resizes_causes_only_a_few_draws() {
    let folder = demo();
    let session = open_demo(folder.path(), &[], &[]);
    session.take_bytes();
    for step in 0..1_000_u16 {
        session.resize(100 + step % 20, 20 + step % 10);
    }
    session.resize(90, 25);
    session.wait_for(
        |screen| screen.rows(0, 90).nth(24).is_some_and(|row| row.contains("help")),
        "a footer at the new bottom",
    );
    let draws = memchr::memmem::find_iter(&session.take_bytes(), BEGIN).count();
    assert!(draws < 500, "{draws} draws");
}
