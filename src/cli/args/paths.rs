//! Arguments of `path`, `rank` and `suggest`.

use super::value::{Words, relations, steps, wanted_id, wanted_ids};
use super::{AmongArgs, OutputArgs};
use crate::query::{Directions, Orient};
use clap::Args as ClapArgs;

/// Relation and edge filters.
#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct EdgeArgs {
    /// Relations to follow, comma-separated; default: all
    #[arg(long, alias = "relation", value_name = "VERBS", value_parser = relations)]
    pub(in crate::cli) relations: Vec<Words>,
    #[command(flatten)]
    pub(in crate::cli) among: AmongArgs,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct PathArgs {
    /// Node to start from
    #[arg(value_name = "A", value_parser = wanted_id)]
    pub(in crate::cli) from: String,
    /// Node to reach
    #[arg(value_name = "B", value_parser = wanted_id)]
    pub(in crate::cli) to: String,
    /// Follow edges only forward, instead of both ways
    #[arg(long)]
    pub(in crate::cli) directed: bool,
    /// With `--directed`: direction of an edge as stored, or by meaning, from cause to effect
    #[arg(long, default_value = "stored", value_name = "ORIENTATION", requires = "directed")]
    pub(in crate::cli) orient: Orient,
    /// Maximum length of a path; default: unlimited
    #[arg(long, alias = "max-depth", value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(in crate::cli) max_hops: Option<u32>,
    /// All shortest paths, not only the one with the highest confidence
    #[arg(long)]
    pub(in crate::cli) all_shortest: bool,
    #[command(flatten)]
    pub(in crate::cli) edges: EdgeArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "With --layer, only nodes and edges in that layer take part in the ranking.")]
pub(in crate::cli) struct RankArgs {
    /// Rank by importance to this node (personalised PageRank); repeatable or comma-separated
    #[arg(long = "from", value_name = "ID", value_parser = wanted_ids)]
    pub(in crate::cli) seeds: Vec<Words>,
    /// Follow edges in this direction; default: out, or both with `--from`
    #[arg(long, value_name = "DIRECTION")]
    pub(in crate::cli) direction: Option<Directions>,
    /// Direction of an edge: as stored, or by meaning, from cause to effect
    #[arg(long, default_value = "stored", value_name = "ORIENTATION")]
    pub(in crate::cli) orient: Orient,
    #[command(flatten)]
    pub(in crate::cli) edges: EdgeArgs,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "With --layer, only edges within that layer are suggested; with --relations, only edges with one of these \
    relations."
)]
pub(in crate::cli) struct SuggestArgs {
    /// Node to suggest edges for
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) id: String,
    /// Also search the text of all other nodes for mentions of it; reads every file
    #[arg(long)]
    pub(in crate::cli) everywhere: bool,
    #[command(flatten)]
    pub(in crate::cli) edges: EdgeArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}
