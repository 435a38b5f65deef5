//! Graphs that refscope wrote itself, recognised by their `generator`.
//!
//! They are read as the same graph: values are taken exactly as written, neither cut nor trimmed. Missing nodes stay
//! missing, and edges without a time get none. Retracted and suggested edges are not facts and are skipped.

use super::{LINKS_TO, PLAIN, Reader, inside_workspace};
use crate::graph::{CodePlace, EdgeRecord, NodeRecord, Stamp, Sym, Ts};
use crate::system::kit::json::{Fields, Json};
use crate::system::kit::length::LONGEST_WORD;
use crate::time;
use std::borrow::Cow;

/// Whether refscope wrote this graph in node-link form.
pub(super) fn is_node_link(graph: &Fields<'_>) -> bool {
    is_own(graph.given("graph"))
}

/// Whether refscope wrote this graph in JSON Graph Format.
pub(super) fn is_json_graph(graph: &Fields<'_>) -> bool {
    is_own(graph.given("metadata")) && graph.given("nodes").is_some_and(Json::is_object)
}

/// Whether what a graph says about itself names refscope.
fn is_own(about: Option<Json<'_>>) -> bool {
    let about = about.and_then(Json::fields);
    let generator = about.and_then(|about| about.given("generator")?.text());
    generator.is_some_and(|name| name == "refscope")
}

impl<'a> Reader<'a> {
    pub(super) fn own_node_link(&mut self, graph: &Fields<'a>) {
        if let Some(nodes) = graph.given("nodes") {
            nodes.each_item(|json| {
                let Some(fields) = json.fields() else { return self.no_node(json) };
                let id = fields.given("id").and_then(Json::scalar);
                self.own_node(json, id.as_deref(), fields.given("title"), &fields);
            });
        }
        let is_directed = is_directed(graph, true);
        for edges in ["edges", "links"].into_iter().filter_map(|name| graph.given(name)) {
            edges.each_item(|json| {
                let Some(fields) = json.fields() else { return self.no_edge(json, "is not an object") };
                self.own_edge(json, &fields, &fields, is_directed);
            });
        }
    }

    pub(super) fn own_json_graph(&mut self, graph: &Fields<'a>) {
        let metadata = |fields: &Fields<'a>| fields.given("metadata").and_then(Json::fields).unwrap_or_default();
        if let Some(nodes) = graph.given("nodes") {
            nodes.each_field(|id, json| {
                let Some(fields) = json.fields() else { return self.no_node(json) };
                self.own_node(json, Some(id), fields.given("label"), &metadata(&fields));
            });
        }
        let is_directed = is_directed(graph, true);
        if let Some(edges) = graph.given("edges") {
            edges.each_item(|json| {
                let Some(fields) = json.fields() else { return self.no_edge(json, "is not an object") };
                self.own_edge(json, &fields, &metadata(&fields), is_directed);
            });
        }
    }

    fn own_node(&mut self, json: Json<'a>, id: Option<&str>, title: Option<Json<'a>>, facts: &Fields<'a>) {
        let Some(id) = id.filter(|id| !id.is_empty()) else { return self.no_node(json) };
        if id.len() > LONGEST_WORD {
            return self.long_node(json);
        }
        // An edge names it, or nothing does.
        if is_set(facts, "missing") {
            return;
        }
        let sym = self.batch.word(id);
        self.defined.insert(sym);
        let title = title.and_then(Json::text).map_or(sym, |title| self.batch.word(&title));
        let kind = text(facts, "kind").unwrap_or(Cow::Borrowed(PLAIN));
        let kind = self.batch.word(&kind);
        let (file, line) = self.own_place(json, facts, "path");
        let mut word = |name: &str| text(facts, name).map(|text| self.batch.word(&text));
        let (status, domain, layer) = (word("status"), word("domain"), word("layer"));
        let code = CodePlace { sub_layer: word("sub_layer"), path: word("code_path"), language: word("language") };
        let code = Some(code).filter(|code| *code != CodePlace::default());
        let created = text(facts, "created").and_then(|text| time::parse(&text));
        let names = facts.given("aliases").and_then(Json::items).unwrap_or_default();
        let names: Vec<_> = names.into_iter().filter_map(Json::text).collect();
        let alias = (!names.is_empty()).then(|| self.batch.word(&names.join("\n")));
        let node = NodeRecord::new(sym, kind, title, file, line);
        self.batch.node(NodeRecord { status, domain, layer, code, created, alias, ..node });
    }

    fn own_edge(&mut self, json: Json<'a>, fields: &Fields<'a>, facts: &Fields<'a>, are_directed: bool) {
        if is_set(facts, "retracted") || is_set(facts, "suggested") {
            return;
        }
        let end = |name: &str| fields.given(name).and_then(Json::scalar).filter(|id| !id.is_empty());
        let (Some(from), Some(to)) = (end("source"), end("target")) else {
            return self.no_edge(json, "has no source or no target");
        };
        let verb = text(fields, "relation").filter(|verb| !verb.is_empty()).unwrap_or(Cow::Borrowed(LINKS_TO));
        if [&from, &to, &verb].into_iter().any(|word| word.len() > LONGEST_WORD) {
            return self.long_edge(json);
        }
        let (file, line) = self.own_place(json, facts, "file");
        let [from, to, relation] = [&from, &to, &verb].map(|word| self.batch.word(word));
        let confidence = self.own_confidence(json, facts);
        let stamp = match facts.get("ts") {
            None => Stamp::NONE,
            Some(ts) => self.batch.stamp_of(&ts.text().map_or(Ts::Json(ts.raw().into()), Ts::Text)),
        };
        let mut word = |name: &str| text(facts, name).map(|text| self.batch.word(&text));
        let (actor, note) = (word("actor"), word("note"));
        let (implicit, symmetric) = (is_set(facts, "implicit"), !is_directed(fields, are_directed));
        let edge = EdgeRecord::new(from, to, relation, file, line);
        self.batch.edge(EdgeRecord { actor, stamp, implicit, symmetric, note, confidence, ..edge });
    }

    /// The file and line that a node or edge comes from, or its own place if that is outside the workspace.
    fn own_place(&mut self, json: Json<'a>, facts: &Fields<'a>, name: &str) -> (Sym, u32) {
        let path = text(facts, name).and_then(|path| inside_workspace(&path));
        let line = facts.given("line").and_then(|line| line.raw().parse().ok());
        match path {
            Some(path) => (self.batch.word(&path), line.unwrap_or(1)),
            None => (self.place, self.lines.of(json)),
        }
    }

    fn own_confidence(&mut self, json: Json<'a>, facts: &Fields<'a>) -> Option<f64> {
        let given = facts.given("confidence")?;
        // The standard parser is exact.
        let share = given.raw().parse().ok().filter(|share| (0.0..=1.0).contains(share));
        if share.is_none() {
            self.no_confidence(json, "confidence");
        }
        share
    }
}

fn is_directed(fields: &Fields<'_>, otherwise: bool) -> bool {
    fields.given("directed").and_then(Json::bool).unwrap_or(otherwise)
}

fn is_set(facts: &Fields<'_>, name: &str) -> bool {
    facts.given(name).and_then(Json::bool) == Some(true)
}

fn text<'f>(facts: &Fields<'f>, name: &str) -> Option<Cow<'f, str>> {
    facts.given(name)?.text()
}
