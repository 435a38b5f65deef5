//! `doctor` on an architecture model: a clean one has no findings, and each broken rule gives only its own finding.

use crate::support::Fixture;
use crate::support::model::{CONFIG, DESCRIPTION, FLOW, LEGACY, ORDERS, PAYMENTS, SHOP};
use rstest::rstest;

const NONE: [&str; 0] = [];
const MAIL: &str = ".yggdrasil/model/shop/mail/yg-node.yaml";
const EXTRA: &str = "name: Extra\ntype: module\n";

#[test]
fn a_clean_model_has_no_finding() {
    let fixture = Fixture::model();
    fixture.run(&["drift", "sync", "--all"]).code(0);
    let report = fixture.run(&["doctor"]).code(0).json();
    assert_eq!(report["findings"].as_array().unwrap().len(), 0, "{report}");
    assert_eq!(report["ok"], true);
    let checks = report["checks"].as_array().unwrap();
    assert!(checks.iter().any(|check| check["name"] == "architecture model"));
    assert!(checks.iter().all(|check| check["status"] == "ok"), "{report}");
}

/// A model with one extra node.
fn extra(rest: &str) -> Fixture {
    Fixture::model().node("extra", &format!("{EXTRA}{rest}"))
}

/// A model with one extra node whose file contains exactly this text.
fn node(yaml: &str) -> Fixture {
    Fixture::model().node("extra", yaml)
}

fn config(old: &str, new: &str) -> Fixture {
    Fixture::model().replace(CONFIG, old, new)
}

fn aspect(id: &str, yaml: &str) -> Fixture {
    Fixture::model().write(&format!(".yggdrasil/aspects/{id}/yg-aspect.yaml"), yaml)
}

fn without(file: &str) -> Fixture {
    Fixture::model().remove(file)
}

/// Asserts that this code is the only one reported, with the severity its letter stands for: E is an error, W a
/// warning.
#[track_caller]
fn gives_only(fixture: &Fixture, code: &str) {
    let report = fixture.run(&["doctor"]).json();
    // The model was never synchronised, which is a separate note.
    let all = report["findings"].as_array().unwrap();
    let findings: Vec<_> = all.iter().filter(|finding| finding["code"] != "drift-never-synced").collect();
    let codes: Vec<_> = findings.iter().map(|finding| finding["code"].as_str().unwrap()).collect();
    assert_eq!(codes, [code], "{findings:#?}");
    assert_eq!(findings[0]["system"], "yggdrasil");
    match code.as_bytes()[0] {
        b'E' => assert_eq!((&findings[0]["severity"], &report["ok"]), (&"error".into(), &false.into())),
        b'W' => assert_eq!((&findings[0]["severity"], &report["ok"]), (&"warning".into(), &true.into())),
        _ => {}
    }
}

/// Node files that are invalid.
#[rstest]
#[case::not_yaml(node("name: [\n"))]
#[case::not_a_map(node("- name\n"))]
#[case::empty(node(""))]
#[case::no_name(node("type: module\n"))]
#[case::name_is_null(node("name:\ntype: module\n"))]
#[case::name_is_a_number(node("name: 3\ntype: module\n"))]
#[case::no_type(node("name: Extra\n"))]
#[case::type_is_a_list(node("name: Extra\ntype: [module]\n"))]
#[case::blackbox(extra("blackbox: perhaps\n"))]
#[case::aspects_are_a_map(extra("aspects: {aspect: audit}\n"))]
#[case::aspect_without_id(extra("aspects:\n  - exceptions: [Never]\n"))]
#[case::aspect_as_a_text(extra("aspects: [audit]\n"))]
#[case::aspect_twice(extra("aspects:\n  - aspect: audit\n  - aspect: audit\n"))]
#[case::exceptions(extra("aspects:\n  - aspect: audit\n    exceptions: Never\n"))]
#[case::anchors(extra("aspects:\n  - aspect: audit\n    anchors: {a: b}\n"))]
#[case::relations_are_a_text(extra("relations: legacy\n"))]
#[case::relation_without_target(extra("relations:\n  - type: uses\n"))]
#[case::relation_without_type(extra("relations:\n  - target: legacy\n"))]
#[case::relation_of_no_known_type(extra("relations:\n  - target: legacy\n    type: admires\n"))]
#[case::implicit_relation(extra("relations:\n  - target: legacy\n    type: child-of\n"))]
#[case::consumes(extra("relations:\n  - target: legacy\n    type: uses\n    consumes: all\n"))]
#[case::failure(extra("relations:\n  - target: legacy\n    type: uses\n    failure: [wait]\n"))]
#[case::mapping_is_a_list(extra("mapping: [src/mail.ts]\n"))]
#[case::mapping_without_paths(extra("mapping: {path: src/mail.ts}\n"))]
#[case::path_is_a_number(extra("mapping:\n  paths: [1]\n"))]
#[case::absolute_path(extra("mapping:\n  paths: [/etc/passwd]\n"))]
#[case::path_out_of_the_project(extra("mapping:\n  paths: [src/../../x]\n"))]
fn an_invalid_node_file_is_e001(#[case] broken: Fixture) {
    gives_only(&broken, "E001");
}

