//! Drift of architecture models: which nodes changed, in source or in the model, since they were last synchronised.
//!
//! The public tool records, for every mapped node, the SHA-256 hash of each file that the node's context depends on:
//! its own model files, those of its ancestors, aspects, relations and flows, and the source files it maps. [`check`]
//! compares the files on disk with these records and writes nothing; [`synchronise`] makes the records of now, which
//! `edge_log` writes. Records, file lists and hashes are those of the tool to the byte. The one difference is
//! deliberate: the tool skips a file whose modification time equals the recorded one, refscope only trusts stamps it
//! recorded itself ([`Hashes`]).

mod compare;
mod coverage;
mod folder;
mod project;
mod record;
mod report;
mod sync;

pub use coverage::{Coverage, ForeignFiles, coverage};
pub use record::{Record, STATE_FOLDER};
pub use report::{ChangedFile, Counts, Drift, Entry, FileKind, ModelDrift, Status, Unread};
pub use sync::{Scope, ScopeError, Sync, SyncError, Synced, synchronise};

use crate::system::check::Disk;
use crate::system::yggdrasil::Facts;
use project::Project;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Compares every mapped node of all models with its record.
pub fn check(facts: &Facts, disk: &Disk<'_>) -> Drift {
    check_selected(facts, disk, |_| true)
}

/// Compares the mapped nodes for which `is_wanted` is true with their records.
pub fn check_selected(facts: &Facts, disk: &Disk<'_>, is_wanted: impl Fn(&str) -> bool + std::marker::Sync) -> Drift {
    let models = facts.models.iter().map(|model| compare::model(&Project::new(model, disk), disk, &is_wanted));
    Drift { models: models.collect() }
}

/// The files whose changes can cause drift: the records of each model, and the paths that its nodes map if there are
/// records. Files of the model itself are watched anyway.
pub(super) fn tracked(facts: &Facts, root: &Path) -> BTreeSet<PathBuf> {
    let mut paths = BTreeSet::new();
    for model in &facts.models {
        let records = model.folder.join(STATE_FOLDER);
        if records.exists() {
            let mapped = model.nodes.iter().flat_map(|node| &node.mapping);
            paths.extend(mapped.map(|mapped| root.join(model.path_of(mapped))));
        }
        paths.insert(records);
    }
    paths
}
