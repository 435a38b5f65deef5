//! What a screen costs a slow connection: frames drawn the way a terminal gets them, counted instead of sent.

use crate::tui::draw::draw;
use crate::tui::runtime::Canvas;
use crate::tui::state::State;
use ratatui::Terminal;
use ratatui::layout::Size;
use std::io;

/// The way to a terminal that is not there.
pub struct Wire {
    terminal: Terminal<Canvas>,
}

impl Wire {
    /// To a terminal of so many columns and rows.
    pub fn new((width, height): (u16, u16)) -> io::Result<Self> {
        Ok(Self { terminal: Terminal::new(Canvas::unseen(Size { width, height }))? })
    }

    /// Draws a state; returns how many bytes that sends, which are none if nothing changed.
    pub fn draw(&mut self, state: &State) -> io::Result<usize> {
        self.terminal.draw(|frame| draw(state, frame))?;
        Ok(self.terminal.backend_mut().take_sent())
    }
}
