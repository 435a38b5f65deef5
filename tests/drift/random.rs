//! Random models and edits: the program and the naive implementation agree on every record and every status.

use super::naive::{ARTIFACTS, Model, Node, compared, record};
use proptest::prelude::*;
use refscope::system::Hashes;
use refscope::system::check::Disk;
use refscope::system::yggdrasil::drift::{Scope, check, synchronise};
use refscope::system::{Boundary, Progress, yggdrasil};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Few names, so that mappings, ancestors and relations meet often. The order of collation is not that of bytes for them.
const NODES: [&str; 7] = ["a", "a/b", "a/b/c", "a-b", "B", "lib", "lib/deep"];
const ASPECTS: [&str; 4] = ["x", "y", "Z", "x_y"];
const FLOWS: [&str; 2] = ["f", "g"];
const PATHS: [&str; 9] =
    ["src", "src/a.ts", "src/B.ts", "src/sub", "src/sub/c_d.ts", "src/sub/c-d.log", "lib", "lib/é.ts", "one.log"];
const FILES: [&str; 12] = [
    "src/a.ts",
    "src/B.ts",
    "src/.hidden",
    "src/sub/c_d.ts",
    "src/sub/c-d.log",
    "src/sub/.gitignore",
    "src/.gitignore",
    ".gitignore",
    "lib/é.ts",
    "lib/node_modules/m.js",
    "lib/Z.tmp",
    "one.log",
];

/// Any file that an edit can write or remove.
fn any_file() -> impl Strategy<Value = String> {
    let artifact = (prop::sample::select(&NODES), prop::sample::select(&ARTIFACTS));
    let part = (prop::sample::select(&ASPECTS), prop::sample::select(&["content.md", "Notes.md"]));
    let flow = (prop::sample::select(&FLOWS), prop::sample::select(&["description.md", "deep/x.md"]));
    prop_oneof![
        3 => prop::sample::select(&FILES).prop_map(str::to_owned),
        2 => artifact.prop_map(|(node, name)| format!(".yggdrasil/model/{node}/{name}")),
        1 => part.prop_map(|(aspect, name)| format!(".yggdrasil/aspects/{aspect}/{name}")),
        1 => flow.prop_map(|(flow, name)| format!(".yggdrasil/flows/{flow}/{name}")),
    ]
}

/// The content of a file. Ignore files hold patterns only.
fn content(path: &str, number: u8) -> String {
    let patterns = ["", "*.log\n", "*.tmp\n", "*.log\n*.ts\n"];
    if path.ends_with(".gitignore") { patterns[usize::from(number) % 4].to_owned() } else { format!("{number}\r\n") }
}

fn some(of: &'static [&'static str], most: usize) -> impl Strategy<Value = BTreeSet<String>> {
    prop::collection::btree_set(prop::sample::select(of).prop_map(str::to_owned), 0..=most)
}

fn node() -> impl Strategy<Value = Node> {
    let mapping = prop::collection::btree_set(prop::sample::select(&PATHS).prop_map(str::to_owned), 0..=3);
    (some(&ASPECTS, 2), some(&NODES, 2), some(&NODES, 1), mapping).prop_map(|(aspects, uses, listens, mapping)| Node {
        aspects,
        uses,
        listens,
        mapping: mapping.into_iter().collect(),
    })
}

fn model() -> impl Strategy<Value = Model> {
    let nodes = prop::collection::btree_map(prop::sample::select(&NODES).prop_map(str::to_owned), node(), 1..=6);
    let aspects =
        prop::collection::btree_map(prop::sample::select(&ASPECTS).prop_map(str::to_owned), some(&ASPECTS, 2), 0..=4);
    let flow = (some(&NODES, 2), some(&ASPECTS, 1));
    let flows = prop::collection::btree_map(prop::sample::select(&FLOWS).prop_map(str::to_owned), flow, 0..=2);
    let files = prop::collection::btree_map(any_file(), any::<u8>(), 0..=14);
    (any::<bool>(), nodes, aspects, flows, files).prop_map(|(is_newer, nodes, aspects, flows, files)| {
        let files = files.into_iter().map(|(path, number)| (path.clone(), content(&path, number))).collect();
        let mut model = Model { is_newer, nodes, aspects, flows, files };
        model.normalise();
        model
    })
}

