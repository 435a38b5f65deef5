//! `cycles`: nodes that go round in a circle over relations that must not.

use super::Answer;
use super::args::{CyclesArgs, Words};
use super::context::{Context, say};
use super::edges::among;
use super::human::step_row;
use super::json::Each;
use super::paint::{Line, Role};
use super::refs::{hint_left_out, hint_unknown_relations};
use super::wire::{EdgeWire, EdgesWire, NodeWire};
use crate::graph::{EdgeIx, Graph};
use crate::query::{Circle, CircleRequest, MOST_LOOKS, RelationFilter, Trust, circles, untrusted_in_circles};
use crate::text;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub(super) fn run(args: &CyclesArgs, context: &mut Context) -> anyhow::Result<Answer> {
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
    let request = CircleRequest { edges, orient: args.orient };
    let found = circles(graph, &request, MOST_LOOKS);
    let wire = CyclesWire { graph, found: &found, trust: &trust, named: &named };
    if context.out.is_human() {
        for circle in &found {
            print(&wire, circle, context)?;
        }
        context.out.flush()?;
        say("total", &text::count(found.len(), "circle"));
    } else {
        context.out.json(&wire)?;
    }
    // `doctor` reports cycles whatever the confidence of their edges.
    hint_left_out(untrusted_in_circles(graph, &request), 0, &trust);
    Ok(Answer::Yes)
}

/// So many members of a circle are named; the JSON has all.
const MOST_NAMED: usize = 5;

fn print(wire: &CyclesWire<'_>, circle: &Circle, context: &mut Context) -> anyhow::Result<()> {
    let graph = wire.graph;
    let over = circle.class.map_or_else(|| wire.named.join(", "), |class| class.name.to_owned());
    let size = format!(" over {over}, {}", text::count(circle.links, "link"));
    let heading = Line::of(Role::Strong, &text::count(circle.nodes.len(), "node"));
    context.out.line(&heading.with(Role::Bad, " in a circle").with(Role::Dim, &size))?;
    let named: Vec<_> = circle.nodes.iter().take(MOST_NAMED).map(|ix| graph.node(*ix).address()).collect();
    let more = circle.nodes.len().saturating_sub(MOST_NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {} more", text::grouped(more)) };
    context.out.paragraph(Role::Id, "  ", &format!("{}{more}", named.join(", ")))?;
    let what = if circle.is_proven { "the shortest way round" } else { "the shortest way round that was found" };
    context.out.line(&Line::of(Role::Dim, &format!("  {what}")))?;
    let row = |ix: &EdgeIx| {
        let mark = if *ix == circle.weakest { "weakest" } else { "" };
        let mut row = vec![Line::of(Role::Warn, mark)];
        row.extend(step_row(graph.edge(*ix), wire.trust));
        row
    };
    context.out.table(circle.shortest.iter().map(row), 4)?;
    context.out.blank()?;
    Ok(())
}

struct CyclesWire<'g> {
    graph: &'g Graph,
    found: &'g [Circle],
    trust: &'g Trust,
    named: &'g [String],
}

struct CircleWire<'g> {
    all: &'g CyclesWire<'g>,
    circle: &'g Circle,
}

impl Serialize for CyclesWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.found.iter().map(|circle| CircleWire { all: self, circle }))
    }
}

impl Serialize for CircleWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (CyclesWire { graph, trust, named, .. }, circle) = (self.all, self.circle);
        let mut fields = serializer.serialize_struct("circle", 7)?;
        match circle.class {
            Some(class) => {
                fields.serialize_field("class", class.name)?;
                fields.serialize_field("system", class.system.name())?;
            }
            None => fields.serialize_field("relations", named)?,
        }
        fields.serialize_field("nodes", &Each(|| circle.nodes.iter().map(|ix| NodeWire::new(graph.node(*ix)))))?;
        fields.serialize_field("links", &circle.links)?;
        fields.serialize_field("shortest", &EdgesWire { graph, edges: &circle.shortest, trust })?;
        fields.serialize_field("proven", &circle.is_proven)?;
        fields.serialize_field("weakest", &EdgeWire { edge: graph.edge(circle.weakest), trust })?;
        fields.end()
    }
}
