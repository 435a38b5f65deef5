//! Adds the nodes, edges and hyperedges of one file to a batch.

mod own;

use super::shape::{NAMES, Shape};
use super::vocabulary::{DEPENDS_ON, LINKS_TO, PARTICIPATES};
use super::{GRAPHIFY_FOLDER, HYPEREDGE, SYSTEM, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, CodePlace, EXTERNAL, EdgeRecord, NodeRecord, Stamp, Sym};
use crate::system::kit::file;
use crate::system::kit::json::{Fields, Json, JsonFile, Lines};
use crate::system::kit::length::{LONGEST_TITLE, LONGEST_WORD, cut};
use crate::text::{either, grouped};
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Component, Path};

/// The kind of a node without one.
const PLAIN: &str = "node";

/// Keys of a node that contain its kind, best first.
const KIND_KEYS: [&str; 4] = ["file_type", "type", "kind", "group"];

/// Keys of a node that contain the file it is about, best first.
const FILE_KEYS: [&str; 3] = ["source_file", "path", "file"];

/// Keys of an edge that contain its verb, best first.
const VERB_KEYS: [&str; 5] = ["relation", "type", "label", "key", "kind"];

/// What graphify's words for confidence stand for.
const CONFIDENCES: [(&str, f64); 3] = [("EXTRACTED", 1.0), ("INFERRED", 0.5), ("AMBIGUOUS", 0.2)];

pub(super) fn read(file: &JsonFile, batch: &mut Batch) {
    let Some(json) = file.json(SYSTEM, &rules::FILES, batch) else { return };
    // Ids are unique within a file only.
    batch.set_repo(&file.shown);
    let place = batch.word(&file.shown);
    let mut reader = Reader {
        file,
        place,
        lines: Lines::new(&file.text),
        batch,
        is_graphify: false,
        defined: HashSet::new(),
        outside: Vec::new(),
        hyperedges: 0,
    };
    match Shape::of(json) {
        Some(Shape::CycloneDx(bom)) => reader.cyclone_dx(&bom),
        Some(Shape::Spdx(document)) => reader.spdx(json, &document),
        Some(Shape::JsonGraph(graphs)) => graphs.iter().for_each(|graph| reader.json_graph(graph)),
        Some(Shape::Cytoscape(elements)) => reader.cytoscape(&elements, directed(json.fields().as_ref())),
        Some(Shape::NodeLink(graph)) => reader.node_link(&graph),
        None => {
            let message = format!("The file has no known shape: expected {}", either(&NAMES));
            return reader.finding(&rules::SHAPE, json, message);
        }
    }
    reader.add_outside();
    if reader.batch.node_count() == 0 && reader.batch.edges().is_empty() && reader.batch.findings().is_empty() {
        reader.finding(&rules::EMPTY, json, "The graph contains no nodes and no edges".to_owned());
    }
}

/// Whether the edges of a graph have a direction.
fn directed(fields: Option<&Fields<'_>>) -> bool {
    fields.and_then(|fields| fields.given("directed")).and_then(Json::bool).unwrap_or(true)
}

struct Reader<'a> {
    file: &'a JsonFile,
    /// The file's path, interned in the batch.
    place: Sym,
    lines: Lines<'a>,
    batch: &'a mut Batch,
    is_graphify: bool,
    /// The ids of nodes so far.
    defined: HashSet<Sym>,
    /// Ends of edges that are URLs, with their lines.
    outside: Vec<(Sym, u32)>,
    /// Number of hyperedges so far.
    hyperedges: usize,
}

/// An edge before its attributes are read.
struct Link<'a, 'f> {
    from: Cow<'f, str>,
    to: Cow<'f, str>,
    verb: Cow<'f, str>,
    is_directed: bool,
    json: Json<'a>,
    fields: &'f Fields<'a>,
}

/// How the nodes of a list are numbered if they have no ids.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ids {
    Own,
    Positions,
}

