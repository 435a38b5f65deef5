//! Signal handling and detection of a lost terminal.
//!
//! Two threads that do not depend on the main loop, which may be busy or blocked in a write.

use super::canvas;
use super::input::Input;
use super::output::timespec;
use super::terminal::{self, Presence};
use super::{ending, panics};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{Signal, getpid, kill_process};
use rustix::stdio::stdin;
use signal_hook::consts::{
    SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGWINCH,
    SIGXCPU,
};
use signal_hook::iterator::Signals;
use std::io;
use std::time::Duration;

/// The signals from ALRM to XCPU have no meaning here, but unhandled they would end the process without restoring the
/// terminal.
const HANDLED: [i32; 13] = [
    SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH, SIGALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGVTALRM,
    SIGXCPU,
];

/// The reaction to a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    End(i32),
    Deliver(Input),
    StopNow,
    Ignore,
}

/// Starts handling signals and watching the terminal. `deliver` must not wait for the main loop.
pub fn start(mut deliver: impl FnMut(Vec<Input>) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new(HANDLED)?;
    panics::spawn("signals", move || {
        for signal in signals.forever() {
            let presence = match signal {
                SIGINT | SIGQUIT => terminal::presence_a_moment_ago(),
                _ => terminal::presence(),
            };
            match answer(signal, presence) {
                Answer::End(code) => ending::end(code),
                Answer::Deliver(input) => deliver(vec![input]),
                // If this fails, the signal is ignored.
                Answer::StopNow => drop(kill_process(getpid(), Signal::STOP)),
                Answer::Ignore => {}
            }
        }
    })?;
    panics::spawn("hang-up", watch_terminal)?;
    Ok(())
}

fn answer(signal: i32, presence: Presence) -> Answer {
    match (signal, presence) {
        // Typed in the program that has the terminal now, which handles them itself.
        (SIGINT | SIGQUIT, Presence::Away) => Answer::Ignore,
        (SIGHUP | SIGINT | SIGQUIT | SIGTERM | SIGALRM | SIGPROF | SIGUSR1 | SIGUSR2 | SIGVTALRM | SIGXCPU, _) => {
            Answer::End(ending::by_signal(signal))
        }
        (SIGTSTP, Presence::In) => Answer::Deliver(Input::Stop),
        // A suspended external editor stops its whole job, and the shell waits for this process too.
        (SIGTSTP, _) => Answer::StopNow,
        (SIGCONT, Presence::In) => Answer::Deliver(Input::Continued),
        (SIGWINCH, Presence::In) => Answer::Deliver(Input::Resize(canvas::size())),
        _ => Answer::Ignore,
    }
}

/// Ends the process when the terminal is gone, even without a signal.
fn watch_terminal() {
    // Some systems cannot poll terminals and report that at once.
    if hung_up(Some(Duration::ZERO)) == Some(PollFlags::NVAL) {
        return;
    }
    loop {
        if hung_up(None).is_some() {
            ending::terminal_is_gone();
        }
    }
}

/// Waits for an error or hang-up of the terminal, without waiting for bytes.
fn hung_up(limit: Option<Duration>) -> Option<PollFlags> {
    let terminal = stdin();
    let mut watched = [PollFd::new(&terminal, PollFlags::empty())];
    match poll(&mut watched, limit.map(timespec).as_ref()) {
        Err(Errno::INTR) => None,
        Err(_) => Some(PollFlags::NVAL),
        Ok(_) => Some(watched[0].revents()).filter(|events| !events.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(SIGTERM, Presence::In, Answer::End(143))]
    #[case(SIGHUP, Presence::In, Answer::End(129))]
    #[case(SIGINT, Presence::In, Answer::End(130))]
    #[case(SIGUSR1, Presence::In, Answer::End(ending::by_signal(SIGUSR1)))]
    #[case(SIGALRM, Presence::Away, Answer::End(142))]
    #[case(SIGTERM, Presence::Away, Answer::End(143))]
    #[case(SIGHUP, Presence::Away, Answer::End(129))]
    #[case(SIGINT, Presence::Away, Answer::Ignore)]
    #[case(SIGTSTP, Presence::In, Answer::Deliver(Input::Stop))]
    #[case(SIGTSTP, Presence::Away, Answer::StopNow)]
    #[case(SIGCONT, Presence::In, Answer::Deliver(Input::Continued))]
    #[case(SIGCONT, Presence::Away, Answer::Ignore)]
    #[case(SIGWINCH, Presence::Away, Answer::Ignore)]
    fn the_reaction_depends_on_which_program_has_the_terminal(
        #[case] signal: i32,
        #[case] presence: Presence,
        #[case] expected: Answer,
    ) {
        assert_eq!(answer(signal, presence), expected);
    }
}
