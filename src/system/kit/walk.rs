//! A depth-first walk over a folder that follows symbolic links safely: cycles end, each file is found once, and
//! `.gitignore`, the boundary and size limits are respected. [`FileWalk`] is sequential; [`plain`] is the parallel
//! version for folders without links.

pub(in crate::system) mod plain;

use super::file::real;
use super::obstacle::{DEEPEST, Obstacle};
use super::{Boundary, Progress, file};
use ignore::gitignore::Gitignore;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Limits for a trusted folder outside the workspace, so that a source such as `/` does not read the whole disk.
#[derive(Debug, Clone, Copy)]
pub(in crate::system) struct Limits {
    /// Files and folders visited.
    pub(in crate::system) entries: usize,
    pub(in crate::system) files: usize,
    /// Total size of the files.
    pub(in crate::system) bytes: u64,
}

pub(in crate::system) const LIMITS: Limits = Limits { entries: 200_000, files: 50_000, bytes: 512 << 20 };

/// Maximum number of links to targets outside the workspace that are reported one by one; further ones are counted.
const MOST_LINKS: usize = 100;

pub(in crate::system) struct FileWalk<'a> {
    /// The folder to search. It is entered even if it is hidden or ignored itself.
    pub(in crate::system) top: &'a Path,
    /// A folder below it that is not entered.
    pub(in crate::system) skip: Option<&'a Path>,
    /// Selects files by path.
    pub(in crate::system) wanted: &'a dyn Fn(&Path) -> bool,
    /// Names of hidden files to include.
    pub(in crate::system) hidden: &'a [&'a str],
    /// The topmost folder whose `.gitignore` is respected: the workspace, because a `.gitignore` in the user's home may
    /// ignore everything. `None` to include ignored files.
    pub(in crate::system) ignores_from: Option<&'a Path>,
    /// Whether linked folders are entered. Linked files are always included.
    pub(in crate::system) follows_links: bool,
    /// Whether one file under two names counts as two files, because its name is its id.
    pub(in crate::system) distinct_names: bool,
    /// Links that lead outside are not followed.
    pub(in crate::system) boundary: &'a Boundary,
    /// Limits for a folder outside the workspace.
    pub(in crate::system) limits: Limits,
    /// After cancellation, the result is incomplete and must not be used.
    pub(in crate::system) progress: &'a Progress,
}

/// The selected files, sorted, and the paths that could not be read.
#[derive(Debug, Default)]
pub(in crate::system) struct Found {
    pub(in crate::system) files: Vec<PathBuf>,
    pub(in crate::system) obstacles: Vec<Obstacle>,
    /// Whether any link was found.
    pub(in crate::system) has_links: bool,
}

