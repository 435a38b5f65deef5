//! What can be typed.

mod drift;
mod explain;
mod paths;
mod reasoning;
mod refs;
mod screen;
mod value;

pub(super) use drift::{DriftArgs, DriftCommand, DriftSyncArgs};
pub(super) use explain::explain;
pub(super) use paths::{EdgeArgs, PathArgs, RankArgs, SuggestArgs};
pub(super) use reasoning::{ArgumentArgs, ContradictionsArgs, CyclesArgs, ImpactArgs};
pub(super) use refs::{Lens, RefsAddArgs, RefsArgs, RefsCommand, RefsQuery, RefsRetractArgs};
pub(super) use screen::{Print, ScreenArgs, Size};

use crate::graph::System;
use crate::query::{LineageDirection, Orient};
use crate::time::Millis;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
pub(super) use value::Words;
use value::{actor, moment, query_word, relations, share, status, steps, wanted_id, when};

/// Explore the typed reference graphs that teams and their agents keep in plain files. Without a command, on a screen.
#[derive(Debug, Parser)]
#[command(name = "refscope", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 done, 1 the answer is \"no\" (an unknown id, findings of severity error), 2 it could \
    not run.\nNo workspace at hand? Try: refscope demo"
)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) global: Global,
    #[command(flatten)]
    pub(super) screen: ScreenArgs,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Global options")]
pub(super) struct Global {
    #[arg(short = 'w', long, global = true, value_name = "DIR")]
    #[arg(
        help = "The workspace; else $REFSCOPE_WORKSPACE, $LOOPANY_HOME, the nearest one upward from here, ~/loopany"
    )]
    pub(super) workspace: Option<PathBuf>,
    /// How to print: readable on a terminal and JSON when piped, or one of them always
    #[arg(long, global = true, value_name = "FORMAT", default_value = "auto")]
    pub(super) format: Format,
    /// Read every file, and neither use nor leave a snapshot
    #[arg(long, global = true)]
    pub(super) no_cache: bool,
    /// Read and write what leads outside the workspace: a linked log or artifact, sources and a log that its settings name
    #[arg(long, global = true)]
    pub(super) allow_outside: bool,
    /// Answer as of this time, such as 2026-05-01 or -7d: with the rows of the log up to then, and files that are not younger
    #[arg(long, global = true, value_name = "TIME", value_parser = when, allow_hyphen_values = true)]
    pub(super) as_of: Option<String>,
    /// The moment to take for now, such as 2026-05-16: confidence is computed for it, and -7d counted from it
    #[arg(long, global = true, value_name = "TIME", value_parser = moment, allow_hyphen_values = true)]
    pub(super) now: Option<Millis>,
    /// Whether to colour; auto respects `NO_COLOR` and pipes
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

impl Command {
    /// Why it does not answer as of a time, if it does not.
    pub(super) fn refuses_the_past(&self) -> Option<&'static str> {
        match self {
            Self::Refs(RefsArgs { query: RefsQuery { follow: true, .. }, .. }) => {
                Some("--follow shows what comes from now on")
            }
            Self::Demo(DemoArgs { into: Some(_), .. }) => Some("this asks a graph nothing"),
            Self::Drift(_) | Self::Owner(OwnerArgs { uncovered: true, .. }) => {
                Some("this compares files as they are now")
            }
            Self::Impact(ImpactArgs { simulate: true, .. }) => Some("--simulate compares files as they are now"),
            _ => self.takes_no_time(),
        }
    }

    /// Why it takes no moment for now, if it does not.
    pub(super) fn takes_no_time(&self) -> Option<&'static str> {
        match self {
            Self::Refs(RefsArgs { command: Some(_), .. })
            | Self::Status(_)
            | Self::Artifact(ArtifactCommand::Status(_))
            | Self::Drift(DriftArgs { command: Some(_), .. })
            | Self::MigrateIds(_) => Some("this changes the workspace, and what was cannot be changed"),
            Self::Generate(_) | Self::Cache(_) | Self::Completions(_) | Self::Man => Some("this asks a graph nothing"),
            _ => None,
        }
    }
}

