//! `show ID`: one node with its details, drift and edges.

use super::Outcome;
use super::args::ShowArgs;
use super::context::{Context, find};
use crate::answer::{Input, ShowAnswer, ShowRequest};

pub(super) fn run(args: &ShowArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let node = match find(&workspace.graph, &args.id) {
        Ok(node) => node.ix(),
        Err(outcome) => return Ok(outcome),
    };
    let request = ShowRequest { node, trust: context.trust(&workspace, args.trust), most: context.limit(usize::MAX) };
    let hashes = context.hashes(&workspace);
    let answer = ShowAnswer::new(Input::of(&workspace).with_hashes(&hashes.0), &request);
    hashes.save();
    context.present(&answer, usize::MAX)
}
