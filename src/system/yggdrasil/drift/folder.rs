//! The files below a mapped folder, as the public tool collects them.
//!
//! Hidden files and `node_modules` count, symbolic links do not. A path is skipped if the `.gitignore` of the project
//! or of any folder from the mapped one down ignores it, as a file or as a folder. Each `.gitignore` is applied
//! independently: a negation re-includes only paths that the same file ignores. Patterns ignore case, which is the
//! default of the library that the tool uses.

use crate::system::{Boundary, DEEPEST, file};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The patterns of one `.gitignore`.
pub(super) struct Ignore(Gitignore);

impl Ignore {
    /// The `.gitignore` of a folder, if there is one. One that leads outside the boundary is not read.
    pub(super) fn of(folder: &Path, boundary: &Boundary) -> Option<Self> {
        let path = folder.join(".gitignore");
        if boundary.target_outside(&path).is_some() {
            return None;
        }
        let text = file::read_text(&path).ok()?;
        let mut builder = GitignoreBuilder::new(folder);
        builder.case_insensitive(true).ok()?;
        for line in text.lines() {
            // An invalid pattern is skipped.
            drop(builder.add_line(None, line));
        }
        builder.build().ok().map(Self)
    }

    fn ignores(&self, path: &Path) -> bool {
        [false, true].into_iter().any(|is_folder| self.0.matched(path, is_folder).is_ignore())
    }
}

/// A folder on the stack of the search: its remaining entries, and whether it has a `.gitignore`.
struct Level {
    folders: std::vec::IntoIter<String>,
    files: Vec<String>,
    below: String,
    has_ignore: bool,
}

/// How folders of a project are walked.
pub(super) struct MappedFolderWalk<'a> {
    /// The project.
    pub(super) project: &'a Path,
    /// Its own `.gitignore`.
    pub(super) of_project: Option<&'a Ignore>,
    pub(super) boundary: &'a Boundary,
    pub(super) cancelled: &'a dyn Fn() -> bool,
}

