//! Reader for causal graphs: maps of a code base, of events in it and of lessons learnt.
//!
//! Tools write one JSON object per file: into `.causalist/`, into `*.causal.json` anywhere, or wherever the workspace's
//! settings say. Each file becomes a batch of its own; an invalid entry becomes a finding.

mod checks;
mod parse;
mod rules;
mod vocabulary;

use super::check::{CheckInput, Summary};
use super::kit::file::FileReader;
use super::kit::file_cache::Reading;
use super::kit::json::JsonFile;
use super::kit::named::{Finder, is_json};
use super::kit::read_request::FoundFiles;
use super::kit::walk::{self, FileWalk, LIMITS};
use super::kit::wanted_fields::{WantedFields, as_json, file_of, read_fields};
use super::kit::{Boundary, Files, Progress, ReadRequest, Suspects, file};
use super::loaded::IndependentFiles;
use super::{FileSearch, Loaded, Marker, Reach, System, Watched};
use crate::finding::{Finding, Rule, Severity};
use crate::graph::relation::Relation;
use crate::graph::{Batch, Dangling, Graph, Node, SystemId, SystemSpec, TreePath};
use crate::pack::Unpacker;
use crate::query::{Contradiction, ContradictionKind};
use crate::time::Millis;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub const SYSTEM: SystemId = SystemId::new(30, "causal");

/// Only a warning: the specification of causal graphs asks that nothing stops the user.
const ID_DUPLICATE: Rule = Rule { code: "causal-id-duplicate", severity: Severity::Warning, check: "ids" };

/// Causal graphs of code and decisions.
#[derive(Debug)]
pub struct CausalGraphs;

impl System for CausalGraphs {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            is_specified: true,
            has_repositories: true,
            fades: true,
            id_duplicate: &ID_DUPLICATE,
            dangling: Dangling::OwnCheck,
            tree_path,
            prose: &["label", "summary"],
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary()
    }

    fn markers(&self) -> Vec<Marker> {
        let has_folder = |folder: &Path| folder.join(FOLDER).is_dir();
        vec![
            Marker { name: "*.causal.json", is_there: |it| is_in(it) || is_below(it), is_sure: is_in },
            Marker { name: ".causalist/", is_there: has_folder, is_sure: has_folder },
        ]
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        watched.area(watched.root.join(FOLDER), Reach::Below);
        watched.area(watched.root.to_owned(), Reach::Search(search()));
        for place in watched.further {
            watched.area(place.clone(), Reach::FileOrFolder);
        }
    }

    fn claims(&self) -> &'static [&'static str] {
        &[ENDING]
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(IndependentFiles::new(load_first(request), refresh))
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(IndependentFiles::new(Files::unpack(from, file)?, refresh)))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        read_fields(root, file_of(nodes), nodes, fields)
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![checks::summary()]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input.graph, input.trust, input.cancelled).collect()
    }

    fn cycle_codes(&self) -> &'static [&'static str] {
        &[checks::CYCLE_CODE]
    }

    fn contradiction_codes(&self) -> &'static [&'static str] {
        &[checks::CONTRADICTION_CODE]
    }

    fn contradiction(&self, graph: &Graph, found: &Contradiction) -> Option<Finding> {
        let is_own = found.kind == ContradictionKind::Times && checks::is_own(graph, found);
        is_own.then(|| checks::contradicting(graph, found))
    }
}

/// The search for causal graphs anywhere in a workspace.
fn search() -> FileSearch {
    FileSearch { name: ENDING.to_owned(), is_wanted: Arc::new(is_causal), skips: Some(ARTIFACTS) }
}

