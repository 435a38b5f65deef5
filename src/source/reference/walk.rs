//! Which files are artifacts.

use super::{Place, SYSTEM, rules};
use crate::finding::Finding;
use crate::graph::Batch;
use crate::source::file;
use crate::source::walk::Walk;
use std::path::PathBuf;

/// The artifact files below `artifacts/`, by path. What git ignores is still an artifact.
pub(super) fn artifacts(place: &Place<'_>, batch: &mut Batch) -> Vec<PathBuf> {
    let top = place.folder.join("artifacts");
    let walk = Walk {
        top: &top,
        skip: None,
        wanted: &file::is_markdown,
        ignores_from: None,
        follows_links: true,
        names_count: true,
    };
    let found = walk.run();
    for (path, message) in found.obstacles {
        let finding = Finding::new(&rules::FILE_UNREADABLE, SYSTEM.name(), message);
        batch.finding(finding.in_file(place.shown(&path)));
    }
    found.files
}
