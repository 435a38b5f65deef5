//! Recognises the shape of a file by its top-level keys.

use crate::system::kit::json::{Fields, Json};

/// Number of entries of a list that are looked at to recognise a shape.
const LOOKED_AT: usize = 100;

/// The shapes, for messages.
pub(super) const NAMES: [&str; 5] =
    ["CycloneDX", "SPDX 2", "JSON Graph Format", "Cytoscape", "node-link (\"nodes\" and \"links\" or \"edges\")"];

/// The parts of a file that contain nodes and edges.
pub(super) enum Shape<'a> {
    CycloneDx(Fields<'a>),
    Spdx(Fields<'a>),
    /// JSON Graph Format: one or several graphs.
    JsonGraph(Vec<Fields<'a>>),
    /// The entries of `elements`.
    Cytoscape(Vec<Json<'a>>),
    NodeLink(Fields<'a>),
}

impl<'a> Shape<'a> {
    /// The first shape that fits.
    pub(super) fn of(json: Json<'a>) -> Option<Self> {
        let fields = json.fields()?;
        if fields.given("bomFormat").and_then(Json::text).is_some_and(|name| name == "CycloneDX") {
            return Some(Self::CycloneDx(fields));
        }
        if fields.given("spdxVersion").is_some() {
            return Some(Self::Spdx(fields));
        }
        if let Some(graphs) = json_graphs(&fields) {
            return Some(Self::JsonGraph(graphs));
        }
        if let Some(elements) = fields.given("elements").and_then(elements) {
            return Some(Self::Cytoscape(elements));
        }
        is_node_link(&fields).then_some(Self::NodeLink(fields))
    }
}

fn json_graphs<'a>(fields: &Fields<'a>) -> Option<Vec<Fields<'a>>> {
    let graphs = match fields.given("graphs").and_then(Json::items) {
        Some(graphs) => graphs,
        None => vec![fields.given("graph")?],
    };
    let graphs: Vec<_> = graphs.into_iter().filter_map(Json::fields).filter(is_json_graph).collect();
    (!graphs.is_empty()).then_some(graphs)
}

fn is_json_graph(graph: &Fields<'_>) -> bool {
    let has_nodes = graph.given("nodes").is_some_and(|nodes| nodes.is_list() || nodes.is_object());
    has_nodes && !is_code_map(graph)
}

/// The entries of `elements`, if they have the form of Cytoscape. Other drawing programs use the key as well.
fn elements(json: Json<'_>) -> Option<Vec<Json<'_>>> {
    let entries = match json.fields() {
        Some(groups) => {
            let group = |name: &str| groups.given(name).map_or(Some(Vec::new()), Json::items);
            let (mut nodes, edges) = (groups.given("nodes")?.items()?, group("edges")?);
            nodes.extend(edges);
            nodes
        }
        None => json.items()?,
    };
    let has_data = |entry: &Json<'_>| entry.fields().is_some_and(|entry| entry.given("data").is_some());
    let has_any = entries.iter().take(LOOKED_AT).any(has_data);
    (has_any || (entries.is_empty() && json.fields().is_some())).then_some(entries)
}

fn is_node_link(fields: &Fields<'_>) -> bool {
    let is_list_of = |name: &str, fits: &dyn Fn(&Fields<'_>) -> bool| {
        let items = fields.given(name).and_then(first_items)?;
        Some(items.is_empty() || items.into_iter().filter_map(Json::fields).any(|item| fits(&item)))
    };
    let has_ends = |edge: &Fields<'_>| edge.given("source").is_some() && edge.given("target").is_some();
    let has_nodes = is_list_of("nodes", &|_| true) == Some(true);
    let lists = [is_list_of("links", &has_ends), is_list_of("edges", &has_ends)];
    has_nodes && lists.contains(&Some(true)) && !lists.contains(&Some(false)) && !is_code_map(fields)
}

/// Whether this is a graph of another format that refscope reads: its nodes have a layer, its edges a kind.
fn is_code_map(graph: &Fields<'_>) -> bool {
    let has = |list: &str, name: &str| {
        let items = graph.given(list).and_then(first_items).unwrap_or_default();
        items.into_iter().filter_map(Json::fields).any(|item| item.given(name).is_some())
    };
    has("nodes", "layer") && (has("edges", "kind") || has("links", "kind"))
}

/// The first items of a list.
fn first_items(json: Json<'_>) -> Option<Vec<Json<'_>>> {
    let mut items = Vec::new();
    let is_list = json.each_item(|item| {
        if items.len() < LOOKED_AT {
            items.push(item);
        }
    });
    is_list.then_some(items)
}
