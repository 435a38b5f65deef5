//! Background work as values: what to compute off the input thread, and what to do with the result.
//!
//! A [`Task`] has a [`Key`]. A newer task cancels an older one with the same key through its [`CancelToken`], except for
//! writes, which are queued and all run. The work owns everything it needs and has no access to terminal or state; its
//! result comes back as a [`Delivery`], a function that `update` applies to the state. The runtime runs tasks on a pool
//! of threads (`runtime/pool.rs`), headless mode runs them at once and in order.

use super::effect::Effect;
use super::state::State;
use crate::time::Millis;
use std::any::Any;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a task computes, such as `find`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(pub &'static str);

impl Key {
    /// Preparing names for searching.
    pub const PREPARE: Self = Self("prepare");
    pub const FIND: Self = Self("find");
    pub const WALK: Self = Self("walk");
    /// The detail of a node.
    pub const READ: Self = Self("read");
    pub const TRACE: Self = Self("trace");
    pub const ARRANGE: Self = Self("arrange");
    pub const DRAW: Self = Self("draw");
    /// The doctor's report.
    pub const EXAMINE: Self = Self("examine");
    pub const SIFT: Self = Self("sift");
    /// Counts by system, kind and relation.
    pub const COUNT: Self = Self("count");
    /// Edge counts of a node, by relation.
    pub const TALLY: Self = Self("tally");
    /// Nodes that match the text of a field.
    pub const COMPLETE: Self = Self("complete");
    /// Relations that match the typed text and the ends of an edge.
    pub const FIT: Self = Self("fit");
    /// The suggested correction of a dangling edge.
    pub const SUGGEST_TARGET: Self = Self("suggest-target");
    /// Previews of a change.
    pub const ADVISE: Self = Self("advise");
    /// The last rows of the log.
    pub const FOLLOW: Self = Self("follow");
    /// Timeline and graphs of the past.
    pub const RECALL: Self = Self("recall");
    /// The changes since a time.
    pub const COMPARE: Self = Self("compare");
    pub const PAGE: Self = Self("page");
    /// The impact of a change, for highlighting.
    pub const LIGHT: Self = Self("light");
    /// Texts and files for the share dialog.
    pub const SHARE: Self = Self("share");
    /// Changes to the workspace's files.
    pub const WRITE: Self = Self("write");
}

/// How a task is scheduled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The user waits for it. A newer one with the same key cancels it.
    Question,
    /// The user does not wait for it, so it leaves a thread free for questions. A newer one with the same key cancels it.
    Background,
    /// It changes files: it runs after earlier ones and is never cancelled, since the screen says that it runs.
    Write,
}

/// Tells a running task that its result is no longer wanted.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Identifies a task that was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ticket {
    pub key: Key,
    pub kind: Kind,
    /// Sequence number; 0 before the task is started.
    pub number: u64,
}

/// What the work of a task can use besides what it owns.
pub struct Run<'a> {
    /// The current time.
    pub now: Millis,
    /// Whether the result is no longer wanted. Long work checks it and then returns `None`.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
    early: &'a dyn Fn(Delivery),
}

/// Stores a result in the state.
type Deliver = Box<dyn FnOnce(&mut State, Box<dyn Any + Send>) -> Vec<Effect> + Send>;

type Work = Box<dyn FnOnce(&Run<'_>) -> Option<Delivery> + Send>;

/// Work to do off the input thread.
pub struct Task {
    pub ticket: Ticket,
    pub token: CancelToken,
    work: Work,
}

/// A result, and the function that stores it in the state.
pub struct Delivery {
    /// Whether the rest is still to come.
    pub is_partial: bool,
    result: Box<dyn Any + Send>,
    deliver: Deliver,
}

impl Delivery {
    fn new<T: Send + 'static>(result: T, deliver: impl FnOnce(&mut State, T) -> Vec<Effect> + Send + 'static) -> Self {
        let deliver = move |state: &mut State, result: Box<dyn Any + Send>| match result.downcast() {
            Ok(result) => deliver(state, *result),
            Err(_) => Vec::new(),
        };
        Self { is_partial: false, result: Box::new(result), deliver: Box::new(deliver) }
    }

    /// The result, if it is of this type. Tests change it to deliver what rarely happens.
    pub fn result_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.result.downcast_mut()
    }

    /// Stores the result in the state.
    pub fn deliver(self, state: &mut State) -> Vec<Effect> {
        (self.deliver)(state, self.result)
    }
}

impl Task {
    /// Work whose result, unless it was cancelled, is passed to `deliver`.
    pub fn new<T: Send + 'static>(
        key: Key,
        work: impl FnOnce(&Run<'_>) -> Option<T> + Send + 'static,
        deliver: impl FnOnce(&mut State, T) -> Vec<Effect> + Send + 'static,
    ) -> Self {
        Self::of(key, move |run| work(run).map(|result| Delivery::new(result, deliver)))
    }

