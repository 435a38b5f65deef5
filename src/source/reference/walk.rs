//! Which files are artifacts.

use super::{Place, SYSTEM, rules};
use crate::finding::Finding;
use crate::graph::Batch;
use crate::source::walk::Walk;
use crate::source::{Progress, file};
use std::path::PathBuf;

/// The artifact files below `artifacts/`, by path. What git ignores is still an artifact.
pub(super) fn artifacts(place: &Place<'_>, progress: &Progress, batch: &mut Batch) -> Vec<PathBuf> {
    let top = place.folder.join("artifacts");
    let walk = Walk {
        top: &top,
        skip: None,
        wanted: &file::is_markdown,
        ignores_from: None,
        follows_links: true,
        names_count: true,
        progress,
    };
    let found = walk.run();
    for (path, message) in found.obstacles {
        let finding = Finding::new(&rules::FILE_UNREADABLE, SYSTEM.name(), message);
        batch.finding(finding.in_file(place.shown(&path)));
    }
    found.files
}
