//! Finds the files of declared records by globs relative to the workspace.
//!
//! A glob with wildcards is searched like files that a system recognises anywhere: ignored and hidden files are left
//! out, and linked folders are not entered. The search starts at the folder before the first wildcard. A glob without
//! wildcards names one file, which is read although it may be hidden or ignored: exports often are.

use super::rules;
use crate::finding::Finding;
use crate::graph::{Batch, SystemId};
use crate::system::declared::SETTINGS_FILE;
use crate::system::kit::config_error::{Entry, Parsed};
use crate::system::kit::named::Finder;
use crate::system::kit::read_request::FoundFiles;
use crate::system::kit::walk::{FileWalk, LIMITS, without_repeats};
use crate::system::kit::{Boundary, Progress, ReadRequest, Suspects, file};
use crate::system::{FileSearch, Reach, Watched};
use crate::text::quoted;
use globset::{GlobBuilder, GlobMatcher};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Maximum number of globs of a declaration: each file of a workspace is compared with all of them.
const MOST_GLOBS: usize = 100;

const WILDCARDS: [char; 6] = ['*', '?', '[', ']', '{', '}'];

#[derive(Debug, Clone)]
pub(super) struct FileGlobs {
    globs: Arc<[FileGlob]>,
}

#[derive(Debug)]
struct FileGlob {
    text: String,
    /// The line of the settings that contains it.
    line: u32,
    /// The file, or the folder before the first wildcard, relative to the workspace.
    path: PathBuf,
    /// `None` for a glob without wildcards.
    matcher: Option<GlobMatcher>,
}

impl FileGlobs {
    /// A list of globs, or a single one.
    pub(super) fn read(entry: &Entry<'_>) -> Parsed<Self> {
        let entries = if entry.is_list() { entry.list()? } else { vec![entry.clone()] };
        if entries.is_empty() || entries.len() > MOST_GLOBS {
            return Err(entry.error(&format!("must be between 1 and {MOST_GLOBS} globs, not {}", entries.len())));
        }
        Ok(Self { globs: entries.iter().map(FileGlob::read).collect::<Parsed<_>>()? })
    }

    /// The lines of the settings that findings refer to.
    pub(super) fn lines(&self) -> Vec<u32> {
        self.globs.iter().map(|glob| glob.line).collect()
    }

    /// Watches everything that a glob can match.
    pub(super) fn watch(&self, system: SystemId, watched: &mut Watched<'_>) {
        for glob in self.globs.iter() {
            let path = watched.root.join(&glob.path);
            if glob.matcher.is_none() {
                watched.file(path);
                continue;
            }
            let (globs, root) = (self.clone(), watched.root.to_owned());
            let search = FileSearch {
                name: format!("{}: {}", system.name(), glob.text),
                is_wanted: Arc::new(move |path| globs.are_matched_by(&root, path)),
                skips: None,
            };
            watched.area(path, Reach::Search(search));
        }
    }

    /// Whether any suspect may be one of the files, or a folder that contains one.
    pub(super) fn concern(&self, request: &ReadRequest<'_>) -> bool {
        let Suspects::Only(paths) = request.suspects else { return true };
        // A deleted path may have been a folder.
        let is_file = |path: &Path| path.symlink_metadata().is_ok_and(|found| found.is_file());
        let may_hold = |path: &PathBuf| {
            let is_near = |glob: &FileGlob| {
                let place = request.root.join(&glob.path);
                place.starts_with(path) || glob.matcher.is_some() && path.starts_with(&place)
            };
            self.globs.iter().any(is_near) && (self.are_matched_by(request.root, path) || !is_file(path))
        };
        paths.iter().any(may_hold)
    }

    /// The files, each once. Reports globs that match none.
    pub(super) fn find(&self, system: SystemId, request: &ReadRequest<'_>, batch: &mut Batch) -> FoundFiles {
        let (root, boundary, progress) = (request.root, &request.boundary, request.progress);
        let mut finder = Finder {
            root,
            system,
            rules: &rules::FILES,
            wanted: |_| false,
            hidden: &[],
            distinct_names: false,
            boundary,
            progress,
            batch,
            has_links: false,
        };
        let mut files = Vec::new();
        for glob in self.globs.iter().filter(|glob| glob.matcher.is_none()) {
            let path = root.join(&glob.path);
            finder.has_links |= has_link(root, &glob.path);
            if path.is_file() && finder.may_read(&path) {
                files.push(path);
            }
        }
        let is_wanted = |path: &Path| {
            self.are_matched_by(root, path) && !request.is_claimed(path) && path != root.join(request.log)
        };
        for top in self.tops() {
            finder.has_links |= has_link(root, top);
            if is_entered(root, top, boundary, progress) {
                files.extend(finder.walk(&walk(root, &root.join(top), &is_wanted, boundary, progress)));
            }
        }
        let has_links = finder.has_links;
        self.report_unmatched(system, root, &files, batch);
        FoundFiles { has_links, files: without_repeats(files) }
    }

