//! Parses one causal graph: an object with a list of nodes and a list of edges, possibly wrapped in another object.

use super::{FOLDER, SYSTEM, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, CodePlace, EdgeRecord, NodeRecord, Stamp, Sym};
use crate::system::kit::json::{Fields, Json, JsonFile, Lines};
use crate::system::kit::length::{LONGEST_TITLE, LONGEST_WORD, cut};
use crate::system::registry;
use crate::text::{either, grouped, quoted};
use crate::time;
use std::borrow::Cow;
use std::path::Path;

const LAYERS: [&str; 4] = ["code", "execution", "knowledge", "project"];

/// The finer layers of the public tool, all part of the layer `code`.
const SUB_LAYERS: [&str; 7] = ["infra", "data", "logic", "api", "ui", "test", "config"];

const KINDS: [&str; 5] = ["file", "module", "function", "type", "external"];

/// Edges that a parser derives from the code itself. Other edges are inferred unless `verified` is true; `verified:
/// false` makes any edge inferred.
const DERIVED_FROM_CODE: [&str; 3] = ["imports", "calls", "extends"];

/// Maximum length of a repository name in bytes. It may be a path or an address, and becomes part of ids.
const LONGEST_REPO: usize = 500;

const CERTAIN: f64 = 1.0;
const INFERRED: f64 = 0.6;

pub(super) fn read(file: &JsonFile, batch: &mut Batch) {
    let Some(json) = file.json(SYSTEM, &rules::FILES, batch) else { return };
    let place = batch.word(&file.shown);
    let registry = registry();
    let verbs: Vec<_> = registry.names(SYSTEM).collect();
    let mut reader = Reader { file, lines: Lines::new(&file.text), place, verbs: &verbs, batch };
    let graph = graph_of(json);
    if is_of_tool(&file.shown) && graph.as_ref().and_then(|graph| graph.given("nodes")).is_none() {
        return;
    }
    let Some(graph) = graph else {
        let message = "The file is not an object with \"nodes\" and \"edges\"".to_owned();
        reader.finding(&rules::INVALID, message, json, &["nodes", "edges"]);
        return;
    };
    if !graph.given("nodes").is_some_and(|nodes| nodes.each_item(|node| reader.node(node))) {
        let message = "The file has no list \"nodes\" and is not read".to_owned();
        reader.finding(&rules::INVALID, message, graph.get("nodes").unwrap_or(json), &["nodes"]);
        return;
    }
    reader.repo(json, &graph);
    let (edges, links) = (graph.given("edges"), graph.given("links"));
    if let (Some(_), Some(links)) = (edges, links) {
        let message = "The file has both \"edges\" and \"links\"; only \"edges\" is read".to_owned();
        reader.finding(&rules::FIELD, message, links, &["edges", "links"]);
    }
    let Some((name, edges)) = edges.map(|edges| ("edges", edges)).or(links.map(|links| ("links", links))) else {
        return;
    };
    if !edges.each_item(|edge| reader.edge(edge)) {
        reader.finding(&rules::INVALID, format!("{} is not a list and is not read", quoted(name)), edges, &[name]);
    }
}

/// Whether a file is in the folder of the tool. The tool keeps other files there too, such as `session.json`.
fn is_of_tool(shown: &str) -> bool {
    Path::new(shown).parent().and_then(Path::file_name).is_some_and(|folder| folder == FOLDER)
}

/// The object with the nodes: the whole file, or the value of `graph`.
fn graph_of(json: Json<'_>) -> Option<Fields<'_>> {
    let fields = json.fields()?;
    let wrapped = || fields.given("graph").and_then(Json::fields);
    if fields.given("nodes").is_some() { Some(fields) } else { wrapped().or(Some(fields)) }
}

/// Visits the nodes of a file that have an id.
pub(super) fn each_node(json: Json<'_>, mut visit: impl FnMut(&str, &Fields<'_>)) {
    let Some(nodes) = graph_of(json).and_then(|graph| graph.given("nodes")) else { return };
    nodes.each_item(|node| {
        let Some(fields) = node.fields() else { return };
        if let Some(id) = fields.get("id").and_then(Json::text) {
            visit(&id, &fields);
        }
    });
}

fn is_too_long((_, text): &(&str, &Cow<'_, str>)) -> bool {
    text.len() > LONGEST_WORD
}

fn too_long() -> String {
    format!("is longer than {} bytes", grouped(LONGEST_WORD))
}

/// A node or an edge in the file.
struct Entry<'a, 'i> {
    /// What precedes the id in messages.
    what: &'static str,
    /// The node it belongs to.
    about: &'i str,
    /// The kind and the target of an edge.
    edge: Option<(&'i str, &'i str)>,
    json: Json<'a>,
    fields: Fields<'a>,
}

struct Reader<'a> {
    file: &'a JsonFile,
    lines: Lines<'a>,
    /// The file's path, interned in the batch.
    place: Sym,
    /// The verbs of the vocabulary.
    verbs: &'a [&'a str],
    batch: &'a mut Batch,
}

