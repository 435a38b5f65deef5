//! `search QUERY`: nodes whose id or title matches, best match first.

use super::Outcome;
use super::args::SearchArgs;
use super::context::Context;
use crate::answer::SearchAnswer;

/// Maximum number of nodes, unless `--limit` says otherwise.
const MOST: usize = 20;

pub(super) fn run(args: &SearchArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let answer = SearchAnswer::new(&workspace.graph, args.query.join(" "), context.limit(MOST));
    context.present(&answer, MOST)
}
