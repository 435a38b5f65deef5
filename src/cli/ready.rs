//! `ready`: tasks that can be started, most urgent first.

use super::Outcome;
use super::context::Context;
use crate::answer::{Input, ReadyAnswer};

pub(super) fn run(context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let now = context.now_of(&workspace.graph);
    context.present(&ReadyAnswer::new(Input::of(&workspace), now), usize::MAX)
}
