//! Relations that a user declares in `.refscope.yaml`, in every command that knows relations.

use crate::support::{Fixture, row};
use serde_json::{Value, json};

const RELATIONS: &str = "relations:
  blocks:
    inverse: is blocked by
    earlier: from
    lineage: true
    acyclic: true
    dependent: to
    synonyms: [stops, {name: blocked-by, inverted: true}]
  contradicts: {symmetric: true, argues: rebuts, opposes: [backs]}
  backs: {inverse: is backed by, argues: supports}
";

fn fixture(rows: &[String]) -> Fixture {
    Fixture::clean().write(".refscope.yaml", RELATIONS).rows(rows)
}

fn relation(fixture: &Fixture, verb: &str) -> Value {
    let all = fixture.run(&["relations"]).code(0).json();
    all.as_array().unwrap().iter().find(|one| one["verb"] == verb).unwrap().clone()
}

/// The distances of a trace by id.
fn distances(fixture: &Fixture, arguments: &[&str]) -> Vec<(String, i64)> {
    let trace = fixture.run(&[&["trace"], arguments].concat()).code(0).json();
    let nodes = trace["nodes"].as_array().unwrap().iter();
    nodes.map(|node| (node["id"].as_str().unwrap().to_owned(), node["distance"].as_i64().unwrap())).collect()
}

#[test]
fn the_vocabulary_in_force_is_listed_with_its_use_and_declaration() {
    let fixture = fixture(&[row("a", "b", "blocks"), row("b", "s", "stops"), row("s", "a", "unheard-of")]);
    let expected = json!({
        "verb": "blocks", "system": "user", "reads": "blocks", "inverse": "is blocked by", "earlier": "from",
        "lineage": true, "acyclic": "blocks", "dependent": "to", "argues": null, "takes_sides": false,
        "symmetric": false, "opposes": [], "synonyms": [{"name": "stops", "inverted": false, "used": 1},
        {"name": "blocked-by", "inverted": true, "used": 0}], "writer": "anyone", "used": 1,
        "declared": {"file": ".refscope.yaml", "line": 2},
    });
    assert_eq!(relation(&fixture, "blocks"), expected);
    assert_eq!(relation(&fixture, "led-to")["declared"], Value::Null);
    let unknown = relation(&fixture, "unheard-of");
    assert_eq!((&unknown["system"], &unknown["used"]), (&Value::Null, &json!(1)));
    let human = fixture.run(&["relations", "--format", "human"]).code(0);
    assert!(human.stdout.contains("blocks  blocks / is blocked by  2 edges"), "{}", human.stdout);
    assert!(human.stdout.contains("declared at .refscope.yaml:2"), "{}", human.stdout);
}

#[test]
fn lineage_follows_declared_relations_and_their_synonyms_by_meaning() {
    let fixture = fixture(&[row("a", "b", "blocks"), row("m", "b", "blocked-by")]);
    let expected = [("a".to_owned(), -1), ("b".to_owned(), 0), ("m".to_owned(), 1)];
    assert_eq!(distances(&fixture, &["b", "--orient", "meaning"]), expected);
    assert_eq!(distances(&fixture, &["b"]), expected[..2], "as stored, synonyms are other verbs");
    assert_eq!(distances(&fixture, &["b", "--orient", "meaning", "--relations", "blocks"]), expected);
}

#[test]
fn impact_follows_the_dependent_end() {
    let fixture = fixture(&[row("a", "b", "blocks")]);
    let impact = fixture.run(&["impact", "a"]).code(0).json();
    assert_eq!(impact["direct"][0]["id"], "b");
}

#[test]
fn an_acyclic_relation_in_a_cycle_is_a_finding_with_a_proof() {
    let fixture = fixture(&[row("a", "b", "blocks"), row("a", "b", "blocked-by")]);
    let codes = fixture.codes();
    assert!(codes.contains(&"relation-cycle".to_owned()), "{codes:?}");
    let cycles = fixture.run(&["cycles"]).code(0).json();
    assert_eq!(cycles[0]["class"], "blocks");
}

#[test]
fn opposed_relations_are_a_contradiction_in_both_directions() {
    for (from, to) in [("a", "b"), ("b", "a")] {
        let fixture = fixture(&[row("a", "b", "backs"), row(from, to, "contradicts")]);
        assert_eq!(fixture.codes(), ["relation-opposed"]);
        let found = fixture.run(&["contradictions"]).code(0).json();
        let one = &found["contradictions"][0];
        assert_eq!(
            (&one["kind"], &one["node"]["id"], &one["claim"]["id"]),
            (&json!("opposed"), &json!("a"), &json!("b"))
        );
        assert_eq!(
            (&one["for"][0]["relation"], &one["against"][0]["relation"]),
            (&json!("backs"), &json!("contradicts"))
        );
        assert_eq!(found["contradictions"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn an_inverted_synonym_opposes_in_the_direction_of_its_relation() {
    let settings = "relations:
  frees: {}
  blocks: {opposes: [frees], synonyms: [{name: blocked-by, inverted: true}]}
";
    let codes = |rows: &[String]| {
        let fixture = Fixture::clean().write(".refscope.yaml", settings).rows(rows);
        fixture.codes().into_iter().filter(|code| code == "relation-opposed").count()
    };
    assert_eq!(codes(&[row("a", "b", "frees"), row("b", "a", "blocked-by")]), 1);
    assert_eq!(codes(&[row("a", "b", "frees"), row("a", "b", "blocked-by")]), 0);
}

#[test]
fn an_inverted_synonym_of_a_timeless_relation_is_followed_like_the_relation() {
    let settings = "relations:\n  needs: {lineage: true, synonyms: [{name: needed-by, inverted: true}]}\n";
    let rows = [row("a", "b", "needs"), row("s", "a", "needed-by")];
    let fixture = Fixture::clean().write(".refscope.yaml", settings).rows(&rows);
    let expected = [("a".to_owned(), 0), ("b".to_owned(), 1), ("s".to_owned(), 1)];
    assert_eq!(distances(&fixture, &["a", "--orient", "meaning"]), expected);
}

#[test]
fn an_argument_counts_declared_relations() {
    let fixture = fixture(&[row("a", "b", "backs"), row("s", "b", "contradicts")]);
    let argument = fixture.run(&["argument", "b"]).code(0).json();
    assert_eq!((&argument["for"][0]["id"], &argument["against"][0]["id"]), (&json!("a"), &json!("s")));
}

#[test]
fn advice_knows_declared_relations() {
    let fixture = fixture(&[row("a", "b", "blocks")]);
    let advice = |from: &str, to: &str, verb: &str| {
        let run = fixture.run(&["refs", "add", "--from", from, "--to", to, "--relation", verb]).code(0);
        run.stderr
    };
    assert_eq!(advice("a", "s", "blocks"), "");
    assert!(advice("a", "s", "blocked-by").contains("is the inverse of blocks"));
    assert!(advice("a", "s", "blokcs").contains("did you mean blocks?"));
    assert!(advice("b", "a", "blocks").contains("would close a cycle"));
}

#[test]
fn a_configuration_error_stops_every_command_with_its_place_and_remedy() {
    let fixture = Fixture::clean().write(".refscope.yaml", "relations:\n  blocks:\n    earlier: first\n");
    for command in [&["list"][..], &["relations"], &["refs", "add", "--from", "a", "--to", "b", "--relation", "blocks"]]
    {
        let run = fixture.run(command).code(2);
        let expected = ".refscope.yaml:3: relations.blocks.earlier: Unknown value \"first\". Valid: from, to, neither";
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}
