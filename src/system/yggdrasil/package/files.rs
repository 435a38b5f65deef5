//! [`PackageFiles`]: a cache of files, each read once. Most files are part of many packages.

use super::File;
use crate::system::yggdrasil::collation;
use crate::system::{Boundary, file};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Thread-safe cache of file contents.
#[derive(Debug)]
pub struct PackageFiles {
    boundary: Boundary,
    texts: Mutex<HashMap<PathBuf, Option<Arc<str>>>>,
}

impl PackageFiles {
    /// A cache for the files of one workspace. Files outside `boundary` count as unreadable.
    pub fn within(boundary: &Boundary) -> Self {
        Self { boundary: boundary.clone(), texts: Mutex::default() }
    }

    pub fn boundary(&self) -> &Boundary {
        &self.boundary
    }

    /// A file of a folder, if it exists and is readable.
    pub(super) fn file(&self, folder: &Path, name: &str) -> Option<File> {
        let text = self.text(&folder.join(name))?;
        Some(File { name: name.to_owned(), text })
    }

    /// The readable ones of the named files of a folder, in alphabetical order.
    pub(super) fn files<'n>(&self, folder: &Path, names: impl IntoIterator<Item = &'n str>) -> Vec<File> {
        let mut files: Vec<_> = names.into_iter().filter_map(|name| self.file(folder, name)).collect();
        collation::sort(&mut files, |file| &file.name);
        files
    }

    /// All files directly in a folder except one, including hidden files, in alphabetical order.
    pub(super) fn all_but(&self, folder: &Path, without: &str) -> Vec<File> {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let names: Vec<_> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        self.files(folder, names.iter().map(|name| &**name).filter(|name| *name != without))
    }

    /// The content of a file; `None` if it does not exist or is unreadable.
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        let known = self.texts.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        known.unwrap_or_else(|| {
            let is_outside = self.boundary.target_outside(path).is_some();
            let text = if is_outside { None } else { file::read_text(path).ok().map(Arc::from) };
            self.texts.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), text.clone());
            text
        })
    }
}
