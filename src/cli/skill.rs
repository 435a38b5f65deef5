//! `skill`: instructions for an agent, as a `SKILL.md`.

use super::Outcome;
use super::context::Context;

/// At most 2 KB, because an agent reads it with every task. A test runs the commands in it.
const SKILL: &str = include_str!("../../assets/skill.md");

pub(super) fn run(context: &mut Context) -> anyhow::Result<Outcome> {
    context.out.raw(SKILL.as_bytes())?;
    Ok(Outcome::Yes)
}
