//! An artifact's status, changed in its file by the rules of its kind.
//!
//! Only the status line changes, and `updatedAt` where there is one: comments, order, quoting and line ends are the
//! writer's own. Closing something as `addressed` also stores who took responsibility. The new file is prepared first,
//! then the edge is appended, then the file is put in place; if that fails, the edge is taken back, so that the two go
//! together or not at all. Signals wait until both are written. A row in the audit trail says beforehand what is intended, so
//! that a change that was killed in between is recognised, and completed by asking for it again.

mod companion;
mod error;
#[cfg(test)]
mod faults;
mod foreseen;
mod interrupted;
mod line;
mod step;

pub use error::StatusError;
pub use foreseen::{Foreseen, foresee_status};
pub use step::check_step;

use super::append::Released;
use super::audit::{self, Trail};
use super::hold::Hold;
use super::lock::{self, LockedFile};
use super::outside::Target;
use super::{AppendError, EdgeLog, NewEdge, Stored, Written, leftovers, replace::Replacement};
use crate::source::file;
use crate::source::frontmatter::Document;
use crate::source::reference::{Kind, Row};
use crate::source::yaml::YamlError;
use crate::time::{self, Millis};
use companion::Companion;
use interrupted::Interrupted;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// The status that says who took responsibility.
pub const ADDRESSED: &str = "addressed";
const STATUS: &str = "status";
const UPDATED_AT: &str = "updatedAt";

/// A wish to change a status.
#[derive(Debug, Clone, Copy)]
pub struct StatusChange<'a> {
    /// The artifact.
    pub id: &'a str,
    /// Its file, relative to the workspace.
    pub file: &'a str,
    /// Its kind.
    pub kind: &'a Kind,
    /// The status it is to have.
    pub status: &'a str,
    /// The id of the node that took responsibility, for `addressed`.
    pub addressed_by: Option<&'a str>,
    /// Why.
    pub reason: Option<&'a str>,
    /// Who changes it.
    pub actor: &'a str,
    /// The moment it is changed: the time of its row, and of `updatedAt`.
    pub at: Millis,
}

/// A status that was changed.
#[derive(Debug)]
pub struct Changed {
    /// The status before.
    pub previous: String,
    /// The line of the file that says it now.
    pub line: u32,
    /// The edge that was stored with it.
    pub edge: Option<Written>,
    /// What went less well than it should have, although the change is done.
    pub warnings: Vec<String>,
}

/// Changes a status, stores the edge that goes with it, and leaves its rows in the audit trail: both, or neither.
///
/// All waiting for locks is done before the file is read, so that what others wrote in the meantime is what gets changed.
pub fn change_status(
    root: &Path,
    log: &EdgeLog,
    change: &StatusChange<'_>,
    started: Instant,
) -> Result<Changed, StatusError> {
    change_by(&Disk, root, log, change, started)
}

/// The two steps of a change; tests put failing ones in their place.
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
    // What the rules forbid is refused before anything is locked or made.
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
    // The lock is free by now: counting lines reads the whole log.
    let edge = edge.map(|(stored, mut log)| stored.counted(&mut log));
    let edge = edge.map(|edge| {
        warnings.extend(edge.warnings);
        Written { warnings: Vec::new(), ..edge }
    });
    warnings.dedup();
    Ok(Changed { previous: edited.previous, line: edited.line, edge, warnings })
}

/// What a change needs while it is written.
struct Writing<'a, S> {
    steps: &'a S,
    target: Target<'a>,
    change: &'a StatusChange<'a>,
    trail: Trail,
    started: Instant,
    warnings: Vec<String>,
}

impl<S: Steps> Writing<'_, S> {
    /// Writes edge and file, and then their rows in the audit trail. If there is an edge, the log is returned unlocked.
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

    /// Replaces the file by the one that waits. Editors take no lock: if one saved the file just now, the change is made to
    /// what it saved.
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

/// A change that waits to be put in place, and the text it was made from.
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

/// Keeps refscope's other status changes away from an artifact until the result is dropped.
fn lock_file(path: &Path, file: &str, patience: Duration) -> Result<Option<File>, StatusError> {
    let file_error = |cause| StatusError::File { file: file.to_owned(), cause };
    lock::lock_existing(path, patience).map_err(|error| file_error(io::Error::other(error.reason())))
}

