//! Panics while the program has the screen.
//!
//! One that nobody catches puts the terminal back, then says what happened on standard error, and ends the process with
//! code 101, on whatever thread it was: a screen without its workers is no use.
//!
//! The sources run on rayon's threads, and their panics are caught where they are loaded. rayon hands every panic of a
//! job to whoever waits for it, so a panic there is only noted: it is a finding if it is caught, and if it is not, it
//! comes out of the waiting thread, which is [`watched`].

use super::ending;
use super::terminal::{self, Presence};
use crate::text::plain_lines;
use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, JoinHandle};
use std::{fmt, io};

/// What a panicking Rust program exits with.
const CODE: i32 = 101;

/// How many panics of jobs are kept until it is known whether they were caught.
const KEPT: usize = 16;

static NOTED: Mutex<VecDeque<Note>> = Mutex::new(VecDeque::new());

/// A panic that somebody may still catch.
struct Note {
    words: String,
    report: String,
}

/// Has panics put the terminal back; to be called once before the screen is entered, and harmless a second time.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if rayon::current_thread_index().is_some() {
                // Also while the program ends: what nobody waits for any more is nobody's concern.
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

/// Runs the work; a panic that comes out of it ends the process. For the main thread; workers use [`spawn`].
pub fn watched<T>(work: impl FnOnce() -> T) -> T {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|cause| {
        let words = words(&*cause);
        // On its way here the panic may have left the screen already, and only a panic during the screen is noted.
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
    if noted.len() == KEPT {
        noted.pop_front();
    }
    noted.push_back(note);
}

/// The latest report of a panic with these words.
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

/// The words of a panic may quote a file: they are made plain like everything that reaches a terminal.
fn say(report: &str) {
    let words = format!("\nrefscope broke down; this is a bug, please report it:\n{}\n", plain_lines(report));
    // Not `eprint!`, which panics when nobody listens.
    let _ = io::Write::write_all(&mut io::stderr(), words.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_job_is_found_by_its_words() {
        note(Note { words: "first".to_owned(), report: "at one".to_owned() });
        note(Note { words: "second".to_owned(), report: "at two".to_owned() });
        assert_eq!(noted("first").as_deref(), Some("at one"));
        assert_eq!(noted("none"), None);
    }

    #[test]
    fn a_panic_without_the_screen_goes_on_as_it_would_have() {
        let caught = panic::catch_unwind(|| watched(|| -> () { panic::resume_unwind(Box::new("oh no")) }));
        assert_eq!(words(&*caught.unwrap_err()), "oh no");
    }

    #[test]
    fn a_watched_job_returns_what_it_made() {
        assert_eq!(watched(|| 7), 7);
    }
}
