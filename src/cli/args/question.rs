//! Arguments of the questions that systems register, made from their parameters with clap's builder.

use super::value::wanted_id;
use crate::graph::SystemId;
use crate::system::question::{Kind, Parameter, Question};
use crate::system::{ImpactOptions, Systems};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, value_parser};
use std::path::PathBuf;

/// A question of a system, as typed.
#[derive(Debug, Clone)]
pub(in crate::cli) struct TypedQuestion {
    pub(in crate::cli) system: SystemId,
    pub(in crate::cli) question: &'static Question,
    pub(in crate::cli) arguments: Vec<TypedArgument>,
}

/// A parameter that was given, with its values.
#[derive(Debug, Clone)]
pub(in crate::cli) struct TypedArgument {
    pub(in crate::cli) parameter: &'static Parameter,
    pub(in crate::cli) texts: Vec<String>,
    pub(in crate::cli) file: Option<PathBuf>,
}

/// The options that systems add to `impact`.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct ImpactOptionArgs {
    /// The system of the first one that was given, and what its nodes belong to.
    pub(in crate::cli) of: Option<(SystemId, &'static str)>,
    pub(in crate::cli) arguments: Vec<TypedArgument>,
}

impl TypedQuestion {
    /// Why it cannot be asked about the past, if so.
    pub(super) fn only_now(&self) -> Option<&'static str> {
        self.question.only_now.or_else(|| only_now(&self.arguments))
    }
}

/// Why these arguments do not apply to the past, if so.
fn only_now(arguments: &[TypedArgument]) -> Option<&'static str> {
    arguments.iter().find_map(|argument| argument.parameter.only_now)
}

impl ImpactOptionArgs {
    /// Why they do not apply to the past, if so.
    pub(super) fn only_now(&self) -> Option<&'static str> {
        only_now(&self.arguments)
    }
}

fn command_of(question: &'static Question) -> Command {
    let command = Command::new(question.name).about(question.about).args(question.parameters.iter().map(argument_of));
    question
        .below
        .iter()
        .fold(command, |command, below| command.args_conflicts_with_subcommands(true).subcommand(command_of(below)))
}

fn argument_of(parameter: &'static Parameter) -> Arg {
    let arg = Arg::new(parameter.name).help(parameter.about).required(parameter.is_required);
    let arg = if parameter.is_positional { arg } else { arg.long(parameter.name) };
    let arg = if parameter.kind == Kind::Flag { arg } else { arg.value_name(parameter.value) };
    let arg = parameter.required_unless.into_iter().fold(arg, Arg::required_unless_present);
    let arg = parameter.conflicts_with.into_iter().fold(arg, Arg::conflicts_with);
    match parameter.kind {
        Kind::Node(_) | Kind::Id => arg.value_parser(wanted_id),
        Kind::Ids => arg.value_parser(wanted_id).num_args(1..).action(ArgAction::Append),
        Kind::Text => arg,
        Kind::File => arg.value_parser(value_parser!(PathBuf)),
        Kind::Flag => arg.action(ArgAction::SetTrue),
    }
}

/// The parameters that were given.
fn given(parameters: &'static [Parameter], matches: &ArgMatches) -> Vec<TypedArgument> {
    let argument = |parameter: &'static Parameter| {
        let (texts, file) = match parameter.kind {
            Kind::Flag => return matches.get_flag(parameter.name).then(|| (Vec::new(), None)),
            Kind::File => (Vec::new(), Some(matches.get_one::<PathBuf>(parameter.name)?.clone())),
            _ => (matches.get_many::<String>(parameter.name)?.cloned().collect(), None),
        };
        Some((texts, file))
    };
    let typed = |parameter| argument(parameter).map(|(texts, file)| TypedArgument { parameter, texts, file });
    parameters.iter().filter_map(typed).collect()
}

/// The question that was asked, or the one below it.
fn asked(system: SystemId, question: &'static Question, matches: &ArgMatches) -> TypedQuestion {
    let below = matches.subcommand().and_then(|(name, matches)| {
        let question = question.below.iter().find(|below| below.name == name)?;
        Some(asked(system, question, matches))
    });
    below.unwrap_or_else(|| TypedQuestion { system, question, arguments: given(question.parameters, matches) })
}

impl Subcommand for TypedQuestion {
    fn augment_subcommands(command: Command) -> Command {
        Systems::built_in().questions().fold(command, |command, (_, question)| command.subcommand(command_of(question)))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        Systems::built_in().questions().any(|(_, question)| question.name == name)
    }
}

impl FromArgMatches for TypedQuestion {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let found = matches.subcommand().and_then(|(name, matches)| {
            let systems = Systems::built_in();
            let (system, question) = systems.questions().find(|(_, question)| question.name == name)?;
            Some(asked(system, question, matches))
        });
        found.ok_or_else(|| Error::new(clap::error::ErrorKind::MissingSubcommand))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The options of each system.
fn impact_options() -> Vec<(SystemId, ImpactOptions)> {
    Systems::built_in().iter().map(|(id, system)| (id, system.impact_options())).collect()
}

impl Args for ImpactOptionArgs {
    fn augment_args(command: Command) -> Command {
        let parameters = impact_options().into_iter().flat_map(|(_, options)| options.parameters);
        command.args(parameters.map(argument_of))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ImpactOptionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut all = Self::default();
        for (system, options) in impact_options() {
            let given = given(options.parameters, matches);
            if !given.is_empty() {
                all.of.get_or_insert((system, options.of));
                all.arguments.extend(given);
            }
        }
        Ok(all)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Args as AllArgs;
    use clap::{CommandFactory as _, Parser as _};

    fn typed(arguments: &[&str]) -> TypedQuestion {
        let args = AllArgs::try_parse_from(std::iter::once(&"refscope").chain(arguments)).unwrap();
        match args.command {
            Some(crate::cli::args::Command::Question(typed)) => typed,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_commands_of_systems_fit_in_with_the_others() {
        AllArgs::command().debug_assert();
    }

    #[test]
    fn a_question_below_another_has_its_own_parameters() {
        let typed = typed(&["drift", "sync", "a", "b", "--dry-run"]);
        let given: Vec<_> = typed.arguments.iter().map(|one| (one.parameter.name, one.texts.clone())).collect();
        let nodes = ["a", "b"].map(str::to_owned).to_vec();
        assert_eq!((typed.question.name, given), ("sync", vec![("nodes", nodes), ("dry-run", Vec::new())]));
    }

    #[test]
    fn a_parameter_can_decide_whether_the_past_can_be_asked_about() {
        assert_eq!(typed(&["owner", "x"]).only_now(), None);
        assert!(typed(&["owner", "--uncovered"]).only_now().is_some());
        assert!(typed(&["drift"]).only_now().is_some());
    }
}
