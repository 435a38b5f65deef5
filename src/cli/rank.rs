//! `rank`: the most important nodes by PageRank, personalised when `--from` is given.

use super::Outcome;
use super::args::{RankArgs, Words};
use super::context::{Context, find};
use super::edges::edge_filter;
use crate::answer::{Input, RankAnswer};
use crate::graph::NodeIx;
use crate::query::{Directions, RankRequest};

/// Maximum number of nodes, unless `--limit` says otherwise.
const MOST: usize = 20;

pub(super) fn run(args: &RankArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let mut seeds: Vec<NodeIx> = Vec::new();
    for seed in &Words::all(&args.seeds) {
        match find(graph, seed) {
            // A seed given twice counts once.
            Ok(node) if seeds.contains(&node.ix()) => {}
            Ok(node) => seeds.push(node.ix()),
            Err(answer) => return Ok(answer),
        }
    }
    // Relevance to a seed does not depend on which end stored the edge.
    let usual = if seeds.is_empty() { Directions::Out } else { Directions::Both };
    let request = RankRequest {
        edges: edge_filter(&workspace, &args.edges, args.orient, context),
        directions: args.direction.unwrap_or(usual),
        orient: args.orient,
        seeds,
    };
    context.present(&RankAnswer::new(Input::of(&workspace), request, context.limit(MOST)), MOST)
}
