//! Readers for the five systems' file formats: each turns files into batches of nodes, edges and findings for the
//! graph.
//!
//! A malformed file yields findings instead of an error, so loading always continues. This is the only folder that
//! parses workspace formats. Merging batches, queries, commands and screens do not belong here.

mod assumptions;
mod boundary;
pub mod causal;
pub mod file;
mod file_cache;
#[cfg(test)]
pub(crate) mod fixture;
pub mod frontmatter;
mod json;
mod length;
mod named;
mod obstacle;
mod passage;
mod progress;
mod read_request;
mod readers;
pub mod reference;
pub mod sidecar;
mod stamp;
mod stored;
pub mod unit;
mod walk;
mod wikilink;
pub mod yaml;
pub mod yggdrasil;

pub use assumptions::{Assumptions, assumptions};
pub use boundary::{Allowed, Boundary};
pub use file_cache::Suspects;
pub use obstacle::{DEEPEST, HOW_TO_ALLOW};
pub use passage::{Passage, passages};
pub use progress::Progress;
pub use read_request::{Files, ReadRequest};
pub(crate) use stamp::FileStamp;
pub use stored::{Batches, Sections};

use self::assumptions::assumed_by;
use crate::graph::{Node, System};
use serde_json::{Map, Value};
use std::io;
use std::path::{Path, PathBuf};

/// Data that the systems' files hold outside nodes and edges.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Kinds, settings and counts of the reference graph.
    pub reference: reference::Facts,
    pub yggdrasil: yggdrasil::Facts,
}

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
    fn shown(&self, path: &Path) -> String {
        file::relative(self.root, path)
    }
}

/// Reads a node's fields from its file again, for display.
pub fn fields(root: &Path, node: Node<'_>) -> io::Result<Map<String, Value>> {
    let Some(file) = node.file() else { return Ok(Map::new()) };
    match node.system() {
        System::Reference => reference::frontmatter(root, file),
        System::Unit => unit::fields(root, file, node.id()),
        System::Causal => causal::fields(root, file, node.id_in_file()),
        System::Yggdrasil if node.kind() == Some("file") && node.id().starts_with("file:") => Ok(Map::new()),
        System::Yggdrasil => yggdrasil::fields(root, file),
        System::Sidecar => sidecar::fields(root, file, node.id()),
    }
}
