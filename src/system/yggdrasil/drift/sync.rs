//! Synchronisation: computes new records from the current files, without writing them.

use super::Disk;
use super::compare::{canonical, changes, hash_all, hashed, is_in, is_source_only};
use super::project::{Project, Tracked, is_tracked};
use super::record::{Record, Records, file_of};
use super::report::Unread;
use crate::system::kit::file;
use crate::system::yggdrasil::{Facts, ModelNode};
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Component, Path, PathBuf};

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

/// Why no record can be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SyncError {
    /// The scope has no nodes.
    #[error(transparent)]
    Scope(#[from] ScopeError),
    /// A file could not be read, so a record would leave it out.
    #[error("cannot read {}: {}. Nothing was written", .0.path, .0.reason)]
    Unread(Unread),
    /// The single file of records is damaged, and only a sync of all nodes replaces it.
    #[error(
        "{0} is damaged: it is neither JSON nor YAML. Restore it, or replace it with `refscope drift sync --all`. Nothing was written"
    )]
    Damaged(String),
}

impl Scope {
    /// Normalises a typed id: removes a leading `./` and trailing slashes.
    pub fn normal(typed: &str) -> String {
        let typed = typed.trim();
        typed.strip_prefix("./").unwrap_or(typed).trim_end_matches('/').to_owned()
    }

    /// Checks that every node that is named exists, is mapped, and is tracked by the version of its model.
    pub fn check(&self, facts: &Facts) -> Result<(), ScopeError> {
        let (ids, takes_descendants) = match self {
            Self::All => return Ok(()),
            Self::Nodes(ids) => (ids, false),
            Self::Below(ids) => (ids, true),
        };
        for id in ids {
            let (model, node) = facts.node(id).ok_or_else(|| ScopeError::NotFound(id.clone()))?;
            let below = if takes_descendants { model.descendants(id) } else { &[] };
            let mut mapped = std::iter::once(node).chain(below).filter(|node| !node.mapping.is_empty()).peekable();
            if mapped.peek().is_none() {
                return Err(ScopeError::NotMapped(id.clone()));
            }
            if !mapped.any(|node| is_tracked(model, node)) {
                return Err(ScopeError::Blackbox(id.clone()));
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
    /// The ids of nodes that are gone or no longer mapped, whose records are dropped.
    pub stale: Vec<String>,
}

impl Sync {
    /// The files of stale records. A single file has none: its entries are not carried over.
    pub fn stale_files(&self) -> Vec<PathBuf> {
        let stale = self.stale.iter().filter(|_| !self.replaces_file);
        stale.map(|id| file_of(&self.folder, id)).collect()
    }
}

/// Makes the records of the nodes that a scope names, one entry a model that has any. Nothing is written.
pub fn synchronise(facts: &Facts, disk: &Disk<'_>, scope: &Scope) -> Result<Vec<Sync>, SyncError> {
    scope.check(facts)?;
    let mut all = Vec::new();
    for model in &facts.models {
        let project = Project::new(model, disk);
        let nodes: Vec<_> = project.nodes().into_iter().filter(|node| scope.contains(node)).collect();
        if nodes.is_empty() && *scope != Scope::All {
            continue;
        }
        let sync = of_model(&project, disk, &nodes, *scope == Scope::All)?;
        if !(sync.synced.is_empty() && sync.stale.is_empty()) {
            all.push(sync);
        }
    }
    Ok(all)
}

fn of_model(project: &Project<'_>, disk: &Disk<'_>, nodes: &[&ModelNode], is_whole: bool) -> Result<Sync, SyncError> {
    let (records, folder) = (project.records(), project.records_path());
    if let (Records::Damaged(path), false) = (&records, is_whole) {
        return Err(SyncError::Damaged(file::relative(disk.root, path)));
    }
    let unread = |path: &Path, error: &io::Error| SyncError::Unread(Unread::new(disk, path, &file::reason(error)));
    let tracked: Vec<_> = nodes.iter().map(|node| project.tracked(node, disk.cancelled)).collect();
    if let Some((path, error)) = tracked.iter().flat_map(|tracked| &tracked.unread).next() {
        return Err(unread(path, error));
    }
    let hashes = hash_all(tracked.iter().flat_map(|tracked| &tracked.files), disk);
    if let Some((path, error)) =
        hashes.iter().filter_map(|(path, hash)| Some((path, hash.as_ref().err()?))).min_by_key(|(path, _)| **path)
    {
        return Err(unread(path, error));
    }
    let mut synced = Vec::new();
    for (node, tracked) in nodes.iter().zip(&tracked) {
        let files = hashed(&tracked.files, &hashes);
        let time =
            |file: &Tracked| Some((file.path.clone(), hashes.get(&*file.on_disk)?.as_ref().ok()?.as_ref()?.modified));
        let mtimes = tracked.files.iter().filter_map(time).collect();
        let before = records.record(&node.id, project.boundary).map_err(|(path, error)| unread(&path, &error))?;
        let is_source_only = project.warns_of_source_only_changes()
            && before.as_ref().is_some_and(|before| is_source_only(&changes(project, before, &files)));
        let record = Record { hash: canonical(&files), files, mtimes };
        let previous = before.map(|before| before.hash).filter(|hash| !hash.is_empty());
        let path = file_of(&folder, &node.id);
        synced.push(Synced { node: node.id.clone(), path, previous, record, is_source_only });
    }
    let is_synced: HashSet<_> = nodes.iter().map(|node| &*node.id).collect();
    // A node whose file cannot be understood is not gone.
    let is_kept = |id: &str| {
        let node = project.model.node(id);
        node.is_some_and(|node| project.takes_part(node) || !node.readable || node.has_broken_mapping)
    };
    let mut sync = Sync { folder, replaces_file: false, synced, carried_over: Vec::new(), stale: Vec::new() };
    match records {
        Records::None | Records::Folder(_) if !is_whole => {}
        Records::None => {}
        Records::Damaged(_) => sync.replaces_file = true,
        Records::File(records) => {
            sync.replaces_file = true;
            let records: BTreeMap<_, _> = records.into_iter().filter(|(id, _)| !is_synced.contains(&**id)).collect();
            for (id, record) in records {
                // The single file can hold any text as an id, `../x` too: only ids of nodes become paths.
                if is_kept(&id) || (!is_whole && is_plain(&id)) {
                    sync.carried_over.push((file_of(&sync.folder, &id), record));
                } else {
                    sync.stale.push(id);
                }
            }
        }
        Records::Folder(folder) => {
            let found = file::everything_below(&folder).into_iter();
            for path in found.filter(|path| path.extension().is_some_and(|it| it == "json") && path.is_file()) {
                let below = path.strip_prefix(&folder).ok().and_then(Path::to_str);
                let Some(id) = below.and_then(|below| below.strip_suffix(".json")) else { continue };
                if !is_kept(id) {
                    sync.stale.push(id.to_owned());
                }
            }
        }
    }
    sync.stale.sort();
    Ok(sync)
}

/// Whether an id is a path below the folder it is looked up in.
fn is_plain(id: &str) -> bool {
    let mut parts = Path::new(id).components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
}
