//! `man`: the manual page, for packagers.

use super::Answer;
use super::args::Args;
use super::context::Context;
use clap::CommandFactory as _;

pub(super) fn run(context: &mut Context) -> anyhow::Result<Answer> {
    let mut page = Vec::new();
    let command = Args::command();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        let name = format!("refscope-{}", subcommand.get_name());
        clap_mangen::Man::new(subcommand.clone().name(name)).render(&mut page)?;
    }
    context.out.raw(&page)?;
    Ok(Answer::Yes)
}
