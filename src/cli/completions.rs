//! `completions SHELL`: a completion script, for packagers.

use super::Outcome;
use super::args::{Args, CompletionsArgs};
use super::context::Context;
use clap::CommandFactory as _;

pub(super) fn run(args: &CompletionsArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "refscope", &mut script);
    context.out.raw(&script)?;
    Ok(Outcome::Yes)
}
