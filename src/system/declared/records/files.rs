//! Finds the files of declared records by globs relative to the workspace.
//!
//! A glob with wildcards is searched like files that a system recognises anywhere: ignored and hidden files are left
//! out, and linked folders are not entered. The search starts at the folder before the first wildcard. A glob without
//! wildcards names one file, which is read although it may be hidden or ignored: exports often are. Several such files
//! can be alternatives, of which the first that exists is read.

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
use crate::text::{listed, quoted};
use globset::{GlobBuilder, GlobMatcher};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Maximum number of globs of a declaration: each file of a workspace is compared with all of them.
const MOST_GLOBS: usize = 100;

/// Number of bytes at the start of a file by which it is recognised.
const MOST_START: u64 = 4096;

const WILDCARDS: [char; 6] = ['*', '?', '[', ']', '{', '}'];

#[derive(Debug, Clone)]
pub(super) struct FileGlobs {
    globs: Arc<[FileGlob]>,
    /// Texts of which the start of a file contains one; if there are none, every file counts.
    recognised_by: Arc<[String]>,
    /// Whether the settings contain the globs, so that one without a file is reported.
    are_of_user: bool,
    /// Whether nothing is searched unless a file without wildcards exists.
    need_marker: bool,
}

#[derive(Debug)]
struct FileGlob {
    text: String,
    /// The line of the settings that contains it.
    line: u32,
    /// The item of the list that contains it: alternatives share one.
    item: usize,
    /// The file, or the folder before the first wildcard, relative to the workspace.
    path: PathBuf,
    /// `None` for a glob without wildcards.
    matcher: Option<GlobMatcher>,
}

impl FileGlobs {
    /// A list of globs and of lists of alternatives, or a single glob.
    pub(super) fn read(entry: &Entry<'_>, recognised_by: Option<&Entry<'_>>) -> Parsed<Self> {
        let items = if entry.is_list() { entry.list()? } else { vec![entry.clone()] };
        let mut globs = Vec::new();
        for (item, entry) in items.iter().enumerate() {
            if entry.is_list() {
                for entry in &entry.list()? {
                    globs.push(FileGlob::read(entry, item)?.without_wildcards(entry)?);
                }
            } else {
                globs.push(FileGlob::read(entry, item)?);
            }
        }
        if globs.is_empty() || globs.len() > MOST_GLOBS {
            return Err(entry.error(&format!("must be between 1 and {MOST_GLOBS} globs, not {}", globs.len())));
        }
        let recognised_by = recognised_by.map(texts).transpose()?.unwrap_or_default();
        Ok(Self { globs: globs.into(), recognised_by: recognised_by.into(), are_of_user: true, need_marker: false })
    }

    /// The globs of a preset, which need not match a file.
    pub(super) fn of_preset(self) -> Self {
        Self { are_of_user: false, ..self }
    }

    /// Reads nothing unless a file without wildcards exists.
    pub(super) fn only_if_marked(self) -> Self {
        Self { need_marker: true, ..self }
    }

    /// The lines of the settings that findings refer to.
    pub(super) fn lines(&self) -> Vec<u32> {
        self.globs.iter().map(|glob| glob.line).collect()
    }

    /// The files without wildcards in a folder, by which a preset recognises it.
    pub(super) fn marks_in(&self, folder: &Path) -> Vec<PathBuf> {
        self.named_in(folder, |_| true)
    }

    /// Whether a glob without wildcards names a file, seen from a folder.
    pub(super) fn name(&self, folder: &Path, file: &Path) -> bool {
        self.globs.iter().any(|glob| glob.matcher.is_none() && glob.matches(folder, file))
    }

    /// Watches everything that a glob can match.
    pub(super) fn watch(&self, system: SystemId, watched: &mut Watched<'_>) {
        for glob in self.globs.iter().filter(|glob| glob.matcher.is_none()) {
            watched.file(watched.root.join(&glob.path));
        }
        for place in watched.further {
            watched.area(place.clone(), Reach::FileOrFolder);
        }
        if self.need_marker && self.marks_in(watched.root).is_empty() {
            return;
        }
        let texts: Vec<_> = self.globs.iter().map(|glob| &*glob.text).collect();
        for top in self.tops() {
            let (globs, root) = (self.clone(), watched.root.to_owned());
            let search = FileSearch {
                name: format!("{}: {}", system.name(), texts.join(", ")),
                is_wanted: Arc::new(move |path| globs.are_matched_by(&root, path)),
                skips: None,
            };
            watched.area(watched.root.join(top), Reach::Search(search));
        }
    }