impl<'a> Reader<'a> {
    fn node_link(&mut self, graph: &Fields<'a>) {
        if own::is_node_link(graph) {
            return self.own_node_link(graph);
        }
        let list = |name: &str| graph.given(name).filter(|list| list.is_list());
        let is_filled = |list: &Json<'_>| {
            let mut is_filled = false;
            list.each_item(|_| is_filled = true);
            is_filled
        };
        let lists: Vec<_> = [list("links"), list("edges")].into_iter().flatten().filter(is_filled).collect();
        if let [_, edges] = lists[..] {
            let message = "The file has both \"links\" and \"edges\"; both are read".to_owned();
            self.finding(&rules::BOTH_LISTS, edges, message);
        }
        self.is_graphify = is_in_graphify_folder(&self.file.shown) || lists.iter().any(|list| is_of_graphify(*list));
        let Some(nodes) = list("nodes") else { return };
        let ids = if has_ids(nodes) { Ids::Own } else { Ids::Positions };
        let mut own = HashSet::new();
        let mut position = 0;
        nodes.each_item(|json| {
            let number = position.to_string();
            position += 1;
            let Some(fields) = json.fields() else { return self.no_node(json) };
            let id = match ids {
                Ids::Own => id_of(&fields, "id"),
                Ids::Positions => Some(Cow::Borrowed(&*number)),
            };
            self.node(json, &fields, id.as_deref(), &["label", "name", "title"], &mut own);
        });
        // In the files of graphify, the flag says nothing about its edges.
        let is_directed = self.is_graphify || graph.given("directed").and_then(Json::bool).unwrap_or(true);
        for list in lists {
            list.each_item(|json| self.node_link_edge(json, is_directed));
        }
        let inner = graph.given("graph").and_then(Json::fields);
        let hyperedges = [graph.given("hyperedges"), inner.and_then(|inner| inner.given("hyperedges"))];
        let mut read = HashSet::new();
        for (at, list) in hyperedges.into_iter().enumerate().filter_map(|(at, list)| Some((at, list?))) {
            list.each_item(|json| {
                let id = json.fields().and_then(|fields| id_of(&fields, "id").map(Cow::into_owned));
                // They are listed twice.
                if id.map_or(at == 0, |id| read.insert(id)) {
                    self.hyperedge(json);
                }
            });
        }
    }

    fn node_link_edge(&mut self, json: Json<'a>, is_directed: bool) {
        let Some(fields) = json.fields() else { return self.no_edge(json, "is not an object") };
        let (mut from, mut to) = (end(&fields, "source"), end(&fields, "target"));
        if self.is_graphify {
            match (end(&fields, "_src"), end(&fields, "_tgt")) {
                (Some(source), Some(target)) => (from, to) = (Some(source), Some(target)),
                (None, None) => {}
                (source, _) => {
                    let (there, lacking) = if source.is_some() { ("_src", "_tgt") } else { ("_tgt", "_src") };
                    let message = format!("An edge has {there} without {lacking}; \"source\" and \"target\" are used");
                    let finding = self.at(&rules::ENDS, json, message);
                    self.batch.finding(finding.naming(Subject::field(lacking)));
                }
            }
        }
        let (Some(from), Some(to)) = (from, to) else { return self.no_edge(json, "has no source or no target") };
        let verb = first_text(&fields, &VERB_KEYS).unwrap_or(Cow::Borrowed(LINKS_TO));
        self.edge(&Link { from, to, verb, is_directed, json, fields: &fields });
    }

    fn json_graph(&mut self, graph: &Fields<'a>) {
        if own::is_json_graph(graph) {
            return self.own_json_graph(graph);
        }
        let mut own = HashSet::new();
        if let Some(nodes) = graph.given("nodes") {
            let is_list = nodes.each_item(|json| {
                let Some(fields) = json.fields() else { return self.no_node(json) };
                let id = id_of(&fields, "id");
                self.node(json, &fields, id.as_deref(), &["label"], &mut own);
            });
            let mut entry = |id: &str, json: Json<'a>| {
                let Some(fields) = json.fields() else { return self.no_node(json) };
                let id = Some(id).filter(|id| !id.trim().is_empty());
                self.node(json, &fields, id, &["label"], &mut own);
            };
            if !is_list {
                nodes.each_field(&mut entry);
            }
        }
        let is_directed = graph.given("directed").and_then(Json::bool).unwrap_or(true);
        if let Some(edges) = graph.given("edges") {
            edges.each_item(|json| {
                let Some(fields) = json.fields() else { return self.no_edge(json, "is not an object") };
                let (Some(from), Some(to)) = (end(&fields, "source"), end(&fields, "target")) else {
                    return self.no_edge(json, "has no source or no target");
                };
                let verb = first_text(&fields, &["relation"]).unwrap_or(Cow::Borrowed(LINKS_TO));
                let is_directed = fields.given("directed").and_then(Json::bool).unwrap_or(is_directed);
                self.edge(&Link { from, to, verb, is_directed, json, fields: &fields });
            });
        }
        if let Some(list) = graph.given("hyperedges") {
            list.each_item(|json| self.hyperedge(json));
        }
    }

    fn cytoscape(&mut self, elements: &[Json<'a>], is_directed: bool) {
        let mut own = HashSet::new();
        for json in elements {
            let Some(data) = json.fields().and_then(|fields| fields.given("data")?.fields()) else {
                self.no_node(*json);
                continue;
            };
            match (end(&data, "source"), end(&data, "target")) {
                (Some(from), Some(to)) => {
                    let verb = first_text(&data, &["interaction", "label"]).unwrap_or(Cow::Borrowed(LINKS_TO));
                    self.edge(&Link { from, to, verb, is_directed, json: *json, fields: &data });
                }
                (None, None) => {
                    let id = id_of(&data, "id");
                    self.node(*json, &data, id.as_deref(), &["label", "name"], &mut own);
                }
                _ => self.no_edge(*json, "has no source or no target"),
            }
        }
    }

    fn cyclone_dx(&mut self, bom: &Fields<'a>) {
        let mut own = HashSet::new();
        let root = bom.given("metadata").and_then(Json::fields).and_then(|metadata| metadata.given("component"));
        // A stack instead of recursion: components contain components.
        let mut waiting: Vec<_> = bom.given("components").and_then(Json::items).unwrap_or_default();
        waiting.extend(root);
        waiting.reverse();
        while let Some(json) = waiting.pop() {
            let Some(fields) = json.fields() else {
                self.no_node(json);
                continue;
            };
            let id = ["bom-ref", "purl", "name"].into_iter().find_map(|name| id_of(&fields, name));
            self.node(json, &fields, id.as_deref(), &["name"], &mut own);
            let inner = fields.given("components").and_then(Json::items).unwrap_or_default();
            waiting.extend(inner.into_iter().rev());
        }
        let Some(list) = bom.given("dependencies") else { return };
        list.each_item(|json| {
            let fields = json.fields();
            let Some((fields, from)) = fields.as_ref().and_then(|fields| Some((fields, id_of(fields, "ref")?))) else {
                return self.no_edge(json, "has no \"ref\"");
            };
            let Some(targets) = fields.given("dependsOn") else { return };
            targets.each_item(|target| {
                let Some(to) = target.scalar() else { return self.no_edge(target, "does not name a component") };
                let (from, verb) = (from.clone(), Cow::Borrowed(DEPENDS_ON));
                let none = Fields::default();
                self.edge(&Link { from, to, verb, is_directed: true, json: target, fields: &none });
            });
        });
    }

    fn spdx(&mut self, json: Json<'a>, document: &Fields<'a>) {
        let mut own = HashSet::new();
        if let Some(id) = id_of(document, "SPDXID") {
            self.kind_node(json, document, &id, "document", &mut own);
        }
        for (list, kind) in [("packages", "package"), ("files", "file")] {
            let Some(list) = document.given(list) else { continue };
            list.each_item(|json| match json.fields() {
                Some(fields) => match id_of(&fields, "SPDXID") {
                    Some(id) => self.kind_node(json, &fields, &id, kind, &mut own),
                    None => self.no_node(json),
                },
                None => self.no_node(json),
            });
        }
        let Some(list) = document.given("relationships") else { return };
        list.each_item(|json| {
            let Some(fields) = json.fields() else { return self.no_edge(json, "is not an object") };
            let ends = (end(&fields, "spdxElementId"), end(&fields, "relatedSpdxElement"));
            let (Some(from), Some(to)) = ends else { return self.no_edge(json, "lacks one of its elements") };
            if ["NONE", "NOASSERTION"].contains(&&*to) {
                return;
            }
            let verb = first_text(&fields, &["relationshipType"]).unwrap_or(Cow::Borrowed(LINKS_TO));
            let verb = Cow::Owned(verb.to_lowercase().replace('_', "-"));
            let line = self.lines.of(json);
            for other in [&from, &to].into_iter().filter(|id| id.starts_with("DocumentRef-")) {
                let id = self.batch.word(other);
                self.outside.push((id, line));
            }
            self.edge(&Link { from, to, verb, is_directed: true, json, fields: &fields });
        });
    }

    /// A node whose kind follows from the list that contains it.
    fn kind_node(&mut self, json: Json<'a>, fields: &Fields<'a>, id: &str, kind: &str, own: &mut HashSet<Sym>) {
        let title = first_text(fields, &["name", "fileName"]);
        self.add_node(json, id, kind, title.as_deref(), (None, None), own);
    }

    fn node(&mut self, json: Json<'a>, fields: &Fields<'a>, id: Option<&str>, titles: &[&str], own: &mut HashSet<Sym>) {
        let Some(id) = id else { return self.no_node(json) };
        if id.len() > LONGEST_WORD {
            return self.long_node(json);
        }
        let metadata = metadata_of(fields);
        let text = |keys: &[&str]| first_text(fields, keys).or_else(|| first_text(metadata.as_ref()?, keys));
        let (title, kind) = (text(titles), text(&KIND_KEYS));
        let (file, line) = (text(&FILE_KEYS), line_of(fields).or_else(|| line_of(metadata.as_ref()?)));
        let kind = kind.as_deref().unwrap_or(PLAIN);
        self.add_node(json, id, kind, title.as_deref(), (file.as_deref(), line), own);
    }

    /// Adds a node that is about a file and a line of it. `own` are the ids of its graph so far.
    fn add_node(
        &mut self,
        json: Json<'a>,
        id: &str,
        kind: &str,
        title: Option<&str>,
        (about, line): (Option<&str>, Option<u32>),
        own: &mut HashSet<Sym>,
    ) {
        let sym = self.batch.word(id);
        // A node may be in several graphs of a file, but only once in each.
        let is_new = own.insert(sym);
        if !self.defined.insert(sym) && is_new {
            return;
        }
        let title = title.map_or(sym, |title| self.batch.word(&cut(first_line(title), LONGEST_TITLE)));
        let kind = self.batch.word(&cut(kind, LONGEST_TITLE));
        let inside = about.and_then(inside_workspace);
        let (file, line) = match &inside {
            Some(path) => (self.batch.word(path), line.unwrap_or(1)),
            None => (self.place, self.lines.of(json)),
        };
        // A file elsewhere is named, but never the node's place: places are opened.
        let path =
            about.filter(|path| inside.is_none() && path.len() <= LONGEST_WORD).map(|path| self.batch.word(path));
        let code = path.map(|path| CodePlace { path: Some(path), ..CodePlace::default() });
        self.batch.node(NodeRecord { code, ..NodeRecord::new(sym, kind, title, file, line) });
    }

    fn edge(&mut self, link: &Link<'a, '_>) {
        if [&link.from, &link.to, &link.verb].into_iter().any(|word| word.len() > LONGEST_WORD) {
            return self.long_edge(link.json);
        }
        let own_line = self.lines.of(link.json);
        let (confidence, stamp) = self.confidence(link.json, link.fields);
        let metadata = metadata_of(link.fields);
        let sources = [Some(link.fields), metadata.as_ref()].into_iter().flatten();
        let place = sources.filter_map(|fields| {
            let path = first_text(fields, &FILE_KEYS[..1])?;
            Some((inside_workspace(&path)?, line_of(fields)?))
        });
        let place = place.into_iter().next();
        let (file, at) = place.map_or((self.place, own_line), |(path, at)| (self.batch.word(&path), at));
        let [from, to, relation] = [&link.from, &link.to, &link.verb].map(|word| self.batch.word(word));
        for (end, text) in [(from, &link.from), (to, &link.to)] {
            if is_url(text) {
                self.outside.push((end, own_line));
            }
        }
        let edge = EdgeRecord::new(from, to, relation, file, at);
        self.batch.edge(EdgeRecord { symmetric: !link.is_directed, confidence, stamp, ..edge });
    }

    /// A hyperedge becomes a node, with an edge from each member, or from each source and to each target.
    fn hyperedge(&mut self, json: Json<'a>) {
        self.hyperedges += 1;
        let Some(fields) = json.fields() else { return self.no_edge(json, "is not an object") };
        let own = id_of(&fields, "id").filter(|id| id.len() <= LONGEST_WORD);
        let id = match own {
            Some(id) => format!("{HYPEREDGE_PREFIX}{id}"),
            None => format!("{HYPEREDGE_PREFIX}{}", self.hyperedges),
        };
        let title = first_text(&fields, &["label", "name", "title"]);
        let verb = first_text(&fields, &["relation"]).filter(|verb| verb.len() <= LONGEST_WORD);
        let about = (first_text(&fields, &FILE_KEYS), line_of(&fields));
        let title = title.as_deref().or(verb.as_deref());
        self.add_node(json, &id, HYPEREDGE, title, (about.0.as_deref(), about.1), &mut HashSet::new());
        let (confidence, stamp) = self.confidence(json, &fields);
        let is_directed = fields.given("nodes").is_none();
        let default = if is_directed { LINKS_TO } else { PARTICIPATES };
        let verb = self.batch.word(verb.as_deref().unwrap_or(default));
        let node = self.batch.word(&id);
        for (name, is_source) in [("nodes", true), ("source", true), ("target", false)] {
            let Some(list) = fields.given(name) else { continue };
            let is_list = list.each_item(|member| {
                let Some(id) = value_end(member).filter(|id| id.len() <= LONGEST_WORD) else {
                    return self.no_edge(member, "does not name a member of its hyperedge");
                };
                let other = self.batch.word(&id);
                let (from, to) = if is_source { (other, node) } else { (node, other) };
                let edge = EdgeRecord::new(from, to, verb, self.place, self.lines.of(member));
                self.batch.edge(EdgeRecord { implicit: true, confidence, stamp, ..edge });
            });
            if !is_list {
                self.no_edge(list, "has members that are not a list");
            }
        }
    }

    /// The confidence of an edge. Its file says nothing about its time, so that it fades from the file's last change.
    fn confidence(&mut self, json: Json<'a>, fields: &Fields<'a>) -> (Option<f64>, Stamp) {
        let given = fields.given("confidence");
        let word = given.and_then(Json::text);
        let named = word.and_then(|word| CONFIDENCES.into_iter().find(|(name, _)| *name == word));
        let number = fields.given("confidence_score").or(given.filter(|given| given.number().is_some()));
        let own = number.and_then(Json::number).filter(|share| (0.0..=1.0).contains(share));
        if number.is_some() && own.is_none() {
            self.no_confidence(json, "confidence_score");
        }
        let confidence = own.or(named.map(|(_, share)| share));
        (confidence, confidence.map_or(Stamp::NONE, |_| Stamp::at(self.file.modified)))
    }

    /// Defines the ends of edges that are outside the file.
    fn add_outside(&mut self) {
        let kind = self.batch.word(EXTERNAL);
        for (id, line) in std::mem::take(&mut self.outside) {
            if self.defined.insert(id) {
                self.batch.node(NodeRecord::new(id, kind, id, self.place, line));
            }
        }
    }

    fn no_node(&mut self, json: Json<'a>) {
        self.finding(&rules::NODE, json, "A node is not an object with an id; it is skipped".to_owned());
    }

    fn no_edge(&mut self, json: Json<'a>, defect: &str) {
        self.finding(&rules::EDGE, json, format!("An edge {defect}; it is skipped"));
    }

    fn long_node(&mut self, json: Json<'a>) {
        let message = format!("A node is skipped: its id is longer than {} bytes", grouped(LONGEST_WORD));
        self.finding(&rules::NODE, json, message);
    }

    fn long_edge(&mut self, json: Json<'a>) {
        let message = format!("An edge is skipped: an end or its verb has more than {} bytes", grouped(LONGEST_WORD));
        self.finding(&rules::EDGE, json, message);
    }

    fn no_confidence(&mut self, json: Json<'a>, field: &str) {
        let message = "The confidence of an edge is not a number from 0 to 1; it is ignored".to_owned();
        let finding = self.at(&rules::CONFIDENCE, json, message);
        self.batch.finding(finding.naming(Subject::field(field)));
    }

    fn finding(&mut self, rule: &'static Rule, json: Json<'a>, message: String) {
        self.batch.finding(self.at(rule, json, message));
    }

    fn at(&self, rule: &'static Rule, json: Json<'a>, message: String) -> Finding {
        Finding::new(rule, SYSTEM.name(), message).in_file(&*self.file.shown).at_line(self.lines.of(json))
    }
}

