//! `context`.

use super::*;

const NODE: &str = "shop/orders";

fn package(fixture: &Fixture, id: &str) -> Value {
    fixture.run(&["context", id]).code(0).json()
}

fn text(fixture: &Fixture, id: &str) -> String {
    fixture.run(&["--format", "human", "context", id]).code(0).stdout
}

/// The parts with this tag.
fn parts<'p>(package: &'p Value, tag: &str) -> Vec<&'p Value> {
    package["parts"].as_array().unwrap().iter().filter(|part| part["part"] == tag).collect()
}

/// The names and texts of a part's files.
fn files(part: &Value) -> Vec<(&str, &str)> {
    let files = part["files"].as_array().unwrap().iter();
    files.map(|file| (file["name"].as_str().unwrap(), file["text"].as_str().unwrap())).collect()
}

/// The lines of a text that contain an opening tag.
fn opening(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with('<') && !line.starts_with("</")).collect()
}

#[test]
fn the_parts_are_in_order() {
    let order = [
        "global",
        "hierarchy",
        "own-artifacts",
        "materialization-target",
        "aspect",
        "aspect",
        "aspect",
        "aspect",
        "aspect",
        "dependency",
        "event",
        "flow",
    ];
    assert_eq!(field(&package(&Fixture::model(), NODE)["parts"], "part"), order);
}