impl Model {
    /// Leaves out what a model of files cannot have: files of nodes, aspects and flows that are not there, relations of a node
    /// with itself, and aspects that imply each other in a cycle.
    fn normalise(&mut self) {
        let (nodes, aspects, flows) = (&self.nodes, &self.aspects, &self.flows);
        let is_there = |path: &str| {
            let mut parts = path.splitn(3, '/').skip(1);
            match (parts.next(), parts.next()) {
                (Some("model"), Some(rest)) => rest.rsplit_once('/').is_some_and(|(node, _)| nodes.contains_key(node)),
                (Some("aspects"), Some(rest)) => aspects.contains_key(rest.split('/').next().unwrap()),
                (Some("flows"), Some(rest)) => flows.contains_key(rest.split('/').next().unwrap()),
                _ => true,
            }
        };
        self.files.retain(|path, _| !path.starts_with(".yggdrasil") || is_there(path));
        for (id, node) in &mut self.nodes {
            node.uses.remove(id);
            node.listens.remove(id);
            node.listens.retain(|target| !node.uses.contains(target));
        }
        for (id, implies) in &mut self.aspects {
            implies.retain(|other| other > id);
        }
    }
}

/// A file that is written with new content, or removed.
type Edit = (String, Option<u8>);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((any_file(), prop::option::weighted(0.7, any::<u8>())), 0..6)
}

fn write(model: &Model, folder: &Path) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.file_name() != ".yggdrasil") {
        if entry.path().is_dir() { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) }.unwrap();
    }
    for part in ["model", "aspects", "flows"] {
        fs::remove_dir_all(folder.join(".yggdrasil").join(part)).ok();
    }
    fs::create_dir_all(folder.join(".yggdrasil/model")).unwrap();
    for (path, text) in model.all_files() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn with_disk<T>(folder: &Path, hashes: &Hashes, ask: impl FnOnce(&yggdrasil::Facts, &Disk<'_>) -> T) -> T {
    let (facts, boundary) = (yggdrasil::load(folder, &[], &Progress::default()).facts, Boundary::around(folder));
    ask(&facts, &Disk { root: folder, boundary: &boundary, hashes, cancelled: &|| false })
}

/// Records of all mapped nodes, written to disk.
fn sync(model: &Model, folder: &Path, hashes: &Hashes) -> BTreeMap<String, (BTreeMap<String, String>, String)> {
    let syncs = with_disk(folder, hashes, |facts, disk| synchronise(facts, disk, &Scope::All)).unwrap();
    let mut records = BTreeMap::new();
    for synced in syncs.into_iter().flat_map(|sync| sync.synced) {
        fs::create_dir_all(synced.path.parent().unwrap()).unwrap();
        fs::write(&synced.path, synced.record.to_json()).unwrap();
        records.insert(synced.node, (synced.record.files.into_iter().collect(), synced.record.hash));
    }
    let mapped = model.nodes.iter().filter(|(_, node)| !node.mapping.is_empty());
    let expected: BTreeMap<_, _> = mapped.map(|(id, _)| (id.clone(), record(model, id))).collect();
    assert_eq!(records, expected, "{model:#?}");
    records
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn records_and_statuses_are_those_of_the_naive_implementation(
        mut model in model(),
        first in edits(),
        second in edits(),
        other in any::<bool>(),
    ) {
        let folder = TempDir::new().unwrap();
        let hashes = Hashes::default();
        write(&model, folder.path());
        let records = sync(&model, folder.path(), &hashes);
        for edits in [first, second] {
            for (path, edit) in edits {
                match edit {
                    Some(number) => model.files.insert(path.clone(), content(&path, number)),
                    None => model.files.remove(&path),
                };
            }
            model.normalise();
            if other && let Some((_, node)) = model.nodes.iter_mut().next() {
                node.aspects.insert(ASPECTS[0].to_owned());
            }
            write(&model, folder.path());
            let found = with_disk(folder.path(), &hashes, check);
            for entry in found.entries() {
                let (status, changed) = compared(records.get(&entry.node), &model, &entry.node);
                let files: BTreeSet<_> =
                    entry.changed.iter().map(|file| (file.path.clone(), file.deleted)).collect();
                prop_assert_eq!((entry.status.name(), files), (status, changed), "{}: {:#?}", entry.node, model);
            }
            let mapped = model.nodes.values().filter(|node| !node.mapping.is_empty()).count();
            prop_assert_eq!(found.entries().count(), mapped);
        }
    }
}