#[test]
fn a_node_file_that_is_not_utf8_is_e001() {
    let yaml = b"name: \xff\ntype: module\n";
    gives_only(&extra("").write(".yggdrasil/model/extra/yg-node.yaml", yaml), "E001");
}

/// References to undefined ids, and the ids.
#[rstest]
#[case::type_unknown("E002", node("name: Extra\ntype: gadget\n"))]
#[case::aspect_of_a_node("E003", extra("aspects:\n  - aspect: nobody\n"))]
#[case::aspect_by_its_folder_only("E003", extra("aspects:\n  - aspect: tracing\n"))]
#[case::aspect_of_a_flow("E007", Fixture::model().replace(FLOW, "- saga", "- saga\n  - nobody"))]
#[case::aspect_of_a_type(
    "E003",
    config("  service:", "  tool:\n    description: T\n    required_aspects: [nobody]\n  service:")
)]
#[case::relation("E004", extra("relations:\n  - target: nobody\n    type: uses\n"))]
#[case::relation_by_the_last_part_only("E004", extra("relations:\n  - target: payments\n    type: uses\n"))]
#[case::relation_to_an_aspect("E004", extra("relations:\n  - target: aspect:audit\n    type: uses\n"))]
#[case::event("E004", extra("relations:\n  - target: nobody\n    type: emits\n"))]
#[case::participant("E006", Fixture::model().replace(FLOW, "- shop/orders", "- shop/orders\n  - nobody"))]
#[case::implied("E016", aspect("logging", "name: Logging\nimplies: [nobody]\n"))]
fn an_undefined_reference_gives_only_its_own_finding(#[case] code: &str, #[case] broken: Fixture) {
    gives_only(&broken, code);
}

/// Files that belong to two nodes.
#[rstest]
#[case::same_file(extra("mapping:\n  paths: [src/mail.ts]\n"))]
#[case::same_file_spelled_differently(extra("mapping:\n  paths: [./src//shop/../mail.ts]\n"))]
#[case::same_folder(extra("mapping:\n  paths: [legacy/]\n"))]
#[case::file_in_a_folder(extra("mapping:\n  paths: [legacy/old.cob]\n"))]
#[case::folder_over_a_file(extra("mapping:\n  paths: [lib]\n").write("lib/x.ts", "").replace(MAIL, "- src/mail.ts", "- lib/x.ts"))]
#[case::folder_in_a_folder(extra("mapping:\n  paths: [src/shop/orders/deep]\n").replace(SHOP, "- src/shop\n", "- src/shop/main.ts\n"))]
#[case::sibling_whose_id_begins_alike(Fixture::model().node("shop/mai", &format!("{EXTRA}mapping:\n  paths: [lib]\n"))
    .replace(MAIL, "- src/mail.ts", "- lib/x.ts").write("lib/x.ts", ""))]
#[case::same_path_as_an_ancestor(Fixture::model().node("legacy/copy", &format!("{EXTRA}mapping:\n  paths: [legacy]\n")))]
#[case::folder_of_a_descendant(Fixture::model().node("legacy/part", &format!("{EXTRA}mapping:\n  paths: [docs]\n"))
    .replace(LEGACY, "- legacy", "- docs/old.md").write("docs/old.md", ""))]
fn overlapping_mappings_are_e009(#[case] broken: Fixture) {
    gives_only(&broken, "E009");
}

