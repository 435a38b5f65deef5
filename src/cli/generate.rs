//! `generate`: writes a synthetic workspace of any size, for benchmarks.

use super::Outcome;
use super::args::GenerateArgs;
use super::context::say;
use crate::sample::{Size, generate};
use anyhow::Context as _;

pub(super) fn run(args: &GenerateArgs) -> anyhow::Result<Outcome> {
    let size = Size { artifacts: args.artifacts, rows: args.rows, body_bytes: args.body_bytes };
    generate(&args.into, size, args.seed).with_context(|| format!("cannot write {}", args.into.display()))?;
    say("done", &args.into.display().to_string());
    Ok(Outcome::Yes)
}
