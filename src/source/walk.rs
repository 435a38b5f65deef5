//! Which files lie below a folder, whatever links there are among them.

pub(super) mod plain;

use super::{Progress, file};
use ignore::gitignore::Gitignore;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What to look for.
pub(super) struct Walk<'a> {
    /// The folder to look in. It is entered even if it is hidden or ignored itself.
    pub(super) top: &'a Path,
    /// A folder below it that is not entered.
    pub(super) skip: Option<&'a Path>,
    /// Which files are wanted, by their paths.
    pub(super) wanted: &'a dyn Fn(&Path) -> bool,
    /// From where on down what `.gitignore` files name is passed over: the workspace, as somebody's home may ignore
    /// everything. `None` if nothing is.
    pub(super) ignores_from: Option<&'a Path>,
    /// Whether linked folders are entered. Linked files always count.
    pub(super) follows_links: bool,
    /// Whether one file under two names is two files: its name is its id.
    pub(super) names_count: bool,
    /// Who may ask to stop. What was found until then is not wanted any more.
    pub(super) progress: &'a Progress,
}

/// The wanted files, by path, and the places where the walk could not go on, with the reason.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: Vec<PathBuf>,
    pub(super) obstacles: Vec<(PathBuf, String)>,
    /// Whether any link was met.
    pub(super) has_links: bool,
}

impl Walk<'_> {
    /// Walks. Hidden files and folders are left out. Each file is taken once, by its own path if it has one here, and a
    /// link that leads back to a folder above it is passed over. Of several links to one folder only the first one by path
    /// is followed: folders that link to each other can be reached on more paths than anybody could walk.
    pub(super) fn run(&self) -> Found {
        let mut found = Found::default();
        if !self.top.is_dir() {
            return found;
        }
        let real_top = real(self.top);
        let skip = self.skip.map(Path::to_owned);
        let leads_above = {
            let real_top = real_top.clone();
            move |link: &Path| link.canonicalize().is_ok_and(|target| real_top.starts_with(target))
        };
        let entered = Mutex::new(HashSet::new());
        let is_entered = move |link: &Path| match link.canonicalize() {
            Ok(target) if target.is_dir() => !entered.lock().unwrap_or_else(PoisonError::into_inner).insert(target),
            _ => false,
        };
        let above = self.ignore_files_above();
        let walk = ignore::WalkBuilder::new(self.top)
            .standard_filters(false)
            .hidden(true)
            .git_ignore(self.ignores_from.is_some())
            .require_git(false)
            .follow_links(self.follows_links)
            .sort_by_file_name(OsStr::cmp)
            .filter_entry(move |entry| {
                let path = entry.path();
                let is_left_out = || {
                    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
                    skip.as_deref() == Some(path)
                        || is_ignored(&above, path, is_folder)
                        || (entry.path_is_symlink() && (leads_above(path) || is_entered(path)))
                };
                entry.depth() == 0 || !is_left_out()
            })
            .build();
        for entry in walk.take_while(|_| !self.progress.is_cancelled()) {
            match entry {
                Ok(entry) => {
                    let is_link = entry.path_is_symlink();
                    let kind = entry.file_type();
                    let is_folder = kind.is_some_and(|kind| kind.is_dir()) || (is_link && entry.path().is_dir());
                    found.has_links |= is_link;
                    if !is_folder && (self.wanted)(entry.path()) {
                        found.files.push(entry.into_path());
                    }
                }
                Err(error) => match obstacle(&error) {
                    Obstacle::Loop => found.has_links = true,
                    Obstacle::Link(path) => {
                        found.has_links = true;
                        found.files.extend(path.filter(|path| (self.wanted)(path)));
                    }
                    Obstacle::Unlisted(path, reason) => {
                        let path = path.unwrap_or_else(|| self.top.to_owned());
                        found.obstacles.push((path, format!("the folder could not be listed: {reason}")));
                    }
                },
            }
        }
        found.files.sort();
        if found.has_links {
            self.keep_each_once(&mut found.files, &real_top);
        }
        found
    }

    /// Whether the folder to look in is itself one that is passed over, which [`Walk::run`] does not mind.
    pub(super) fn passes_over_top(&self) -> bool {
        is_ignored(&self.ignore_files_above(), self.top, true)
    }

    /// The `.gitignore` files between the workspace and the folder to look in, nearest first.
    fn ignore_files_above(&self) -> Vec<Gitignore> {
        let Some(from) = self.ignores_from else { return Vec::new() };
        let folders = self.top.ancestors().skip(1).take_while(|folder| folder.starts_with(from));
        let files = folders.map(|folder| folder.join(".gitignore")).filter(|file| file.is_file());
        // What cannot be understood in one ignores nothing.
        files.map(|file| Gitignore::new(file).0).collect()
    }

    /// Of several paths that lead to one file, keeps the one without a link, else the shortest.
    fn keep_each_once(&self, files: &mut Vec<PathBuf>, real_top: &Path) {
        let ranked = |path: PathBuf| {
            let real = real(&path);
            let is_linked = path.strip_prefix(self.top).map(|below| real_top.join(below)).ok().as_ref() != Some(&real);
            let name = path.file_name().filter(|_| self.names_count).map(OsStr::to_owned);
            ((real, name), is_linked, path.components().count(), path)
        };
        let mut by_file: Vec<_> = files.drain(..).map(ranked).collect();
        by_file.sort();
        by_file.dedup_by(|later, first| later.0 == first.0);
        files.extend(by_file.into_iter().map(|(_, _, _, path)| path));
        files.sort();
    }
}

