//! Watching by polling, where file system events are not available.

use super::root::{Root, Standing};
use super::stamp::{Stamp, stamp};
use super::worker::{End, Heard, Worker};
use super::{WatchEvent, Watching};
use crate::workspace::Changes;
use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

/// Polls until it is stopped or the workspace is gone: the logs often, because they grow, and everything else less
/// often.
pub(super) fn look(worker: &mut Worker, root: &Root) -> End {
    // Recorded before the mode is reported, because the logs can change right after that.
    let mut known = stamps(worker.scope.logs());
    worker.deliver(WatchEvent::Mode(Watching::Polling));
    worker.deliver(WatchEvent::Changed(Changes::Anywhere));
    let (mut due, mut all_due) = (Instant::now() + worker.habits.logs, Instant::now() + worker.habits.all);
    loop {
        match worker.inbox.recv_timeout(due.saturating_duration_since(Instant::now())) {
            Ok(Heard::Stop) | Err(RecvTimeoutError::Disconnected) => return End::Stopped,
            // Discards events from before the switch to polling.
            Ok(Heard::Event(_)) => continue,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if root.standing() != Standing::Same {
            return End::Gone;
        }
        let now = stamps(worker.scope.logs());
        if Instant::now() >= all_due {
            worker.renew_scope();
            worker.deliver(WatchEvent::Changed(Changes::Anywhere));
            all_due = Instant::now() + worker.habits.all;
        } else {
            let others = now.iter().filter(|one| !known.contains(one));
            let changes = Changes::Paths(others.map(|(path, _)| path.clone()).collect());
            if !changes.is_empty() {
                worker.deliver(WatchEvent::Changed(changes));
            }
        }
        known = now;
        due = Instant::now() + worker.habits.logs;
    }
}

fn stamps(logs: &[PathBuf]) -> Vec<(PathBuf, Option<Stamp>)> {
    logs.iter().map(|log| (log.clone(), stamp(log))).collect()
}
