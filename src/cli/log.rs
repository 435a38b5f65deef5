//! `log`: the history of the edge log, newest first.

use super::Outcome;
use super::args::{LogArgs, TrustArgs, Words};
use super::context::{Context, find, hint_unknown_layer, say};
use super::refs::hint_unknown_relations;
use crate::answer::{HistoryAnswer, Input};
use crate::graph::{Edge, Graph};
use crate::query::{HistoryRequest, HistoryScope, LogQuery};
use crate::text;
use std::collections::BTreeSet;

pub(super) fn run(args: &LogArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match args.id.as_deref().map(|id| find(graph, id)).transpose() {
        Ok(node) => node.map(|node| node.ix()),
        Err(answer) => return Ok(answer),
    };
    let since = args.since.as_deref().map(|since| context.when(since)).transpose()?;
    let query = LogQuery::exactly(&args.actors, &Words::all(&args.relations));
    hint_unknown_layer(graph, args.layer.as_deref());
    let layer = args.layer.as_deref();
    let request = HistoryRequest { node, query: &query, since, scope: HistoryScope::ByLog, layer };
    let trust = context.trust(&workspace, TrustArgs::default());
    let answer = HistoryAnswer::new(Input::of(&workspace), &request, trust);
    if answer.is_empty() {
        hint_unknown(graph, args);
    }
    context.present(&answer, usize::MAX)
}

/// Prints hints about unknown actors and relations.
fn hint_unknown(graph: &Graph, args: &LogArgs) {
    hint_unknown_relations(graph, &Words::all(&args.relations));
    if args.actors.is_empty() {
        return;
    }
    let writers = graph.edges_from(graph.log_rows().start).filter_map(Edge::actor);
    let known: BTreeSet<&str> = writers.chain(graph.retractions().filter_map(|row| row.actor)).collect();
    for actor in args.actors.iter().filter(|actor| !known.contains(actor.as_str())) {
        let known: Vec<_> = known.iter().copied().collect();
        let known = if known.is_empty() { String::new() } else { format!("; known: {}", known.join(", ")) };
        say("hint", &format!("unknown actor {}{known}", text::quoted(actor)));
    }
}
