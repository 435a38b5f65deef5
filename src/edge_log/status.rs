//! Changes the status of an artifact in its file, according to the state machine of its kind.
//!
//! Only the status line changes, and `updatedAt` if present; comments, order, quoting and line endings stay. Closing an
//! artifact as `addressed` also adds an edge from the node that took responsibility. Both writes succeed or neither
//! does, like a transaction with a write-ahead intent: the new file is prepared, the intent is recorded in the audit
//! trail, the edge is appended, the file is renamed into place; if the rename fails, the edge is retracted. Signals are
//! delayed until both are written. A change that was killed in between is recognised by its intent and completed when
//! it is requested again.

mod companion;
mod error;
#[cfg(test)]
mod faults;
mod foreseen;
mod interrupted;
mod line;
mod step;

pub use error::StatusError;
pub use foreseen::{Foreseen, preview_status};
pub use step::check_step;

use super::append::Released;
use super::audit::{self, Trail};
use super::hold::Hold;
use super::lock::{self, LockedFile};
use super::outside::Target;
use super::{AppendError, EdgeLog, Stored, Written, check_row, leftovers, replace::Replacement};
use crate::system::Statuses;
use crate::system::kit::file;
use crate::system::kit::frontmatter::Document;
use crate::system::kit::yaml::YamlError;
use crate::system::log::Row;
use crate::time::{self, Millis};
use companion::Companion;
use interrupted::Interrupted;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// The status that requires a responsible node.
pub const ADDRESSED: &str = "addressed";
const STATUS: &str = "status";
const UPDATED_AT: &str = "updatedAt";

/// A requested status change.
#[derive(Debug, Clone, Copy)]
pub struct StatusChange<'a> {
    pub id: &'a str,
    /// The artifact's file, relative to the workspace.
    pub file: &'a str,
    pub statuses: Statuses<'a>,
    /// The new status.
    pub status: &'a str,
    /// The responsible node, for `addressed`.
    pub addressed_by: Option<&'a str>,
    pub reason: Option<&'a str>,
    pub actor: &'a str,
    /// The time of the change, for its row and `updatedAt`.
    pub at: Millis,
}

/// A completed status change.
#[derive(Debug)]
pub struct Changed {
    /// The previous status.
    pub previous: String,
    /// The line of the status in the file.
    pub line: u32,
    /// The edge that was added with it.
    pub edge: Option<Written>,
    /// Non-fatal errors; the change is done in any case.
    pub warnings: Vec<String>,
}

/// Changes a status, adds its edge, and records both in the audit trail: all or nothing.
///
/// Takes all locks before reading the file, so that edits by other programs in the meantime are kept.
pub fn change_status(
    root: &Path,
    log: &EdgeLog,
    change: &StatusChange<'_>,
    started: Instant,
) -> Result<Changed, StatusError> {
    change_by(&Disk, root, log, change, started)
}

/// The two writes of a change; tests implement them with injected failures.
trait Steps {
    fn append(&self, log: &EdgeLog, locked: &mut LockedFile, row: &impl Serialize) -> Result<Stored, AppendError>;

    fn put_in_place(&self, replacement: Replacement) -> io::Result<Vec<String>>;
}

struct Disk;

impl Steps for Disk {
    fn append(&self, log: &EdgeLog, locked: &mut LockedFile, row: &impl Serialize) -> Result<Stored, AppendError> {
        log.store(locked, row)
    }

    fn put_in_place(&self, replacement: Replacement) -> io::Result<Vec<String>> {
        replacement.commit()
    }
}