impl FileWalk<'_> {
    /// Hidden files and folders are left out, except for files with a name in `hidden`. Each file is returned once, by
    /// its own path if that is below the top, and links to a parent folder are skipped. Of several links to one folder
    /// only the first by path is followed: folders that link to each other can be reached on exponentially many paths.
    /// Folders that are nested too deeply or outside the boundary are not read.
    pub(in crate::system) fn run(&self) -> Found {
        let mut found = Found::default();
        if !self.top.is_dir() {
            return found;
        }
        let real_top = real(self.top);
        if !self.boundary.contains(&real_top) {
            found.obstacles.push(Obstacle::Outside { path: self.top.to_owned(), target: real_top });
            found.has_links = true;
            return found;
        }
        let mut quota = (!self.boundary.is_inside(&real_top)).then(|| Quota::new(self.limits));
        let outside = Arc::new(Mutex::new(Vec::new()));
        let leaves = {
            let (boundary, outside, follows_links) = (self.boundary.clone(), Arc::clone(&outside), self.follows_links);
            move |link: &Path| {
                let target = boundary.target_outside(link).filter(|target| follows_links && target.is_dir());
                target.is_some_and(|target| {
                    outside.lock().unwrap_or_else(PoisonError::into_inner).push((link.to_owned(), target));
                    true
                })
            }
        };
        let skip = self.skip.map(Path::to_owned);
        let own_sources = self.boundary.clone();
        let leads_above = {
            let real_top = real_top.clone();
            move |link: &Path| link.canonicalize().is_ok_and(|target| real_top.starts_with(target))
        };
        let entered = Mutex::new(HashSet::new());
        let is_entered = move |link: &Path| match link.canonicalize() {
            Ok(target) if target.is_dir() => !entered.lock().unwrap_or_else(PoisonError::into_inner).insert(target),
            _ => false,
        };
        let shown: Vec<OsString> = self.hidden.iter().map(OsString::from).collect();
        let is_hidden = move |name: &OsStr, is_folder: bool| {
            name.as_encoded_bytes().starts_with(b".") && (is_folder || !shown.iter().any(|shown| shown == name))
        };
        let above = self.ignore_files_above();
        let walk = ignore::WalkBuilder::new(self.top)
            .standard_filters(false)
            .hidden(self.hidden.is_empty())
            .git_ignore(self.ignores_from.is_some())
            .require_git(false)
            .follow_links(self.follows_links)
            .max_depth(Some(DEEPEST + 1))
            .sort_by_file_name(OsStr::cmp)
            .filter_entry(move |entry| {
                let path = entry.path();
                let is_left_out = || {
                    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
                    skip.as_deref() == Some(path)
                        || (is_folder && own_sources.leaves_out(path))
                        || is_hidden(entry.file_name(), is_folder)
                        || is_ignored(&above, path, is_folder)
                        || (entry.path_is_symlink() && (leads_above(path) || leaves(path) || is_entered(path)))
                };
                entry.depth() == 0 || !is_left_out()
            })
            .build();
        let mut too_deep: Option<(PathBuf, usize)> = None;
        for entry in walk.take_while(|_| !self.progress.is_cancelled()) {
            let file = match entry {
                Ok(entry) => {
                    let is_link = entry.path_is_symlink();
                    let is_real_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
                    let is_folder = is_real_folder || (is_link && entry.path().is_dir());
                    found.has_links |= is_link;
                    if is_real_folder && entry.depth() > DEEPEST {
                        too_deep.get_or_insert_with(|| (entry.path().to_owned(), 0)).1 += 1;
                    }
                    if quota.as_mut().is_some_and(|quota| !quota.count_entry()) {
                        found.obstacles.extend(quota.map(|quota| quota.exceeded(self.top, entry.path())));
                        break;
                    }
                    Some(entry.into_path()).filter(|path| !is_folder && (self.wanted)(path)).map(|path| (path, is_link))
                }
                Err(error) => match stop(&error) {
                    Stop::Loop => {
                        found.has_links = true;
                        None
                    }
                    Stop::Link(path) => {
                        found.has_links = true;
                        path.filter(|path| (self.wanted)(path)).map(|path| (path, true))
                    }
                    Stop::Unlisted(path, reason) => {
                        let path = path.unwrap_or_else(|| self.top.to_owned());
                        found.obstacles.push(Obstacle::Unlisted(path, reason));
                        None
                    }
                },
            };
            let Some((path, is_link)) = file else { continue };
            if let Some(target) = is_link.then(|| self.boundary.target_outside(&path)).flatten() {
                outside.lock().unwrap_or_else(PoisonError::into_inner).push((path, target));
            } else if quota.as_mut().is_some_and(|quota| !quota.count_file(&path)) {
                found.obstacles.extend(quota.map(|quota| quota.exceeded(self.top, &path)));
                break;
            } else {
                found.files.push(path);
            }
        }
        if let Some((first, count)) = too_deep {
            found.obstacles.push(Obstacle::TooDeep { top: self.top.to_owned(), first, count });
        }
        let links = std::mem::take(&mut *outside.lock().unwrap_or_else(PoisonError::into_inner));
        found.obstacles.extend(links_outside(self.top, links));
        found.files.sort();
        if found.has_links {
            self.deduplicate(&mut found.files, &real_top);
        }
        found
    }

    /// Whether the top folder itself is hidden or ignored, which [`FileWalk::run`] does not check.
    pub(in crate::system) fn is_top_excluded(&self) -> bool {
        is_ignored(&self.ignore_files_above(), self.top, true)
    }

    /// The `.gitignore` files between the workspace and the top folder, nearest first.
    fn ignore_files_above(&self) -> Vec<Gitignore> {
        let Some(from) = self.ignores_from else { return Vec::new() };
        let folders = self.top.ancestors().skip(1).take_while(|folder| folder.starts_with(from));
        let files = folders.map(|folder| folder.join(".gitignore")).filter(|file| file.is_file());
        // Invalid patterns ignore nothing.
        files.map(|file| Gitignore::new(file).0).collect()
    }

    /// Of several paths to one file, keeps the one without a link, otherwise the shortest.
    fn deduplicate(&self, files: &mut Vec<PathBuf>, real_top: &Path) {
        let ranked = |path: PathBuf| {
            let real = real(&path);
            let is_linked = path.strip_prefix(self.top).map(|below| real_top.join(below)).ok().as_ref() != Some(&real);
            let name = path.file_name().filter(|_| self.distinct_names).map(OsStr::to_owned);
            ((real, name), is_linked, path.components().count(), path)
        };
        let mut by_file: Vec<_> = files.drain(..).map(ranked).collect();
        by_file.sort();
        by_file.dedup_by(|later, first| later.0 == first.0);
        files.extend(by_file.into_iter().map(|(_, _, _, path)| path));
        files.sort();
    }
}

