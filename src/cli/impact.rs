//! `impact ID`: the nodes that a change of a node, or of one of its methods, affects.

mod method;
mod simulate;
mod wire;

use self::method::Method;
use self::simulate::Simulation;
use self::wire::ImpactWire;
use super::Outcome;
use super::args::ImpactArgs;
use super::aspects::because;
use super::context::{Context, find, find_in_model, say};
use super::edges::among;
use crate::document::{Give, Line, Role};
use crate::document::{facts, id, name, note, other_name, place, title, written};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{Direct, Event, Impact, Reach, RelationFilter, Subgraph, Transitive, Trust, impact, impact_by};
use crate::system::yggdrasil;
use crate::system::yggdrasil::aspects::{Reason, Why};
use crate::system::yggdrasil::impact::{ModelImpact, model_impact};
use crate::text;

pub(super) fn run(args: &ImpactArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let found =
        if args.method.is_some() || args.simulate { find_in_model(graph, &args.id) } else { find(graph, &args.id) };
    let node = match found {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let edges = among(&workspace, RelationFilter::Any, &args.among, context);
    let trust = edges.trust;
    let method = args.method.as_deref().map(|name| Method::of(yggdrasil::facts(&workspace.facts), node.id(), name));
    let found = match &method {
        Some(method) => impact_by(graph, node.ix(), &edges, &|edge| method.is_consumed_by(edge)),
        None => impact(graph, node.ix(), &edges),
    };
    let model = if method.is_none() { model_impact(graph, node.ix()) } else { ModelImpact::default() };
    let simulation = args.simulate.then(|| Simulation::of(&workspace, &found, &model, context));
    let unknown = method.as_ref().filter(|_| found.direct.is_empty() && found.events.is_empty());
    if context.out.wants_graph() {
        let edges = found.direct.iter().map(|one| one.edge).chain(found.transitive.iter().map(|one| one.edge));
        let nodes = [node.ix()].into_iter().chain(found.events.iter().map(|event| event.node));
        let subgraph = Subgraph::new(graph, nodes, edges).with_roots([node.ix()]);
        if unknown.is_none() {
            context.write_graph(graph, &subgraph, &format!("Impact of {}", node.address()))?;
        }
    } else if !context.out.is_human() {
        let (method, simulation) = (args.method.as_deref(), simulation.as_ref());
        context.out.json(&ImpactWire { graph, found: &found, model: &model, trust: &trust, method, simulation })?;
    } else if unknown.is_none() {
        print(graph, (&found, &model), &trust, method.as_ref(), context)?;
        if let Some(simulation) = &simulation {
            simulation.print(context)?;
        }
    }
    if let Some(why) = simulation.as_ref().and_then(|simulation| simulation.obstacle.as_ref()) {
        context.out.flush()?;
        say("hint", &format!("cannot compare the packages: {why}"));
    }
    if let Some(method) = unknown {
        context.out.flush()?;
        say("error", &method.unknown());
        return Ok(Outcome::No);
    }
    Ok(Outcome::Yes)
}

fn print(
    graph: &Graph,
    (found, model): (&Impact, &ModelImpact),
    trust: &Trust,
    method: Option<&Method<'_>>,
    context: &mut Context,
) -> anyhow::Result<()> {
    let root = graph.node(found.root);
    context.out.table([vec![id(root), facts(root), title(root)]], 0)?;
    let mut directly: Vec<_> = found.direct.iter().map(|one| one.node).collect();
    directly.dedup();
    let direct_heading = method.map_or("depend on it directly".into(), |method| format!("consume {}", method.name));
    heading(&direct_heading, directly.len(), context)?;
    let is_weighed = graph.has_confidence();
    let weight = |reach: &Reach| Line::of(Role::Dim, &if is_weighed { shown_weight(reach) } else { String::new() });
    let direct = |one: &Direct| {
        let (dependent, edge) = (graph.node(one.node), graph.edge(one.edge));
        let [place, by, sure, note] = written(edge, trust);
        let verb = Line::of(Role::Relation, edge.relation());
        // The weight is shown beside the edge it comes through.
        let weight = if one.edge == one.reach.edge { weight(&one.reach) } else { Line::new() };
        vec![weight, name(dependent), verb, sure, place, note.giving(Give::End(16)), other_name(dependent), by]
    };
    // The path with the highest weight can be indirect even if there is a direct edge.
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
    // Nodes by descending weight, each with all its edges.
    let mut surest: Vec<&[Direct]> = found.direct.chunk_by(|one, other| one.node == other.node).collect();
    surest.sort_by(|one, other| other[0].reach.weight.total_cmp(&one[0].reach.weight));
    context.out.table(surest.into_iter().flat_map(rows), 4)?;
    heading("depend on it transitively", found.transitive.len(), context)?;
    let transitive = |one: &Transitive| {
        // Shows the path with the highest weight, but the distance of the shortest one.
        let (node, via) = (graph.node(one.node), graph.node(one.reach.via));
        let edge = graph.edge(one.reach.edge);
        let verb = Line::of(Role::Relation, edge.relation());
        let [distance, weight] = [Line::of(Role::Dim, &format!("{:>2}", one.distance)), weight(&one.reach)];
        vec![distance, weight, name(node), verb, name(via), place(edge), other_name(node)]
    };
    context.out.entries(found.transitive.iter().map(transitive), 4)?;
    events(graph, &found.events, context)?;
    for (what, nodes) in [("descendants", &model.descendants), ("flows it takes part in", &model.flows)] {
        heading(what, nodes.len(), context)?;
        let row = |(ix, edge): &(NodeIx, EdgeIx)| {
            let node = graph.node(*ix);
            vec![id(node), facts(node), place(graph.edge(*edge)), title(node)]
        };
        context.out.entries(nodes.iter().map(row), 4)?;
    }
    heading("aspects that apply to it", model.aspects.len(), context)?;
    let aspect = |(ix, reasons): &(NodeIx, Vec<Reason>)| because(graph, *ix, reasons, |why| why.in_words(graph));
    context.out.table(model.aspects.iter().flat_map(aspect), 4)?;
    let reach = if root.kind() == Some("flow") { "take part in it" } else { "have it" };
    heading(reach, model.carriers.len(), context)?;
    let is_flow = root.kind() == Some("flow");
    let said = |why: Why| match why {
        Why::Own if is_flow => "participant".to_owned(),
        Why::Ancestor(above) if is_flow => format!("below {}", graph.node(above).id()),
        why => why.in_words(graph),
    };
    let carrier = |(ix, reasons): &(NodeIx, Vec<Reason>)| because(graph, *ix, reasons, said);
    context.out.table(model.carriers.iter().flat_map(carrier), 4)?;
    context.out.flush()?;
    let (direct, through) = (text::grouped(directly.len()), text::grouped(found.transitive.len()));
    let mut total = vec![format!("{direct} directly"), format!("{through} transitively")];
    let mut connected: Vec<_> = found.events.iter().map(|event| event.node).collect();
    connected.dedup();
    let more = [(connected.len(), "by events"), (model.descendants.len(), "below it"), (model.carriers.len(), reach)];
    total.extend(
        more.iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, what)| format!("{} {what}", text::grouped(*number))),
    );
    say("total", &total.join(", "));
    Ok(())
}

fn events(graph: &Graph, events: &[Event], context: &mut Context) -> anyhow::Result<()> {
    heading("linked by events", events.len(), context)?;
    let row = |event: &Event| {
        let (node, edge) = (graph.node(event.node), graph.edge(event.edge));
        let verb = Line::of(Role::Relation, edge.relation());
        // Relative to the other node, or with both ends if only the changing node declares it.
        let relation = if edge.from().ix() == event.node {
            verb.plain(" ").and_line(name(edge.to()))
        } else {
            name(edge.from()).plain(" ").and_line(verb).plain(" ").and_line(name(node))
        };
        vec![name(node), relation, place(edge), note(edge.note()), other_name(node)]
    };
    context.out.entries(events.iter().map(row), 4)?;
    Ok(())
}

fn shown_weight(reach: &Reach) -> String {
    format!("{:.2}", reach.weight)
}

/// Prints the heading of a list unless the list is empty.
pub(super) fn heading(what: &str, number: usize, context: &mut Context) -> anyhow::Result<()> {
    if number > 0 {
        context.out.blank()?;
        context.out.line(&Line::of(Role::Strong, what).with(Role::Dim, &format!(" ({})", text::grouped(number))))?;
    }
    Ok(())
}
