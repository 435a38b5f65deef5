//! `trace ID`: lineage by signed distance.

use super::Outcome;
use super::args::{TraceArgs, Words};
use super::context::{Context, find_if_any, say};
use super::edges::among;
use super::refs::hint_unknown_relations;
use crate::answer::{Input, TraceAnswer};
use crate::graph::{Graph, NEVER};
use crate::query::{LineageRequest, Nearest, RelationFilter};
use crate::text;
use crate::time;

pub(super) fn run(args: &TraceArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let root = match find_if_any(graph, &args.id) {
        Ok(Some(root)) if !root.is_missing() => root,
        Ok(found) => {
            explain_no_root(graph, &args.id, found.is_some());
            return Ok(Outcome::No);
        }
        Err(answer) => return Ok(answer),
    };
    let named = Words::all(&args.relations);
    let relations = if named.is_empty() {
        RelationFilter::lineage(graph, args.orient)
    } else {
        hint_unknown_relations(graph, &named);
        RelationFilter::named(graph, &named, args.orient)
    };
    let edges = among(&workspace, relations, &args.among, context);
    let request = LineageRequest { direction: args.direction, edges, max_depth: args.max_depth, orient: args.orient };
    context.present(&TraceAnswer::new(Input::of(&workspace), root.ix(), request), usize::MAX)
}

/// Reports an unknown root in the wording of the reference graph's specification, then prints hints.
fn explain_no_root(graph: &Graph, id: &str, is_referred_to: bool) {
    say("error", &format!("No artifact with id: {id}"));
    if let Some(time) = graph.as_of_time() {
        say("hint", &format!("the answer is as of {}", time::format(time)));
    }
    if is_referred_to {
        say("hint", &format!("edges refer to {}, but it is undefined", text::quoted(id)));
    }
    if let Some(hint) = Nearest::new(graph, NEVER).and_then(|nearest| nearest.hint(id)) {
        say("hint", &hint);
    }
}
