//! Reader for semantic units: claims, questions and challenges that refer to each other.
//!
//! A `.json` file contains one unit or a list of them, a `.jsonl` file one per line. Files are read in parallel. An
//! object that breaks a rule is reported; it still becomes a node if it has an id.

mod checks;
mod document;
mod field;
mod reference;
mod rules;
#[cfg(test)]
mod tests;
mod vocabulary;

use self::document::Document;
use super::assumptions::assumed_by;
use super::check::{CheckInput, Summary};
use super::kit::json::{Json, JsonError, Lines};
use super::kit::length::cut;
use super::kit::wanted_fields::{WantedFields, file_of, read_fields};
use super::kit::{Progress, ReadRequest, file};
use super::{Loaded, Marker, System, TextFormat, Watched, registry};
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Dangling, Graph, Node, NodeIx, Registry, SystemId, SystemSpec};
use crate::pack::Unpacker;
use crate::query::{Contradiction, ContradictionKind};
use crate::text::quoted;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub const SYSTEM: SystemId = SystemId::new(20, "unit");

/// Semantic units: claims, questions, challenges.
#[derive(Debug)]
pub struct Units;

impl System for Units {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            is_specified: true,
            is_number: Some(is_unit_id),
            is_extension: Some(is_namespaced),
            dangling: Dangling::Foreign,
            prose: &["content", "assumptions", "source", "label"],
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary()
    }

    fn markers(&self) -> Vec<Marker> {
        let has_folder = |folder: &Path| folder.join(FOLDER).is_dir();
        vec![Marker { name: "units/", is_there: has_folder, is_sure: is_in }]
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        FORMAT.watch(watched);
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        FORMAT.load(request)
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        FORMAT.restore(from, file)
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        let file = file_of(nodes);
        read_fields(root, file, nodes, |text, wanted| {
            fields(file.unwrap_or_default(), text, wanted);
            Ok(())
        })
    }

    fn assumptions(
        &self,
        root: &Path,
        graph: &Graph,
        file: &str,
        nodes: &[NodeIx],
    ) -> io::Result<Vec<(NodeIx, Vec<String>)>> {
        let id = |ix: &NodeIx| graph.node(*ix).id();
        let mut found = assumptions(root, file, &nodes.iter().map(id).collect::<HashSet<_>>())?;
        Ok(nodes.iter().map(|ix| (*ix, found.remove(id(ix)).unwrap_or_default())).collect())
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![checks::summary()]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input.graph, input.cancelled).collect()
    }

    fn cycle_codes(&self) -> &'static [&'static str] {
        &[checks::CYCLE_CODE]
    }

    fn contradiction_codes(&self) -> &'static [&'static str] {
        &checks::CONTRADICTION_CODES
    }

    fn contradiction(&self, graph: &Graph, found: &Contradiction) -> Option<Finding> {
        let is_of_sides = matches!(found.kind, ContradictionKind::Sides | ContradictionKind::Grounds);
        let is_own = is_of_sides && checks::is_own(graph, found);
        is_own.then(|| checks::contradiction(graph, found))
    }
}

/// The folder of a workspace that is searched for units.
const FOLDER: &str = "units";

static FORMAT: TextFormat =
    TextFormat { system: SYSTEM, folder: FOLDER, is_wanted: is_unit_file, rules: &rules::FILES, read };

/// Maximum length of an id, a verb or a name in characters, so that overlong values of a hostile file are not copied
/// around.
const LONGEST_UNIT_WORD: usize = 1000;

/// Maximum length of a value quoted in a message.
const LONGEST_QUOTE: usize = 80;

/// Whether the `units/` of a folder contains unit files: many projects have a folder with this name.
fn is_in(folder: &Path) -> bool {
    let names = file::names_in(&folder.join(FOLDER)).unwrap_or_default();
    names.iter().any(|name| is_unit_file(Path::new(name)))
}

/// Reads all units: those below `units/` and those in the further files and folders.
pub fn load(root: &Path, further: &[PathBuf], progress: &Progress) -> Vec<Batch> {
    FORMAT.read_all(&ReadRequest::once(root, further, progress)).into_batches().collect()
}