/// Arranges nodes by layer and path.
fn tree_path(node: Node<'_>) -> TreePath<'_> {
    let mut path = vec![node.layer().unwrap_or("no layer").into()];
    let code_path = node.code_path().unwrap_or_default();
    path.extend(code_path.split('/').filter(|part| !part.is_empty()).map(Cow::Borrowed));
    // A file or module is the last segment of its path; a function or type is below it.
    if code_path.is_empty() || !["file", "module"].contains(&node.kind().unwrap_or_default()) {
        path.push(node.id().into());
    }
    path
}

const FOLDER: &str = ".causalist";

/// Not searched for causal graphs: artifacts are markdown, and there can be very many of them.
const ARTIFACTS: &str = "artifacts";

/// The ending of causal graph file names outside `.causalist/`.
const ENDING: &str = ".causal.json";

/// Whether a folder itself contains causal graphs.
fn is_in(folder: &Path) -> bool {
    file::names_in(folder).unwrap_or_default().iter().any(|name| is_causal(Path::new(name)))
}

fn is_below(folder: &Path) -> bool {
    !find(&ReadRequest::once(folder, &[], &Progress::default()), &mut Batch::new(SYSTEM, 0)).files.is_empty()
}

/// A walk over a part of the workspace, without the artifacts.
fn walk_of<'a>(
    root: &'a Path,
    top: &'a Path,
    artifacts: &'a Path,
    wanted: &'a dyn Fn(&Path) -> bool,
    boundary: &'a Boundary,
    progress: &'a Progress,
) -> FileWalk<'a> {
    let (skip, ignores_from) = (Some(artifacts), Some(root));
    let (follows_links, distinct_names) = (false, false);
    FileWalk {
        top,
        skip,
        wanted,
        hidden: &[],
        ignores_from,
        follows_links,
        distinct_names,
        boundary,
        limits: LIMITS,
        progress,
    }
}

/// Reads all causal graphs: those in the usual places and those in `further`.
pub fn load(root: &Path, further: &[PathBuf], progress: &Progress) -> Vec<Batch> {
    load_first(&ReadRequest::once(root, further, progress)).into_batches().collect()
}

fn load_first(request: &ReadRequest<'_>) -> Files {
    let mut files = Files::none(SYSTEM);
    read_files(&mut files, request);
    files
}

/// Reads changed files again. Returns whether anything changed.
fn refresh(files: &mut Files, request: &ReadRequest<'_>) -> bool {
    let is_concerned = match request.suspects {
        Suspects::All => true,
        Suspects::Only(paths) => request.concerns(&[FOLDER]) || paths.iter().any(|path| may_hold(request.root, path)),
    };
    (files.has_links() || is_concerned) && read_files(files, request)
}

/// Whether a changed path may be a causal graph, or a folder that contains one.
fn may_hold(root: &Path, path: &Path) -> bool {
    // A deleted path may have been a folder with any name.
    let is_file = || path.symlink_metadata().is_ok_and(|found| found.is_file());
    is_causal(path) || !(path.starts_with(root.join(ARTIFACTS)) || is_file())
}

fn read_files(files: &mut Files, request: &ReadRequest<'_>) -> bool {
    let mut search_batch = Batch::new(SYSTEM, 0);
    let found = find(request, &mut search_batch);
    let read = |path: &Path, batch: &mut Batch, _: &mut FileReader| {
        let stamp = request.stamp(path);
        if let Some(file) = JsonFile::read(request.root, path, SYSTEM, &rules::FILES, batch) {
            parse::read(&file, batch);
        }
        stamp
    };
    let reading = Reading {
        system: SYSTEM,
        first_part: 1,
        files_a_batch: 1,
        read: &read,
        stays: request.stays,
        progress: request.progress,
    };
    files.take(found, search_batch, request, &reading)
}

/// Parses the text of one file.
pub fn parse(shown: &str, text: &str, modified: Millis, part: u64) -> Batch {
    let mut batch = Batch::new(SYSTEM, part);
    parse::read(&JsonFile { shown: shown.to_owned(), text: text.to_owned(), modified }, &mut batch);
    batch
}

