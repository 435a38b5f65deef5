//! `impact`.

use super::*;

fn impact(fixture: &Fixture, id: &str) -> Value {
    fixture.run(&["impact", id]).code(0).json()
}

fn at_distances(found: &Value) -> Vec<(u64, &str)> {
    let entries = found["transitive"].as_array().unwrap();
    entries.iter().map(|node| (node["distance"].as_u64().unwrap(), node["id"].as_str().unwrap())).collect()
}

#[test]
fn direct_dependents_are_listed_with_the_reason() {
    let found = impact(&Fixture::model(), "shop/payments");
    let direct = |entry: &Value| json!([entry["id"], entry["relation"], entry["note"]]);
    let direct: Value = found["direct"].as_array().unwrap().iter().map(direct).collect();
    let note = direct[1][2].as_str().unwrap();
    assert!(["charge", "refund", "try again"].iter().all(|word| note.contains(word)), "{note}");
    assert_eq!(direct, json!([["shop/mail", "uses", null], ["shop/orders", "calls", note]]));
    assert_eq!(found["root"], "shop/payments");
    assert_eq!(at_distances(&found), []);
}

#[test]
fn indirect_dependents_are_listed() {
    let relation = "relations:\n  - target: shop/orders\n    type: extends\n";
    let fixture = Fixture::model().node("web", &format!("name: Web\ntype: module\n{relation}"));
    let found = impact(&fixture, "legacy");
    assert_eq!(field(&found["direct"], "id"), ["shop/payments"]);
    assert_eq!(at_distances(&found), [(2, "shop/mail"), (2, "shop/orders"), (3, "web")]);
}

#[test]
fn an_event_is_not_a_dependency() {
    let found = impact(&Fixture::model(), "shop/orders");
    assert_eq!(found["direct"], json!([]), "mail only listens to it");
    let found = impact(&Fixture::model(), "shop/mail");
    assert_eq!(found["direct"], json!([]), "orders only emits to it");
}

/// The events of an answer: the node, the verb, the intermediate node, and the edge as a string.
fn events(found: &Value) -> Value {
    let event = |event: &Value| json!([event["id"], event["relation"], event["via"], edge(&event["edge"])[1]]);
    found["events"].as_array().unwrap().iter().map(event).collect()
}

#[test]
fn events_are_listed_separately_and_only_once_if_both_sides_declare_them() {
    let fixture = Fixture::model();
    let expected = json!([["shop/mail", "listens", null, "shop/mail listens shop/orders"]]);
    assert_eq!(events(&impact(&fixture, "shop/orders")), expected);
    let expected = json!([["shop/orders", "emits", null, "shop/orders emits shop/mail"]]);
    assert_eq!(events(&impact(&fixture, "shop/mail")), expected);
    assert_eq!(events(&impact(&fixture, "legacy")), json!([]));
}

#[test]
fn an_event_declared_only_by_the_node_and_listeners_of_its_target_are_listed() {
    let related = |relation: &str| format!("name: N\ntype: module\nrelations:\n  - {relation}\n");
    let fixture = Fixture::model()
        .node("bus", "name: Bus\ntype: module\n")
        .node("source", &related("{target: bus, type: emits}"))
        .node("sink", &related("{target: bus, type: listens}"));
    let expected = json!([["bus", "emits", null, "source emits bus"], ["sink", "listens", "bus", "sink listens bus"],]);
    let found = impact(&fixture, "source");
    assert_eq!(events(&found), expected);
    assert_eq!((&found["direct"], &found["transitive"]), (&json!([]), &json!([])));
}

#[test]
fn lists_have_their_names_in_json_as_headings() {
    let run = Fixture::model().run(&["--format", "human", "impact", "shop/orders"]).code(0);
    let (_, events) = run.stdout.split_once("\nEvents (1)").unwrap_or_else(|| panic!("{run:?}"));
    let first = events.lines().nth(1).unwrap().trim_start();
    assert!(first.starts_with("shop/mail  because shop/mail listens to shop/orders  "), "{run:?}");
    assert!(run.stderr.contains("1 by events"), "{run:?}");
}

/// `shop/orders` consumes `charge` of `shop/payments`; `shop/mail` uses it without naming a method; each has a
/// dependent.
fn consumers() -> Fixture {
    let extends =
        |target: &str| format!("name: N\ntype: module\nrelations:\n  - {{target: {target}, type: extends}}\n");
    Fixture::model().node("web", &extends("shop/orders")).node("news", &extends("shop/mail"))
}