#[test]
fn ancestors_come_from_the_root_down() {
    let fixture = Fixture::model().node("shop/orders/a", "name: A\ntype: module\n");
    let fixture = fixture.node("shop/orders/a/b", "name: B\ntype: module\n");
    let found = package(&fixture, "shop/orders/a/b");
    let paths: Vec<_> = parts(&found, "hierarchy").iter().map(|part| part["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["shop", "shop/orders", "shop/orders/a"]);
}

#[test]
fn relations_are_in_the_order_of_the_file() {
    let relations = "relations:\n  - target: shop/mail\n    type: listens\n  - target: shop/payments\n    type: uses\n  \
        - target: legacy\n    type: emits\n  - target: legacy\n    type: implements\n";
    let fixture = Fixture::model().node("extra", &format!("name: Extra\ntype: module\n{relations}"));
    let found = package(&fixture, "extra");
    let related: Vec<_> = found["parts"].as_array().unwrap().iter().filter(|part| part["target"].is_string()).collect();
    let related: Vec<_> = related.iter().map(|part| json!([part["part"], part["type"]])).collect();
    let expected =
        json!([["event", "listens"], ["dependency", "uses"], ["event", "emits"], ["dependency", "implements"]]);
    assert_eq!(Value::from(related), expected);
}

#[test]
fn each_part_names_its_subject() {
    let found = package(&Fixture::model(), NODE);
    assert_eq!((&found["node"], &found["name"]), (&NODE.into(), &"Orders".into()));
    assert_eq!(parts(&found, "global")[0]["text"], "**Project:** The shop\n");
    let hierarchy = parts(&found, "hierarchy")[0];
    assert_eq!((&hierarchy["path"], &hierarchy["aspects"]), (&"shop".into(), &"logging".into()));
    assert_eq!(parts(&found, "own-artifacts")[0]["aspects"], "regulated,audit");
    let aspects: Vec<_> = parts(&found, "aspect").iter().map(|part| json!([part["id"], part["name"]])).collect();
    // Aspects of the ancestors, of the node and of the flow, each followed by those it implies.
    let expected = json!([
        ["logging", "Logging"],
        ["regulated", "Regulated"],
        ["audit", "Audit"],
        ["saga", "Saga"],
        ["observability/tracing", "Tracing"],
    ]);
    assert_eq!(Value::from(aspects), expected);
    let dependency = parts(&found, "dependency")[0];
    assert_eq!((&dependency["target"], &dependency["type"]), (&"shop/payments".into(), &"calls".into()));
    assert_eq!((&dependency["consumes"], &dependency["failure"]), (&"charge, refund".into(), &"try again".into()));
    let event = parts(&found, "event")[0];
    assert_eq!(json!([event["target"], event["type"], event["consumes"]]), json!(["shop/mail", "emits", "orderId"]));
    assert_eq!((&event["event-name"], &event["failure"]), (&"Mail".into(), &Value::Null));
    let flow = parts(&found, "flow")[0];
    assert_eq!((&flow["name"], &flow["aspects"]), (&"Checkout".into(), &"saga,observability/tracing".into()));
    let target = parts(&found, "materialization-target")[0];
    assert_eq!((&target["paths"], &target["tokens"]), (&"src/shop/orders".into(), &0.into()));
}

#[test]
fn absent_values_are_not_written_as_attributes() {
    let found = package(&Fixture::model().replace(FLOW, "aspects:\n  - saga\n", ""), "shop/mail");
    assert_eq!(parts(&found, "own-artifacts")[0].get("aspects"), None);
    let dependency = parts(&found, "dependency")[0];
    assert_eq!((dependency.get("consumes"), dependency.get("failure")), (None, None));
    assert!(parts(&found, "flow").is_empty(), "it takes part in none");
}

#[test]
fn own_artifacts_begin_with_the_unchanged_node_file() {
    let fixture = Fixture::model().artifact(NODE, "internals.md").artifact(NODE, "notes.md");
    let found = package(&fixture, NODE);
    let yaml = fixture.read(ORDERS);
    let texts =
        ["compliance.md", "interface.md", "internals.md", "responsibility.md"].map(|name| (name, artifact(NODE, name)));
    let mut expected = vec![("yg-node.yaml", &*yaml)];
    expected.extend(texts.iter().map(|(name, text)| (*name, &**text)));
    assert_eq!(files(parts(&found, "own-artifacts")[0]), expected, "in alphabetical order, and no other file");
}

#[test]
fn ancestors_contribute_artifacts_and_flows_and_aspects_their_files() {
    let found = package(&Fixture::model(), NODE);
    let responsibility = artifact("shop", "responsibility.md");
    assert_eq!(files(parts(&found, "hierarchy")[0]), [("responsibility.md", &*responsibility)]);
    let audit = parts(&found, "aspect").into_iter().find(|part| part["id"] == "audit").unwrap();
    assert_eq!(files(audit), [("content.md", "Every change leaves a record.\n")]);
    let names: Vec<_> = files(parts(&found, "flow")[0]).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["description.md"]);
}

#[test]
fn a_target_contributes_only_artifacts_that_are_included_in_relations() {
    let target = "shop/payments";
    let fixture = Fixture::model().artifact(target, "internals.md");
    let [responsibility, interface, internals] =
        ["responsibility.md", "interface.md", "internals.md"].map(|name| artifact(target, name));
    let found = package(&fixture, NODE);
    let expected = [("responsibility.md", &*responsibility), ("interface.md", &*interface)];
    assert_eq!(files(parts(&found, "dependency")[0]), expected);
    assert!(files(parts(&found, "event")[0]).is_empty());
    let fixture = fixture.replace(CONFIG, "required: never", "required: never\n    included_in_relations: true");
    let found = package(&fixture, NODE);
    assert_eq!(files(parts(&found, "dependency")[0])[2], ("internals.md", &*internals));
}

#[test]
fn exceptions_of_the_node_appear_only_with_their_aspect() {
    let found = package(&Fixture::model(), NODE);
    for part in parts(&found, "aspect") {
        let said = part["text"].as_str().unwrap_or_default();
        let has = |exception: &str| said.contains(exception);
        assert_eq!(has("Imports are recorded once") && has("Tests are not recorded"), part["id"] == "regulated");
        assert!(!has("Nothing is logged at start-up"), "an ancestor's exception is its own");
    }
}

#[test]
fn an_aspect_that_comes_only_from_a_flow_is_marked() {
    let source = |fixture: &Fixture| {
        let found = package(fixture, NODE);
        parts(&found, "aspect").into_iter().find(|part| part["id"] == "saga").unwrap()["source"].clone()
    };
    assert_eq!(source(&Fixture::model()), "flow:Checkout");
    let declared = Fixture::model().replace(ORDERS, "- aspect: regulated", "- aspect: saga\n  - aspect: regulated");
    assert_eq!(source(&declared), Value::Null);
}

#[test]
fn a_flow_of_an_ancestor_belongs_to_the_package() {
    let fixture = Fixture::model().node("shop/orders/part", "name: Part\ntype: module\n");
    assert_eq!(parts(&package(&fixture, "shop/orders/part"), "flow").len(), 1);
}

#[test]
fn the_text_has_the_tags_in_order_with_their_attributes() {
    let text = text(&Fixture::model(), NODE);
    let tokens = package(&Fixture::model(), NODE)["tokens"].to_string();
    let aspect = |id: &str, name: &str| format!("<aspect name=\"{name}\" id=\"{id}\">");
    let expected = [
        format!("<context-package node-path=\"{NODE}\" node-name=\"Orders\" token-count=\"{tokens}\">"),
        "<global>".to_owned(),
        "<hierarchy path=\"shop\" aspects=\"logging\">".to_owned(),
        "<own-artifacts aspects=\"regulated,audit\">".to_owned(),
        "<materialization-target paths=\"src/shop/orders\" />".to_owned(),
        aspect("logging", "Logging"),
        aspect("regulated", "Regulated"),
        aspect("audit", "Audit"),
        aspect("saga", "Saga").replace('>', " source=\"flow:Checkout\">"),
        aspect("observability/tracing", "Tracing"),
        "<dependency target=\"shop/payments\" type=\"calls\" consumes=\"charge, refund\" failure=\"try again\">"
            .to_owned(),
        "<event target=\"shop/mail\" type=\"emits\" event-name=\"Mail\" consumes=\"orderId\">".to_owned(),
        "<flow name=\"Checkout\" aspects=\"saga,observability/tracing\">".to_owned(),
    ];
    assert_eq!(opening(&text), expected);
    assert!(text.ends_with("</flow>\n\n</context-package>\n"));
    let mut open = Vec::new();
    for line in text.lines().filter(|line| line.starts_with('<') && !line.ends_with("/>")) {
        let name = line.trim_matches(['<', '>', '/']).split(' ').next().unwrap();
        if line.starts_with("</") { assert_eq!(open.pop(), Some(name)) } else { open.push(name) }
    }
    assert!(open.is_empty());
}

#[test]
fn every_file_follows_a_line_with_its_name() {
    let fixture = Fixture::model();
    let text = text(&fixture, NODE);
    let (own, _) = text.split_once("<own-artifacts").unwrap().1.split_once("</own-artifacts>").unwrap();
    let names: Vec<_> = own.lines().filter(|line| line.starts_with("### ")).collect();
    assert_eq!(names, ["### yg-node.yaml", "### compliance.md", "### interface.md", "### responsibility.md"]);
    assert!(own.contains(&format!("### yg-node.yaml\n{}", fixture.read(ORDERS))));
}

/// The text between the tags of each part of a package.
fn contents(text: &str) -> Vec<&str> {
    let parts = opening(text).into_iter().skip(1).filter(|line| !line.ends_with("/>"));
    let content = |line: &str| {
        let end = format!("\n</{}>\n", line.trim_matches(['<', '>']).split(' ').next().unwrap());
        let (_, rest) = text.split_once(&format!("{line}\n")).unwrap();
        rest.split_once(&end).unwrap().0
    };
    parts.map(content).collect()
}

/// Artifacts in several scripts, so that the counts of bytes, characters and UTF-16 code units differ.
#[rstest]
#[case("")]
#[case("a")]
#[case("äöü")]
#[case("日本語の文")]
#[case("𝄞𝄞𝄞")]
fn tokens_are_utf16_code_units_divided_by_four_rounded_up(#[case] more: &str) {
    let file = ".yggdrasil/model/shop/orders/internals.md";
    let fixture = Fixture::model().write(file, format!("{}{more}\n", artifact(NODE, "internals.md").trim()));
    let text = text(&fixture, NODE);
    let tokens = |text: &str| text.encode_utf16().count().div_ceil(4);
    let contents = contents(&text);
    let found = package(&fixture, NODE);
    assert_eq!(found["tokens"], tokens(&contents.join("\n\n")), "{contents:?}");
    assert_eq!(found["parts"][0]["tokens"], tokens(contents[0]));
}

#[test]
fn a_node_with_a_broken_relation_has_no_package_and_no_budget() {
    let broken = "relations:\n  - target: shop/mail\n    type: uses\n  - target: nobody\n    type: calls\n";
    let fixture = Fixture::model()
        .node("extra", &format!("name: Extra\ntype: module\n{broken}"))
        .write(".yggdrasil/model/extra/internals.md", "word".repeat(20_001));
    let run = fixture.run(&["context", "extra"]).code(1);
    assert!(run.stdout.is_empty(), "{run:?}");
    assert!(run.stderr.contains("calls \"nobody\" (.yggdrasil/model/extra/yg-node.yaml:6)"), "{run:?}");
    assert!(!run.stderr.contains("shop/mail"), "{run:?}");
    assert_eq!(fixture.codes(), ["E004"]);
}

#[test]
fn a_target_without_marked_artifacts_contributes_all_configured_ones() {
    let target = ".yggdrasil/model/shop/payments";
    let fixture = Fixture::model()
        .remove(&format!("{target}/responsibility.md"))
        .remove(&format!("{target}/interface.md"))
        .artifact("shop/payments", "internals.md");
    let names: Vec<_> =
        files(parts(&package(&fixture, NODE), "dependency")[0]).iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names, ["internals.md"]);
}