/// Collects the fields of nodes, for display.
fn fields(text: &str, wanted: &mut WantedFields<'_>) -> io::Result<()> {
    parse::each_node(as_json(text)?, |id, fields| wanted.add(id, || fields.to_map(|_| true)));
    Ok(())
}

/// The files of this system, each once.
fn find(request: &ReadRequest<'_>, batch: &mut Batch) -> FoundFiles {
    let (root, boundary, progress) = (request.root, &request.boundary, request.progress);
    let mut finder = Finder::new(request, SYSTEM, &rules::FILES, is_json, batch);
    let folder = root.join(FOLDER);
    let is_read = folder.is_dir() && finder.may_read(&folder);
    let mut files = match is_read.then(|| file::with_extension_in(&folder, "json")) {
        Some(Ok(files)) => files.into_iter().filter(|path| !path.is_dir() && finder.may_read(path)).collect(),
        Some(Err(error)) => {
            let message = format!("The folder could not be listed: {}", file::reason(&error));
            finder.finding(&rules::FILES.obstacles.unreadable, &folder, message);
            Vec::new()
        }
        None => Vec::new(),
    };
    files.extend(finder.walk(&walk_of(root, root, &root.join(ARTIFACTS), &is_causal, boundary, progress)));
    for path in &request.further {
        files.extend(finder.named(path));
    }
    let has_links = finder.has_links || folder.is_symlink() || files.iter().any(|path| path.is_symlink());
    FoundFiles { files: walk::without_repeats(files), has_links }
}

