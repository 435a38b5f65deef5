//! `refs ID`: the edges within a number of steps of a node.

use super::Outcome;
use super::args::{Lens, RefsQuery, Words};
use super::context::{Context, did_you_mean, find_if_any, hint_unknown_layer, say, unknown_id};
use crate::document::EdgesWire;
use crate::document::edge_row;
use crate::graph::{Direction, EdgeIx, Graph, Node};
use crate::query::{
    Directions, EdgeFilter, NeighbourhoodRequest, RelationFilter, Retracted, Subgraph, Trust, neighbourhood,
    relations_in_use,
};
use crate::text;

pub(super) fn run(args: &RefsQuery, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let id = args.id.as_deref().unwrap_or_default();
    let trust = context.trust(&workspace, args.trust);
    let found = find_if_any(graph, id);
    let Ok(Some(root)) = found else {
        if found.is_ok() {
            say("hint", &format!("{}{}", unknown_id(graph, id), did_you_mean(graph, id)));
        }
        if !context.out.wants_graph() {
            print(&[], graph, &trust, context)?;
        }
        return Ok(Outcome::No);
    };
    hint_mistyped(args, graph);
    if args.lens.is_some() && root.layer().is_none() {
        say("hint", &format!("{} has no layer; the lens shows only edges across layers", text::quoted(id)));
    }
    let request = request(args, graph, Some(root), trust);
    let found = neighbourhood(graph, root.ix(), &request);
    if context.out.wants_graph() {
        let subgraph = Subgraph::new(graph, [root.ix()], found).with_roots([root.ix()]);
        context.write_graph(graph, &subgraph, &format!("Edges of {}", root.address()))?;
        return Ok(Outcome::Yes);
    }
    print(&found, graph, &trust, context)?;
    if context.out.is_human() {
        if graph.has_confidence() {
            let all = NeighbourhoodRequest { edges: request.edges.with_all_trusted(), ..request };
            hint_left_out(neighbourhood(graph, root.ix(), &all).len(), found.len(), &trust);
        }
        let others = root.degree(Direction::In);
        if args.direction == Directions::Out && others > 0 {
            say("hint", &format!("{} the node; --direction both includes incoming edges", reaching(others)));
        }
    }
    Ok(Outcome::Yes)
}

/// Converts arguments to a query.
pub(super) fn request(args: &RefsQuery, graph: &Graph, root: Option<Node<'_>>, trust: Trust) -> NeighbourhoodRequest {
    let named = Words::all(&args.relations);
    let relations = if named.is_empty() { RelationFilter::Any } else { RelationFilter::only(graph, &named) };
    let lens = args.lens.map(|Lens::Layer| root.and_then(Node::layer).unwrap_or_default().to_owned());
    let (domain, layer) = (args.domain.clone(), args.layer.clone());
    let retracted = if args.retracted { Retracted::Shown } else { Retracted::Hidden };
    let edges = EdgeFilter { domain, layer, lens, retracted, trust, ..EdgeFilter::of(relations) };
    NeighbourhoodRequest { directions: args.direction, edges, depth: args.depth }
}

/// Prints hints about unknown relations and layers in the arguments.
pub(super) fn hint_mistyped(args: &RefsQuery, graph: &Graph) {
    let retracted = |verb: &str| args.retracted && graph.retracted().any(|edge| edge.relation() == verb);
    let unseen: Vec<_> = Words::all(&args.relations).into_iter().filter(|verb| !retracted(verb)).collect();
    hint_unknown_relations(graph, &unseen);
    hint_unknown_layer(graph, args.layer.as_deref());
}

/// Prints how many edges were omitted because of low confidence.
pub(super) fn hint_left_out(all: usize, shown: usize, trust: &Trust) {
    if all > shown {
        let (number, least) = (text::count(all - shown, "edge"), trust.least);
        say("hint", &format!("{number} with confidence below {least} omitted; --min-confidence 0 shows all"));
    }
}

fn print(edges: &[EdgeIx], graph: &Graph, trust: &Trust, context: &mut Context) -> anyhow::Result<()> {
    if !context.out.is_human() {
        return context.out.json(&EdgesWire { graph, edges, trust });
    }
    context.out.entries(edges.iter().map(|ix| edge_row(graph.edge(*ix), trust).into_lines()), 0)?;
    context.out.flush()?;
    say("total", &context.part(edges.len(), "edge"));
    Ok(())
}

/// Prints a hint with the known relations for each relation that no edge has.
pub(super) fn hint_unknown_relations(graph: &Graph, wanted: &[String]) {
    if wanted.is_empty() {
        return;
    }
    let known = relations_in_use(graph);
    for verb in wanted.iter().filter(|verb| known.binary_search(&verb.as_str()).is_err()) {
        let known = if known.is_empty() { String::new() } else { format!("; known: {}", known.join(", ")) };
        say("hint", &format!("unknown relation {}{known}", text::quoted(verb)));
    }
}

/// `1 edge reaches`, `2 edges reach`.
fn reaching(number: usize) -> String {
    format!("{} {}", text::count(number, "edge"), if number == 1 { "reaches" } else { "reach" })
}
