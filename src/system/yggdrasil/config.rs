//! `yg-config.yaml`: the project's name, node types, artifacts and thresholds. Everything has a default.

use super::subject::{self, About};
use super::yaml_file::YamlFile;
use super::{NODE_FILE, SYSTEM, rules};
use crate::finding::Finding;
use crate::graph::Batch;
use crate::system::kit::file;
use crate::text::quoted;
use serde_json::{Map, Value};
use std::path::Path;

pub(super) const CONFIG_FILE: &str = "yg-config.yaml";

#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    pub name: String,
    /// Major and minor version of the public tool that the model was written for, if given.
    pub version: Option<(u32, u32)>,
    pub node_types: Vec<NodeType>,
    /// The files that describe a node, in this order.
    pub artifacts: Vec<ArtifactType>,
    pub quality: Quality,
    /// The path of the file, as displayed.
    pub file: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct NodeType {
    pub name: String,
    /// The aspects that a node of this type must have, with their lines in the configuration.
    pub required_aspects: Vec<(String, u32)>,
}

/// A file that describes a node.
#[derive(Debug, Clone, PartialEq)]
pub struct ArtifactType {
    pub file: String,
    pub description: Option<String>,
    pub required: Required,
    /// Whether it is included in the context packages of nodes that depend on this one.
    pub included_in_relations: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Required {
    /// For every node that is not a blackbox.
    Always,
    Never,
    /// For nodes that meet this condition.
    When(Condition),
}

/// A condition on a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// Another node has a relation to it.
    HasIncomingRelations,
    /// It has a relation to another node.
    HasOutgoingRelations,
    /// It declares this aspect.
    HasAspect(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quality {
    /// Minimum length of an artifact, in characters.
    pub min_artifact_length: u64,
    /// Maximum number of relations of a node.
    pub max_direct_relations: u64,
    /// Number of tokens from which a context package is large.
    pub budget_warning: u64,
    /// Number of tokens from which a context package is too large.
    pub budget_error: u64,
}

const QUALITY: Quality =
    Quality { min_artifact_length: 50, max_direct_relations: 10, budget_warning: 10_000, budget_error: 20_000 };

const NODE_TYPES: [&str; 4] = ["module", "service", "library", "infrastructure"];

impl Default for Config {
    fn default() -> Self {
        Self {
            name: String::new(),
            version: None,
            node_types: default_node_types(),
            artifacts: default_artifacts(),
            quality: QUALITY,
            file: CONFIG_FILE.to_owned(),
        }
    }
}

fn default_node_types() -> Vec<NodeType> {
    NODE_TYPES.map(|name| NodeType { name: name.to_owned(), required_aspects: Vec::new() }).into()
}

fn default_artifacts() -> Vec<ArtifactType> {
    let artifact = |file: &str, required, included_in_relations| ArtifactType {
        file: file.to_owned(),
        description: None,
        required,
        included_in_relations,
    };
    vec![
        artifact("responsibility.md", Required::Always, true),
        artifact("interface.md", Required::When(Condition::HasIncomingRelations), true),
        artifact("internals.md", Required::Never, false),
    ]
}

impl Config {
    /// Reads the configuration of the model in `folder`; an invalid value is a finding and has its default.
    pub(super) fn load(root: &Path, folder: &Path, project: &str, batch: &mut Batch) -> Self {
        let path = folder.join(CONFIG_FILE);
        if !path.exists() && !path.is_symlink() {
            let message = format!("No {CONFIG_FILE}; the defaults are used");
            let file = file::relative(root, &path);
            let finding = Finding::new(&rules::CONFIG_INVALID, SYSTEM.name(), message).in_file(&*file);
            batch.finding(finding.naming(subject::config(&file)));
            return Self { name: project.to_owned(), file, ..Self::default() };
        }
        let about = About::Config(file::relative(root, &path));
        Self::of(YamlFile::read(root, &path, about, &rules::CONFIG_INVALID, batch), project)
    }

    pub(super) fn of((mut file, fields): (YamlFile<'_>, Option<Map<String, Value>>), project: &str) -> Self {
        let Some(fields) = fields else {
            return Self { name: project.to_owned(), file: file.shown, ..Self::default() };
        };
        let name = file.required(&fields, "name").unwrap_or_else(|| project.to_owned());
        let version = fields.get("version").and_then(version);
        let node_types = node_types(&mut file, &fields);
        let artifacts = artifacts(&mut file, &fields);
        let quality = quality(&mut file, &fields);
        Self { name, version, node_types, artifacts, quality, file: file.shown }
    }
}

/// The first two numbers of a version, which is a string (`"2.8.0"`) or, if it has only two parts, a number (`2.8`).
fn version(value: &Value) -> Option<(u32, u32)> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut parts = text.trim().trim_start_matches('v').split('.');
    let major = parts.next()?.parse().ok()?;
    Some((major, parts.next().map_or(Some(0), |minor| minor.parse().ok())?))
}

/// An optional map of maps.
fn maps<'v>(
    file: &mut YamlFile<'_>,
    fields: &'v Map<String, Value>,
    name: &str,
) -> Option<Vec<(&'v String, &'v Map<String, Value>)>> {
    let entries = match fields.get(name) {
        None | Some(Value::Null) => return None,
        Some(Value::Object(entries)) if !entries.is_empty() => entries,
        Some(_) => {
            let line = file.section(name);
            file.malformed(name, format!("{} is not a map with entries", quoted(name)), line);
            return None;
        }
    };
    file.section(name);
    let mut maps = Vec::new();
    for (key, entry) in entries {
        if let Value::Object(entry) = entry {
            maps.push((key, entry));
        } else {
            let line = file.line_of(key);
            file.malformed(name, format!("The entry {} of {} is not a map", quoted(key), quoted(name)), line);
        }
    }
    Some(maps)
}

fn node_types(file: &mut YamlFile<'_>, fields: &Map<String, Value>) -> Vec<NodeType> {
    let Some(entries) = maps(file, fields, "node_types") else { return default_node_types() };
    let mut types = Vec::new();
    // Each entry is searched for below the previous one, because there can be very many.
    file.section("node_types");
    for (name, entry) in entries {
        let line = file.line_of(name);
        if entry.get("description").and_then(Value::as_str).is_none_or(|text| text.trim().is_empty()) {
            file.malformed("description", format!("The node type {} has no description", quoted(name)), line);
        }
        let mut required_aspects = Vec::new();
        match entry.get("required_aspects") {
            None | Some(Value::Null) => {}
            Some(Value::Array(items)) if items.iter().all(Value::is_string) => {
                let ids = items.iter().filter_map(Value::as_str);
                required_aspects = ids.map(|id| (id.to_owned(), file.line_of(id))).collect();
            }
            Some(_) => {
                file.malformed(
                    "required_aspects",
                    format!("required_aspects of {} is not a list of aspects", quoted(name)),
                    line,
                );
            }
        }
        types.push(NodeType { name: name.clone(), required_aspects });
    }
    types
}

fn artifacts(file: &mut YamlFile<'_>, fields: &Map<String, Value>) -> Vec<ArtifactType> {
    let Some(entries) = maps(file, fields, "artifacts") else { return default_artifacts() };
    let mut artifacts = Vec::new();
    file.section("artifacts");
    for (name, entry) in entries {
        let line = file.line_of(name);
        if name.contains('/') || name == NODE_FILE || name.starts_with('.') {
            file.malformed("artifacts", format!("Invalid artifact name {}", quoted(name)), line);
            continue;
        }
        let included_in_relations = match entry.get("included_in_relations") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(included)) => *included,
            Some(_) => {
                file.malformed(
                    "included_in_relations",
                    format!("included_in_relations of {} is neither true nor false", quoted(name)),
                    line,
                );
                false
            }
        };
        let description = entry.get("description").and_then(Value::as_str).map(str::trim);
        if matches!(entry.get("required"), None | Some(Value::Null)) {
            file.malformed("required", format!("The artifact {} has no \"required\"", quoted(name)), line);
        }
        let required = required(entry.get("required")).unwrap_or_else(|word| {
            let message = format!("The artifact {} has an invalid condition in \"required\": {}", quoted(name), word);
            file.report_naming(&rules::CONDITION_UNKNOWN, Some(subject::artifact(name)), message, Some(line));
            Required::Never
        });
        let description = description.filter(|text| !text.is_empty()).map(str::to_owned);
        artifacts.push(ArtifactType { file: name.clone(), description, required, included_in_relations });
    }
    artifacts
}

