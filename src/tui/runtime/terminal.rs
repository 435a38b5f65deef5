//! The terminal of this process: what was switched on, and the one way to switch it off again.
//!
//! There is one terminal, and three parties write to it: the loop, the thread that hears signals, and whoever panics.
//! Each waits for its turn, so that no draw is cut in two. Leaving may be asked for by any of them, any number of
//! times, and is done once.

use super::output;
use super::{background, ending};
use rustix::process::getpgrp;
use rustix::stdio::{stdin, stdout};
use rustix::termios::{
    OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr, tcgetpgrp, tcsetattr,
};
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long leaving waits for a draw that does not end.
const PATIENCE: Duration = Duration::from_millis(200);

/// How long leaving tries to tell a terminal that takes nothing.
const FAREWELL: Duration = Duration::from_millis(150);

/// Alternate screen, bracketed paste, no cursor until a frame asks for one.
const ENTER: &str = "\x1b[?1049h\x1b[?2004h\x1b[?25l";

/// Clicks and the wheel with exact coordinates; no motion, which would be a flood over SSH.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";

const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";

/// Everything off, whether it was on or not: an end of synchronised output, mouse, paste, colours, alternate screen,
/// and the cursor back.
const LEAVE: &str = "\x1b[?2026l\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?1049l\x1b[?25h";

/// A signal of a moment ago may be heard only now.
const MOMENT: Duration = Duration::from_millis(300);

static TERMINAL: Mutex<State> =
    Mutex::new(State { busy: false, presence: Presence::Out, came_back: None, saved: None });
static TURN_ENDED: Condvar = Condvar::new();

/// Where the program is with regard to its terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// The terminal is as it was found.
    Out,
    /// The program has the screen.
    In,
    /// The program has lent the terminal to another one, and comes back.
    Away,
}

/// Whether the mouse is ours or the terminal's own selection works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mouse {
    On,
    Off,
}

struct State {
    busy: bool,
    presence: Presence,
    came_back: Option<Instant>,
    saved: Option<Termios>,
}

/// The right to write to the terminal, until it is dropped.
#[must_use]
pub(super) struct Turn(());

impl Drop for Turn {
    fn drop(&mut self) {
        state().busy = false;
        TURN_ENDED.notify_one();
    }
}

/// Never held while something is written: reading it does not wait for the terminal.
fn state() -> MutexGuard<'static, State> {
    TERMINAL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn turn() -> Turn {
    let free = TURN_ENDED.wait_while(state(), |state| state.busy);
    free.unwrap_or_else(PoisonError::into_inner).busy = true;
    Turn(())
}

fn turn_within(patience: Duration) -> Option<Turn> {
    let waited = TURN_ENDED.wait_timeout_while(state(), patience, |state| state.busy);
    let (mut free, waited) = waited.unwrap_or_else(PoisonError::into_inner);
    (!waited.timed_out()).then(|| {
        free.busy = true;
        Turn(())
    })
}

/// Where the program is.
pub(super) fn presence() -> Presence {
    state().presence
}

/// Where the program is or was a moment ago: what was typed to stop an editor is not meant for us just because the editor
/// ended on it.
pub(super) fn presence_a_moment_ago() -> Presence {
    let state = state();
    let was_away = state.came_back.is_some_and(|at| at.elapsed() < MOMENT);
    if was_away { Presence::Away } else { state.presence }
}

/// Takes the screen: raw mode and all modes, however often it is called.
pub(super) fn enter(mouse: Mouse) -> io::Result<()> {
    let turn = turn();
    let saved = state().saved.clone();
    let found = saved.map_or_else(|| tcgetattr(stdin()), Ok)?;
    let mut raw = found.clone();
    raw.make_raw();
    raw.special_codes[SpecialCodeIndex::VMIN] = 1;
    raw.special_codes[SpecialCodeIndex::VTIME] = 0;
    {
        let mut state = state();
        state.saved = Some(found);
        if state.presence == Presence::Away {
            state.came_back = Some(Instant::now());
        }
        state.presence = Presence::In;
    }
    tcsetattr(stdin(), OptionalActions::Now, &raw)?;
    let entered = match mouse {
        Mouse::On => format!("{ENTER}{MOUSE_ON}"),
        Mouse::Off => ENTER.to_owned(),
    };
    write_in(turn, entered.as_bytes())
}

/// Leaves the screen and lets nobody else write until what is returned is dropped.
///
/// Without a turn (a draw is stuck) only the modes of the line are put back, which needs nobody to read.
pub(super) fn leave() -> Option<Turn> {
    leave_for(Presence::Out)
}

/// Like [`leave`], but the program comes back.
pub(super) fn lend() {
    drop(leave_for(Presence::Away));
}

fn leave_for(next: Presence) -> Option<Turn> {
    let turn = turn_within(PATIENCE);
    let (before, saved) = {
        let mut state = state();
        (std::mem::replace(&mut state.presence, next), state.saved.clone())
    };
    // In the background the terminal is the shell's; touching it would stop us for good.
    if before == Presence::In && is_foreground() {
        if turn.is_some() {
            let _ = output::write_until(stdout(), LEAVE.as_bytes(), Instant::now() + FAREWELL);
        }
        if background::is_answer_outstanding() {
            let _ = tcflush(stdin(), QueueSelector::IFlush);
        }
        if let Some(saved) = saved {
            let _ = tcsetattr(stdin(), OptionalActions::Now, &saved);
        }
    }
    turn
}

fn is_foreground() -> bool {
    tcgetpgrp(stdin()).map_or(true, |group| group == getpgrp())
}

/// Switches the mouse on or off.
pub(super) fn set_mouse(mouse: Mouse) -> io::Result<()> {
    write(match mouse {
        Mouse::On => MOUSE_ON.as_bytes(),
        Mouse::Off => MOUSE_OFF.as_bytes(),
    })
}

/// Writes in one piece; ends the process if the terminal is gone.
pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    write_in(turn(), bytes)
}

fn write_in(turn: Turn, bytes: &[u8]) -> io::Result<()> {
    let written = output::write_all(stdout(), bytes);
    drop(turn);
    match written {
        Err(error) if output::is_gone(&error) => ending::terminal_is_gone(),
        written => written,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_has_the_turn() {
        let first = turn();
        assert!(turn_within(Duration::ZERO).is_none());
        drop(first);
        drop(turn_within(Duration::from_secs(30)).expect("the turn is free again"));
    }

    #[test]
    fn everything_that_is_switched_on_is_switched_off() {
        for on in [ENTER, MOUSE_ON].concat().split("\x1b[?").filter_map(|mode| mode.strip_suffix('h')) {
            assert!(LEAVE.contains(&format!("\x1b[?{on}l")), "{on}");
        }
        assert!(LEAVE.ends_with("\x1b[?25h"));
    }
}
