//! Measures the bytes a terminal would receive for each frame.

use crate::tui::draw::draw;
use crate::tui::runtime::Canvas;
use crate::tui::state::State;
use ratatui::Terminal;
use ratatui::layout::Size;
use std::io;

/// A terminal that counts bytes instead of showing them.
pub struct Wire {
    terminal: Terminal<Canvas>,
}

impl Wire {
    /// A terminal with this many columns and rows.
    pub fn new((width, height): (u16, u16)) -> io::Result<Self> {
        Ok(Self { terminal: Terminal::new(Canvas::unseen(Size { width, height }))? })
    }

    /// Draws a state and returns the number of bytes sent; 0 if nothing changed.
    pub fn draw(&mut self, state: &State) -> io::Result<usize> {
        self.terminal.draw(|frame| draw(state, frame))?;
        Ok(self.terminal.backend_mut().take_sent())
    }
}
