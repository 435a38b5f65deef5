//! `impact ID`: the nodes that a change of a node, or of a part of it, affects.

use super::Outcome;
use super::args::ImpactArgs;
use super::context::{Context, find, find_in_system};
use super::edges::among;
use super::question::resolved;
use crate::answer::{ImpactAnswer, ImpactRequest, Input};
use crate::query::RelationFilter;
use crate::system::Arguments;

pub(super) fn run(args: &ImpactArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let found = match args.options.of {
        Some((system, of)) => find_in_system(graph, &args.id, system, of),
        None => find(graph, &args.id),
    };
    let options = || match args.options.of {
        Some((system, _)) => resolved(&args.options.arguments, system, &workspace),
        None => Ok(Arguments::default()),
    };
    let (node, options) = match found.and_then(|node| Ok((node.ix(), options()?))) {
        Ok(found) => found,
        Err(outcome) => return Ok(outcome),
    };
    let edges = among(&workspace, RelationFilter::Any, &args.among, context);
    let hashes = context.hashes(&workspace);
    let input = Input::of(&workspace).with_hashes(&hashes.0);
    let answer = ImpactAnswer::new(input, &ImpactRequest { node, edges, options });
    hashes.save();
    context.present(&answer, usize::MAX)
}
