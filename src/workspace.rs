//! A workspace: where it is, and everything in it as one graph.
//!
//! Owns finding the folder and loading all sources at once. Must not know queries, commands or screens.

mod demo;
mod generate;
mod home;
mod locate;

pub use demo::unpack_demo;
pub use generate::{Size, generate};
pub use locate::{LocateError, Wanted, locate};

use crate::finding::Finding;
use crate::graph::{Graph, GraphBuilder};
use crate::source::reference::{self, Facts};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything that was read from one folder.
#[derive(Debug)]
pub struct Workspace {
    /// The folder.
    pub root: PathBuf,
    /// All systems' nodes and edges.
    pub graph: Arc<Graph>,
    /// What was found wrong while reading and merging.
    pub findings: Vec<Finding>,
    /// What the reference graph's files say about themselves.
    pub facts: Facts,
}

impl Workspace {
    /// Reads everything below `root`.
    pub fn load(root: &Path) -> Self {
        let log = Path::new(reference::LOG_FILE);
        let read = reference::load(&reference::Request { root, log, further: Vec::new() });
        let mut builder = GraphBuilder::default();
        for batch in read.batches {
            builder.add(batch);
        }
        let (graph, mut findings) = builder.finish();
        findings.sort_by(Finding::report_order);
        Self { root: root.to_owned(), graph: Arc::new(graph), findings, facts: read.facts }
    }
}
