//! Worker threads for jobs, one per lane. On most lanes a newer job cancels and replaces an older one; on lanes with
//! [`Turn::InOrder`] jobs are queued and all of them run.

use super::panics;
use crate::time;
use crate::tui::event::Event;
use crate::tui::job::{Job, Lane, Ticket, Turn};
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(super) struct Lanes {
    slots: Vec<Arc<Slot>>,
}

/// The queue of a lane.
#[derive(Default)]
struct Slot {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// The number of the newest job; older ones are cancelled, unless the lane is in order.
    newest: AtomicU64,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<(Ticket, Job)>,
    is_working: bool,
}

impl Lanes {
    /// Starts the threads, which run as long as the process.
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

    /// Queues a job on its lane.
    pub(super) fn ask(&self, ticket: Ticket, job: Job) {
        let slot = &self.slots[ticket.lane as usize];
        slot.newest.store(ticket.number, Ordering::Relaxed);
        let mut queue = slot.queue();
        if ticket.lane.turn() == Turn::Newest {
            queue.waiting.clear();
        }
        queue.waiting.push_back((ticket, job));
        drop(queue);
        slot.changed.notify_all();
    }

    /// A function to call before the process ends: waits until all in-order lanes are idle, at most `limit` each.
    pub(super) fn last_moment(&self, limit: Duration) -> impl Fn() + Send + Sync + 'static {
        let in_order = Lane::ALL.into_iter().filter(|lane| lane.turn() == Turn::InOrder);
        let slots: Vec<_> = in_order.map(|lane| Arc::clone(&self.slots[lane as usize])).collect();
        move || slots.iter().for_each(|slot| slot.wait_idle(limit))
    }
}

impl Slot {
    fn work(&self, send: &Sender<Event>) {
        loop {
            let (ticket, job) = self.next();
            let is_newest = || self.newest.load(Ordering::Relaxed) == ticket.number;
            let cancelled = || ticket.lane.turn() == Turn::Newest && !is_newest();
            let early = |answer| {
                if !cancelled() {
                    // If the receiver is gone, sending the full answer below fails too and ends the thread.
                    drop(send.send(Event::Answered(ticket, answer)));
                }
            };
            // An obsolete answer is dropped here, because freeing it on the main thread would delay keys.
            if let Some(answer) = job.run_in_parts(time::now(), &cancelled, &early).filter(|_| !cancelled())
                && send.send(Event::Answered(ticket, answer)).is_err()
            {
                return;
            }
        }
    }

    /// Waits for a job; the previous one counts as done.
    fn next(&self) -> (Ticket, Job) {
        let mut queue = self.queue();
        queue.is_working = false;
        self.changed.notify_all();
        loop {
            if let Some(job) = queue.waiting.pop_front() {
                queue.is_working = true;
                return job;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wait_idle(&self, limit: Duration) {
        let is_busy = |queue: &mut Queue| queue.is_working || !queue.waiting.is_empty();
        // A timeout cannot be reported to anyone.
        drop(self.changed.wait_timeout_while(self.queue(), limit, is_busy));
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge_log::EdgeLog;
    use crate::tui::config::Consent;
    use crate::tui::job::{Answer, Change, WriteRequest, Wrote};
    use std::sync::mpsc;

    #[test]
    fn all_writes_are_done_in_order_and_answered() {
        const ROWS: u64 = 40;
        let folder = tempfile::tempdir().unwrap();
        let (send, answers) = mpsc::channel();
        let lanes = Lanes::start(&send).unwrap();
        for number in 1..=ROWS {
            let row = crate::system::log::Row {
                ts: None,
                from: "a".into(),
                to: format!("b{number}").into(),
                relation: "cites".into(),
                actor: None,
                reason: None,
            };
            let change = Change::Add { rows: vec![row], shown: 0 };
            let job = Job::Write(Box::new(WriteRequest {
                log: EdgeLog::of(folder.path()),
                consent: Consent::default(),
                change,
            }));
            lanes.ask(Ticket { lane: Lane::Write, number }, job);
        }
        lanes.last_moment(Duration::from_mins(1))();
        let text = std::fs::read_to_string(folder.path().join("references.jsonl")).unwrap();
        let targets: Vec<_> = text.lines().map(|line| line.split('"').nth(11).unwrap().to_owned()).collect();
        let expected: Vec<_> = (1..=ROWS).map(|number| format!("b{number}")).collect();
        assert_eq!(targets, expected);
        for number in 1..=ROWS {
            let Ok(Event::Answered(ticket, Answer::Written(Wrote::Added { rows, problem: None }))) = answers.try_recv()
            else {
                panic!("row {number} was not answered");
            };
            assert_eq!((ticket.number, rows[0].written.line), (number, number));
        }
    }
}