impl<'a> Reader<'a> {
    /// Reads the repository whose code the file maps. Tools that wrap a graph may name it beside the graph.
    fn repo(&mut self, json: Json<'a>, graph: &Fields<'a>) {
        let outside = || json.fields().and_then(|fields| fields.given("repo"));
        let Some(given) = graph.given("repo").or_else(outside) else { return };
        match given.text() {
            Some(name) if name.len() > LONGEST_REPO => {
                let message = format!("\"repo\" is longer than {LONGEST_REPO} bytes and is ignored");
                self.finding(&rules::FIELD, message, given, &["repo"]);
            }
            Some(name) if name.trim().is_empty() => {}
            Some(name) => self.batch.set_repo(name.trim()),
            None => self.finding(&rules::FIELD, "\"repo\" is not a string and is ignored".to_owned(), given, &["repo"]),
        }
    }

    fn node(&mut self, json: Json<'a>) {
        let Some(fields) = json.fields() else {
            return self.finding(&rules::FIELD, "A node is not an object; it is skipped".to_owned(), json, &[]);
        };
        let Some(id) = fields.get("id").and_then(Json::filled_text) else {
            return self.finding(&rules::FIELD, "A node has no \"id\"; it is skipped".to_owned(), json, &["id"]);
        };
        if id.len() > LONGEST_WORD {
            let message = format!("A node is skipped: its \"id\" {}", too_long());
            return self.finding(&rules::FIELD, message, json, &["id"]);
        }
        let entry = Entry { what: "Node", about: &id, edge: None, json, fields };
        let title = self.text_of_any_length(&entry, "label");
        let path = self.optional_text(&entry, "path");
        let language = self.optional_text(&entry, "language");
        let kind = self.kind(&entry, path.is_some());
        let (layer, sub_layer) = self.layer(&entry);

        let id = self.batch.word(&id);
        let title = title.map_or(id, |title| self.batch.word(&cut(&title, LONGEST_TITLE)));
        let kind = self.batch.word(&kind);
        let mut word = |text: Option<Cow<'_, str>>| text.map(|text| self.batch.word(&text));
        let code =
            CodePlace { sub_layer: word(sub_layer.map(Cow::Borrowed)), path: word(path), language: word(language) };
        let is_placed = code.sub_layer.or(code.path).or(code.language).is_some();
        let node = NodeRecord {
            layer: word(layer.map(Cow::Borrowed)),
            code: is_placed.then_some(code),
            ..NodeRecord::new(id, kind, title, self.place, self.lines.of(json))
        };
        self.batch.node(node);
    }

