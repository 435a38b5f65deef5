//! Compares files with their records by hash.

use super::Disk;
use super::hashes::{Digest, hash_text, hex};
use super::project::{Project, Tracked};
use super::record::Record;
use super::report::{ChangedFile, Entry, FileKind, ModelDrift, Status};
use crate::source::file;
use crate::source::yggdrasil::{ModelNode, collation};
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::Path;

/// Compares the wanted nodes of a model with their records. Every file is hashed once, however many nodes track it.
pub(super) fn model(project: &Project<'_>, disk: &Disk<'_>, is_wanted: &(dyn Fn(&str) -> bool + Sync)) -> ModelDrift {
    let records = project.records();
    let nodes: Vec<_> = project.nodes().into_iter().filter(|node| is_wanted(&node.id)).collect();
    let read: Vec<_> = nodes
        .into_par_iter()
        .map(|node| {
            let record = records.record(&node.id);
            let is_compared = record.is_some() && project.is_materialized(node) && !(disk.cancelled)();
            let tracked = if is_compared { project.tracked(node) } else { Vec::new() };
            (node, record, tracked)
        })
        .collect();
    let hashes = hash_all(read.iter().flat_map(|(_, _, tracked)| tracked), disk);
    let entries = read.par_iter().map(|(node, record, tracked)| {
        let (status, changed) = match record {
            None if project.is_materialized(node) => (Status::SourceDrift, Vec::new()),
            None => (Status::Unmaterialized, Vec::new()),
            Some(_) if !project.is_materialized(node) => (Status::Missing, Vec::new()),
            Some(record) => compared(project, record, &hashed(tracked, &hashes)),
        };
        let (is_recorded, project) = (record.is_some(), project.model.project.clone());
        Entry { node: node.id.clone(), project, status, is_recorded, changed }
    });
    ModelDrift {
        project: project.model.project.clone(),
        records: file::relative(disk.root, &project.records_path()),
        is_recorded: records.are_there(),
        entries: entries.collect(),
    }
}

/// The hashes of files on disk. A file that cannot be read has none.
pub(super) fn hash_all<'t>(
    tracked: impl Iterator<Item = &'t Tracked>,
    disk: &Disk<'_>,
) -> HashMap<&'t Path, Option<Digest>> {
    let mut hashes: HashMap<&Path, Option<Digest>> = tracked.map(|file| (&*file.on_disk, None)).collect();
    let paths: Vec<_> = hashes.keys().copied().collect();
    hashes.extend(paths.iter().copied().zip(disk.hashes.of_all(&paths, disk.cancelled)));
    hashes
}

/// Tracked files with their hashes in hexadecimal digits. Files that cannot be read are left out, as the tool leaves
/// them out.
pub(super) fn hashed(tracked: &[Tracked], hashes: &HashMap<&Path, Option<Digest>>) -> Vec<(String, String)> {
    let hash = |file: &Tracked| hashes.get(&*file.on_disk)?.as_ref().map(hex);
    tracked.iter().filter_map(|file| Some((file.path.clone(), hash(file)?))).collect()
}

/// The canonical hash: SHA-256 of `path:hash` lines, sorted by path in collation order and joined by newlines.
pub(super) fn canonical(files: &[(String, String)]) -> String {
    let mut sorted: Vec<_> = files.iter().collect();
    collation::sort(&mut sorted, |(path, _)| path);
    let lines: Vec<_> = sorted.into_iter().map(|(path, hash)| format!("{path}:{hash}")).collect();
    hex(&hash_text(&lines.join("\n")))
}

fn compared(project: &Project<'_>, record: &Record, files: &[(String, String)]) -> (Status, Vec<ChangedFile>) {
    if canonical(files) == record.hash {
        return (Status::Ok, Vec::new());
    }
    let changed = changes(project, record, files);
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
