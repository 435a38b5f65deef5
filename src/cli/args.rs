//! Command line arguments, parsed with clap's derive macros. Doc comments on fields and variants are the `--help`
//! texts.

mod explain;
mod output;
mod paths;
mod question;
mod reasoning;
mod refs;
mod screen;
mod value;

pub(super) use explain::explain;
pub(super) use output::{Format, OutputArgs};
pub(super) use paths::{EdgeArgs, PathArgs, RankArgs, SuggestArgs};
pub(super) use question::{TypedArgument, TypedQuestion};
pub(super) use reasoning::{ArgumentArgs, ContradictionsArgs, CyclesArgs, ImpactArgs};
pub(super) use refs::{Lens, RefsAddArgs, RefsArgs, RefsCommand, RefsQuery, RefsRetractArgs};
pub(super) use screen::{Print, ScreenArgs, Size};

use crate::query::{LineageDirection, Orient};
use crate::system::{Question, Systems};
use crate::time::Millis;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
pub(super) use value::Words;
use value::{actor, fields, moment, query_word, relations, share, status, steps, wanted_id, when};

/// Explore the typed reference graphs that teams and their agents keep in plain files. Without a command, opens the
/// screen.
#[derive(Debug, Parser)]
#[command(name = "refscope", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 success, 1 negative answer (unknown id, findings of severity error), 2 failure\n\
    No workspace yet? Try: refscope demo"
)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) global: Global,
    #[command(flatten)]
    pub(super) screen: ScreenArgs,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// The help of `--workspace`: where a workspace is looked for, in order.
fn workspace_help() -> String {
    let systems = Systems::built_in();
    let variables = systems.iter().filter_map(|(_, system)| Some(format!("${}", system.workspace_variable()?)));
    let homes = systems.iter().filter_map(|(_, system)| Some(format!("~/{}", system.home_folder()?)));
    let own = std::iter::once("$REFSCOPE_WORKSPACE".to_owned());
    let places: Vec<_> = own.chain(variables).chain(["nearest at or above here".to_owned()]).chain(homes).collect();
    format!("Workspace folder; default: {}", places.join(", "))
}

#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Global options")]
pub(super) struct Global {
    #[arg(short = 'w', long, global = true, value_name = "DIR")]
    #[arg(help = workspace_help())]
    pub(super) workspace: Option<PathBuf>,
    /// Output format; auto prints text on a terminal and JSON in a pipe
    #[arg(short = 'f', long, global = true, value_name = "FORMAT", default_value = "auto", value_parser = Format::parser())]
    pub(super) format: Format,
    /// Maximum number of entries per list [default: 20 for search and rank, 10 for suggest, 100 for path, 1000 for
    /// argument, otherwise all]
    #[arg(long, global = true, value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(super) limit: Option<u32>,
    /// Only these fields of each entry, comma-separated, such as id,title; selects JSON
    #[arg(long, global = true, value_name = "NAMES", value_parser = fields)]
    pub(super) fields: Vec<Words>,
    /// Read every file; neither use nor save a snapshot
    #[arg(long, global = true)]
    pub(super) no_cache: bool,
    /// Allow reading and writing outside the workspace: through symlinks, and paths in its settings
    #[arg(long, global = true)]
    pub(super) allow_outside: bool,
    /// Show the graph as of TIME, such as 2026-05-01 or -7d: rows and files dated no later
    #[arg(long, global = true, value_name = "TIME", value_parser = when, allow_hyphen_values = true)]
    pub(super) as_of: Option<String>,
    /// Treat TIME as the current time, for confidence and for relative times such as -7d
    #[arg(long, global = true, value_name = "TIME", value_parser = moment, allow_hyphen_values = true)]
    pub(super) now: Option<Millis>,
    /// When to use colour; auto respects `NO_COLOR` and pipes
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

impl Command {
    /// Where the answer goes, for commands whose answer has a graph.
    pub(super) fn output(&self) -> Option<&OutputArgs> {
        match self {
            Self::Refs(RefsArgs { command: None, query: RefsQuery { follow: false, .. }, output }) => Some(output),
            Self::Trace(args) => Some(&args.output),
            Self::Impact(args) => Some(&args.output),
            Self::Path(args) => Some(&args.output),
            Self::Suggest(args) => Some(&args.output),
            Self::Argument(args) => Some(&args.output),
            Self::Contradictions(args) => Some(&args.output),
            Self::Cycles(args) => Some(&args.output),
            Self::Tree(args) => Some(&args.output),
            Self::Diff(args) => Some(&args.output),
            Self::List(args) | Self::Artifact(ArtifactCommand::List(args)) => Some(&args.output),
            Self::Search(args) => Some(&args.output),
            Self::Export(args) => Some(&args.output),
            _ => None,
        }
    }

