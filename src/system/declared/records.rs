//! Reader for records that a user declares: tables of data that no built-in system knows.
//!
//! Each item of `records:` in the settings is a [`Declaration`] and becomes a [`System`] of its own, whose name is the
//! prefix of its ids. The files are found by globs and read one by one; each row becomes a node with its edges, or is an
//! edge itself. A row that does not fit becomes a finding. Values are read lazily and by path, so a row may contain
//! anything else.

mod cell;
mod declaration;
mod edge;
mod files;
mod ids;
mod path;
mod pattern;
mod preset;
mod reading;
mod row;
mod rows;
mod rules;
mod target;
#[cfg(test)]
mod tests;

pub use self::preset::Preset;

use self::declaration::{Declaration, MissingTarget, Surroundings};
use self::path::FieldPath;
use self::rows::each_row;
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Dangling, Node, SystemSpec};
use crate::pack::Unpacker;
use crate::system::check::{CheckInput, Summary, missing_ends};
use crate::system::kit::config_error::{Document, Entry, Parsed};
use crate::system::kit::file::FileReader;
use crate::system::kit::file_cache::Reading;
use crate::system::kit::json::JsonFile;
use crate::system::kit::{Boundary, FileStamp, Files, Progress, ReadRequest, file};
use crate::system::loaded::IndependentFiles;
use crate::system::{Loaded, Marker, System, Systems, Watched};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of declared systems. Each searches the workspace.
const MOST_SYSTEMS: usize = 50;

/// Number of files per batch: enough to make merging cheap, few enough to distribute the work evenly.
const FILES_A_BATCH: usize = 64;

/// Maximum size in bytes of a file whose records are kept.
const MOST_KEPT: usize = 32 << 20;

/// Fields that usually contain prose.
const PROSE: &[&str] = &["title", "description", "content", "summary", "text"];

/// The systems that the key `records:` declares, each with a text that differs between declarations. `user` are the
/// relations that the user declares for all systems.
pub(crate) fn records(entry: &Entry<'_>, known: &Systems, user: &[Relation]) -> Parsed<Vec<(Arc<dyn System>, String)>> {
    let entries = entry.list()?;
    if entries.len() > MOST_SYSTEMS {
        return Err(entry.error(&format!("has more than {MOST_SYSTEMS} items")));
    }
    let mut around = surroundings(known, user);
    let mut systems: Vec<(Arc<dyn System>, String)> = Vec::new();
    for entry in &entries {
        let declaration = Declaration::read(entry, &around)?;
        around.taken.insert(declaration.system.name());
        let key = declaration.key.clone();
        systems.push((Arc::new(DeclaredRecords::new(Arc::new(declaration), None)), key));
    }
    Ok(systems)
}

/// The names of presets are free: a declaration of the same name replaces the preset.
fn surroundings<'a>(known: &'a Systems, user: &'a [Relation]) -> Surroundings<'a> {
    let taken = known.iter().filter(|(_, system)| system.preset().is_none()).map(|(id, _)| id.name()).collect();
    let presets = known.iter().filter_map(|(_, system)| system.preset()).collect();
    Surroundings { taken, presets, known: known.registry(), user }
}

/// Parses a text as a file of records, by the first item of `records:` in a settings text. `None` if the settings are
/// invalid. For fuzzing.
pub fn parse(settings: &str, shown: &str, text: &str) -> Option<(Systems, Batch)> {
    let document = Document::read(Path::new(super::SETTINGS_FILE), settings).ok()?;
    let known = Systems::built_in();
    let (_, entry) = Entry::all(&document, &["records"]).ok()?.into_iter().next()?;
    let declaration = Declaration::read(entry.list().ok()?.first()?, &surroundings(&known, &[])).ok()?;
    let mut batch = Batch::new(declaration.system, 0);
    reading::read(&declaration, shown, text, &mut batch);
    let system = DeclaredRecords::new(Arc::new(declaration), None);
    Some((known.with(vec![Arc::new(system)], Vec::new()), batch))
}

/// The records of one declaration.
#[derive(Debug)]
pub struct DeclaredRecords {
    source: Arc<Source>,
    /// The preset that it is.
    preset: Option<&'static Preset>,
    kept: Mutex<KeptRows>,
}

/// A declaration, and the files that it was read from.
#[derive(Debug)]
struct Source {
    declaration: Arc<Declaration>,
    /// The workspace and its files as of the last read.
    found: Mutex<(PathBuf, Vec<PathBuf>)>,
}

impl System for DeclaredRecords {
    fn spec(&self) -> SystemSpec {
        let declaration = &self.source.declaration;
        // Without ids, the rows are edges between nodes that others may define.
        let is_reported = declaration.id.is_some() && declaration.missing == MissingTarget::Error;
        let dangling = if is_reported { Dangling::All } else { Dangling::OwnCheck };
        SystemSpec { links_all: true, dangling, prose: PROSE, ..SystemSpec::new(declaration.system) }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        self.source.declaration.relations.clone()
    }

    /// None for a declaration of the user: the settings identify the workspace.
    fn markers(&self) -> Vec<Marker> {
        self.preset.map(Preset::marker).into_iter().collect()
    }

