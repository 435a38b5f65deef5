//! `cycles`: cycles over relations that must be acyclic. Each is a strongly connected component with its shortest
//! cycle.

use super::Outcome;
use super::args::{CyclesArgs, Words};
use super::context::{Context, say};
use super::edges::among;
use super::refs::{hint_left_out, hint_unknown_relations};
use crate::document::step_row;
use crate::document::{EdgeWire, EdgesWire, NodeWire};
use crate::document::{Line, Role};
use crate::format::json::Each;
use crate::graph::{EdgeIx, Graph};
use crate::query::{Cycle, CycleRequest, MOST_LOOKS, RelationFilter, Subgraph, Trust, cycles, untrusted_in_cycles};
use crate::text;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub(super) fn run(args: &CyclesArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let named = Words::all(&args.relations);
    hint_unknown_relations(graph, &named);
    let relations = match &named[..] {
        [] => RelationFilter::Any,
        named => RelationFilter::meaning(graph, named),
    };
    let edges = among(&workspace, relations, &args.among, context);
    let trust = edges.trust;
    let request = CycleRequest { edges, orient: args.orient };
    let found = cycles(graph, &request, MOST_LOOKS);
    let wire = CyclesWire { graph, found: &found, trust: &trust, named: &named };
    if context.out.wants_graph() {
        let nodes = found.iter().flat_map(|cycle| cycle.nodes.iter().copied());
        let edges = found.iter().flat_map(|cycle| cycle.shortest.iter().copied());
        context.write_graph(graph, &Subgraph::new(graph, nodes, edges), "Cycles")?;
    } else if context.out.is_human() {
        for cycle in found.iter().take(context.limit(usize::MAX)) {
            print(&wire, cycle, context)?;
        }
        context.out.flush()?;
        say("total", &context.part(found.len(), "cycle"));
    } else {
        context.out.json(&wire)?;
    }
    // `doctor` reports cycles regardless of the confidence of their edges.
    hint_left_out(untrusted_in_cycles(graph, &request), 0, &trust);
    Ok(Outcome::Yes)
}

/// Maximum number of printed members of a cycle; the JSON lists all.
const MOST_NAMED: usize = 5;

fn print(wire: &CyclesWire<'_>, cycle: &Cycle, context: &mut Context) -> anyhow::Result<()> {
    let graph = wire.graph;
    let over = cycle.class.as_ref().map_or_else(|| wire.named.join(", "), |class| class.name.to_string());
    let size = format!(" over {over}, {}", text::count(cycle.links, "link"));
    let heading = Line::of(Role::Strong, &text::count(cycle.nodes.len(), "node"));
    context.out.line(&heading.with(Role::Bad, " in a cycle").with(Role::Dim, &size))?;
    let named: Vec<_> = cycle.nodes.iter().take(MOST_NAMED).map(|ix| graph.node(*ix).address()).collect();
    let more = cycle.nodes.len().saturating_sub(MOST_NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {} more", text::grouped(more)) };
    context.out.paragraph(Role::Id, "  ", &format!("{}{more}", named.join(", ")))?;
    let what = if cycle.is_proven { "shortest cycle" } else { "shortest cycle found" };
    context.out.line(&Line::of(Role::Dim, &format!("  {what}")))?;
    let row = |ix: &EdgeIx| {
        let mark = if *ix == cycle.weakest { "weakest" } else { "" };
        let mut row = vec![Line::of(Role::Warn, mark)];
        row.extend(step_row(graph.edge(*ix), wire.trust).into_lines());
        row
    };
    context.out.table(cycle.shortest.iter().map(row), 4)?;
    context.out.blank()?;
    Ok(())
}

struct CyclesWire<'g> {
    graph: &'g Graph,
    found: &'g [Cycle],
    trust: &'g Trust,
    named: &'g [String],
}

struct CycleWire<'g> {
    all: &'g CyclesWire<'g>,
    cycle: &'g Cycle,
}

impl Serialize for CyclesWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.found.iter().map(|cycle| CycleWire { all: self, cycle }))
    }
}

impl Serialize for CycleWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (CyclesWire { graph, trust, named, .. }, cycle) = (self.all, self.cycle);
        let mut fields = serializer.serialize_struct("cycle", 7)?;
        match &cycle.class {
            Some(class) => {
                fields.serialize_field("class", &class.name)?;
                fields.serialize_field("system", class.system.name())?;
            }
            None => fields.serialize_field("relations", named)?,
        }
        fields.serialize_field("nodes", &Each(|| cycle.nodes.iter().map(|ix| NodeWire::new(graph.node(*ix)))))?;
        fields.serialize_field("links", &cycle.links)?;
        fields.serialize_field("shortest", &EdgesWire { graph, edges: &cycle.shortest, trust })?;
        fields.serialize_field("proven", &cycle.is_proven)?;
        fields.serialize_field("weakest", &EdgeWire { edge: graph.edge(cycle.weakest), trust })?;
        fields.end()
    }
}
