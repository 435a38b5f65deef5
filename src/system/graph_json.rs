//! Reader for graphs in JSON: graphify's `graphify-out/graph.json`, and files of five shapes that the settings name.
//!
//! The shape is recognised by the keys of a file after it was named; no other file is opened to look. Ids are unique
//! within a file only, so each file is a repository of its own, as [`SystemSpec::has_repositories`] has it.

mod checks;
mod commit;
mod reading;
mod rules;
mod shape;
#[cfg(test)]
mod tests;
mod vocabulary;

use super::check::{CheckInput, Summary};
use super::kit::fixed_files::{FixedFiles, FixedPath};
use super::kit::json::{JsonFile, with_small_json};
use super::kit::named::is_json;
use super::kit::wanted_fields::{WantedFields, as_json, read_fields};
use super::kit::{Files, ReadRequest};
use super::loaded::IndependentFiles;
use super::{Loaded, Marker, System, Watched};
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Dangling, Node, SystemId, SystemSpec, TreePath};
use crate::pack::Unpacker;
use crate::time::Millis;
use serde_json::{Map, Value};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Looked up last, because ids in such files are plain words.
pub const SYSTEM: SystemId = SystemId::new(210, "graph");

/// Graphs in JSON.
#[derive(Debug)]
pub struct JsonGraphs;

const GRAPHIFY_FOLDER: &str = "graphify-out";

const GRAPHIFY: FixedPath = FixedPath::new("graphify-out/graph.json");

/// The kind of a node that stands for a hyperedge.
const HYPEREDGE: &str = "hyperedge";

/// The field of a graph that names the commit it was made from.
const BUILT_AT: &str = "built_at_commit";

static FILES: FixedFiles =
    FixedFiles { system: SYSTEM, rules: &rules::FILES, paths: &[GRAPHIFY], beside: &[], is_wanted };

impl System for JsonGraphs {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            has_repositories: true,
            repositories_are_files: true,
            keeps_parallel_edges: true,
            id_duplicate: &rules::ID_DUPLICATE,
            dangling: Dangling::OwnCheck,
            tree_path,
            prose: &["label", "name", "title", "description"],
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary()
    }

    fn markers(&self) -> Vec<Marker> {
        let has_file = |folder: &Path| GRAPHIFY.is_in(folder);
        vec![Marker { name: GRAPHIFY.path, is_there: has_file, is_sure: has_file }]
    }

    fn would_read(&self, path: &Path) -> bool {
        is_json(path) && with_small_json(path, |json| shape::Shape::of(json).is_some())
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        FILES.watch(watched);
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        let mut files = Files::none(SYSTEM);
        read_changed(&mut files, request);
        Box::new(IndependentFiles::new(files, refresh))
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(IndependentFiles::new(Files::unpack(from, file)?, refresh)))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        read_fields(root, nodes.first().and_then(|node| node.fields_file()), nodes, fields)
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![checks::summary()]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input)
    }
}

/// Selects files in a folder that the settings name. graphify keeps older graphs and caches beside the graph.
fn is_wanted(path: &Path) -> bool {
    let mut folders = path.ancestors().skip(1).filter_map(Path::file_name);
    let is_direct = folders.next().is_some_and(|folder| folder == GRAPHIFY_FOLDER);
    let is_below = folders.any(|folder| folder == GRAPHIFY_FOLDER);
    is_json(path) && !is_below && (!is_direct || path.ends_with(GRAPHIFY.path))
}

fn refresh(files: &mut Files, request: &ReadRequest<'_>) -> bool {
    FILES.concern(files, request) && read_changed(files, request)
}

fn read_changed(files: &mut Files, request: &ReadRequest<'_>) -> bool {
    FILES.read_changed(files, request, &reading::read)
}

/// Parses the text of one file.
pub fn parse(shown: &str, text: &str, modified: Millis) -> Batch {
    let mut batch = Batch::new(SYSTEM, 0);
    reading::read(&JsonFile { shown: shown.to_owned(), text: text.to_owned(), modified }, &mut batch);
    batch
}

/// Arranges nodes by kind, and those of a file of the workspace below it.
fn tree_path(node: Node<'_>) -> TreePath<'_> {
    let mut path: TreePath<'_> = vec![node.kind().unwrap_or_default().into()];
    let place = node.file().filter(|file| node.repo() != Some(*file));
    path.extend(place.unwrap_or_default().split('/').filter(|part| !part.is_empty()).map(Into::into));
    path.push(node.id().into());
    path
}

/// Collects the fields of nodes and hyperedges, for display.
fn fields(text: &str, wanted: &mut WantedFields<'_>) -> io::Result<()> {
    let json = as_json(text)?;
    let built = json.fields().and_then(|top| top.given(BUILT_AT)?.value());
    reading::each_node(json, &mut |id, fields| {
        wanted.add(id, || {
            let mut fields = fields.to_map(|_| true);
            fields.extend(built.clone().map(|commit| (BUILT_AT.to_owned(), commit)));
            fields
        });
    });
    Ok(())
}
