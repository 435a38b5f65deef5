//! Rewrites the ids of the log using a map of old to new ids.
//!
//! The only operation that replaces the log. Rows without mapped ids, and invalid lines, stay byte for byte; the old
//! file is kept as a backup; rows that other programs append meanwhile are carried over to the new log. A program that
//! keeps the old file open writes only to the backup after that.

mod id_map;

pub use id_map::{IdMap, IdMapError};

use super::append;
use super::audit::{self, Trail};
use super::lock::{LockedFile, open_locked};
use super::outside::Target;
use super::replace::Replacement;
use super::{AppendError, EdgeLog, leftovers};
use crate::system::kit::file;
use crate::system::log::{Entry, readable, records, without_mark};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The result of a rewrite or of a dry run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Migration {
    /// Number of rows with changed ids.
    pub rewritten: usize,
    /// Number of unchanged rows.
    pub kept: usize,
    /// Number of lines, or parts of lines, that are not valid rows and stay unchanged.
    pub not_rows: usize,
    /// Old ids of the map that do not occur in the log.
    pub unused: Vec<String>,
    /// The log, relative to the workspace; absolute if it is outside.
    pub file: String,
    /// The backup of the old log, relative to the workspace; `None` if nothing was written.
    pub backup: Option<String>,
    /// Non-fatal errors; the log is rewritten in any case.
    pub warnings: Vec<String>,
}

/// Rewrites the log; a dry run unless `apply`.
pub fn migrate_ids(
    log: &EdgeLog,
    map: &IdMap,
    actor: &str,
    apply: bool,
    started: Instant,
) -> Result<Migration, AppendError> {
    let path = log.path.clone();
    let unreadable = |cause| AppendError::Unreadable { path: path.clone(), cause };
    let bytes = file::read_bytes(&path).map_err(unreadable)?;
    let mut plan = Rewriting::new(map);
    plan.of(&bytes);
    let planned = Migration { file: log.shown(&path), ..plan.migration() };
    if !apply || planned.rewritten == 0 {
        return Ok(planned);
    }
    log.check_targets(None)?;
    // If the log is a link, its target is replaced, and the backup is beside the target.
    let path = log.target(&path).resolve()?;
    let mut locked = open_locked(log.target(&path), log.patience)?;
    leftovers::remove_beside(&path);
    let mut migration = rewrite(log.target(&path), map, &mut locked)?;
    migration.file = log.shown(&path);
    drop(locked);
    migration.backup = migration.backup.map(|backup| log.shown(&path.with_file_name(backup)));
    let entry = audit::Entry::RefsMigrate { rewritten: migration.rewritten, actor };
    migration.warnings.extend(Trail::open(log).record(&entry, started));
    Ok(migration)
}

fn rewrite(target: Target<'_>, map: &IdMap, locked: &mut LockedFile) -> Result<Migration, AppendError> {
    let path = target.path;
    let refused = |cause| AppendError::Refused { path: path.to_owned(), cause };
    let mut rewriting = Rewriting::new(map);
    let old = fs::read(path).map_err(refused)?;
    let mut replacement = Replacement::prepare(target, &rewriting.of(&old)).map_err(refused)?;
    let backup = Backup::keep(path).map_err(refused)?;

    // Other programs append without a lock. Rows appended while the new log was written are added before the rename…
    let mut seen = old.len();
    let more = fs::read(path).map_err(refused)?;
    if more.len() > seen {
        replacement.extend(&rewriting.of(&more[seen..])).map_err(refused)?;
        seen = more.len();
    }
    let mut warnings = std::mem::take(&mut locked.warnings);
    warnings.extend(replacement.commit().map_err(refused)?);
    let name = backup.kept();

    // …and rows that reached the old file at the last moment, through an open descriptor, are added after it. From here
    // on the log is rewritten, so failures are only warnings.
    if let Err(problem) = carry_over(target, &mut locked.file, seen, &mut rewriting) {
        warnings.push(format!("rows that other programs appended at the last moment are only in {name}: {problem}"));
    }
    Ok(Migration { backup: Some(name), warnings, ..rewriting.migration() })
}

/// Appends the content of the old file after byte `seen` to the log.
fn carry_over(target: Target<'_>, old: &mut File, seen: usize, rewriting: &mut Rewriting<'_>) -> Result<(), String> {
    let mut late = Vec::new();
    old.seek(SeekFrom::Start(seen as u64))
        .and_then(|_| old.read_to_end(&mut late))
        .map_err(|error| error.to_string())?;
    if late.is_empty() {
        return Ok(());
    }
    let late = rewriting.of(&late);
    let mut file = target.open_to_append().map_err(|error| error.reason())?.file;
    for line in late.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
        append::append_to(&mut file, target.path, line).map_err(|error| error.reason())?;
    }
    Ok(())
}