/// `a` and `b` map one folder. `a/c` maps a path in it, which is allowed for its parent `a`, but not for `b`.
#[test]
fn two_nodes_that_map_one_folder_do_not_hide_the_overlap_of_a_third() {
    let mapped = |path: &str| format!("{EXTRA}mapping:\n  paths: [{path}]\n");
    let fixture = Fixture::model().node("a", &mapped("two")).node("b", &mapped("two")).node("a/c", &mapped("two/c"));
    let report = fixture.write("two/c/d.ts", "").run(&["doctor"]).json();
    let findings = report["findings"].as_array().unwrap().iter().filter(|finding| finding["code"] == "E009");
    let pairs: Vec<_> = findings.map(|finding| finding["about"].as_array().unwrap()).collect();
    let pairs: Vec<_> = pairs.iter().map(|about| (&about[0]["id"], &about[1]["id"])).collect();
    assert_eq!(pairs, [(&"a/c".into(), &"b".into()), (&"b".into(), &"a".into())], "{report}");
}

#[rstest]
#[case::folder_of_the_parent(Fixture::model().node("legacy/part", &format!("{EXTRA}mapping:\n  paths: [legacy/old.cob]\n")))]
#[case::folder_of_the_grandparent(Fixture::model().node("shop/orders/part", &format!("{EXTRA}mapping:\n  paths: [src/shop/main.ts]\n")))]
#[case::folder_called_alike(extra("mapping:\n  paths: [src/shopping]\n").write("src/shopping/a.ts", ""))]
#[case::own_folder_and_file(Fixture::model().replace(LEGACY, "- legacy", "- legacy\n    - legacy/old.cob"))]
fn unambiguous_mappings_are_allowed(#[case] fixture: Fixture) {
    assert_eq!(fixture.codes(), NONE);
}

/// Cycles over structural relations.
#[rstest]
#[case::of_two(Fixture::model().replace(PAYMENTS, "- target: legacy\n    type: uses", "- target: shop/orders\n    type: calls"))]
#[case::of_two_types(Fixture::model().replace(PAYMENTS, "- target: legacy\n    type: uses", "- target: shop/orders\n    type: extends"))]
#[case::of_three(Fixture::model().replace(PAYMENTS, "- target: legacy\n    type: uses", "- target: extra\n    type: implements")
    .node("extra", &format!("{EXTRA}relations:\n  - target: shop/orders\n    type: uses\n")).artifact("extra", "interface.md"))]
#[case::of_one(extra("relations:\n  - target: extra\n    type: uses\n").artifact("extra", "interface.md"))]
#[case::beside_a_blackbox(Fixture::model().replace(PAYMENTS, "type: uses", "type: uses\n  - target: shop/orders\n    type: uses")
    .replace(LEGACY, "blackbox: true", "blackbox: true\nrelations:\n  - target: shop/payments\n    type: uses"))]
fn a_structural_cycle_is_e010(#[case] broken: Fixture) {
    gives_only(&broken, "E010");
}

#[rstest]
#[case::through_a_blackbox(Fixture::model().replace(LEGACY, "blackbox: true", "blackbox: true\nrelations:\n  - target: shop/payments\n    type: uses"))]
#[case::through_a_blackbox_far_away(Fixture::model().replace(LEGACY, "blackbox: true", "blackbox: true\nrelations:\n  - target: shop/orders\n    type: uses"))]
#[case::with_an_event(Fixture::model().replace(MAIL, "type: listens", "type: listens\n  - target: shop/orders\n    type: calls"))]
fn a_cycle_through_a_blackbox_or_an_event_is_allowed(#[case] fixture: Fixture) {
    assert_eq!(fixture.codes(), NONE);
}

