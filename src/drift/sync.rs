//! Synchronisation: computes new records from the current files, without writing them.

use super::compare::{canonical, changes, hash_all, hashed, is_in, is_source_only};
use super::project::Project;
use super::record::{Record, Records, file_of};
use super::{Disk, Status};
use crate::source::file;
use crate::source::yggdrasil::{Facts, ModelNode};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// A selection of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Every mapped node.
    All,
    /// These nodes, by id.
    Nodes(Vec<String>),
    /// These nodes and all below them.
    Below(Vec<String>),
}

/// Why a scope selects no nodes. The messages are those of the public tool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    /// No node has the id.
    #[error("Node not found: {0}")]
    NotFound(String),
    /// Neither the node nor, in a recursive scope, a node below it is mapped.
    #[error("Node has no mapping: {0}")]
    NotMapped(String),
    /// The version of the model tracks no blackbox nodes.
    #[error("Node is a blackbox, which versions from 3.0 on do not track: {0}")]
    Blackbox(String),
}

impl Scope {
    /// Normalises a typed id: removes a leading `./` and trailing slashes.
    pub fn normal(typed: &str) -> String {
        let typed = typed.trim();
        typed.strip_prefix("./").unwrap_or(typed).trim_end_matches('/').to_owned()
    }

    /// Checks that every named node exists and is mapped.
    pub fn check(&self, facts: &Facts) -> Result<(), ScopeError> {
        let (ids, takes_descendants) = match self {
            Self::All => return Ok(()),
            Self::Nodes(ids) => (ids, false),
            Self::Below(ids) => (ids, true),
        };
        for id in ids {
            let (model, node) = facts.node(id).ok_or_else(|| ScopeError::NotFound(id.clone()))?;
            let below = if takes_descendants { model.descendants(id) } else { &[] };
            if !std::iter::once(node).chain(below).any(|node| !node.mapping.is_empty()) {
                return Err(ScopeError::NotMapped(id.clone()));
            }
        }
        Ok(())
    }

    pub fn contains(&self, node: &ModelNode) -> bool {
        match self {
            Self::All => true,
            Self::Nodes(ids) => ids.contains(&node.id),
            Self::Below(ids) => ids.iter().any(|id| is_in(node, id)),
        }
    }
}

/// A node whose record was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Synced {
    /// The node's id.
    pub node: String,
    /// The file of its record.
    pub path: PathBuf,
    /// The canonical hash of the record before, if there was one.
    pub previous: Option<String>,
    /// The record.
    pub record: Record,
    /// Whether source files changed since the record before and no file of the model did, in a version that warns of
    /// it.
    pub is_source_only: bool,
}

/// The new records of one model.
#[derive(Debug, Clone, PartialEq)]
pub struct Sync {
    /// The folder of records.
    pub folder: PathBuf,
    /// Whether a single file is in its place, as versions before 2.1 have it.
    pub replaces_file: bool,
    /// The nodes whose records were made.
    pub synced: Vec<Synced>,
    /// Records that only the single file has: they move into the folder with it.
    pub carried_over: Vec<(PathBuf, Record)>,
    /// Records of nodes that are gone or no longer mapped, by id.
    pub stale: Vec<(String, PathBuf)>,
}

/// Computes the records of the nodes in a scope, one entry per model with any. Writes nothing.
pub fn synchronise(facts: &Facts, disk: &Disk<'_>, scope: &Scope) -> Result<Vec<Sync>, ScopeError> {
    scope.check(facts)?;
    let mut all = Vec::new();
    for model in &facts.models {
        let project = Project::new(model, disk);
        let named = model.nodes.iter().filter(|node| scope.contains(node));
        if let Scope::Nodes(_) = scope
            && let Some(blackbox) = named.clone().find(|node| project.leaves_out(node))
        {
            return Err(ScopeError::Blackbox(blackbox.id.clone()));
        }
        let nodes: Vec<_> = project.nodes().into_iter().filter(|node| scope.contains(node)).collect();
        let sync = of_model(&project, disk, &nodes, *scope == Scope::All);
        if !(sync.synced.is_empty() && sync.stale.is_empty()) {
            all.push(sync);
        }
    }
    Ok(all)
}

fn of_model(project: &Project<'_>, disk: &Disk<'_>, nodes: &[&ModelNode], is_whole: bool) -> Sync {
    let (records, folder) = (project.records(), project.records_path());
    let tracked: Vec<_> = nodes.iter().map(|node| project.tracked(node)).collect();
    let hashes = hash_all(tracked.iter().flatten(), disk);
    let mut synced = Vec::new();
    for (node, tracked) in nodes.iter().zip(&tracked) {
        let times: BTreeMap<_, _> = tracked.iter().map(|file| (file.path.clone(), file.on_disk.clone())).collect();
        let files = hashed(tracked, &hashes);
        let time = |path: &String| Some((path.clone(), modified(times.get(path)?)?));
        let mtimes = files.iter().filter_map(|(path, _)| time(path)).collect();
        let before = records.record(&node.id);
        let is_source_only = project.warns_of_source_only_changes()
            && before.as_ref().is_some_and(|before| is_source_only(&changes(project, before, &files)));
        let record = Record { hash: canonical(&files), files, mtimes };
        let previous = before.map(|before| before.hash).filter(|hash| !hash.is_empty());
        let path = file_of(&folder, &node.id);
        synced.push(Synced { node: node.id.clone(), path, previous, record, is_source_only });
    }
    let is_synced: HashSet<_> = nodes.iter().map(|node| &*node.id).collect();
    let is_mapped = |id: &str| project.model.node(id).is_some_and(|node| project.takes_part(node));
    let mut sync = Sync { folder, replaces_file: false, synced, carried_over: Vec::new(), stale: Vec::new() };
    match records {
        Records::None => {}
        Records::File(records) => {
            sync.replaces_file = true;
            let records: BTreeMap<_, _> = records.into_iter().filter(|(id, _)| !is_synced.contains(&**id)).collect();
            for (id, record) in records {
                let path = file_of(&sync.folder, &id);
                // The single file can contain any text as an id.
                let is_inside = Path::new(&id).components().all(|part| matches!(part, std::path::Component::Normal(_)));
                match is_mapped(&id) {
                    false if is_whole => sync.stale.push((id, path)),
                    _ if is_inside => sync.carried_over.push((path, record)),
                    _ => {}
                }
            }
        }
        Records::Folder(folder) if is_whole => {
            let found = file::everything_below(&folder).into_iter();
            for path in found.filter(|path| path.extension().is_some_and(|it| it == "json") && path.is_file()) {
                let below = path.strip_prefix(&folder).ok().and_then(Path::to_str);
                let Some(id) = below.and_then(|below| below.strip_suffix(".json")) else { continue };
                if !is_mapped(id) {
                    sync.stale.push((id.to_owned(), path.clone()));
                }
            }
        }
        Records::Folder(_) => {}
    }
    sync.stale.sort();
    sync
}

/// The modification time of a file in milliseconds, computed as Node.js computes `mtimeMs`.
fn modified(path: &Path) -> Option<f64> {
    let metadata = fs::metadata(path).ok()?;
    #[expect(clippy::cast_precision_loss, reason = "the tool computes with doubles too")]
    Some(metadata.mtime() as f64 * 1000.0 + metadata.mtime_nsec() as f64 / 1_000_000.0)
}

impl Status {
    /// Whether a synchronisation settles it.
    pub fn is_settled_by_sync(self) -> bool {
        matches!(self, Self::SourceDrift | Self::GraphDrift | Self::FullDrift)
    }
}
