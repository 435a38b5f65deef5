//! The systems' files, read into batches for the graph.
//!
//! A source turns one system's files into nodes, edges and findings; it knows its format and nothing else. Only this
//! folder reads workspace formats. It must not know queries, commands or screens.

mod assumptions;
mod boundary;
pub mod causal;
pub mod file;
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
mod shelf;
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
pub use obstacle::{DEEPEST, HOW_TO_ALLOW};
pub use passage::{Passage, passages};
pub use progress::Progress;
pub use read_request::{Files, ReadRequest};
pub use shelf::Suspects;
pub(crate) use stamp::FileStamp;
pub use stored::{Batches, Sections};

use self::assumptions::assumed_by;
use crate::graph::{Node, System};
use serde_json::{Map, Value};
use std::io;
use std::path::{Path, PathBuf};

/// What the systems' files say about themselves outside nodes and edges.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The reference graph's kinds, settings and counts.
    pub reference: reference::Facts,
    /// The architecture models.
    pub yggdrasil: yggdrasil::Facts,
}

/// A folder in which a system's files are looked for.
#[derive(Debug, Clone)]
pub struct ReadLocation<'a> {
    /// The workspace, which paths are written relative to.
    pub root: &'a Path,
    /// The folder.
    pub folder: PathBuf,
    /// What may be read.
    pub boundary: &'a Boundary,
}

impl ReadLocation<'_> {
    /// A path as people write it.
    fn shown(&self, path: &Path) -> String {
        file::relative(self.root, path)
    }
}

/// What a node's file says of it, read again because it is about to be shown.
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
