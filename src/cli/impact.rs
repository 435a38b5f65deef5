//! `impact ID`: what a change of a node reaches.

use super::Answer;
use super::args::ImpactArgs;
use super::aspects::{ReasonWire, because};
use super::context::{Context, find, say};
use super::edges::among;
use super::human::{facts, id, name, other_name, place, title, written};
use super::json::Each;
use super::paint::{Give, Line, Role};
use super::wire::{EdgeWire, NodeWire};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{Direct, Impact, Reach, Reason, RelationFilter, Transitive, Trust, Why, impact};
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
    let edges = among(&workspace, RelationFilter::Any, &args.among, context);
    let trust = edges.trust;
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
    // The surest way may lead through others, although there is an edge.
    let surer = |one: &Direct| {
        let (edge, via) = (graph.edge(one.reach.edge), graph.node(one.reach.via));
        let [place, by, sure, _] = written(edge, trust);
        let verb = Line::of(Role::Relation, edge.relation()).plain(" ").and_line(name(via));
        let node = graph.node(one.node);
        vec![weight(&one.reach), name(node), verb, sure, place, Line::new(), other_name(node), by]
    };
    let rows = |edges: &[Direct]| -> Vec<Vec<Line>> {
        let through = edges.iter().all(|one| one.edge != one.reach.edge).then(|| surer(&edges[0]));
        through.into_iter().chain(edges.iter().map(direct)).collect()
    };
    // The surest node first, with all its edges.
    let mut surest: Vec<&[Direct]> = found.direct.chunk_by(|one, other| one.node == other.node).collect();
    surest.sort_by(|one, other| other[0].reach.weight.total_cmp(&one[0].reach.weight));
    context.out.table(surest.into_iter().flat_map(rows), 4)?;
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
    for (what, nodes) in [("lie below it", &found.descendants), ("flows it takes part in", &found.flows)] {
        heading(what, nodes.len(), context)?;
        let row = |(ix, edge): &(NodeIx, EdgeIx)| {
            let node = graph.node(*ix);
            vec![id(node), facts(node), place(graph.edge(*edge)), title(node)]
        };
        context.out.table(nodes.iter().map(row), 4)?;
    }
    heading("aspects that count for it", found.aspects.len(), context)?;
    let aspect = |(ix, reasons): &(NodeIx, Vec<Reason>)| because(graph, *ix, reasons, |why| why.in_words(graph));
    context.out.table(found.aspects.iter().flat_map(aspect), 4)?;
    let reach = if root.kind() == Some("flow") { "take part in it" } else { "have it" };
    heading(reach, found.carriers.len(), context)?;
    let is_flow = root.kind() == Some("flow");
    let said = |why: Why| match why {
        Why::Own if is_flow => "participant".to_owned(),
        Why::Ancestor(above) if is_flow => format!("below {}", graph.node(above).id()),
        why => why.in_words(graph),
    };
    let carrier = |(ix, reasons): &(NodeIx, Vec<Reason>)| because(graph, *ix, reasons, said);
    context.out.table(found.carriers.iter().flat_map(carrier), 4)?;
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

/// What lies below a node, and the flows it takes part in.
#[derive(Serialize)]
struct JoinedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    edge: EdgeWire<'g>,
}

/// The aspects that count for a node, and whom an aspect or a flow reaches.
#[derive(Serialize)]
struct ReasonedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    reasons: Vec<ReasonWire<'g>>,
}

impl<'g> ImpactWire<'g> {
    fn node(&self, ix: NodeIx) -> NodeWire<'g> {
        NodeWire::new(self.graph.node(ix))
    }

    fn joined(&self, found: &'g [(NodeIx, EdgeIx)]) -> impl Serialize {
        let joined = |(ix, edge): &(NodeIx, EdgeIx)| JoinedWire {
            node: self.node(*ix),
            edge: EdgeWire { edge: self.graph.edge(*edge), trust: self.trust },
        };
        Each(move || found.iter().map(joined))
    }

    fn reasoned(&self, found: &'g [(NodeIx, Vec<Reason>)]) -> impl Serialize {
        let reasoned = |(ix, reasons): &(NodeIx, Vec<Reason>)| ReasonedWire {
            node: self.node(*ix),
            reasons: reasons.iter().map(|reason| ReasonWire::new(self.graph, *reason)).collect(),
        };
        Each(move || found.iter().map(reasoned))
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
}

impl Serialize for ImpactWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = self.found;
        let mut fields = serializer.serialize_struct("impact", 7)?;
        fields.serialize_field("root", &self.graph.node(found.root).address())?;
        fields.serialize_field("direct", &Each(|| found.direct.iter().map(|one| self.direct(one))))?;
        fields.serialize_field("transitive", &Each(|| found.transitive.iter().map(|one| self.transitive(one))))?;
        fields.serialize_field("descendants", &self.joined(&found.descendants))?;
        fields.serialize_field("flows", &self.joined(&found.flows))?;
        fields.serialize_field("aspects", &self.reasoned(&found.aspects))?;
        fields.serialize_field("carriers", &self.reasoned(&found.carriers))?;
        fields.end()
    }
}
