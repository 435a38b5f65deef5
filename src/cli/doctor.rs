//! `doctor`: prints all findings about the workspace; exit code 1 if any has severity error.

use super::Outcome;
use super::context::Context;
use crate::answer::FindingsAnswer;

pub(super) fn run(context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.read()?;
    let report = context.report(&workspace);
    context.present(&FindingsAnswer::new(&workspace, &report), usize::MAX)
}
