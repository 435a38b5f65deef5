//! `cycles`: cycles over relations that must be acyclic. Each is a strongly connected component with its shortest
//! cycle.

use super::Outcome;
use super::args::{CyclesArgs, Words};
use super::context::Context;
use super::edges::among;
use super::refs::hint_unknown_relations;
use crate::answer::{CyclesAnswer, Input};
use crate::query::{CycleRequest, RelationFilter};

pub(super) fn run(args: &CyclesArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let named = Words::all(&args.relations);
    hint_unknown_relations(graph, &named);
    let relations = match &named[..] {
        [] => RelationFilter::Any,
        named => RelationFilter::meaning(graph, named),
    };
    let request = CycleRequest { edges: among(&workspace, relations, &args.among, context), orient: args.orient };
    context.present(&CyclesAnswer::new(Input::of(&workspace), &request, named), usize::MAX)
}
