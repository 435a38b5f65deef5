//! A workspace: where it is, and everything in it as one graph.
//!
//! Owns finding the folder and loading all sources at once. Must not know queries, commands or screens.

mod demo;
mod generate;
mod home;
mod locate;
mod settings;
mod sources;

pub use demo::unpack_demo;
pub use generate::{Size, generate};
pub use locate::{LocateError, Wanted, locate};
pub use settings::{SETTINGS_FILE, Settings, SettingsError};

use crate::finding::Finding;
use crate::graph::{Graph, GraphBuilder};
use crate::source::Facts;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything that was read from one folder.
#[derive(Debug)]
pub struct Workspace {
    /// The folder.
    pub root: PathBuf,
    /// How to look at it.
    pub settings: Settings,
    /// All systems' nodes and edges.
    pub graph: Arc<Graph>,
    /// What was found wrong while reading and merging.
    pub findings: Vec<Finding>,
    /// What the files say about themselves.
    pub facts: Facts,
}

impl Workspace {
    /// Reads everything below `root`. Only a mistake in the settings stops it: they say what is to be read.
    pub fn load(root: &Path) -> Result<Self, SettingsError> {
        let settings = Settings::load(root)?;
        let read = sources::load(root, &settings);
        let mut builder = GraphBuilder::default();
        for batch in read.batches {
            builder.add(batch);
        }
        let (graph, mut findings) = builder.finish();
        findings.sort_by(Finding::report_order);
        Ok(Self { root: root.to_owned(), settings, graph: Arc::new(graph), findings, facts: read.facts })
    }
}
