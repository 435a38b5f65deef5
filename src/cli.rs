//! The command line interface: parses arguments, runs one query or edit, prints the answer.
//!
//! Owns the arguments (clap is used nowhere else), the JSON wire types and the human-readable output. Contains no graph
//! logic; that belongs in `query`. Data goes to standard output, everything else to standard error. Exit codes: 0
//! success, 1 negative answer (unknown id, findings of severity error), 2 failure.

mod args;
mod argument;
mod cache;
mod completions;
mod context;
mod contradictions;
mod cycles;
mod demo;
mod destination;
mod diff;
mod doctor;
mod edges;
mod export;
mod follow;
mod generate;
mod impact;
mod list;
mod log;
mod man;
mod migrate_ids;
mod output;
mod paint;
mod path;
mod question;
mod rank;
mod ready;
mod refs;
mod refs_add;
mod refs_retract;
mod relations;
mod row;
mod screen;
mod search;
mod show;
mod signals;
mod skill;
mod stats;
mod status;
mod suggest;
mod trace;
mod tree;

use crate::workspace::LocateError;
use args::{Args, ArtifactCommand, Command, Format, RefsCommand, ScreenArgs};
use clap::Parser as _;
use context::{Context, say};
use output::Output;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

/// The outcome of a command that ran without failing: exit code 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Yes,
    No,
}

/// Runs one command line and returns the exit code of the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    signals::survive_size_limit();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let args = match Args::try_parse_from(&arguments) {
        Ok(args) => args,
        Err(error) => return args::explain(error, &arguments),
    };
    match answer(args, &arguments) {
        Ok(Outcome::Yes) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say("error", &format!("{error:#}"));
            let hints = error.downcast_ref::<LocateError>().map(LocateError::hints).unwrap_or_default();
            for hint in &hints {
                say("hint", hint);
            }
            ExitCode::from(2)
        }
    }
}

/// Runs a command. What it writes to a file appears only if the answer is not negative.
fn answer(args: Args, arguments: &[OsString]) -> anyhow::Result<Outcome> {
    check_time_options(&args)?;
    check_entry_options(&args)?;
    check_format(&args)?;
    let output = args.command.as_ref().and_then(Command::output);
    let mut context = Context::new(&args.global, Output::new(&args.global, output)?, arguments);
    let answer = dispatch(args.command, &args.screen, &mut context)?;
    context.out.flush()?;
    if answer == Outcome::Yes {
        context.out.finish()?;
    }
    Ok(answer)
}

/// Rejects graph formats for commands whose answer has no graph.
fn check_format(args: &Args) -> anyhow::Result<()> {
    let has_graph = args.command.as_ref().is_some_and(|command| command.output().is_some());
    if let Format::Graph(format) = args.global.format
        && !has_graph
    {
        let valid = Format::OF_ALL.join(", ");
        anyhow::bail!("the format {} is for answers with a graph; valid here: {valid}", format.name);
    }
    Ok(())
}

/// Rejects `--as-of` and `--now` for commands other than queries and the screen.
fn check_time_options(args: &Args) -> anyhow::Result<()> {
    let (global, command) = (&args.global, args.command.as_ref());
    let past = global.as_of.as_ref().and(command).and_then(Command::refuses_the_past);
    let now = global.now.and(command).and_then(Command::takes_no_time);
    match (past, now) {
        (Some(why), _) => Err(anyhow::anyhow!("--as-of applies only to queries; {why}")),
        (None, Some(why)) => Err(anyhow::anyhow!("--now applies only to queries; {why}")),
        (None, None) => Ok(()),
    }
}

/// Rejects `--limit` and `--fields` for the screen and for commands other than queries.
fn check_entry_options(args: &Args) -> anyhow::Result<()> {
    let global = &args.global;
    let option = match (global.limit, &global.fields[..]) {
        (Some(_), _) => "--limit",
        (None, [_, ..]) => "--fields",
        (None, []) => return Ok(()),
    };
    if matches!(args.command, Some(Command::Show(_))) && !global.fields.is_empty() {
        anyhow::bail!("--fields applies to the entries of lists, and `show` prints one node");
    }
    match args.command.as_ref().map(Command::takes_no_time) {
        Some(None) => Ok(()),
        Some(Some(why)) => Err(anyhow::anyhow!("{option} applies only to queries; {why}")),
        None => Err(anyhow::anyhow!("{option} applies only to queries, not to the screen")),
    }
}

fn dispatch(command: Option<Command>, screen: &ScreenArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let Some(command) = command else { return screen::run(screen, context) };
    if screen.has_arguments() {
        anyhow::bail!(
            "--theme, --color-depth, --ascii and --no-mouse apply only to the screen: use them without a command or with `demo`"
        );
    }
    match command {
        Command::Refs(args) => match args.command {
            Some(RefsCommand::Add(_)) if args.query.has_arguments() => {
                anyhow::bail!("`refs add` does not accept an ID or filters before `add`; use --from and --to")
            }
            Some(RefsCommand::Retract(_)) if args.query.has_arguments() => {
                anyhow::bail!("`refs retract` does not accept filters before `retract`; FROM, TO and VERB follow it")
            }
            Some(RefsCommand::Add(add)) => refs_add::run(&add, context),
            Some(RefsCommand::Retract(retract)) => refs_retract::run(&retract, context),
            None if args.query.follow => follow::run(&args.query, context),
            None => refs::run(&args.query, context),
        },
        Command::Trace(args) => trace::run(&args, context),
        Command::Show(args) => show::run(&args, context),
        Command::Impact(args) => impact::run(&args, context),
        Command::Path(args) => path::run(&args, context),
        Command::Rank(args) => rank::run(&args, context),
        Command::Ready => ready::run(context),
        Command::Suggest(args) => suggest::run(&args, context),
        Command::Argument(args) => argument::run(&args, context),
        Command::Contradictions(args) => contradictions::run(&args, context),
        Command::Cycles(args) => cycles::run(&args, context),
        Command::Question(typed) => question::run(&typed, context),
        Command::Tree(args) => tree::run(&args, context),
        Command::Stats => stats::run(context),
        Command::Relations(args) => relations::run(&args, context),
        Command::Diff(args) => diff::run(&args, context),
        Command::Log(args) => log::run(&args, context),
        Command::List(args) | Command::Artifact(ArtifactCommand::List(args)) => list::run(&args, context),
        Command::Search(args) => search::run(&args, context),
        Command::Export(args) => export::run(&args, context),
        Command::Doctor => doctor::run(context),
        Command::Status(args) | Command::Artifact(ArtifactCommand::Status(args)) => status::run(&args, context),
        Command::MigrateIds(args) => migrate_ids::run(&args, context),
        Command::Demo(args) => demo::run(&args, context),
        Command::Generate(args) => generate::run(&args),
        Command::Cache(args) => cache::run(&args, context),
        Command::Completions(args) => completions::run(&args, context),
        Command::Skill => skill::run(context),
        Command::Man => man::run(context),
    }
}

/// A closed pipe is not an error: the reader, such as `head`, has read enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        io.or_else(|| cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind))
    };
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}
