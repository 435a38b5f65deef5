//! Ends the process early, from any thread: restores the terminal, waits for pending writes, and removes temporary
//! files.

use super::terminal;
use crate::edge_log;
use signal_hook::consts::SIGHUP;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Waits for short work that must not be lost.
static LAST_MOMENT: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();
/// A temporary folder of this session. Exiting from another thread runs no destructors, so it is removed here.
static TEMPORARY: OnceLock<PathBuf> = OnceLock::new();

/// Registers a folder to be removed when the process ends early.
pub(super) fn remove_at_end(folder: PathBuf) {
    // Called at most once: there is one screen with one folder.
    let _ = TEMPORARY.set(folder);
}

/// Registers a function to be called before the process ends early.
pub(super) fn wait_at_end(last_moment: impl Fn() + Send + Sync + 'static) {
    // Called at most once: there is one screen.
    let _ = LAST_MOMENT.set(Box::new(last_moment));
}

/// Restores the terminal and ends the process; waits for other threads only briefly.
pub(super) fn end(code: i32) -> ! {
    end_with(code, || {})
}

/// Like [`end`], and runs `last_words` after the terminal is restored.
pub(super) fn end_with(code: i32, last_words: impl FnOnce()) -> ! {
    // Held to the end: another thread must not draw after the terminal is restored.
    let _turn = terminal::leave();
    last_words();
    if let Some(last_moment) = LAST_MOMENT.get() {
        last_moment();
    }
    // A half-written pair of status and edge is completed, however long the disk takes.
    let _no_other_change = edge_log::finish_writes();
    if let Some(folder) = TEMPORARY.get() {
        // An error cannot be reported to anyone.
        let _ = std::fs::remove_dir_all(folder);
    }
    signal_hook::low_level::exit(code)
}

/// Ends the process as SIGHUP does.
pub(super) fn terminal_is_gone() -> ! {
    end(by_signal(SIGHUP))
}

/// The exit code of a program ended by a signal.
pub(super) const fn by_signal(signal: i32) -> i32 {
    128 + signal
}
