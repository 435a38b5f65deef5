//! Threads for jobs: one a lane, on which a newer job replaces an older one.

use super::panics;
use crate::tui::event::Event;
use crate::tui::job::{Job, Lane, Ticket};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// All lanes.
pub(super) struct Lanes {
    slots: Vec<Arc<Slot>>,
}

/// Where the newest job of a lane waits.
#[derive(Default)]
struct Slot {
    waiting: Mutex<Option<(Ticket, Job)>>,
    changed: Condvar,
    /// The number of the newest job; one with a lower number is called off.
    newest: AtomicU64,
}

impl Lanes {
    /// Starts the threads. They end with the process.
    pub(super) fn start(send: &Sender<Event>) -> io::Result<Self> {
        let mut slots = Vec::new();
        for lane in Lane::ALL {
            let slot = Arc::new(Slot::default());
            let (theirs, send) = (Arc::clone(&slot), send.clone());
            panics::spawn(&format!("{lane:?}"), move || theirs.work(&send))?;
            slots.push(slot);
        }
        Ok(Self { slots })
    }

    /// Hands a job to its lane.
    pub(super) fn ask(&self, ticket: Ticket, job: Job) {
        let slot = &self.slots[ticket.lane as usize];
        slot.newest.store(ticket.number, Ordering::Relaxed);
        *slot.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some((ticket, job));
        slot.changed.notify_one();
    }
}

impl Slot {
    fn work(&self, send: &Sender<Event>) {
        loop {
            let (ticket, job) = self.next();
            let cancelled = || self.newest.load(Ordering::Relaxed) != ticket.number;
            // What nobody waits for any more is let go of here, not where keys wait.
            if let Some(answer) = job.run(&cancelled).filter(|_| !cancelled())
                && send.send(Event::Answered(ticket, answer)).is_err()
            {
                return;
            }
        }
    }

    fn next(&self) -> (Ticket, Job) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(job) = waiting.take() {
                return job;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
