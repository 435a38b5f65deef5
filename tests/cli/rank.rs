//! `rank`.

use crate::support::{Fixture, row, run_on_terminal};
use refscope::sample::unpack_demo;

/// Three notes cite one, which cites another; a fourth, with its own citation, is not connected to them.
fn notes() -> Fixture {
    let rows = [
        row("a", "much-cited", "cites"),
        row("b", "much-cited", "cites"),
        row("c", "much-cited", "cites"),
        row("much-cited", "root", "cites"),
        row("d", "apart", "cites"),
    ];
    let ids = ["a", "b", "c", "d", "much-cited", "root", "apart"];
    let fixture = Fixture::empty().rows(&rows);
    ids.iter().fold(fixture, |fixture, id| fixture.write(&format!("artifacts/notes/{id}.md"), ""))
}

fn ranked(arguments: &[&str]) -> Vec<String> {
    let answer = notes().run(&[&["rank"], arguments].concat()).code(0).json();
    answer.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_ranking_has_its_documented_shape() {
    insta::assert_snapshot!(notes().run(&["rank", "--limit", "2"]).code(0).pretty());
}

#[test]
fn edge_targets_rank_higher_than_sources() {
    assert_eq!(ranked(&["--limit", "3"]), ["root", "much-cited", "apart"]);
    assert_eq!(ranked(&[]).len(), 7);
    assert_eq!(ranked(&["--direction", "in", "--limit", "1"]), ["d"]);
}

#[test]
fn nodes_of_another_layer_are_not_ranked() {
    let fixture = Fixture::bare().causal(r#"{"source": "app", "target": "lib", "kind": "calls"}"#);
    let nodes = fixture.run(&["rank", "--layer", "code"]).code(0).json();
    let ids: Vec<_> = nodes.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["lib", "app"]);
}

#[test]
fn with_seeds_only_connected_nodes_are_ranked() {
    assert_eq!(ranked(&["--from", "d", "--limit", "2"]), ["d", "apart"]);
    let scores = notes().run(&["rank", "--from", "d"]).code(0).json();
    let of = |id: &str| {
        let nodes = scores.as_array().unwrap();
        nodes.iter().find(|node| node["id"] == id).unwrap()["score"].as_f64().unwrap()
    };
    assert!(of("root") == 0.0 && of("apart") > 0.4);
    assert_eq!(ranked(&["--from", "d,a", "--limit", "7"]), ranked(&["--from", "a", "--from", "d", "--from", "a"]));
}

#[test]
fn an_unknown_seed_is_reported() {
    let unknown = notes().run(&["rank", "--from", "much-citd"]).code(1);
    assert!(unknown.stderr.contains("did you mean \"much-cited\"?"), "{}", unknown.stderr);
    assert_eq!(unknown.stdout, "");
}

#[test]
fn the_readable_form_shows_shares_and_their_sources() {
    let arguments = ["rank", "--from", "a", "--limit", "5", "--color", "never"];
    insta::assert_snapshot!(run_on_terminal(notes().root(), &arguments, &[]).0);
}

#[test]
fn scores_within_a_layer_sum_to_one() {
    let fixture = Fixture::bare();
    unpack_demo(fixture.root()).unwrap();
    let ranked = fixture.run(&["rank", "--layer", "execution", "--limit", "1000"]).code(0).json();
    let sum: f64 = ranked.as_array().unwrap().iter().map(|node| node["score"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
}

#[test]
fn seeds_outside_the_layer_are_reported() {
    let fixture = Fixture::bare();
    unpack_demo(fixture.root()).unwrap();
    let elsewhere = fixture.run(&["rank", "--from", "jitter-ttl", "--layer", "execution"]).code(1);
    assert!(elsewhere.stderr.contains("\"jitter-ttl\" is not in the layer \"execution\""), "{}", elsewhere.stderr);
    assert_eq!(elsewhere.json().as_array().map(Vec::len), Some(0));
}
