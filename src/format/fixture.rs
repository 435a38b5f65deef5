//! Graphs with nasty texts for tests of formats, and a naive XML parser.

use super::{Export, Format};
use crate::graph::fixture::{REFERENCE, graph_from};
use crate::graph::{Batch, EdgeRecord, Graph, NodeRecord, Stamp, Ts};
use crate::query::Subgraph;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Texts that are syntax somewhere.
pub(crate) const NASTY: [&str; 24] = [
    "end",
    "a:b",
    "a\"b",
    "a\\",
    "\\N",
    "a\nb",
    "a\r\nb",
    "\t",
    "\u{1b}[31m",
    "\u{0}",
    "\u{9b}",
    "]]>",
    "</script>",
    "<b>",
    "&amp;",
    "a & b",
    "a;b,c",
    "'",
    "`#|{}[]()",
    "👩\u{200d}💻",
    "שלום",
    "\u{202e}rtl",
    "=1+1",
    " x ",
];

pub(crate) fn written(name: &str, graph: &Graph, subgraph: &Subgraph, dialect: Option<&str>) -> String {
    let export = Export::new(graph, subgraph, "A \"title\" --> \n]]>");
    let export = export.with_command("refscope export --x '*/'").in_dialect(dialect);
    let mut out = Vec::new();
    Format::named(name).unwrap().write(&export, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The whole graph in a format.
pub(crate) fn whole(name: &str, graph: &Graph, dialect: Option<&str>) -> String {
    written(name, graph, &Subgraph::whole(), dialect)
}

#[derive(Debug, Clone)]
struct RandomNode {
    id: String,
    title: String,
    kind: String,
    status: Option<String>,
    alias: Option<String>,
    created: Option<i64>,
}

#[derive(Debug, Clone)]
struct RandomEdge {
    from: String,
    to: String,
    relation: String,
    ts: Option<Ts<'static>>,
    confidence: Option<f64>,
    texts: (Option<String>, Option<String>),
    is_symmetric: bool,
    is_implicit: bool,
}

/// A multigraph with loops, missing nodes and texts of any characters.
#[derive(Debug, Clone)]
pub(crate) struct RandomGraph {
    nodes: Vec<RandomNode>,
    edges: Vec<RandomEdge>,
}

impl RandomGraph {
    pub(crate) fn build(&self) -> Graph {
        let mut batch = Batch::new(REFERENCE, 0);
        let file = batch.word("docs/a b.md");
        for (line, node) in (1..).zip(&self.nodes) {
            let [id, kind, title] = [&node.id, &node.kind, &node.title].map(|text| batch.word(text));
            let [status, alias] = [&node.status, &node.alias].map(|text| text.as_ref().map(|text| batch.word(text)));
            let record = NodeRecord::new(id, kind, title, file, line);
            batch.node(NodeRecord { status, alias, created: node.created, ..record });
        }
        for (line, edge) in (1..).zip(&self.edges) {
            let [from, to, relation] = [&edge.from, &edge.to, &edge.relation].map(|text| batch.word(text));
            let stamp = edge.ts.as_ref().map_or(Stamp::NONE, |ts| batch.stamp_of(ts));
            let [actor, note] = [&edge.texts.0, &edge.texts.1].map(|text| text.as_ref().map(|text| batch.word(text)));
            batch.edge(EdgeRecord {
                stamp,
                actor,
                note,
                implicit: edge.is_implicit,
                symmetric: edge.is_symmetric,
                confidence: edge.confidence,
                ..EdgeRecord::new(from, to, relation, file, line)
            });
        }
        graph_from([batch])
    }
}

/// Any text, usually one that is syntax somewhere.
fn text() -> impl Strategy<Value = String> {
    let nasty = || prop::sample::select(NASTY.to_vec());
    prop_oneof![
        2 => (nasty(), nasty()).prop_map(|(one, other)| format!("{one}{other}")),
        1 => nasty().prop_map(str::to_owned),
        1 => prop::collection::vec(any::<char>(), 0..8).prop_map(String::from_iter),
        1 => Just("x".repeat(300)),
    ]
}

/// Ids, of which some are defined. `unit:` names a system.
fn id() -> impl Strategy<Value = String> {
    let few = prop::sample::select(vec!["a", "b", "a/b", "7", "unit:z", "https://x.org/?a=1&b=2"]);
    prop_oneof![3 => few.prop_map(str::to_owned), 2 => text().prop_filter("an id has text", |text| !text.is_empty())]
}

fn node() -> impl Strategy<Value = RandomNode> {
    let kind = prop_oneof![Just("task".to_owned()), Just("external".to_owned()), text()];
    let alias = prop::option::of(prop::sample::select(vec!["one", "one\ntwo"]).prop_map(str::to_owned));
    let created = prop::option::of(0..4_000_000_000_000_i64);
    (id(), text(), kind, prop::option::of(text()), alias, created)
        .prop_map(|(id, title, kind, status, alias, created)| RandomNode { id, title, kind, status, alias, created })
}

fn ts() -> impl Strategy<Value = Ts<'static>> {
    let texts = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00Z", "some day", "", "\0x"].map(Ts::from);
    let values = ["5", "5.0", "null", "true", "1e999", "[]", "{\"a\": \"\u{e9}\"}"].map(|json| Ts::Json(json.into()));
    prop::sample::select(texts.into_iter().chain(values).collect::<Vec<_>>())
}

fn edge() -> impl Strategy<Value = RandomEdge> {
    let relation = prop_oneof![
        3 => prop::sample::select(vec!["led-to", "cites", "own verb"]).prop_map(str::to_owned),
        1 => text().prop_filter("a relation has text", |text| !text.is_empty()),
    ];
    let texts = (prop::option::of(text()), prop::option::of(text()));
    let confidence = prop::option::of(0.0..=1.0_f64);
    (id(), id(), relation, prop::option::of(ts()), confidence, texts, any::<[bool; 2]>()).prop_map(
        |(from, to, relation, ts, confidence, texts, [is_symmetric, is_implicit])| RandomEdge {
            from,
            to,
            relation,
            ts,
            confidence,
            texts,
            is_symmetric,
            is_implicit,
        },
    )
}

pub(crate) fn random_graph() -> impl Strategy<Value = RandomGraph> {
    (prop::collection::vec(node(), 0..6), prop::collection::vec(edge(), 0..10))
        .prop_map(|(nodes, edges)| RandomGraph { nodes, edges })
}

/// A graph with a node for each nasty text, which is its id, title and kind, and an edge to each from the first.
pub(crate) fn nasty_graph() -> Graph {
    let mut batch = Batch::new(REFERENCE, 0);
    let (file, first) = (batch.word("docs/javascript:a.md"), batch.word(NASTY[0]));
    for (line, text) in (1..).zip(NASTY) {
        let text = batch.word(text);
        batch.node(NodeRecord::new(text, text, text, file, line));
        batch.edge(EdgeRecord::new(first, text, text, file, line));
    }
    graph_from([batch])
}

/// An element of an XML document, with its text but not that of elements in it.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) text: String,
    pub(crate) parent: Option<usize>,
}

