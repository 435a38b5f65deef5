//! The screen without a terminal: for tests, benches and the pictures in the docs.
//!
//! Effects are done at once and in order, so that the same keys always lead to the same screen.

pub mod print;
pub mod wire;

use super::draw::draw;
use super::effect::Effect;
use super::event::{Event, Wake};
use super::key::Key;
use super::state::State;
use super::update::update;
use crate::workspace::{SettingsError, Workspace};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use std::sync::Arc;

/// A screen that nobody looks at.
pub struct Headless {
    /// Its state.
    pub state: State,
    /// What was asked for that only a real terminal can do, oldest first.
    pub asked: Vec<Effect>,
}

/// How a run went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
    /// It goes on.
    On,
    /// Somebody left.
    Over,
}

impl Headless {
    /// Before anything is loaded.
    pub fn new(state: State) -> Self {
        Self { state, asked: Vec::new() }
    }

    /// Reads the workspace.
    pub fn load(&mut self) -> Result<(), SettingsError> {
        let workspace = Workspace::load(&self.state.root)?;
        self.happen(Event::Loaded(Arc::new(workspace)));
        Ok(())
    }

    /// Presses keys, one after the other.
    pub fn press(&mut self, keys: &[Key]) -> Going {
        for key in keys {
            if self.happen(Event::KeyPressed(*key)) == Going::Over {
                return Going::Over;
            }
        }
        Going::On
    }

    /// Lets something happen, and everything that follows from it.
    pub fn happen(&mut self, event: Event) -> Going {
        let mut waiting = std::collections::VecDeque::from([event]);
        while let Some(event) = waiting.pop_front() {
            for effect in update(&mut self.state, event) {
                match effect {
                    Effect::Ask(ticket, job) => {
                        waiting.extend(job.run(&|| false).map(|answer| Event::Answered(ticket, answer)));
                    }
                    Effect::Wake(Wake::Rest, _) => waiting.push_back(Event::Woke(Wake::Rest)),
                    // A message stays until the next one, so that it can be seen.
                    Effect::Wake(Wake::ToastGone, _) | Effect::Forget(_) => {}
                    Effect::Load => match Workspace::load(&self.state.root) {
                        Ok(workspace) => waiting.push_back(Event::Loaded(Arc::new(workspace))),
                        Err(error) => waiting.push_back(Event::LoadFailed(error.to_string())),
                    },
                    Effect::Quit => return Going::Over,
                    other => self.asked.push(other),
                }
            }
        }
        Going::On
    }

    /// The cells of the screen as it is now.
    pub fn screen(&self) -> Buffer {
        let (width, height) = self.state.size;
        // Drawing into memory cannot fail.
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap_or_else(|never| match never {});
        terminal.draw(|frame| draw(&self.state, frame)).unwrap_or_else(|never| match never {});
        terminal.backend().buffer().clone()
    }
}
