//! Graphs in JSON, as the commands show them.

use crate::support::Fixture;

const FILE: &str = "graphify-out/graph.json";

const GRAPH: &str = r#"{"directed": false, "built_at_commit": "1111111111111111111111111111111111111111",
"nodes": [
 {"id": "app", "label": "app.py", "file_type": "code", "source_file": "src/app.py", "source_location": "L1"},
 {"id": "run", "label": "run()", "file_type": "code", "source_file": "src/app.py", "source_location": "L12"},
 {"id": "paper", "label": "A paper", "file_type": "paper"}],
"links": [
 {"source": "run", "target": "app", "_src": "app", "_tgt": "run", "relation": "contains", "confidence": "EXTRACTED"},
 {"source": "run", "target": "paper", "relation": "cites", "confidence": "INFERRED", "source_file": "src/app.py", "source_location": "L13"}],
"hyperedges": [{"id": "h", "label": "Both", "nodes": ["app", "run"], "relation": "participate_in"}]}"#;

fn fixture() -> Fixture {
    Fixture::bare().write(FILE, GRAPH)
}

#[test]
fn a_graph_of_graphify_is_a_workspace_of_its_own() {
    let fixture = fixture();
    assert_eq!(fixture.ids(), ["app", "hyper:h", "paper", "run"]);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    let shown = fixture.run(&["show", "run"]).code(0).json();
    assert_eq!((&shown["kind"], &shown["path"]), (&"code".into(), &"src/app.py".into()));
    assert_eq!(shown["fields"]["source_location"], "L12");
    let edge = &fixture.run(&["refs", "app", "--relation", "contains"]).json()[0];
    assert_eq!((&edge["from"], &edge["to"]), (&"app".into(), &"run".into()));
    let edge = &fixture.run(&["refs", "run", "--relation", "cites"]).json()[0];
    assert_eq!((&edge["file"], &edge["line"]), (&"src/app.py".into(), &13.into()));
    assert_eq!(fixture.run(&["show", "hyper:h"]).json()["fields"]["label"], "Both");
    assert_eq!(fixture.read(FILE), GRAPH);
}

#[test]
fn parallel_edges_are_listed_each_with_its_place() {
    let call = |line: u32, confidence: f64| {
        format!(
            r#"{{"source": "run", "target": "app", "relation": "calls", "confidence": "INFERRED",
            "confidence_score": {confidence}, "source_file": "src/app.py", "source_location": "L{line}"}}"#
        )
    };
    let links = format!(r#""links": [{}, {},"#, call(14, 0.75), call(15, 0.5));
    let fixture = Fixture::bare().write(FILE, GRAPH.replace(r#""links": ["#, &links));
    let edges = fixture.run(&["refs", "run", "--relation", "calls"]).code(0).json();
    let places: Vec<_> = edges.as_array().unwrap().iter().map(|edge| &edge["line"]).collect();
    assert_eq!(places, [14, 15]);
    for (id, direction) in [("run", "out"), ("app", "in")] {
        let args = ["refs", id, "--relation", "calls", "--direction", direction, "--format", "human"];
        let text = fixture.run(&args).code(0).stdout;
        assert_eq!(text.matches("src/app.py:1").count(), 2, "{text}");
    }
}

#[test]
fn the_cited_node_comes_before_the_one_that_cites_it() {
    let trace = fixture().run(&["trace", "run", "--orient", "meaning", "--now", "2026-01-03"]).code(0).json();
    let node = trace["nodes"].as_array().unwrap().iter().find(|node| node["id"] == "paper").unwrap();
    assert_eq!(node["distance"], -1);
}

#[test]
fn a_graph_of_another_commit_is_a_note() {
    let fixture = fixture().write(".git/HEAD", "2222222222222222222222222222222222222222\n");
    assert_eq!(fixture.codes(), ["graph-stale"]);
    let fixture = fixture.write(".git/HEAD", "1111111111111111111111111111111111111111\n");
    assert_eq!(fixture.codes(), [] as [&str; 0]);
}

#[test]
fn only_named_files_are_read_and_a_file_of_no_shape_is_an_error() {
    let graph = r#"{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]}"#;
    let fixture = Fixture::empty().write("data/graph.json", graph).write("data/package.json", "{}");
    assert_eq!(fixture.ids(), [] as [&str; 0]);
    let settings = |path: &str| format!("sources:\n  - {{system: graph, path: {path}}}\n");
    let fixture = fixture.write(".refscope.yaml", settings("data/graph.json"));
    assert_eq!((fixture.ids(), fixture.codes()), (vec!["a".to_owned(), "b".to_owned()], Vec::new()));
    let fixture = fixture.write(".refscope.yaml", settings("data/package.json"));
    assert_eq!(fixture.codes(), ["graph-shape"]);
}