/// Removes every path that leads to the same file as an earlier path.
pub(in crate::system) fn without_repeats(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    files.into_iter().filter(|path| seen.insert(real(path))).collect()
}

/// Removes every path that leads to the same file under the same name as an earlier path. `seen` holds the files of
/// earlier calls.
pub(in crate::system) fn without_repeated_names(
    files: &mut Vec<PathBuf>,
    seen: &mut HashSet<(PathBuf, Option<OsString>)>,
) {
    files.retain(|path| seen.insert((real(path), path.file_name().map(OsStr::to_owned))));
}

/// Whether a path is ignored: the nearest `.gitignore` with a matching pattern decides.
fn is_ignored(files: &[Gitignore], path: &Path, is_folder: bool) -> bool {
    let matched = files.iter().map(|file| file.matched(path, is_folder)).find(|matched| !matched.is_none());
    matched.is_some_and(|matched| matched.is_ignore())
}

/// The obstacles for links below `top`, each with its target outside the workspace.
pub(in crate::system) fn links_outside(top: &Path, links: Vec<(PathBuf, PathBuf)>) -> Vec<Obstacle> {
    let more = links.len().saturating_sub(MOST_LINKS);
    let each = links.into_iter().take(MOST_LINKS).map(|(path, target)| Obstacle::Outside { path, target });
    let rest = (more > 0).then(|| Obstacle::MoreOutside { top: top.to_owned(), count: more });
    each.chain(rest).collect()
}

/// How much of a folder outside the workspace has been read.
#[derive(Debug, Clone, Copy)]
pub(in crate::system) struct Quota {
    limits: Limits,
    entries: usize,
    files: usize,
    bytes: u64,
}

impl Quota {
    pub(in crate::system) fn new(limits: Limits) -> Self {
        Self { limits, entries: 0, files: 0, bytes: 0 }
    }

    /// Counts a visited file or folder; returns whether that is within the limit.
    pub(in crate::system) fn count_entry(&mut self) -> bool {
        self.entries += 1;
        self.entries <= self.limits.entries
    }

