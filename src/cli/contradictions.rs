//! `contradictions`: pairs of statements that cannot both be true, each with the two chains of edges that prove it.

use super::Outcome;
use super::args::ContradictionsArgs;
use super::context::{Context, say};
use super::edges::among;
use crate::document::{EdgesWire, NodeWire};
use crate::document::{Line, Role};
use crate::document::{called, other_name, step_row};
use crate::format::json::Each;
use crate::graph::{EdgeIx, Graph};
use crate::query::{
    Contradiction, ContradictionKind, Contradictions, Faded, MOST_STEPS, RelationFilter, Subgraph, Trust,
    contradictions, reading,
};
use crate::text;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub(super) fn run(args: &ContradictionsArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let edges = among(&workspace, RelationFilter::Any, &args.among, context);
    let trust = edges.trust;
    // An explicit threshold applies to the current confidence, so faded edges are omitted.
    let faded = if args.among.trust.min_confidence.is_some() { Faded::LeftOut } else { Faded::Counts };
    let all = contradictions(graph, &edges, faded, MOST_STEPS);
    if context.out.wants_graph() {
        let edges = all.found.iter().flat_map(|one| one.supporting.iter().chain(&one.against).copied());
        let roots = all.found.iter().map(|one| one.claim);
        let subgraph = Subgraph::new(graph, [], edges).with_roots(roots);
        context.write_graph(graph, &subgraph, "Contradictions")?;
    } else if context.out.is_human() {
        for one in all.found.iter().take(context.limit(usize::MAX)) {
            print(graph, one, &trust, context)?;
        }
        context.out.flush()?;
        say("total", &context.part(all.found.len(), "contradiction"));
        if all.left_out > 0 {
            let left_out = text::count(all.left_out, "rebuttal");
            say(
                "hint",
                &format!("search limit reached: chains of {left_out} not searched; direct contradictions are complete"),
            );
        }
    } else {
        context.out.json(&ContradictionsWire { graph, all: &all, trust: &trust })?;
    }
    Ok(Outcome::Yes)
}

fn print(graph: &Graph, one: &Contradiction, trust: &Trust, context: &mut Context) -> anyhow::Result<()> {
    let (node, claim) = (graph.node(one.node), graph.node(one.claim));
    let reads = |edges: &[EdgeIx]| reading(graph.edge(edges[0]), one.node);
    let (what, sides) = match one.kind {
        ContradictionKind::Sides => {
            (" both supports and rebuts ".to_owned(), ["supports it", "rebuts it"].map(str::to_owned))
        }
        ContradictionKind::Grounds => {
            let sides = ["depends on it", "depends on a rebuttal of it"];
            (" depends on a rebuttal of ".to_owned(), sides.map(str::to_owned))
        }
        ContradictionKind::Times => {
            (" both causes and prevents ".to_owned(), ["causes it", "prevents it"].map(str::to_owned))
        }
        ContradictionKind::Opposed => {
            let [first, second] = [&one.supporting, &one.against].map(|edges| text::plain(&reads(edges)).into_owned());
            (format!(" both {first} and {second} "), [first, second].map(|verb| format!("{verb} it")))
        }
    };
    context.out.paragraph(Role::Strong, "", &format!("{}{what}{}", called(node), called(claim)))?;
    for other in [node, claim].map(other_name).iter().filter(|line| !line.is_empty()) {
        context.out.line(&Line::new().plain("  ").line(&other.clone().dimmed()))?;
    }
    for (what, chain) in sides.iter().zip([&one.supporting, &one.against]) {
        context.out.line(&Line::new().plain("  ").with(Role::Strong, what))?;
        context.out.table(chain.iter().map(|ix| step_row(graph.edge(*ix), trust).into_lines()), 4)?;
    }
    context.out.blank()?;
    Ok(())
}

struct ContradictionsWire<'g> {
    graph: &'g Graph,
    all: &'g Contradictions,
    trust: &'g Trust,
}

#[derive(Serialize)]
struct ContradictionWire<'g> {
    kind: &'static str,
    node: NodeWire<'g>,
    claim: NodeWire<'g>,
    #[serde(rename = "for")]
    supporting: EdgesWire<'g>,
    against: EdgesWire<'g>,
}

impl<'g> ContradictionsWire<'g> {
    fn one(&self, one: &'g Contradiction) -> ContradictionWire<'g> {
        let chain = |edges: &'g [EdgeIx]| EdgesWire { graph: self.graph, edges, trust: self.trust };
        ContradictionWire {
            kind: one.kind.name(),
            node: NodeWire::new(self.graph.node(one.node)),
            claim: NodeWire::new(self.graph.node(one.claim)),
            supporting: chain(&one.supporting),
            against: chain(&one.against),
        }
    }
}

impl Serialize for ContradictionsWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("contradictions", 2)?;
        fields.serialize_field("contradictions", &Each(|| self.all.found.iter().map(|one| self.one(one))))?;
        fields.serialize_field("left_out", &self.all.left_out)?;
        fields.end()
    }
}
