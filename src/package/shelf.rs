//! The files of packages, each read once: most stand in many packages.

use super::File;
use crate::source::file;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What was read so far.
#[derive(Debug, Default)]
pub struct Shelf {
    texts: Mutex<HashMap<PathBuf, Option<Arc<str>>>>,
}

impl Shelf {
    /// A file of a folder, if it is there and can be read.
    pub(super) fn file(&self, folder: &Path, name: &str) -> Option<File> {
        let text = self.text(&folder.join(name))?;
        Some(File { name: name.to_owned(), text })
    }

    /// All files of a folder but one, by name. Hidden ones and folders do not count.
    pub(super) fn all_but(&self, folder: &Path, without: &str) -> Vec<File> {
        let names = file::names_in(folder).unwrap_or_default();
        names.into_iter().filter(|name| name != without).filter_map(|name| self.file(folder, &name)).collect()
    }

    /// What a file holds; `None` if it is not there or cannot be read.
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        let known = self.texts.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        known.unwrap_or_else(|| {
            let text = file::read_text(path).ok().map(Arc::from);
            self.texts.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), text.clone());
            text
        })
    }
}
