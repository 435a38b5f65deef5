//! `tree`.

use super::*;

/// The tree as text: two spaces per level, and the id of each node after its label.
fn drawn(fixture: &Fixture, arguments: &[&str]) -> Vec<String> {
    let found = fixture.run(&[&["tree"], arguments].concat()).code(0).json();
    let line = |entry: &Value| {
        let depth = usize::try_from(entry["depth"].as_u64().unwrap()).unwrap();
        let id = entry["id"].as_str().map(|id| format!(" = {id}")).unwrap_or_default();
        format!("{}{}{id}", "  ".repeat(depth), entry["label"].as_str().unwrap())
    };
    found.as_array().unwrap().iter().map(line).collect()
}

#[rstest]
#[case::model_by_path("yggdrasil", &[
    "yggdrasil",
    "  model",
    "    legacy = legacy",
    "    shop = shop",
    "      mail = shop/mail",
    "      orders = shop/orders",
    "      payments = shop/payments",
    "  aspects",
    "    audit = aspect:audit",
    "    logging = aspect:logging",
    "    observability",
    "      tracing = aspect:observability/tracing",
    "    regulated = aspect:regulated",
    "    saga = aspect:saga",
    "  flows",
    "    checkout = flow:checkout",
    "  files",
    "    legacy = file:legacy",
    "    src",
    "      mail.ts = file:src/mail.ts",
    "      shop = file:src/shop",
    "        orders = file:src/shop/orders",
    "        payments.ts = file:src/shop/payments.ts",
])]
#[case::artifacts_by_kind("reference", &[
    "reference",
    "  mission",
    "    m = m",
    "  person",
    "    self = self",
    "  signal",
    "    s = s",
    "  task",
    "    a = a",
    "    b = b",
])]
#[case::units_by_type("unit", &["unit", "  assertion", "    U = U"])]
#[case::code_maps_by_layer_and_path("causal", &[
    "causal",
    "  code",
    "    lib",
    "      a.ts = file-a",
    "        fn-go = fn-go",
    "  knowledge",
    "    why = why",
])]
#[case::records_by_the_segments_of_their_ids("sidecar", &["sidecar", "  sn", "    fire = sn.fire", "      ball = sn.fire.ball"])]
fn every_system_has_its_own_tree(#[case] system: &str, #[case] lines: &[&str]) {
    let expected: Vec<_> = lines.iter().map(|line| line.replace('U', UNIT)).collect();
    assert_eq!(drawn(&everything(), &["--root", system]), expected);
}

#[test]
fn without_a_root_every_system_is_a_top_level_entry() {
    let systems: Vec<_> = drawn(&everything(), &["--depth", "1"]);
    assert_eq!(systems, ["reference", "unit", "causal", "yggdrasil", "sidecar"]);
}

#[test]
fn a_tree_can_start_at_a_node_and_stop_at_a_depth() {
    let fixture = Fixture::model().node("shop/orders/part", "name: Part\ntype: module\n");
    let below = ["  mail = shop/mail", "  orders = shop/orders", "  payments = shop/payments"];
    let whole = [&["shop = shop"], &below[..2], &["    part = shop/orders/part"], &below[2..]].concat();
    assert_eq!(drawn(&fixture, &["--root", "shop"]), whole);
    assert_eq!(drawn(&fixture, &["--root", "shop", "--depth", "2"]), [&["shop = shop"], &below[..]].concat());
    assert_eq!(drawn(&fixture, &["--root", "shop", "--depth", "1"]), ["shop = shop"]);
}

#[test]
fn an_entry_counts_all_its_nodes_whether_shown_or_not() {
    let found = Fixture::model().run(&["tree", "--root", "shop", "--depth", "1"]).code(0).json();
    assert_eq!(found[0]["nodes"], 4);
    let found = Fixture::model().run(&["tree", "--root", "yggdrasil", "--depth", "2"]).code(0).json();
    let counts: Vec<_> = found.as_array().unwrap().iter().map(|entry| entry["nodes"].as_u64().unwrap()).collect();
    assert_eq!(counts, [16, 5, 5, 1, 5], "all, model, aspects, flows, files");
}

#[test]
fn an_unknown_root_is_a_failure() {
    let run = Fixture::model().run(&["tree", "--root", "shopp"]).code(1);
    assert!(run.stderr.contains("shop"), "{run:?}");
}
