mod naive;
mod round_trip;

use super::*;
use crate::graph::fixture::build;
use crate::graph::relation::{Dependent, Time};
use crate::graph::{Edge, Graph, GraphBuilder};
use crate::system::kit::Progress;
use crate::system::kit::fixture::folder;
use crate::system::kit::wanted_fields::fields_of_one;
use crate::system::registry;
use rstest::rstest;
use std::path::PathBuf;

const GRAPHIFY_TEXT: &str = r#"{"directed": false, "graph": {"hyperedges": [{"id": "h", "nodes": ["a"]}]},
 "nodes": [
  {"id": "a", "label": "main.py", "file_type": "code", "source_file": "src/main.py", "source_location": "L1"},
  {"id": "b", "label": "run()", "file_type": "code", "source_file": "src/main.py", "source_location": "L42-L50"},
  {"id": "c", "label": "Idea", "file_type": "concept", "source_file": "notes/idea.md", "source_location": "A heading"},
  {"id": "d", "source_file": "/home/x/other.py", "source_location": "L7", "community": 3}],
 "links": [
  {"source": "b", "target": "a", "_src": "a", "_tgt": "b", "relation": "contains", "confidence": "EXTRACTED",
   "source_file": "src/main.py", "source_location": "L42"},
  {"source": "c", "target": "b", "relation": "rationale_for", "confidence": "INFERRED", "source_location": ""},
  {"source": "c", "target": "d", "relation": "references", "confidence": "AMBIGUOUS"},
  {"source": "a", "target": "c", "relation": "cites", "confidence": "INFERRED", "confidence_score": 0.75,
   "source_file": "/home/x/y.md", "source_location": "L3"}],
 "hyperedges": [{"id": "h", "label": "All", "nodes": ["a", "b", "gone"], "relation": "participate_in", "confidence_score": 0.5}]}"#;

fn graph(shown: &str, text: &str) -> (Graph, Vec<Finding>) {
    build([parse(shown, text, 77)])
}

fn graphify() -> Graph {
    let (graph, findings) = graph("graphify-out/graph.json", GRAPHIFY_TEXT);
    assert!(findings.is_empty(), "{findings:?}");
    graph
}

fn codes(text: &str) -> Vec<&'static str> {
    let (graph, mut findings) = graph("g.json", text);
    findings.extend(checks::missing(&graph, crate::graph::NEVER));
    findings.iter().map(|finding| finding.rule.code).collect()
}

fn edges(graph: &Graph) -> Vec<String> {
    let edge = |edge: Edge<'_>| format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id());
    graph.edges().map(edge).collect()
}

fn ids(graph: &Graph) -> Vec<&str> {
    graph.nodes().filter(|node| !node.is_missing()).map(|node| node.id()).collect()
}

#[test]
fn a_node_of_graphify_is_placed_in_its_source_file() {
    let graph = graphify();
    let shown = |id: &str| {
        let node = graph.find(id).unwrap();
        (node.title(), node.kind().unwrap(), node.file().unwrap(), node.line().unwrap(), node.code_path())
    };
    assert_eq!(shown("a"), ("main.py", "code", "src/main.py", 1, None));
    assert_eq!(shown("b"), ("run()", "code", "src/main.py", 42, None));
    assert_eq!(shown("c"), ("Idea", "concept", "notes/idea.md", 1, None));
    let outside = ("d", "node", "graphify-out/graph.json", 6, Some("/home/x/other.py"));
    assert_eq!(shown("d"), outside, "a file outside the workspace is named, but not opened");
    assert_eq!(shown("hyper:h"), ("All", "hyperedge", "graphify-out/graph.json", 14, None));
}