/// The `addresses` row that goes with a change, if one does.
fn edge_of<'a>(change: &StatusChange<'a>, now: Millis) -> Result<Option<Row<'a>>, StatusError> {
    match change.addressed_by {
        None if change.status == ADDRESSED => Err(StatusError::NobodyResponsible { id: change.id.to_owned() }),
        Some(_) if change.status != ADDRESSED => {
            Err(StatusError::NeedlesslyResponsible { status: change.status.to_owned() })
        }
        Some(responsible) if responsible == change.id => Err(StatusError::AddressesItself { id: change.id.to_owned() }),
        None => Ok(None),
        Some(responsible) => {
            let edge = NewEdge {
                from: responsible,
                to: change.id,
                relation: "addresses",
                actor: change.actor,
                reason: change.reason,
            };
            edge.row(now).map(Some).map_err(StatusError::Field)
        }
    }
}

struct Edited {
    text: String,
    previous: String,
    line: u32,
}

/// The file's text with the new status, if the kind allows it and nothing else would change.
fn edit(change: &StatusChange<'_>, text: &str, now: Millis) -> Result<Edited, StatusError> {
    let obstacle = |reason: String| StatusError::Frontmatter { file: change.file.to_owned(), reason };
    let not_yaml = |error: YamlError| obstacle(format!("its frontmatter is not YAML ({})", error.message));
    let document = Document::split(text);
    let fields = document.fields().map_err(not_yaml)?;
    let written = match fields.get(STATUS) {
        None | Some(Value::Null) => None,
        Some(Value::String(status)) => Some(status.clone()),
        Some(other) => Some(other.to_string()),
    };
    let previous = check_step(change.id, change.kind, written.as_deref(), change.status)?;

    let mut text = line::set_field(text, STATUS, change.status).map_err(obstacle)?;
    let mut expected = fields.clone();
    expected.insert(STATUS.to_owned(), change.status.into());
    if let Some(old) = fields.get(UPDATED_AT) {
        let old = old.as_str().unwrap_or_default();
        let whole = time::format(now);
        // A writer who notes only the day keeps noting only the day.
        let is_day = old.len() == "2026-01-01".len() && time::parse(old).is_some();
        let updated = if is_day { &whole[..old.len()] } else { &whole };
        text = line::set_field(&text, UPDATED_AT, updated).map_err(obstacle)?;
        expected.insert(UPDATED_AT.to_owned(), updated.into());
    }
    let document = Document::split(&text);
    if !document.fields().is_ok_and(|found| same_fields(&found, &expected)) {
        return Err(obstacle("its status is written in a way that cannot be changed safely".to_owned()));
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
    use crate::source::{Boundary, Progress, reference};
    use std::fs;
    use std::thread;

    const SIGNAL: &str = "---\nkind: signal\n---\n## Status machine\n```yaml\ninitial: open\ntransitions:\n  \
        open: [addressed, dismissed]\n  addressed: [open]\n```\n";
    pub(super) const FILE: &str = "artifacts/signals/s.md";
    const NOW: Millis = 1_767_225_600_000;

    pub(super) struct Workspace {
        pub(super) folder: tempfile::TempDir,
        kinds: reference::Kinds,
    }

    pub(super) fn workspace(artifact: &str) -> Workspace {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("kinds")).unwrap();
        fs::create_dir_all(folder.path().join("artifacts/signals")).unwrap();
        fs::write(folder.path().join("kinds/signal.md"), SIGNAL).unwrap();
        fs::write(folder.path().join(FILE), artifact).unwrap();
        let kinds = {
            let log = Path::new(reference::LOG_FILE);
            reference::load(&reference::Request {
                root: folder.path(),
                log,
                further: Vec::new(),
                boundary: &Boundary::around(folder.path()),
                stays: false,
                progress: &Progress::default(),
            })
            .facts()
            .kinds
        };
        Workspace { folder, kinds }
    }

    impl Workspace {
        pub(super) fn change<'a>(&'a self, status: &'a str, by: Option<&'a str>) -> StatusChange<'a> {
            StatusChange {
                id: "s",
                file: FILE,
                kind: self.kinds.named("signal").unwrap(),
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
    fn addressed_stores_who_took_responsibility() {
        let ws = workspace("---\nstatus: open\n---\n");
        let changed = ws.apply("addressed", Some("t")).unwrap();
        assert_eq!(changed.edge.unwrap().line, 1);
        let log = ws.read("references.jsonl");
        assert!(log.contains(r#""from":"t","to":"s","relation":"addresses","actor":"cli""#), "{log}");
        assert!(ws.read("audit.jsonl").contains(r#""op":"artifact.status","id":"s","new_status":"addressed""#));
        assert_eq!(ws.read(FILE), "---\nstatus: addressed\n---\n");
    }

    #[test]
    fn responsibility_goes_with_addressed_and_nothing_else() {
        let ws = workspace("---\nstatus: open\n---\n");
        assert!(matches!(ws.apply("addressed", None), Err(StatusError::NobodyResponsible { .. })));
        assert!(matches!(ws.apply("dismissed", Some("t")), Err(StatusError::NeedlesslyResponsible { .. })));
        assert!(matches!(ws.apply("addressed", Some("s")), Err(StatusError::AddressesItself { .. })));
        assert_eq!((ws.read(FILE), ws.read("references.jsonl")), ("---\nstatus: open\n---\n".into(), String::new()));
    }

    #[test]
    fn the_machine_decides_what_may_follow() {
        let ws = workspace("---\nstatus: dismissed\n---\n");
        let error = ws.apply("open", None).unwrap_err().to_string();
        assert_eq!(error, "\"s\" cannot go from \"dismissed\" to \"open\"; it is a final status");
        let ws = workspace("---\nstatus: addressed\n---\n");
        let error = ws.apply("shut", None).unwrap_err().to_string();
        assert!(error.ends_with("it can go to open"), "{error}");
    }

    #[test]
    fn a_status_that_is_none_of_the_kinds_is_called_that() {
        let error = workspace("---\nstatus: OPEN\n---\n").apply("dismissed", None).unwrap_err().to_string();
        assert_eq!(error, "\"s\" has the status \"OPEN\", which is none of a signal's: open, addressed or dismissed");
    }

    #[test]
    fn a_file_that_is_no_file_or_read_only_is_left_alone() {
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
    fn a_missing_status_is_the_initial_one_and_is_written_out() {
        let ws = workspace("---\ntitle: x\n---\nbody\n");
        ws.apply("dismissed", None).unwrap();
        assert_eq!(ws.read(FILE), "---\ntitle: x\nstatus: dismissed\n---\nbody\n");
    }

    #[test]
    fn updated_at_follows_in_its_own_form() {
        let ws = workspace("");
        let text = "---\nstatus: open\nupdatedAt: \"2025-01-01T00:00:00.000Z\"\n---\n";
        let edited = edit(&ws.change("dismissed", None), text, NOW).unwrap();
        assert_eq!(edited.text, "---\nstatus: dismissed\nupdatedAt: \"2026-01-01T00:00:00.000Z\"\n---\n");
        let edited =
            edit(&ws.change("dismissed", None), "---\nstatus: open\nupdatedAt: 2025-01-01\n---\n", NOW).unwrap();
        assert_eq!(edited.text, "---\nstatus: dismissed\nupdatedAt: 2026-01-01\n---\n");
    }

    /// Whether another open file has the lock of this one.
    fn is_locked(path: &Path) -> bool {
        matches!(File::open(path).unwrap().try_lock(), Err(fs::TryLockError::WouldBlock))
    }

    #[test]
    fn what_an_editor_saves_while_a_change_waits_for_the_log_survives() {
        let ws = workspace("---\nstatus: open\n---\n");
        let artifact = ws.folder.path().join(FILE);
        let log = File::create(ws.folder.path().join("references.jsonl")).unwrap();
        log.lock().unwrap();
        thread::scope(|scope| {
            let change = scope.spawn(|| ws.apply("addressed", Some("t")));
            // The change has read the file and locked it. It cannot read it again before it has the lock of the log.
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
    fn of_two_changes_at_once_the_second_sees_the_first() {
        let ws = workspace("---\nstatus: open\n---\n");
        let ends: Vec<bool> = thread::scope(|scope| {
            let changes: Vec<_> = (0..8).map(|_| scope.spawn(|| ws.apply("addressed", Some("t")).is_ok())).collect();
            changes.into_iter().map(|change| change.join().unwrap()).collect()
        });
        assert_eq!(ends.iter().filter(|done| **done).count(), 1);
        assert_eq!(ws.read("references.jsonl").lines().count(), 1);
    }

    #[test]
    fn what_cannot_be_changed_safely_is_left_alone() {
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
