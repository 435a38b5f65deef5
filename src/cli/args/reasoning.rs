//! Arguments of `impact`, `argument`, `contradictions` and `cycles`.

use super::question::ImpactOptionArgs;
use super::value::{Words, relations, wanted_id};
use super::{AmongArgs, OutputArgs};
use crate::query::Orient;
use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ImpactArgs {
    /// Node that changes
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) id: String,
    #[command(flatten)]
    pub(in crate::cli) options: ImpactOptionArgs,
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ArgumentArgs {
    /// Claim; can be any node
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) id: String,
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
#[command(mut_arg("min_confidence", |arg| arg.help(
    "Omit edges with a lower confidence now, from 0 to 1; default: include faded edges that held at the same time"
)))]
pub(in crate::cli) struct ContradictionsArgs {
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct CyclesArgs {
    /// Relations to follow together, comma-separated, each with its synonyms; default: the classes of acyclic
    /// relations, one by one: led-to; supersedes; follows-up; derives-from; caused, prevented, causes-to-fail; uses,
    /// calls, extends, implements (in a model); implies; `upgrades_to`; `derived_from`; blocks, conditional-blocks;
    /// waits-for; parent-child; supersedes, amends, clarifies (of decisions); depends-on, and child-of (of tasks);
    /// up, parent, child-of (of notes); depends-on; part-of; child-of (of a catalogue); child-of (of needs)
    #[arg(long, alias = "relation", value_name = "VERBS", value_parser = relations)]
    pub(in crate::cli) relations: Vec<Words>,
    /// Direction of an edge: as stored, or by meaning, from cause to effect
    #[arg(long, default_value = "stored", value_name = "ORIENTATION")]
    pub(in crate::cli) orient: Orient,
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}