#[test]
fn the_true_ends_of_graphify_count_and_its_edges_keep_their_direction() {
    let graph = graphify();
    let stored: Vec<_> = edges(&graph);
    assert_eq!(stored[..4], ["a contains b", "c rationale_for b", "c references d", "a cites c"]);
    assert!(graph.edges().all(|edge| !edge.is_symmetric()));
    let places: Vec<_> = graph.edges().take(4).map(|edge| (edge.file(), edge.line())).collect();
    let own = |line| ("graphify-out/graph.json", line);
    assert_eq!(places, [("src/main.py", 42), own(10), own(11), own(12)]);
}

#[test]
fn confidence_is_a_number_or_a_word_and_fades_from_the_files_last_change() {
    let graph = graphify();
    let shares: Vec<_> = graph.edges().map(|edge| edge.source_confidence().unwrap()).collect();
    let expected = [1.0, 0.5, 0.2, 0.75, 0.5, 0.5, 0.5];
    assert!(shares.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9), "{shares:?}");
    assert!(graph.edges().all(|edge| edge.millis() == Some(77)));
    let (plain, _) = build([parse("g.json", r#"{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 1}]}"#, 77)]);
    assert!(plain.edges().all(|edge| edge.source_confidence().is_none() && edge.millis().is_none()));
}

#[test]
fn a_hyperedge_is_read_once_as_a_node_with_an_implicit_edge_from_each_member() {
    let graph = graphify();
    let implicit: Vec<_> = graph.edges().filter(|edge| edge.is_implicit()).collect();
    let ends: Vec<_> = implicit.iter().map(|edge| (edge.from().id(), edge.to().id(), edge.line())).collect();
    assert_eq!(ends, [("a", "hyper:h", 14), ("b", "hyper:h", 14), ("gone", "hyper:h", 14)]);
    let findings = checks::missing(&graph, crate::graph::NEVER);
    assert_eq!(findings.iter().map(|finding| finding.rule.code).collect::<Vec<_>>(), ["graph-member-missing"]);
}

#[test]
fn relations_have_the_documented_directions() {
    let registry = registry();
    let meaning = |verb: &str| registry.meaning(&[SYSTEM], verb).unwrap().relation;
    for verb in ["calls", "imports", "imports_from", "uses", "re_exports", "inherits", "extends", "implements"] {
        let relation = meaning(verb);
        let found = (relation.time, relation.lineage, relation.dependent);
        assert_eq!(found, (Time::Timeless, false, Some(Dependent::From)), "{verb}");
    }
    for verb in ["contains", "method", "defines"] {
        assert_eq!((meaning(verb).time, meaning(verb).dependent), (Time::Timeless, None), "{verb}");
    }
    assert_eq!((meaning("references").time, meaning("references").lineage), (Time::Backward, false));
    let cites = meaning("cites");
    assert_eq!((cites.time, cites.lineage, cites.dependent), (Time::Backward, true, Some(Dependent::From)));
    assert_eq!((meaning("rationale_for").time, meaning("rationale_for").lineage), (Time::Timeless, true));
    for verb in ["conceptually_related_to", "semantically_similar_to", "shares_data_with"] {
        assert!(meaning(verb).symmetric, "{verb}");
    }
    assert!(registry.relations().iter().filter(|one| one.system == SYSTEM).all(|one| one.acyclic.is_none()));
}

#[rstest]
#[case::links(r#"{"nodes": [{"id": "a"}, {"id": 2}], "links": [{"source": "a", "target": 2, "type": "t"}]}"#, &["a t 2"])]
#[case::edges(r#"{"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]}"#, &["a links-to b"])]
#[case::one_is_empty(r#"{"nodes": [{"id": "a"}], "links": [], "edges": [{"source": "a", "target": "a"}]}"#, &["a links-to a"])]
#[case::positions(r#"{"nodes": [{"name": "x"}, {"name": "y"}], "links": [{"source": 0, "target": 1}]}"#, &["0 links-to 1"])]
#[case::whole_nodes(r#"{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": {"id": "a"}, "target": {"id": "b"}}]}"#, &["a links-to b"])]
#[case::key_is_a_number(r#"{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "a", "key": 0, "kind": "k"}]}"#, &["a k a"])]
#[case::parallel(r#"{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "a"}, {"source": "a", "target": "a"}]}"#, &["a links-to a", "a links-to a"])]
#[case::json_graph_1(r#"{"graph": {"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b", "relation": "r"}]}}"#, &["a r b"])]
#[case::json_graph_2(r#"{"graph": {"nodes": {"a": {}, "b": {"label": "B"}}, "edges": [{"source": "a", "target": "b"}]}}"#, &["a links-to b"])]
#[case::directed_hyperedge(r#"{"graph": {"nodes": {"a": {}, "b": {}}, "hyperedges": [{"source": ["a"], "target": ["b"]}]}}"#, &["a links-to hyper:1", "hyper:1 links-to b"])]
#[case::hyperedge(r#"{"graph": {"nodes": {"a": {}}, "hyperedges": [{"nodes": ["a"], "relation": "joins"}]}}"#, &["a joins hyper:1"])]
#[case::cytoscape(r#"{"elements": {"nodes": [{"data": {"id": "a"}}], "edges": [{"data": {"source": "a", "target": "a", "interaction": "pp"}}]}}"#, &["a pp a"])]
#[case::cytoscape_list(r#"{"elements": [{"data": {"id": "a"}}, {"data": {"source": "a", "target": "a", "label": "l"}}]}"#, &["a l a"])]
#[case::cyclone_dx(r#"{"bomFormat": "CycloneDX", "metadata": {"component": {"bom-ref": "app", "name": "App"}}, "components": [{"bom-ref": "x", "type": "library", "components": [{"bom-ref": "y"}]}], "dependencies": [{"ref": "app", "dependsOn": ["x", "y"]}, {"ref": "x"}]}"#, &["app depends-on x", "app depends-on y"])]
#[case::spdx(r#"{"spdxVersion": "SPDX-2.3", "SPDXID": "D", "packages": [{"SPDXID": "p"}], "files": [{"SPDXID": "f"}], "relationships": [{"spdxElementId": "D", "relatedSpdxElement": "p", "relationshipType": "DESCRIBES"}, {"spdxElementId": "p", "relatedSpdxElement": "f", "relationshipType": "DEPENDS_ON"}, {"spdxElementId": "p", "relatedSpdxElement": "NOASSERTION", "relationshipType": "OTHER"}, {"spdxElementId": "p", "relatedSpdxElement": "DocumentRef-x:q", "relationshipType": "OTHER"}]}"#, &["D describes p", "p depends-on f", "p other DocumentRef-x:q"])]
fn every_shape_is_read(#[case] text: &str, #[case] expected: &[&str]) {
    let (graph, findings) = graph("g.json", text);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(edges(&graph), expected);
    assert_eq!(checks::missing(&graph, crate::graph::NEVER), []);
}

#[rstest]
#[case::causal(
    r#"{"nodes": [{"id": "a", "layer": "code"}], "edges": [{"source": "a", "target": "a", "kind": "calls"}]}"#
)]
#[case::wrapped_causal(r#"{"graph": {"nodes": [{"id": "a", "layer": "code"}], "edges": [{"source": "a", "target": "a", "kind": "calls"}]}}"#)]
#[case::json_canvas(
    r#"{"nodes": [{"id": "a", "type": "text"}], "edges": [{"id": "e", "fromNode": "a", "toNode": "a"}]}"#
)]
#[case::n8n(r#"{"nodes": [{"id": "a"}], "connections": {}}"#)]
#[case::excalidraw(r#"{"type": "excalidraw", "elements": [{"id": "a", "type": "arrow"}]}"#)]
#[case::lock_file(r#"{"name": "x", "lockfileVersion": 3, "packages": {"": {}}}"#)]
#[case::flake_lock(r#"{"nodes": {"root": {}}, "root": "root", "version": 7}"#)]
#[case::list("[1]")]
#[case::package(r#"{"name": "x", "dependencies": {}}"#)]
fn another_format_is_one_error_that_lists_the_shapes(#[case] text: &str) {
    let (graph, findings) = graph("g.json", text);
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((finding.rule.code, graph.node_count()), ("graph-shape", 0));
    for name in shape::NAMES {
        assert!(finding.message.contains(name), "{}", finding.message);
    }
}

