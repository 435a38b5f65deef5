//! Arguments of `drift` and `drift sync`.

use super::value::wanted_id;
use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub(in crate::cli) struct DriftArgs {
    #[command(subcommand)]
    pub(in crate::cli) command: Option<DriftCommand>,
    /// Only this node and its descendants
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) node: Option<String>,
    /// Omit nodes that are ok
    #[arg(long)]
    pub(in crate::cli) drifted_only: bool,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum DriftCommand {
    /// Record the current state of the nodes' files
    Sync(DriftSyncArgs),
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct DriftSyncArgs {
    /// Nodes to record
    #[arg(value_name = "NODE", value_parser = wanted_id, required_unless_present = "all", conflicts_with = "all")]
    pub(in crate::cli) nodes: Vec<String>,
    /// Include their descendants
    #[arg(long, conflicts_with = "all")]
    pub(in crate::cli) recursive: bool,
    /// Record every mapped node, and remove records of nodes that no longer exist or are no longer mapped
    #[arg(long)]
    pub(in crate::cli) all: bool,
    /// Show what would be written without writing it
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
}
