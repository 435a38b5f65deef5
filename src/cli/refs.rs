//! `refs ID`: the edges within a number of steps of a node.

use super::Outcome;
use super::args::{Lens, RefsQuery, Words};
use super::context::{Context, did_you_mean, find_if_any, hint_unknown_layer, say, unknown_id};
use crate::answer::{Input, RefsAnswer};
use crate::graph::{Graph, Node};
use crate::query::{EdgeFilter, NeighbourhoodRequest, RelationFilter, Retracted, Trust, relations_in_use};
use crate::text;

pub(super) fn run(args: &RefsQuery, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let id = args.id.as_deref().unwrap_or_default();
    let found = find_if_any(graph, id);
    if found.as_ref().is_ok_and(Option::is_none) {
        say("hint", &format!("{}{}", unknown_id(graph, id), did_you_mean(graph, id)));
    }
    let root = found.ok().flatten();
    if let Some(root) = root {
        hint_mistyped(args, graph);
        if args.lens.is_some() && root.layer().is_none() {
            say("hint", &format!("{} has no layer; the lens shows only edges across layers", text::quoted(id)));
        }
    }
    let request = request(args, graph, root, context.trust(&workspace, args.trust));
    context.present(&RefsAnswer::new(Input::of(&workspace), root.map(Node::ix), request), usize::MAX)
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
