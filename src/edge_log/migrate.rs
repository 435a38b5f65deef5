//! The log's ids, rewritten through an old→new map.
//!
//! The one operation that replaces the log, and it loses nothing: rows that are not in the map, and lines that are no rows
//! at all, stay byte for byte; the old file is kept; rows that others append while it runs end up in the new log too.

mod id_map;

pub use id_map::{IdMap, IdMapError};

use super::append::{self, LockedFile};
use super::replace::Replacement;
use super::{AppendError, EdgeLog, audit};
use crate::source::reference::{LOG_FILE, records};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What a rewrite did, or would do.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Migration {
    /// Rows whose ids changed.
    pub rewritten: usize,
    /// Rows that stay as they are.
    pub kept: usize,
    /// Lines, or parts of lines, that are no rows. They stay as they are.
    pub not_rows: usize,
    /// Old ids of the map that no row has.
    pub unused: Vec<String>,
    /// Where the old log is kept, relative to the workspace; `None` if nothing was written.
    pub backup: Option<String>,
    /// What went less well than it should have, although the log is rewritten.
    pub warnings: Vec<String>,
}

/// Rewrites the log, or only says what would change unless `apply`.
pub fn migrate_ids(
    root: &Path,
    log: &EdgeLog,
    map: &IdMap,
    actor: &str,
    apply: bool,
    started: Instant,
) -> Result<Migration, AppendError> {
    let path = root.join(LOG_FILE);
    if !apply {
        let bytes = fs::read(&path).map_err(|source| AppendError::Open { path: path.clone(), source })?;
        return Ok(Rewriting::new(map).of(&bytes).1);
    }
    if !path.is_file() {
        let source = io::Error::from(io::ErrorKind::NotFound);
        return Err(AppendError::Open { path, source });
    }
    let mut locked = append::open_locked(&path, log.patience)?;
    let mut migration = rewrite(&path, map, &mut locked)?;
    drop(locked);
    let entry = audit::Entry::RefsMigrate { rewritten: migration.rewritten, actor };
    migration.warnings.extend(audit::record(root, &entry, started, log.patience));
    Ok(migration)
}

fn rewrite(path: &Path, map: &IdMap, locked: &mut LockedFile) -> Result<Migration, AppendError> {
    let refused = |source| AppendError::Refused { path: path.to_owned(), source };
    let mut rewriting = Rewriting::new(map);
    let old = fs::read(path).map_err(refused)?;
    let (new, _) = rewriting.of(&old);
    let mut replacement = Replacement::prepare(path, &new).map_err(refused)?;
    let (backup, name) = keep_as_backup(path).map_err(refused)?;

    // Others append without a lock. What came in while the new log was written is added before it takes its place…
    let mut seen = old.len();
    let more = fs::read(path).map_err(refused)?;
    if more.len() > seen {
        let (late, _) = rewriting.of(&more[seen..]);
        replacement.extend(&late).map_err(refused)?;
        seen = more.len();
    }
    replacement.commit().map_err(refused)?;

    // …and what reached the old file in the last moment, by a descriptor that was open, is added behind it.
    let last = fs::read(&backup).map_err(refused)?;
    if last.len() > seen {
        let (late, _) = rewriting.of(&last[seen..]);
        for line in late.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
            append::append_to(
                &mut fs::OpenOptions::new().read(true).append(true).open(path).map_err(refused)?,
                path,
                line,
            )?;
        }
    }
    let mut migration = rewriting.migration();
    migration.backup = Some(name);
    migration.warnings = std::mem::take(&mut locked.warnings);
    Ok(migration)
}

/// Gives the old file a second name that nothing has yet, so that replacing it does not remove it.
fn keep_as_backup(path: &Path) -> io::Result<(PathBuf, String)> {
    for number in 1.. {
        let name = if number == 1 { format!("{LOG_FILE}.bak") } else { format!("{LOG_FILE}.bak-{number}") };
        let backup = path.with_file_name(&name);
        match fs::hard_link(path, &backup) {
            Ok(()) => return Ok((backup, name)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("there are more numbers than files")
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

    /// The bytes with every mapped id replaced, and what was done so far.
    fn of(&mut self, bytes: &[u8]) -> (Vec<u8>, Migration) {
        let mut new = Vec::with_capacity(bytes.len());
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let content = line.strip_suffix(b"\n").unwrap_or(line);
            for record in records(content) {
                let part = &content[record.span];
                if record.content.is_ok() {
                    self.row(part, &mut new);
                } else {
                    self.migration.not_rows += 1;
                    new.extend_from_slice(part);
                }
            }
            if content.trim_ascii().is_empty() {
                new.extend_from_slice(content);
            }
            new.extend_from_slice(&line[content.len()..]);
        }
        (new, self.migration())
    }

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

    /// Replaces the ids of one row where they stand; every other byte stays.
    fn row(&mut self, part: &[u8], new: &mut Vec<u8>) {
        let ends = std::str::from_utf8(part).ok().and_then(ends);
        let mut changes: Vec<(Range<usize>, String)> = Vec::new();
        for (range, id) in ends.into_iter().flatten() {
            if let Some((old, mapped)) = self.map.get(&id) {
                self.used.insert(old);
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

#[derive(Deserialize)]
struct Ends<'t> {
    #[serde(borrow)]
    from: &'t RawValue,
    #[serde(borrow)]
    to: &'t RawValue,
}

/// Where the two ids stand in a row, and what they are.
fn ends(row: &str) -> Option<[(Range<usize>, String); 2]> {
    let ends: Ends<'_> = serde_json::from_str(row).ok()?;
    let place = |raw: &RawValue| {
        let start = raw.get().as_ptr() as usize - row.as_ptr() as usize;
        Some((start..start + raw.get().len(), serde_json::from_str(raw.get()).ok()?))
    };
    Some([place(ends.from)?, place(ends.to)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> IdMap {
        IdMap::parse(r#"{"a": "alpha", "unused": "x", "ü": "b\"c"}"#).unwrap()
    }

    fn rewritten(log: &str) -> (String, Migration) {
        let map = map();
        let (new, migration) = Rewriting::new(&map).of(log.as_bytes());
        (String::from_utf8(new).unwrap(), migration)
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
    fn glued_rows_are_rewritten_one_by_one() {
        let log = r#"{"from":"a","to":"b","relation":"r"}{"from":"b","to":"a","relation":"r"}"#;
        let (new, migration) = rewritten(log);
        assert_eq!(new, r#"{"from":"alpha","to":"b","relation":"r"}{"from":"b","to":"alpha","relation":"r"}"#);
        assert_eq!(migration.rewritten, 2);
    }

    #[test]
    fn the_old_log_is_kept_and_nothing_is_written_without_apply() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let old = "{\"from\":\"a\",\"to\":\"b\",\"relation\":\"r\"}\ntorn";
        fs::write(root.join(LOG_FILE), old).unwrap();
        let (log, map) = (EdgeLog::of(root), map());
        let run = |apply| migrate_ids(root, &log, &map, "cli", apply, Instant::now()).unwrap();
        let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();

        assert_eq!(run(false).rewritten, 1);
        assert_eq!(read(LOG_FILE), old);
        let migration = run(true);
        assert_eq!(migration.backup.as_deref(), Some("references.jsonl.bak"));
        assert_eq!(read("references.jsonl.bak"), old);
        assert_eq!(read(LOG_FILE), old.replace("\"a\"", "\"alpha\""));
        assert_eq!(run(true).backup.as_deref(), Some("references.jsonl.bak-2"));
        assert!(read("audit.jsonl").contains(r#""op":"refs.migrate","rewritten":1"#));
    }
}
