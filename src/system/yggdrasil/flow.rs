//! `yg-flow.yaml`: a flow, which is a process that spans several nodes.

use super::node::normal;
use super::rules;
use super::subject::About;
use super::yaml_file::YamlFile;
use crate::graph::Batch;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// The name of its folder.
    pub id: String,
    pub name: String,
    pub description: Option<String>,
    /// The participating nodes, with their lines.
    pub nodes: Vec<(String, u32)>,
    /// The aspects that apply to them, with their lines.
    pub aspects: Vec<(String, u32)>,
    pub folder: PathBuf,
    /// The path of its `yg-flow.yaml`, as displayed.
    pub file: String,
}

impl Flow {
    /// The id of its node in the graph.
    pub fn node_id(id: &str) -> String {
        format!("flow:{id}")
    }

    pub(super) fn load(root: &Path, folder: PathBuf, id: String, batch: &mut Batch) -> Self {
        let path = folder.join(super::FLOW_FILE);
        let about = About::Flow(id.clone());
        Self::of(YamlFile::read(root, &path, about, &rules::FLOW_INVALID, batch), folder, id)
    }

    pub(super) fn of(
        (mut file, fields): (YamlFile<'_>, Option<Map<String, Value>>),
        folder: PathBuf,
        id: String,
    ) -> Self {
        let Some(fields) = fields else {
            let name = id.clone();
            let (nodes, aspects, file) = (Vec::new(), Vec::new(), file.shown);
            return Self { id, name, description: None, nodes, aspects, folder, file };
        };
        let name = file.required(&fields, "name").unwrap_or_else(|| id.clone());
        let description = file.optional(&fields, "description");
        let written = file.texts(&fields, "nodes").into_iter().map(|(node, line)| (normal(&node), line));
        let (nodes, nameless): (Vec<_>, Vec<_>) = written.partition(|(node, _)| !node.is_empty());
        for (_, line) in nameless {
            file.malformed("nodes", "\"nodes\" contains an invalid node path".to_owned(), line);
        }
        if matches!(fields.get("nodes"), None | Some(Value::Null)) || fields["nodes"] == Value::Array(Vec::new()) {
            let line = file.section("nodes");
            file.malformed("nodes", "The flow has no participants: \"nodes\" lists no node".to_owned(), line);
        }
        let aspects = file.texts(&fields, "aspects");
        Self { id, name, description, nodes, aspects, folder, file: file.shown }
    }
}
