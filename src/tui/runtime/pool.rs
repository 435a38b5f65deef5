//! The threads that run tasks: a pool of three, and one for writes.
//!
//! Questions run before background work, which never occupies the last thread of the pool. Of the tasks with one key at
//! most one runs, so a held key cannot fill the pool with work that has not noticed its cancellation yet. Writes run one
//! after the other, on a thread that starts with the first; none is cancelled or merged.

use super::events::Events;
use super::panics;
use crate::time;
use crate::tui::event::Event;
use crate::tui::task::{Key, Kind, Task, Ticket};
use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Number of threads for questions and background work.
const THREADS: usize = 3;

pub(super) struct Pool {
    tasks: Arc<Queue>,
    writes: Arc<Queue>,
    /// Whether the thread for writes runs. It starts with the first write.
    is_writing: Cell<bool>,
    send: Events,
}

/// The tasks of some threads.
#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<Task>,
    running: Vec<Ticket>,
}

/// Which tasks a thread takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Anything,
    Questions,
}

impl Pool {
    /// Starts the threads, which run as long as the process.
    pub(super) fn start(send: &Events) -> io::Result<Self> {
        let (tasks, writes) = (Arc::new(Queue::default()), Arc::new(Queue::default()));
        for number in 1..=THREADS {
            let takes = if number == THREADS { Takes::Questions } else { Takes::Anything };
            start(&format!("task {number}"), &tasks, takes, send)?;
        }
        Ok(Self { tasks, writes, is_writing: Cell::new(false), send: send.clone() })
    }

    /// Queues a task.
    pub(super) fn run(&self, task: Task) {
        let is_write = task.ticket.kind == Kind::Write;
        let queue = if is_write { &self.writes } else { &self.tasks };
        queue.state().waiting.push_back(task);
        queue.changed.notify_all();
        if is_write && !self.is_writing.get() {
            let started = start("write", &self.writes, Takes::Anything, &self.send);
            self.is_writing.set(started.is_ok());
            if started.is_err() {
                // Without a thread, better a pause than a lost write.
                self.writes.work_off(&self.send);
            }
        }
    }

    /// A function to call before the process ends: waits until all writes are done, at most `limit`.
    pub(super) fn last_moment(&self, limit: Duration) -> impl Fn() + Send + Sync + 'static {
        let writes = Arc::clone(&self.writes);
        move || writes.wait_idle(limit)
    }
}

fn start(name: &str, queue: &Arc<Queue>, takes: Takes, send: &Events) -> io::Result<()> {
    let (queue, send) = (Arc::clone(queue), send.clone());
    panics::spawn(name, move || queue.work(takes, &send)).map(drop)
}

impl Queue {
    fn work(&self, takes: Takes, send: &Events) {
        while self.perform(self.next(takes), send) {}
    }

    /// Runs the tasks that wait.
    fn work_off(&self, send: &Events) {
        loop {
            let next = self.state().start_next(Takes::Anything);
            let Some(task) = next else { return };
            self.perform(task, send);
        }
    }

    /// Runs a task and sends its result. Whether to go on: writes are done even if the main loop has ended.
    fn perform(&self, task: Task, send: &Events) -> bool {
        let (ticket, token) = (task.ticket, task.token.clone());
        let cancelled = || token.is_cancelled();
        let early = |delivery| {
            if !cancelled() {
                // If the receiver is gone, sending the full result below fails too.
                send.send(Event::Finished(ticket, delivery));
            }
        };
        // An obsolete result is dropped here, because freeing it on the main thread would delay keys.
        let result = task.run_in_parts(time::now(), &cancelled, &early).filter(|_| !cancelled());
        let is_sent = result.is_none_or(|result| send.send(Event::Finished(ticket, result)));
        self.state().running.retain(|running| *running != ticket);
        self.changed.notify_all();
        is_sent || ticket.kind == Kind::Write
    }