    /// Counts a file if it is within the limits; returns whether it is.
    pub(in crate::system) fn count_file(&mut self, path: &Path) -> bool {
        let bytes = self.bytes + path.metadata().map_or(0, |found| found.len());
        let is_within = self.files < self.limits.files && bytes <= self.limits.bytes;
        if is_within {
            (self.files, self.bytes) = (self.files + 1, bytes);
        }
        is_within
    }

    /// The obstacle that reports `first` as the first path not read.
    pub(in crate::system) fn exceeded(self, top: &Path, first: &Path) -> Obstacle {
        Obstacle::LeftOut { top: top.to_owned(), files: self.files, bytes: self.bytes, first: first.to_owned() }
    }
}

/// Why the walk cannot continue at an entry.
enum Stop {
    /// A link to a folder that contains it.
    Loop,
    /// A dangling link.
    Link(Option<PathBuf>),
    Unlisted(Option<PathBuf>, String),
}

fn stop(error: &ignore::Error) -> Stop {
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
        return Stop::Loop;
    }
    if path.as_ref().is_some_and(|path| path.is_symlink()) {
        return Stop::Link(path);
    }
    let reason = error.io_error().map_or_else(|| error.to_string(), file::reason);
    Stop::Unlisted(path, reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::sync::LazyLock;

    fn names(walk: &FileWalk<'_>) -> Vec<String> {
        walk.run().files.iter().map(|path| file::relative(walk.top, path)).collect()
    }

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    fn all(top: &Path) -> FileWalk<'_> {
        static PROGRESS: LazyLock<Progress> = LazyLock::new(Progress::default);
        static EVERYTHING: LazyLock<Boundary> = LazyLock::new(|| Boundary::open(Path::new("/")));
        FileWalk {
            top,
            skip: None,
            hidden: &[],
            wanted: &|_| true,
            ignores_from: Some(top),
            follows_links: true,
            distinct_names: false,
            boundary: &EVERYTHING,
            limits: LIMITS,
            progress: &PROGRESS,
        }
    }

    #[test]
    fn a_folder_can_be_skipped() {
        let folder = tree(&["a", "x/b", "y/x/c"]);
        let skip = folder.path().join("x");
        assert_eq!(names(&FileWalk { skip: Some(&skip), ..all(folder.path()) }), ["a", "y/x/c"]);
    }

    #[test]
    fn a_cancelled_walk_stops() {
        let (folder, progress) = (tree(&["a", "b"]), Progress::default());
        progress.cancel();
        assert_eq!(names(&FileWalk { progress: &progress, ..all(folder.path()) }), [] as [&str; 0]);
    }

    #[test]
    fn hidden_and_ignored_files_are_skipped() {
        let folder = tree(&["a", ".b", ".c/d", "build/e", "f/build/g"]);
        fs::write(folder.path().join(".gitignore"), "/build\n").unwrap();
        assert_eq!(names(&all(folder.path())), ["a", "f/build/g"]);
        let everything = FileWalk { ignores_from: None, ..all(folder.path()) };
        assert_eq!(names(&everything), ["a", "build/e", "f/build/g"]);
    }

    #[test]
    fn link_cycles_end_and_each_file_is_found_once() {
        let folder = tree(&["x/a", "y/b"]);
        let link = |to: &str, name: &str| symlink(to, folder.path().join(name)).unwrap();
        link("..", "x/up");
        link("x", "again");
        link("b", "y/alias");
        link("nowhere", "z");
        assert_eq!(names(&all(folder.path())), ["x/a", "y/b", "z"]);
        let named = FileWalk { distinct_names: true, ..all(folder.path()) };
        assert_eq!(names(&named), ["x/a", "y/alias", "y/b", "z"]);
    }

    #[test]
    fn folders_that_link_to_each_other_twice_are_not_walked_on_every_path() {
        let folder = tree(&["a", "real/30/z"]);
        let other = tree(&["0/x", "30/y"]);
        for at in 0..30 {
            for top in [folder.path().join("real"), other.path().to_owned()] {
                fs::create_dir_all(top.join(at.to_string())).unwrap();
                for name in ["left", "right"] {
                    symlink(format!("../{}", at + 1), top.join(format!("{at}/{name}"))).unwrap();
                }
            }
        }
        symlink(other.path().join("0"), folder.path().join("there")).unwrap();
        let linked = format!("there/{}y", "left/".repeat(30));
        assert_eq!(names(&all(folder.path())), ["a", "real/30/z", &linked, "there/x"]);
    }

    #[test]
    fn links_to_the_outside_are_reported_and_not_followed() {
        let (folder, other) = (tree(&["a"]), tree(&["b", "c/d"]));
        symlink(other.path(), folder.path().join("other")).unwrap();
        symlink(other.path().join("b"), folder.path().join("b")).unwrap();
        let boundary = Boundary::around(folder.path());
        let found = FileWalk { boundary: &boundary, ..all(folder.path()) }.run();
        assert_eq!(found.files, [folder.path().join("a")]);
        let real = real(other.path());
        let mut targets: Vec<_> = found.obstacles.iter().map(target_of).collect();
        targets.sort();
        assert_eq!(targets, [real.clone(), real.join("b")]);
    }

    fn target_of(obstacle: &Obstacle) -> PathBuf {
        match obstacle {
            Obstacle::Outside { target, .. } => target.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn many_links_to_the_outside_are_counted() {
        let (folder, other) = (tree(&["a"]), tree(&["b"]));
        for number in 0..MOST_LINKS + 3 {
            symlink(other.path().join("b"), folder.path().join(number.to_string())).unwrap();
        }
        let boundary = Boundary::around(folder.path());
        let obstacles = FileWalk { boundary: &boundary, ..all(folder.path()) }.run().obstacles;
        assert_eq!(obstacles.len(), MOST_LINKS + 1);
        assert!(matches!(obstacles.last(), Some(Obstacle::MoreOutside { count: 3, .. })));
    }

    #[test]
    fn a_trusted_folder_outside_is_read_up_to_the_limits() {
        let folder = tree(&["ws/x", "shared/a", "shared/b/c", "shared/d"]);
        let shared = folder.path().join("shared");
        for name in ["a", "b/c", "d"] {
            fs::write(shared.join(name), "four").unwrap();
        }
        let boundary = Boundary::open(&folder.path().join("ws"));
        let limits = |entries, files, bytes| {
            let limits = Limits { entries, files, bytes };
            let found = FileWalk { boundary: &boundary, limits, ..all(&shared) }.run();
            let first = found.obstacles.iter().map(|obstacle| match obstacle {
                Obstacle::LeftOut { first, .. } => file::relative(&shared, first),
                other => panic!("{other:?}"),
            });
            (found.files.len(), first.collect::<Vec<_>>())
        };
        // The top and the folder `b` are entries too.
        assert_eq!(limits(5, 3, 12), (3, vec![]));
        assert_eq!(limits(5, 2, 12), (2, vec!["d".to_owned()]));
        assert_eq!(limits(5, 3, 11), (2, vec!["d".to_owned()]));
        assert_eq!(limits(3, 3, 12), (1, vec!["b/c".to_owned()]));
        let inside = FileWalk { limits: Limits { entries: 1, files: 1, bytes: 1 }, ..all(&shared) };
        assert_eq!(inside.run().files.len(), 3);
    }

    #[test]
    fn linked_folders_need_not_be_entered() {
        let (folder, other) = (tree(&["a"]), tree(&["b", ".c"]));
        symlink(other.path(), folder.path().join("other")).unwrap();
        symlink(other.path().join(".c"), folder.path().join("c")).unwrap();
        assert_eq!(names(&all(folder.path())), ["a", "c", "other/b"]);
        let here = FileWalk { follows_links: false, ..all(folder.path()) };
        assert_eq!(names(&here), ["a", "c"]);
    }
}