/// Parses XML without comments, CDATA or processing instructions after the first line; panics if it is malformed.
pub(crate) fn elements(document: &str) -> Vec<Element> {
    let is_legal = |c: char| matches!(c, '\n' | ' '..='~' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..);
    assert!(document.chars().all(is_legal), "{document:?}");
    let mut rest = document.split_once("?>\n").map_or(document, |(_, rest)| rest);
    let (mut all, mut open): (Vec<Element>, Vec<usize>) = (Vec::new(), Vec::new());
    while let Some((text, tag_on)) = rest.split_once('<') {
        match open.last() {
            Some(at) => all[*at].text.push_str(&unescaped(text)),
            None => assert_eq!(text.trim(), ""),
        }
        let (tag, after) = tag_on.split_once('>').unwrap();
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(all[open.pop().unwrap()].name, name);
            continue;
        }
        let (tag, is_closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut element = Element { name: name.to_owned(), parent: open.last().copied(), ..Element::default() };
        while !attributes.is_empty() {
            let (key, value) = attributes.trim_start().split_once("=\"").unwrap();
            let (value, after) = value.split_once('"').unwrap();
            assert!(element.attributes.insert(key.to_owned(), unescaped(value)).is_none(), "{key} is given twice");
            attributes = after;
        }
        if !is_closed {
            open.push(all.len());
        }
        all.push(element);
    }
    assert_eq!((open.len(), rest.trim()), (0, ""));
    all
}

fn unescaped(text: &str) -> String {
    let mut parts = text.split('&');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (entity, after) = part.split_once(';').unwrap();
        whole.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            number => char::from_u32(number.strip_prefix('#').unwrap().parse().unwrap()).unwrap(),
        });
        whole.push_str(after);
    }
    whole
}
