//! What can be typed to see edges, to add one and to take one back.

use super::TrustArgs;
use super::value::{Words, actor, id, relation, relations, steps, wanted_id};
use crate::query::Directions;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};

#[derive(Debug, ClapArgs)]
#[command(subcommand_negates_reqs = true)]
pub(in crate::cli) struct RefsArgs {
    #[command(subcommand)]
    pub(in crate::cli) command: Option<RefsCommand>,
    #[command(flatten)]
    pub(in crate::cli) query: RefsQuery,
}

#[derive(Debug, Clone, PartialEq, ClapArgs)]
pub(in crate::cli) struct RefsQuery {
    /// The node to start from; with `--follow`, every edge counts without one
    #[arg(required_unless_present = "follow", value_parser = wanted_id)]
    pub(in crate::cli) id: Option<String>,
    /// Print edges as they come from now on, a line each, until ctrl-c
    #[arg(long)]
    pub(in crate::cli) follow: bool,
    /// Edges that reach the node, leave it, or both
    #[arg(long, default_value = "out", value_name = "DIRECTION", requires = "id")]
    pub(in crate::cli) direction: Directions,
    /// Only this relation; several can be given, one by one or separated by commas
    #[arg(long = "relation", alias = "relations", value_name = "VERB", value_parser = relations)]
    pub(in crate::cli) relations: Vec<Words>,
    /// How many steps to walk
    #[arg(long, default_value = "1", value_name = "N", value_parser = steps, allow_negative_numbers = true, requires = "id")]
    pub(in crate::cli) depth: u32,
    /// Only edges both of whose ends are in this domain
    #[arg(long, value_name = "DOMAIN")]
    pub(in crate::cli) domain: Option<String>,
    /// Only edges both of whose ends are in this layer or sub-layer
    #[arg(long, value_name = "LAYER")]
    pub(in crate::cli) layer: Option<String>,
    /// Also edges that are retracted, marked as such
    #[arg(long, conflicts_with = "follow")]
    pub(in crate::cli) retracted: bool,
    /// `layer`: only edges inside the node's own layer, and what explains something across layers
    #[arg(long, value_name = "LENS", conflicts_with = "layer", requires = "id")]
    pub(in crate::cli) lens: Option<Lens>,
    #[command(flatten)]
    pub(in crate::cli) trust: TrustArgs,
}

/// Through what edges are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Lens {
    Layer,
}

impl RefsQuery {
    /// Whether any of it was typed.
    pub(in crate::cli) fn asks_for_anything(&self) -> bool {
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
    /// Retract an edge of the log, by appending a row that says so
    Retract(RefsRetractArgs),
}

/// What every row that is appended has.
#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct RowArgs {
    /// Who writes it
    #[arg(long, value_name = "NAME", default_value = "cli", value_parser = actor)]
    pub(in crate::cli) actor: String,
    /// Why, in your own words
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) reason: Option<String>,
    /// Say what would be written, and write nothing
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct RefsAddArgs {
    /// The node the edge leaves
    #[arg(long, value_name = "ID", value_parser = id)]
    pub(in crate::cli) from: String,
    /// The node the edge reaches
    #[arg(long, value_name = "ID", value_parser = id)]
    pub(in crate::cli) to: String,
    /// The verb, read from `--from`, such as led-to, addresses or cites, or one of the systems at both ends
    #[arg(long, value_name = "VERB", value_parser = relation)]
    pub(in crate::cli) relation: String,
    #[command(flatten)]
    pub(in crate::cli) row: RowArgs,
    /// Write nothing if there is any advice against it
    #[arg(long, conflicts_with = "force")]
    pub(in crate::cli) strict: bool,
    /// Write it even if the relation is reserved
    #[arg(long)]
    pub(in crate::cli) force: bool,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct RefsRetractArgs {
    /// The node the edge leaves
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) from: String,
    /// The node the edge reaches
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) to: String,
    /// The verb as it is stored
    #[arg(value_name = "VERB", value_parser = relation)]
    pub(in crate::cli) relation: String,
    /// When the edge was added, as it stands in the log, if there are several; empty for one without a time
    #[arg(long, value_name = "TS")]
    pub(in crate::cli) ts: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) row: RowArgs,
}
