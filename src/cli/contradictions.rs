//! `contradictions`: pairs of statements that cannot both be true, each with the two chains of edges that prove it.

use super::Outcome;
use super::args::ContradictionsArgs;
use super::context::Context;
use super::edges::among;
use crate::answer::{ContradictionsAnswer, Input};
use crate::query::{Faded, RelationFilter};

pub(super) fn run(args: &ContradictionsArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let edges = among(&workspace, RelationFilter::Any, &args.among, context);
    // An explicit threshold applies to the current confidence, so faded edges are omitted.
    let faded = if args.among.trust.min_confidence.is_some() { Faded::LeftOut } else { Faded::Counts };
    context.present(&ContradictionsAnswer::new(Input::of(&workspace), &edges, faded), usize::MAX)
}
