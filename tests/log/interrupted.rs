//! Closing a signal writes an edge and a status. Whenever the process is ended, both exist, or neither, or the doctor
//! reports the interruption and repeating the command completes the change.

use crate::support::{Fixture, refscope};
use refscope::doctor;
use refscope::workspace::Workspace;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const RUNS: u64 = 300;
/// Number of processes that run at a time; most of them wait for the disk.
const THREADS: u64 = 4;
const CLOSE: [&str; 5] = ["status", "s", "addressed", "--addressed-by", "a"];
const SIGNAL: &str = "artifacts/signals/s.md";
/// Number of rows in the log before the change.
const ROWS: usize = 2;

/// Pseudo-random numbers (xorshift), the same in every run of the test.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// The part of the change that the workspace contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Neither,
    Both,
    OnlyEdge,
}

fn close(fixture: &Fixture) -> Child {
    refscope(fixture.root()).args(CLOSE).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn edges(fixture: &Fixture) -> usize {
    fixture.read("references.jsonl").lines().count() - ROWS
}

fn found(fixture: &Fixture) -> Found {
    let is_addressed = fixture.read(SIGNAL).contains("status: addressed\n");
    match (edges(fixture), is_addressed) {
        (0, false) => Found::Neither,
        (1, true) => Found::Both,
        (1, false) => Found::OnlyEdge,
        other => panic!("{other:?}: {}", fixture.read("references.jsonl")),
    }
}

fn codes(fixture: &Fixture) -> Vec<&'static str> {
    let workspace = Workspace::load(fixture.root()).unwrap();
    doctor::report(&workspace).findings.iter().map(|finding| finding.rule.code).collect()
}

fn has_leftovers(fixture: &Fixture) -> bool {
    let entries = fs::read_dir(fixture.path("artifacts/signals")).unwrap();
    entries.map(|entry| entry.unwrap().file_name()).any(|name| name != "s.md")
}

/// When a process is ended: after a delay, or soon after one of its writes.
#[derive(Debug)]
enum Moment {
    After(Duration),
    Write { file: &'static str, spins: u64 },
}

impl Moment {
    /// Starts closing the signal of a workspace and waits for the moment.
    fn reach(&self, fixture: &Fixture) -> Child {
        let length = |file| fs::metadata(fixture.path(file)).map_or(0, |found| found.len());
        match *self {
            Self::After(time) => {
                let child = close(fixture);
                thread::sleep(time);
                child
            }
            Self::Write { file, spins } => {
                let before = length(file);
                let mut child = close(fixture);
                while length(file) == before && child.try_wait().unwrap().is_none() {
                    thread::yield_now();
                }
                (0..spins).for_each(|_| std::hint::spin_loop());
                child
            }
        }
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Outcome {
    signal: Signal,
    found: Found,
    is_done: bool,
}

/// Closes a signal in a new workspace, ends the process at a moment, checks the result, and completes an incomplete
/// change.
fn end_at(moment: &Moment, signal: Signal) -> Outcome {
    let fixture = Fixture::clean();
    let mut child = moment.reach(&fixture);
    // The process may have finished already.
    let _ = kill_process(Pid::from_child(&child), signal);
    let is_done = child.wait().unwrap().success();
    let found = found(&fixture);

    let said = format!("{signal:?} {moment:?}: {}", fixture.read("references.jsonl"));
    assert!(!is_done || found == Found::Both, "{said}");
    assert_eq!(codes(&fixture).contains(&"status-interrupted"), found == Found::OnlyEdge, "{said}");
    if signal == Signal::TERM {
        assert_ne!(found, Found::OnlyEdge, "{said}");
        assert!(!has_leftovers(&fixture), "{said}");
    }
    if found == Found::OnlyEdge || has_leftovers(&fixture) {
        fixture.run(&CLOSE).code(0);
        assert_eq!(self::found(&fixture), Found::Both, "{said}");
        assert!(!has_leftovers(&fixture), "{said}");
        assert!(!codes(&fixture).contains(&"status-interrupted"), "{said}");
    }
    Outcome { signal, found, is_done }
}

/// Ends many processes at moments that depend on `seed`.
fn end_many(seed: u64) -> Vec<Outcome> {
    let mut random = Random(seed);
    let started = Instant::now();
    assert!(close(&Fixture::clean()).wait().unwrap().success());
    // Adaptive, so that about half of the processes are ended before they finish, however fast the machine is.
    let mut length = started.elapsed();
    let end = |run: u64| {
        let signal = if run.is_multiple_of(3) { Signal::TERM } else { Signal::KILL };
        let moment = match run % 4 {
            0 => Moment::After(length * random.below(128) as u32 / 100),
            1 => Moment::Write { file: "audit.jsonl", spins: random.below(200_000) },
            _ => Moment::Write { file: "references.jsonl", spins: random.below(60_000) },
        };
        let outcome = end_at(&moment, signal);
        if let Moment::After(_) = moment {
            length = if outcome.is_done { length * 15 / 16 } else { length * 16 / 15 };
        }
        outcome
    };
    (0..RUNS / THREADS).map(end).collect()
}

#[test]
fn an_interrupted_change_is_complete_or_reported_and_can_be_completed() {
    let outcomes: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (1..=THREADS).map(|seed| scope.spawn(move || end_many(seed << 32 | 0x5eed))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(outcomes.len() as u64, RUNS);
    let number = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count();
    let (before, after) = (number(|one| one.found == Found::Neither), number(|one| one.found == Found::Both));
    let held_back = number(|one| one.signal == Signal::TERM && one.found == Found::Both && !one.is_done);
    let only_edge = number(|one| one.found == Found::OnlyEdge);
    eprintln!("neither {before}, both {after}, of these ended by TERM {held_back}, only the edge {only_edge}");
    assert!(before > 0 && after > 0, "every process was ended at the same moment");
}