    /// Work that passes first results to its second parameter while the rest is computed.
    pub fn in_parts<T: Send + 'static>(
        key: Key,
        work: impl FnOnce(&Run<'_>, &dyn Fn(T)) -> Option<T> + Send + 'static,
        deliver: fn(&mut State, T) -> Vec<Effect>,
    ) -> Self {
        Self::of(key, move |run| {
            let early = |part| (run.early)(Delivery { is_partial: true, ..Delivery::new(part, deliver) });
            work(run, &early).map(|result| Delivery::new(result, deliver))
        })
    }

    fn of(key: Key, work: impl FnOnce(&Run<'_>) -> Option<Delivery> + Send + 'static) -> Self {
        let ticket = Ticket { key, kind: Kind::Question, number: 0 };
        Self { ticket, token: CancelToken::default(), work: Box::new(work) }
    }

    /// Does the work for which the user does not wait.
    #[must_use]
    pub fn in_background(mut self) -> Self {
        self.ticket.kind = Kind::Background;
        self
    }

    /// Does the work after earlier writes, and in any case.
    #[must_use]
    pub fn as_write(mut self) -> Self {
        self.ticket.kind = Kind::Write;
        self
    }

    /// Runs the task at time `now`; `None` if its work noticed that it was cancelled.
    pub fn run(self, now: Millis, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Delivery> {
        self.run_in_parts(now, cancelled, &drop)
    }

    /// Like [`Self::run`], but passes first results to `early` while the rest is computed.
    pub fn run_in_parts(
        self,
        now: Millis,
        cancelled: &(dyn Fn() -> bool + Sync),
        early: &dyn Fn(Delivery),
    ) -> Option<Delivery> {
        (self.work)(&Run { now, cancelled, early })
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("ticket", &self.ticket).finish_non_exhaustive()
    }
}

impl fmt::Debug for Delivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delivery").field("is_partial", &self.is_partial).finish_non_exhaustive()
    }
}

/// The tasks that were started and have not delivered their result yet.
#[derive(Debug, Default)]
pub struct RunningTasks {
    last: u64,
    running: Vec<(Ticket, CancelToken)>,
    /// Keys to start again after their delivery, because the log has grown since.
    pub behind: HashSet<Key>,
}

impl RunningTasks {
    /// Starts a task: cancels an older one with the same key.
    pub fn start(&mut self, mut task: Task) -> Effect {
        self.cancel(task.ticket.key);
        self.last += 1;
        task.ticket.number = self.last;
        self.running.push((task.ticket, task.token.clone()));
        Effect::Run(task)
    }

    /// Marks a task as finished.
    pub fn finish(&mut self, ticket: Ticket) {
        self.running.retain(|(running, _)| *running != ticket);
    }

    /// Cancels the tasks with a key, except for writes.
    pub fn cancel(&mut self, key: Key) {
        self.cancel_if(|ticket| ticket.key == key);
    }

    /// Cancels all tasks except for writes.
    pub fn cancel_all(&mut self) {
        self.cancel_if(|_| true);
    }

    fn cancel_if(&mut self, is_meant: impl Fn(Ticket) -> bool) {
        self.running.retain(|(ticket, token)| {
            let is_cancelled = ticket.kind != Kind::Write && is_meant(*ticket);
            if is_cancelled {
                token.cancel();
            }
            !is_cancelled
        });
    }

    /// Whether the result of a task with this key is still to come.
    pub fn is_waiting(&self, key: Key) -> bool {
        self.running.iter().any(|(ticket, _)| ticket.key == key)
    }

    /// Whether the result of a task is still wanted.
    pub fn is_wanted(&self, ticket: Ticket) -> bool {
        self.running.iter().any(|(running, _)| *running == ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIND: Key = Key("find");
    const WALK: Key = Key("walk");

    fn task(key: Key) -> Task {
        Task::new(key, |_| Some(()), |_, ()| Vec::new())
    }

    fn started(tasks: &mut RunningTasks, task: Task) -> Task {
        let Effect::Run(task) = tasks.start(task) else { panic!("not a task") };
        task
    }

    #[test]
    fn newer_task_cancels_older_one_with_the_same_key_only() {
        let mut tasks = RunningTasks::default();
        let [old, other] = [FIND, WALK].map(|key| started(&mut tasks, task(key)));
        let new = started(&mut tasks, task(FIND));
        assert_eq!([&old, &other, &new].map(|task| task.token.is_cancelled()), [true, false, false]);
        assert_eq!([&old, &other, &new].map(|task| tasks.is_wanted(task.ticket)), [false, true, true]);
    }

    #[test]
    fn task_is_awaited_until_it_finishes() {
        let mut tasks = RunningTasks::default();
        let running = started(&mut tasks, task(FIND));
        assert!(tasks.is_waiting(FIND) && !tasks.is_waiting(WALK));
        tasks.finish(running.ticket);
        assert!(!tasks.is_waiting(FIND));
    }

    #[test]
    fn writes_are_never_cancelled() {
        let mut tasks = RunningTasks::default();
        let first = started(&mut tasks, task(WALK).as_write());
        let second = started(&mut tasks, task(WALK).as_write());
        tasks.cancel(WALK);
        tasks.cancel_all();
        assert!(!first.token.is_cancelled() && !second.token.is_cancelled());
        assert!(tasks.is_wanted(first.ticket) && tasks.is_wanted(second.ticket));
    }
}
