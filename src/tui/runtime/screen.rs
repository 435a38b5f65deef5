//! [`Screen`], the terminal as the main loop uses it: enter, draw, lend it to another program, leave.

use super::canvas::{self, Canvas};
use super::terminal::{self, Mouse};
use super::{background, panics};
use ratatui::layout::{Rect, Size};
use ratatui::{Frame, Terminal};
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::consts::SIGCONT;
use signal_hook::iterator::Signals;
use std::io::{self, IsTerminal};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenOptions {
    /// Whether mouse events are captured.
    pub mouse: bool,
    /// Whether to query the terminal for its background colour after the first frame.
    pub ask_background: bool,
}

/// The result of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawReport {
    /// Number of bytes sent; 0 if nothing changed.
    pub bytes: usize,
}

/// The entered terminal; restored on drop.
pub struct Screen {
    terminal: Terminal<Canvas>,
    mouse: Mouse,
    question: Question,
}

/// Whether the background query is still to be sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Open,
    Done,
}

impl Screen {
    /// Enters the screen; fails if standard input or output is not a terminal.
    pub fn enter(options: &ScreenOptions) -> io::Result<Self> {
        let needed = [("input", io::stdin().is_terminal()), ("output", io::stdout().is_terminal())];
        if let Some((which, _)) = needed.iter().find(|(_, is_terminal)| !is_terminal) {
            return Err(io::Error::other(format!("standard {which} is not a terminal")));
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

    /// Draws a frame; only changes are sent, in one write.
    pub fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<DrawReport> {
        self.terminal.draw(render)?;
        let bytes = self.terminal.backend_mut().take_sent();
        if self.question == Question::Open {
            self.question = Question::Done;
            background::ask(terminal::write)?;
        }
        Ok(DrawReport { bytes })
    }

    /// The size of the next frame.
    pub fn size(&self) -> Size {
        canvas::size()
    }

    /// Captures the mouse, or leaves it to the terminal for selecting text.
    pub fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = mouse(on);
        terminal::set_mouse(self.mouse)
    }

    /// Invalidates the screen: the next draw sends everything.
    pub fn redraw_all(&mut self) -> io::Result<()> {
        // Not `Terminal::clear`, which queries the cursor position and waits for the answer.
        self.terminal.backend_mut().forget();
        self.terminal.resize(Rect::from(canvas::size()))
    }

    /// Sends bytes that draw nothing, such as clipboard sequences.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        terminal::write(bytes)
    }

    /// Leaves the screen, runs `work`, and enters it again; the next draw sends everything.
    ///
    /// The input thread must be paused first.
    pub fn away<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        terminal::lend();
        let done = work();
        self.come_back()?;
        Ok(done)
    }

    /// Enters the screen again after another program may have changed it; the next draw sends everything.
    pub fn come_back(&mut self) -> io::Result<()> {
        terminal::enter(self.mouse)?;
        self.redraw_all()
    }

    /// Leaves the screen, stops the job until it is continued, and enters the screen again. The input thread must be
    /// paused first.
    pub fn suspend(&mut self) -> io::Result<()> {
        let mut continued = Signals::new([SIGCONT])?;
        self.away(|| {
            // Not SIGTSTP, which is ignored in an orphaned process group. The whole group is stopped, as the terminal
            // does it, so that a calling script stops too.
            kill_current_process_group(Signal::STOP)?;
            // This thread may continue for a moment before it stops; it must not enter the screen meanwhile.
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
