//! What every command has at hand.

use super::Answer;
use super::args::{Color, Global, TrustArgs};
use super::drift::with_disk;
use super::output::Output;
use super::paint::wrapped;
use crate::doctor::{self, Report};
use crate::finding::Severity;
use crate::graph::{Graph, Node, System};
use crate::query::{Meant, Nearest, Trust, common_start, meant};
use crate::text;
use crate::time::{self, Millis};
use crate::tui::config::Consent;
use crate::workspace::{Cache, Workspace, WorkspaceChoice, config_folder, home_folder, locate};
use anyhow::Context as _;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;
use terminal_size::{Width, terminal_size_of};

/// Standard output, the way to standard error, and the workspace that is meant.
pub(super) struct Context {
    pub(super) out: Output,
    /// When the command began.
    pub(super) started: Instant,
    /// Whether to colour.
    pub(super) color: Color,
    workspace: Option<PathBuf>,
    uses_cache: bool,
    /// What the user allows outside the workspace.
    pub(super) consent: Consent,
    /// The moment that is to be taken for now, if somebody said so.
    pub(super) asked_now: Option<Millis>,
    /// The time as of which the graph is asked for.
    pub(super) as_of: Option<Millis>,
}

impl Context {
    pub(super) fn new(global: &Global) -> Self {
        let now = global.now.unwrap_or_else(time::now);
        Self {
            out: Output::new(global),
            started: Instant::now(),
            color: global.color,
            workspace: global.workspace.clone(),
            uses_cache: !global.no_cache,
            consent: Consent { everything: global.allow_outside, folder: config_folder(), home: home_folder() },
            asked_now: global.now,
            as_of: global.as_of.as_deref().and_then(|typed| time::parse_when(typed, now)),
        }
    }

    /// The workspace that is meant.
    pub(super) fn locate(&self) -> anyhow::Result<PathBuf> {
        Ok(locate(&WorkspaceChoice::from_environment(self.workspace.clone()))?)
    }

    /// Loads the workspace that is meant, as of the time that is.
    pub(super) fn read(&self) -> anyhow::Result<Workspace> {
        let now = self.read_now()?;
        let Some(time) = self.as_of else { return Ok(now) };
        let then = now.as_of(&now.past(), time);
        let of = |then: usize, now: usize, what: &str| format!("{} of {}", text::grouped(then), text::count(now, what));
        let nodes = of(then.graph.node_count(), now.graph.node_count(), "node");
        let edges = of(then.graph.edge_count(), now.graph.edge_count(), "edge");
        let when = time::format(time);
        say("as of", &format!("{when}: {nodes}, {edges}; what files say of a node is what they say now"));
        Ok(then)
    }

    /// Loads the workspace that is meant as it is now.
    pub(super) fn read_now(&self) -> anyhow::Result<Workspace> {
        let root = self.locate()?;
        Ok(Workspace::start(&root, &self.consent.boundary(&root), &self.cache())?)
    }

    /// The time that somebody typed.
    pub(super) fn when(&self, typed: &str) -> anyhow::Result<Millis> {
        time::parse_when(typed, self.now()).with_context(|| format!("{} is no time", text::quoted(typed)))
    }

    /// The moment that is taken for now: times such as `-7d` are counted from it.
    pub(super) fn now(&self) -> Millis {
        self.asked_now.unwrap_or_else(time::now)
    }

    /// How far edges are trusted: by the workspace's settings, unless something else was typed. As of a time, edges had faded as
    /// far as they had then.
    pub(super) fn trust(&self, workspace: &Workspace, args: TrustArgs) -> Trust {
        let settings = &workspace.settings;
        Trust {
            now: self.asked_now.or(workspace.graph.shown_as_of()).unwrap_or_else(time::now),
            half_life_days: settings.half_life_days,
            dim: settings.dim,
            least: args.min_confidence.unwrap_or(settings.drop),
        }
    }

    /// The doctor's report on a workspace.
    pub(super) fn report(&self, workspace: &Workspace) -> Report {
        with_disk(workspace, self, |disk| doctor::report_with(workspace, disk))
    }

    /// Where snapshots lie, if they are wanted.
    pub(super) fn cache(&self) -> Cache {
        if self.uses_cache { Cache::of_user() } else { Cache::none() }
    }

    /// Loads the workspace that is meant, and says if a part of it could not be read.
    pub(super) fn load(&self) -> anyhow::Result<Workspace> {
        let workspace = self.read()?;
        warn_of_errors(&workspace);
        Ok(workspace)
    }
}

/// Says if a part of a workspace could not be read.
pub(super) fn warn_of_errors(workspace: &Workspace) {
    let errors = workspace.findings.iter().filter(|finding| finding.rule.severity == Severity::Error).count();
    if errors > 0 {
        let errors = text::count(errors, "error");
        say("warning", &format!("{errors} while reading files; `refscope doctor` tells which"));
    }
}

/// Says that no node has an id.
pub(super) fn nothing_has(graph: &Graph, id: &str) -> String {
    let id = text::quoted(id);
    match graph.shown_as_of() {
        Some(time) => format!("nothing had the id {id} as of {}", time::format(time)),
        None => format!("nothing has the id {id}"),
    }
}

