//! The screen without a terminal, for tests, benchmarks and the pictures in the docs.
//!
//! Effects are performed synchronously and in order, so the same keys always produce the same screen.

pub mod print;
pub mod wire;

use super::draw::draw;
use super::effect::Effect;
use super::event::{Event, Wake};
use super::key::Key;
use super::state::State;
use super::update::update;
use crate::workspace::{Changes, ConfigError, Live, Progress, Refreshed};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use std::sync::Arc;

/// A screen without a terminal.
pub struct Headless {
    pub state: State,
    /// Effects that need a real terminal, oldest first; they are recorded, not performed.
    pub asked: Vec<Effect>,
    live: Option<Live>,
}

fn failed(error: &ConfigError) -> Event {
    Event::LoadFailed(error.to_string())
}

/// Whether the program is still running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
    /// Still running.
    On,
    /// Quit.
    Over,
}

impl Headless {
    /// The screen before loading.
    pub fn new(state: State) -> Self {
        Self { state, asked: Vec::new(), live: None }
    }

    /// Loads the workspace.
    pub fn load(&mut self) -> Result<(), ConfigError> {
        let event = self.read()?;
        self.happen(event);
        Ok(())
    }

    fn read(&mut self) -> Result<Event, ConfigError> {
        // Loading is never cancelled here.
        let boundary = self.state.setup.consent.boundary(&self.state.root);
        self.live = Live::load(&self.state.root, &boundary, &Progress::default(), drop)?;
        let workspace = self.live.as_ref().map(|live| Arc::clone(live.workspace()));
        Ok(workspace.map_or_else(|| Event::LoadFailed(String::new()), Event::Loaded))
    }

    /// Refreshes the workspace after changes.
    pub fn look(&mut self, changes: &Changes) -> Result<Option<Event>, ConfigError> {
        let Some(live) = &mut self.live else { return self.read().map(Some) };
        Ok(match live.refresh(changes)? {
            Refreshed::Same => None,
            Refreshed::Longer(workspace, first) => Some(Event::Grown(workspace, first)),
            Refreshed::Other(workspace, arrivals) => Some(Event::Changed(workspace, arrivals)),
        })
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

    /// Handles an event, and all events that follow from its effects.
    pub fn happen(&mut self, event: Event) -> Going {
        let mut waiting = std::collections::VecDeque::from([event]);
        while let Some(event) = waiting.pop_front() {
            for effect in update(&mut self.state, event) {
                match effect {
                    Effect::Run(task) => {
                        let ticket = task.ticket;
                        let delivery = task.run(self.state.session.clock.now, &|| false);
                        waiting.extend(delivery.map(|delivery| Event::Finished(ticket, delivery)));
                    }
                    Effect::Wake(Wake::Rest, _) => waiting.push_back(Event::Woke(Wake::Rest)),
                    // Toasts and marks of new edges stay, so that they are visible in tests.
                    Effect::Wake(Wake::ToastGone | Wake::Aged, _) | Effect::Forget(_) => {}
                    Effect::Wake(Wake::Examine, _) => waiting.push_back(Event::Woke(Wake::Examine)),
                    Effect::Load => waiting.push_back(self.read().unwrap_or_else(|error| failed(&error))),
                    Effect::Look(changes) => {
                        waiting.extend(self.look(&changes).unwrap_or_else(|error| Some(failed(&error))));
                    }
                    Effect::Quit => return Going::Over,
                    other => self.asked.push(other),
                }
            }
        }
        Going::On
    }

    /// Draws the current screen.
    pub fn screen(&self) -> Buffer {
        let (width, height) = self.state.size;
        // Drawing into memory cannot fail.
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap_or_else(|never| match never {});
        terminal.draw(|frame| draw(&self.state, frame)).unwrap_or_else(|never| match never {});
        terminal.backend().buffer().clone()
    }
}