const HYPEREDGE_PREFIX: &str = "hyper:";

/// Whether a file is where graphify writes its graph.
fn is_in_graphify_folder(shown: &str) -> bool {
    Path::new(shown).parent().and_then(Path::file_name).is_some_and(|folder| folder == GRAPHIFY_FOLDER)
}

/// Whether a list of edges has the form that graphify writes.
fn is_of_graphify(links: Json<'_>) -> bool {
    let mut first = None;
    links.each_item(|link| {
        first.get_or_insert(link);
    });
    let fields = first.and_then(Json::fields);
    fields.is_some_and(|link| {
        ["relation", "confidence"].iter().all(|name| link.given(name).and_then(Json::text).is_some())
    })
}

/// Whether any node of a list has an id.
fn has_ids(nodes: Json<'_>) -> bool {
    let (mut is_empty, mut has_ids) = (true, false);
    nodes.each_item(|node| {
        is_empty = false;
        has_ids = has_ids || node.fields().is_some_and(|fields| fields.given("id").is_some());
    });
    is_empty || has_ids
}

/// An id: a text that is not blank, or a number.
fn id_of<'f>(fields: &Fields<'f>, name: &str) -> Option<Cow<'f, str>> {
    fields.given(name)?.scalar().filter(|id| !id.trim().is_empty())
}

