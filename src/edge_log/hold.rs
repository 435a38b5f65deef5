//! Holding back the end of the process while two files are written that belong together.
//!
//! A readers-writer lock: a change holds it as a reader, the thread that ends the process takes it as the writer. So a signal
//! that arrives in between takes effect when both files are written, and no change begins after that. Nothing here helps against
//! SIGKILL; the intent row in the audit trail does.

use std::cell::Cell;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static WRITES: RwLock<()> = RwLock::new(());

thread_local! {
    static HOLDS: Cell<bool> = const { Cell::new(false) };
}

/// A change that is being written.
pub(super) struct Hold {
    _reader: RwLockReadGuard<'static, ()>,
}

impl Hold {
    /// Holds back the end of the process until the result is dropped. Waits for no lock of a file inside.
    pub(super) fn begin() -> Self {
        let reader = WRITES.read().unwrap_or_else(PoisonError::into_inner);
        HOLDS.set(true);
        Self { _reader: reader }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        HOLDS.set(false);
    }
}

/// To be called before the process ends on another thread: waits until no change is half written, and lets none begin
/// before the result is dropped. `None` on a thread that panics while it writes: it would wait for itself.
pub fn finish_writes() -> Option<impl Drop> {
    let wait = || -> RwLockWriteGuard<'static, ()> { WRITES.write().unwrap_or_else(PoisonError::into_inner) };
    (!HOLDS.get()).then(wait)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    #[test]
    fn the_end_waits_until_a_change_is_written() {
        let hold = Hold::begin();
        assert!(WRITES.try_write().is_err());
        let (send, events) = mpsc::channel();
        thread::scope(|scope| {
            let ended = send.clone();
            scope.spawn(move || {
                let _end = finish_writes().unwrap();
                ended.send("end").unwrap();
            });
            send.send("written").unwrap();
            drop(hold);
        });
        assert_eq!(events.try_iter().collect::<Vec<_>>(), ["written", "end"]);
    }

    #[test]
    fn a_thread_that_is_writing_does_not_wait_for_itself() {
        let hold = Hold::begin();
        assert!(finish_writes().is_none());
        drop(hold);
        assert!(finish_writes().is_some());
    }
}