/// Configurations that are invalid.
#[rstest]
#[case::missing(without(CONFIG))]
#[case::not_yaml(Fixture::model().write(CONFIG, "name: [\n"))]
#[case::not_a_map(Fixture::model().write(CONFIG, "- name\n"))]
#[case::no_name(config("name: The shop\n", ""))]
#[case::name(config("name: The shop", "name: [The, shop]"))]
#[case::artifact_without_required(config("required: never", "description: How it works"))]
#[case::types_are_a_list(config(
    "name: The shop\nnode_types:",
    "name: The shop\nnode_types: [module, service]\nunused:"
))]
#[case::type_without_description(config("description: A part of the business", "use: none"))]
#[case::type_is_a_text(config("  service:", "  tool: a thing\n  service:"))]
#[case::required_aspects(config("required_aspects: [audit]", "required_aspects: audit"))]
#[case::artifact_is_a_text(config("  internals.md:", "  notes.md: never\n  internals.md:"))]
#[case::included(config("  internals.md:\n", "  internals.md:\n    included_in_relations: sometimes\n"))]
#[case::quality(config("quality:\n", "quality: high\nunused:\n"))]
#[case::length(config("min_artifact_length: 50", "min_artifact_length: short"))]
#[case::relations(config("max_direct_relations: 10", "max_direct_relations: -1"))]
#[case::budget(config("context_budget:\n", "context_budget: 3\n  unused:\n"))]
#[case::warning(config("warning: 10000", "warning: 1.5"))]
fn an_invalid_configuration_is_e012(#[case] broken: Fixture) {
    gives_only(&broken, "E012");
}

#[rstest]
#[case::word(config("when: has_aspect:regulated", "when: the_moon_is_full"))]
#[case::no_word(config("required: never", "required: {}"))]
#[case::neither_always_nor_never(config("required: never", "required: sometimes"))]
#[case::undefined_aspect(config("when: has_aspect:regulated", "when: has_aspect:nobody"))]
#[case::undefined_tag(config("when: has_aspect:regulated", "when: has_tag:nobody"))]
#[case::nameless_aspect(config("when: has_aspect:regulated", "when: 'has_aspect:'"))]
fn a_condition_that_cannot_hold_is_e013(#[case] broken: Fixture) {
    gives_only(&broken, "E013");
}

#[test]
fn an_aspect_with_the_id_of_another_is_e014() {
    gives_only(&aspect("logging", "name: Logging\nid: audit\n"), "E014");
    assert_eq!(aspect("logging", "name: Logging\nid: logging\n").codes(), NONE);
}

#[test]
fn an_aspect_defined_by_two_models_is_e014() {
    let mut fixture = Fixture::model()
        .write(".refscope.yaml", "sources:\n  - system: yggdrasil\n    path: other\n")
        .write("other/.yggdrasil/model/.gitkeep", "")
        .write("other/.yggdrasil/yg-config.yaml", "name: Other\n");
    for schema in ["yg-node.yaml", "yg-aspect.yaml", "yg-flow.yaml"] {
        fixture = fixture.write(&format!("other/.yggdrasil/schemas/{schema}"), "");
    }
    assert_eq!(fixture.codes(), NONE);
    let fixture = fixture.write("other/.yggdrasil/aspects/audit/yg-aspect.yaml", "name: Audit\n");
    gives_only(&fixture, "E014");
    let place = fixture.run(&["doctor"]).json()["findings"][0]["file"].clone();
    assert_eq!(place, "other/.yggdrasil/aspects/audit/yg-aspect.yaml");
}

#[rstest]
#[case::beside_nodes("E015", Fixture::model().write(".yggdrasil/model/loose/notes.md", ""))]
#[case::inside_a_node("E015", Fixture::model().write(".yggdrasil/model/shop/loose/notes.md", ""))]
#[case::around_a_node("E015", Fixture::model().node("loose/inner", EXTRA).write(".yggdrasil/model/loose/notes.md", ""))]
#[case::only_folders("W013", Fixture::model().node("group/inner", EXTRA))]
#[case::only_folders_inside_a_node("W013", Fixture::model().node("shop/group/inner", EXTRA))]
fn a_folder_that_is_not_a_node_gives_only_its_own_finding(#[case] code: &str, #[case] broken: Fixture) {
    gives_only(&broken, code);
}

#[rstest]
#[case::each_other(aspect("observability/tracing", "name: Tracing\nimplies: [saga]\n"))]
#[case::cycle_of_three(aspect("observability/tracing", "name: Tracing\nimplies: [logging]\n")
    .write(".yggdrasil/aspects/logging/yg-aspect.yaml", "name: Logging\nimplies: [saga]\n"))]
#[case::itself(aspect("logging", "name: Logging\nimplies: [logging]\n"))]
fn aspects_that_imply_each_other_are_e017(#[case] broken: Fixture) {
    gives_only(&broken, "E017");
}

