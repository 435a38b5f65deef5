//! State shared by all commands (output, workspace, time), id lookup with suggestions, and messages to standard error.

use super::Outcome;
use super::args::{Color, Global, TrustArgs};
use super::output::Output;
use super::paint::wrapped;
use crate::doctor::{self, Report};
use crate::document::{Answer, Notice};
use crate::finding::Severity;
use crate::format::Export;
use crate::graph::{Graph, NEVER, Node, SystemId};
use crate::query::{Meant, Nearest, Subgraph, Trust, common_start, is_short_for, meant, noun_of};
use crate::system::Hashes;
use crate::system::check::Disk;
use crate::text;
use crate::time::{self, Millis};
use crate::tui::config::Consent;
use crate::workspace::{Cache, Workspace, WorkspaceChoice, config_folder, home_folder, locate};
use anyhow::Context as _;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;
use terminal_size::{Width, terminal_size_of};

/// The global options, resolved.
pub(super) struct Context {
    pub(super) out: Output,
    /// The command as typed, without the workspace and the file that is written.
    command: String,
    /// When the command began.
    pub(super) started: Instant,
    pub(super) color: Color,
    workspace: Option<PathBuf>,
    uses_cache: bool,
    /// Paths outside the workspace that the user allows.
    pub(super) consent: Consent,
    /// The time given with `--now`.
    pub(super) asked_now: Option<Millis>,
    /// The time given with `--as-of`.
    pub(super) as_of: Option<Millis>,
}

impl Context {
    pub(super) fn new(global: &Global, out: Output, arguments: &[OsString]) -> Self {
        let now = global.now.unwrap_or_else(time::now);
        Self {
            out,
            command: command_line(arguments),
            started: Instant::now(),
            color: global.color,
            workspace: global.workspace.clone(),
            uses_cache: !global.no_cache,
            consent: Consent { everything: global.allow_outside, folder: config_folder(), home: home_folder() },
            asked_now: global.now,
            as_of: global.as_of.as_deref().and_then(|typed| time::parse_when(typed, now)),
        }
    }

    /// Maximum number of entries per list: `--limit`, or the default of a command.
    pub(super) fn limit(&self, default: usize) -> usize {
        self.out.limit().unwrap_or(default)
    }

    /// Writes a part of the graph in the format that was asked for, and says what it lacks.
    fn write_graph(
        &mut self,
        (graph, subgraph): (&Graph, &Subgraph),
        title: &str,
        left_out: Option<&str>,
    ) -> anyhow::Result<()> {
        let export = Export::new(graph, subgraph, title).with_command(&*self.command).with_left_out(left_out);
        let notices = self.out.graph(export)?;
        self.out.flush()?;
        for notice in left_out.into_iter().chain(notices.iter().map(String::as_str)) {
            say("hint", notice);
        }
        Ok(())
    }

    /// Prints an answer: as a graph, text or JSON, with at most `most` entries per list unless `--limit` says otherwise.
    pub(super) fn present(&mut self, answer: &dyn Answer, most: usize) -> anyhow::Result<Outcome> {
        let most = self.limit(most);
        if self.out.wants_graph() {
            if let Some((graph, subgraph)) = answer.subgraph(most) {
                self.write_graph((graph, &subgraph), &answer.title(), answer.left_out(most).as_deref())?;
            }
            say_all(&answer.notices());
        } else if self.out.is_human() {
            let mut document = answer.document(most);
            let (total, notices) = (std::mem::take(&mut document.total), std::mem::take(&mut document.notices));
            self.out.document(document)?;
            self.out.flush()?;
            if !total.is_empty() {
                say("total", &total);
            }
            say_all(&answer.notices());
            say_all(&notices);
        } else {
            let left_out = self.out.json_with(|sink| answer.json(sink))?;
            self.out.flush()?;
            // The answer itself has only the first entries of some lists.
            if let Some(left_out) = answer.left_out(most).filter(|_| left_out.entries == 0) {
                say("hint", &left_out);
            }
            say_all(&answer.notices());
        }
        Ok(if answer.is_negative() { Outcome::No } else { Outcome::Yes })
    }

    /// The root of the selected workspace.
    pub(super) fn locate(&self) -> anyhow::Result<PathBuf> {
        Ok(locate(&WorkspaceChoice::from_environment(self.workspace.clone()))?)
    }

    /// Loads the selected workspace, as of `--as-of`.
    pub(super) fn read(&self) -> anyhow::Result<Workspace> {
        let now = self.read_now()?;
        let Some(time) = self.as_of else { return Ok(now) };
        let then = now.as_of(&now.past(), time);
        let of = |then: usize, now: usize, what: &str| format!("{} of {}", text::grouped(then), text::count(now, what));
        let nodes = of(then.graph.node_count(), now.graph.node_count(), "node");
        let edges = of(then.graph.edge_count(), now.graph.edge_count(), "edge");
        let when = time::format(time);
        say("as of", &format!("{when}: {nodes}, {edges}; node details are current"));
        Ok(then)
    }