fn change_by(
    steps: &impl Steps,
    root: &Path,
    log: &EdgeLog,
    change: &StatusChange<'_>,
    started: Instant,
) -> Result<Changed, StatusError> {
    let now = change.at;
    let path = root.join(change.file);
    let row = edge_of(change, now)?;
    // Rejects forbidden changes before anything is locked or created.
    edit(change, &read(&path, change.file)?, now)?;

    log.check_targets(Some(&path)).map_err(StatusError::Outside)?;

    let _no_other_change = lock_file(&path, change.file, log.patience)?;
    let companion = row.map(|row| Companion::lock(steps, log, row)).transpose()?;
    let trail = Trail::open(log);
    leftovers::remove_near(log.target(&path));
    let (companion, mut warnings) = interrupted::resume(companion, Interrupted::find(root, log, change.id));
    let before = read(&path, change.file)?;
    let edited = edit(change, &before, now)?;

    let hold = Hold::begin();
    let prepared = Prepared { replacement: prepare(log.target(&path), change.file, &edited)?, before, edited };
    let mut writing = Writing { steps, target: log.target(&path), change, trail, started, warnings: Vec::new() };
    let (edited, edge) = writing.both(companion, prepared)?;
    drop(hold);

    warnings.append(&mut writing.warnings);
    // After the lock is released, because counting lines reads the whole log.
    let edge = edge.map(|(stored, mut log)| stored.counted(&mut log));
    let edge = edge.map(|mut edge| {
        warnings.append(&mut edge.warnings);
        writing.trail.note_creation(log, &mut edge);
        edge
    });
    warnings.dedup();
    Ok(Changed { previous: edited.previous, line: edited.line, edge, warnings })
}

/// The state of a change while it is written.
struct Writing<'a, S> {
    steps: &'a S,
    target: Target<'a>,
    change: &'a StatusChange<'a>,
    trail: Trail,
    started: Instant,
    warnings: Vec<String>,
}

impl<S: Steps> Writing<'_, S> {
    /// Writes edge and file, then their audit rows. Returns the unlocked log if there is an edge.
    fn both(
        &mut self,
        companion: Option<Companion<'_, S>>,
        prepared: Prepared,
    ) -> Result<(Edited, Option<(Stored, Released)>), StatusError> {
        let (edited, edge) = match companion {
            None => (self.file(prepared)?, None),
            Some(companion) => {
                let (edited, edge) = self.edge_and_file(companion, prepared)?;
                (edited, Some(edge))
            }
        };
        self.record(&audit::Entry::ArtifactStatus {
            id: self.change.id,
            new_status: self.change.status,
            actor: self.change.actor,
            reason: self.change.reason,
        });
        Ok((edited, edge))
    }

    fn edge_and_file(
        &mut self,
        mut companion: Companion<'_, S>,
        prepared: Prepared,
    ) -> Result<(Edited, (Stored, Released)), StatusError> {
        if let Some(intent) = companion.intent(self.change, &prepared.edited.previous) {
            self.record(&audit::Entry::Intent { intends: &intent, actor: self.change.actor });
        }
        let stored = match companion.store() {
            Ok(stored) => stored,
            Err(error) => return Err(companion.not_stored(error, &mut self.trail, self.started)),
        };
        let edited = match self.file(prepared) {
            Ok(edited) => edited,
            Err(cause) => return Err(companion.undo(&stored, cause.reason(), &mut self.trail, self.started)),
        };
        let (row, log) = companion.release();
        self.record(&audit::Entry::RefsAdd { row: &row });
        Ok((edited, (stored, log)))
    }

    /// Renames the prepared file into place. Editors do not lock: if one has just saved the file, the change is applied
    /// to the saved version.
    fn file(&mut self, mut prepared: Prepared) -> Result<Edited, StatusError> {
        let change = self.change;
        let current = read(self.target.path, change.file)?;
        if current != prepared.before {
            let edited = edit(change, &current, change.at)?;
            let replacement = prepare(self.target, change.file, &edited)?;
            prepared = Prepared { replacement, before: current, edited };
        }
        let file_error = |cause| StatusError::File { file: change.file.to_owned(), cause };
        self.warnings.extend(self.steps.put_in_place(prepared.replacement).map_err(file_error)?);
        Ok(prepared.edited)
    }

    fn record(&mut self, entry: &audit::Entry<'_>) {
        self.warnings.extend(self.trail.record(entry, self.started));
    }
}

/// A prepared replacement and the text it was made from.
struct Prepared {
    replacement: Replacement,
    before: String,
    edited: Edited,
}

