//! A parallel breadth-first walk over folders without links.
//!
//! [`super::FileWalk`] must be sequential, because the order decides which of two links to one folder is followed.
//! Without links and ignored files, folders can be listed in parallel. At the first link or unlistable folder this walk
//! gives up and the caller uses the sequential one, which finds the same files.

use crate::system::kit::obstacle::DEEPEST;
use rayon::prelude::*;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// An entry of a folder, by name.
enum Entry {
    File(PathBuf),
    /// A folder and, once it is listed, the index of its list.
    Folder(PathBuf, usize),
}

/// The selected files below a folder, sorted; `None` if the sequential walk is needed. Hidden files are left out.
///
/// Lists the folders of one level in parallel. It does not recurse, so that deep nesting does not use more stack.
pub(in crate::system) fn files(
    top: &Path,
    wanted: fn(&Path) -> bool,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<PathBuf>> {
    if top.is_symlink() {
        return None;
    }
    let mut lists = vec![list(top, wanted)?];
    let mut level = 0..1;
    for depth in 1.. {
        let first = lists.len();
        let folders = lists[level].iter_mut().flatten().filter_map(|entry| match entry {
            Entry::File(_) => None,
            Entry::Folder(path, number) => Some((std::mem::take(path), number)),
        });
        let name = |(at, (path, number)): (usize, (PathBuf, &mut usize))| {
            *number = first + at;
            path
        };
        let folders: Vec<PathBuf> = folders.enumerate().map(name).collect();
        if folders.is_empty() {
            break;
        }
        if depth > DEEPEST {
            return None;
        }
        if is_cancelled() {
            return Some(Vec::new());
        }
        let found: Option<Vec<_>> = folders.into_par_iter().map(|folder| list(&folder, wanted)).collect();
        lists.extend(found?);
        level = first..lists.len();
    }
    Some(in_order(lists))
}

/// The entries of a folder by name; `None` if it cannot be listed or contains a link.
fn list(folder: &Path, wanted: fn(&Path) -> bool) -> Option<Vec<Entry>> {
    let mut names: Vec<(OsString, bool)> = Vec::new();
    for entry in fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        let kind = entry.file_type().ok()?;
        if kind.is_symlink() {
            return None;
        }
        let name = entry.file_name();
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        if !is_hidden && (kind.is_dir() || wanted(Path::new(&name))) {
            names.push((name, kind.is_dir()));
        }
    }
    names.sort_unstable();
    let entry = |(name, is_folder): (OsString, bool)| {
        let path = folder.join(name);
        if is_folder { Entry::Folder(path, 0) } else { Entry::File(path) }
    };
    Some(names.into_iter().map(entry).collect())
}

/// The files of all lists, with those of a folder at the folder's position. That is the order of the full paths,
/// without comparing them.
fn in_order(mut lists: Vec<Vec<Entry>>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![std::mem::take(&mut lists[0]).into_iter()];
    while let Some(entries) = open.last_mut() {
        match entries.next() {
            Some(Entry::File(path)) => files.push(path),
            Some(Entry::Folder(_, number)) => open.push(std::mem::take(&mut lists[number]).into_iter()),
            None => {
                open.pop();
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::super::{FileWalk, LIMITS};
    use super::*;
    use crate::system::kit::fixture;
    use crate::system::{Boundary, Progress, file};
    use proptest::prelude::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_requires_the_sequential_walk() {
        let folder = fixture::folder(&[("a/b.md", ""), ("c.md", "")]);
        assert_eq!(files(folder.path(), file::is_markdown, &|| false).unwrap().len(), 2);
        symlink("b.md", folder.path().join("a/d.md")).unwrap();
        assert_eq!(files(folder.path(), file::is_markdown, &|| false), None);
        assert_eq!(files(&folder.path().join("gone"), file::is_markdown, &|| false), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn both_walks_find_the_same_in_the_same_order(
            names in proptest::collection::btree_set("(a|b|a-|A|\\.h|é)(/(a|b|c\\.md|a\\.x)){0,2}", 0..12),
        ) {
            let names: Vec<(String, &str)> = names.iter().map(|name| (format!("{name}-.md"), "")).collect();
            let folder = fixture::folder(&names.iter().map(|(name, text)| (&**name, *text)).collect::<Vec<_>>());
            let (top, progress) = (folder.path(), Progress::default());
            let slow = FileWalk {
                top,
                skip: None,
                hidden: &[],
                wanted: &file::is_markdown,
                ignores_from: None,
                follows_links: true,
                distinct_names: true,
                boundary: &Boundary::around(top),
                limits: LIMITS,
                progress: &progress,
            };
            prop_assert_eq!(files(top, file::is_markdown, &|| false), Some(slow.run().files));
        }
    }
}
