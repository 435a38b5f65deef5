//! `impact ID`: what a change of a node reaches.

use super::Answer;
use super::args::ImpactArgs;
use super::aspects::ReasonWire;
use super::context::{Context, find, hint_unknown_layer, say};
use super::human::{facts, id, name, other_name, place, title, written};
use super::json::Each;
use super::paint::{Give, Line, Role};
use super::wire::{EdgeWire, NodeWire};
use crate::graph::{Graph, NodeIx};
use crate::query::{Direct, EdgeFilter, Impact, Reach, Reason, RelationFilter, Transitive, Trust, impact};
use crate::text;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub(super) fn run(args: &ImpactArgs, context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match find(graph, &args.id) {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let trust = context.trust(&workspace, args.trust);
    hint_unknown_layer(graph, args.layer.as_deref());
    let edges = EdgeFilter { layer: args.layer.clone(), trust, ..EdgeFilter::of(RelationFilter::Any) };
    let found = impact(graph, node.ix(), &edges);
    if context.out.is_human() {
        print(graph, &found, &trust, context)?;
    } else {
        context.out.json(&ImpactWire { graph, found: &found, trust: &trust })?;
    }
    Ok(Answer::Yes)
}

fn print(graph: &Graph, found: &Impact, trust: &Trust, context: &mut Context) -> anyhow::Result<()> {
    let root = graph.node(found.root);
    context.out.table([vec![id(root), facts(root), title(root)]], 0)?;
    let mut directly: Vec<_> = found.direct.iter().map(|one| one.node).collect();
    directly.dedup();
    heading("rest on it directly", directly.len(), context)?;
    let is_weighed = graph.knows_confidence();
    let weight = |reach: &Reach| Line::of(Role::Dim, &if is_weighed { in_words(reach) } else { String::new() });
    let direct = |one: &Direct| {
        let (dependent, edge) = (graph.node(one.node), graph.edge(one.edge));
        let [place, by, sure, note] = written(edge, trust);
        let verb = Line::of(Role::Relation, edge.relation());
        // How surely it is reached stands beside the edge that does so.
        let weight = if one.edge == one.reach.edge { weight(&one.reach) } else { Line::new() };
        vec![weight, name(dependent), verb, sure, place, note.giving(Give::End(16)), other_name(dependent), by]
    };
    // The surest node first, with all its edges.
    let mut surest: Vec<&[Direct]> = found.direct.chunk_by(|one, other| one.node == other.node).collect();
    surest.sort_by(|one, other| other[0].reach.weight.total_cmp(&one[0].reach.weight));
    context.out.table(surest.into_iter().flatten().map(direct), 4)?;
    heading("rest on it through others", found.transitive.len(), context)?;
    let transitive = |one: &Transitive| {
        // The surest way is the reason; the distance is that of the shortest.
        let (node, via) = (graph.node(one.node), graph.node(one.reach.via));
        let edge = graph.edge(one.reach.edge);
        let verb = Line::of(Role::Relation, edge.relation());
        let [distance, weight] = [Line::of(Role::Dim, &format!("{:>2}", one.distance)), weight(&one.reach)];
        vec![distance, weight, name(node), verb, name(via), place(edge), other_name(node)]
    };
    context.out.table(found.transitive.iter().map(transitive), 4)?;
    for (what, nodes) in [
        ("lie below it", &found.descendants),
        ("flows it takes part in", &found.flows),
        ("aspects that count for it", &found.aspects),
    ] {
        heading(what, nodes.len(), context)?;
        let row = |ix: &NodeIx| vec![id(graph.node(*ix)), facts(graph.node(*ix)), title(graph.node(*ix))];
        context.out.table(nodes.iter().map(row), 4)?;
    }
    let reach = if root.kind() == Some("flow") { "take part in it" } else { "have it" };
    heading(reach, found.carriers.len(), context)?;
    let is_flow = root.kind() == Some("flow");
    let carrier = |(ix, reasons): &(NodeIx, Vec<Reason>)| {
        let said = |reason: &Reason| match reason {
            Reason::Own if is_flow => "participant".to_owned(),
            Reason::Ancestor(above) if is_flow => format!("below {}", graph.node(*above).id()),
            reason => reason.in_words(graph),
        };
        let reasons: Vec<_> = reasons.iter().map(said).collect();
        vec![id(graph.node(*ix)), Line::of(Role::Dim, &reasons.join(", ")), title(graph.node(*ix))]
    };
    context.out.table(found.carriers.iter().map(carrier), 4)?;
    context.out.flush()?;
    let (direct, through) = (text::grouped(directly.len()), text::grouped(found.transitive.len()));
    let mut total = vec![format!("{direct} directly"), format!("{through} through others")];
    let more = [(found.descendants.len(), "below it"), (found.carriers.len(), reach)];
    total.extend(
        more.iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, what)| format!("{} {what}", text::grouped(*number))),
    );
    say("total", &total.join(", "));
    Ok(())
}

