//! What can be typed to ask how nodes are connected, which matter, and which links are missing.

use super::AmongArgs;
use super::value::{Words, relations, steps, wanted_id, wanted_ids};
use crate::query::{Directions, Orient};
use clap::Args as ClapArgs;

/// Over which edges a question goes.
#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct EdgeArgs {
    /// The relations to follow, separated by commas; all of them if absent
    #[arg(long, alias = "relation", value_name = "VERBS", value_parser = relations)]
    pub(in crate::cli) relations: Vec<Words>,
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct PathArgs {
    /// The node to start from
    #[arg(value_name = "A", value_parser = wanted_id)]
    pub(in crate::cli) from: String,
    /// The node to reach
    #[arg(value_name = "B", value_parser = wanted_id)]
    pub(in crate::cli) to: String,
    /// Only along the edges, instead of both ways
    #[arg(long)]
    pub(in crate::cli) directed: bool,
    /// With `--directed`: along edges as they are stored, or by which end came first
    #[arg(long, default_value = "stored", value_name = "ORIENTATION", requires = "directed")]
    pub(in crate::cli) orient: Orient,
    /// How many steps a path may have; any number if absent
    #[arg(long, alias = "max-depth", value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(in crate::cli) max_hops: Option<u32>,
    /// All paths that are equally short, not only the most trusted one
    #[arg(long)]
    pub(in crate::cli) all_shortest: bool,
    /// How many of them to print at the most; they are counted in any case
    #[arg(long, default_value = "100", value_name = "N", value_parser = steps, allow_negative_numbers = true, requires = "all_shortest")]
    pub(in crate::cli) limit: u32,
    #[command(flatten)]
    pub(in crate::cli) edges: EdgeArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "With --layer only nodes of that layer are ranked, and the walk starts and stays there.")]
pub(in crate::cli) struct RankArgs {
    /// What matters to this node, instead of at all; several can be given, one by one or separated by commas
    #[arg(long = "from", value_name = "ID", value_parser = wanted_ids)]
    pub(in crate::cli) seeds: Vec<Words>,
    /// How many nodes to print at the most
    #[arg(long, default_value = "20", value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(in crate::cli) limit: u32,
    /// Walk along the edges, against them, or both; else along them, and both ways with `--from`
    #[arg(long, value_name = "DIRECTION")]
    pub(in crate::cli) direction: Option<Directions>,
    /// Along edges as they are stored, or by which end came first
    #[arg(long, default_value = "stored", value_name = "ORIENTATION")]
    pub(in crate::cli) orient: Orient,
    #[command(flatten)]
    pub(in crate::cli) edges: EdgeArgs,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "With --layer only links between nodes of that layer are suggested, with --relations only links with one of \
    these verbs."
)]
pub(in crate::cli) struct SuggestArgs {
    /// The node whose links are probably missing
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) id: String,
    /// How many to print at the most
    #[arg(long, default_value = "10", value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(in crate::cli) limit: u32,
    /// Also look for it in the texts of all other nodes, which reads every file
    #[arg(long)]
    pub(in crate::cli) everywhere: bool,
    #[command(flatten)]
    pub(in crate::cli) edges: EdgeArgs,
}