impl MappedFolderWalk<'_> {
    /// The files below a folder of the project, relative to it with `/`: those of sub-folders first, each group by name; and the
    /// folders that could not be listed. Depth-first search with a stack of its own, so that deep nesting costs no call stack;
    /// folders nested deeper than [`DEEPEST`] levels are left out.
    pub(super) fn files_below(&self, top: &Path) -> (Vec<String>, Vec<(PathBuf, io::Error)>) {
        let (mut found, mut unread) = (Vec::new(), Vec::new());
        let above = top.ancestors().take_while(|folder| *folder != self.project && folder.starts_with(self.project));
        if self.of_project.is_some_and(|ignore| above.into_iter().any(|folder| ignore.ignores(folder))) {
            return (found, unread);
        }
        let mut ignores: Vec<Ignore> = Vec::new();
        let mut open = vec![self.level(top, String::new(), &mut ignores, &mut unread)];
        while let Some(last) = open.last_mut() {
            if let Some(name) = last.folders.next() {
                let below = format!("{}{name}/", last.below);
                if open.len() <= DEEPEST && !(self.cancelled)() {
                    open.push(self.level(&top.join(&below), below, &mut ignores, &mut unread));
                }
            } else if let Some(done) = open.pop() {
                found.extend(done.files.iter().map(|name| format!("{}{name}", done.below)));
                if done.has_ignore {
                    ignores.pop();
                }
            }
        }
        (found, unread)
    }

    fn level(
        &self,
        folder: &Path,
        below: String,
        ignores: &mut Vec<Ignore>,
        unread: &mut Vec<(PathBuf, io::Error)>,
    ) -> Level {
        let own = Ignore::of(folder, self.boundary);
        let has_ignore = own.is_some();
        ignores.extend(own);
        let (mut folders, mut files) = (Vec::new(), Vec::new());
        let entries = fs::read_dir(folder).map_err(|error| unread.push((folder.to_owned(), error)));
        for entry in entries.into_iter().flatten().filter_map(Result::ok) {
            let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
            let is_ignored = || {
                let path = folder.join(&name);
                self.of_project.into_iter().chain(&*ignores).any(|ignore| ignore.ignores(&path))
            };
            if kind.is_symlink() || is_ignored() {
                continue;
            }
            if kind.is_dir() {
                folders.push(name);
            } else if kind.is_file() {
                files.push(name);
            }
        }
        folders.sort_unstable();
        files.sort_unstable();
        Level { folders: folders.into_iter(), files, below, has_ignore }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;
    use std::os::unix::fs::symlink;

    fn found(files: &[(&str, &str)], top: &str) -> Vec<String> {
        let project = folder(files);
        walk(project.path(), &project.path().join(top))
    }

    fn walk(project: &Path, top: &Path) -> Vec<String> {
        let boundary = Boundary::around(project);
        let ignore = Ignore::of(project, &boundary);
        let walk = MappedFolderWalk { project, of_project: ignore.as_ref(), boundary: &boundary, cancelled: &|| false };
        let (files, unread) = walk.files_below(top);
        assert!(unread.is_empty(), "{unread:?}");
        files
    }

    #[test]
    fn sub_folders_come_first_and_hidden_files_and_installed_packages_count() {
        let files =
            [("src/b", ""), ("src/a/z", ""), ("src/.hidden", ""), ("src/node_modules/m/x", ""), ("src/a/b/y", "")];
        assert_eq!(found(&files, "src"), ["a/b/y", "a/z", "node_modules/m/x", ".hidden", "b"]);
    }

    #[test]
    fn each_ignore_file_is_applied_independently() {
        let files = [
            (".gitignore", "*.log\nbuild/\n!keep.log\n"),
            ("src/.gitignore", "*.tmp\n"),
            ("src/sub/.gitignore", "!a.log\n!a.tmp\nlocal\n"),
            ("src/a.log", ""),
            ("src/keep.log", ""),
            ("src/sub/a.log", ""),
            ("src/sub/a.tmp", ""),
            ("src/sub/local/x", ""),
            ("src/local/x", ""),
            ("src/build", "a file that only a pattern for folders names"),
            ("src/UPPER.LOG", ""),
        ];
        assert_eq!(found(&files, "src"), ["local/x", "sub/.gitignore", ".gitignore", "keep.log"]);
    }

    #[test]
    fn only_ignore_files_of_the_project_and_from_the_mapped_folder_down_are_read() {
        let files = [("a/.gitignore", "*.x\n"), ("a/b/one.x", ""), (".gitignore", "c\n"), ("c/d/two.x", "")];
        assert_eq!(found(&files, "a/b"), ["one.x"]);
        assert_eq!(found(&files, "c/d"), [""; 0]);
    }

    #[test]
    fn links_are_skipped() {
        let project = folder(&[("src/a", ""), ("lib/b", "")]);
        symlink("../lib", project.path().join("src/lib")).unwrap();
        symlink("a", project.path().join("src/c")).unwrap();
        assert_eq!(walk(project.path(), &project.path().join("src")), ["a"]);
    }

    #[test]
    fn an_ignore_file_that_leads_outside_is_not_read() {
        let (project, elsewhere) = (folder(&[("src/a.log", "")]), folder(&[("patterns", "*.log\n")]));
        symlink(elsewhere.path().join("patterns"), project.path().join(".gitignore")).unwrap();
        assert_eq!(walk(project.path(), &project.path().join("src")), ["a.log"]);
    }

    #[test]
    fn folders_beyond_the_depth_limit_are_skipped() {
        let project = folder(&[("src/a", "")]);
        let mut deep = project.path().join("src");
        for _ in 0..300 {
            deep.push("d");
        }
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("x"), "").unwrap();
        assert_eq!(walk(project.path(), &project.path().join("src")), ["a"]);
    }
}