    /// Whether any suspect may be one of the files, or a folder that contains one.
    pub(super) fn concern(&self, request: &ReadRequest<'_>) -> bool {
        let Suspects::Only(paths) = request.suspects else { return true };
        if request.concerns(&[]) {
            return true;
        }
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
        let mut finder = Finder::new(request, system, &rules::FILES, |_| false, batch);
        finder.has_links = self.globs.iter().any(|glob| has_link(root, &glob.path));
        let mut files = self.named_in(root, |path| finder.may_read(path));
        if !self.need_marker || !files.is_empty() {
            let is_wanted = |path: &Path| self.is_searched(root, path, request);
            for top in self.tops().filter(|top| is_entered(root, top, boundary, progress)) {
                let found = finder.walk(&walk(root, &root.join(top), &is_wanted, boundary, progress));
                files.extend(found.into_iter().filter(|path| self.recognise(path)));
            }
        }
        for place in &request.further {
            if !place.is_dir() {
                files.extend(finder.named(place));
            } else if finder.may_read(place) {
                files.extend(self.named_in(place, |path| finder.may_read(path)));
                let is_wanted = |path: &Path| self.is_searched(place, path, request);
                let found = finder.walk(&walk(root, place, &is_wanted, boundary, progress));
                files.extend(found.into_iter().filter(|path| self.recognise(path)));
            }
        }
        let has_links = finder.has_links;
        if self.are_of_user {
            self.report_unmatched(system, root, &files, batch);
        }
        FoundFiles { has_links, files: without_repeats(files) }
    }

    /// The files without wildcards in a folder: of alternatives, the first one that exists and may be read.
    fn named_in(&self, folder: &Path, mut may_read: impl FnMut(&Path) -> bool) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut found = None;
        for glob in self.globs.iter().filter(|glob| glob.matcher.is_none()) {
            let path = folder.join(&glob.path);
            if found != Some(glob.item) && path.is_file() && may_read(&path) && self.recognise(&path) {
                files.push(path);
                found = Some(glob.item);
            }
        }
        files
    }

    /// Whether a search below a folder wants a file. Files without wildcards are not searched: if they are not read, an
    /// alternative to them is.
    fn is_searched(&self, folder: &Path, path: &Path, request: &ReadRequest<'_>) -> bool {
        self.are_matched_by(folder, path)
            && !self.name(folder, path)
            && !request.is_claimed(path)
            && path != request.root.join(request.log)
    }

    /// Whether the start of a file shows that it has the right format.
    fn recognise(&self, path: &Path) -> bool {
        self.recognised_by.is_empty()
            || file::start(path, MOST_START)
                .is_some_and(|start| self.recognised_by.iter().any(|text| start.contains(text)))
    }

    fn report_unmatched(&self, system: SystemId, root: &Path, files: &[PathBuf], batch: &mut Batch) {
        let is_matched = |glob: &FileGlob| files.iter().any(|path| glob.matches(root, path));
        for alternatives in self.globs.chunk_by(|one, other| one.item == other.item) {
            let Some(first) = alternatives.first().filter(|_| !alternatives.iter().any(is_matched)) else { continue };
            let texts: Vec<_> = alternatives.iter().map(|glob| quoted(&glob.text)).collect();
            let message = match texts.len() {
                1 => format!("{} matches no file", texts[0]),
                _ => format!("{} match no file", listed(&texts)),
            };
            let finding = Finding::new(&rules::UNMATCHED, system.name(), message);
            batch.finding(finding.in_file(SETTINGS_FILE).at_line(first.line));
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
    fn read(entry: &Entry<'_>, item: usize) -> Parsed<Self> {
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
        Ok(Self { text: text.to_owned(), line: entry.line(), item, path, matcher })
    }

    /// Refuses wildcards: alternatives are files.
    fn without_wildcards(self, entry: &Entry<'_>) -> Parsed<Self> {
        if self.matcher.is_some() {
            return Err(entry.error(&format!("{} has wildcards, but alternatives are files", quoted(&self.text))));
        }
        Ok(self)
    }

    fn matches(&self, root: &Path, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(root) else { return false };
        self.matcher.as_ref().map_or_else(|| below == self.path, |matcher| matcher.is_match(below))
    }
}

/// A list of texts, or a single one.
fn texts(entry: &Entry<'_>) -> Parsed<Vec<String>> {
    let entries = if entry.is_list() { entry.list()? } else { vec![entry.clone()] };
    entries.iter().map(|entry| entry.text().map(str::to_owned)).collect()
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
