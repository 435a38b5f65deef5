//! The systems' files, read into batches for the graph.
//!
//! A source turns one system's files into nodes, edges and findings; it knows its format and nothing else. Only this
//! folder reads workspace formats. It must not know queries, commands or screens.

pub mod causal;
pub mod file;
pub mod frontmatter;
mod json;
mod named;
pub mod reference;
pub mod unit;
pub mod sidecar;
mod walk;
mod wikilink;
pub mod yaml;

use std::path::{Path, PathBuf};

/// A folder in which a system's files are looked for.
#[derive(Debug, Clone)]
pub struct Place<'a> {
    /// The workspace, which paths are written relative to.
    pub root: &'a Path,
    /// The folder.
    pub folder: PathBuf,
}

impl Place<'_> {
    /// A path as people write it.
    fn shown(&self, path: &Path) -> String {
        file::relative(self.root, path)
    }
}
