//! Arguments of `drift` and `drift sync`.

use super::value::wanted_id;
use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub(in crate::cli) struct DriftArgs {
    #[command(subcommand)]
    pub(in crate::cli) command: Option<DriftCommand>,
    /// Only this node and the nodes below it
    #[arg(value_parser = wanted_id)]
    pub(in crate::cli) node: Option<String>,
    /// Leave out nodes that are ok
    #[arg(long)]
    pub(in crate::cli) drifted_only: bool,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum DriftCommand {
    /// Record the files of nodes as they are now
    Sync(DriftSyncArgs),
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct DriftSyncArgs {
    /// The nodes
    #[arg(value_name = "NODE", value_parser = wanted_id, required_unless_present = "all", conflicts_with = "all")]
    pub(in crate::cli) nodes: Vec<String>,
    /// Also the nodes below them
    #[arg(long, conflicts_with = "all")]
    pub(in crate::cli) recursive: bool,
    /// Every mapped node; records of nodes that are gone or no longer mapped are removed
    #[arg(long)]
    pub(in crate::cli) all: bool,
    /// Show what would be written, and write nothing
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
}