/// A hard link to the old log under an unused name. Removed on drop unless it is kept: a second name of a log still in
/// use would be confusing.
struct Backup {
    path: PathBuf,
    name: String,
    keep: bool,
}

impl Backup {
    fn keep(log: &Path) -> io::Result<Self> {
        let log_name = log.file_name().unwrap_or_default().to_string_lossy();
        for number in 1.. {
            let name = if number == 1 { format!("{log_name}.bak") } else { format!("{log_name}.bak-{number}") };
            let path = log.with_file_name(&name);
            match fs::hard_link(log, &path) {
                Ok(()) => return Ok(Self { path, name, keep: false }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                // Some file systems have no hard links.
                Err(_) if !path.exists() => {
                    let backup = Self { path, name, keep: false };
                    fs::copy(log, &backup.path)?;
                    File::open(&backup.path)?.sync_all()?;
                    return Ok(backup);
                }
                Err(error) => return Err(error),
            }
        }
        unreachable!("some number is unused")
    }

    /// Keeps the backup and returns its name.
    fn kept(mut self) -> String {
        self.keep = true;
        std::mem::take(&mut self.name)
    }
}

impl Drop for Backup {
    fn drop(&mut self) {
        if !self.keep {
            // The log itself is untouched; an error here cannot be handled.
            let _ = fs::remove_file(&self.path);
        }
    }
}

struct Rewriting<'m> {
    map: &'m IdMap,
    used: BTreeSet<&'m str>,
    migration: Migration,
}

impl<'m> Rewriting<'m> {
    fn new(map: &'m IdMap) -> Self {
        Self { map, used: BTreeSet::new(), migration: Migration::default() }
    }

    /// The bytes with every mapped id replaced.
    fn of(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut new = Vec::with_capacity(bytes.len());
        let rows = without_mark(bytes);
        new.extend_from_slice(&bytes[..bytes.len() - rows.len()]);
        for line in rows.split_inclusive(|byte| *byte == b'\n') {
            let content = line.strip_suffix(b"\n").unwrap_or(line);
            for record in records(content) {
                let part = &content[record.span];
                let text = readable(part);
                match record.content {
                    Ok(Entry::Edge(_)) => self.row(part, ends(&text), &mut new),
                    // A retraction must be renamed with its edge; otherwise the edge would no longer be retracted.
                    Ok(Entry::Retraction(_)) => self.row(part, retracted_ends(&text), &mut new),
                    Err(_) => {
                        self.migration.not_rows += 1;
                        new.extend_from_slice(part);
                    }
                }
            }
            if content.trim_ascii().is_empty() {
                new.extend_from_slice(content);
            }
            new.extend_from_slice(&line[content.len()..]);
        }
        new
    }

    /// The result so far.
    fn migration(&self) -> Migration {
        let unused = self.map.old_ids().filter(|id| !self.used.contains(id)).map(str::to_owned).collect();
        Migration {
            rewritten: self.migration.rewritten,
            kept: self.migration.kept,
            not_rows: self.migration.not_rows,
            unused,
            ..Migration::default()
        }
    }

    /// Replaces the ids of one row in place; every other byte stays.
    fn row(&mut self, part: &[u8], ends: Option<[Placed; 2]>, new: &mut Vec<u8>) {
        let mut changes: Vec<(Range<usize>, String)> = Vec::new();
        for (range, id) in ends.into_iter().flatten() {
            if let Some((old, mapped)) = self.map.get(&id).filter(|(old, mapped)| old != mapped) {
                self.used.insert(old);
                let range = in_bytes(part, range.start)..in_bytes(part, range.end);
                changes.push((range, serde_json::Value::from(mapped).to_string()));
            }
        }
        if changes.is_empty() {
            self.migration.kept += 1;
            new.extend_from_slice(part);
            return;
        }
        self.migration.rewritten += 1;
        changes.sort_by_key(|(range, _)| range.start);
        let mut at = 0;
        for (range, id) in changes {
            new.extend_from_slice(&part[at..range.start]);
            new.extend_from_slice(id.as_bytes());
            at = range.end;
        }
        new.extend_from_slice(&part[at..]);
    }
}

