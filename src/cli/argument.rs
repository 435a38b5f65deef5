//! `argument ID`: support and rebuttals of a claim, its assumptions, and the nodes that fall with it.

use super::Outcome;
use super::args::ArgumentArgs;
use super::context::{Context, find};
use super::edges::among;
use crate::answer::{ArgumentAnswer, ArgumentRequest, Input};
use crate::query::RelationFilter;

/// Maximum number of entries per list, unless `--limit` says otherwise.
const MOST: usize = 1000;

pub(super) fn run(args: &ArgumentArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let claim = match find(&workspace.graph, &args.id) {
        Ok(node) => node.ix(),
        Err(outcome) => return Ok(outcome),
    };
    let edges = among(&workspace, RelationFilter::Any, &args.among, context);
    let request = ArgumentRequest { claim, edges, most: context.limit(MOST), most_read: usize::MAX };
    context.present(&ArgumentAnswer::new(Input::of(&workspace), &request), MOST)
}
