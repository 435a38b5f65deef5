//! `yg-flow.yaml`: a process that spans several nodes.

use super::node::normal;
use super::rules;
use super::yaml_file::YamlFile;
use crate::graph::Batch;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// A flow.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// Its folder's name.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The nodes that take part, with their lines.
    pub nodes: Vec<(String, u32)>,
    /// The aspects it gives to those, with their lines.
    pub aspects: Vec<(String, u32)>,
    /// The folder with its files.
    pub folder: PathBuf,
    /// Its `yg-flow.yaml`, as people write it.
    pub file: String,
}

impl Flow {
    /// The id of its node in the graph.
    pub fn node_id(id: &str) -> String {
        format!("flow:{id}")
    }

    pub(super) fn load(root: &Path, folder: PathBuf, id: String, batch: &mut Batch) -> Self {
        let path = folder.join(super::FLOW_FILE);
        let about = Some(Self::node_id(&id));
        Self::of(YamlFile::read(root, &path, about, &rules::FLOW_INVALID, batch), folder, id)
    }

    pub(super) fn of(
        (mut file, fields): (YamlFile<'_>, Option<Map<String, Value>>),
        folder: PathBuf,
        id: String,
    ) -> Self {
        let Some(fields) = fields else {
            let name = id.clone();
            return Self { id, name, nodes: Vec::new(), aspects: Vec::new(), folder, file: file.shown };
        };
        let name = file.required(&fields, "name").unwrap_or_else(|| id.clone());
        let written = file.texts(&fields, "nodes").into_iter().map(|(node, line)| (normal(&node), line));
        let (nodes, nameless): (Vec<_>, Vec<_>) = written.partition(|(node, _)| !node.is_empty());
        for (_, line) in nameless {
            file.malformed("\"nodes\" holds a path that names no node".to_owned(), line);
        }
        let aspects = file.texts(&fields, "aspects");
        Self { id, name, nodes, aspects, folder, file: file.shown }
    }
}