fn prepare(target: Target<'_>, file: &str, edited: &Edited) -> Result<Replacement, StatusError> {
    Replacement::prepare(target, edited.text.as_bytes())
        .map_err(|cause| StatusError::File { file: file.to_owned(), cause })
}

fn read(path: &Path, file: &str) -> Result<String, StatusError> {
    let file_error = |cause| StatusError::File { file: file.to_owned(), cause };
    let bytes = file::read_bytes(path).map_err(file_error)?;
    String::from_utf8(bytes).map_err(|_| file_error(io::Error::other("it is not UTF-8")))
}

/// Locks an artifact against other refscope status changes until the result is dropped.
fn lock_file(path: &Path, file: &str, patience: Duration) -> Result<Option<File>, StatusError> {
    let file_error = |cause| StatusError::File { file: file.to_owned(), cause };
    lock::lock_existing(path, patience).map_err(|error| file_error(io::Error::other(error.reason())))
}

/// The `addresses` row of a change to `addressed`.
fn edge_of<'a>(change: &StatusChange<'a>, now: Millis) -> Result<Option<Row<'a>>, StatusError> {
    match change.addressed_by {
        None if change.status == ADDRESSED => Err(StatusError::MissingResponsible { id: change.id.to_owned() }),
        Some(_) if change.status != ADDRESSED => {
            Err(StatusError::UnexpectedResponsible { status: change.status.to_owned() })
        }
        Some(responsible) if responsible == change.id => Err(StatusError::AddressesItself { id: change.id.to_owned() }),
        None => Ok(None),
        Some(responsible) => {
            let row = Row::new(responsible, "addresses", change.id).by(change.actor).because(change.reason).at(now);
            check_row(&row).map_err(StatusError::Field)?;
            Ok(Some(row))
        }
    }
}

struct Edited {
    text: String,
    previous: String,
    line: u32,
}

/// The text of the file with the new status, if the kind allows it and nothing else would change.
fn edit(change: &StatusChange<'_>, text: &str, now: Millis) -> Result<Edited, StatusError> {
    let obstacle = |reason: String| StatusError::Frontmatter { file: change.file.to_owned(), reason };
    let not_yaml = |error: YamlError| obstacle(format!("its frontmatter is not valid YAML ({})", error.message));
    let document = Document::split(text);
    let fields = document.fields().map_err(not_yaml)?;
    let written = match fields.get(STATUS) {
        None | Some(Value::Null) => None,
        Some(Value::String(status)) => Some(status.clone()),
        Some(other) => Some(other.to_string()),
    };
    let previous = check_step(change.id, change.statuses, written.as_deref(), change.status)?;

    let mut text = line::set_field(text, STATUS, change.status).map_err(obstacle)?;
    let mut expected = fields.clone();
    expected.insert(STATUS.to_owned(), change.status.into());
    if let Some(old) = fields.get(UPDATED_AT) {
        let old = old.as_str().unwrap_or_default();
        let whole = time::format(now);
        // A value without a time of day keeps its form.
        let is_day = old.len() == "2026-01-01".len() && time::parse(old).is_some();
        let updated = if is_day { &whole[..old.len()] } else { &whole };
        text = line::set_field(&text, UPDATED_AT, updated).map_err(obstacle)?;
        expected.insert(UPDATED_AT.to_owned(), updated.into());
    }
    let document = Document::split(&text);
    if !document.fields().is_ok_and(|found| same_fields(&found, &expected)) {
        return Err(obstacle("its status has a form that cannot be edited safely".to_owned()));
    }
    let line = document.field_line_number(STATUS);
    Ok(Edited { text, previous, line })
}

