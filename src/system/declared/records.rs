//! Reader for records that a user declares: tables of data that no built-in system knows.
//!
//! Each item of `records:` in the settings is a [`Declaration`] and becomes a [`System`] of its own, whose name is the
//! prefix of its ids. The files are found by globs and read one by one; each row becomes a node with its edges, or is an
//! edge itself. A row that does not fit becomes a finding. Values are read lazily and by path, so a row may contain
//! anything else.

mod cell;
mod declaration;
mod files;
mod path;
mod pattern;
mod reading;
mod row;
mod rows;
mod rules;
mod target;
#[cfg(test)]
mod tests;

use self::declaration::Declaration;
use self::rows::each_row;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Node, SystemSpec};
use crate::pack::Unpacker;
use crate::system::check::Summary;
use crate::system::kit::config_error::{Document, Entry, Parsed};
use crate::system::kit::file::FileReader;
use crate::system::kit::file_cache::Reading;
use crate::system::kit::json::JsonFile;
use crate::system::kit::{Boundary, Files, Progress, ReadRequest, file};
use crate::system::loaded::IndependentFiles;
use crate::system::{Loaded, Marker, System, Systems, Watched};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Maximum number of declared systems. Each searches the workspace.
const MOST_SYSTEMS: usize = 50;

/// Number of files per batch: enough to make merging cheap, few enough to distribute the work evenly.
const FILES_A_BATCH: usize = 64;

/// Fields that usually contain prose.
const PROSE: &[&str] = &["title", "description", "content", "summary", "text"];

/// The systems that the key `records:` declares, each with a text that differs between declarations.
pub(crate) fn records(entry: &Entry<'_>, known: &Systems) -> Parsed<Vec<(Arc<dyn System>, String)>> {
    let entries = entry.list()?;
    if entries.len() > MOST_SYSTEMS {
        return Err(entry.error(&format!("has more than {MOST_SYSTEMS} items")));
    }
    let mut taken: BTreeSet<_> = known.registry().systems().map(|system| system.name()).collect();
    let mut systems: Vec<(Arc<dyn System>, String)> = Vec::new();
    for entry in &entries {
        let declaration = Declaration::read(entry, &taken, known.registry())?;
        taken.insert(declaration.system.name());
        let key = declaration.key.clone();
        systems.push((Arc::new(DeclaredRecords { declaration: Arc::new(declaration) }), key));
    }
    Ok(systems)
}

/// Parses a text as a file of records, by the first item of `records:` in a settings text. `None` if the settings are
/// invalid. For fuzzing.
pub fn parse(settings: &str, shown: &str, text: &str) -> Option<(Systems, Batch)> {
    let document = Document::read(Path::new(super::SETTINGS_FILE), settings).ok()?;
    let known = Systems::built_in();
    let (_, entry) = Entry::all(&document, &["records"]).ok()?.into_iter().next()?;
    let declaration = Declaration::read(entry.list().ok()?.first()?, &BTreeSet::new(), known.registry()).ok()?;
    let mut batch = Batch::new(declaration.system, 0);
    reading::read(&declaration, shown, text, &mut batch);
    let system = DeclaredRecords { declaration: Arc::new(declaration) };
    Some((known.with(vec![Arc::new(system)], Vec::new()), batch))
}

/// The records of one declaration.
#[derive(Debug)]
struct DeclaredRecords {
    declaration: Arc<Declaration>,
}

impl System for DeclaredRecords {
    fn spec(&self) -> SystemSpec {
        SystemSpec { prose: PROSE, ..SystemSpec::new(self.declaration.system) }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        self.declaration.relations.clone()
    }

    /// None: the settings that declare it identify the workspace.
    fn markers(&self) -> Vec<Marker> {
        Vec::new()
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        self.declaration.files.watch(self.declaration.system, watched);
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        let mut files = Files::none(self.declaration.system);
        read_files(&self.declaration, &mut files, request);
        Box::new(self.loaded(files))
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(self.loaded(Files::unpack(from, file)?)))
    }

    fn fields(&self, root: &Path, node: Node<'_>) -> io::Result<Map<String, Value>> {
        let Some(file) = node.file() else { return Ok(Map::new()) };
        if self.declaration.file.is_none() {
            return self.fields_in(&root.join(file), node.id());
        }
        // The node's file is where the record says it is, not where it was read.
        let progress = Progress::default();
        let request = ReadRequest { boundary: Boundary::around(root), ..ReadRequest::once(root, &[], &progress) };
        let mut ignored = Batch::new(self.declaration.system, 0);
        let files = self.declaration.files.find(self.declaration.system, &request, &mut ignored).files;
        let mut fields = files.iter().map(|path| self.fields_in(path, node.id()).unwrap_or_default());
        Ok(fields.find(|fields| !fields.is_empty()).unwrap_or_default())
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![rules::summary()]
    }
}

impl DeclaredRecords {
    fn loaded(&self, files: Files) -> IndependentFiles {
        let declaration = Arc::clone(&self.declaration);
        IndependentFiles::new(files, move |files, request| {
            (files.has_links() || declaration.files.concern(request)) && read_files(&declaration, files, request)
        })
    }

    /// The fields of the first record of a file with this id, without those that are edges; none if it is gone.
    fn fields_in(&self, path: &Path, id: &str) -> io::Result<Map<String, Value>> {
        let declaration = &*self.declaration;
        let text = file::read(path)?.text;
        let mut found = None;
        each_row(declaration.format, declaration.rows.as_ref(), file::without_mark(&text), &mut |row| {
            if let Ok(row) = row
                && found.is_none()
                && declaration.id_of(&row).is_some_and(|own| own == id)
            {
                found = Some(row.to_map());
            }
        });
        let mut fields = found.unwrap_or_default();
        let edges = declaration.edges.iter().filter_map(|edge| edge.field.only_key());
        let left_out: BTreeSet<&str> = edges.chain(declaration.ignored.iter().map(String::as_str)).collect();
        fields.retain(|name, _| !left_out.contains(name.as_str()));
        Ok(fields)
    }
}

/// Reads new and changed files. Returns whether anything changed.
fn read_files(declaration: &Declaration, files: &mut Files, request: &ReadRequest<'_>) -> bool {
    let system = declaration.system;
    let mut search_batch = Batch::new(system, 0);
    let found = declaration.files.find(system, request, &mut search_batch);
    let read = |path: &Path, batch: &mut Batch, _: &mut FileReader| {
        let stamp = request.stamp(path);
        if let Some(file) = JsonFile::read(request.root, path, system, &rules::FILES, batch) {
            reading::read(declaration, &file.shown, &file.text, batch);
        }
        stamp
    };
    let reading = Reading {
        system,
        first_part: 1,
        files_a_batch: FILES_A_BATCH,
        read: &read,
        stays: request.stays,
        progress: request.progress,
    };
    files.take(found, search_batch, request, &reading)
}
