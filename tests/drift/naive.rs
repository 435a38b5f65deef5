//! A naive second implementation: the rules of the format's description, one by one, from a description of a model instead of
//! its files. It shares no code with the program but the collation, which has tests of its own.

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorPreferences};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// A node of a model.
#[derive(Debug, Clone, Default)]
pub(super) struct Node {
    pub(super) aspects: BTreeSet<String>,
    pub(super) uses: BTreeSet<String>,
    pub(super) listens: BTreeSet<String>,
    pub(super) mapping: Vec<String>,
}

/// A model and every file of its project but those that describe nodes, aspects and flows.
#[derive(Debug, Clone, Default)]
pub(super) struct Model {
    pub(super) is_newer: bool,
    pub(super) nodes: BTreeMap<String, Node>,
    /// The aspects that each aspect implies.
    pub(super) aspects: BTreeMap<String, BTreeSet<String>>,
    /// The nodes and aspects of each flow.
    pub(super) flows: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>,
    pub(super) files: BTreeMap<String, String>,
}

/// The artifacts of the config; the first two are shown to those that depend on a node.
pub(super) const ARTIFACTS: [&str; 3] = ["interface.md", "responsibility.md", "internals.md"];

fn list(items: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| format!("'{}'", item.as_ref())).collect();
    format!("[{}]", items.join(", "))
}

impl Model {
    /// Every file of the project, by path.
    pub(super) fn all_files(&self) -> BTreeMap<String, String> {
        let mut files = self.files.clone();
        let version = if self.is_newer { "2.8.0" } else { "2.2.0" };
        let config = "artifacts:\n  interface.md: {required: never, included_in_relations: true}\n  \
                      responsibility.md: {required: never, included_in_relations: true}\n  internals.md: {required: never}\n";
        files.insert(".yggdrasil/yg-config.yaml".into(), format!("name: n\nversion: '{version}'\n{config}"));
        for (id, node) in &self.nodes {
            let aspects: String = node.aspects.iter().map(|aspect| format!("  - aspect: {aspect}\n")).collect();
            let uses = node.uses.iter().map(|target| format!("  - {{target: {target}, type: uses}}\n"));
            let listens = node.listens.iter().map(|target| format!("  - {{target: {target}, type: listens}}\n"));
            let relations: String = uses.chain(listens).collect();
            let section =
                |name: &str, text: &str| if text.is_empty() { String::new() } else { format!("{name}:\n{text}") };
            let mapping = if node.mapping.is_empty() {
                String::new()
            } else {
                format!("mapping:\n  paths: {}\n", list(&node.mapping))
            };
            let (aspects, relations) = (section("aspects", &aspects), section("relations", &relations));
            let text = format!("name: N\ntype: module\n{aspects}{relations}{mapping}");
            files.insert(format!(".yggdrasil/model/{id}/yg-node.yaml"), text);
        }
        for (id, implies) in &self.aspects {
            files.insert(
                format!(".yggdrasil/aspects/{id}/yg-aspect.yaml"),
                format!("name: A\nimplies: {}\n", list(implies)),
            );
        }
        for (id, (nodes, aspects)) in &self.flows {
            let text = format!("name: F\nnodes: {}\naspects: {}\n", list(nodes), list(aspects));
            files.insert(format!(".yggdrasil/flows/{id}/yg-flow.yaml"), text);
        }
        files
    }

    /// The nodes above one, the root first.
    fn ancestors(&self, id: &str) -> Vec<&String> {
        self.nodes.keys().filter(|other| id.starts_with(&format!("{other}/"))).collect()
    }

