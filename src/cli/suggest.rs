//! `suggest ID`: edges that a node probably lacks, each with evidence.

use super::Outcome;
use super::args::SuggestArgs;
use super::context::{Context, find};
use super::edges::edge_filter;
use crate::answer::{Input, SuggestAnswer, SuggestRequest};
use crate::query::Orient;

/// Maximum number of suggestions, unless `--limit` says otherwise.
const MOST: usize = 10;

pub(super) fn run(args: &SuggestArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let node = match find(&workspace.graph, &args.id) {
        Ok(node) => node.ix(),
        Err(outcome) => return Ok(outcome),
    };
    let edges = edge_filter(&workspace, &args.edges, Orient::Stored, context);
    let most = context.limit(MOST);
    let request = SuggestRequest { node, edges, usage: None, everywhere: args.everywhere, most };
    context.present(&SuggestAnswer::new(Input::of(&workspace), request), MOST)
}