/// What to do with snapshots.
#[derive(Debug, ClapArgs)]
pub(super) struct CacheArgs {
    /// Remove the snapshot of the workspace
    #[arg(long)]
    pub(super) clear: bool,
    /// All snapshots, of whatever workspace
    #[arg(long)]
    pub(super) all: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Auto,
    Human,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// The edges around a node, or those that come; `refs add` and `refs retract` write and retract one
    Refs(RefsArgs),
    /// Where a node comes from and what came of it, by signed distance
    Trace(TraceArgs),
    /// A node, what its system says of it, and its edges
    Show(ShowArgs),
    /// What a change of a node reaches: who rests on it, directly and through others
    Impact(ImpactArgs),
    /// How two nodes are connected: the shortest paths between them, step by step
    Path(PathArgs),
    /// What matters, at all or to some nodes
    Rank(RankArgs),
    /// Links of a node that are probably missing, and what speaks for them
    Suggest(SuggestArgs),
    /// What speaks for a claim and against it, what it assumes, and what falls with it
    Argument(ArgumentArgs),
    /// What cannot be true together, each with the two chains of edges that prove it
    Contradictions(ContradictionsArgs),
    /// Nodes that go round in a circle over relations that must not
    Cycles(CyclesArgs),
    /// The aspects that apply to a node of an architecture model, and why; without an ID, all aspects
    Aspects(AspectsArgs),
    /// The flows in which a node of an architecture model takes part, and why; without an ID, all flows
    Flows(FlowsArgs),
    /// The node of an architecture model that owns a file; with --uncovered, the files that no node owns
    Owner(OwnerArgs),
    /// Which nodes of an architecture model changed since their last sync; `drift sync` records them as they are now
    Drift(DriftArgs),
    /// The context package of a node of an architecture model
    Context(ContextArgs),
    /// All nodes in the hierarchies of their systems
    Tree(TreeArgs),
    /// How many there are of what
    Stats,
    /// The nodes and edges that came between two times, by who added them and by relation
    Diff(DiffArgs),
    /// The log as a history, newest first
    Log(LogArgs),
    /// Nodes, by what they are
    List(ListArgs),
    /// Nodes, by what you remember of their ids and titles
    Search(SearchArgs),
    /// What is broken or contradictory
    Doctor,
    /// Change an artifact's status by the rules of its kind
    Status(StatusArgs),
    /// `artifact status` and `artifact list`, as the reference graph's own tool spells `status` and `list`
    #[command(subcommand, hide = true)]
    Artifact(ArtifactCommand),
    /// Rewrite the ids of the log through an old→new map
    MigrateIds(MigrateIdsArgs),
    /// A small workspace to look around in
    Demo(DemoArgs),
    /// Write a workspace of any size, to measure with
    Generate(GenerateArgs),
    /// Say where the snapshot of the workspace lies and how large it is, or clear it
    Cache(CacheArgs),
    /// Completions for a shell, on standard output
    Completions(CompletionsArgs),
    /// The manual page, on standard output
    Man,
}

/// Commands spelt as the reference graph's own tool spells them.
#[derive(Debug, Subcommand)]
pub(super) enum ArtifactCommand {
    /// Same as `status`
    Status(StatusArgs),
    /// Same as `list`
    List(ListArgs),
}

/// How uncertain an edge may be.
#[derive(Debug, Clone, Copy, Default, PartialEq, ClapArgs)]
pub(super) struct TrustArgs {
    /// Leave out edges whose confidence is lower, from 0 (none) to 1; else the workspace's threshold
    #[arg(long, value_name = "SHARE", value_parser = share, allow_negative_numbers = true)]
    pub(super) min_confidence: Option<f64>,
}

