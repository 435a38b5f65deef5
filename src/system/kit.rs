//! What several systems share: reading files within bounds, parsing JSON, YAML and frontmatter with positions, walking
//! folders, tracking changes, and storing batches in snapshots.

mod boundary;
pub mod config_error;
pub mod file;
pub(in crate::system) mod file_cache;
pub(in crate::system) mod fixed_files;
#[cfg(test)]
pub(crate) mod fixture;
pub mod frontmatter;
pub(in crate::system) mod hashes;
pub(in crate::system) mod json;
pub(in crate::system) mod length;
pub(in crate::system) mod line_blocks;
pub(in crate::system) mod named;
pub(in crate::system) mod obstacle;
pub(in crate::system) mod odd_byte;
mod progress;
pub(in crate::system) mod read_request;
mod readers;
pub(in crate::system) mod stamp;
pub(in crate::system) mod stored;
pub(in crate::system) mod walk;
pub(in crate::system) mod wanted_fields;
pub(in crate::system) mod wikilink;
pub mod yaml;

pub use boundary::{Allowed, Boundary};
pub use file_cache::Suspects;
pub use hashes::Hashes;
pub use obstacle::{DEEPEST, HOW_TO_ALLOW};
pub use progress::Progress;
pub use read_request::{Files, ReadRequest};
pub use readers::is_reader;
pub(crate) use stamp::FileStamp;
pub use stored::{Batches, Sections};

use std::path::{Path, PathBuf};

/// A folder to search for a system's files.
#[derive(Debug, Clone)]
pub struct ReadLocation<'a> {
    /// The workspace; displayed paths are relative to it.
    pub root: &'a Path,
    pub folder: PathBuf,
    pub boundary: &'a Boundary,
}

impl ReadLocation<'_> {
    /// The path as displayed: relative to the workspace.
    pub(in crate::system) fn shown(&self, path: &Path) -> String {
        file::relative(self.root, path)
    }
}