#[rstest]
#[case::empty(r#"{"nodes": [], "links": []}"#, &["graph-empty"])]
#[case::no_id(r#"{"nodes": [{"id": "a"}, {"label": "x"}, 1], "links": []}"#, &["graph-node", "graph-node"])]
#[case::id_twice(r#"{"nodes": [{"id": "a"}, {"id": "a"}], "links": []}"#, &["graph-id-duplicate"])]
#[case::in_two_graphs(r#"{"graphs": [{"nodes": {"a": {}}}, {"nodes": {"a": {}}}]}"#, &[])]
#[case::missing_end(r#"{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "b"}]}"#, &["graph-missing"])]
#[case::url_is_external(r#"{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "https://x.org"}]}"#, &[])]
#[case::no_target(r#"{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "a"}, {"source": "a"}]}"#, &["graph-edge"])]
#[case::both_lists(r#"{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "a"}], "edges": [{"source": "a", "target": "a"}]}"#, &["graph-both-lists"])]
#[case::confidence(r#"{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "a", "confidence_score": 2}]}"#, &["graph-confidence"])]
#[case::half_of_the_ends(r#"{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "a", "_src": "a", "relation": "r", "confidence": "INFERRED"}]}"#, &["graph-ends"])]
#[case::not_json("{", &["json-invalid"])]
fn a_file_has_these_findings(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(codes(text), expected);
}

