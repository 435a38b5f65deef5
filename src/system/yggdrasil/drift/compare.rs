//! Compares files with their records by hash.

use super::Disk;
use super::project::{Collected, Project, Tracked};
use super::record::{Record, Records};
use super::report::{ChangedFile, Entry, FileKind, ModelDrift, Status, Unread};
use crate::system::kit::file;
use crate::system::kit::hashes::{Hashed, hash_text, hex};
use crate::system::yggdrasil::{ModelNode, collation};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;

/// Compares the wanted nodes of a model with their records. Every file is hashed once, however many nodes track it.
pub(super) fn model(project: &Project<'_>, disk: &Disk<'_>, is_wanted: &(dyn Fn(&str) -> bool + Sync)) -> ModelDrift {
    let (records, mut unread) = (project.records(), Vec::new());
    if let Records::Damaged(path) = &records {
        unread.push(Unread::new(disk, path, "it is neither JSON nor YAML with an entry for each node"));
    }
    let nodes: Vec<_> = project.nodes().into_iter().filter(|node| is_wanted(&node.id)).collect();
    let read: Vec<_> = nodes
        .into_par_iter()
        .map(|node| {
            let (record, not_read) = match records.record(&node.id, project.boundary) {
                Ok(record) => (record, None),
                Err((path, error)) => (None, Some((path, error))),
            };
            let is_compared = record.is_some() && project.is_materialized(node) && !(disk.cancelled)();
            let tracked = if is_compared { project.tracked(node, disk.cancelled) } else { Collected::default() };
            (node, record, not_read, tracked)
        })
        .collect();
    let hashes = hash_all(read.iter().flat_map(|(_, _, _, tracked)| &tracked.files), disk);
    for (_, _, not_read, tracked) in &read {
        let folders = tracked.unread.iter().map(|(path, error)| (path, error));
        let all = not_read.iter().map(|(path, error)| (path, error)).chain(folders);
        unread.extend(all.map(|(path, error)| Unread::new(disk, path, &file::reason(error))));
    }
    let mut failed: Vec<_> = hashes.iter().filter_map(|(path, hash)| Some((path, hash.as_ref().err()?))).collect();
    failed.sort_by_key(|(path, _)| **path);
    unread.extend(failed.into_iter().map(|(path, error)| Unread::new(disk, path, &file::reason(error))));
    unread.sort();
    unread.dedup();
    let entries = read.par_iter().map(|(node, record, _, tracked)| {
        let (status, changed) = match record {
            None if project.is_materialized(node) => (Status::SourceDrift, Vec::new()),
            None => (Status::Unmaterialized, Vec::new()),
            Some(_) if !project.is_materialized(node) => (Status::Missing, Vec::new()),
            Some(record) => compared(project, record, tracked, &hashes),
        };
        let (is_recorded, project) = (record.is_some(), project.model.project.clone());
        Entry { node: node.id.clone(), project, status, is_recorded, changed }
    });
    ModelDrift {
        project: project.model.project.clone(),
        records: file::relative(disk.root, &project.records_path()),
        is_recorded: records.are_there(),
        entries: entries.collect(),
        unread,
    }
}

/// The hashes of files on disk, by path: an error for one that could not be read, nothing for one that no longer exists.
pub(super) type FileHashes<'t> = HashMap<&'t Path, io::Result<Option<Hashed>>>;

/// Hashes files, each once.
pub(super) fn hash_all<'t>(tracked: impl Iterator<Item = &'t Tracked>, disk: &Disk<'_>) -> FileHashes<'t> {
    let paths: HashSet<&Path> = tracked.map(|file| &*file.on_disk).collect();
    let paths: Vec<_> = paths.into_iter().collect();
    paths.iter().copied().zip(disk.hashes.of_all(&paths, disk.cancelled)).collect()
}

/// Tracked files with their hashes in hexadecimal digits. Files that do not exist are left out, as the tool leaves them out.
pub(super) fn hashed(tracked: &[Tracked], hashes: &FileHashes<'_>) -> Vec<(String, String)> {
    let hash = |file: &Tracked| hashes.get(&*file.on_disk)?.as_ref().ok()?.map(|hashed| hex(&hashed.digest));
    tracked.iter().filter_map(|file| Some((file.path.clone(), hash(file)?))).collect()
}

/// The canonical hash: SHA-256 of `path:hash` lines, sorted by path in collation order and joined by newlines.
pub(super) fn canonical(files: &[(String, String)]) -> String {
    let mut sorted: Vec<_> = files.iter().collect();
    collation::sort(&mut sorted, |(path, _)| path);
    let lines: Vec<_> = sorted.into_iter().map(|(path, hash)| format!("{path}:{hash}")).collect();
    hex(&hash_text(&lines.join("\n")))
}

fn compared(
    project: &Project<'_>,
    record: &Record,
    tracked: &Collected,
    hashes: &FileHashes<'_>,
) -> (Status, Vec<ChangedFile>) {
    let files = hashed(&tracked.files, hashes);
    if canonical(&files) == record.hash {
        return (Status::Ok, Vec::new());
    }
    let mut changed = changes(project, record, &files);
    // A file that could not be read is still there.
    let is_unread = |path: &str| {
        let is_failed = |file: &Tracked| file.path == path && matches!(hashes.get(&*file.on_disk), Some(Err(_)));
        let on_disk = project.top.join(path);
        tracked.files.iter().any(is_failed) || tracked.unread.iter().any(|(folder, _)| on_disk.starts_with(folder))
    };
    for file in changed.iter_mut().filter(|file| file.deleted && is_unread(&file.path)) {
        file.deleted = false;
    }
    let has = |kind: FileKind| changed.iter().any(|file| file.kind == kind);
    let status = match (has(FileKind::Source), has(FileKind::Graph)) {
        (true, true) => Status::FullDrift,
        (false, true) => Status::GraphDrift,
        (_, false) => Status::SourceDrift,
    };
    (status, changed)
}

/// The files that are not as recorded: those that exist in order of collection, then deleted ones in the record's
/// order.
pub(super) fn changes(project: &Project<'_>, record: &Record, files: &[(String, String)]) -> Vec<ChangedFile> {
    let by_path = |files: &'_ [(String, String)]| -> HashMap<String, String> { files.iter().cloned().collect() };
    let (recorded, present) = (by_path(&record.files), by_path(files));
    let changed = |path: &String, deleted| ChangedFile { path: path.clone(), kind: project.kind(path), deleted };
    let other = files.iter().filter(|(path, hash)| recorded.get(path) != Some(hash));
    let gone = record.files.iter().filter(|(path, _)| !present.contains_key(path));
    let other = other.map(|(path, _)| changed(path, false));
    other.chain(gone.map(|(path, _)| changed(path, true))).collect()
}

/// Whether source files changed since the record and no file of the model did.
pub(super) fn is_source_only(changes: &[ChangedFile]) -> bool {
    !changes.is_empty() && changes.iter().all(|file| file.kind == FileKind::Source)
}

/// Whether a node has the id `scope` or is below it.
pub(super) fn is_in(node: &ModelNode, scope: &str) -> bool {
    node.id.strip_prefix(scope).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
