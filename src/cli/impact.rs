//! `impact ID`: what a change of a node reaches.

use super::Answer;
use super::args::ImpactArgs;
use super::aspects::ReasonWire;
use super::context::{Context, find, say, trust};
use super::human::{facts, id, title, written};
use super::json::Each;
use super::paint::{Give, Line, Role};
use super::wire::{EdgeWire, NodeWire};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{EdgeFilter, Impact, Reason, RelationFilter, Transitive, Trust, impact};
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
    let trust = trust(&workspace, args.trust);
    let found = impact(graph, node.ix(), &EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) });
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
    heading("rest on it directly", found.direct.len(), context)?;
    let direct = |(node, edge): &(NodeIx, EdgeIx)| {
        let edge = graph.edge(*edge);
        // Why something rests on it is what a narrow screen must keep; where that is written can be asked with `show`.
        let [place, by, sure, note] = written(edge, trust);
        let verb = Line::of(Role::Relation, edge.relation());
        vec![id(graph.node(*node)), verb, sure, note.giving(Give::End(16)), place.giving(Give::All), by]
    };
    context.out.table(found.direct.iter().map(direct), 4)?;
    heading("rest on it through others", found.transitive.len(), context)?;
    let transitive = |one: &Transitive| {
        let (node, via) = (graph.node(one.node), graph.node(one.via));
        let verb = Line::of(Role::Relation, graph.edge(one.edge).relation());
        vec![Line::of(Role::Dim, &format!("{:>2}", one.distance)), id(node), verb, id(via), title(node)]
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
    let mut directly: Vec<_> = found.direct.iter().map(|(node, _)| node).collect();
    directly.dedup();
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

/// The heading of a list, unless it is empty.
fn heading(what: &str, number: usize, context: &mut Context) -> anyhow::Result<()> {
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
}

#[derive(Serialize)]
struct TransitiveWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    distance: u32,
    via: String,
    relation: &'g str,
    edge: EdgeWire<'g>,
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

    fn direct(&self, (ix, edge): (NodeIx, EdgeIx)) -> DirectWire<'g> {
        let (edge, trust) = (self.graph.edge(edge), self.trust);
        let (relation, note) = (edge.relation(), edge.note());
        DirectWire { node: self.node(ix), relation, note, edge: EdgeWire { edge, trust } }
    }

    fn transitive(&self, one: &Transitive) -> TransitiveWire<'g> {
        let (via, edge) = (self.graph.node(one.via).address().into_owned(), self.graph.edge(one.edge));
        let (distance, relation) = (one.distance, edge.relation());
        let edge = EdgeWire { edge, trust: self.trust };
        TransitiveWire { node: self.node(one.node), distance, via, relation, edge }
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
        fields.serialize_field("direct", &Each(|| found.direct.iter().map(|one| self.direct(*one))))?;
        fields.serialize_field("transitive", &Each(|| found.transitive.iter().map(|one| self.transitive(one))))?;
        fields.serialize_field("descendants", &self.nodes(&found.descendants))?;
        fields.serialize_field("flows", &self.nodes(&found.flows))?;
        fields.serialize_field("aspects", &self.nodes(&found.aspects))?;
        fields.serialize_field("carriers", &Each(|| found.carriers.iter().map(|one| self.carrier(one))))?;
        fields.end()
    }
}