#[test]
fn a_package_reports_its_share_of_the_budget() {
    let fixture = Fixture::model().replace(CONFIG, "warning: 10000", "warning: 400").replace(
        CONFIG,
        "error: 20000",
        "error: 1000",
    );
    let found = package(&fixture, NODE);
    assert_eq!(json!([found["budget"]["warning"], found["budget"]["error"]]), json!([400, 1000]));
    let tokens = u32::try_from(found["tokens"].as_u64().unwrap()).unwrap();
    let share = found["budget"]["share"].as_f64().unwrap();
    assert!((share - f64::from(tokens) / 1000.0).abs() < 1e-9, "{share} of {tokens}");
    let run = fixture.run(&["--format", "human", "context", NODE]);
    let percent = f64::from(tokens) / 4.0;
    assert!(run.stderr.contains(&format!("{percent:.1} % of 400")), "{percent}: {run:?}");
}

#[rstest]
#[case::aspect("aspect:audit")]
#[case::flow("flow:checkout")]
#[case::file("file:src/mail.ts")]
#[case::undefined("nobody")]
fn only_a_node_of_the_model_has_a_package(#[case] id: &str) {
    let run = Fixture::model().run(&["context", id]).code(1);
    assert!(run.stdout.is_empty(), "{run:?}");
}

#[test]
fn attribute_values_are_escaped() {
    let fixture = Fixture::model().replace(ORDERS, "failure: try again", "failure: 'say \"<no>\" & stop'");
    let text = text(&fixture, NODE);
    let dependency = opening(&text).into_iter().find(|line| line.starts_with("<dependency")).unwrap();
    assert!(dependency.ends_with("failure=\"say &quot;&lt;no&gt;&quot; &amp; stop\">"), "{dependency}");
}
