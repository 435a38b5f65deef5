//! Work that the screen requested, to be run later, in another order, or not at all.

use refscope::time::Millis;
use refscope::tui::effect::Effect;
use refscope::tui::event::Event;
use refscope::tui::job::{Job, Lane, Ticket};

/// Requested work.
#[derive(Debug)]
pub(crate) struct Request {
    ticket: Ticket,
    job: Job,
}

impl Request {
    /// The kind of work, such as `find`.
    pub(crate) fn what(&self) -> String {
        name(self.ticket.lane)
    }

    /// Whether running it gives an answer.
    pub(crate) fn has_answer(self, is_cancelled: bool) -> bool {
        self.job.run(0, &|| is_cancelled).is_some()
    }

    /// Runs it; returns the event that delivers the answer.
    pub(super) fn answered(self, now: Millis) -> Event {
        Event::Answered(self.ticket, self.job.run(now, &|| false).expect("it was not cancelled"))
    }
}

/// The name of a kind of work.
pub(super) fn name(lane: Lane) -> String {
    format!("{lane:?}").to_lowercase()
}

/// The requested work among effects.
pub(crate) fn requests(effects: Vec<Effect>) -> Vec<Request> {
    let request = |effect| match effect {
        Effect::Ask(ticket, job) => Some(Request { ticket, job }),
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
    assert!(matches!(effects[..], [Effect::Ask(..)]), "{effects:?}");
    requests(effects).remove(0)
}

/// The kinds of requested work, in order.
pub(crate) fn requested(effects: &[Effect]) -> Vec<String> {
    let what = |effect: &Effect| match effect {
        Effect::Ask(ticket, _) => Some(name(ticket.lane)),
        _ => None,
    };
    effects.iter().filter_map(what).collect()
}