/// The end of an edge: an id, or the whole node, which drawing libraries put in its place.
fn end<'f>(fields: &Fields<'f>, name: &str) -> Option<Cow<'f, str>> {
    value_end(fields.given(name)?)
}

fn value_end(value: Json<'_>) -> Option<Cow<'_, str>> {
    let id = value.scalar().or_else(|| {
        let node = value.fields()?;
        id_of(&node, "id").or_else(|| id_of(&node, "index"))
    });
    id.filter(|id| !id.trim().is_empty())
}

fn metadata_of<'f>(fields: &Fields<'f>) -> Option<Fields<'f>> {
    fields.given("metadata").and_then(Json::fields)
}

/// The first of these fields that is a text and not blank.
fn first_text<'f>(fields: &Fields<'f>, keys: &[&str]) -> Option<Cow<'f, str>> {
    keys.iter().find_map(|key| fields.given(key)?.filled_text())
}

/// The line of a location such as `L42` or `L42-L50`. Other texts, such as headings, are not lines.
fn line_of(fields: &Fields<'_>) -> Option<u32> {
    let text = fields.given("source_location")?.text()?;
    let first = text.split_once('-').map_or(&*text, |(first, _)| first);
    first.strip_prefix('L')?.parse().ok().filter(|line| *line > 0)
}

