//! `yg-node.yaml`: one node of the model, with its aspects, relations and mapped files.

use super::mapping::{self, MappedPath};
use super::subject::About;
use super::yaml_file::YamlFile;
use super::{rules, subject};
use crate::graph::Batch;
use crate::system::kit::length::LONGEST_WORD;
use crate::system::registry;
use crate::system::yggdrasil::SYSTEM;
use crate::text::{either, quoted};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq)]
pub struct ModelNode {
    /// The path below `model/`.
    pub id: String,
    pub name: String,
    /// The type and its line; `None` if the file has none.
    pub kind: Option<(String, u32)>,
    /// Whether its file could be read; if not, its contents are not checked.
    pub readable: bool,
    /// Whether it describes something that exists but is not explored.
    pub blackbox: bool,
    /// The aspects it declares.
    pub aspects: Vec<AspectEntry>,
    pub relations: Vec<RelationEntry>,
    /// The source files and folders that belong to it.
    pub mapping: Vec<MappedPath>,
    /// Whether its file has a mapping that cannot be understood.
    pub has_broken_mapping: bool,
    /// The folder with its files.
    pub folder: PathBuf,
    /// The path of its `yg-node.yaml`, as displayed.
    pub file: String,
}

/// An aspect that a node declares.
#[derive(Debug, Clone, PartialEq)]
pub struct AspectEntry {
    pub aspect: String,
    /// Where the node deviates from it.
    pub exceptions: Vec<String>,
    /// Words that must occur in the node's source files.
    pub anchors: Vec<String>,
    pub line: u32,
}

/// A relation that a node declares.
#[derive(Debug, Clone, PartialEq)]
pub struct RelationEntry {
    /// The id of the target node.
    pub target: String,
    pub kind: String,
    /// What is consumed of the target.
    pub consumes: Vec<String>,
    /// What happens when the target is unavailable.
    pub failure: Option<String>,
    /// The event of an event relation, if its name differs from the target.
    pub event_name: Option<String>,
    pub line: u32,
}

impl ModelNode {
    /// Reads a node. A node with an invalid file is still a node: its id is its folder's path.
    pub(super) fn load(root: &Path, folder: PathBuf, id: String, batch: &mut Batch) -> Self {
        let path = folder.join(super::NODE_FILE);
        let read = YamlFile::read(root, &path, About::Node(id.clone()), &rules::NODE_INVALID, batch);
        Self::of(read, folder, id)
    }

    pub(super) fn of(
        (mut file, fields): (YamlFile<'_>, Option<Map<String, Value>>),
        folder: PathBuf,
        id: String,
    ) -> Self {
        let Some(fields) = fields else {
            let name = id.clone();
            let (aspects, relations, mapping) = (Vec::new(), Vec::new(), Vec::new());
            return Self {
                id,
                name,
                kind: None,
                readable: false,
                blackbox: false,
                aspects,
                relations,
                mapping,
                has_broken_mapping: false,
                folder,
                file: file.shown,
            };
        };
        let blackbox = match fields.get("blackbox") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(blackbox)) => *blackbox,
            Some(_) => {
                let line = file.section("blackbox");
                file.malformed("blackbox", "\"blackbox\" is neither true nor false".to_owned(), line);
                false
            }
        };
        Self {
            name: file.required(&fields, "name").unwrap_or_else(|| id.clone()),
            kind: file.required(&fields, "type").map(|kind| (kind, file.section("type"))),
            readable: true,
            blackbox,
            aspects: aspects(&mut file, &fields),
            relations: relations(&mut file, &fields),
            has_broken_mapping: mapping::is_broken(&fields),
            mapping: mapping::read(&mut file, &fields),
            id,
            folder,
            file: file.shown,
        }
    }
}

fn aspects(file: &mut YamlFile<'_>, fields: &Map<String, Value>) -> Vec<AspectEntry> {
    let items = file.list(fields, "aspects");
    let mut line = file.section("aspects");
    let mut entries: Vec<AspectEntry> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for item in items {
        let id =
            item.get("aspect").unwrap_or(item).as_str().filter(|id| !id.trim().is_empty() && id.len() <= LONGEST_WORD);
        let Some(id) = id else {
            file.malformed("aspects", "An entry of \"aspects\" has no aspect".to_owned(), line);
            continue;
        };
        line = file.line_of(id);
        if item.is_string() {
            file.malformed("aspects", format!("An aspect must be a map: - aspect: {id}"), line);
        }
        let mut texts = |name: &str| {
            let value = item.get(name);
            strings(value).unwrap_or_else(|| {
                file.malformed(name, format!("{name} of the aspect {} is not a list of strings", quoted(id)), line);
                Vec::new()
            })
        };
        let (exceptions, anchors) = (texts("exceptions"), texts("anchors"));
        // Both entries are kept, so that no exception is lost.
        if let Some(place) = places.get(id) {
            let message = format!("The aspect {} is listed twice; its entries are merged", quoted(id));
            file.report_naming(&rules::NODE_INVALID, Some(subject::aspect(id)), message, Some(line));
            let first = &mut entries[*place];
            first.exceptions.extend(exceptions);
            first.anchors.extend(anchors);
        } else {
            places.insert(id, entries.len());
            entries.push(AspectEntry { aspect: id.to_owned(), exceptions, anchors, line });
        }
    }
    entries
}