    fn report_unmatched(&self, system: SystemId, root: &Path, files: &[PathBuf], batch: &mut Batch) {
        for glob in self.globs.iter().filter(|glob| !files.iter().any(|path| glob.matches(root, path))) {
            let message = format!("{} matches no file", quoted(&glob.text));
            let finding = Finding::new(&rules::UNMATCHED, system.name(), message);
            batch.finding(finding.in_file(SETTINGS_FILE).at_line(glob.line));
        }
    }

    fn are_matched_by(&self, root: &Path, path: &Path) -> bool {
        self.globs.iter().any(|glob| glob.matches(root, path))
    }

    /// The folders to search, without those inside another one.
    fn tops(&self) -> impl Iterator<Item = &Path> {
        let all: BTreeSet<_> =
            self.globs.iter().filter(|glob| glob.matcher.is_some()).map(|glob| &*glob.path).collect();
        let mut last: Option<&Path> = None;
        all.into_iter().filter(move |top| {
            let is_outer = last.is_none_or(|last| !top.starts_with(last));
            last = if is_outer { Some(top) } else { last };
            is_outer
        })
    }
}

impl FileGlob {
    fn read(entry: &Entry<'_>) -> Parsed<Self> {
        let text = entry.text()?;
        let refuse = |reason: &str| entry.error(&format!("{} is not a glob: {reason}", quoted(text)));
        let is_inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(text).components().all(is_inside) {
            return Err(refuse("it must be a path inside the workspace, without a leading / and without .."));
        }
        let plain = file::lexically_normalized(Path::new(text));
        if plain.as_os_str().is_empty() {
            return Err(refuse("it names the workspace itself"));
        }
        let has_wildcard = |part: &Component<'_>| part.as_os_str().to_string_lossy().contains(WILDCARDS);
        let path: PathBuf = plain.components().take_while(|part| !has_wildcard(part)).collect();
        let matcher = if path == plain {
            None
        } else {
            let glob = GlobBuilder::new(&plain.to_string_lossy()).literal_separator(true).build();
            Some(glob.map_err(|error| refuse(&error.kind().to_string()))?.compile_matcher())
        };
        Ok(Self { text: text.to_owned(), line: entry.line(), path, matcher })
    }

    fn matches(&self, root: &Path, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(root) else { return false };
        self.matcher.as_ref().map_or_else(|| below == self.path, |matcher| matcher.is_match(below))
    }
}

fn walk<'a>(
    root: &'a Path,
    top: &'a Path,
    wanted: &'a dyn Fn(&Path) -> bool,
    boundary: &'a Boundary,
    progress: &'a Progress,
) -> FileWalk<'a> {
    FileWalk {
        top,
        skip: None,
        wanted,
        hidden: &[],
        ignores_from: Some(root),
        follows_links: false,
        distinct_names: false,
        boundary,
        limits: LIMITS,
        progress,
    }
}

/// The folders between the workspace and a path in it, and the path itself.
fn parts(root: &Path, below: &Path) -> impl Iterator<Item = PathBuf> {
    let mut path = root.to_owned();
    below.components().map(move |part| {
        path.push(part);
        path.clone()
    })
}

/// Whether a path, or a folder above it, is a link.
fn has_link(root: &Path, below: &Path) -> bool {
    parts(root, below).any(|part| part.is_symlink())
}

/// Whether a search of the whole workspace would enter a folder.
fn is_entered(root: &Path, below: &Path, boundary: &Boundary, progress: &Progress) -> bool {
    let is_hidden =
        |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".") && path != root);
    let is_left_out = |part: PathBuf| {
        part.is_symlink() || is_hidden(&part) || walk(root, &part, &|_| false, boundary, progress).is_top_excluded()
    };
    !parts(root, below).any(is_left_out)
}