    /// The reason why this command does not support `--as-of`, if so.
    pub(super) fn refuses_the_past(&self) -> Option<&'static str> {
        match self {
            Self::Refs(RefsArgs { query: RefsQuery { follow: true, .. }, .. }) => Some("--follow shows only new edges"),
            Self::Demo(DemoArgs { into: Some(_), .. }) => Some("this command does not query a graph"),
            Self::Question(typed) => typed.only_now().or_else(|| self.takes_no_time()),
            Self::Impact(args) => args.options.only_now(),
            _ => self.takes_no_time(),
        }
    }

    /// The reason why this command does not support `--now`, if so.
    pub(super) fn takes_no_time(&self) -> Option<&'static str> {
        match self {
            Self::Refs(RefsArgs { command: Some(_), .. })
            | Self::Status(_)
            | Self::Artifact(ArtifactCommand::Status(_))
            | Self::Question(TypedQuestion { question: Question { writes: true, .. }, .. })
            | Self::MigrateIds(_) => Some("this command changes the workspace, and the past cannot be changed"),
            Self::Generate(_) | Self::Cache(_) | Self::Completions(_) | Self::Skill | Self::Man => {
                Some("this command does not query a graph")
            }
            _ => None,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct CacheArgs {
    /// Remove the snapshot of the workspace
    #[arg(long)]
    pub(super) clear: bool,
    /// Include the snapshots of all workspaces
    #[arg(long)]
    pub(super) all: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct RelationsArgs {
    /// Include the relations of systems that this workspace does not use
    #[arg(long)]
    pub(super) all: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Edges of a node; `refs add` appends an edge, `refs retract` retracts one
    Refs(RefsArgs),
    /// Lineage of a node: causes and effects, by signed distance
    Trace(TraceArgs),
    /// A node with its details and edges
    Show(ShowArgs),
    /// Impact of a change: all nodes that depend on a node, directly or transitively
    Impact(ImpactArgs),
    /// Shortest paths between two nodes, step by step
    Path(PathArgs),
    /// Most important nodes by PageRank, overall or relative to given nodes
    Rank(RankArgs),
    /// Tasks that can be started: open, and held up by no unfinished task; most urgent first
    Ready,
    /// Edges that a node probably lacks, with evidence
    Suggest(SuggestArgs),
    /// Support and rebuttals of a claim, its assumptions, and the nodes that fall with it
    Argument(ArgumentArgs),
    /// Contradictions, each with the two chains of edges that prove it
    Contradictions(ContradictionsArgs),
    /// Cycles over relations that must be acyclic
    Cycles(CyclesArgs),
    #[command(flatten)]
    Question(TypedQuestion),
    /// All nodes as a tree, one per system
    Tree(TreeArgs),
    /// Counts by system, kind and relation
    Stats,
    /// Relations in force: how they read, their properties, and how often they are used
    Relations(RelationsArgs),
    /// Nodes and edges added between two times, by actor and relation
    Diff(DiffArgs),
    /// History of the edge log, newest first
    Log(LogArgs),
    /// Nodes, filtered by kind, status, domain, layer or system
    List(ListArgs),
    /// Nodes whose id or title matches a query, best match first
    Search(SearchArgs),
    /// The whole graph or a part of it, for other programs
    Export(ExportArgs),
    /// Findings: errors, warnings and notes about the workspace
    Doctor,
    /// Change the status of an artifact according to the rules of its kind
    Status(StatusArgs),
    /// Aliases `artifact status` and `artifact list`, as spelt by the reference graph's own tool
    #[command(subcommand, hide = true)]
    Artifact(ArtifactCommand),
    /// Rewrite ids in the log using a map of old to new ids
    MigrateIds(MigrateIdsArgs),
    /// Explore a small demo workspace
    Demo(DemoArgs),
    /// Generate a workspace of any size for benchmarks
    Generate(GenerateArgs),
    /// Show the path and size of the workspace's snapshot, or clear it
    Cache(CacheArgs),
    /// Print shell completions
    Completions(CompletionsArgs),
    /// Print instructions for agents, as a SKILL.md
    Skill,
    /// Print the manual page
    Man,
}

/// Commands under the names that the reference graph's own tool uses.
#[derive(Debug, Subcommand)]
pub(super) enum ArtifactCommand {
    /// Same as `status`
    Status(StatusArgs),
    /// Same as `list`
    List(ListArgs),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, ClapArgs)]
pub(super) struct TrustArgs {
    /// Omit edges with a lower confidence, from 0 to 1; default: the workspace's threshold
    #[arg(long, value_name = "SHARE", value_parser = share, allow_negative_numbers = true)]
    pub(super) min_confidence: Option<f64>,
}

/// Edge filters shared by most queries.
#[derive(Debug, ClapArgs)]
pub(super) struct AmongArgs {
    /// Only edges with both ends in this layer or sub-layer
    #[arg(long, value_name = "LAYER")]
    pub(super) layer: Option<String>,
    #[command(flatten)]
    pub(super) trust: TrustArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct TraceArgs {
    /// Node to start from
    #[arg(value_parser = wanted_id)]
    pub(super) id: String,
    /// Follow edges forward (effects), backward (causes) or both
    #[arg(long, default_value = "both", value_name = "DIRECTION")]
    pub(super) direction: LineageDirection,
    /// Relations to follow, comma-separated; default: the lineage relations
    #[arg(long, alias = "relation", value_name = "VERBS", value_parser = relations)]
    pub(super) relations: Vec<Words>,
    /// Maximum number of steps in each direction; default: unlimited
    #[arg(long, alias = "depth", value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(super) max_depth: Option<u32>,
    /// Direction of an edge: as stored, or by meaning, from cause to effect
    #[arg(long, default_value = "stored", value_name = "ORIENTATION")]
    pub(super) orient: Orient,
    #[command(flatten)]
    pub(super) among: AmongArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct TreeArgs {
    /// Only this node and its descendants, or one system
    #[arg(long, value_name = "ID", value_parser = wanted_id)]
    pub(super) root: Option<String>,
    /// Maximum number of levels
    #[arg(long, value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(super) depth: Option<u32>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct DiffArgs {
    /// Start time, exclusive: 2026-05-01, 2026-05-01T12:00:00Z or -7d
    #[arg(long, value_name = "TIME", value_parser = when, allow_hyphen_values = true)]
    pub(super) from: String,
    /// End time, inclusive; default: no limit
    #[arg(long, value_name = "TIME", value_parser = when, allow_hyphen_values = true)]
    pub(super) to: Option<String>,
    /// Only nodes in this layer or sub-layer, and edges with both ends in it
    #[arg(long, value_name = "LAYER")]
    pub(super) layer: Option<String>,
    #[command(flatten)]
    pub(super) trust: TrustArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ShowArgs {
    /// Node to show
    #[arg(value_parser = wanted_id)]
    pub(super) id: String,
    #[command(flatten)]
    pub(super) trust: TrustArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct LogArgs {
    /// Only rows with this node at either end
    #[arg(value_parser = wanted_id)]
    pub(super) id: Option<String>,
    /// Only rows written by this actor; repeatable
    #[arg(long = "actor", value_name = "NAME", value_parser = actor)]
    pub(super) actors: Vec<String>,
    /// Only this relation; repeatable or comma-separated
    #[arg(long = "relation", alias = "relations", value_name = "VERB", value_parser = relations)]
    pub(super) relations: Vec<Words>,
    /// Only rows written at or after TIME, such as 2026-05-01, 2026-05-01T12:00:00Z or -7d
    #[arg(long, value_name = "TIME", value_parser = when, allow_hyphen_values = true)]
    pub(super) since: Option<String>,
    /// Only rows with both ends in this layer or sub-layer
    #[arg(long, value_name = "LAYER")]
    pub(super) layer: Option<String>,
}

/// Filters for nodes.
#[derive(Debug, ClapArgs)]
pub(super) struct NodeFilterArgs {
    /// Only nodes of this kind
    #[arg(long, value_name = "KIND")]
    pub(super) kind: Option<String>,
    /// Only nodes with this status
    #[arg(long, value_name = "STATUS")]
    pub(super) status: Option<String>,
    /// Only nodes of this domain
    #[arg(long, value_name = "DOMAIN")]
    pub(super) domain: Option<String>,
    /// Only nodes in this layer or sub-layer
    #[arg(long, value_name = "LAYER")]
    pub(super) layer: Option<String>,
    /// Only nodes of this system
    #[arg(long, value_name = "SYSTEM")]
    pub(super) system: Option<String>,
    /// Only missing nodes: undefined ids that an edge refers to
    #[arg(long)]
    pub(super) missing: bool,
    /// Only nodes without edges
    #[arg(long)]
    pub(super) orphans: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ListArgs {
    #[command(flatten)]
    pub(super) nodes: NodeFilterArgs,
    /// Only nodes with drift: their files changed since they were recorded
    #[arg(long)]
    pub(super) drifted: bool,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    pub(super) nodes: NodeFilterArgs,
    /// Only edges with this relation, and their ends; repeatable or comma-separated
    #[arg(long = "relation", alias = "relations", value_name = "VERB", value_parser = relations)]
    pub(super) relations: Vec<Words>,
    /// Include retracted edges, marked as such
    #[arg(long)]
    pub(super) retracted: bool,
    /// Omit edges with a lower confidence, from 0 to 1; default: include all
    #[arg(long, value_name = "SHARE", value_parser = share, allow_negative_numbers = true)]
    pub(super) min_confidence: Option<f64>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct SearchArgs {
    /// Search words; each must occur in the id or title
    #[arg(required = true, value_parser = query_word)]
    pub(super) query: Vec<String>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct StatusArgs {
    /// Artifact id
    #[arg(value_parser = wanted_id)]
    pub(super) id: String,
    /// New status
    #[arg(value_name = "NEW", value_parser = status)]
    pub(super) status: String,
    /// Node that takes responsibility; required for `addressed`
    #[arg(long, value_name = "ID", value_parser = wanted_id)]
    pub(super) addressed_by: Option<String>,
    /// Reason, for the audit trail
    #[arg(long, value_name = "TEXT")]
    pub(super) reason: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct MigrateIdsArgs {
    /// JSON file: {"old-id": "new-id", …}
    #[arg(long, value_name = "FILE")]
    pub(super) map: PathBuf,
    /// Rewrite the log; default: only show what would change
    #[arg(long)]
    pub(super) apply: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct DemoArgs {
    /// Write the demo to this folder, which must be empty or absent, and keep it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["theme", "color_depth", "ascii", "no_mouse", "keys", "print", "size"])]
    pub(super) into: Option<PathBuf>,
    #[command(flatten)]
    pub(super) screen: ScreenArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct GenerateArgs {
    /// Folder to write to; must be empty or absent
    pub(super) into: PathBuf,
    /// Number of artifacts
    #[arg(long, default_value = "10000", value_name = "N")]
    pub(super) artifacts: usize,
    /// Number of rows in the log
    #[arg(long, default_value = "100000", value_name = "N")]
    pub(super) rows: usize,
    /// Approximate size of an artifact in bytes
    #[arg(long, default_value = "2000", value_name = "N")]
    pub(super) body_bytes: usize,
    /// Random seed; the same seed generates the same files
    #[arg(long, default_value = "1", value_name = "N")]
    pub(super) seed: u64,
}

#[derive(Debug, ClapArgs)]
pub(super) struct CompletionsArgs {
    /// Shell to generate completions for
    pub(super) shell: clap_complete::Shell,
}

impl Color {
    /// Whether to use colour when writing to a terminal, or to a file or pipe.
    pub(super) fn is_on(self, is_terminal: bool) -> bool {
        let no_color = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => is_terminal && !no_color() && !dumb(),
        }
    }
}