    /// Loads the selected workspace as it is now.
    pub(super) fn read_now(&self) -> anyhow::Result<Workspace> {
        let root = self.locate()?;
        Ok(Workspace::start(&root, &self.consent.boundary(&root), &self.cache())?)
    }

    /// Parses a time argument, relative to [`Self::now`].
    pub(super) fn when(&self, typed: &str) -> anyhow::Result<Millis> {
        time::parse_when(typed, self.now()).with_context(|| format!("invalid time {}", text::quoted(typed)))
    }

    /// The current time or `--now`: relative times such as `-7d` are resolved against it.
    pub(super) fn now(&self) -> Millis {
        self.asked_now.unwrap_or_else(time::now)
    }

    /// The current time as asked for; with `--as-of`, the time of the graph.
    pub(super) fn now_of(&self, graph: &Graph) -> Millis {
        self.asked_now.or(graph.as_of_time()).unwrap_or_else(time::now)
    }

    /// The confidence settings of the workspace with the arguments applied. With `--as-of`, confidence is computed for
    /// that time.
    pub(super) fn trust(&self, workspace: &Workspace, args: TrustArgs) -> Trust {
        let settings = &workspace.settings;
        Trust {
            now: self.now_of(&workspace.graph),
            half_life_days: settings.half_life_days,
            dim: settings.dim,
            least: args.min_confidence.unwrap_or(settings.drop),
        }
    }

    pub(super) fn report(&self, workspace: &Workspace) -> Report {
        let hashes = self.hashes(workspace);
        let report = doctor::report_with(workspace, &hashes.disk(workspace)).expect("never cancelled");
        hashes.save();
        report
    }

    /// The hashes of files that the last command saved.
    pub(super) fn hashes(&self, workspace: &Workspace) -> SavedHashes {
        let place = self.cache().hashes_place(&workspace.root);
        SavedHashes(place.as_deref().map(Hashes::saved_in).unwrap_or_default())
    }

    /// The snapshot cache, or none with `--no-cache`.
    pub(super) fn cache(&self) -> Cache {
        if self.uses_cache { Cache::of_user() } else { Cache::none() }
    }

    /// Loads the selected workspace and warns if files could not be read.
    pub(super) fn load(&self) -> anyhow::Result<Workspace> {
        let workspace = self.read()?;
        warn_of_errors(&workspace);
        Ok(workspace)
    }
}

/// Hashes of files, for checks and answers that compare them.
pub(super) struct SavedHashes(pub(super) Hashes);

impl SavedHashes {
    /// The files of a workspace.
    pub(super) fn disk<'a>(&'a self, workspace: &'a Workspace) -> Disk<'a> {
        let (root, boundary) = (&*workspace.root, &workspace.settings.boundary);
        Disk { root, boundary, hashes: &self.0, cancelled: &|| false }
    }

    /// Saves the hashes for the next command.
    pub(super) fn save(&self) {
        // If the hashes cannot be saved, the next command computes them again.
        drop(self.0.save());
    }
}

/// The options whose values name files of this machine.
const OF_THE_MACHINE: [&str; 4] = ["-w", "--workspace", "-o", "--output"];

/// The command as it can be typed elsewhere.
fn command_line(arguments: &[OsString]) -> String {
    let mut words = vec!["refscope".to_owned()];
    let mut arguments = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        let name = argument.split_once('=').map_or(&*argument, |(name, _)| name);
        if OF_THE_MACHINE.contains(&name) {
            // The value is the rest of this argument, or the next one.
            if name == argument {
                arguments.next();
            }
        } else if argument != "--force" {
            words.push(text::for_shell(&argument));
        }
    }
    words.join(" ")
}

/// Warns if files of a workspace could not be read.
pub(super) fn warn_of_errors(workspace: &Workspace) {
    let errors = workspace.findings.iter().filter(|finding| finding.rule.severity == Severity::Error).count();
    if errors > 0 {
        let errors = text::count(errors, "error");
        say("warning", &format!("{errors} while reading files; `refscope doctor` lists them"));
    }
}

/// The message for an unknown id.
pub(super) fn unknown_id(graph: &Graph, id: &str) -> String {
    let id = text::quoted(id);
    match graph.as_of_time() {
        Some(time) => format!("unknown id {id} as of {}", time::format(time)),
        None => format!("unknown id {id}"),
    }
}

/// Resolves an id. Reports an unknown id with suggestions, and an ambiguous one with its candidates.
pub(super) fn find<'g>(graph: &'g Graph, id: &str) -> Result<Node<'g>, Outcome> {
    find_if_any(graph, id)?.ok_or_else(|| {
        say("error", &format!("{}{}", unknown_id(graph, id), did_you_mean(graph, id)));
        Outcome::No
    })
}