/// Converts an offset in the decoded text of a row to an offset in its bytes.
fn in_bytes(row: &[u8], at: usize) -> usize {
    let (mut bytes, mut text) = (0, 0);
    for chunk in row.utf8_chunks() {
        let (valid, invalid) = (chunk.valid().len(), chunk.invalid().len());
        if at <= text + valid {
            return bytes + at - text;
        }
        bytes += valid + invalid;
        text += valid + if invalid == 0 { 0 } else { char::REPLACEMENT_CHARACTER.len_utf8() };
    }
    bytes
}

/// An id and its range in the decoded text of a row.
type Placed = (Range<usize>, String);

/// The two ids of an edge in its row.
fn ends(row: &str) -> Option<[Placed; 2]> {
    let ends: Ends<'_> = serde_json::from_str(row).ok()?;
    ends.places(row)
}

/// The two ids of the retracted edge in a retraction row.
fn retracted_ends(row: &str) -> Option<[Placed; 2]> {
    let outer: Ends<'_> = serde_json::from_str(row).ok()?;
    let ends: Ends<'_> = serde_json::from_str(outer.retracts?.get()).ok()?;
    ends.places(row)
}

/// The ids of a row as spelt. The last of duplicate keys counts, as for every reader of the log.
#[derive(Default)]
struct Ends<'t> {
    from: Option<&'t RawValue>,
    to: Option<&'t RawValue>,
    retracts: Option<&'t RawValue>,
}

impl Ends<'_> {
    /// Their ranges in the row they were parsed from.
    fn places(&self, row: &str) -> Option<[Placed; 2]> {
        let place = |raw: &RawValue| {
            let start = raw.get().as_ptr() as usize - row.as_ptr() as usize;
            Some((start..start + raw.get().len(), serde_json::from_str(raw.get()).ok()?))
        };
        Some([place(self.from?)?, place(self.to?)?])
    }
}

impl<'de: 't, 't> Deserialize<'de> for Ends<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EndsVisitor)
    }
}

struct EndsVisitor;

