//! What can be typed to ask what follows from edges: impact, arguments, contradictions, circles.

use super::AmongArgs;
use super::value::{Words, relations, steps, wanted_id};
use crate::query::Orient;
use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ImpactArgs {
    /// The node that changes
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) id: String,
    /// Only what consumes this method of a model node: relations whose `consumes` names it, and what rests on their nodes
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) method: Option<String>,
    /// Also show the context package of each affected model node: its tokens at the last commit and now, and its drift
    #[arg(long)]
    pub(in crate::cli) simulate: bool,
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ArgumentArgs {
    /// The claim: any node
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) id: String,
    /// How many entries of each list to print at the most, the nearest first; the counts are exact
    #[arg(long, default_value = "1000", value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(in crate::cli) limit: u32,
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
}

#[derive(Debug, ClapArgs)]
#[command(mut_arg("min_confidence", |arg| arg.help(
    "Leave out edges whose confidence is lower now, from 0 to 1; else what has faded counts where both held at one time"
)))]
pub(in crate::cli) struct ContradictionsArgs {
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct CyclesArgs {
    /// The relations to follow together, separated by commas, each with its synonyms; if absent, those that must not go round, class by class:
    /// led-to; supersedes; follows-up; derives-from; caused, prevented, causes-to-fail; uses, calls, extends, implements (in a
    /// model); implies; `upgrades_to`; `derived_from`
    #[arg(long, alias = "relation", value_name = "VERBS", value_parser = relations)]
    pub(in crate::cli) relations: Vec<Words>,
    /// Follow edges as they are stored, or by which end came first
    #[arg(long, default_value = "stored", value_name = "ORIENTATION")]
    pub(in crate::cli) orient: Orient,
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
}
