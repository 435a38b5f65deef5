//! `path A B`: shortest paths between two nodes.

use super::Outcome;
use super::args::PathArgs;
use super::context::{Context, find};
use super::edges::edge_filter;
use crate::answer::{Input, PathAnswer};
use crate::query::{Directions, PathRequest};

pub(super) fn run(args: &PathArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let (from, to) = match (find(graph, &args.from), find(graph, &args.to)) {
        (Ok(from), Ok(to)) => (from.ix(), to.ix()),
        (Err(answer), _) | (_, Err(answer)) => return Ok(answer),
    };
    let request = PathRequest {
        edges: edge_filter(&workspace, &args.edges, args.orient, context),
        directions: if args.directed { Directions::Out } else { Directions::Both },
        orient: args.orient,
        max_hops: args.max_hops,
        most: if args.all_shortest { context.limit(PathAnswer::MOST) } else { 1 },
    };
    context.present(&PathAnswer::new(Input::of(&workspace), from, to, request), PathAnswer::MOST)
}