/// Artifacts that are missing although their condition holds.
#[rstest]
#[case::always(without(".yggdrasil/model/shop/payments/responsibility.md"))]
#[case::incoming(without(".yggdrasil/model/shop/payments/interface.md"))]
#[case::outgoing(config("required: never", "required: {when: has_outgoing_relations}")
    .artifact("shop/orders", "internals.md").artifact("shop/mail", "internals.md"))]
#[case::aspect(without(".yggdrasil/model/shop/orders/compliance.md"))]
#[case::tag(config("has_aspect:regulated", "has_tag:regulated").remove(".yggdrasil/model/shop/orders/compliance.md"))]
#[case::unconditional(config("required: never", "required: always")
    .artifact("shop", "internals.md").artifact("shop/orders", "internals.md").artifact("shop/mail", "internals.md"))]
fn a_required_artifact_that_is_missing_is_w001(#[case] broken: Fixture) {
    gives_only(&broken, "W001");
}

#[rstest]
#[case::no_incoming_relations(extra(""))]
#[case::no_outgoing_relations(config("required: never", "required: {when: has_outgoing_relations}").node("extra", EXTRA)
    .artifact("shop/orders", "internals.md").artifact("shop/mail", "internals.md").artifact("shop/payments", "internals.md"))]
#[case::it_lacks_the_aspect(extra("aspects:\n  - aspect: logging\n"))]
#[case::its_aspect_only_implies_the_other(config("has_aspect:regulated", "has_aspect:audit")
    .remove(".yggdrasil/model/shop/orders/compliance.md").artifact("shop/payments", "compliance.md"))]
fn an_artifact_whose_condition_does_not_hold_is_not_required(#[case] fixture: Fixture) {
    assert_eq!(fixture.codes(), NONE);
}

#[test]
fn a_node_that_is_no_longer_a_blackbox_needs_its_artifacts() {
    let fixture = Fixture::model().replace(LEGACY, "blackbox: true\n", "");
    assert_eq!(fixture.codes(), ["W001"], "its responsibility");
}

#[rstest]
#[case::missing("W001", without(".yggdrasil/model/legacy/interface.md"))]
#[case::short("W002", Fixture::model().write(".yggdrasil/model/legacy/responsibility.md", "old"))]
fn a_blackbox_is_exempt_only_from_unconditional_artifacts(#[case] code: &str, #[case] broken: Fixture) {
    gives_only(&broken, code);
}

#[test]
fn a_missing_artifact_is_described_as_in_the_config() {
    let described =
        config("when: has_incoming_relations", "when: has_incoming_relations\n    description: Its public API");
    let fixture = described.remove(".yggdrasil/model/shop/payments/interface.md");
    let message = fixture.run(&["doctor"]).json()["findings"][0]["message"].clone();
    assert!(message.as_str().unwrap().ends_with(": Its public API"), "{message}");
}

#[rstest]
#[case::one_less("x", 49, &["W002"])]
#[case::just_enough("x", 50, &[])]
#[case::one_less_of_two_bytes("ä", 49, &["W002"])]
#[case::just_enough_of_two_bytes("ä", 50, &[])]
#[case::one_less_of_two_utf16_units("𝄞", 24, &["W002"])]
#[case::just_enough_of_two_utf16_units("𝄞", 25, &[])]
fn the_minimum_artifact_length_is_counted_in_utf16_code_units(
    #[case] letter: &str,
    #[case] number: usize,
    #[case] codes: &[&str],
) {
    let fixture = Fixture::model().write(".yggdrasil/model/shop/responsibility.md", letter.repeat(number));
    assert_eq!(fixture.codes(), codes);
}

#[rstest]
#[case::optional_artifact(Fixture::model().write(".yggdrasil/model/shop/internals.md", "short"))]
#[case::longer_threshold(config("min_artifact_length: 50", "min_artifact_length: 60")
    .write(".yggdrasil/model/shop/responsibility.md", "x".repeat(59)))]
fn an_artifact_that_is_too_short_is_w002(#[case] broken: Fixture) {
    gives_only(&broken, "W002");
}

#[test]
fn a_file_that_is_not_an_artifact_may_be_short() {
    assert_eq!(Fixture::model().write(".yggdrasil/model/shop/notes.md", "x").codes(), NONE);
}