/// Drops every file that an earlier one is, under whatever path.
pub(super) fn without_repeats(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    files.into_iter().filter(|path| seen.insert(real(path))).collect()
}

/// Drops every file that an earlier one is under the same name. `seen` holds what earlier calls have let through.
pub(super) fn without_repeated_names(files: &mut Vec<PathBuf>, seen: &mut HashSet<(PathBuf, Option<OsString>)>) {
    files.retain(|path| seen.insert((real(path), path.file_name().map(OsStr::to_owned))));
}

/// What the nearest file that has a word on it says.
fn is_ignored(files: &[Gitignore], path: &Path, is_folder: bool) -> bool {
    let said = files.iter().map(|file| file.matched(path, is_folder)).find(|said| !said.is_none());
    said.is_some_and(|said| said.is_ignore())
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::sync::LazyLock;

    fn names(walk: &Walk<'_>) -> Vec<String> {
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

    fn all(top: &Path) -> Walk<'_> {
        static PROGRESS: LazyLock<Progress> = LazyLock::new(Progress::default);
        let (ignores_from, progress) = (Some(top), &*PROGRESS);
        Walk { top, skip: None, wanted: &|_| true, ignores_from, follows_links: true, names_count: false, progress }
    }

    #[test]
    fn a_folder_can_be_passed_over() {
        let folder = tree(&["a", "x/b", "y/x/c"]);
        let skip = folder.path().join("x");
        assert_eq!(names(&Walk { skip: Some(&skip), ..all(folder.path()) }), ["a", "y/x/c"]);
    }

    #[test]
    fn a_cancelled_walk_finds_nothing_more() {
        let (folder, progress) = (tree(&["a", "b"]), Progress::default());
        progress.cancel();
        assert_eq!(names(&Walk { progress: &progress, ..all(folder.path()) }), [] as [&str; 0]);
    }

    #[test]
    fn hidden_and_ignored_files_are_passed_over() {
        let folder = tree(&["a", ".b", ".c/d", "build/e", "f/build/g"]);
        fs::write(folder.path().join(".gitignore"), "/build\n").unwrap();
        assert_eq!(names(&all(folder.path())), ["a", "f/build/g"]);
        let everything = Walk { ignores_from: None, ..all(folder.path()) };
        assert_eq!(names(&everything), ["a", "build/e", "f/build/g"]);
    }

    #[test]
    fn loops_end_and_no_file_is_met_twice() {
        let folder = tree(&["x/a", "y/b"]);
        let link = |to: &str, name: &str| symlink(to, folder.path().join(name)).unwrap();
        link("..", "x/up");
        link("x", "again");
        link("b", "y/alias");
        link("nowhere", "z");
        assert_eq!(names(&all(folder.path())), ["x/a", "y/b", "z"]);
        let named = Walk { names_count: true, ..all(folder.path()) };
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
    fn linked_folders_can_be_left_alone() {
        let (folder, other) = (tree(&["a"]), tree(&["b", ".c"]));
        symlink(other.path(), folder.path().join("other")).unwrap();
        symlink(other.path().join(".c"), folder.path().join("c")).unwrap();
        assert_eq!(names(&all(folder.path())), ["a", "c", "other/b"]);
        let here = Walk { follows_links: false, ..all(folder.path()) };
        assert_eq!(names(&here), ["a", "c"]);
    }
}
