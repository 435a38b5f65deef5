//! Fault injection tests: a status and its edge when one of the two writes fails. Both are written, or neither is, or
//! the error states what is in the files.

use super::tests::{FILE, workspace};
use super::*;
use std::cell::Cell;

/// Steps with injected failures: a number of appends succeed, the next one fails, and the rename always fails.
struct Failing {
    stored: Cell<usize>,
    append: fn() -> AppendError,
}

impl Steps for Failing {
    fn append(&self, log: &EdgeLog, locked: &mut LockedFile, row: &impl Serialize) -> Result<Stored, AppendError> {
        match self.stored.get() {
            0 => Err((self.append)()),
            left => {
                self.stored.set(left - 1);
                Disk.append(log, locked, row)
            }
        }
    }

    fn put_in_place(&self, _: Replacement) -> io::Result<Vec<String>> {
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }
}

impl Failing {
    /// Closes the signal; returns the error and the contents of the log, the file and the audit trail.
    fn close(self) -> (String, Vec<String>, String, Vec<String>) {
        let ws = workspace("---\nstatus: open\n---\n");
        let root = ws.folder.path();
        let change = ws.change("addressed", Some("t"));
        let error = change_by(&self, root, &EdgeLog::of(root), &change, Instant::now()).unwrap_err();
        let of_log = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        let kind = |row: Value| row.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
        let rows = ws.read("references.jsonl").lines().map(|line| kind(of_log(line))).collect();
        let audit = ws.read("audit.jsonl");
        let done = audit.lines().map(|line| of_log(line)["op"].as_str().unwrap().to_owned()).collect();
        (error.to_string(), rows, ws.read(FILE), done)
    }
}

fn full() -> AppendError {
    AppendError::Refused { path: "log".into(), cause: io::ErrorKind::StorageFull.into() }
}

fn unconfirmed() -> AppendError {
    AppendError::Unconfirmed { path: "log".into(), problem: "the disk did not confirm it".to_owned() }
}

const EDGE: &str = "ts from to relation actor";
const BACK: &str = "ts actor retracts reason";
const OPEN: &str = "---\nstatus: open\n---\n";

#[test]
fn edge_is_retracted_if_the_status_cannot_be_changed() {
    let (said, rows, file, audit) = Failing { stored: Cell::new(2), append: full }.close();
    assert!(said.starts_with("the status was not changed: cannot change artifacts/signals/s.md: "), "{said}");
    let end = ". Its edge was written (line 1 of the log) and retracted (line 2), so both are as before";
    assert!(said.ends_with(end) && !said.contains("Nothing"), "{said}");
    assert_eq!((rows, &*file), (vec![EDGE.to_owned(), BACK.to_owned()], OPEN));
    assert_eq!(audit, ["refscope.intent", "refs.add", "refs.retract"]);
}

#[test]
fn edge_that_cannot_be_retracted_is_reported() {
    let (said, rows, file, audit) = Failing { stored: Cell::new(1), append: full }.close();
    let end = "But its edge is in the log (line 1) and could not be retracted: cannot write to log: \
               no storage space. Nothing was written. Retract it with `refscope refs retract`";
    assert!(said.ends_with(end), "{said}");
    assert_eq!((rows, &*file), (vec![EDGE.to_owned()], OPEN));
    assert_eq!(audit, ["refscope.intent", "refs.add"]);
}

#[test]
fn edge_that_cannot_be_written_leaves_no_trace() {
    let (said, rows, file, audit) = Failing { stored: Cell::new(0), append: full }.close();
    assert!(said.starts_with("the status was not changed because its edge could not be written"), "{said}");
    assert_eq!((rows.len(), &*file), (0, OPEN));
    assert_eq!(audit, ["refscope.intent"]);
}

#[test]
fn unconfirmed_edge_that_cannot_be_retracted_is_reported() {
    let (said, _, file, _) = Failing { stored: Cell::new(0), append: unconfirmed }.close();
    assert!(said.ends_with("the disk did not confirm it: it may or may not be saved"), "{said}");
    assert_eq!(file, OPEN);
}

/// Steps whose first append reports no confirmation although the row is in the file.
struct Doubtful(Cell<bool>);

impl Steps for Doubtful {
    fn append(&self, log: &EdgeLog, locked: &mut LockedFile, row: &impl Serialize) -> Result<Stored, AppendError> {
        let written = Disk.append(log, locked, row);
        if self.0.replace(true) { written } else { Err(unconfirmed()) }
    }

    fn put_in_place(&self, replacement: Replacement) -> io::Result<Vec<String>> {
        Disk.put_in_place(replacement)
    }
}

#[test]
fn unconfirmed_edge_is_retracted_and_the_status_stays() {
    let ws = workspace(OPEN);
    let root = ws.folder.path();
    let change = ws.change("addressed", Some("t"));
    let steps = Doubtful(Cell::new(false));
    let error = change_by(&steps, root, &EdgeLog::of(root), &change, Instant::now()).unwrap_err().to_string();
    assert!(error.ends_with("is in the log, it is retracted (line 2), so both are as before"), "{error}");
    assert_eq!((ws.read("references.jsonl").lines().count(), &*ws.read(FILE)), (2, OPEN));
}
