//! Sends events to the main loop from other threads.

use crate::tui::event::Event;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// The main loop as other threads see it.
#[derive(Clone)]
pub(super) struct Events(Arc<dyn Fn(Event) -> bool + Send + Sync>);

impl Events {
    /// Events for a channel of messages.
    pub(super) fn to<M: Send + 'static>(sender: Sender<M>, message: fn(Event) -> M) -> Self {
        Self(Arc::new(move |event| sender.send(message(event)).is_ok()))
    }

    /// Sends an event; whether the main loop still runs.
    pub(super) fn send(&self, event: Event) -> bool {
        (self.0)(event)
    }
}
