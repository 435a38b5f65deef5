//! Finds the artifact files of a place.

use super::{ReadLocation, SYSTEM, rules};
use crate::graph::Batch;
use crate::system::kit::walk::{FileWalk, Found, LIMITS, plain};
use crate::system::{Progress, file};
use std::fs;
use std::path::Path;

/// The artifact files below `artifacts/`, sorted. Files that git ignores are included.
pub(super) fn artifacts(place: &ReadLocation<'_>, progress: &Progress, batch: &mut Batch) -> Found {
    let top = place.folder.join("artifacts");
    let walk = FileWalk {
        top: &top,
        skip: None,
        hidden: &[],
        wanted: &file::is_markdown,
        ignores_from: None,
        follows_links: true,
        distinct_names: true,
        boundary: place.boundary,
        limits: LIMITS,
        progress,
    };
    if place.boundary.is_inside(&file::real(&place.folder))
        && let Some(files) = plain::files(&top, file::is_markdown, &|| progress.is_cancelled())
    {
        return Found { files, ..Found::default() };
    }
    let mut found = walk.run();
    for obstacle in found.obstacles.drain(..) {
        batch.finding(obstacle.finding(&rules::OBSTACLES, SYSTEM, place.root));
    }
    found
}

/// Whether a path below `artifacts/` is an artifact, given that there are no links; `None` if only a walk can tell.
pub(super) fn is_artifact(top: &Path, path: &Path) -> Option<bool> {
    let below = path.strip_prefix(top).ok()?;
    let is_hidden = |part: std::path::Component<'_>| part.as_os_str().as_encoded_bytes().starts_with(b".");
    if below.components().any(is_hidden) {
        return Some(false);
    }
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() || found.is_symlink() => None,
        Ok(_) => Some(file::is_markdown(path)),
        // A deleted path may have been a folder, unless it is named like an artifact; the same holds for its parent.
        Err(_) => (file::is_markdown(path) && path.parent().is_some_and(Path::is_dir)).then_some(false),
    }
}