/// The text of an artifact that alone exceeds `number` tokens.
fn tokens(number: usize) -> String {
    "word".repeat(number + 1)
}

#[rstest]
#[case::warning("W005", 10_000)]
#[case::error("W006", 20_000)]
fn a_package_over_the_budget_gives_only_its_own_finding(#[case] code: &str, #[case] number: usize) {
    let fixture = Fixture::model().write(".yggdrasil/model/shop/payments/internals.md", tokens(number));
    gives_only(&fixture, code);
}

#[test]
fn a_package_reaches_its_budget_with_the_last_token() {
    let fixture = Fixture::model().write(".yggdrasil/model/shop/payments/internals.md", tokens(2_000));
    let size = fixture.run(&["context", "shop/payments"]).code(0).json()["tokens"].as_u64().unwrap();
    let fixture = fixture.replace(CONFIG, "warning: 10000", &format!("warning: {}", size + 1));
    assert_eq!(fixture.codes(), NONE);
    let fixture = fixture.replace(CONFIG, &format!("warning: {}", size + 1), &format!("warning: {size}"));
    gives_only(&fixture, "W005");
    let fixture = fixture.replace(CONFIG, "error: 20000", &format!("error: {}", size + 1));
    gives_only(&fixture, "W005");
    let fixture = fixture.replace(CONFIG, &format!("error: {}", size + 1), &format!("error: {size}"));
    gives_only(&fixture, "W006");
}

/// A blackbox may be incomplete and has no package.
#[rstest]
#[case::required_aspect(Fixture::model().replace(LEGACY, "type: module", "type: service"))]
#[case::large_package(Fixture::model().write(".yggdrasil/model/legacy/internals.md", tokens(20_000)))]
fn a_blackbox_is_exempt(#[case] fixture: Fixture) {
    assert_eq!(fixture.codes(), NONE);
    let explored = fixture.replace(LEGACY, "blackbox: true\n", "");
    assert!(explored.codes().iter().any(|code| code != "W001"), "the case would prove nothing");
}

/// A model with a node that has `number` different relations.
fn related(number: usize) -> Fixture {
    let targets = ["legacy", "shop/mail", "shop/orders", "shop/payments"];
    let all = ["uses", "calls", "extends", "implements"].into_iter().flat_map(|verb| targets.map(|node| (verb, node)));
    let relations: String =
        all.take(number).map(|(verb, node)| format!("  - target: {node}\n    type: {verb}\n")).collect();
    extra(&format!("relations:\n{relations}"))
}

#[test]
fn more_relations_than_configured_are_w007() {
    assert_eq!(related(10).codes(), NONE);
    gives_only(&related(11), "W007");
    gives_only(&related(4).replace(CONFIG, "max_direct_relations: 10", "max_direct_relations: 3"), "W007");
}

#[rstest]
#[case::without_listener(extra("relations:\n  - target: shop/payments\n    type: emits\n"))]
#[case::without_emitter(extra("relations:\n  - target: shop/payments\n    type: listens\n"))]
#[case::both_emit(extra("relations:\n  - target: shop/mail\n    type: emits\n"))]
#[case::it_listens_to_another(Fixture::model().node("extra", &format!("{EXTRA}relations:\n  - target: shop/orders\n    type: listens\n")))]
fn an_event_with_one_side_is_w009(#[case] broken: Fixture) {
    gives_only(&broken, "W009");
}

#[rstest]
fn a_missing_schema_is_w010(#[values("yg-node.yaml", "yg-aspect.yaml", "yg-flow.yaml")] schema: &str) {
    gives_only(&without(&format!(".yggdrasil/schemas/{schema}")), "W010");
}

/// The aspect required of services is covered by itself or by an aspect that implies it, and by nothing else.
#[rstest]
#[case::not_at_all(Fixture::model().replace(PAYMENTS, "aspects:\n  - aspect: audit\n", ""))]
#[case::by_another(Fixture::model().replace(PAYMENTS, "- aspect: audit", "- aspect: logging"))]
#[case::by_a_flow(Fixture::model().replace(PAYMENTS, "aspects:\n  - aspect: audit\n", "").replace(FLOW, "- saga", "- saga\n  - audit"))]
#[case::no_longer_implied(aspect("regulated", "name: Regulated\n"))]
fn a_required_aspect_that_is_not_covered_is_w011(#[case] broken: Fixture) {
    gives_only(&broken, "W011");
}

