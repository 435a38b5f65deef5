//! Counts on sample files made by the systems' own tools. The samples are not part of the project; every rule is also
//! tested with small files of its own. CONTRIBUTING.md names the command.
//!
//! Three counts differ from a search for links: a link to a heading of its own note is not an edge, and two spellings of
//! one missing note are one node (`vault-fate`); an example in a code block is not a link (`adr-madr`).

use refscope::doctor;
use refscope::graph::{Edge, Node};
use refscope::workspace::Workspace;
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

/// Samples that must be named in the settings, or are a part of a folder.
const SETTINGS: [(&str, &str); 6] = [
    ("json-graph/car_graphs.json", "sources:\n  - {system: graph, path: car_graphs.json}\n"),
    ("json-graph/usual_suspects.json", "sources:\n  - {system: graph, path: usual_suspects.json}\n"),
    ("json-graph/hyper-directed.json", "sources:\n  - {system: graph, path: hyper-directed.json}\n"),
    ("json-graph/hyper-undirected.json", "sources:\n  - {system: graph, path: hyper-undirected.json}\n"),
    ("okf", "sources:\n  - {system: note, path: acme_retail}\n"),
    ("taskmaster-legacy", "sources:\n  - {system: taskmaster, path: tasks}\n"),
];

const FOLDERS: [&str; 20] = [
    "adr-dir",
    "adr-log4brains",
    "adr-madr",
    "adr-tools",
    "backlog",
    "beads-0.40",
    "beads-1.0",
    "beads-empty-export",
    "beads-rust",
    "beads-viewer",
    "graphify-code",
    "graphify-hyperedges",
    "graphify-older",
    "mcp-memory",
    "sphinx-needs",
    "taskmaster",
    "taskmaster-tags",
    "vault-breadcrumbs",
    "vault-fate",
    "vault-logseq",
];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn counted(what: &str, names: impl Iterator<Item = String>) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let counts: String = counts.iter().map(|(name, count)| format!(" {name} {count},")).collect();
    if counts.is_empty() { String::new() } else { format!("  {what}:{}\n", counts.trim_end_matches(',')) }
}

/// The counts of a sample. Repeated edges count, since files store them.
fn counts(name: &str, root: &Path) -> String {
    let workspace = Workspace::load(root).unwrap();
    let graph = &workspace.graph;
    let defined = || graph.nodes().filter(|node| !node.is_missing());
    let special = |node: &Node<'_>| node.is_external() || node.is_deleted() || node.kind() == Some("hyperedge");
    let special_kinds = defined().filter(special).map(|node| {
        let deleted = if node.is_deleted() { "deleted" } else { node.kind().unwrap_or_default() };
        deleted.to_owned()
    });
    let edges = |is_implicit: bool| graph.edges().filter(move |edge| edge.is_implicit() == is_implicit);
    let verb = |edge: Edge<'_>| edge.relation().to_owned();
    let missing = graph.nodes().filter(|node| node.is_missing()).count();
    let findings = doctor::report(&workspace).findings;
    format!("{name}\n  nodes: {}, missing {missing}\n", defined().count())
        + &counted("of these", special_kinds)
        + &counted("edges", edges(false).map(verb))
        + &counted("implicit", edges(true).map(verb))
        + &counted("findings", findings.iter().map(|finding| finding.rule.code.to_owned()))
}

#[test]
#[ignore = "needs sample files, whose folder REFSCOPE_SAMPLES names"]
fn the_samples_have_the_expected_counts() {
    let top = env::var_os("REFSCOPE_SAMPLES").expect("REFSCOPE_SAMPLES names the folder of the samples");
    let mut found = String::new();
    let plain = FOLDERS.iter().map(|folder| (*folder, ""));
    for (name, settings) in plain.chain(SETTINGS) {
        let folder = tempfile::tempdir().unwrap();
        copy(&Path::new(&top).join(name.split('/').next().unwrap()), folder.path());
        if !settings.is_empty() {
            fs::write(folder.path().join(".refscope.yaml"), settings).unwrap();
        }
        found += &counts(name, folder.path());
    }
    compare(&found, include_str!("samples/expected.txt"));
}

/// Compares line by line, so that a failure names the first line that differs.
fn compare(found: &str, expected: &str) {
    for (at, (one, two)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(one, two, "line {} of\n{found}", at + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{found}");
}