    /// The files that a node tracks, with their contents.
    pub(super) fn tracked(&self, id: &str) -> BTreeMap<String, String> {
        let (node, all) = (&self.nodes[id], self.all_files());
        let mut wanted = BTreeSet::new();
        let family: Vec<_> = self.ancestors(id).into_iter().map(String::as_str).chain([id]).collect();
        for member in &family {
            wanted.insert(format!(".yggdrasil/model/{member}/yg-node.yaml"));
            wanted.extend(ARTIFACTS.map(|artifact| format!(".yggdrasil/model/{member}/{artifact}")));
        }
        let flows: Vec<_> =
            self.flows.iter().filter(|(_, (nodes, _))| family.iter().any(|member| nodes.contains(*member))).collect();
        let mut aspects: BTreeSet<&String> = family.iter().flat_map(|member| &self.nodes[*member].aspects).collect();
        aspects.extend(flows.iter().flat_map(|(_, (_, aspects))| aspects));
        // The transitive closure, by repeating until nothing is added.
        loop {
            let implied: Vec<_> = aspects.iter().filter_map(|id| self.aspects.get(*id)).flatten().collect();
            let before = aspects.len();
            aspects.extend(implied);
            if aspects.len() == before {
                break;
            }
        }
        let directly_in = |folder: String| {
            let inside = move |path: &&String| path.strip_prefix(&folder).is_some_and(|rest| !rest.contains('/'));
            all.keys().filter(inside).cloned().collect::<Vec<_>>()
        };
        for aspect in aspects.into_iter().filter(|aspect| self.aspects.contains_key(*aspect)) {
            wanted.extend(directly_in(format!(".yggdrasil/aspects/{aspect}/")));
        }
        for (flow, _) in flows {
            wanted.extend(directly_in(format!(".yggdrasil/flows/{flow}/")));
        }
        let artifact = |node: &str, name: &str| format!(".yggdrasil/model/{node}/{name}");
        let has = |node: &str, name: &&&str| all.contains_key(&artifact(node, name));
        for target in node.uses.iter().filter(|target| self.nodes.contains_key(*target)) {
            let marked: Vec<_> = ARTIFACTS[..2].iter().filter(|name| has(target, name)).collect();
            let names = if marked.is_empty() { ARTIFACTS.iter().collect() } else { marked };
            wanted.extend(names.into_iter().map(|name| artifact(target, name)));
        }
        if self.is_newer {
            let targets = node.uses.iter().chain(&node.listens).filter(|target| self.nodes.contains_key(*target));
            for target in targets.clone() {
                wanted.extend(
                    self.ancestors(target).iter().flat_map(|it| ARTIFACTS[..2].iter().map(|name| artifact(it, name))),
                );
            }
            wanted.extend(node.listens.iter().flat_map(|it| ARTIFACTS[..2].iter().map(|name| artifact(it, name))));
        }
        let mut files: BTreeMap<String, String> = all
            .iter()
            .filter(|(path, _)| wanted.contains(*path))
            .map(|(path, text)| (path.clone(), text.clone()))
            .collect();
        for mapped in &node.mapping {
            for (path, text) in &all {
                let is_file = path == mapped;
                let is_below = path.starts_with(&format!("{mapped}/")) && !is_ignored(mapped, path, &all);
                if is_file || is_below {
                    files.insert(path.clone(), text.clone());
                }
            }
        }
        let below = self.nodes.iter().filter(|(other, _)| other.starts_with(&format!("{id}/")));
        for (_, child) in below {
            for theirs in &child.mapping {
                let is_inside =
                    node.mapping.iter().any(|mine| theirs == mine || theirs.starts_with(&format!("{mine}/")));
                if is_inside {
                    files.retain(|path, _| path != theirs && !path.starts_with(&format!("{theirs}/")));
                }
            }
        }
        files
    }

    fn exists(&self, mapped: &str) -> bool {
        self.all_files().keys().any(|path| path == mapped || path.starts_with(&format!("{mapped}/")))
    }
}

/// Whether the `.gitignore` of the project, or of a folder from the mapped one down, ignores a file. The random ignore files
/// hold only patterns of the form `*.ext`, which match a name anywhere below.
fn is_ignored(mapped: &str, path: &str, all: &BTreeMap<String, String>) -> bool {
    let mut folders = vec![String::new()];
    let mut folder = mapped.to_owned() + "/";
    let mut rest = &path[folder.len()..];
    folders.push(folder.clone());
    while let Some((name, below)) = rest.split_once('/') {
        folder = format!("{folder}{name}/");
        folders.push(folder.clone());
        rest = below;
    }
    folders.iter().any(|folder| {
        let patterns = all.get(&format!("{folder}.gitignore")).map(String::as_str).unwrap_or_default();
        patterns.lines().any(|pattern| {
            let below = &path[folder.len()..];
            below.split('/').any(|name| name.ends_with(pattern.trim_start_matches('*')))
        })
    })
}

/// What a sync records of a node: the hash of each file, and the canonical hash.
pub(super) fn record(model: &Model, id: &str) -> (BTreeMap<String, String>, String) {
    let hex = |text: &str| Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let files: BTreeMap<_, _> = model.tracked(id).into_iter().map(|(path, text)| (path, hex(&text))).collect();
    let root = Collator::try_new(CollatorPreferences::default(), CollatorOptions::default()).unwrap();
    let mut paths: Vec<_> = files.keys().collect();
    paths.sort_by(|one, other| root.compare(one, other));
    let lines: Vec<_> = paths.into_iter().map(|path| format!("{path}:{}", files[path])).collect();
    let hash = hex(&lines.join("\n"));
    (files, hash)
}

/// The status of a node and its changed files, each with whether it is gone.
pub(super) fn compared(
    before: Option<&(BTreeMap<String, String>, String)>,
    model: &Model,
    id: &str,
) -> (&'static str, BTreeSet<(String, bool)>) {
    let exists = model.nodes[id].mapping.iter().any(|mapped| model.exists(mapped));
    let none = BTreeSet::new();
    let Some((recorded, hash)) = before else {
        return (if exists { "source-drift" } else { "unmaterialized" }, none);
    };
    if !exists {
        return ("missing", none);
    }
    let (now, hash_now) = record(model, id);
    if hash_now == *hash {
        return ("ok", none);
    }
    let mut changed = BTreeSet::new();
    for path in recorded.keys().chain(now.keys()) {
        if recorded.get(path) != now.get(path) {
            changed.insert((path.clone(), !now.contains_key(path)));
        }
    }
    let is_graph = |(path, _): &(String, bool)| path.starts_with(".yggdrasil");
    let (graph, source) = (changed.iter().any(is_graph), changed.iter().any(|file| !is_graph(file)));
    let status = match (source, graph) {
        (true, true) => "full-drift",
        (false, true) => "graph-drift",
        _ => "source-drift",
    };
    (status, changed)
}
