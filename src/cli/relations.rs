//! `relations`: the vocabulary in force, with how each relation reads, its properties and how often it is used.

use super::Outcome;
use super::args::RelationsArgs;
use super::context::Context;
use crate::answer::{Input, RelationsAnswer};
use crate::query::vocabulary::Extent;

pub(super) fn run(args: &RelationsArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let extent = if args.all { Extent::Everything } else { Extent::InUse };
    context.present(&RelationsAnswer::new(Input::of(&workspace), extent), usize::MAX)
}
