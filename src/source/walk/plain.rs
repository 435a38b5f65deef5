//! A walk through folders without links, on all threads.
//!
//! [`super::Walk`] has to go in order, since which of two links to one folder counts depends on which is met first. Where
//! there is no link and nothing is ignored, folders can be listed side by side; the first link, or the first folder that
//! cannot be listed, leaves everything to the walk in order, which finds the same where both can go.

use rayon::prelude::*;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The wanted files below a folder, by path; `None` if it takes more than this to find them. Hidden ones are left out.
pub(in crate::source) fn files(
    top: &Path,
    wanted: fn(&Path) -> bool,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<PathBuf>> {
    if top.is_symlink() {
        return None;
    }
    below(top, wanted, is_cancelled)
}

fn below(folder: &Path, wanted: fn(&Path) -> bool, is_cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Vec<PathBuf>> {
    let mut entries: Vec<(OsString, bool)> = Vec::new();
    for entry in fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        let kind = entry.file_type().ok()?;
        if kind.is_symlink() {
            return None;
        }
        let name = entry.file_name();
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        if !is_hidden && (kind.is_dir() || wanted(Path::new(&name))) {
            entries.push((name, kind.is_dir()));
        }
    }
    if is_cancelled() {
        return Some(Vec::new());
    }
    // In the order of their names, the files of each folder in its place: the order of the whole paths, without comparing
    // those.
    entries.sort_unstable();
    if !entries.iter().any(|(_, is_folder)| *is_folder) {
        return Some(entries.into_iter().map(|(name, _)| folder.join(name)).collect());
    }
    let parts = entries.into_par_iter().map(|(name, is_folder)| {
        let path = folder.join(name);
        if is_folder { below(&path, wanted, is_cancelled) } else { Some(vec![path]) }
    });
    Some(parts.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::super::Walk;
    use super::*;
    use crate::source::{Progress, file, fixture};
    use proptest::prelude::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_leaves_it_to_the_walk_in_order() {
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
            let slow = Walk {
                top,
                skip: None,
                wanted: &file::is_markdown,
                ignores_from: None,
                follows_links: true,
                names_count: true,
                progress: &progress,
            };
            prop_assert_eq!(files(top, file::is_markdown, &|| false), Some(slow.run().files));
        }
    }
}