/// Parses a text as a file with this name.
pub fn parse(name: &str, text: &str) -> Batch {
    let mut batch = Batch::new(SYSTEM, 0);
    read(name, text, &registry(), &mut batch);
    batch
}

/// Collects the fields of units, for display, in file order. Their references are left out because they are edges.
fn fields(file: &str, text: &str, wanted: &mut WantedFields<'_>) {
    each_value(file, text, |value| {
        let Some(fields) = value.ok().and_then(Json::fields) else { return };
        if let Some(id) = fields.get("id").and_then(Json::text) {
            wanted.add(&id, || fields.to_map(|name| name != "references"));
        }
    });
}

/// Reads the assumptions of the requested units of a file again, for display, by id. Of units that share an id, only
/// the first counts.
fn assumptions(root: &Path, file: &str, ids: &HashSet<&str>) -> io::Result<HashMap<String, Vec<String>>> {
    let text = file::read(&root.join(file))?.text;
    let mut found = HashMap::new();
    each_value(file, file::without_mark(&text), |value| {
        let Some(fields) = value.ok().and_then(Json::fields) else { return };
        let Some(id) = fields.get("id").and_then(Json::text).filter(|id| ids.contains(&**id)) else { return };
        let assumed = fields.get("assumptions").and_then(Json::value);
        found.entry(id.into_owned()).or_insert_with(|| assumed.as_ref().map(assumed_by).unwrap_or_default());
    });
    Ok(found)
}

/// Whether an id has the form of a unit's id: a UUID of version 7, in lower case.
pub fn is_unit_id(id: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        14 => byte == b'7',
        19 => matches!(byte, b'8' | b'9' | b'a' | b'b'),
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    id.len() == 36 && id.bytes().enumerate().all(fits)
}

/// Whether a file can contain units.
fn is_unit_file(path: &Path) -> bool {
    file::has_extension(path, "json") || file::has_extension(path, "jsonl")
}

fn read(name: &str, text: &str, registry: &Registry, batch: &mut Batch) {
    let text = file::without_mark(text);
    let part = if holds_lines(name) { "line" } else { "file" };
    let mut document = Document::new(name, Lines::new(text), registry, batch);
    each_value(name, text, |value| match value {
        Ok(json) => document.add(json),
        Err(error) => {
            let message = format!("The {part} is not JSON: {}", error.message);
            document.finding(&rules::FILES.not_json, error.line.max(1), message);
        }
    });
}

/// Visits the values that should be units, one after the other.
fn each_value<'a>(name: &str, text: &'a str, mut visit: impl FnMut(Result<Json<'a>, JsonError>)) {
    if holds_lines(name) {
        let lines = (1..).zip(text.split('\n')).filter(|(_, line)| !line.trim().is_empty());
        for (number, line) in lines {
            visit(Json::parse(line).map_err(|error| JsonError { line: number, ..error }));
        }
        return;
    }
    match Json::parse(text) {
        Ok(json) => {
            if !json.each_item(|item| visit(Ok(item))) {
                visit(Ok(json));
            }
        }
        Err(error) => visit(Err(error)),
    }
}

fn holds_lines(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "jsonl")
}

/// The text of a value that is a non-empty string. White space counts as content.
fn non_empty(json: Json<'_>) -> Option<Cow<'_, str>> {
    json.text().filter(|text| !text.is_empty())
}

fn is_too_long(word: &str) -> bool {
    word.chars().nth(LONGEST_UNIT_WORD).is_some()
}

/// A value from a file, quoted and short enough for a message.
fn named(text: &str) -> String {
    quoted(&cut(text, LONGEST_QUOTE))
}

/// Whether this is the name of an extension, for relations and fields of units: `x-` followed by a reverse domain name,
/// such as `x-org.example.weakens`. Lower case, at least two segments, no hyphen in the first one.
fn is_namespaced(verb: &str) -> bool {
    let Some(name) = verb.strip_prefix("x-") else { return false };
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_first = |segment: &str| !segment.is_empty() && segment.bytes().all(is_plain);
    let is_further = |segment: &str| {
        segment.bytes().next().is_some_and(is_plain)
            && segment.bytes().all(|byte| is_plain(byte) || b"-_".contains(&byte))
    };
    name.split_once('.').is_some_and(|(first, further)| is_first(first) && further.split('.').all(is_further))
}