    fn preset(&self) -> Option<&'static Preset> {
        self.preset
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        let declaration = &self.source.declaration;
        declaration.files.watch(declaration.system, watched);
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        let mut files = Files::none(self.source.declaration.system);
        self.source.read_files(&mut files, request);
        Box::new(self.loaded(files))
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(self.loaded(Files::unpack(from, file)?)))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        nodes.iter().map(|node| self.fields_of(root, *node)).collect()
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        let declaration = &self.source.declaration;
        if declaration.missing == MissingTarget::Error {
            return Vec::new();
        }
        missing_ends(input.graph, declaration.system, |_, _| Some(&rules::MISSING), input.cancelled).collect()
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![rules::summary()]
    }
}

impl DeclaredRecords {
    fn new(declaration: Arc<Declaration>, preset: Option<&'static Preset>) -> Self {
        let source = Source { declaration, found: Mutex::default() };
        Self { source: Arc::new(source), preset, kept: Mutex::default() }
    }

    fn loaded(&self, files: Files) -> IndependentFiles {
        let source = Arc::clone(&self.source);
        IndependentFiles::new(files, move |files, request| {
            (files.has_links() || source.declaration.files.concern(request)) && source.read_files(files, request)
        })
    }

    fn fields_of(&self, root: &Path, node: Node<'_>) -> io::Result<Map<String, Value>> {
        let Some(file) = node.file() else { return Ok(Map::new()) };
        if self.source.declaration.file.is_none() {
            return self.fields_in(&root.join(file), node.id_in_file());
        }
        // The node's file is where the record says it is, not where it was read.
        let files = self.source.files_in(root);
        let mut fields = files.iter().map(|path| self.fields_in(path, node.id_in_file()).unwrap_or_default());
        Ok(fields.find(|fields| !fields.is_empty()).unwrap_or_default())
    }

    /// The fields of the first record of a file with this id, without those that are edges or empty; none if it is gone.
    ///
    /// A second request for the same file keeps all its records, because a question about all nodes asks for each.
    fn fields_in(&self, path: &Path, id: &str) -> io::Result<Map<String, Value>> {
        let stamp = FileStamp::of(path);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = kept.path == path && kept.stamp.zip(stamp).is_some_and(|(before, now)| before.still_holds(now));
        if let (true, Some(rows)) = (is_same, &kept.rows) {
            return Ok(rows.get(id).cloned().unwrap_or_default());
        }
        let text = file::read(path)?.text;
        if is_same && text.len() <= MOST_KEPT {
            let rows = self.rows_of(&text, |_| true);
            let found = rows.get(id).cloned().unwrap_or_default();
            kept.rows = Some(rows);
            return Ok(found);
        }
        *kept = KeptRows { path: path.to_owned(), stamp, rows: None };
        Ok(self.rows_of(&text, |own| own == id).remove(id).unwrap_or_default())
    }

    /// The fields of the records of a text by id, the first one of each, without those that are edges or empty.
    fn rows_of(&self, text: &str, is_wanted: impl Fn(&str) -> bool) -> HashMap<String, Map<String, Value>> {
        let declaration = &*self.source.declaration;
        let mut rows: HashMap<String, Map<String, Value>> = HashMap::new();
        each_row(declaration, file::without_mark(text), &mut |row| {
            let Ok(row) = row else { return };
            let Some(id) = declaration.id_of(&row).filter(|id| is_wanted(id) && !rows.contains_key(id)) else { return };
            let mut fields = row.to_map();
            let described = row.described();
            let is_repeated = |name: &String| described.is_some_and(|fields| fields.ignored.contains(name));
            fields.retain(|name, value| !is_empty(value) && !declaration.ignores(name) && !is_repeated(name));
            let of_document = described.into_iter().flat_map(|fields| &fields.edges);
            for edge in declaration.edges.iter().chain(of_document) {
                without(&mut fields, &edge.field);
            }
            rows.insert(id, fields);
        });
        rows
    }
}

/// Whether a value says nothing: exports often contain every field of every record.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Removes the value at a path, and the maps that are empty without it.
fn without(fields: &mut Map<String, Value>, path: &FieldPath) {
    fn remove(fields: &mut Map<String, Value>, keys: &[&str]) {
        let Some((first, rest)) = keys.split_first() else { return };
        let is_gone = match fields.get_mut(*first) {
            _ if rest.is_empty() => true,
            Some(Value::Object(inside)) => {
                remove(inside, rest);
                inside.is_empty()
            }
            _ => false,
        };
        if is_gone {
            fields.remove(*first);
        }
    }
    remove(fields, &path.keys().unwrap_or_default());
}

/// The records of the file whose fields were asked for last.
#[derive(Debug, Default)]
struct KeptRows {
    path: PathBuf,
    stamp: Option<FileStamp>,
    /// From the second request on.
    rows: Option<HashMap<String, Map<String, Value>>>,
}

impl Source {
    /// Reads new and changed files. Returns whether anything changed.
    fn read_files(&self, files: &mut Files, request: &ReadRequest<'_>) -> bool {
        let declaration = &*self.declaration;
        let system = declaration.system;
        let mut search_batch = Batch::new(system, 0);
        let found = declaration.files.find(system, request, &mut search_batch);
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = (request.root.to_owned(), found.files.clone());
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

    /// The files of a workspace: those of the last read, so that a question about many nodes searches only once.
    fn files_in(&self, root: &Path) -> Vec<PathBuf> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.0 != root {
            let progress = Progress::default();
            let request = ReadRequest { boundary: Boundary::around(root), ..ReadRequest::once(root, &[], &progress) };
            let mut ignored = Batch::new(self.declaration.system, 0);
            let files = self.declaration.files.find(self.declaration.system, &request, &mut ignored).files;
            *found = (root.to_owned(), files);
        }
        found.1.clone()
    }
}