fn same_fields(left: &Map<String, Value>, right: &Map<String, Value>) -> bool {
    left.len() == right.len() && left.iter().all(|(name, value)| right.get(name) == Some(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::thread;

    const SIGNAL: &str = "---\nkind: signal\n---\n## Status machine\n```yaml\ninitial: open\ntransitions:\n  \
        open: [addressed, dismissed]\n  addressed: [open]\n```\n";
    pub(super) const FILE: &str = "artifacts/signals/s.md";
    const NOW: Millis = 1_767_225_600_000;

    pub(super) struct Workspace {
        pub(super) folder: tempfile::TempDir,
        read: crate::workspace::Workspace,
    }

    pub(super) fn workspace(artifact: &str) -> Workspace {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("kinds")).unwrap();
        fs::create_dir_all(folder.path().join("artifacts/signals")).unwrap();
        fs::write(folder.path().join("kinds/signal.md"), SIGNAL).unwrap();
        fs::write(folder.path().join(FILE), artifact).unwrap();
        let read = crate::workspace::Workspace::load(folder.path()).unwrap();
        Workspace { folder, read }
    }

    impl Workspace {
        pub(super) fn change<'a>(&'a self, status: &'a str, by: Option<&'a str>) -> StatusChange<'a> {
            StatusChange {
                id: "s",
                file: FILE,
                statuses: self.read.artifact(self.read.graph.find("s").unwrap()).unwrap().0,
                status,
                addressed_by: by,
                reason: None,
                actor: "cli",
                at: NOW,
            }
        }

        pub(super) fn apply(&self, status: &str, by: Option<&str>) -> Result<Changed, StatusError> {
            let root = self.folder.path();
            change_status(root, &EdgeLog::of(root), &self.change(status, by), Instant::now())
        }

        pub(super) fn read(&self, file: &str) -> String {
            fs::read_to_string(self.folder.path().join(file)).unwrap_or_default()
        }
    }

    #[test]
    fn only_the_status_line_changes() {
        let ws =
            workspace("---\r\n# why\r\ntitle: 'x'\r\nstatus: open  # for now\r\nz: [1, 2]\r\n---\r\nstatus: open\r\n");
        let changed = ws.apply("dismissed", None).unwrap();
        assert_eq!((&*changed.previous, changed.line), ("open", 4));
        assert_eq!(
            ws.read(FILE),
            "---\r\n# why\r\ntitle: 'x'\r\nstatus: dismissed  # for now\r\nz: [1, 2]\r\n---\r\nstatus: open\r\n"
        );
    }

    #[test]
    fn addressed_adds_an_edge_from_the_responsible_node() {
        let ws = workspace("---\nstatus: open\n---\n");
        let changed = ws.apply("addressed", Some("t")).unwrap();
        assert_eq!(changed.edge.unwrap().line, 1);
        let log = ws.read("references.jsonl");
        assert!(log.contains(r#""from":"t","to":"s","relation":"addresses","actor":"cli""#), "{log}");
        assert!(ws.read("audit.jsonl").contains(r#""op":"artifact.status","id":"s","new_status":"addressed""#));
        assert_eq!(ws.read(FILE), "---\nstatus: addressed\n---\n");
    }

    #[test]
    fn only_addressed_takes_a_responsible_node() {
        let ws = workspace("---\nstatus: open\n---\n");
        assert!(matches!(ws.apply("addressed", None), Err(StatusError::MissingResponsible { .. })));
        assert!(matches!(ws.apply("dismissed", Some("t")), Err(StatusError::UnexpectedResponsible { .. })));
        assert!(matches!(ws.apply("addressed", Some("s")), Err(StatusError::AddressesItself { .. })));
        assert_eq!((ws.read(FILE), ws.read("references.jsonl")), ("---\nstatus: open\n---\n".into(), String::new()));
    }

    #[test]
    fn state_machine_decides_the_next_status() {
        let ws = workspace("---\nstatus: dismissed\n---\n");
        let error = ws.apply("open", None).unwrap_err().to_string();
        assert_eq!(error, "\"s\" cannot go from \"dismissed\" to \"open\"; it is a final status");
        let ws = workspace("---\nstatus: addressed\n---\n");
        let error = ws.apply("shut", None).unwrap_err().to_string();
        assert!(error.ends_with("it can go to open"), "{error}");
    }

    #[test]
    fn status_unknown_to_the_kind_is_reported() {
        let error = workspace("---\nstatus: OPEN\n---\n").apply("dismissed", None).unwrap_err().to_string();
        assert_eq!(error, "\"s\" has the unknown status \"OPEN\"; valid for signal: open, addressed or dismissed");
    }

    #[test]
    fn folder_or_read_only_file_is_not_changed() {
        let ws = workspace("---\nstatus: open\n---\n");
        let path = ws.folder.path().join(FILE);
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o444)).unwrap();
        let error = ws.apply("dismissed", None).unwrap_err().to_string();
        assert!(error.contains("it is read-only. Nothing was changed"), "{error}");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let error = ws.apply("dismissed", None).unwrap_err().to_string();
        assert!(error.contains("not a regular file. Nothing was changed"), "{error}");
    }

    #[test]
    fn missing_status_is_the_initial_one_and_is_added() {
        let ws = workspace("---\ntitle: x\n---\nbody\n");
        ws.apply("dismissed", None).unwrap();
        assert_eq!(ws.read(FILE), "---\ntitle: x\nstatus: dismissed\n---\nbody\n");
    }

    #[test]
    fn updated_at_keeps_its_form() {
        let ws = workspace("");
        let text = "---\nstatus: open\nupdatedAt: \"2025-01-01T00:00:00.000Z\"\n---\n";
        let edited = edit(&ws.change("dismissed", None), text, NOW).unwrap();
        assert_eq!(edited.text, "---\nstatus: dismissed\nupdatedAt: \"2026-01-01T00:00:00.000Z\"\n---\n");
        let edited =
            edit(&ws.change("dismissed", None), "---\nstatus: open\nupdatedAt: 2025-01-01\n---\n", NOW).unwrap();
        assert_eq!(edited.text, "---\nstatus: dismissed\nupdatedAt: 2026-01-01\n---\n");
    }

    /// Whether the file is locked through another descriptor.
    fn is_locked(path: &Path) -> bool {
        matches!(File::open(path).unwrap().try_lock(), Err(fs::TryLockError::WouldBlock))
    }

    #[test]
    fn edits_saved_while_a_change_waits_for_the_log_are_kept() {
        let ws = workspace("---\nstatus: open\n---\n");
        let artifact = ws.folder.path().join(FILE);
        let log = File::create(ws.folder.path().join("references.jsonl")).unwrap();
        log.lock().unwrap();
        thread::scope(|scope| {
            let change = scope.spawn(|| ws.apply("addressed", Some("t")));
            // The change has locked and read the file. It cannot read it again before it has locked the log.
            while !is_locked(&artifact) {
                assert!(!change.is_finished(), "the change did not wait for the log");
                thread::yield_now();
            }
            fs::write(&artifact, "---\nstatus: open\n---\nMore.\n").unwrap();
            log.unlock().unwrap();
            change.join().unwrap().unwrap();
        });
        assert_eq!(ws.read(FILE), "---\nstatus: addressed\n---\nMore.\n");
    }

    #[test]
    fn second_of_two_concurrent_changes_sees_the_first() {
        let ws = workspace("---\nstatus: open\n---\n");
        let ends: Vec<bool> = thread::scope(|scope| {
            let changes: Vec<_> = (0..8).map(|_| scope.spawn(|| ws.apply("addressed", Some("t")).is_ok())).collect();
            changes.into_iter().map(|change| change.join().unwrap()).collect()
        });
        assert_eq!(ends.iter().filter(|done| **done).count(), 1);
        assert_eq!(ws.read("references.jsonl").lines().count(), 1);
    }

    #[test]
    fn status_that_cannot_be_edited_safely_is_not_changed() {
        for text in [
            "no frontmatter\n",
            "---\nstatus: &s open\nx: *s\n---\n",
            "---\nstatus: |\n  open\n---\n",
            "---\na: [\n---\n",
        ] {
            let ws = workspace(text);
            assert!(ws.apply("dismissed", None).is_err(), "{text}");
            assert_eq!(ws.read(FILE), text);
        }
    }
}
