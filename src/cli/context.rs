//! What every command has at hand.

use super::Answer;
use super::args::Global;
use super::output::Output;
use crate::finding::Severity;
use crate::graph::{Graph, Node};
use crate::query::Nearest;
use crate::text;
use crate::workspace::{Wanted, Workspace, locate};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// Standard output, the way to standard error, and the workspace that is meant.
pub(super) struct Context {
    pub(super) out: Output,
    /// When the command began.
    pub(super) started: Instant,
    workspace: Option<PathBuf>,
}

impl Context {
    pub(super) fn new(global: &Global) -> Self {
        Self { out: Output::new(global), started: Instant::now(), workspace: global.workspace.clone() }
    }

    /// The workspace that is meant.
    pub(super) fn locate(&self) -> anyhow::Result<PathBuf> {
        Ok(locate(&Wanted::from_environment(self.workspace.clone()))?)
    }

    /// Loads the workspace that is meant, and says if a part of it could not be read.
    pub(super) fn load(&self) -> anyhow::Result<Workspace> {
        let workspace = Workspace::load(&self.locate()?);
        let errors = workspace.findings.iter().filter(|finding| finding.rule.severity == Severity::Error).count();
        if errors > 0 {
            let errors = text::count(errors, "error");
            say("warning", &format!("{errors} while reading files; `refscope doctor` tells which"));
        }
        Ok(workspace)
    }
}

/// The node an id means; if there is none, says so, with the nearest ids.
pub(super) fn find<'g>(graph: &'g Graph, id: &str) -> Result<Node<'g>, Answer> {
    graph.find(id).ok_or_else(|| {
        say("error", &format!("nothing has the id {}{}", text::quoted(id), did_you_mean(graph, id)));
        Answer::No
    })
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

/// Says something to the person, on standard error.
pub(super) fn say(what: &str, message: &str) {
    // Nobody can be told that standard error is closed.
    let _ = writeln!(std::io::stderr(), "{what}: {}", text::plain(message));
}

/// `; did you mean …?`, or nothing.
pub(super) fn did_you_mean(graph: &Graph, id: &str) -> String {
    Nearest::new(graph).hint(id).map(|hint| format!("; {hint}")).unwrap_or_default()
}
