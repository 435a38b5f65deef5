//! `stats`: counts by system, kind and relation.

use super::Outcome;
use super::context::Context;
use crate::answer::{Input, StatsAnswer, StatsRequest};

pub(super) fn run(context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let report = context.report(&workspace);
    let hashes = context.hashes(&workspace);
    let input = Input::of(&workspace).with_hashes(&hashes.0);
    context.present(&StatsAnswer::new(input, &StatsRequest { findings: &report.findings }), usize::MAX)
}