/// When an artifact is required; as an error, the invalid condition.
fn required(value: Option<&Value>) -> Result<Required, String> {
    match value {
        None | Some(Value::Null) => Ok(Required::Never),
        Some(Value::String(word)) if word == "always" => Ok(Required::Always),
        Some(Value::String(word)) if word == "never" => Ok(Required::Never),
        Some(Value::Object(entry)) => match entry.get("when").and_then(Value::as_str) {
            Some(condition) => self::condition(condition).map(Required::When).ok_or_else(|| quoted(condition)),
            None => Err(quoted(&Value::Object(entry.clone()).to_string())),
        },
        Some(Value::String(word)) => {
            let condition = word.strip_prefix("when ").and_then(|rest| condition(rest.trim()));
            condition.map(Required::When).ok_or_else(|| quoted(word))
        }
        Some(other) => Err(quoted(&other.to_string())),
    }
}

fn condition(word: &str) -> Option<Condition> {
    match word {
        "has_incoming_relations" => Some(Condition::HasIncomingRelations),
        "has_outgoing_relations" => Some(Condition::HasOutgoingRelations),
        _ => {
            let aspect = word.strip_prefix("has_aspect:").or_else(|| word.strip_prefix("has_tag:"))?.trim();
            (!aspect.is_empty()).then(|| Condition::HasAspect(aspect.to_owned()))
        }
    }
}

fn quality(file: &mut YamlFile<'_>, fields: &Map<String, Value>) -> Quality {
    let mut quality = QUALITY;
    let section = match fields.get("quality") {
        None | Some(Value::Null) => return quality,
        Some(Value::Object(section)) => section,
        Some(_) => {
            let line = file.section("quality");
            file.malformed("quality", "\"quality\" is not a map".to_owned(), line);
            return quality;
        }
    };
    let mut number = |section: &Map<String, Value>, name: &str, place: &mut u64| match section.get(name) {
        None | Some(Value::Null) => {}
        Some(value) => {
            if let Some(number) = value.as_u64() {
                *place = number;
            } else {
                file.section("quality");
                let line = file.line_of(name);
                file.malformed(name, format!("{} is not a whole number", quoted(name)), line);
            }
        }
    };
    number(section, "min_artifact_length", &mut quality.min_artifact_length);
    number(section, "max_direct_relations", &mut quality.max_direct_relations);
    match section.get("context_budget") {
        None | Some(Value::Null) => {}
        Some(Value::Object(budget)) => {
            number(budget, "warning", &mut quality.budget_warning);
            number(budget, "error", &mut quality.budget_error);
        }
        Some(_) => {
            let line = file.section("quality");
            file.malformed("context_budget", "\"context_budget\" is not a map".to_owned(), line);
        }
    }
    if quality.budget_error < quality.budget_warning {
        file.section("quality");
        let line = file.line_of("context_budget");
        file.malformed("context_budget", "The budget's error is below its warning".to_owned(), line);
    }
    quality
}