#[rstest]
#[case::file_that_is_gone(without("src/mail.ts"))]
#[case::file_that_never_was(extra("mapping:\n  paths: [src/nowhere.ts]\n"))]
#[case::folder(extra("mapping:\n  paths: [nowhere/]\n"))]
#[case::one_of_two(Fixture::model().replace(LEGACY, "- legacy", "- legacy\n    - nowhere"))]
fn a_mapped_path_that_is_not_on_disk_is_w012(#[case] broken: Fixture) {
    gives_only(&broken, "W012");
}

#[rstest]
#[case::said_nowhere(without("src/shop/orders/deep/b.ts"))]
#[case::in_other_case(Fixture::model().write("src/shop/orders/deep/b.ts", "auditlog(order)\n"))]
#[case::in_a_file_of_another_node(without("src/shop/orders/deep/b.ts").write("src/mail.ts", "auditLog(mail)\n"))]
#[case::one_of_two(Fixture::model().replace(ORDERS, "[auditLog]", "[auditLog, createEntry]"))]
#[case::in_node_modules_only(without("src/shop/orders/deep/b.ts").write("src/shop/orders/node_modules/b.ts", "auditLog(b)\n"))]
fn an_anchor_that_no_mapped_file_contains_is_w014(#[case] broken: Fixture) {
    gives_only(&broken, "W014");
}

#[rstest]
#[case::without_a_mapping(Fixture::model().replace(ORDERS, "mapping:\n  paths:\n    - src/shop/orders\n", ""))]
#[case::without_a_file(without("src/shop/orders/deep/b.ts").remove("src/shop/orders/a.ts"))]
#[case::below_a_mapped_node_modules(Fixture::model().replace(ORDERS, "- src/shop/orders", "- lib/node_modules")
    .write("lib/node_modules/b.ts", "auditLog(b)\n"))]
fn an_anchor_is_required_only_if_there_are_mapped_files(#[case] fixture: Fixture) {
    assert_eq!(fixture.codes(), NONE);
}

#[rstest]
#[case::not_yaml("name: [\n")]
#[case::not_a_map("- name\n")]
#[case::no_name("description: D\n")]
#[case::name("name: 1\n")]
#[case::description("name: Logging\ndescription: [a]\n")]
#[case::implies("name: Logging\nimplies: audit\n")]
#[case::implied("name: Logging\nimplies: [1]\n")]
fn an_invalid_aspect_file_is_aspect_invalid(#[case] yaml: &str) {
    gives_only(&aspect("logging", yaml), "aspect-invalid");
}

#[rstest]
#[case::not_yaml("name: [\n")]
#[case::not_a_map("- name\n")]
#[case::no_name("nodes: [shop]\n")]
#[case::nodes("name: Checkout\nnodes: shop\n")]
#[case::participant("name: Checkout\nnodes: [1]\n")]
#[case::no_participants("name: Checkout\n")]
#[case::empty_list_of_participants("name: Checkout\nnodes: []\n")]
#[case::description("name: Checkout\nnodes: [shop]\ndescription: [a]\n")]
#[case::aspects("name: Checkout\nnodes: [shop]\naspects: saga\n")]
fn an_invalid_flow_file_is_flow_invalid(#[case] yaml: &str) {
    gives_only(&Fixture::model().write(FLOW, yaml), "flow-invalid");
}

#[rstest]
#[case::nested(Fixture::model().write(".yggdrasil/flows/group/refund/yg-flow.yaml", "name: Refund\nnodes: [shop]\n"))]
#[case::inside_a_flow(Fixture::model().write(".yggdrasil/flows/checkout/refund/yg-flow.yaml", "name: Refund\nnodes: [shop]\n"))]
#[case::folder_without_its_file(Fixture::model().write(".yggdrasil/flows/refund/description.md", "Money back\n"))]
fn a_flow_that_is_not_read_is_flow_invalid(#[case] broken: Fixture) {
    gives_only(&broken, "flow-invalid");
}

