//! Which files are artifacts, whatever links there are among them.

use super::{SYSTEM, rules};
use crate::finding::Finding;
use crate::graph::Batch;
use crate::source::file;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The artifact files below `artifacts/`, by path. Hidden files are left out. Linked folders are entered, but each file is
/// taken once, by its own path if it has one here, and a link that leads back to a folder above it is passed over.
pub(super) fn artifacts(root: &Path, batch: &mut Batch) -> Vec<PathBuf> {
    let top = root.join("artifacts");
    if !top.is_dir() {
        return Vec::new();
    }
    let mut files = Vec::new();
    let mut linked = false;
    let real_top = top.canonicalize().unwrap_or_else(|_| top.clone());
    let leads_above = {
        let real_top = real_top.clone();
        move |link: &Path| link.canonicalize().is_ok_and(|target| real_top.starts_with(target))
    };
    let walk = ignore::WalkBuilder::new(&top)
        .standard_filters(false)
        .hidden(true)
        .follow_links(true)
        .filter_entry(move |entry| entry.depth() == 0 || !entry.path_is_symlink() || !leads_above(entry.path()))
        .build();
    for entry in walk {
        match entry {
            Ok(entry) => {
                let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
                linked |= entry.path_is_symlink();
                if !is_folder && file::is_markdown(entry.path()) {
                    files.push(entry.into_path());
                }
            }
            Err(error) => match obstacle(&error) {
                Obstacle::Loop => {}
                Obstacle::Link(path) => files.extend(path.filter(|path| file::is_markdown(path))),
                Obstacle::Unlisted(path, reason) => {
                    let message = format!("the folder could not be listed: {reason}");
                    let place = file::relative(root, &path.unwrap_or(top.clone()));
                    let finding = Finding::new(&rules::FILE_UNREADABLE, SYSTEM.name(), message);
                    batch.finding(finding.in_file(place));
                }
            },
        }
    }
    files.sort();
    if linked {
        keep_each_once(&mut files, &top, &real_top);
    }
    files
}

/// Why a walk could not go on at some place.
enum Obstacle {
    /// A link leads back to where the walk came from.
    Loop,
    /// A link leads nowhere.
    Link(Option<PathBuf>),
    /// A folder cannot be listed.
    Unlisted(Option<PathBuf>, String),
}

fn obstacle(error: &ignore::Error) -> Obstacle {
    fn path_of(error: &ignore::Error) -> Option<&Path> {
        match error {
            ignore::Error::WithPath { path, .. } => Some(path),
            ignore::Error::WithDepth { err, .. } => path_of(err),
            _ => None,
        }
    }
    fn is_loop(error: &ignore::Error) -> bool {
        match error {
            ignore::Error::Loop { .. } => true,
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithPath { err, .. } => is_loop(err),
            _ => false,
        }
    }
    let path = path_of(error).map(Path::to_owned);
    if is_loop(error) {
        return Obstacle::Loop;
    }
    if path.as_ref().is_some_and(|path| path.is_symlink()) {
        return Obstacle::Link(path);
    }
    let reason = error.io_error().map_or_else(|| error.to_string(), file::reason);
    Obstacle::Unlisted(path, reason)
}

/// Of several paths that lead to one file, keeps the one without a link, else the shortest.
fn keep_each_once(files: &mut Vec<PathBuf>, top: &Path, real_top: &Path) {
    let ranked = |path: PathBuf| {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        let is_linked = path.strip_prefix(top).map(|below| real_top.join(below)).ok().as_ref() != Some(&real);
        // A linked file under another name is another artifact: its name is its id.
        let name = path.file_name().map(OsStr::to_owned);
        ((real, name), is_linked, path.components().count(), path)
    };
    let mut by_file: Vec<_> = files.drain(..).map(ranked).collect();
    by_file.sort();
    by_file.dedup_by(|later, first| later.0 == first.0);
    files.extend(by_file.into_iter().map(|(_, _, _, path)| path));
    files.sort();
}
