//! Reads the `assumptions` of units and artifacts from their files on demand. The graph does not store them, because
//! only a few views show them.

use super::{reference, unit};
use crate::graph::{Graph, NodeIx, System};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;

#[derive(Debug, Default)]
pub struct Assumptions {
    /// In the order of the requested nodes; nodes without assumptions are left out.
    pub found: Vec<(NodeIx, Vec<String>)>,
    /// Files that could not be read, with the error.
    pub unread: Vec<(String, io::Error)>,
}

/// Reads the `assumptions` of the given units and artifacts. Each file is read once, even if several of the nodes are
/// in it.
pub fn assumptions(root: &Path, graph: &Graph, nodes: &[NodeIx]) -> Assumptions {
    let mut by_file: BTreeMap<(System, &str), Vec<NodeIx>> = BTreeMap::new();
    for node in nodes.iter().map(|ix| graph.node(*ix)) {
        let system = node.system();
        if let Some(file) = node.file().filter(|_| matches!(system, System::Unit | System::Reference)) {
            by_file.entry((system, file)).or_default().push(node.ix());
        }
    }
    let files: Vec<_> = by_file.into_iter().collect();
    let read = |((system, file), nodes): &((System, &str), Vec<NodeIx>)| {
        let found = match system {
            System::Unit => of_units(root, graph, file, nodes),
            _ => of_artifact(root, file, nodes),
        };
        found.map_err(|error| ((*file).to_owned(), error))
    };
    let (mut found, mut unread) = (BTreeMap::new(), Vec::new());
    for answer in files.par_iter().map(read).collect::<Vec<_>>() {
        match answer {
            Ok(assumed) => found.extend(assumed),
            Err(error) => unread.push(error),
        }
    }
    let ordered = nodes.iter().filter_map(|ix| Some((*ix, found.remove(ix).filter(|assumed| !assumed.is_empty())?)));
    Assumptions { found: ordered.collect(), unread }
}

fn of_units(root: &Path, graph: &Graph, file: &str, nodes: &[NodeIx]) -> io::Result<Vec<(NodeIx, Vec<String>)>> {
    let id = |ix: &NodeIx| graph.node(*ix).id();
    let mut found = unit::assumptions(root, file, &nodes.iter().map(id).collect::<HashSet<_>>())?;
    Ok(nodes.iter().map(|ix| (*ix, found.remove(id(ix)).unwrap_or_default())).collect())
}

fn of_artifact(root: &Path, file: &str, nodes: &[NodeIx]) -> io::Result<Vec<(NodeIx, Vec<String>)>> {
    let fields = reference::frontmatter(root, file)?;
    let assumed = fields.get("assumptions").map(assumed_by).unwrap_or_default();
    Ok(nodes.iter().map(|ix| (*ix, assumed.clone())).collect())
}

/// The texts of a field that holds one text or a list of texts.
pub(super) fn assumed_by(value: &Value) -> Vec<String> {
    let one = |value: &Value| value.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    match value {
        Value::Array(items) => items.iter().filter_map(one).collect(),
        other => one(other).into_iter().collect(),
    }
}
