//! The subjects of findings about an architecture model, as JSON.

use crate::support::Fixture;
use crate::support::model::{CONFIG, DESCRIPTION, FLOW, ORDERS, PAYMENTS};
use rstest::rstest;
use serde_json::{Value, json};

const EXTRA: &str = "name: Extra\ntype: module\n";

/// A model with one extra node.
fn extra(rest: &str) -> Fixture {
    Fixture::model().node("extra", &format!("{EXTRA}{rest}"))
}

fn aspect(name: &str) -> Value {
    json!({ "kind": "aspect", "id": format!("aspect:{name}"), "name": name })
}

fn flow(name: &str) -> Value {
    json!({ "kind": "flow", "id": format!("flow:{name}"), "name": name })
}

fn node(id: &str) -> Value {
    json!({ "kind": "node", "id": id })
}

fn file(path: &str) -> Value {
    json!({ "kind": "file", "path": path })
}

fn artifact(name: &str) -> Value {
    json!({ "kind": "artifact", "name": name })
}

fn config() -> Value {
    json!({ "kind": "config", "path": CONFIG })
}

fn field(name: &str) -> Value {
    json!({ "kind": "field", "name": name })
}

#[rstest]
#[case::e001("E001", extra("blackbox: perhaps\n"), json!([node("extra"), field("blackbox")]))]
#[case::e001_aspect_twice("E001", extra("aspects:\n  - aspect: audit\n  - aspect: audit\n"), json!([node("extra"), aspect("audit")]))]
#[case::e002("E002", Fixture::model().node("extra", "name: Extra\ntype: gadget\n"), json!([node("extra"), {"kind": "type", "name": "gadget"}]))]
#[case::e003("E003", extra("aspects:\n  - aspect: nobody\n"), json!([node("extra"), aspect("nobody")]))]
#[case::e003_of_a_type("E003", Fixture::model().replace(CONFIG, "  service:", "  tool:\n    description: T\n    required_aspects: [nobody]\n  service:"),
    json!([config(), aspect("nobody")]))]
#[case::e004("E004", extra("relations:\n  - {target: nobody, type: uses}\n"), json!([node("extra"), node("nobody")]))]
#[case::e006("E006", Fixture::model().replace(FLOW, "- shop/orders", "- shop/orders\n  - nobody"), json!([flow("checkout"), node("nobody")]))]
#[case::e007("E007", Fixture::model().replace(FLOW, "- saga", "- saga\n  - nobody"), json!([flow("checkout"), aspect("nobody")]))]
#[case::e009_same_path("E009", extra("mapping:\n  paths: [src/mail.ts]\n").write("a", ""), json!([node("shop/mail"), node("extra"), file("src/mail.ts")]))]
#[case::e009_path_in_a_folder("E009", extra("mapping:\n  paths: [legacy/old.cob]\n"), json!([node("extra"), node("legacy"), file("legacy/old.cob")]))]
#[case::e009_own_path_twice("E009", extra("mapping:\n  paths: [legacy.ts, ./legacy.ts]\n").write("legacy.ts", ""), json!([node("extra"), file("legacy.ts")]))]
#[case::e010("E010", Fixture::model().replace(PAYMENTS, "- target: legacy\n    type: uses", "- target: shop/orders\n    type: calls"),
    json!([node("shop/orders"), node("shop/payments")]))]
#[case::e012("E012", Fixture::model().replace(CONFIG, "name: The shop\n", ""), json!([config(), field("name")]))]
#[case::e012_missing("E012", Fixture::model().remove(CONFIG), json!([config()]))]
#[case::e013("E013", Fixture::model().replace(CONFIG, "when: has_aspect:regulated", "when: the_moon_is_full"), json!([config(), artifact("compliance.md")]))]
#[case::e013_undefined_aspect("E013", Fixture::model().replace(CONFIG, "when: has_aspect:regulated", "when: has_aspect:nobody"),
    json!([config(), artifact("compliance.md")]))]
#[case::e014("E014", Fixture::model().write(".yggdrasil/aspects/logging/yg-aspect.yaml", "name: Logging\nid: audit\n"),
    json!([aspect("audit"), file(".yggdrasil/aspects/audit/yg-aspect.yaml")]))]
#[case::e015("E015", Fixture::model().write(".yggdrasil/model/loose/notes.md", ""), json!([file(".yggdrasil/model/loose")]))]
#[case::e016("E016", Fixture::model().write(".yggdrasil/aspects/logging/yg-aspect.yaml", "name: Logging\nimplies: [nobody]\n"),
    json!([aspect("logging"), aspect("nobody")]))]
#[case::e017("E017", Fixture::model().write(".yggdrasil/aspects/observability/tracing/yg-aspect.yaml", "name: Tracing\nimplies: [saga]\n"),
    json!([aspect("observability/tracing"), aspect("saga")]))]
#[case::w001("W001", Fixture::model().remove(".yggdrasil/model/shop/payments/interface.md"), json!([node("shop/payments"), artifact("interface.md")]))]
#[case::w002("W002", Fixture::model().write(".yggdrasil/model/shop/internals.md", "short"), json!([node("shop"), artifact("internals.md")]))]
#[case::w005("W005", Fixture::model().write(".yggdrasil/model/shop/payments/internals.md", "word".repeat(10_000)), json!([node("shop/payments")]))]
#[case::w006("W006", Fixture::model().write(".yggdrasil/model/shop/payments/internals.md", "word".repeat(20_000)), json!([node("shop/payments")]))]
#[case::w007("W007", Fixture::model().replace(CONFIG, "max_direct_relations: 10", "max_direct_relations: 1")
    .replace(ORDERS, "  - target: shop/payments\n    type: calls\n    consumes: [charge, refund]\n    failure: try again\n", ""),
    json!([node("shop/mail")]))]
#[case::w009("W009", extra("relations:\n  - {target: shop/payments, type: emits}\n"), json!([node("extra"), node("shop/payments")]))]
#[case::w010("W010", Fixture::model().remove(".yggdrasil/schemas/yg-flow.yaml"), json!([file(".yggdrasil/schemas/yg-flow.yaml")]))]
#[case::w011("W011", Fixture::model().replace(PAYMENTS, "aspects:\n  - aspect: audit\n", ""), json!([node("shop/payments"), aspect("audit")]))]
#[case::w012("W012", Fixture::model().remove("src/mail.ts"), json!([node("shop/mail"), file("src/mail.ts")]))]
#[case::w013("W013", Fixture::model().node("group/inner", EXTRA), json!([file(".yggdrasil/model/group")]))]
#[case::w014("W014", Fixture::model().remove("src/shop/orders/deep/b.ts"), json!([node("shop/orders"), {"kind": "anchor", "text": "auditLog"}]))]
#[case::aspect_invalid("aspect-invalid", Fixture::model().write(".yggdrasil/aspects/logging/yg-aspect.yaml", "description: D\n"),
    json!([aspect("logging"), field("name")]))]
#[case::flow_invalid("flow-invalid", Fixture::model().write(FLOW, "name: Checkout\n"), json!([flow("checkout"), field("nodes")]))]
#[case::flow_description("flow-description", Fixture::model().remove(DESCRIPTION), json!([flow("checkout")]))]
fn a_finding_names_its_subjects_in_order(#[case] code: &str, #[case] broken: Fixture, #[case] about: Value) {
    let report = broken.run(&["doctor"]).json();
    let findings = report["findings"].as_array().unwrap();
    let found: Vec<_> =
        findings.iter().filter(|finding| finding["code"] == code).map(|finding| &finding["about"]).collect();
    assert_eq!(found, [&about], "{findings:#?}");
}