fn relations(file: &mut YamlFile<'_>, fields: &Map<String, Value>) -> Vec<RelationEntry> {
    let items = file.list(fields, "relations");
    let mut line = file.section("relations");
    let registry = registry();
    let known: Vec<_> = registry.names(SYSTEM).collect();
    let mut entries = Vec::new();
    for item in items {
        let text = |name: &str| {
            item.get(name).and_then(Value::as_str).filter(|it| !it.trim().is_empty() && it.len() <= LONGEST_WORD)
        };
        let Some(target) = text("target").filter(|target| !normal(target).is_empty()) else {
            file.malformed("target", "A relation has no target".to_owned(), line);
            continue;
        };
        line = file.line_of(target);
        let Some(kind) = text("type") else {
            file.malformed("type", format!("The relation to {} has no type", quoted(target)), line);
            continue;
        };
        if !known.contains(&kind) {
            let message =
                format!("The relation to {} has type {}, not {}", quoted(target), quoted(kind), either(&known));
            file.malformed("type", message, line);
        }
        let consumes = strings(item.get("consumes")).unwrap_or_else(|| {
            file.malformed(
                "consumes",
                format!("consumes of the relation to {} is not a list of strings", quoted(target)),
                line,
            );
            Vec::new()
        });
        if !matches!(item.get("failure"), None | Some(Value::Null | Value::String(_))) {
            file.malformed("failure", format!("failure of the relation to {} is not a string", quoted(target)), line);
        }
        let failure = text("failure").map(str::to_owned);
        let event_name = text("event_name").map(|name| name.trim().to_owned());
        let (target, kind) = (normal(target), kind.to_owned());
        entries.push(RelationEntry { target, kind, consumes, failure, event_name, line });
    }
    entries
}

/// Normalises a path below `model/` to a node id; empty if it names no node. A leading `model/` is allowed.
pub(super) fn normal(target: &str) -> String {
    let target = target.trim();
    let own =
        target.split_once(':').filter(|(system, id)| *system == SYSTEM.name() && !id.is_empty()).map(|(_, id)| id);
    own.unwrap_or(target).trim_matches(|c: char| c == '/' || c.is_whitespace()).to_owned()
}

/// A list of strings, empty if absent; `None` if it is something else.
fn strings(value: Option<&Value>) -> Option<Vec<String>> {
    match value {
        None | Some(Value::Null) => Some(Vec::new()),
        Some(Value::Array(items)) => items.iter().map(|item| item.as_str().map(str::to_owned)).collect(),
        Some(_) => None,
    }
}

impl RelationEntry {
    /// Whether it is a dependency, as opposed to an event.
    pub fn is_structural(&self) -> bool {
        let registry = registry();
        let meaning = registry.meaning(&[SYSTEM], &self.kind);
        meaning.is_some_and(|meaning| meaning.relation.acyclic.as_deref() == Some("structural"))
    }

    /// Whether it is an event that the node sends or receives.
    pub fn is_event(&self) -> bool {
        matches!(&*self.kind, "emits" | "listens")
    }

    /// What it consumes and what happens on failure, in one line.
    pub(super) fn note(&self) -> Option<String> {
        let consumes = (!self.consumes.is_empty()).then(|| format!("consumes {}", self.consumes.join(", ")));
        let failure = self.failure.as_ref().map(|failure| format!("on failure: {failure}"));
        let parts: Vec<_> = consumes.into_iter().chain(failure).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

impl AspectEntry {
    /// Its exceptions, one per line.
    pub(super) fn note(&self) -> Option<String> {
        let on_one_line = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let exceptions: Vec<_> = self.exceptions.iter().map(on_one_line).collect();
        (!exceptions.is_empty()).then(|| exceptions.join("\n"))
    }
}