/// Where edges lie, and how uncertain they may be.
#[derive(Debug, ClapArgs)]
pub(super) struct AmongArgs {
    /// Only over edges both of whose ends are in this layer or sub-layer
    #[arg(long, value_name = "LAYER")]
    pub(super) layer: Option<String>,
    #[command(flatten)]
    pub(super) trust: TrustArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct TraceArgs {
    /// The node to start from
    #[arg(value_parser = wanted_id)]
    pub(super) id: String,
    /// Along the edges, against them, or both: effects and causes, as far as edges are stored that way
    #[arg(long, default_value = "both", value_name = "DIRECTION")]
    pub(super) direction: LineageDirection,
    /// The relations to follow, separated by commas; those of lineage if absent
    #[arg(long, alias = "relation", value_name = "VERBS", value_parser = relations)]
    pub(super) relations: Vec<Words>,
    /// How many steps to walk each way; all of them if absent
    #[arg(long, alias = "depth", value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(super) max_depth: Option<u32>,
    /// Follow edges as they are stored, or by which end came first
    #[arg(long, default_value = "stored", value_name = "ORIENTATION")]
    pub(super) orient: Orient,
    #[command(flatten)]
    pub(super) among: AmongArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct AspectsArgs {
    /// The node; all aspects are listed if absent
    #[arg(value_parser = wanted_id)]
    pub(super) id: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct FlowsArgs {
    /// The node, or one flow; all flows are listed if absent
    #[arg(value_parser = wanted_id)]
    pub(super) id: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct OwnerArgs {
    /// The file, as seen from here or from the workspace
    #[arg(required_unless_present = "uncovered", conflicts_with = "uncovered")]
    pub(super) file: Option<PathBuf>,
    /// List the files of the project that belong to no node
    #[arg(long)]
    pub(super) uncovered: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ContextArgs {
    /// The node
    #[arg(value_parser = wanted_id)]
    pub(super) id: String,
}

#[derive(Debug, ClapArgs)]
pub(super) struct TreeArgs {
    /// Only this node and what is below it, or one system
    #[arg(long, value_name = "ID", value_parser = wanted_id)]
    pub(super) root: Option<String>,
    /// How many levels to print
    #[arg(long, value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(super) depth: Option<u32>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct DiffArgs {
    /// What was there at this time is not new: 2026-05-01, 2026-05-01T12:00:00Z or -7d
    #[arg(long, value_name = "TIME", value_parser = when, allow_hyphen_values = true)]
    pub(super) from: String,
    /// What came after this time does not count; without it, everything does
    #[arg(long, value_name = "TIME", value_parser = when, allow_hyphen_values = true)]
    pub(super) to: Option<String>,
    /// Only nodes in this layer or sub-layer, and edges both of whose ends are
    #[arg(long, value_name = "LAYER")]
    pub(super) layer: Option<String>,
    #[command(flatten)]
    pub(super) trust: TrustArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ShowArgs {
    /// The node to show
    #[arg(value_parser = wanted_id)]
    pub(super) id: String,
    #[command(flatten)]
    pub(super) trust: TrustArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct LogArgs {
    /// Only rows that have this node at one end
    #[arg(value_parser = wanted_id)]
    pub(super) id: Option<String>,
    /// Only what this actor wrote; several can be given
    #[arg(long = "actor", value_name = "NAME", value_parser = actor)]
    pub(super) actors: Vec<String>,
    /// Only this relation; several can be given, one by one or separated by commas
    #[arg(long = "relation", alias = "relations", value_name = "VERB", value_parser = relations)]
    pub(super) relations: Vec<Words>,
    /// Only what was written at this time or later, such as 2026-05-01, 2026-05-01T12:00:00Z or -7d
    #[arg(long, value_name = "TIME", value_parser = when, allow_hyphen_values = true)]
    pub(super) since: Option<String>,
    /// Only rows both of whose ends are in this layer or sub-layer
    #[arg(long, value_name = "LAYER")]
    pub(super) layer: Option<String>,
    /// How many rows to print at the most
    #[arg(long, value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(super) limit: Option<u32>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ListArgs {
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
    pub(super) system: Option<System>,
    /// Only nodes that something refers to but nothing defines
    #[arg(long)]
    pub(super) missing: bool,
    /// Only nodes without any edge
    #[arg(long)]
    pub(super) orphans: bool,
    /// Only nodes of an architecture model that changed since their last sync
    #[arg(long)]
    pub(super) drifted: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct SearchArgs {
    /// What to look for: every word must be found in id or title
    #[arg(required = true, value_parser = query_word)]
    pub(super) query: Vec<String>,
    /// How many nodes to print at the most
    #[arg(long, default_value = "20", value_name = "N", value_parser = steps, allow_negative_numbers = true)]
    pub(super) limit: u32,
}

#[derive(Debug, ClapArgs)]
pub(super) struct StatusArgs {
    /// The artifact
    #[arg(value_parser = wanted_id)]
    pub(super) id: String,
    /// The status it is to have
    #[arg(value_name = "NEW", value_parser = status)]
    pub(super) status: String,
    /// The node that takes responsibility; needed for `addressed`
    #[arg(long, value_name = "ID", value_parser = wanted_id)]
    pub(super) addressed_by: Option<String>,
    /// Why, for the audit trail
    #[arg(long, value_name = "TEXT")]
    pub(super) reason: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct MigrateIdsArgs {
    /// A JSON file: {"old-id": "new-id", …}
    #[arg(long, value_name = "FILE")]
    pub(super) map: PathBuf,
    /// Rewrite the log; without it, only say what would change
    #[arg(long)]
    pub(super) apply: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct DemoArgs {
    /// Write the demo into this folder, which must be empty or absent, and leave it there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["theme", "color_depth", "ascii", "no_mouse", "keys", "print", "size"])]
    pub(super) into: Option<PathBuf>,
    #[command(flatten)]
    pub(super) screen: ScreenArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct GenerateArgs {
    /// The folder to write, which must be empty or absent
    pub(super) into: PathBuf,
    /// How many artifacts
    #[arg(long, default_value = "10000", value_name = "N")]
    pub(super) artifacts: usize,
    /// How many rows of the log
    #[arg(long, default_value = "100000", value_name = "N")]
    pub(super) rows: usize,
    /// About how many bytes an artifact has
    #[arg(long, default_value = "2000", value_name = "N")]
    pub(super) body_bytes: usize,
    /// The same seed gives the same files
    #[arg(long, default_value = "1", value_name = "N")]
    pub(super) seed: u64,
}

#[derive(Debug, ClapArgs)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

impl Color {
    /// Whether to colour what goes to a terminal, or to something else.
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