/// Like [`find`], but an unknown id is not an error.
pub(super) fn find_if_any<'g>(graph: &'g Graph, id: &str) -> Result<Option<Node<'g>>, Outcome> {
    match meant(graph, id) {
        Meant::Nothing => Ok(None),
        Meant::One(node) => Ok(Some(node)),
        Meant::Several(nodes) => {
            say_ambiguous(graph, id, &nodes);
            Err(Outcome::No)
        }
        Meant::Shared(nodes) => {
            let message = format!("the id {} is ambiguous: several repositories use it", text::quoted(id));
            say("error", &format!("{message}; write one of these"));
            say_candidates(&nodes, "node");
            Err(Outcome::No)
        }
    }
}

/// Maximum number of candidates listed for an ambiguous id.
const MOST_CANDIDATES: usize = 10;

/// Reports an ambiguous id prefix. Long ids made at about the same time have a long prefix in common, so the
/// candidates are listed with full ids to copy and titles to distinguish them.
fn say_ambiguous(graph: &Graph, id: &str, nodes: &[Node<'_>]) {
    let noun = noun_of(nodes);
    let (number, same) = (text::count(nodes.len(), noun), common_start(nodes));
    let is_short = nodes.iter().any(|node| is_short_for(graph.registry(), id, *node));
    let what = if is_short {
        let same = text::count(same, "character");
        format!("matches {number} whose ids share the first {same}; type more characters or copy one of these")
    } else {
        format!("is a name of {number}; copy one of these ids")
    };
    say("error", &format!("{} {what}", text::quoted(id)));
    say_candidates(nodes, noun);
}

fn say_candidates(nodes: &[Node<'_>], noun: &str) {
    for node in nodes.iter().take(MOST_CANDIDATES) {
        let title = if node.is_missing() { "(missing)".to_owned() } else { text::quoted(node.title()) };
        say("hint", &format!("{}  {title}", node.address()));
    }
    if let Some(more) = nodes.len().checked_sub(MOST_CANDIDATES).filter(|more| *more > 0) {
        say("hint", &format!("and {}", text::count(more, &format!("more {noun}"))));
    }
}

/// Like [`find`], but reports missing nodes as well.
pub(super) fn find_defined<'g>(graph: &'g Graph, id: &str) -> Result<Node<'g>, Outcome> {
    let node = find(graph, id)?;
    if node.is_missing() {
        let message = format!("undefined id {}: edges refer to it, but no file defines it", text::quoted(id));
        say("error", &(message + &did_you_mean(graph, id)));
        return Err(Outcome::No);
    }
    Ok(node)
}

/// Like [`find_defined`], but reports nodes of other systems as well. `of` says what the nodes of the system belong to.
pub(super) fn find_in_system<'g>(graph: &'g Graph, id: &str, system: SystemId, of: &str) -> Result<Node<'g>, Outcome> {
    // A bare id that several systems use means that of this one here.
    let is_own = |node: &Node<'_>| node.system() == system;
    if let Some(node) = graph.with_id(id).find(is_own).filter(|node| !node.is_missing()) {
        return Ok(node);
    }
    let node = find_defined(graph, id)?;
    if !is_own(&node) {
        let system = node.system().name();
        say("error", &format!("{} is a node of {system}, not of {of}", text::quoted(id)));
        return Err(Outcome::No);
    }
    Ok(node)
}

/// Prints notices to standard error.
fn say_all(notices: &[Notice]) {
    for notice in notices {
        say(notice.level.name(), &notice.text);
    }
}

/// Prints `what: message` to standard error, wrapped to the terminal.
pub(super) fn say(what: &str, message: &str) {
    let stderr = std::io::stderr();
    let columns = terminal_size_of(&stderr).map(|(Width(columns), _)| usize::from(columns));
    let lines = wrapped(&format!("{what}: "), &text::plain(message), columns, "  ");
    // One write, so that two programs on one terminal do not interleave. If standard error is closed, there is no way
    // to report it.
    let _ = (&stderr).write_all((lines.join("\n") + "\n").as_bytes());
}

/// Prints a hint with the known values if no node has the wanted one.
pub(super) fn hint_unknown<'g>(
    graph: &'g Graph,
    what: &str,
    wanted: &str,
    values: fn(Node<'g>) -> [Option<&'g str>; 2],
) {
    let known: BTreeSet<&str> = graph.nodes().flat_map(values).flatten().collect();
    if !known.contains(wanted) {
        let known: Vec<_> = known.into_iter().collect();
        let known =
            if known.is_empty() { "no node has one".to_owned() } else { format!("known: {}", known.join(", ")) };
        say("hint", &format!("unknown {what} {}; {known}", text::quoted(wanted)));
    }
}

/// Prints a hint with the known layers if no node is in the wanted one.
pub(super) fn hint_unknown_layer(graph: &Graph, wanted: Option<&str>) {
    if let Some(layer) = wanted {
        hint_unknown(graph, "layer", layer, |node| [node.layer(), node.sub_layer()]);
    }
}

/// `; did you mean …?`, or an empty string.
pub(super) fn did_you_mean(graph: &Graph, id: &str) -> String {
    let hint = Nearest::new(graph, NEVER).and_then(|nearest| nearest.hint(id));
    hint.map(|hint| format!("; {hint}")).unwrap_or_default()
}