/// Whether the file name is that of a causal graph.
fn is_causal(path: &Path) -> bool {
    is_json(path) && path.file_name().is_some_and(|name| name.as_encoded_bytes().ends_with(ENDING.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Finding;
    use crate::graph::fixture::build;
    use crate::system::kit::fixture::{folder, subjects};
    use crate::system::kit::wanted_fields::fields_of_one;
    use crate::time;
    use proptest::prelude::*;
    use rstest::rstest;
    use std::fs;

    const CLEAN: &str = r#"{"repo": "shop", "nodes": [
        {"id": "app", "label": "The app", "path": "src/app.ts", "layer": "ui", "language": "TypeScript", "kind": "file"},
        {"id": "db", "label": "", "layer": "code", "kind": "module"},
        {"id": "slow", "label": "It is slow", "layer": "execution"},
        {"id": "cache", "layer": "knowledge", "path": "notes/cache.md"}
    ], "edges": [
        {"source": "app", "target": "db", "kind": "imports", "ts": "2026-01-01T00:00:00.000Z"},
        {"source": "db", "target": "slow", "kind": "caused", "confidence": 0.9, "ts": "2026-01-01"},
        {"source": "cache", "target": "slow", "kind": "explains", "verified": true},
        {"source": "app", "target": "db", "kind": "reads", "verified": false}
    ]}"#;

    fn codes(batches: Vec<Batch>) -> Vec<&'static str> {
        build(batches).1.iter().map(|finding| finding.rule.code).collect()
    }

    fn ids(root: &Path, further: &[PathBuf]) -> Vec<String> {
        let (graph, findings) = build(load(root, further, &Progress::default()));
        assert!(findings.is_empty(), "{findings:?}");
        graph.nodes().map(|node| node.id().to_owned()).collect()
    }

    fn one_node(id: &str) -> String {
        format!(r#"{{"repo": "r", "nodes": [{{"id": "{id}", "layer": "code"}}]}}"#)
    }

    #[test]
    fn a_clean_file_becomes_nodes_and_edges_without_a_finding() {
        let (graph, findings) = build(vec![parse("a.causal.json", CLEAN, 77, 0)]);
        assert!(findings.is_empty(), "{findings:?}");
        let shown = |id: &str| {
            let node = graph.find(id).unwrap();
            let place = (node.layer(), node.sub_layer(), node.code_path(), node.language());
            (node.title(), node.kind().unwrap(), place, node.line().unwrap())
        };
        let app = (Some("code"), Some("ui"), Some("src/app.ts"), Some("TypeScript"));
        assert_eq!(shown("app"), ("The app", "file", app, 2));
        assert_eq!(shown("db"), ("db", "module", (Some("code"), None, None, None), 3));
        assert_eq!(shown("slow"), ("It is slow", "node", (Some("execution"), None, None, None), 4));
        assert_eq!(shown("cache"), ("cache", "file", (Some("knowledge"), None, Some("notes/cache.md"), None), 5));
        assert_eq!(graph.edges().map(|edge| edge.line()).collect::<Vec<_>>(), [7, 8, 9, 10]);
    }

    #[test]
    fn confidence_and_time_have_their_defaults() {
        let (graph, _) = build(vec![parse("a.causal.json", CLEAN, 77, 0)]);
        let confidence: Vec<_> = graph.edges().map(|edge| edge.source_confidence().unwrap()).collect();
        let expected = [1.0, 0.9, 1.0, 0.6];
        assert!(confidence.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9), "{confidence:?}");
        let first = time::parse("2026-01-01").unwrap();
        assert_eq!(graph.edges().map(|edge| edge.millis().unwrap()).collect::<Vec<_>>(), [first, first, 77, 77],);
        assert_eq!(graph.edges().nth(1).unwrap().ts().unwrap(), "2026-01-01");
        assert!(graph.edges().all(|edge| edge.actor().is_none() && !edge.is_implicit()));
    }

    #[rstest]
    #[case::imports("imports", 0.6)]
    #[case::calls("calls", 0.6)]
    #[case::extends("extends", 0.6)]
    #[case::reads("reads", 0.6)]
    #[case::own_confidence(r#"calls", "confidence": 0.9, "x": ""#, 0.9)]
    fn an_edge_with_verified_false_counts_as_inferred(#[case] kind: &str, #[case] expected: f64) {
        let text = edge(&format!(r#""verified": false, "kind": "{kind}""#)).replacen(r#""kind": "calls", "#, "", 1);
        let (graph, findings) = build(vec![parse("a.causal.json", &text, 0, 0)]);
        assert!(findings.is_empty(), "{findings:?}");
        let confidence = graph.edges().next().unwrap().source_confidence().unwrap();
        assert!((confidence - expected).abs() < 1e-9, "{confidence}");
    }

    #[test]
    fn links_are_read_like_edges() {
        let (graph, findings) = build(vec![parse("a.causal.json", &CLEAN.replace("\"edges\"", "\"links\""), 77, 0)]);
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(graph.edge_count(), 4);
    }

    #[test]
    fn links_beside_edges_are_not_read_and_reported() {
        let links = r#""links": [{"source": "app", "target": "db", "kind": "calls"}], "edges""#;
        let (graph, findings) = build(vec![parse("a.causal.json", &CLEAN.replace("\"edges\"", links), 77, 0)]);
        assert_eq!(findings.iter().map(|one| one.rule.code).collect::<Vec<_>>(), ["causal-field"]);
        assert_eq!(graph.edge_count(), 4);
    }

    #[rstest]
    #[case::object(".causalist/session.json", r#"{"session": 1, "events": []}"#, &[])]
    #[case::list(".causalist/session.json", "[1]", &[])]
    #[case::wrapped(".causalist/session.json", r#"{"graph": {"edges": []}}"#, &[])]
    #[case::no_list(".causalist/session.json", r#"{"nodes": {}}"#, &["causal-invalid"])]
    #[case::no_json(".causalist/session.json", "{", &["json-invalid"])]
    #[case::elsewhere("session.causal.json", r#"{"session": 1}"#, &["causal-invalid"])]
    fn a_file_of_the_tool_without_nodes_is_not_a_graph(
        #[case] file: &str,
        #[case] text: &str,
        #[case] expected: &[&str],
    ) {
        assert_eq!(codes(vec![parse(file, text, 0, 0)]), expected);
    }

    #[test]
    fn the_graph_may_be_wrapped_in_another_object() {
        let wrapped = format!(r#"{{"version": 2, "graph": {CLEAN}}}"#);
        let (graph, findings) = build(vec![parse("a.causal.json", &wrapped, 0, 0)]);
        assert_eq!((graph.node_count(), graph.edge_count(), findings.len()), (4, 4, 0));
    }

    #[rstest]
    #[case::json("json-invalid", "{")]
    #[case::empty("json-invalid", "")]
    #[case::no_object("causal-invalid", "[]")]
    #[case::no_nodes("causal-invalid", r#"{"edges": []}"#)]
    #[case::nodes("causal-invalid", r#"{"nodes": {}}"#)]
    #[case::wrapped_nodes("causal-invalid", r#"{"graph": {"nodes": 1}}"#)]
    #[case::edges("causal-invalid", r#"{"nodes": [], "edges": {}}"#)]
    #[case::node("causal-field", r#"{"nodes": ["a"]}"#)]
    #[case::id("causal-field", r#"{"nodes": [{"label": "A", "layer": "code"}]}"#)]
    #[case::blank_id("causal-field", r#"{"nodes": [{"id": " ", "layer": "code"}]}"#)]
    #[case::no_layer("causal-field", r#"{"nodes": [{"id": "a"}]}"#)]
    #[case::layer("causal-field", r#"{"nodes": [{"id": "a", "layer": "cellar"}]}"#)]
    #[case::layer_type("causal-field", r#"{"nodes": [{"id": "a", "layer": 1}]}"#)]
    #[case::kind("causal-field", r#"{"nodes": [{"id": "a", "layer": "code", "kind": "thing"}]}"#)]
    #[case::label("causal-field", r#"{"nodes": [{"id": "a", "layer": "code", "label": 1}]}"#)]
    #[case::edge("causal-field", r#"{"nodes": [], "edges": [1]}"#)]
    #[case::source("causal-field", r#"{"nodes": [], "edges": [{"target": "a", "kind": "calls"}]}"#)]
    #[case::target("causal-field", r#"{"nodes": [], "edges": [{"source": "a", "target": 1, "kind": "calls"}]}"#)]
    #[case::no_kind("causal-field", r#"{"nodes": [], "edges": [{"source": "a", "target": "a"}]}"#)]
    #[case::certainty("causal-field", &edge(r#""confidence": 1.1"#))]
    #[case::certainty_type("causal-field", &edge(r#""confidence": "high""#))]
    #[case::time("causal-field", &edge(r#""ts": "yesterday""#))]
    #[case::time_type("causal-field", &edge(r#""ts": 1700000000"#))]
    #[case::verified("causal-field", &edge(r#""verified": "yes""#))]
    #[case::relation("causal-relation", &edge(r#""kind": "haunts""#))]
    #[case::twice("causal-id-duplicate", r#"{"nodes": [{"id": "a", "layer": "code"}, {"id": "a", "layer": "code"}]}"#)]
    fn each_broken_rule_gives_just_its_finding(#[case] code: &str, #[case] text: &str) {
        assert_eq!(codes(vec![parse("a.causal.json", text, 0, 0)]), [code]);
    }

    fn edge(field: &str) -> String {
        format!(
            r#"{{"nodes": [{{"id": "a", "layer": "code"}}],
                "edges": [{{"source": "a", "target": "a", "kind": "calls", {field}}}]}}"#
        )
    }

    #[rstest]
    #[case::json("{", &["file path=a.causal.json line=1"])]
    #[case::no_object("[]", &["field name=nodes", "field name=edges"])]
    #[case::no_nodes("{}", &["field name=nodes"])]
    #[case::edges(r#"{"nodes": [], "edges": {}}"#, &["field name=edges"])]
    #[case::edges_and_links(r#"{"nodes": [], "edges": [], "links": []}"#, &["field name=edges", "field name=links"])]
    #[case::repo(r#"{"nodes": [], "repo": 1}"#, &["field name=repo"])]
    #[case::node(r#"{"nodes": [1]}"#, &["file path=a.causal.json line=1"])]
    #[case::no_id(r#"{"nodes": [{}]}"#, &["field name=id"])]
    #[case::layer(r#"{"nodes": [{"id": "a"}]}"#, &["node id=a", "field name=layer"])]
    #[case::kind(r#"{"nodes": [{"id": "a", "layer": "code", "kind": "x"}]}"#, &["node id=a", "field name=kind"])]
    #[case::label(r#"{"nodes": [{"id": "a", "layer": "code", "label": 1}]}"#, &["node id=a", "field name=label"])]
    #[case::no_target(r#"{"nodes": [], "edges": [{"source": "a"}]}"#, &["field name=target"])]
    #[case::confidence(&edge(r#""confidence": 2"#), &["node id=a", "edge from=a relation=calls to=a line=2", "field name=confidence"])]
    #[case::time(&edge(r#""ts": 1"#), &["node id=a", "edge from=a relation=calls to=a line=2", "field name=ts"])]
    #[case::relation(&edge(r#""kind": "haunts""#), &["node id=a", "relation name=haunts"])]
    #[case::twice(
        r#"{"nodes": [{"id": "a", "layer": "code"}, {"id": "a", "layer": "code"}]}"#,
        &["node id=a", "file path=a.causal.json line=1"])]
    fn findings_name_their_subjects(#[case] text: &str, #[case] expected: &[&str]) {
        let (_, findings) = build(vec![parse("a.causal.json", text, 0, 0)]);
        assert_eq!(subjects(&findings[0]), expected);
    }

    #[test]
    fn an_edge_with_invalid_optional_fields_is_kept() {
        for field in [r#""confidence": 2"#, r#""ts": "soon""#, r#""verified": 1"#, r#""kind": "haunts""#] {
            let (graph, findings) = build(vec![parse("a.causal.json", &edge(field), 5, 0)]);
            assert_eq!((graph.edge_count(), findings[0].line, findings[0].node.as_deref()), (1, Some(2), Some("a")));
            assert_eq!(graph.edges().next().unwrap().millis(), Some(5));
        }
    }

    #[test]
    fn files_are_found_in_the_usual_places_and_where_they_are_named() {
        let (one, two) = (one_node("one"), one_node("two"));
        let folder = folder(&[
            (".causalist/a.json", &one),
            (".causalist/.hidden.json", "{"),
            (".causalist/deeper/b.json", "{"),
            (".causalist/notes.txt", "{"),
            ("lib/x.causal.json", &two),
            ("lib/other.json", "{"),
            ("artifacts/y.causal.json", "{"),
            ("build/z.causal.json", "{"),
            (".gitignore", "build\n.causalist\n"),
        ]);
        assert_eq!(ids(folder.path(), &[]), ["one", "two"]);
        let elsewhere = self::folder(&[("deep/m.json", &one_node("m")), ("n.graph", &one_node("n"))]);
        let named =
            [elsewhere.path().join("n.graph"), elsewhere.path().join("deep"), folder.path().join("lib/x.causal.json")];
        assert_eq!(ids(folder.path(), &named), ["one", "two", "n", "m"]);
    }

    #[test]
    fn candidate_folders_are_limited_to_those_with_graphs_if_there_are_too_many() {
        let folder = folder(&[
            ("lib/x.causal.json", ""),
            ("lib/only/deep/main.rs", ""),
            ("artifacts/a.md", ""),
            ("build/deep/z.causal.json", ""),
            (".gitignore", "build\n"),
        ]);
        let root = folder.path();
        let folders = |top: &str, most| {
            let found = search().folders(root, &root.join(top), most, &Progress::default()).into_iter();
            found.map(|path| path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(folders("", 3), ["lib", "lib/only", "lib/only/deep"]);
        assert_eq!(folders("", 2), ["lib"]);
        assert_eq!(folders("lib/only/deep", 3), ["lib/only/deep"]);
        assert_eq!(folders("build", 2), [""; 0]);
    }

    #[test]
    fn a_linked_folder_of_the_tool_is_entered() {
        let real = folder(&[("a.json", &one_node("a"))]);
        let root = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(real.path(), root.path().join(FOLDER)).unwrap();
        assert_eq!(ids(root.path(), &[]), ["a"]);
    }

    #[test]
    fn unreadable_and_missing_files_are_findings_and_the_rest_still_loads() {
        let folder = folder(&[(".causalist/a.json", &one_node("a")), ("b.causal.json", "")]);
        let root = folder.path();
        fs::write(root.join("b.causal.json"), b"{\"nodes\": [{\"id\": \"\xff\", \"layer\": \"code\"}]}").unwrap();
        std::os::unix::fs::symlink("nowhere", root.join("c.causal.json")).unwrap();
        let (graph, mut findings) = build(load(root, &[root.join("gone")], &Progress::default()));
        findings.sort_by(Finding::report_order);
        let found: Vec<_> = findings.iter().map(|one| (one.rule.code, one.file.as_deref().unwrap())).collect();
        assert_eq!(
            found,
            [("file-unreadable", "c.causal.json"), ("source-missing", "gone"), ("file-not-utf8", "b.causal.json")]
        );
        assert_eq!(graph.node_count(), 2);
    }

    #[test]
    fn a_nodes_own_fields_can_be_read_again() {
        let folder = folder(&[("a.causal.json", &format!("\u{feff}{{\"graph\": {CLEAN}}}")), ("b.causal.json", "{")]);
        let fields = |file: &str, id: &str| fields_of_one(&folder.path().join(file), id, fields);
        assert_eq!(fields("a.causal.json", "app").unwrap()["language"], "TypeScript");
        assert!(fields("a.causal.json", "gone").unwrap().is_empty());
        assert!(fields("b.causal.json", "app").is_err());
        assert!(fields("c.causal.json", "app").is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn no_text_makes_it_panic(words in proptest::collection::vec(prop_oneof![
            Just("{".to_owned()), Just("}".to_owned()), Just("[".to_owned()), Just("]".to_owned()),
            Just(",".to_owned()), Just(":".to_owned()), Just("\"nodes\"".to_owned()), Just("\"edges\"".to_owned()),
            Just("\"id\"".to_owned()), Just("null".to_owned()), Just("1e999".to_owned()), "\\PC{0,6}",
        ], 0..40)) {
            build(vec![parse("a.causal.json", &words.concat(), 0, 0)]);
        }

        #[test]
        fn no_value_makes_it_panic(values in proptest::collection::vec(prop_oneof![
            Just("null"), Just("true"), Just("-1"), Just("1e400"), Just("\"\""), Just("\"\\ud800\""), Just("[]"),
            Just("{}"), Just("\"a\""), Just("[[1]]"), Just("\"2026-01-01\""), Just("0.5"), Just("\"code\""),
        ], 11)) {
            let [id, label, path, layer, kind, source, target, verb, ts, confidence, verified] = values[..] else {
                unreachable!()
            };
            let text = format!(
                r#"{{"nodes": [{{"id": {id}, "label": {label}, "path": {path}, "layer": {layer}, "kind": {kind}}}],
                "edges": [{{"source": {source}, "target": {target}, "kind": {verb}, "ts": {ts},
                "confidence": {confidence}, "verified": {verified}}}]}}"#
            );
            let batch = parse("a.causal.json", &text, 0, 0);
            prop_assert!(batch.node_count() <= 1 && batch.edges().len() <= 1);
        }
    }
}
