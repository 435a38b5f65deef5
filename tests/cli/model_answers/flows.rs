//! `flows`.

use super::*;

fn described() -> Fixture {
    Fixture::model().replace(FLOW, "name: Checkout\n", "name: Checkout\ndescription: From basket to receipt\n")
}

/// The flows of a node: id and reasons, each reason as one string.
fn flows(fixture: &Fixture, id: &str) -> Value {
    let found = fixture.run(&["flows", id]).code(0).json();
    assert_eq!(found["node"], id);
    let reason = |reason: &Value| format!("{} {}", reason["reason"], reason["of"]);
    let entry = |flow: &Value| {
        let reasons: Vec<_> = flow["reasons"].as_array().unwrap().iter().map(reason).collect();
        json!([flow["id"], reasons])
    };
    found["flows"].as_array().unwrap().iter().map(entry).collect()
}

#[test]
fn without_an_id_all_flows_are_listed_with_their_participants() {
    let fixture = described().write(".yggdrasil/flows/alone/yg-flow.yaml", "name: Alone\nnodes: [legacy]\n");
    let found = fixture.run(&["flows"]).code(0).json();
    let fields = ["id", "description", "aspects", "participants", "carriers", "reasons"];
    let entry = |flow: &Value| fields.iter().map(|name| flow[name].clone()).collect::<Value>();
    let entries: Value = found.as_array().unwrap().iter().map(entry).collect();
    let participants = ["shop/orders", "shop/payments"];
    let expected = json!([
        ["flow:alone", null, [], ["legacy"], 1, null],
        ["flow:checkout", "From basket to receipt", ["aspect:saga"], participants, 2, null],
    ]);
    assert_eq!(entries, expected);
}

#[test]
fn a_node_has_the_flows_of_its_own_and_of_its_ancestors() {
    let fixture = Fixture::model().node("shop/orders/part", "name: Part\ntype: module\n");
    assert_eq!(flows(&fixture, "shop/orders"), json!([["flow:checkout", ["\"own\" null"]]]));
    assert_eq!(flows(&fixture, "shop/orders/part"), json!([["flow:checkout", ["\"ancestor\" \"shop/orders\""]]]));
    assert_eq!(flows(&fixture, "legacy"), json!([]));
}

#[test]
fn a_single_flow_is_shown() {
    let found = described().run(&["flows", "flow:checkout"]).code(0).json();
    assert_eq!(field(&found["flows"], "id"), ["flow:checkout"]);
    assert_eq!((&found["flows"][0]["carriers"], &found["flows"][0]["reasons"]), (&2.into(), &json!([])));
}

#[test]
fn the_readable_form_lists_the_flows() {
    let words = |arguments: &[&str]| {
        let run = described().run(&[&["--format", "human", "flows"], arguments].concat()).code(0);
        assert!(run.stderr.contains("1 flow"), "{run:?}");
        run.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    let flow = "flow:checkout 2 participants Checkout From basket to receipt with aspect:saga";
    assert_eq!(words(&[]), [flow]);
    assert_eq!(words(&["flow:checkout"]), [flow, "shop/orders", "shop/payments"]);
    assert_eq!(words(&["shop/orders"]), [format!("flow:checkout participant {FLOW}:4")]);
}

#[test]
fn an_unknown_id_has_no_flows() {
    let run = Fixture::model().run(&["flows", "nobody"]).code(1);
    assert!(run.stdout.is_empty() && run.stderr.contains("nobody"), "{run:?}");
}
