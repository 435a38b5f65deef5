//! A workspace as of an earlier time: the rows of its log up to then, and the files that are not newer.

use super::Workspace;
use crate::finding::Finding;
use crate::graph::{Cancelled, Graph, NEVER, Timeline};
use crate::system::{Facts, Systems};
use crate::time::{self, Millis};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The check that all findings about rows of a log belong to.
const LOG_CHECK: &str = "log";

/// The times since which the nodes, edges and files of a workspace exist.
#[derive(Debug)]
pub struct Past {
    /// The times of nodes and edges.
    pub timeline: Timeline,
    /// Modification times of files.
    files: HashMap<String, Millis>,
}

impl Workspace {
    /// Computes the times. Reads the modification time of every file that contains no time itself.
    pub fn past(&self) -> Past {
        self.past_cancellable(NEVER).expect("never cancelled")
    }

    /// Like [`Self::past`]; `None` if cancelled.
    pub fn past_cancellable(&self, cancelled: Cancelled<'_>) -> Option<Past> {
        let of_findings = self.findings.iter().filter_map(|finding| finding.file.as_deref());
        let wanted: HashSet<&str> = self.graph.undated_files(cancelled).chain(of_findings).collect();
        let dated = |file: &str| {
            // A file on a slow disk may take longer than a thousand nodes.
            let changed = if cancelled() { None } else { modified(&self.root, file) };
            Some((file.to_owned(), changed?))
        };
        let files: HashMap<_, _> = wanted.into_par_iter().filter_map(dated).collect();
        let timeline = self.graph.timeline(|file| files.get(file).copied(), cancelled)?;
        Some(Past { timeline, files })
    }

    /// The workspace as of `time`. Node details are the current ones.
    #[must_use]
    pub fn as_of(&self, past: &Past, time: Millis) -> Self {
        self.as_of_cancellable(past, time, NEVER).expect("never cancelled")
    }

    /// Like [`Self::as_of`]; `None` if cancelled.
    pub fn as_of_cancellable(&self, past: &Past, time: Millis, cancelled: Cancelled<'_>) -> Option<Self> {
        let graph = self.graph.as_of(&past.timeline, time, cancelled)?;
        let facts = facts(&self.settings.systems, &self.facts, &graph, &|file| past.is_there(file, time));
        // Findings about newer files did not exist then. A log is never too new, because it only grows.
        let is_kept = |finding: &&Finding| {
            finding.rule.check == LOG_CHECK || finding.file.as_deref().is_none_or(|file| past.is_there(file, time))
        };
        let findings = self.findings.iter().filter(is_kept).cloned().collect();
        Some(Self { root: self.root.clone(), settings: self.settings.clone(), graph: Arc::new(graph), findings, facts })
    }
}

impl Past {
    /// Whether a file was unchanged since `time`, as far as is known.
    fn is_there(&self, file: &str, time: Millis) -> bool {
        self.files.get(file).is_none_or(|changed| *changed <= time)
    }

    /// The times of the same workspace as of an earlier time.
    #[must_use]
    pub fn of(self, then: &Workspace) -> Self {
        let timeline = then.graph.timeline(|file| self.files.get(file).copied(), NEVER);
        Self { timeline: timeline.expect("never cancelled"), ..self }
    }
}

/// The modification time of a file, if known.
fn modified(root: &Path, file: &str) -> Option<Millis> {
    fs::metadata(root.join(file)).and_then(|found| found.modified()).ok().map(time::from_system)
}

/// The facts about what the graph contains and whose files are old enough.
fn facts(systems: &Systems, now: &Facts, graph: &Graph, is_old: &dyn Fn(&str) -> bool) -> Facts {
    let mut facts = now.clone();
    facts.rows = graph.log_rows().len();
    let then = systems.iter().filter_map(|(_, system)| system.facts_as_of(now, graph, is_old));
    then.for_each(|fact| facts.set(fact));
    facts
}
