//! Arguments of `refs`, `refs add` and `refs retract`.

use super::value::{Words, actor, id, relation, relations, steps, wanted_id};
use super::{OutputArgs, TrustArgs};
use crate::query::Directions;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};

#[derive(Debug, ClapArgs)]
#[command(subcommand_negates_reqs = true)]
pub(in crate::cli) struct RefsArgs {
    #[command(subcommand)]
    pub(in crate::cli) command: Option<RefsCommand>,
    #[command(flatten)]
    pub(in crate::cli) query: RefsQuery,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, Clone, PartialEq, ClapArgs)]
pub(in crate::cli) struct RefsQuery {
    /// Node to start from; with `--follow`, default: all edges
    #[arg(required_unless_present = "follow", value_parser = wanted_id)]
    pub(in crate::cli) id: Option<String>,
    /// Print new edges as they are added, one per line, until ctrl-c
    #[arg(long)]
    pub(in crate::cli) follow: bool,
    /// Incoming edges, outgoing edges, or both
    #[arg(long, default_value = "out", value_name = "DIRECTION", requires = "id")]
    pub(in crate::cli) direction: Directions,
    /// Only this relation; repeatable or comma-separated
    #[arg(long = "relation", alias = "relations", value_name = "VERB", value_parser = relations)]
    pub(in crate::cli) relations: Vec<Words>,
    /// Maximum number of steps from the node
    #[arg(long, default_value = "1", value_name = "N", value_parser = steps, allow_negative_numbers = true, requires = "id")]
    pub(in crate::cli) depth: u32,
    /// Only edges with both ends in this domain
    #[arg(long, value_name = "DOMAIN")]
    pub(in crate::cli) domain: Option<String>,
    /// Only edges with both ends in this layer or sub-layer
    #[arg(long, value_name = "LAYER")]
    pub(in crate::cli) layer: Option<String>,
    /// Include retracted edges, marked as such
    #[arg(long, conflicts_with = "follow")]
    pub(in crate::cli) retracted: bool,
    /// `layer`: only edges within the node's own layer, and explanations across layers
    #[arg(long, value_name = "LENS", conflicts_with = "layer", requires = "id")]
    pub(in crate::cli) lens: Option<Lens>,
    #[command(flatten)]
    pub(in crate::cli) trust: TrustArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Lens {
    Layer,
}

impl RefsQuery {
    /// Whether any argument differs from its default.
    pub(in crate::cli) fn has_arguments(&self) -> bool {
        let plain = Self {
            id: None,
            follow: false,
            direction: Directions::Out,
            relations: Vec::new(),
            depth: 1,
            domain: None,
            layer: None,
            retracted: false,
            lens: None,
            trust: TrustArgs::default(),
        };
        *self != plain
    }
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum RefsCommand {
    /// Append one edge to the log
    Add(RefsAddArgs),
    /// Retract an edge of the log by appending a retraction row
    Retract(RefsRetractArgs),
}

/// Arguments shared by all commands that append a row.
#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct RowArgs {
    /// Name of the author
    #[arg(long, value_name = "NAME", default_value = "cli", value_parser = actor)]
    pub(in crate::cli) actor: String,
    /// Reason, as free text
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) reason: Option<String>,
    /// Show what would be written without writing it
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct RefsAddArgs {
    /// Source node of the edge
    #[arg(long, value_name = "ID", value_parser = id)]
    pub(in crate::cli) from: String,
    /// Target node of the edge
    #[arg(long, value_name = "ID", value_parser = id)]
    pub(in crate::cli) to: String,
    /// Relation from `--from` to `--to`, such as led-to, addresses or cites, or one of their systems' relations
    #[arg(long, value_name = "VERB", value_parser = relation)]
    pub(in crate::cli) relation: String,
    #[command(flatten)]
    pub(in crate::cli) row: RowArgs,
    /// Write nothing if there are any warnings
    #[arg(long, conflicts_with = "force")]
    pub(in crate::cli) strict: bool,
    /// Write the edge even if the relation is reserved
    #[arg(long)]
    pub(in crate::cli) force: bool,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct RefsRetractArgs {
    /// Source node of the edge
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) from: String,
    /// Target node of the edge
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) to: String,
    /// Relation, as stored
    #[arg(value_name = "VERB", value_parser = relation)]
    pub(in crate::cli) relation: String,
    /// Timestamp of the edge as in the log, if there are several; empty for an edge without one
    #[arg(long, value_name = "TS")]
    pub(in crate::cli) ts: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) row: RowArgs,
}