#[rstest]
#[case::undirected(
    r#"{"directed": false, "nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]}"#,
    true
)]
#[case::directed(
    r#"{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]}"#,
    false
)]
#[case::unsaid(r#"{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]}"#, false)]
#[case::of_the_edge(r#"{"graph": {"directed": true, "nodes": {"a": {}, "b": {}}, "edges": [{"source": "a", "target": "b", "directed": false}]}}"#, true)]
#[case::of_the_graph(r#"{"graph": {"directed": false, "nodes": {"a": {}, "b": {}}, "edges": [{"source": "a", "target": "b", "directed": true}]}}"#, false)]
fn an_edge_without_direction_is_symmetric(#[case] text: &str, #[case] expected: bool) {
    let (graph, _) = graph("g.json", text);
    let edge = graph.edges().next().unwrap();
    assert_eq!(edge.is_symmetric(), expected);
    assert_eq!(graph.find("b").unwrap().edges(crate::graph::Direction::Out).len(), usize::from(expected));
}

#[test]
fn equal_ids_of_two_files_are_two_nodes() {
    let text = |title: &str| format!(r#"{{"graph": {{"nodes": {{"a": {{"label": "{title}"}}}}}}}}"#);
    let mut second = parse("two.json", &text("Two"), 0);
    second.set_part(1);
    let (graph, findings) = build([parse("one.json", &text("One"), 0), second]);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(ids(&graph), ["one.json/a", "two.json/a"]);
}

#[rstest]
#[case::graphify(&[("graphify-out/graph.json", "{}")], true)]
#[case::other_graph(&[("graph.json", GRAPHIFY_TEXT)], false)]
#[case::cache(&[("graphify-out/cache/graph.json", "{}")], false)]
fn a_folder_is_recognised(#[case] files: &[(&str, &str)], #[case] expected: bool) {
    let folder = folder(files);
    let markers = JsonGraphs.markers();
    assert_eq!(markers.iter().any(|marker| (marker.is_there)(folder.path())), expected);
    assert_eq!(markers.iter().any(|marker| (marker.is_sure)(folder.path())), expected);
}

fn loaded(root: &Path, further: &[PathBuf]) -> Vec<String> {
    let progress = Progress::default();
    let loaded = JsonGraphs.load(&ReadRequest::once(root, further, &progress));
    let mut builder = GraphBuilder::new(registry());
    loaded.into_batches().into_iter().for_each(|batch| builder.add(batch));
    let (graph, findings) = builder.finish();
    assert!(findings.is_empty(), "{findings:?}");
    ids(&graph).into_iter().map(str::to_owned).collect()
}

#[test]
fn only_the_graph_of_graphify_and_named_files_are_read() {
    let one = |id: &str| format!(r#"{{"nodes": [{{"id": "{id}"}}], "links": []}}"#);
    let folder = folder(&[
        ("graphify-out/graph.json", &one("a")),
        ("graphify-out/2026-01-01/graph.json", &one("b")),
        ("graphify-out/cache/x.json", "[]"),
        ("graphify-out/manifest.json", "{}"),
        ("other/graph.json", &one("c")),
        ("package.json", "{}"),
    ]);
    let root = folder.path();
    assert_eq!(loaded(root, &[]), ["a"]);
    assert_eq!(loaded(root, &[root.join("other")]), ["a", "c"]);
    assert_eq!(loaded(root, &[root.join("graphify-out")]), ["a"]);
}

#[test]
fn parallel_edges_are_separate_unless_they_are_equal_in_everything() {
    let edge = |relation: &str, line: u32, confidence: f64| {
        format!(
            r#"{{"source": "a", "target": "b", "relation": "{relation}", "confidence": "INFERRED", "confidence_score": {confidence},
            "source_file": "x.py", "source_location": "L{line}"}}"#
        )
    };
    for relation in ["calls", "semantically_similar_to"] {
        let links = [edge(relation, 1, 0.5), edge(relation, 2, 0.5), edge(relation, 2, 0.9), edge(relation, 1, 0.5)];
        let text = format!(r#"{{"nodes": [{{"id": "a"}}, {{"id": "b"}}], "links": [{}]}}"#, links.join(","));
        let (graph, _) = graph("graphify-out/graph.json", &text);
        let repeated: Vec<_> = graph.edges().map(|edge| edge.is_repeated()).collect();
        assert_eq!(repeated, [false, false, false, true], "{relation}");
    }
}

#[test]
fn fields_are_read_from_the_graph_file_with_its_commit() {
    let text = GRAPHIFY_TEXT.replacen('{', r#"{"built_at_commit": "abc", "#, 1);
    let folder = folder(&[("graphify-out/graph.json", &text)]);
    let shown = |id: &str| fields_of_one(&folder.path().join("graphify-out/graph.json"), id, fields).unwrap();
    assert_eq!((&shown("d")["community"], &shown("d")["built_at_commit"]), (&3.into(), &"abc".into()));
    assert!(shown("nothing").is_empty());
}

#[test]
fn the_commit_of_head_is_found_directly_and_among_packed_references() {
    let (one, two) = ("1".repeat(40), "2".repeat(40));
    let files = [(".git/HEAD", "ref: refs/heads/main\n"), (".git/refs/heads/main", &*one)];
    assert_eq!(commit::head(folder(&files).path()), Some(one.clone()));
    let packed = format!("# pack-refs\n{two} refs/heads/main\n");
    let files = [(".git/HEAD", "ref: refs/heads/main\n"), (".git/packed-refs", &*packed)];
    assert_eq!(commit::head(folder(&files).path()), Some(two));
    assert_eq!(commit::head(folder(&[(".git/HEAD", &*one)]).path()), Some(one));
    assert_eq!(commit::head(folder(&[(".git/HEAD", "ref: refs/../../x")]).path()), None);
    assert_eq!(commit::head(folder(&[("x", "")]).path()), None);
}

#[test]
fn nodes_of_a_source_file_are_below_it_in_the_tree() {
    let graph = graphify();
    let path = |id: &str| tree_path(graph.find(id).unwrap()).join(" > ");
    assert_eq!(path("b"), "code > src > main.py > b");
    assert_eq!(path("hyper:h"), "hyperedge > hyper:h");
}
