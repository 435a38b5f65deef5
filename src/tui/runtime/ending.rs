//! The end of the process, from whatever thread.

use super::terminal;
use crate::edge_log;
use signal_hook::consts::SIGHUP;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What an end waits for: something that must not be lost, and does not take long.
static LAST_MOMENT: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();
/// A folder that was made for this run alone. An end from another thread drops nothing, so it is removed here.
static TEMPORARY: OnceLock<PathBuf> = OnceLock::new();

/// Has a folder removed, whatever ends the process early.
pub(super) fn remove_at_end(folder: PathBuf) {
    // There is one screen, and it shows one folder.
    let _ = TEMPORARY.set(folder);
}

/// Has something done before the process ends early.
pub(super) fn wait_at_end(last_moment: impl Fn() + Send + Sync + 'static) {
    // There is one screen, and one that remembers for it.
    let _ = LAST_MOMENT.set(Box::new(last_moment));
}

/// Puts the terminal back and ends the process, without waiting for any other thread but for a moment.
pub(super) fn end(code: i32) -> ! {
    end_with(code, || {})
}

/// Like [`end`], with last words once the terminal is as it was.
pub(super) fn end_with(code: i32, last_words: impl FnOnce()) -> ! {
    // Held to the end: a draw of another thread must not come after the terminal was put back.
    let _turn = terminal::leave();
    last_words();
    if let Some(last_moment) = LAST_MOMENT.get() {
        last_moment();
    }
    // A status and its edge that are half written are written to the end, however long the disk takes.
    let _no_other_change = edge_log::finish_writes();
    if let Some(folder) = TEMPORARY.get() {
        // Nobody is there to be told.
        let _ = std::fs::remove_dir_all(folder);
    }
    signal_hook::low_level::exit(code)
}

/// Ends the process as a hang-up does.
pub(super) fn terminal_is_gone() -> ! {
    end(by_signal(SIGHUP))
}

/// The exit code of a program that a signal ended.
pub(super) const fn by_signal(signal: i32) -> i32 {
    128 + signal
}
