//! Reads the `assumptions` of nodes from their files on demand. The graph does not store them, because
//! only a few views show them.

use super::Systems;
use crate::graph::{Graph, NodeIx, SystemId};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

#[derive(Debug, Default)]
pub struct Assumptions {
    /// In the order of the requested nodes; nodes without assumptions are left out.
    pub found: Vec<(NodeIx, Vec<String>)>,
    /// Files that could not be read, with the error.
    pub unread: Vec<(String, io::Error)>,
}

/// Reads the `assumptions` of nodes. Each file is read once, even if several of the nodes are in it.
pub(super) fn read_assumptions(systems: &Systems, root: &Path, graph: &Graph, nodes: &[NodeIx]) -> Assumptions {
    let mut by_file: BTreeMap<(SystemId, &str), Vec<NodeIx>> = BTreeMap::new();
    for node in nodes.iter().map(|ix| graph.node(*ix)) {
        if let Some(file) = node.file() {
            by_file.entry((node.system(), file)).or_default().push(node.ix());
        }
    }
    let files: Vec<_> = by_file.into_iter().collect();
    let read = |((system, file), nodes): &((SystemId, &str), Vec<NodeIx>)| {
        let found = systems.get(*system).map(|system| system.assumptions(root, graph, file, nodes));
        found.unwrap_or_else(|| Ok(Vec::new())).map_err(|error| ((*file).to_owned(), error))
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

/// The texts of a field that holds one text or a list of texts.
pub(super) fn assumed_by(value: &Value) -> Vec<String> {
    let one = |value: &Value| value.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    match value {
        Value::Array(items) => items.iter().filter_map(one).collect(),
        other => one(other).into_iter().collect(),
    }
}