#[test]
fn the_impact_of_a_method_is_its_consumers_and_their_dependents() {
    let found = consumers().run(&["impact", "shop/payments", "--method", "charge"]).code(0).json();
    assert_eq!((&found["root"], &found["method"]), (&"shop/payments".into(), &"charge".into()));
    assert_eq!(field(&found["direct"], "id"), ["shop/orders"]);
    assert_eq!(at_distances(&found), [(2, "web")]);
    for list in ["events", "descendants", "flows", "aspects", "carriers"] {
        assert_eq!(found[list], json!([]), "{list} concerns the node as a whole");
    }
    assert_eq!(impact(&consumers(), "shop/payments").get("method"), None);
}

#[test]
fn the_data_of_an_event_is_consumed_by_the_nodes_it_connects() {
    let found = Fixture::model().run(&["impact", "shop/mail", "--method", "orderId"]).code(0).json();
    assert_eq!(events(&found), json!([["shop/orders", "emits", null, "shop/orders emits shop/mail"]]));
    assert_eq!(found["direct"], json!([]));
}

#[test]
fn a_method_without_consumers_has_no_impact_and_the_known_ones_are_named() {
    let run = consumers().run(&["impact", "shop/payments", "--method", "refnd"]).code(1);
    assert_eq!(run.json()["direct"], json!([]));
    assert!(run.stderr.contains("charge, refund"), "{run:?}");
}

#[test]
fn only_nodes_of_a_model_have_methods() {
    let run = Fixture::clean().with_model().run(&["impact", "m", "--method", "charge"]).code(1);
    assert!(run.stdout.is_empty() && run.stderr.contains("not of an architecture model"), "{run:?}");
}

#[test]
fn the_walk_ends_on_a_cycle() {
    let relation = "blackbox: true\nrelations:\n  - target: shop/orders\n    type: uses";
    let fixture = Fixture::model().replace(".yggdrasil/model/legacy/yg-node.yaml", "blackbox: true", relation);
    let found = impact(&fixture, "legacy");
    assert_eq!(field(&found["direct"], "id"), ["shop/payments"]);
    assert_eq!(at_distances(&found), [(2, "shop/mail"), (2, "shop/orders")]);
}

#[test]
fn descendants_and_effective_aspects_and_flows_are_listed() {
    let fixture = Fixture::model().node("shop/orders/part", "name: Part\ntype: module\n");
    let found = impact(&fixture, "shop");
    assert_eq!(field(&found["descendants"], "id"), ["shop/mail", "shop/orders", "shop/orders/part", "shop/payments"]);
    assert_eq!(field(&found["flows"], "id"), [] as [&str; 0]);
    assert_eq!(field(&found["aspects"], "id"), ["aspect:logging"]);
    let found = impact(&fixture, "shop/orders/part");
    assert_eq!(field(&found["descendants"], "id"), [] as [&str; 0]);
    assert_eq!(field(&found["flows"], "id"), ["flow:checkout"]);
    let all = ["audit", "logging", "observability/tracing", "regulated", "saga"].map(|id| format!("aspect:{id}"));
    assert_eq!(field(&found["aspects"], "id"), all);
}

/// The model nodes that are reached, each with its reasons.
fn reached(found: &Value) -> Value {
    let carriers = found["carriers"].as_array().unwrap().iter();
    let nodes = carriers.filter(|entry| !["aspect", "flow"].contains(&entry["kind"].as_str().unwrap()));
    let reason = |reason: &Value| {
        let mut reason = reason.as_object().unwrap().clone();
        reason.remove("edge").unwrap();
        reason
    };
    let reasons = |entry: &Value| entry["reasons"].as_array().unwrap().iter().map(reason).collect::<Vec<_>>();
    nodes.map(|entry| json!([entry["id"], reasons(entry)])).collect()
}

/// The position and the text of an edge.
fn edge(found: &Value) -> Value {
    let [file, from, relation, to] = ["file", "from", "relation", "to"].map(|field| found[field].as_str().unwrap());
    json!([format!("{file}:{}", found["line"]), format!("{from} {relation} {to}")])
}