/// A weight as people read it.
fn in_words(reach: &Reach) -> String {
    format!("{:.2}", reach.weight)
}

/// The heading of a list, unless it is empty.
pub(super) fn heading(what: &str, number: usize, context: &mut Context) -> anyhow::Result<()> {
    if number > 0 {
        context.out.blank()?;
        context.out.line(&Line::of(Role::Strong, what).with(Role::Dim, &format!(" ({})", text::grouped(number))))?;
    }
    Ok(())
}

/// What a change reaches, written one by one.
struct ImpactWire<'g> {
    graph: &'g Graph,
    found: &'g Impact,
    trust: &'g Trust,
}

#[derive(Serialize)]
struct DirectWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    relation: &'g str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'g str>,
    edge: EdgeWire<'g>,
    #[serde(flatten)]
    reach: ReachWire<'g>,
}

/// How surely a change reaches a node, and by what.
#[derive(Serialize)]
struct ReachWire<'g> {
    weight: f64,
    because: BecauseWire<'g>,
}

#[derive(Serialize)]
struct BecauseWire<'g> {
    via: String,
    edge: EdgeWire<'g>,
}

#[derive(Serialize)]
struct TransitiveWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    distance: u32,
    via: String,
    relation: &'g str,
    edge: EdgeWire<'g>,
    #[serde(flatten)]
    reach: ReachWire<'g>,
}

#[derive(Serialize)]
struct CarrierWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    reasons: Vec<ReasonWire>,
}

impl<'g> ImpactWire<'g> {
    fn node(&self, ix: NodeIx) -> NodeWire<'g> {
        NodeWire::new(self.graph.node(ix))
    }

    fn nodes(&self, found: &'g [NodeIx]) -> impl Serialize {
        Each(move || found.iter().map(|ix| self.node(*ix)))
    }

    fn direct(&self, one: &Direct) -> DirectWire<'g> {
        let (edge, trust) = (self.graph.edge(one.edge), self.trust);
        let (relation, note) = (edge.relation(), edge.note());
        DirectWire {
            node: self.node(one.node),
            relation,
            note,
            edge: EdgeWire { edge, trust },
            reach: self.reach(one.reach),
        }
    }

    fn transitive(&self, one: &Transitive) -> TransitiveWire<'g> {
        let (via, edge) = (self.graph.node(one.via).address().into_owned(), self.graph.edge(one.edge));
        let (distance, relation) = (one.distance, edge.relation());
        let edge = EdgeWire { edge, trust: self.trust };
        TransitiveWire { node: self.node(one.node), distance, via, relation, edge, reach: self.reach(one.reach) }
    }

    fn reach(&self, reach: Reach) -> ReachWire<'g> {
        let via = self.graph.node(reach.via).address().into_owned();
        let edge = EdgeWire { edge: self.graph.edge(reach.edge), trust: self.trust };
        ReachWire { weight: (reach.weight * 10_000.0).round() / 10_000.0, because: BecauseWire { via, edge } }
    }

    fn carrier(&self, (ix, reasons): &(NodeIx, Vec<Reason>)) -> CarrierWire<'g> {
        let reasons = reasons.iter().map(|reason| ReasonWire::new(self.graph, *reason)).collect();
        CarrierWire { node: self.node(*ix), reasons }
    }
}

impl Serialize for ImpactWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = self.found;
        let mut fields = serializer.serialize_struct("impact", 7)?;
        fields.serialize_field("root", &self.graph.node(found.root).address())?;
        fields.serialize_field("direct", &Each(|| found.direct.iter().map(|one| self.direct(one))))?;
        fields.serialize_field("transitive", &Each(|| found.transitive.iter().map(|one| self.transitive(one))))?;
        fields.serialize_field("descendants", &self.nodes(&found.descendants))?;
        fields.serialize_field("flows", &self.nodes(&found.flows))?;
        fields.serialize_field("aspects", &self.nodes(&found.aspects))?;
        fields.serialize_field("carriers", &Each(|| found.carriers.iter().map(|one| self.carrier(one))))?;
        fields.end()
    }
}