fn is_url(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// Visits the nodes and hyperedges of a file with their ids.
pub(super) fn each_node<'a>(json: Json<'a>, visit: &mut dyn FnMut(&str, &Fields<'a>)) {
    let Some(shape) = Shape::of(json) else { return };
    match &shape {
        Shape::NodeLink(graph) => each_with_id(graph.given("nodes"), "id", visit),
        Shape::JsonGraph(graphs) => {
            for nodes in graphs.iter().filter_map(|graph| graph.given("nodes")) {
                each_with_id(Some(nodes), "id", visit);
                nodes.each_field(|id, node| node.fields().iter().for_each(|fields| visit(id, fields)));
            }
        }
        Shape::Cytoscape(elements) => {
            for data in elements.iter().filter_map(|one| one.fields()?.given("data")?.fields()) {
                if let Some(id) = id_of(&data, "id") {
                    visit(&id, &data);
                }
            }
        }
        Shape::CycloneDx(bom) => each_with_id(bom.given("components"), "bom-ref", visit),
        Shape::Spdx(document) => {
            each_with_id(document.given("packages"), "SPDXID", visit);
            each_with_id(document.given("files"), "SPDXID", visit);
        }
    }
    each_hyperedge(&shape, visit);
}

/// Visits the objects of a list with the id in this field.
fn each_with_id<'a>(list: Option<Json<'a>>, name: &str, visit: &mut dyn FnMut(&str, &Fields<'a>)) {
    let mut visit_one = |fields: &Fields<'a>| id_of(fields, name).iter().for_each(|id| visit(id, fields));
    if let Some(list) = list {
        list.each_item(|item| item.fields().iter().for_each(&mut visit_one));
    }
}

/// Visits the hyperedges of a file. One without an id has its position as id.
fn each_hyperedge<'a>(shape: &Shape<'a>, visit: &mut dyn FnMut(&str, &Fields<'a>)) {
    let list = |fields: &Fields<'a>| fields.given("hyperedges").and_then(Json::items).unwrap_or_default();
    let all: Vec<_> = match shape {
        Shape::NodeLink(graph) => {
            let inner = graph.given("graph").and_then(Json::fields);
            list(graph).into_iter().chain(inner.iter().flat_map(list)).collect()
        }
        Shape::JsonGraph(graphs) => graphs.iter().flat_map(list).collect(),
        _ => Vec::new(),
    };
    for (position, one) in (1..).zip(all) {
        let position: usize = position;
        let Some(fields) = one.fields() else { continue };
        let id = id_of(&fields, "id").unwrap_or_else(|| position.to_string().into());
        visit(&format!("{HYPEREDGE_PREFIX}{id}"), &fields);
    }
}

/// A path, if it leads to a place inside the workspace.
fn inside_workspace(path: &str) -> Option<String> {
    let plain = file::lexically_normalized(Path::new(path));
    let is_inside = plain.components().all(|part| matches!(part, Component::Normal(_)));
    let is_path = is_inside && !plain.as_os_str().is_empty() && path.len() <= LONGEST_WORD;
    // `https://x` would be a path.
    (is_path && !is_url(path)).then(|| plain.to_string_lossy().into_owned())
}