#[test]
fn descendants_and_effective_aspects_and_flows_are_proved_by_an_edge() {
    let found = impact(&Fixture::model(), "shop");
    let first = edge(&found["descendants"][0]["edge"]);
    assert_eq!(first, json!([".yggdrasil/model/shop/mail/yg-node.yaml:1", "shop/mail child-of shop"]));
    let found = impact(&Fixture::model(), "shop/orders");
    let flow = edge(&found["flows"][0]["edge"]);
    assert_eq!(flow, json!([format!("{FLOW}:3"), "shop/orders participates flow:checkout"]));
    let aspects = found["aspects"].as_array().unwrap();
    let proofs: Value = aspects.iter().map(|aspect| edge(&aspect["reasons"][0]["edge"])[1].clone()).collect();
    assert_eq!(
        proofs,
        json!([
            "aspect:regulated implies aspect:audit",
            "shop has-aspect aspect:logging",
            "aspect:saga implies aspect:observability/tracing",
            "shop/orders has-aspect aspect:regulated",
            "flow:checkout has-aspect aspect:saga",
        ])
    );
    let found = impact(&Fixture::model(), "flow:checkout");
    let participant = edge(&found["carriers"][0]["reasons"][0]["edge"]);
    assert_eq!(participant, flow);
    let printed = Fixture::model().run(&["impact", "shop/orders", "--format", "human"]).code(0).stdout;
    assert!(printed.contains(&format!("{FLOW}:3")), "{printed}");
}

#[test]
fn the_impact_of_an_aspect_is_the_nodes_it_applies_to() {
    let implied = json!([{ "reason": "implied", "of": "aspect:regulated" }]);
    assert_eq!(
        reached(&impact(&Fixture::model(), "aspect:audit")),
        json!([["shop/orders", implied], ["shop/payments", [{ "reason": "own" }]]])
    );
    let ancestor = json!([{ "reason": "ancestor", "of": "shop" }]);
    assert_eq!(
        reached(&impact(&Fixture::model(), "aspect:logging")),
        json!([
            ["shop", [{ "reason": "own" }]],
            ["shop/mail", ancestor],
            ["shop/orders", ancestor],
            ["shop/payments", ancestor],
        ])
    );
    let flow = json!([{ "reason": "flow", "of": "flow:checkout" }]);
    assert_eq!(
        reached(&impact(&Fixture::model(), "aspect:saga")),
        json!([["shop/orders", flow], ["shop/payments", flow]])
    );
}

#[test]
fn the_impact_of_an_aspect_includes_flows_and_aspects_that_imply_it() {
    let found = impact(&Fixture::model(), "aspect:observability/tracing");
    assert_eq!(field(&found["carriers"], "id"), ["aspect:saga", "flow:checkout", "shop/orders", "shop/payments"]);
}

#[test]
fn the_impact_of_a_flow_is_its_participants_and_their_descendants() {
    let fixture = Fixture::model().node("shop/orders/part", "name: Part\ntype: module\n");
    assert_eq!(
        reached(&impact(&fixture, "flow:checkout")),
        json!([
            ["shop/orders", [{ "reason": "own" }]],
            ["shop/orders/part", [{ "reason": "ancestor", "of": "shop/orders" }]],
            ["shop/payments", [{ "reason": "own" }]],
        ])
    );
}

#[test]
fn the_impact_of_a_file_is_its_node_and_the_dependents_of_that_node() {
    let found = impact(&Fixture::model(), "file:src/shop/payments.ts");
    assert_eq!(field(&found["direct"], "id"), ["shop/payments"]);
    assert_eq!(field(&found["direct"], "relation"), ["maps-to"]);
    assert_eq!(at_distances(&found), [(2, "shop/mail"), (2, "shop/orders")]);
}

#[test]
fn the_most_trusted_path_is_reported_even_if_it_is_longer() {
    let edge = |from: &str, to: &str, confidence: f64| {
        format!(r#"{{"source": "{from}", "target": "{to}", "kind": "calls", "confidence": {confidence}}}"#)
    };
    let edges = [edge("app", "crash", 0.3), edge("app", "lib", 0.9), edge("lib", "crash", 0.9)].join(",\n");
    let run =
        Fixture::bare().causal(&edges).run(&["impact", "crash", "--now", "2026-01-02", "--format", "human"]).code(0);
    let of_app: Vec<_> = run.stdout.lines().map(str::trim).filter(|row| row.contains("because app")).collect();
    assert!(of_app[0].starts_with("0.81  app  because app calls lib "), "{run:?}");
    assert!(of_app[1].starts_with("app  because app calls crash "), "{run:?}");
}