impl<'de> Visitor<'de> for EndsVisitor {
    type Value = Ends<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a row")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Ends<'de>, A::Error> {
        let mut ends = Ends::default();
        while let Some((name, value)) = fields.next_entry::<String, &'de RawValue>()? {
            match name.as_str() {
                "from" => ends.from = Some(value),
                "to" => ends.to = Some(value),
                "retracts" => ends.retracts = Some(value),
                _ => {}
            }
        }
        Ok(ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Boundary;
    use crate::system::log::LOG_FILE;

    fn map() -> IdMap {
        IdMap::parse(r#"{"a": "alpha", "unused": "x", "ü": "b\"c"}"#).unwrap()
    }

    fn rewritten(log: &str) -> (String, Migration) {
        let map = map();
        let mut rewriting = Rewriting::new(&map);
        let new = rewriting.of(log.as_bytes());
        (String::from_utf8(new).unwrap(), rewriting.migration())
    }

    #[test]
    fn row_with_invalid_utf8_is_renamed_and_keeps_its_other_bytes() {
        let map = map();
        let rows = [
            (
                &b"{\"x\":\"\xff\xc3\",\"from\":\"a\",\"to\":\"z\xff\",\"relation\":\"\\ud800\"}"[..],
                "\"a\"",
                "\"alpha\"",
            ),
            (b"{\"from\":\"\xff\",\"relation\":\"\xf0\x9f\",\"to\":\"a\",\"x\":\"\xff\"}", "\"a\"", "\"alpha\""),
            (
                b"{\"ts\":\"\xff\",\"retracts\":{\"to\":\"\xff\",\"from\":\"a\",\"relation\":\"r\"}}",
                "\"a\"",
                "\"alpha\"",
            ),
        ];
        for (row, old, new) in rows {
            let at = memchr::memmem::find(row, old.as_bytes()).unwrap();
            let expected = [&row[..at], new.as_bytes(), &row[at + old.len()..]].concat();
            let mut rewriting = Rewriting::new(&map);
            assert_eq!(rewriting.of(row), expected, "{}", String::from_utf8_lossy(row));
            assert_eq!(rewriting.migration().rewritten, 1);
        }
    }

    #[test]
    fn only_mapped_ids_change_and_every_other_byte_stays() {
        let log = concat!(
            r#"{"ts":"t","from":"a","to":"z","relation":"a","actor":"a","n":1.50}"#,
            "\r\n\n  \nnot json\n",
            r#"{ "relation" : "r" , "to" : "\u00fc", "from":"q"}"#,
            "\n",
            r#"{"from":"q","to":"r","relation":"s"}"#,
            "\n",
            r#"{"ts":"x","from":"a","#
        );
        let (new, migration) = rewritten(log);
        let expected = log.replacen(r#""from":"a","to":"z""#, r#""from":"alpha","to":"z""#, 1);
        let expected = expected.replacen(r#""\u00fc""#, r#""b\"c""#, 1);
        assert_eq!(new, expected);
        assert_eq!((migration.rewritten, migration.kept, migration.not_rows), (2, 1, 2));
        assert_eq!(migration.unused, ["unused"]);
    }

    #[test]
    fn every_row_that_the_reader_accepts_is_rewritten() {
        let marked = "\u{feff}{\"from\":\"a\",\"to\":\"b\",\"relation\":\"r\"}\n";
        assert_eq!(rewritten(marked).0, marked.replace("\"a\"", "\"alpha\""));
        let twice = r#"{"from":"x","from":"a","to":"b","relation":"r"}"#;
        assert_eq!(rewritten(twice).0, r#"{"from":"x","from":"alpha","to":"b","relation":"r"}"#);
    }

    #[test]
    fn retraction_is_renamed_with_its_edge() {
        let log = concat!(
            r#"{"ts":"t","from":"a","to":"\u00fc","relation":"a"}"#,
            "\n",
            r#"{"actor":"a","from":"","retracts":0,"retracts":{"relation":"a", "to" : "\u00fc","x":["a"],"from":"a","ts":"t"}}"#,
            "\n",
            r#"{"from":"q","to":"r","relation":"s","retracts":{"from":"a","to":"r","relation":"s"}}"#,
            "\n",
            r#"{"retracts":{"from":"a","to":"r"}}"#,
        );
        let (new, migration) = rewritten(log);
        let expected = log.replacen(r#""from":"a""#, r#""from":"alpha""#, 2).replace(r#""\u00fc""#, r#""b\"c""#);
        assert_eq!(new, expected);
        assert_eq!((migration.rewritten, migration.kept, migration.not_rows), (2, 1, 1));
    }

    #[test]
    fn target_of_a_linked_log_is_replaced_and_its_old_content_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("workspace");
        fs::create_dir(&root).unwrap();
        let old = "{\"from\":\"a\",\"to\":\"b\",\"relation\":\"r\"}\n";
        fs::write(folder.path().join("real.jsonl"), old).unwrap();
        std::os::unix::fs::symlink("../real.jsonl", root.join(LOG_FILE)).unwrap();
        let migration =
            migrate_ids(&EdgeLog::of(&root).within(Boundary::open(&root)), &map(), "cli", true, Instant::now())
                .unwrap();
        let backup = folder.path().canonicalize().unwrap().join("real.jsonl.bak").display().to_string();
        assert_eq!((migration.backup, &*migration.warnings), (Some(backup), &[] as &[String]));
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!((read("real.jsonl.bak"), read("real.jsonl")), (old.to_owned(), old.replace("\"a\"", "\"alpha\"")));
        assert!(root.join(LOG_FILE).is_symlink());
    }

    #[test]
    fn unneeded_backup_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join(LOG_FILE);
        fs::write(&log, "x").unwrap();
        drop(Backup::keep(&log).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn rows_glued_together_on_one_line_are_each_rewritten() {
        let log = r#"{"from":"a","to":"b","relation":"r"}{"from":"b","to":"a","relation":"r"}"#;
        let (new, migration) = rewritten(log);
        assert_eq!(new, r#"{"from":"alpha","to":"b","relation":"r"}{"from":"b","to":"alpha","relation":"r"}"#);
        assert_eq!(migration.rewritten, 2);
    }

    #[test]
    fn old_log_is_kept_and_nothing_is_written_without_apply() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let old = "{\"from\":\"a\",\"to\":\"b\",\"relation\":\"r\"}\ntorn";
        fs::write(root.join(LOG_FILE), old).unwrap();
        let (log, map) = (EdgeLog::of(root), map());
        let run = |apply| migrate_ids(&log, &map, "cli", apply, Instant::now()).unwrap();
        let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();

        assert_eq!(run(false).rewritten, 1);
        assert_eq!(read(LOG_FILE), old);
        let migration = run(true);
        assert_eq!(migration.backup.as_deref(), Some("references.jsonl.bak"));
        assert_eq!(read("references.jsonl.bak"), old);
        assert_eq!(read(LOG_FILE), old.replace("\"a\"", "\"alpha\""));
        fs::write(root.join(LOG_FILE), old).unwrap();
        assert_eq!(run(true).backup.as_deref(), Some("references.jsonl.bak-2"));
        assert_eq!(run(true).backup, None, "there was nothing to rewrite");
        assert!(read("audit.jsonl").contains(r#""op":"refs.migrate","rewritten":1"#));
    }
}
