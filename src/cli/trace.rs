//! `trace ID`: lineage by signed distance.

use super::Answer;
use super::args::TraceArgs;
use super::context::{Context, find_defined, say};
use super::edges::among;
use super::human::{edge_row, facts, id, title};
use super::json::Each;
use super::paint::{Line, Role};
use super::refs::{hint_left_out, hint_unknown_relations};
use super::wire::{EdgesWire, NodeWire};
use crate::graph::System;
use crate::query::{Lineage, LineageNode, LineageRequest, Orient, RelationFilter, Trust, lineage};
use crate::source::fields;
use crate::text;
use crate::workspace::Workspace;
use rayon::prelude::*;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

pub(super) fn run(args: &TraceArgs, context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let root = match find_defined(graph, &args.id) {
        Ok(root) => root,
        Err(answer) => return Ok(answer),
    };
    let relations = if args.relations.is_empty() {
        RelationFilter::lineage(graph)
    } else {
        hint_unknown_relations(graph, &args.relations);
        RelationFilter::only(graph, &args.relations)
    };
    let edges = among(&workspace, relations, &args.among, context);
    let trust = edges.trust;
    let request = LineageRequest { direction: args.direction, edges, max_depth: args.max_depth, orient: args.orient };
    let found = lineage(graph, root.ix(), &request);
    if context.out.is_human() {
        print(&workspace, &found, &trust, context)?;
        context.out.flush()?;
        let (nodes, edges) = (text::count(found.nodes.len(), "node"), text::count(found.edges.len(), "edge"));
        let how = match args.orient {
            Orient::Stored => "as stored; --orient meaning goes by cause and effect",
            Orient::Meaning => "by cause and effect",
        };
        say("total", &format!("{nodes}, {edges} ({how})"));
        if graph.knows_confidence() {
            let all = LineageRequest { edges: request.edges.with_all_trusted(), ..request };
            hint_left_out(lineage(graph, root.ix(), &all).edges.len(), found.edges.len(), &trust);
        }
    } else {
        context.out.json(&TraceWire { workspace: &workspace, found: &found, trust: &trust })?;
    }
    Ok(Answer::Yes)
}

/// The frontmatter of so many nodes is read at once, by all threads; then they are written, and the next ones are read.
const READ_AT_ONCE: usize = 256;

/// A lineage, written node by node and edge by edge.
struct TraceWire<'g> {
    workspace: &'g Workspace,
    found: &'g Lineage,
    trust: &'g Trust,
}

#[derive(Serialize)]
struct TraceNodeWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    frontmatter: Map<String, Value>,
    distance: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_distance: Option<i32>,
}

impl<'g> TraceWire<'g> {
    fn node(&self, entry: &LineageNode) -> TraceNodeWire<'g> {
        let node = self.workspace.graph.node(entry.node);
        // Frontmatter is not kept in memory. What cannot be read now is in the doctor's report.
        let read = (node.system() == System::Reference).then(|| fields(&self.workspace.root, node));
        TraceNodeWire {
            node: NodeWire::new(node),
            frontmatter: read.and_then(Result::ok).unwrap_or_default(),
            distance: entry.distance,
            other_distance: entry.other_distance,
        }
    }
}

impl Serialize for TraceWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (graph, found) = (&*self.workspace.graph, self.found);
        let read = |nodes: &[LineageNode]| nodes.par_iter().map(|entry| self.node(entry)).collect::<Vec<_>>();
        let mut answer = serializer.serialize_struct("lineage", 3)?;
        answer.serialize_field("root", &graph.node(found.root).address())?;
        answer.serialize_field("nodes", &Each(|| found.nodes.chunks(READ_AT_ONCE).flat_map(read)))?;
        answer.serialize_field("edges", &EdgesWire { graph, edges: &found.edges, trust: self.trust })?;
        answer.end()
    }
}

/// Prints a lineage: its nodes by distance, then its edges.
pub(super) fn print(
    workspace: &Workspace,
    found: &Lineage,
    trust: &Trust,
    context: &mut Context,
) -> anyhow::Result<()> {
    let graph = &*workspace.graph;
    let node_row = |entry: &LineageNode| {
        let node = graph.node(entry.node);
        let role = if entry.distance == 0 { Role::Strong } else { Role::Plain };
        let also = entry.other_distance.map(|other| format!("also {}", signed(other))).unwrap_or_default();
        vec![
            Line::of(role, &format!("{:>3}", signed(entry.distance))),
            id(node),
            facts(node),
            Line::of(Role::Dim, &also),
            title(node),
        ]
    };
    context.out.table(found.nodes.iter().map(node_row), 0)?;
    context.out.blank()?;
    context.out.table(found.edges.iter().map(|ix| edge_row(graph.edge(*ix), trust)), 0)?;
    Ok(())
}

/// A distance with its sign, as people write it.
fn signed(distance: i32) -> String {
    match distance {
        0 => "0".to_owned(),
        1.. => format!("+{distance}"),
        _ => format!("\u{2212}{}", distance.unsigned_abs()),
    }
}