    /// Waits for a task that this thread takes.
    fn next(&self, takes: Takes) -> Task {
        let mut state = self.state();
        loop {
            if let Some(task) = state.start_next(takes) {
                return task;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wait_idle(&self, limit: Duration) {
        let is_busy = |state: &mut QueueState| !state.running.is_empty() || !state.waiting.is_empty();
        // A timeout cannot be reported to anyone.
        drop(self.changed.wait_timeout_while(self.state(), limit, is_busy));
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    fn start_next(&mut self, takes: Takes) -> Option<Task> {
        let task = self.take(takes)?;
        self.running.push(task.ticket);
        Some(task)
    }

    /// The next task: the oldest question, else the oldest background work; cancelled ones are dropped.
    fn take(&mut self, takes: Takes) -> Option<Task> {
        self.waiting.retain(|task| task.ticket.kind == Kind::Write || !task.token.is_cancelled());
        let is_running =
            |key: Key| self.running.iter().any(|running| running.key == key && running.kind != Kind::Write);
        let is_free = |task: &Task| !is_running(task.ticket.key);
        let find = |kind: Kind| self.waiting.iter().position(|task| task.ticket.kind == kind && is_free(task));
        let at = match takes {
            Takes::Anything => find(Kind::Write).or_else(|| find(Kind::Question)).or_else(|| find(Kind::Background)),
            Takes::Questions => find(Kind::Question),
        };
        at.and_then(|at| self.waiting.remove(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge_log::EdgeLog;
    use crate::graph::Row;
    use crate::tui::effect::Effect;
    use crate::tui::task::RunningTasks;
    use crate::tui::write;
    use std::sync::mpsc::{self, Receiver};

    const FIND: Key = Key("find");
    const COUNT: Key = Key("count");
    const WRITE: Key = Key("write");
    const LONG: Duration = Duration::from_mins(1);

    struct Stage {
        tasks: RunningTasks,
        pool: Pool,
        events: Receiver<Event>,
    }

    impl Stage {
        fn new() -> Self {
            let (send, events) = mpsc::channel();
            Self {
                tasks: RunningTasks::default(),
                pool: Pool::start(&Events::to(send, |event| event)).unwrap(),
                events,
            }
        }

        /// Starts a task that reports `name` when it runs and ends when `end` says so.
        fn run(&mut self, task: Task) -> Ticket {
            let Effect::Run(task) = self.tasks.start(task) else { panic!("not a task") };
            let ticket = task.ticket;
            self.pool.run(task);
            ticket
        }

        fn finished(&self) -> Ticket {
            match self.events.recv_timeout(LONG).unwrap() {
                Event::Finished(ticket, _) => ticket,
                other => panic!("{other:?}"),
            }
        }
    }

    fn task(key: Key, work: impl FnOnce() + Send + 'static) -> Task {
        let work = move |_: &crate::tui::task::Run<'_>| {
            work();
            Some(())
        };
        Task::new(key, work, |_, ()| Vec::new())
    }

    #[test]
    fn writes_are_all_done_in_order() {
        const WRITES: usize = 40;
        let mut stage = Stage::new();
        let (send, done) = mpsc::channel();
        let tickets: Vec<_> = (0..WRITES)
            .map(|number| {
                let send = send.clone();
                stage.run(task(WRITE, move || send.send(number).unwrap()).as_write())
            })
            .collect();
        stage.pool.last_moment(LONG)();
        assert_eq!(done.try_iter().collect::<Vec<_>>(), (0..WRITES).collect::<Vec<_>>());
        assert_eq!((0..WRITES).map(|_| stage.finished()).collect::<Vec<_>>(), tickets);
    }

    #[test]
    fn two_links_within_a_millisecond_are_two_rows() {
        let folder = tempfile::tempdir().unwrap();
        let mut stage = Stage::new();
        for _ in 0..2 {
            let rows = vec![Row::new("a", "cites", "b").by("tui").at(0)];
            let log = EdgeLog::of(folder.path());
            let write = move |_: &crate::tui::task::Run<'_>| write::add(&log, rows, 0, 0);
            stage.run(Task::new(Key::WRITE, write, |_, _| Vec::new()).as_write());
        }
        // Neither cancelling their key nor everything concerns writes.
        stage.tasks.cancel(Key::WRITE);
        stage.tasks.cancel_all();
        stage.pool.last_moment(LONG)();
        let log = std::fs::read_to_string(folder.path().join("references.jsonl")).unwrap();
        let row = r#"{"ts":"1970-01-01T00:00:00.000Z","from":"a","to":"b","relation":"cites","actor":"tui"}"#;
        assert_eq!(log.lines().collect::<Vec<_>>(), [row, row]);
    }

    #[test]
    fn question_runs_while_background_work_occupies_the_other_threads() {
        let mut stage = Stage::new();
        let (end, ended) = mpsc::channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        let background: Vec<_> = ["a", "b", "c"]
            .map(|name| {
                let ended = Arc::clone(&ended);
                stage.run(task(Key(name), move || assert!(ended.lock().unwrap().recv().is_err())).in_background())
            })
            .to_vec();
        let question = stage.run(task(FIND, || {}));
        assert_eq!(stage.finished(), question);
        drop(end);
        let mut rest: Vec<_> = (0..3).map(|_| stage.finished()).collect();
        rest.sort_by_key(|ticket| ticket.number);
        assert_eq!(rest, background);
    }

    #[test]
    fn newer_task_waits_for_the_cancelled_one_with_its_key() {
        let mut stage = Stage::new();
        let (end, ended) = mpsc::channel::<()>();
        let (started, is_started) = mpsc::channel::<()>();
        stage.run(task(FIND, move || {
            started.send(()).unwrap();
            assert!(ended.recv().is_err());
        }));
        is_started.recv_timeout(LONG).unwrap();
        let newer = stage.run(task(FIND, || {}));
        let other = stage.run(task(COUNT, || {}));
        assert_eq!(stage.finished(), other);
        drop(end);
        assert_eq!(stage.finished(), newer, "the cancelled one has no result");
    }

    #[test]
    fn cancelled_task_that_waits_does_not_run() {
        let mut stage = Stage::new();
        let (end, ended) = mpsc::channel::<()>();
        let (started, is_started) = mpsc::channel::<()>();
        stage.run(task(FIND, move || {
            started.send(()).unwrap();
            assert!(ended.recv().is_err());
        }));
        is_started.recv_timeout(LONG).unwrap();
        let (ran, has_run) = mpsc::channel();
        stage.run(task(FIND, move || ran.send(()).unwrap()));
        let newest = stage.run(task(FIND, || {}));
        drop(end);
        assert_eq!(stage.finished(), newest);
        assert!(has_run.recv().is_err(), "it was dropped without running");
    }
}