/// The node a typed id means; if there is none, says so, with the nearest ids, and if it is ambiguous, with those it may mean.
pub(super) fn find<'g>(graph: &'g Graph, id: &str) -> Result<Node<'g>, Answer> {
    find_if_any(graph, id)?.ok_or_else(|| {
        say("error", &format!("{}{}", nothing_has(graph, id), did_you_mean(graph, id)));
        Answer::No
    })
}

/// The node a typed id means, if there is one. If it is ambiguous, says what it may mean.
pub(super) fn find_if_any<'g>(graph: &'g Graph, id: &str) -> Result<Option<Node<'g>>, Answer> {
    match meant(graph, id) {
        Meant::Nothing => Ok(None),
        Meant::One(node) => Ok(Some(node)),
        Meant::Several(units) => {
            say_ambiguous(id, &units);
            Err(Answer::No)
        }
        Meant::Shared(nodes) => {
            let message = format!("the id {} is ambiguous: several repositories use it", text::quoted(id));
            say("error", &format!("{message}; write one of these"));
            say_candidates(&nodes, "node");
            Err(Answer::No)
        }
    }
}

/// How many nodes an ambiguous id lists.
const MOST_CANDIDATES: usize = 10;

/// Says which units a shortened id means. The ids of units that were made at about the same time differ late, so that titles
/// tell them apart and whole ids are there to copy.
fn say_ambiguous(id: &str, units: &[Node<'_>]) {
    let (number, same) = (text::count(units.len(), "unit"), text::count(common_start(units), "character"));
    let more = "type more of the id, or copy one of these";
    say(
        "error",
        &format!("{} is short for {number}, whose ids have the first {same} in common; {more}", text::quoted(id)),
    );
    say_candidates(units, "unit");
}

/// Lists what an ambiguous id may mean.
fn say_candidates(nodes: &[Node<'_>], noun: &str) {
    for node in nodes.iter().take(MOST_CANDIDATES) {
        let said = if node.is_missing() { "(missing)".to_owned() } else { text::quoted(node.title()) };
        say("hint", &format!("{}  {said}", node.address()));
    }
    if let Some(more) = nodes.len().checked_sub(MOST_CANDIDATES).filter(|more| *more > 0) {
        say("hint", &format!("and {}", text::count(more, &format!("more {noun}"))));
    }
}

/// Like [`find`], but the node must be defined, not only referred to.
pub(super) fn find_defined<'g>(graph: &'g Graph, id: &str) -> Result<Node<'g>, Answer> {
    let node = find(graph, id)?;
    if node.is_missing() {
        let message = format!("{} is referred to, but nothing defines it", text::quoted(id));
        say("error", &(message + &did_you_mean(graph, id)));
        return Err(Answer::No);
    }
    Ok(node)
}

/// A node of an architecture model; if it is something else, says so.
pub(super) fn find_in_model<'g>(graph: &'g Graph, id: &str) -> Result<Node<'g>, Answer> {
    // A bare id that another system has too can only mean the model's here.
    let in_model = |node: &Node<'_>| node.system() == System::Yggdrasil;
    if let Some(node) = graph.with_id(id).find(in_model).filter(|node| !node.is_missing()) {
        return Ok(node);
    }
    let node = find_defined(graph, id)?;
    if !in_model(&node) {
        let system = node.system().name();
        say("error", &format!("{} is a node of {system}, not of an architecture model", text::quoted(id)));
        return Err(Answer::No);
    }
    Ok(node)
}

/// Says that there is no architecture model, if there is none.
pub(super) fn no_model(workspace: &Workspace) -> Option<Answer> {
    workspace.facts.yggdrasil.models.is_empty().then(|| {
        say("error", &format!("{} has no architecture model (.yggdrasil)", workspace.root.display()));
        Answer::No
    })
}

/// Says something to the person, on standard error.
pub(super) fn say(what: &str, message: &str) {
    let stderr = std::io::stderr();
    let columns = terminal_size_of(&stderr).map(|(Width(columns), _)| usize::from(columns));
    let lines = wrapped(&format!("{what}: "), &text::plain(message), columns, "  ");
    // One write, so that two programs on one terminal do not mix their words. Nobody can be told that it is closed.
    let _ = (&stderr).write_all((lines.join("\n") + "\n").as_bytes());
}

/// If no node at all has the wanted value, says which values there are.
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
            if known.is_empty() { "none has one".to_owned() } else { format!("there are {}", known.join(", ")) };
        say("hint", &format!("no node has the {what} {}; {known}", text::quoted(wanted)));
    }
}

/// If no node lies in the wanted layer or sub-layer, says which there are.
pub(super) fn hint_unknown_layer(graph: &Graph, wanted: Option<&str>) {
    if let Some(layer) = wanted {
        hint_unknown(graph, "layer", layer, |node| [node.layer(), node.sub_layer()]);
    }
}

/// `; did you mean …?`, or nothing.
pub(super) fn did_you_mean(graph: &Graph, id: &str) -> String {
    Nearest::new(graph).hint(id).map(|hint| format!("; {hint}")).unwrap_or_default()
}
