//! The state of the terminal: enabled modes, and the only code that restores them.
//!
//! The main loop, the signal thread and panicking threads all write to the terminal. Each takes a [`Turn`], a lock, so
//! that no frame is split. Leaving can be requested by any thread any number of times, and takes effect once.

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

/// How long leaving waits for an unfinished draw.
const PATIENCE: Duration = Duration::from_millis(200);

/// How long leaving tries to write to a blocked terminal.
const FAREWELL: Duration = Duration::from_millis(150);

/// Alternate screen, bracketed paste, hidden cursor until a frame shows it.
const ENTER: &str = "\x1b[?1049h\x1b[?2004h\x1b[?25l";

/// Clicks and wheel with exact coordinates; no motion events, which would flood an SSH connection.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";

const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";

/// Switches everything off, whether it was on or not: synchronised output, mouse, paste, colours, alternate screen; and
/// shows the cursor.
const LEAVE: &str = "\x1b[?2026l\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?1049l\x1b[?25h";

/// Maximum delay with which a signal may be handled.
const MOMENT: Duration = Duration::from_millis(300);

static TERMINAL: Mutex<State> =
    Mutex::new(State { busy: false, presence: Presence::Out, came_back: None, saved: None });
static TURN_ENDED: Condvar = Condvar::new();

/// Which program has the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// The terminal is restored.
    Out,
    /// This program has the screen.
    In,
    /// Another program has the terminal for a while.
    Away,
}

/// Whether mouse events are captured or left to the terminal for selecting text.
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

/// Not held during writes, so reading the state never waits for the terminal.
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

pub(super) fn presence() -> Presence {
    state().presence
}

/// The presence, or [`Presence::Away`] if the program came back just now: Ctrl-C typed in an external editor must not
/// end this program just because the editor exited on it.
pub(super) fn presence_a_moment_ago() -> Presence {
    let state = state();
    let was_away = state.came_back.is_some_and(|at| at.elapsed() < MOMENT);
    if was_away { Presence::Away } else { state.presence }
}

/// Enters the screen: raw mode and all other modes. Can be called repeatedly.
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

/// Leaves the screen; no other thread can write until the returned turn is dropped.
///
/// Without a turn (a draw is blocked) only the line discipline is restored, which needs no output.
pub(super) fn leave() -> Option<Turn> {
    leave_for(Presence::Out)
}

/// Like [`leave`], but only for a while.
pub(super) fn lend() {
    drop(leave_for(Presence::Away));
}

fn leave_for(next: Presence) -> Option<Turn> {
    let turn = turn_within(PATIENCE);
    let (before, saved) = {
        let mut state = state();
        (std::mem::replace(&mut state.presence, next), state.saved.clone())
    };
    // In the background the terminal belongs to the shell; changing it would stop this process for good.
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

pub(super) fn set_mouse(mouse: Mouse) -> io::Result<()> {
    write(match mouse {
        Mouse::On => MOUSE_ON.as_bytes(),
        Mouse::Off => MOUSE_OFF.as_bytes(),
    })
}

/// Writes without interleaving; ends the process if the terminal is gone.
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
    fn only_one_thread_has_the_turn() {
        let first = turn();
        assert!(turn_within(Duration::ZERO).is_none());
        drop(first);
        drop(turn_within(Duration::from_secs(30)).expect("the turn is free again"));
    }

    #[test]
    fn every_enabled_mode_is_disabled() {
        for on in [ENTER, MOUSE_ON].concat().split("\x1b[?").filter_map(|mode| mode.strip_suffix('h')) {
            assert!(LEAVE.contains(&format!("\x1b[?{on}l")), "{on}");
        }
        assert!(LEAVE.ends_with("\x1b[?25h"));
    }
}