    fn kind(&mut self, entry: &Entry<'a, '_>, has_path: bool) -> Cow<'a, str> {
        let Some(kind) = self.optional_text(entry, "kind") else {
            return Cow::Borrowed(if has_path { "file" } else { "node" });
        };
        if !KINDS.contains(&&*kind) {
            let message = format!("unknown kind {}; expected {}", quoted(&kind), either(&KINDS));
            self.field(entry, "kind", &message);
        }
        kind
    }

    /// The layer of a node, and the finer layer of the public tool.
    fn layer(&mut self, entry: &Entry<'a, '_>) -> (Option<&'static str>, Option<&'static str>) {
        let Some(given) = entry.fields.given("layer") else {
            self.field(entry, "layer", "no \"layer\"");
            return (None, None);
        };
        let text = given.text();
        let known = |names: &[&'static str]| names.iter().copied().find(|name| text.as_deref() == Some(*name));
        if let Some(layer) = known(&LAYERS) {
            return (Some(layer), None);
        }
        if let Some(sub_layer) = known(&SUB_LAYERS) {
            return (Some("code"), Some(sub_layer));
        }
        let message = match text {
            Some(text) if text.len() > LONGEST_WORD => format!("\"layer\" {}", too_long()),
            Some(text) => {
                format!("unknown layer {}; expected {}", quoted(&text), either(&[&LAYERS[..], &SUB_LAYERS].concat()))
            }
            None => "\"layer\" is not a string".to_owned(),
        };
        self.field(entry, "layer", &message);
        (None, None)
    }

    fn edge(&mut self, json: Json<'a>) {
        let Some(fields) = json.fields() else {
            return self.finding(&rules::FIELD, "An edge is not an object; it is skipped".to_owned(), json, &[]);
        };
        let text = |name: &str| fields.get(name).and_then(Json::filled_text);
        let (Some(source), Some(target), Some(kind)) = (text("source"), text("target"), text("kind")) else {
            let lacking =
                ["source", "target", "kind"].into_iter().find(|name| text(name).is_none()).unwrap_or_default();
            let message = format!("An edge has no {}; it is skipped", quoted(lacking));
            return self.finding(&rules::FIELD, message, json, &[lacking]);
        };
        if let Some(name) = ["source", "target", "kind"].into_iter().zip([&source, &target, &kind]).find(is_too_long) {
            let message = format!("An edge is skipped: its {} {}", quoted(name.0), too_long());
            return self.finding(&rules::FIELD, message, json, &[name.0]);
        }
        if !self.verbs.contains(&&*kind) {
            let message = format!("Unknown edge kind {}", quoted(&kind));
            let finding =
                self.located(&rules::RELATION, message, json).about(&*source).naming(Subject::relation(&*kind));
            self.batch.finding(finding.suggest(format!("use {}", either(self.verbs))));
        }
        let edge = Some((&*kind, &*target));
        let entry = Entry { what: "Edge of", about: &source, edge, json, fields };
        let confidence = self.confidence(&entry, &kind);
        let stamp = self.stamp(&entry);
        let (from, to, relation) = (self.batch.word(&source), self.batch.word(&target), self.batch.word(&kind));
        let edge = EdgeRecord::new(from, to, relation, self.place, self.lines.of(json));
        self.batch.edge(EdgeRecord { stamp, confidence: Some(confidence), ..edge });
    }

    fn confidence(&mut self, entry: &Entry<'_, '_>, kind: &str) -> f64 {
        let verified = entry.fields.given("verified").map(Json::bool);
        if verified == Some(None) {
            self.field(entry, "verified", "\"verified\" is neither true nor false");
        }
        let given = entry.fields.given("confidence");
        let own = given.and_then(Json::number).filter(|number| (0.0..=1.0).contains(number));
        if given.is_some() && own.is_none() {
            self.field(entry, "confidence", "\"confidence\" is not a number from 0 to 1");
        }
        let is_certain = verified.flatten().unwrap_or_else(|| DERIVED_FROM_CODE.contains(&kind));
        own.unwrap_or(if is_certain { CERTAIN } else { INFERRED })
    }

    /// When an edge was written; without a valid `ts`, the file's modification time.
    fn stamp(&mut self, entry: &Entry<'_, '_>) -> Stamp {
        let Some(given) = entry.fields.given("ts") else { return Stamp::at(self.file.modified) };
        if let Some(text) = given.text().filter(|text| text.len() <= LONGEST_WORD && time::parse(text).is_some()) {
            return self.batch.stamp(&text);
        }
        self.field(entry, "ts", "\"ts\" is not a valid time; the file's modification time is used");
        Stamp::at(self.file.modified)
    }

    /// An optional string that is short enough to be kept.
    fn optional_text(&mut self, entry: &Entry<'a, '_>, name: &str) -> Option<Cow<'a, str>> {
        let text = self.text_of_any_length(entry, name)?;
        if text.len() > LONGEST_WORD {
            self.field(entry, name, &format!("{} {}", quoted(name), too_long()));
            return None;
        }
        Some(text)
    }

    /// An optional string of any length. A blank one counts as absent.
    fn text_of_any_length(&mut self, entry: &Entry<'a, '_>, name: &str) -> Option<Cow<'a, str>> {
        let given = entry.fields.given(name)?;
        if given.text().is_none() {
            self.field(entry, name, &format!("{} is not a string", quoted(name)));
        }
        given.filled_text()
    }

    /// Reports an invalid field of an entry; the entry is kept.
    fn field(&mut self, entry: &Entry<'_, '_>, name: &str, defect: &str) {
        let message = format!("{} {}: {defect}", entry.what, quoted(entry.about));
        let finding = self.located(&rules::FIELD, message, entry.json).about(entry.about);
        let line = self.lines.of(entry.json);
        let edge = entry.edge.map(|(kind, target)| Subject::edge(entry.about, kind, target).at_line(line));
        let finding = edge.into_iter().fold(finding, Finding::naming);
        self.batch.finding(finding.naming(Subject::field(name)));
    }

    /// Reports a finding that concerns no node, but these fields or only the position.
    fn finding(&mut self, rule: &'static Rule, message: String, at: Json<'_>, fields: &[&str]) {
        let finding = self.located(rule, message, at);
        self.batch.finding(fields.iter().copied().map(Subject::field).fold(finding, Finding::naming));
    }

    fn located(&self, rule: &'static Rule, message: String, at: Json<'_>) -> Finding {
        Finding::new(rule, SYSTEM.name(), message).in_file(&*self.file.shown).at_line(self.lines.of(at))
    }
}
