//! The thread that reads the terminal.
//!
//! It polls for bytes and for a wake-up from the main loop, and reads only available bytes, so it can be paused while
//! an external editor has the terminal. All bytes available at once form one burst, which leads to one draw.

use super::background;
use super::decode::Decoder;
use super::output::timespec;
use super::{ending, panics};
use crate::tui::theme::Brightness;
use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::stdin;
use std::io::{self, PipeReader, PipeWriter, Read as _, Write as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// An escape byte that is not followed by another byte within this time is the Escape key.
const ESCAPE_WAIT: Duration = Duration::from_millis(40);

/// Maximum length of a burst; more available bytes form the next one.
const LONGEST_BURST: usize = 64 << 10;

/// An input event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Key(KeyEvent),
    /// A click, or a scroll of the wheel.
    Mouse(MouseEvent),
    /// Bracketed paste.
    Paste(String),
    /// The new size of the terminal.
    Resize(Size),
    /// The terminal's answer to the query for its background colour.
    Background(Brightness),
    /// A request to suspend the program, as with Ctrl-Z.
    Stop,
    /// The program was stopped and continued from outside.
    Continued,
}

/// Handle to the thread that reads the terminal.
pub struct Reader {
    shared: Arc<Shared>,
    waker: PipeWriter,
}

struct Shared {
    phase: Mutex<Phase>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Reading,
    AskedToPause,
    Paused,
}

impl Reader {
    /// Starts reading. `deliver` receives each burst and must not wait for the main loop.
    pub fn start(deliver: impl FnMut(Vec<Input>) + Send + 'static) -> io::Result<Self> {
        let (woken, waker) = io::pipe()?;
        let shared = Arc::new(Shared { phase: Mutex::new(Phase::Reading), changed: Condvar::new() });
        let theirs = Arc::clone(&shared);
        panics::spawn("input", move || run(&theirs, woken, deliver))?;
        Ok(Self { shared, waker })
    }

    /// Pauses the thread; once this returns, it reads nothing.
    pub fn pause(&self) {
        let mut phase = self.shared.phase();
        if *phase == Phase::Reading {
            *phase = Phase::AskedToPause;
        }
        drop(phase);
        // Writing one byte to an empty pipe neither blocks nor fails while the thread runs, and it always does.
        let _ = (&self.waker).write_all(b"p");
        let waiting = self.shared.changed.wait_while(self.shared.phase(), |phase| *phase == Phase::AskedToPause);
        drop(waiting);
    }

    /// Resumes the thread.
    pub fn resume(&self) {
        *self.shared.phase() = Phase::Reading;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks while a pause is requested.
    fn pause_if_asked(&self) {
        let mut phase = self.phase();
        if *phase == Phase::AskedToPause {
            *phase = Phase::Paused;
            self.changed.notify_all();
            let resumed = self.changed.wait_while(phase, |phase| *phase == Phase::Paused);
            drop(resumed);
        }
    }
}

/// The result of a wait.
enum Ready {
    Bytes,
    WokenUp,
    Interrupted,
    Nothing,
}

fn run(shared: &Shared, mut woken: PipeReader, mut deliver: impl FnMut(Vec<Input>)) {
    let mut decoder = Decoder::default();
    loop {
        shared.pause_if_asked();
        let mut inputs = Vec::new();
        match wait(&woken, decoder.is_undecided().then_some(ESCAPE_WAIT)) {
            Ready::WokenUp => {
                let _ = woken.read(&mut [0; 16]);
            }
            Ready::Interrupted => continue,
            Ready::Nothing => decoder.decide(&mut inputs),
            Ready::Bytes => read_burst(&mut decoder, &mut inputs),
        }
        if inputs.iter().any(|input| matches!(input, Input::Background(_))) {
            background::answered();
        }
        if !inputs.is_empty() {
            deliver(inputs);
        }
    }
}

fn read_burst(decoder: &mut Decoder, inputs: &mut Vec<Input>) {
    let (mut buffer, mut taken) = ([0; 4_096], 0);
    while taken < LONGEST_BURST && has_bytes() {
        match rustix::io::read(stdin(), &mut buffer) {
            Err(Errno::INTR | Errno::AGAIN) => return,
            // An existing terminal reports neither end of file nor errors.
            Ok(0) | Err(_) => ending::terminal_is_gone(),
            Ok(read) => {
                taken += read;
                decoder.feed(buffer.get(..read).unwrap_or_default(), inputs);
            }
        }
    }
}

fn wait(woken: &PipeReader, limit: Option<Duration>) -> Ready {
    let terminal = stdin();
    let mut waited = [PollFd::new(&terminal, PollFlags::IN), PollFd::new(woken, PollFlags::IN)];
    match poll(&mut waited, limit.map(timespec).as_ref()) {
        Ok(0) => Ready::Nothing,
        Err(Errno::INTR) => Ready::Interrupted,
        Err(_) => ending::terminal_is_gone(),
        Ok(_) if waited[1].revents().is_empty() => Ready::Bytes,
        Ok(_) => Ready::WokenUp,
    }
}

fn has_bytes() -> bool {
    let terminal = stdin();
    let mut waited = [PollFd::new(&terminal, PollFlags::IN)];
    poll(&mut waited, Some(&timespec(Duration::ZERO))).is_ok_and(|ready| ready > 0)
}
