//! A workspace as it was: its log up to some time, and of its other files what is not younger.

use super::Workspace;
use crate::finding::Finding;
use crate::graph::{Graph, System, Timeline};
use crate::source::Facts;
use crate::source::yggdrasil::{Aspect, Flow};
use crate::time::{self, Millis};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The check to which everything belongs that is wrong with the rows of a log.
const LOG_CHECK: &str = "log";

/// Since when everything in one workspace is there.
#[derive(Debug)]
pub struct Past {
    /// Since when each node and edge is.
    pub timeline: Timeline,
    /// When files were last changed.
    files: HashMap<String, Millis>,
}

impl Workspace {
    /// Since when everything is there. Looks at the time of every file that names none itself.
    pub fn past(&self) -> Past {
        let of_findings = self.findings.iter().filter_map(|finding| finding.file.as_deref());
        let wanted: HashSet<&str> = self.graph.undated_files().chain(of_findings).collect();
        let dated = |file: &str| Some((file.to_owned(), modified(&self.root, file)?));
        let files: HashMap<_, _> = wanted.into_par_iter().filter_map(dated).collect();
        Past { timeline: self.graph.timeline(|file| files.get(file).copied()), files }
    }

    /// Everything as it was at some time. What a file says of a node is what it says now.
    #[must_use]
    pub fn as_of(&self, past: &Past, time: Millis) -> Self {
        let graph = self.graph.as_of(&past.timeline, time);
        let facts = facts(&self.facts, &graph, |file| past.is_there(file, time));
        // What is wrong with a younger file is not what was wrong then. A log is never too young: it only grew.
        let is_kept = |finding: &&Finding| {
            finding.rule.check == LOG_CHECK || finding.file.as_deref().is_none_or(|file| past.is_there(file, time))
        };
        let findings = self.findings.iter().filter(is_kept).cloned().collect();
        Self { root: self.root.clone(), settings: self.settings.clone(), graph: Arc::new(graph), findings, facts }
    }
}

impl Past {
    /// Whether a file was as it is now at some time, as far as that can be told.
    fn is_there(&self, file: &str, time: Millis) -> bool {
        self.files.get(file).is_none_or(|changed| *changed <= time)
    }

    /// The past of the same workspace as of some time.
    #[must_use]
    pub fn of(self, then: &Workspace) -> Self {
        Self { timeline: then.graph.timeline(|file| self.files.get(file).copied()), ..self }
    }
}

/// When a file of a workspace was last changed, if that can be told.
fn modified(root: &Path, file: &str) -> Option<Millis> {
    fs::metadata(root.join(file)).and_then(|found| found.modified()).ok().map(time::from_system)
}

/// What files say about themselves, as far as the graph has what they are about. A row of the log may have named a part of a
/// model before there was the file that says what it has and needs.
fn facts(now: &Facts, graph: &Graph, is_old: impl Fn(&str) -> bool) -> Facts {
    let mut facts = now.clone();
    let defined = graph.nodes().filter(|node| node.system() == System::Reference && !node.is_missing());
    facts.reference.artifacts = defined.count();
    facts.reference.rows = graph.log_rows().len();
    let is_there = |id: &str| graph.with_id(id).any(|node| node.system() == System::Yggdrasil && !node.is_missing());
    for model in &mut facts.yggdrasil.models {
        model.nodes.retain(|node| is_old(&node.file) && is_there(&node.id));
        model.aspects.retain(|aspect| is_old(&aspect.file) && is_there(&Aspect::node_id(&aspect.id)));
        model.flows.retain(|flow| is_old(&flow.file) && is_there(&Flow::node_id(&flow.id)));
    }
    facts
}
