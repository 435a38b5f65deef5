//! `man`: the manual page, for packagers.

use super::Outcome;
use super::args::Args;
use super::context::Context;
use clap::{Command, CommandFactory as _};
use std::io;

pub(super) fn run(context: &mut Context) -> anyhow::Result<Outcome> {
    let mut page = Vec::new();
    render(&Args::command(), "refscope", &mut page)?;
    context.out.raw(&page)?;
    Ok(Outcome::Yes)
}

/// Renders the page of a command, then those of its visible subcommands.
fn render(command: &Command, name: &str, page: &mut Vec<u8>) -> io::Result<()> {
    clap_mangen::Man::new(command.clone().name(name.to_owned())).render(page)?;
    let mut shown = command.get_subcommands().filter(|child| !child.is_hide_set());
    shown.try_for_each(|child| render(child, &format!("{name}-{}", child.get_name()), page))
}
