//! `trace ID`: lineage by signed distance.

use super::Outcome;
use super::args::{TraceArgs, Words};
use super::context::{Context, find_if_any, say};
use super::edges::among;
use super::refs::{hint_left_out, hint_unknown_relations};
use crate::document::{EdgesWire, NodeWire};
use crate::document::{Line, Role};
use crate::document::{edge_row, facts, id, title};
use crate::format::json::Each;
use crate::graph::Graph;
use crate::query::{Lineage, LineageNode, LineageRequest, Nearest, Orient, RelationFilter, Subgraph, Trust, lineage};
use crate::text;
use crate::time;
use crate::workspace::Workspace;
use rayon::prelude::*;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

pub(super) fn run(args: &TraceArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let root = match find_if_any(graph, &args.id) {
        Ok(Some(root)) if !root.is_missing() => root,
        Ok(found) => {
            explain_no_root(graph, &args.id, found.is_some());
            return Ok(Outcome::No);
        }
        Err(answer) => return Ok(answer),
    };
    let named = Words::all(&args.relations);
    let relations = if named.is_empty() {
        RelationFilter::lineage(graph, args.orient)
    } else {
        hint_unknown_relations(graph, &named);
        RelationFilter::named(graph, &named, args.orient)
    };
    let edges = among(&workspace, relations, &args.among, context);
    let trust = edges.trust;
    let request = LineageRequest { direction: args.direction, edges, max_depth: args.max_depth, orient: args.orient };
    let found = lineage(graph, root.ix(), &request);
    if context.out.wants_graph() {
        let subgraph = Subgraph::of_lineage(graph, &found);
        context.write_graph(graph, &subgraph, &format!("Lineage of {}", root.address()))?;
    } else if context.out.is_human() {
        print(&workspace, &found, &trust, context)?;
        context.out.flush()?;
        let (nodes, edges) = (text::count(found.nodes.len(), "node"), text::count(found.edges.len(), "edge"));
        let how = match args.orient {
            Orient::Stored => "as stored; --orient meaning follows cause and effect",
            Orient::Meaning => "by cause and effect",
        };
        say("total", &format!("{nodes}, {edges} ({how})"));
        if graph.has_confidence() {
            let all = LineageRequest { edges: request.edges.with_all_trusted(), ..request };
            hint_left_out(lineage(graph, root.ix(), &all).edges.len(), found.edges.len(), &trust);
        }
    } else {
        context.out.json(&TraceWire { workspace: &workspace, found: &found, trust: &trust })?;
    }
    Ok(Outcome::Yes)
}

/// Reports an unknown root in the wording of the reference graph's specification, then prints hints.
fn explain_no_root(graph: &Graph, id: &str, is_referred_to: bool) {
    say("error", &format!("No artifact with id: {id}"));
    if let Some(time) = graph.as_of_time() {
        say("hint", &format!("the answer is as of {}", time::format(time)));
    }
    if is_referred_to {
        say("hint", &format!("edges refer to {}, but it is undefined", text::quoted(id)));
    }
    if let Some(hint) = Nearest::new(graph).hint(id) {
        say("hint", &hint);
    }
}

/// Number of nodes whose frontmatter is read in parallel before they are written.
const READ_AT_ONCE: usize = 256;

/// A lineage, serialised node by node and edge by edge.
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
        // Frontmatter is not kept in memory. `doctor` reports files that cannot be read.
        let read = node.spec().has_statuses.then(|| self.workspace.settings.systems.fields(&self.workspace.root, node));
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

/// Prints the nodes of a lineage by distance, then its edges.
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
    context.out.entries(found.nodes.iter().map(node_row), 0)?;
    context.out.blank()?;
    context.out.entries(found.edges.iter().map(|ix| edge_row(graph.edge(*ix), trust).into_lines()), 0)?;
    Ok(())
}

/// A distance with a sign, using the typographic minus.
fn signed(distance: i32) -> String {
    match distance {
        0 => "0".to_owned(),
        1.. => format!("+{distance}"),
        _ => format!("\u{2212}{}", distance.unsigned_abs()),
    }
}
