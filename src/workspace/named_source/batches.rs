//! The graph of a named source as batches of the workspace that includes it.

use super::{NamedSource, SOURCE_SYSTEM};
use crate::finding::Finding;
use crate::graph::{Batch, CodePlace, Edge, EdgeRecord, Node, NodeRecord, Origin, Registry, Stamp, SystemId};
use crate::system::file;
use crate::text::quoted;
use crate::workspace::Workspace;
use std::collections::{BTreeMap, BTreeSet};

/// One batch for each system of the source, with the findings from reading it.
pub(super) fn of(workspace: &Workspace, source: &NamedSource, registry: &Registry, part: u64) -> Vec<Batch> {
    let mut made = Making { source, registry, part, batches: BTreeMap::new(), unknown: BTreeSet::new() };
    for node in workspace.graph.nodes().filter(|node| !node.is_missing()) {
        made.node(node);
    }
    for edge in workspace.graph.edges() {
        made.edge(edge);
    }
    made.findings(&workspace.findings);
    made.batches.into_values().collect()
}

struct Making<'a> {
    source: &'a NamedSource,
    registry: &'a Registry,
    part: u64,
    batches: BTreeMap<SystemId, Batch>,
    /// Systems that only the source's own settings declare.
    unknown: BTreeSet<&'static str>,
}

impl Making<'_> {
    /// The batch of a system; `None` if the workspace does not read it.
    fn batch(&mut self, system: SystemId) -> Option<&mut Batch> {
        if self.source.system.is_some_and(|only| only != system) {
            return None;
        }
        if self.registry.spec(system).is_none() {
            self.unknown.insert(system.name());
            return None;
        }
        Some(self.batch_of(system))
    }

    fn batch_of(&mut self, system: SystemId) -> &mut Batch {
        let (name, part) = (&self.source.name, self.part);
        self.batches.entry(system).or_insert_with(|| {
            let mut batch = Batch::new(system, part);
            batch.set_namespace(name);
            batch
        })
    }

    /// A path of the source, relative to the workspace.
    fn path(&self, path: &str) -> String {
        file::lexically_normalized(&self.source.path.join(path)).to_string_lossy().into_owned()
    }

    fn id(&self, node: Node<'_>) -> String {
        format!("{}/{}", self.source.name, node.id())
    }

    fn node(&mut self, node: Node<'_>) {
        let (id, file) = (self.id(node), self.path(node.file().unwrap_or_default()));
        let code_path = node.code_path().map(|path| self.path(path));
        let is_file = node.spec().repositories_are_files;
        let repo = node.repo().map(|repo| if is_file { self.path(repo) } else { repo.to_owned() });
        let Some(batch) = self.batch(node.system()) else { return };
        let mut word = |text: &str| batch.word(text);
        let code = CodePlace {
            sub_layer: node.sub_layer().map(&mut word),
            path: code_path.as_deref().map(&mut word),
            language: node.language().map(&mut word),
        };
        let record = NodeRecord {
            status: node.status().map(&mut word),
            domain: node.domain().map(&mut word),
            layer: node.layer().map(&mut word),
            code: (code != CodePlace::default()).then_some(code),
            created: node.created(),
            alias: node.alias().map(&mut word),
            origin: Some(Origin { id: word(node.id_in_file()), repo: repo.as_deref().map(&mut word) }),
            ..NodeRecord::new(
                word(&id),
                word(node.kind().unwrap_or_default()),
                word(node.title()),
                word(&file),
                node.line().unwrap_or(1),
            )
        };
        batch.node(record);
    }

    /// How an edge of the system `home` names a node: by its full id, and without the name if the source does not define
    /// it.
    fn end(&self, node: Node<'_>, home: SystemId) -> String {
        let system = node.system();
        let has_form_of_an_address = || self.registry.split(node.id()).is_some();
        if node.is_missing() {
            let is_bare = system == home && !has_form_of_an_address();
            return if is_bare { node.id().to_owned() } else { format!("{}:{}", system.name(), node.id()) };
        }
        if system == home { self.id(node) } else { format!("{}/{}:{}", self.source.name, system.name(), node.id()) }
    }

    fn edge(&mut self, edge: Edge<'_>) {
        let home = edge.system();
        let ends = [edge.from(), edge.to()].map(|node| self.end(node, home));
        let file = self.path(edge.file());
        let Some(batch) = self.batch(home) else { return };
        let [from, to] = ends.map(|end| batch.word(&end));
        let (relation, file) = (batch.word(edge.relation()), batch.word(&file));
        let record = EdgeRecord {
            actor: edge.actor().map(|actor| batch.word(actor)),
            stamp: edge.ts().map_or(Stamp::NONE, |ts| batch.stamp_of(&ts)),
            implicit: edge.is_implicit(),
            symmetric: edge.is_symmetric(),
            note: edge.note().map(|note| batch.word(note)),
            confidence: edge.source_confidence(),
            ..EdgeRecord::new(from, to, relation, file, edge.line())
        };
        batch.edge(record);
    }

    fn findings(&mut self, findings: &[Finding]) {
        let name = &self.source.name;
        let id = |id: String| format!("{name}/{id}");
        let findings = findings.iter().map(|finding| {
            let mut moved = finding.clone();
            moved.node = moved.node.take().map(id);
            moved.file = moved.file.take().map(|file| self.path(&file));
            for subject in &mut moved.named {
                subject.map_ids(id);
                subject.map_paths(|path| self.path(&path));
            }
            moved
        });
        let mut findings: Vec<_> = findings.collect();
        findings.extend(self.unknown.iter().map(|system| {
            let message =
                format!("The source {} declares records {}, which are left out", quoted(name), quoted(system));
            let finding = Finding::new(&SOURCE_SYSTEM, "settings", message).in_file(crate::workspace::SETTINGS_FILE);
            finding.suggest("declare them under `records:` in this workspace too")
        }));
        for finding in findings {
            self.batch_of(self.registry.log_system()).finding(finding);
        }
    }
}