#[test]
fn a_model_without_a_model_folder_is_model_missing() {
    let mut fixture = Fixture::empty().write(CONFIG, "name: The shop\n");
    for schema in ["yg-node.yaml", "yg-aspect.yaml", "yg-flow.yaml"] {
        fixture = fixture.write(&format!(".yggdrasil/schemas/{schema}"), "");
    }
    let found = fixture.codes();
    assert!(found.contains(&"model-missing".to_owned()), "{found:?}");
    let found = fixture.write(".yggdrasil/model/.gitkeep", "").codes();
    assert!(!found.contains(&"model-missing".to_owned()), "{found:?}");
}

#[rstest]
#[case::words("### Happy path: it sells\n", &[])]
#[case::case("### happy PATH (all in stock)\n", &[])]
#[case::another_word("### Happy pathology\n", &["flow-description"])]
fn words_may_follow_the_happy_path(#[case] heading: &str, #[case] codes: &[&str]) {
    assert_eq!(Fixture::model().replace(DESCRIPTION, "### Happy path\n", heading).codes(), codes);
}

#[rstest]
#[case::context("## Business context\n")]
#[case::trigger("## Trigger\n")]
#[case::goal("## Goal\n")]
#[case::participants("## Participants\n")]
#[case::paths("## Paths\n")]
#[case::happy_path("### Happy path\n")]
#[case::invariants("## Invariants across all paths\n")]
fn a_flow_description_without_one_of_its_sections_is_a_note(#[case] heading: &str) {
    let fixture = Fixture::model().replace(DESCRIPTION, heading, "");
    gives_only(&fixture, "flow-description");
    assert_eq!(fixture.run(&["doctor"]).code(0).json()["findings"][0]["severity"], "note");
}

#[test]
fn a_flow_without_a_description_is_a_note() {
    gives_only(&without(DESCRIPTION), "flow-description");
}

/// Defaults of the configuration: four types, three artifacts, and the thresholds.
mod defaults {
    use super::*;

    /// A model whose configuration contains only a name.
    fn silent() -> Fixture {
        Fixture::model().write(CONFIG, "name: The shop\n")
    }

    #[rstest]
    fn every_default_type_is_known(#[values("module", "service", "library", "infrastructure")] kind: &str) {
        assert_eq!(silent().node("extra", &format!("name: Extra\ntype: {kind}\n")).codes(), NONE);
    }

    #[rstest]
    #[case::no_other_type("E002", silent().node("extra", "name: Extra\ntype: gadget\n"))]
    #[case::responsibility("W001", silent().remove(".yggdrasil/model/shop/responsibility.md"))]
    #[case::interface("W001", silent().remove(".yggdrasil/model/shop/payments/interface.md"))]
    #[case::length("W002", silent().write(".yggdrasil/model/shop/internals.md", "x".repeat(49)))]
    #[case::relations("W007", related(11).write(CONFIG, "name: The shop\n"))]
    #[case::warning("W005", silent().write(".yggdrasil/model/shop/payments/internals.md", tokens(10_000)))]
    #[case::error("W006", silent().write(".yggdrasil/model/shop/payments/internals.md", tokens(20_000)))]
    fn omitted_settings_have_their_defaults(#[case] code: &str, #[case] broken: Fixture) {
        gives_only(&broken, code);
    }

    #[test]
    fn values_just_within_the_defaults_are_fine() {
        let fixture = related(10).write(CONFIG, "name: The shop\n");
        assert_eq!(fixture.write(".yggdrasil/model/shop/internals.md", "x".repeat(50)).codes(), NONE);
    }

    #[test]
    fn unset_thresholds_keep_their_defaults() {
        let fixture = Fixture::model().write(CONFIG, "name: The shop\nquality: {context_budget: {error: 30000}}\n");
        gives_only(&fixture.write(".yggdrasil/model/shop/payments/internals.md", tokens(20_000)), "W005");
    }
}

#[test]
fn a_model_of_a_single_file_still_loads() {
    let fixture = Fixture::empty()
        .remove("references.jsonl")
        .write(".yggdrasil/model/x/yg-node.yaml", "name: The only one\ntype: service\n");
    let found = fixture.run(&["list"]).code(0).json();
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert_eq!(
        (&found[0]["id"], &found[0]["title"], &found[0]["kind"]),
        (&"x".into(), &"The only one".into(), &"service".into())
    );
    let mut codes = fixture.codes();
    codes.sort();
    assert_eq!(codes, ["E012", "W001", "W010", "W010", "W010"]);
}
