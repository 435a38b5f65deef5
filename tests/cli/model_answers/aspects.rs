//! `aspects`.

use super::*;

/// The aspects of a node: id, each reason as one string, exceptions.
fn aspects(fixture: &Fixture, id: &str) -> Value {
    let found = fixture.run(&["aspects", id]).code(0).json();
    assert_eq!(found["node"], id);
    let reason = |reason: &Value| match reason["of"].as_str() {
        Some(of) => format!("{} {of}", reason["reason"].as_str().unwrap()),
        None => reason["reason"].as_str().unwrap().to_owned(),
    };
    let entry = |aspect: &Value| {
        let reasons: Vec<_> = aspect["reasons"].as_array().unwrap().iter().map(reason).collect();
        json!([aspect["id"], reasons, aspect["exceptions"]])
    };
    found["aspects"].as_array().unwrap().iter().map(entry).collect()
}

#[test]
fn every_aspect_has_its_reason_and_its_exceptions() {
    let exceptions = ["Imports are recorded once", "Tests are not recorded"];
    assert_eq!(
        aspects(&Fixture::model(), "shop/orders"),
        json!([
            ["aspect:audit", ["implied aspect:regulated"], []],
            ["aspect:logging", ["ancestor shop"], ["Nothing is logged at start-up"]],
            ["aspect:observability/tracing", ["implied aspect:saga"], []],
            ["aspect:regulated", ["own"], exceptions],
            ["aspect:saga", ["flow flow:checkout"], []],
        ])
    );
}

#[test]
fn an_aspect_with_several_reasons_lists_all_reasons_and_exceptions() {
    let fixture = Fixture::model()
        .node("shop/orders/part", "name: Part\ntype: module\naspects:\n  - aspect: audit\n    exceptions: [Mine]\n")
        .replace(ORDERS, "  - aspect: regulated", "  - aspect: audit\n    exceptions: [Theirs]\n  - aspect: regulated")
        .replace(FLOW, "- saga", "- audit");
    let found = aspects(&fixture, "shop/orders/part");
    let reasons = ["own", "ancestor shop/orders", "flow flow:checkout", "implied aspect:regulated"];
    assert_eq!(found[0], json!(["aspect:audit", reasons, ["Mine", "Theirs"]]));
}

#[test]
fn children_and_siblings_contribute_no_aspects() {
    assert_eq!(
        aspects(&Fixture::model(), "shop"),
        json!([["aspect:logging", ["own"], ["Nothing is logged at start-up"]]])
    );
    assert_eq!(aspects(&Fixture::model(), "legacy"), json!([]));
}

#[test]
fn a_row_of_the_log_adds_no_aspect() {
    let fixture = Fixture::model().rows(&[row("legacy", "aspect:audit", "has-aspect")]);
    assert_eq!(aspects(&fixture, "legacy"), json!([]));
}

#[rstest]
#[case::declared("shop/orders", "aspect:regulated", "has-aspect")]
#[case::inherited("shop/orders", "shop", "child-of")]
#[case::given_by_a_flow("shop/orders", "flow:checkout", "participates")]
#[case::implied("aspect:saga", "aspect:observability/tracing", "implies")]
fn a_row_of_the_log_removes_no_aspect(#[case] from: &str, #[case] to: &str, #[case] verb: &str) {
    let undated = format!(r#"{{"from":"{from}","to":"{to}","relation":"{verb}"}}"#);
    let fixture = Fixture::model().rows(&[undated, row(from, to, verb)]);
    assert_eq!(aspects(&fixture, "shop/orders"), aspects(&Fixture::model(), "shop/orders"));
}

#[test]
fn the_readable_form_shows_reasons_and_exceptions() {
    let run = Fixture::model().run(&["--format", "human", "aspects", "shop/orders"]).code(0);
    let lines: Vec<_> = run.stdout.lines().collect();
    let line = |of: &str| lines.iter().position(|line| line.starts_with(of)).unwrap();
    let words = |of: &str| lines[line(of)].split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
    assert_eq!(words("aspect:audit"), "implied by regulated .yggdrasil/aspects/regulated/yg-aspect.yaml:2");
    assert_eq!(words("aspect:saga"), format!("flow checkout {FLOW}:6"));
    assert_eq!(words("aspect:logging"), "ancestor shop .yggdrasil/model/shop/yg-node.yaml:4");
    assert_eq!(words("aspect:regulated"), format!("own {ORDERS}:4"));
    assert!(lines[line("aspect:regulated") + 1].ends_with("Imports are recorded once"), "{run:?}");
    assert!(run.stderr.contains("5 aspects"));
}

#[rstest]
#[case::undefined("nobody")]
#[case::of_another_system("m")]
fn an_id_outside_the_model_has_no_aspects(#[case] id: &str) {
    let run = Fixture::clean().with_model().run(&["aspects", id]).code(1);
    assert!(run.stdout.is_empty() && run.stderr.contains(id), "{run:?}");
}

#[test]
fn without_an_id_all_aspects_are_listed_with_implications_and_node_counts() {
    let found = Fixture::model().run(&["aspects"]).code(0).json();
    let entry = |aspect: &Value| json!([aspect["id"], aspect["description"], aspect["implies"], aspect["carriers"]]);
    let entries: Value = found.as_array().unwrap().iter().map(entry).collect();
    let expected = json!([
        ["aspect:audit", "Who did what", [], 2],
        ["aspect:logging", null, [], 4],
        ["aspect:observability/tracing", null, [], 2],
        ["aspect:regulated", null, ["aspect:audit"], 1],
        ["aspect:saga", null, ["aspect:observability/tracing"], 2],
    ]);
    assert_eq!(entries, expected);
}

#[test]
fn the_readable_form_lists_all_aspects() {
    let run = Fixture::model().run(&["--format", "human", "aspects"]).code(0);
    let words: Vec<_> = run.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(words[0], "aspect:audit 2 nodes Audit Who did what");
    assert_eq!(words[3], "aspect:regulated 1 node Regulated implies aspect:audit");
    assert!(run.stderr.contains("5 aspects"), "{run:?}");
}

#[test]
fn a_workspace_without_a_model_has_no_aspects() {
    assert_eq!(Fixture::clean().run(&["aspects"]).code(0).json(), json!([]));
}
