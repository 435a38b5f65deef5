//! [`TextFormat`]: a system whose files are text and are read independently of each other.
//!
//! This covers most formats: the system describes its files and how one of them is read, and gets searching,
//! incremental refreshes and snapshots without further code.

use super::kit::json::{FileRules, JsonFile};
use super::kit::named::Finder;
use super::kit::read_request::FoundFiles;
use super::kit::walk::without_repeats;
use super::kit::{Files, ReadRequest};
use super::loaded::{IndependentFiles, Loaded};
use super::watched::{Reach, Watched};
use crate::graph::{Batch, Registry, SystemId};
use crate::pack::Unpacker;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// The files of a system, and how one of them is read. The methods are what the methods of the same names of
/// [`System`](super::System) return.
#[derive(Debug)]
pub struct TextFormat {
    pub system: SystemId,
    /// The folder of the workspace that is searched. Files and folders that the settings name are read as well.
    pub folder: &'static str,
    /// Selects files by path.
    pub is_wanted: fn(&Path) -> bool,
    /// The rules for files that cannot be read.
    pub rules: &'static FileRules,
    /// Adds the nodes, edges and findings of a file, given its path relative to the workspace and its text.
    pub read: fn(&str, &str, &Registry, &mut Batch),
}

/// Number of files per batch: enough to make merging cheap, few enough to distribute the work evenly.
pub(super) const FILES_A_BATCH: usize = 256;

impl TextFormat {
    /// Reads the files for the first time.
    pub fn load(&'static self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(self.refreshed_later(self.read_all(request)))
    }

    /// Restores the files from a snapshot.
    pub fn restore(&'static self, from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(self.refreshed_later(Files::unpack(from, file)?)))
    }

    fn refreshed_later(&'static self, files: Files) -> IndependentFiles {
        IndependentFiles::new(files, |files, request| {
            (files.has_links() || request.concerns(&[self.folder])) && self.read_changed(files, request)
        })
    }

    /// Watches the folder, and the files and folders that the settings name.
    pub fn watch(&self, watched: &mut Watched<'_>) {
        watched.area(watched.root.join(self.folder), Reach::Below);
        for place in watched.further {
            watched.area(place.clone(), Reach::FileOrFolder);
        }
    }

    pub(super) fn read_all(&self, request: &ReadRequest<'_>) -> Files {
        let mut files = Files::none(self.system);
        self.read_changed(&mut files, request);
        files
    }

    /// Reads new and changed files. Returns whether anything changed.
    fn read_changed(&self, files: &mut Files, request: &ReadRequest<'_>) -> bool {
        let mut search_batch = Batch::new(self.system, 0);
        let found = self.find(request, &mut search_batch);
        let read = |file: &JsonFile, batch: &mut Batch| (self.read)(&file.shown, &file.text, &request.registry, batch);
        files.take_texts(found, search_batch, request, (self.rules, FILES_A_BATCH), &read)
    }

    /// The files to read, each once, by place and path.
    fn find(&self, request: &ReadRequest<'_>, batch: &mut Batch) -> FoundFiles {
        let mut finder = Finder::new(request, self.system, self.rules, self.is_wanted, batch);
        let mut files = finder.below(&request.root.join(self.folder));
        for path in &request.further {
            files.extend(finder.named(path));
        }
        files.retain(|path| !request.is_claimed(path));
        FoundFiles { has_links: finder.has_links, files: without_repeats(files) }
    }
}
