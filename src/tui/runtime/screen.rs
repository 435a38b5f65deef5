//! The screen as the loop uses it: enter, draw, lend the terminal to others, leave.

use super::canvas::{self, Canvas};
use super::terminal::{self, Mouse};
use super::{background, panics};
use ratatui::layout::{Rect, Size};
use ratatui::{Frame, Terminal};
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::consts::SIGCONT;
use signal_hook::iterator::Signals;
use std::io::{self, IsTerminal};

/// How the screen is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenOptions {
    /// Whether clicks and the wheel are ours.
    pub mouse: bool,
    /// Whether the terminal is asked for its background once the first frame is there.
    pub ask_background: bool,
}

/// What a draw did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawReport {
    /// How many bytes were sent; none when nothing had changed.
    pub bytes: usize,
}

/// The terminal, entered; left when this is dropped.
pub struct Screen {
    terminal: Terminal<Canvas>,
    mouse: Mouse,
    question: Question,
}

/// Whether the terminal is still to be asked for its background.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Open,
    Done,
}

impl Screen {
    /// Enters the screen; an error if there is no terminal to enter.
    pub fn enter(options: &ScreenOptions) -> io::Result<Self> {
        let needed = [("input", io::stdin().is_terminal()), ("output", io::stdout().is_terminal())];
        if let Some((which, _)) = needed.iter().find(|(_, is_terminal)| !is_terminal) {
            return Err(io::Error::other(format!("the standard {which} is not a terminal")));
        }
        panics::install();
        let mouse = mouse(options.mouse);
        let question = if options.ask_background && background::can_be_asked(std::env::var("TERM").ok().as_deref()) {
            Question::Open
        } else {
            Question::Done
        };
        let screen = Self { terminal: Terminal::new(Canvas::new())?, mouse, question };
        terminal::enter(mouse)?;
        Ok(screen)
    }

    /// Draws a frame: only what has changed is sent, in one piece.
    pub fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<DrawReport> {
        self.terminal.draw(render)?;
        let bytes = self.terminal.backend_mut().take_sent();
        if self.question == Question::Open {
            self.question = Question::Done;
            background::ask(terminal::write)?;
        }
        Ok(DrawReport { bytes })
    }

    /// The size the next frame will have.
    pub fn size(&self) -> Size {
        canvas::size()
    }

    /// Takes the mouse, or leaves it to the terminal's own selection.
    pub fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = mouse(on);
        terminal::set_mouse(self.mouse)
    }

    /// Forgets what is on the screen: the next draw sends everything.
    pub fn redraw_all(&mut self) -> io::Result<()> {
        // Not `Terminal::clear`, which asks the terminal for its cursor and waits.
        self.terminal.backend_mut().forget();
        self.terminal.resize(Rect::from(canvas::size()))
    }

    /// Sends bytes that draw nothing, such as those for the clipboard.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        terminal::write(bytes)
    }

    /// Leaves the screen, does the work, and comes back; the next draw sends everything.
    ///
    /// Nobody may read the keys meanwhile: pause the input first.
    pub fn away<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        terminal::lend();
        let done = work();
        self.come_back()?;
        Ok(done)
    }

    /// Takes the terminal again as it may have been changed by others; the next draw sends everything.
    pub fn come_back(&mut self) -> io::Result<()> {
        terminal::enter(self.mouse)?;
        self.redraw_all()
    }

    /// Leaves the screen, stops the job until it is continued, and comes back. Pause the input first.
    pub fn suspend(&mut self) -> io::Result<()> {
        let mut continued = Signals::new([SIGCONT])?;
        self.away(|| {
            // Not SIGTSTP: nothing stops on that in a job that no shell controls. And the whole job, as the terminal
            // itself does it, so that a script around us stops too.
            kill_current_process_group(Signal::STOP)?;
            // This thread may run on for a moment before it stops; it must not take the terminal again in it.
            while continued.wait().next().is_none() {}
            Ok(())
        })?
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        drop(terminal::leave());
    }
}

fn mouse(on: bool) -> Mouse {
    if on { Mouse::On } else { Mouse::Off }
}
