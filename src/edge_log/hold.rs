//! Delays the end of the process while two related files are written.
//!
//! A readers-writer lock: each change is a reader, the thread that ends the process is the writer. A signal therefore
//! takes effect after both files are written, and no change begins after that. SIGKILL cannot be delayed; the intent
//! row in the audit trail covers that case.

use std::cell::Cell;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static WRITES: RwLock<()> = RwLock::new(());

thread_local! {
    static HOLDS: Cell<bool> = const { Cell::new(false) };
}

/// A change in progress.
pub(super) struct Hold {
    _reader: RwLockReadGuard<'static, ()>,
}

impl Hold {
    /// Delays the end of the process until the result is dropped. Callers must not wait for file locks meanwhile.
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

/// Waits until no change is half written, and blocks new ones until the result is dropped. Called before ending the
/// process from another thread. `None` on a thread that panics during its own write, which would otherwise deadlock.
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
    fn end_of_process_waits_for_a_change() {
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
    fn writing_thread_does_not_wait_for_itself() {
        let hold = Hold::begin();
        assert!(finish_writes().is_none());
        drop(hold);
        assert!(finish_writes().is_some());
    }
}
