//! Work that the screen requested, to be run later, in another order, or not at all.

use refscope::time::Millis;
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::tui::task::{Delivery, Key, Task, Ticket};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Requested work.
#[derive(Debug)]
pub(crate) struct Request(Task);

impl Request {
    /// The kind of work, such as `find`.
    pub(crate) fn what(&self) -> &'static str {
        self.key().0
    }

    pub(super) fn key(&self) -> Key {
        self.0.ticket.key
    }

    /// Whether running it gives an answer.
    pub(crate) fn has_answer(self, is_cancelled: bool) -> bool {
        self.0.run(0, &|| is_cancelled).is_some()
    }

    /// Runs it, cancelled after `first` checks; returns how often it checks, and whether it gives an answer.
    pub(crate) fn cancelled_after(self, first: usize) -> (usize, bool) {
        let checks = AtomicUsize::new(0);
        let is_cancelled = || checks.fetch_add(1, Ordering::Relaxed) >= first;
        let answer = self.0.run(0, &is_cancelled);
        (checks.into_inner(), answer.is_some())
    }

    /// Runs it; returns the event that delivers the answer.
    pub(super) fn answered(self, now: Millis) -> Event {
        let (ticket, delivery) = self.delivered(now);
        Event::Finished(ticket, delivery)
    }

    /// Runs it; returns the answer.
    pub(super) fn delivered(self, now: Millis) -> (Ticket, Delivery) {
        (self.0.ticket, self.0.run(now, &|| false).expect("it was not cancelled"))
    }
}

/// The requested work among effects.
pub(crate) fn requests(effects: Vec<Effect>) -> Vec<Request> {
    let request = |effect| match effect {
        Effect::Run(task) => Some(Request(task)),
        _ => None,
    };
    effects.into_iter().filter_map(request).collect()
}

/// The requested work of one kind among effects.
pub(crate) fn requests_to(what: &str, effects: Vec<Effect>) -> Vec<Request> {
    requests(effects).into_iter().filter(|request| request.what() == what).collect()
}

/// The only effect, which requests work.
#[track_caller]
pub(crate) fn only_request(effects: Vec<Effect>) -> Request {
    assert!(matches!(effects[..], [Effect::Run(_)]), "{effects:?}");
    requests(effects).remove(0)
}

/// The kinds of requested work, in order.
pub(crate) fn requested(effects: &[Effect]) -> Vec<&'static str> {
    let what = |effect: &Effect| match effect {
        Effect::Run(task) => Some(task.ticket.key.0),
        _ => None,
    };
    effects.iter().filter_map(what).collect()
}
