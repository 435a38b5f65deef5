//! Reader for the knowledge graph of the MCP memory server: JSON lines with entities and relations.
//!
//! Entities are nodes and relations are edges, with the verbs that their writers chose. The server accepts everything, so
//! an entity may be defined twice (its observations are joined), and an end may be undefined.

mod checks;
mod claim;
mod document;
mod row;
mod rules;
#[cfg(test)]
mod tests;

use self::document::Document;
use self::row::{Row, rows};
use super::check::{CheckInput, Summary};
use super::kit::json::JsonFile;
use super::kit::named::Finder;
use super::kit::read_request::FoundFiles;
use super::kit::walk::without_repeats;
use super::kit::wanted_fields::{WantedFields, file_of, read_fields};
use super::kit::{Files, Progress, ReadRequest, file};
use super::loaded::IndependentFiles;
use super::{Loaded, Marker, Reach, System, Watched, registry};
use crate::finding::Finding;
use crate::graph::{Batch, Dangling, Node, Registry, SystemId, SystemSpec};
use crate::pack::Unpacker;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub const SYSTEM: SystemId = SystemId::new(90, "memory");

/// The names of the file. The older one contains the same lines, not one JSON document.
const NAMES: [&str; 2] = ["memory.jsonl", "memory.json"];

/// Number of files per batch. There is rarely more than one.
const FILES_A_BATCH: usize = 16;

/// Knowledge graphs of the MCP memory server.
#[derive(Debug)]
pub struct MemoryGraphs;

impl System for MemoryGraphs {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            id_duplicate: &rules::ENTITY_REPEATED,
            dangling: Dangling::OwnCheck,
            prose: &["observations", "text"],
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn markers(&self) -> Vec<Marker> {
        let has_lines = |folder: &Path| claim::is_memory(&folder.join(NAMES[0]));
        let has_older = |folder: &Path| claim::is_memory(&folder.join(NAMES[1]));
        vec![
            Marker { name: NAMES[0], is_there: has_lines, is_sure: has_lines },
            Marker { name: NAMES[1], is_there: has_older, is_sure: has_older },
        ]
    }

    fn would_read(&self, path: &Path) -> bool {
        claim::is_memory(path)
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        for name in NAMES {
            watched.file(watched.root.join(name));
        }
        for place in watched.further {
            watched.area(place.clone(), Reach::FileOrFolder);
        }
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(refreshed_later(read_all(request)))
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(refreshed_later(Files::unpack(from, file)?)))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        read_fields(root, file_of(nodes), nodes, |text, wanted| {
            fields(text, wanted);
            Ok(())
        })
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![checks::summary()]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input.graph, input.cancelled).collect()
    }
}

fn refreshed_later(files: Files) -> IndependentFiles {
    IndependentFiles::new(files, |files, request| {
        (files.has_links() || request.concerns(&NAMES)) && read_changed(files, request)
    })
}

fn read_all(request: &ReadRequest<'_>) -> Files {
    let mut files = Files::none(SYSTEM);
    read_changed(&mut files, request);
    files
}

/// Reads new and changed files. Returns whether anything changed.
fn read_changed(files: &mut Files, request: &ReadRequest<'_>) -> bool {
    let mut search_batch = Batch::new(SYSTEM, 0);
    let found = find(request, &mut search_batch);
    let read =
        |file: &JsonFile, batch: &mut Batch| Document::new(&file.shown, &request.registry, batch).read(&file.text);
    files.take_texts(found, search_batch, request, (&rules::FILES, FILES_A_BATCH), &read)
}

/// The files to read: those at the root that are claimed by their first row, and those that the settings name. In a
/// folder that the settings name, files with the same names are searched.
fn find(request: &ReadRequest<'_>, batch: &mut Batch) -> FoundFiles {
    let mut finder = Finder::new(request, SYSTEM, &rules::FILES, is_named_so, batch);
    let mut files = Vec::new();
    for path in NAMES.map(|name| request.root.join(name)) {
        if path.is_file() && finder.may_read(&path) && claim::is_memory(&path) {
            files.push(path.clone());
        }
        finder.has_links |= path.is_symlink();
    }
    for place in &request.further {
        let found = finder.named(place);
        files.extend(found.into_iter().filter(|path| path == place || claim::is_memory(path)));
    }
    files.retain(|path| !request.is_claimed(path));
    FoundFiles { has_links: finder.has_links, files: without_repeats(files) }
}

fn is_named_so(path: &Path) -> bool {
    path.file_name().is_some_and(|name| NAMES.iter().any(|known| name == *known))
}

/// Reads all memories: those at the root of a workspace and those in `further`.
pub fn load(root: &Path, further: &[PathBuf], progress: &Progress) -> Vec<Batch> {
    read_all(&ReadRequest::once(root, further, progress)).into_batches().collect()
}

/// Parses a text as a file with this name.
pub fn parse(name: &str, text: &str) -> Batch {
    parse_with(name, text, &registry())
}

fn parse_with(name: &str, text: &str, registry: &Registry) -> Batch {
    let mut batch = Batch::new(SYSTEM, 0);
    Document::new(name, registry, &mut batch).read(file::without_mark(text));
    batch
}

/// Collects the fields of entities, for display: those of the first row of each, with the observations of all.
fn fields(text: &str, wanted: &mut WantedFields<'_>) {
    let mut entities: HashMap<String, (Map<String, Value>, Vec<Value>)> = HashMap::new();
    for (_, row) in rows(text) {
        let Ok(Row::Entity(entity)) = row else { continue };
        if wanted.lacks(&entity.name) {
            let own = || (entity.fields.to_map(|name| !row::IS_IN_NODE.contains(&name)), Vec::new());
            entities.entry(entity.name.to_string()).or_insert_with(own).1.extend(entity.values());
        }
    }
    for (name, (mut fields, observations)) in entities {
        if !observations.is_empty() {
            fields.insert(row::OBSERVATIONS.to_owned(), observations.into());
        }
        wanted.add(&name, || fields);
    }
}
