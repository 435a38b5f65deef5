//! Panic handling while the program has the screen.
//!
//! An uncaught panic on any thread restores the terminal, prints a report to standard error and ends the process with
//! code 101: the screen is useless without its workers.
//!
//! Sources are loaded on rayon's threads and on reader threads, where their panics are caught and become findings. Both
//! propagate every panic to the waiting thread, so the hook only notes it: either it is caught, or it reaches a thread
//! that runs in [`watched`], which prints the noted report.

use super::ending;
use super::terminal::{self, Presence};
use crate::system::is_reader;
use crate::text::plain_lines;
use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, JoinHandle};
use std::{fmt, io};

/// Exit code of a panicking Rust program.
const CODE: i32 = 101;

/// Maximum number of noted panics, of which it is not yet known whether they are caught.
const MOST_NOTES: usize = 16;

static NOTED: Mutex<VecDeque<Note>> = Mutex::new(VecDeque::new());

/// A panic that may still be caught.
struct Note {
    words: String,
    report: String,
}

/// Installs the panic hook. Call it before the screen is entered; further calls have no effect.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if rayon::current_thread_index().is_some() || is_reader() {
                // Also while the program ends: panics of abandoned jobs do not matter.
                note(Note { words: words(info.payload()), report: report(info) });
            } else if terminal::presence() == Presence::Out {
                before(info);
            } else {
                let report = report(info);
                ending::end_with(CODE, || say(&report));
            }
        }));
    });
}

/// Runs `work`; a panic ends the process. For the main thread; workers use [`spawn`].
pub fn watched<T>(work: impl FnOnce() -> T) -> T {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|cause| {
        let words = words(&*cause);
        // Unwinding may have left the screen already; a panic that happened while it was entered is noted.
        let report = match noted(&words) {
            Some(report) => report,
            None if terminal::presence() == Presence::Out => panic::resume_unwind(cause),
            None => format!("a job panicked:\n{words}"),
        };
        ending::end_with(CODE, || say(&report))
    })
}

/// Starts a thread whose panics end the process.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(|| watched(work))
}

fn note(note: Note) {
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if noted.len() == MOST_NOTES {
        noted.pop_front();
    }
    noted.push_back(note);
}

/// The latest report of a panic with this message.
fn noted(words: &str) -> Option<String> {
    let noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    noted.iter().rev().find(|note| note.words == words).map(|note| note.report.clone())
}

fn words(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".to_owned())
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let thread = thread::current();
    let mut report = format!("thread '{}' {info}", thread.name().unwrap_or("<unnamed>"));
    let trace = Backtrace::capture();
    if trace.status() == BacktraceStatus::Captured {
        let _ = fmt::Write::write_fmt(&mut report, format_args!("\n{trace}"));
    }
    report
}

/// Prints a report. A panic message may quote a file, so it is sanitised like all terminal output.
fn say(report: &str) {
    let words = format!("\nrefscope crashed; this is a bug, please report it:\n{}\n", plain_lines(report));
    // Not `eprint!`, which panics if standard error is closed.
    let _ = io::Write::write_all(&mut io::stderr(), words.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_job_is_found_by_its_message() {
        note(Note { words: "first".to_owned(), report: "at one".to_owned() });
        note(Note { words: "second".to_owned(), report: "at two".to_owned() });
        assert_eq!(noted("first").as_deref(), Some("at one"));
        assert_eq!(noted("none"), None);
    }

    #[test]
    fn a_panic_outside_the_screen_is_propagated() {
        let caught = panic::catch_unwind(|| watched(|| -> () { panic::resume_unwind(Box::new("oh no")) }));
        assert_eq!(words(&*caught.unwrap_err()), "oh no");
    }

    #[test]
    fn a_watched_job_returns_its_result() {
        assert_eq!(watched(|| 7), 7);
    }
}
