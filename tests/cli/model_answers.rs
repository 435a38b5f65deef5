//! What an architecture model answers: `aspects`, `owner`, `impact`, `context`, `tree` and `stats`.

use crate::support::model::{CONFIG, FLOW, ORDERS, artifact};
use crate::support::{Fixture, row, run};
use rstest::rstest;
use serde_json::{Value, json};

/// The values of one field of a list of objects.
fn field<'v>(list: &'v Value, name: &str) -> Vec<&'v str> {
    list.as_array().unwrap().iter().map(|entry| entry[name].as_str().unwrap()).collect()
}

mod aspects {
    use super::*;

    /// The aspects of a node: id, reasons in one text each, exceptions.
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
    fn an_aspect_with_several_reasons_has_all_of_them_and_everybodys_exceptions() {
        let fixture = Fixture::model()
            .node("shop/orders/part", "name: Part\ntype: module\naspects:\n  - aspect: audit\n    exceptions: [Mine]\n")
            .replace(
                ORDERS,
                "  - aspect: regulated",
                "  - aspect: audit\n    exceptions: [Theirs]\n  - aspect: regulated",
            )
            .replace(FLOW, "- saga", "- audit");
        let found = aspects(&fixture, "shop/orders/part");
        let reasons = ["own", "ancestor shop/orders", "flow flow:checkout", "implied aspect:regulated"];
        assert_eq!(found[0], json!(["aspect:audit", reasons, ["Mine", "Theirs"]]));
    }

    #[test]
    fn children_and_siblings_give_nothing() {
        assert_eq!(
            aspects(&Fixture::model(), "shop"),
            json!([["aspect:logging", ["own"], ["Nothing is logged at start-up"]]])
        );
        assert_eq!(aspects(&Fixture::model(), "legacy"), json!([]));
    }

    #[test]
    fn a_row_of_the_log_gives_no_aspect() {
        let fixture = Fixture::model().rows(&[row("legacy", "aspect:audit", "has-aspect")]);
        assert_eq!(aspects(&fixture, "legacy"), json!([]));
    }

    #[rstest]
    #[case::declared("shop/orders", "aspect:regulated", "has-aspect")]
    #[case::inherited("shop/orders", "shop", "child-of")]
    #[case::given_by_a_flow("shop/orders", "flow:checkout", "participates")]
    #[case::implied("aspect:saga", "aspect:observability/tracing", "implies")]
    fn a_row_of_the_log_takes_no_aspect_away(#[case] from: &str, #[case] to: &str, #[case] verb: &str) {
        let undated = format!(r#"{{"from":"{from}","to":"{to}","relation":"{verb}"}}"#);
        let fixture = Fixture::model().rows(&[undated, row(from, to, verb)]);
        assert_eq!(aspects(&fixture, "shop/orders"), aspects(&Fixture::model(), "shop/orders"));
    }

    #[test]
    fn people_read_the_reasons_and_the_exceptions() {
        let run = Fixture::model().run(&["--format", "human", "aspects", "shop/orders"]).code(0);
        let lines: Vec<_> = run.stdout.lines().collect();
        let line = |of: &str| lines.iter().position(|line| line.starts_with(of)).unwrap();
        assert!(lines[line("aspect:audit")].ends_with("implied by regulated"), "{run:?}");
        assert!(lines[line("aspect:saga")].ends_with("flow checkout"), "{run:?}");
        assert!(lines[line("aspect:logging")].ends_with("ancestor shop"), "{run:?}");
        assert!(lines[line("aspect:regulated")].ends_with("own"), "{run:?}");
        assert!(lines[line("aspect:regulated") + 1].ends_with("Imports are recorded once"), "{run:?}");
        assert!(run.stderr.contains("5 aspects"));
    }

    #[rstest]
    #[case::nobody("nobody")]
    #[case::of_another_system("m")]
    fn what_is_no_node_of_the_model_has_no_aspects(#[case] id: &str) {
        let run = Fixture::clean().with_model().run(&["aspects", id]).code(1);
        assert!(run.stdout.is_empty() && run.stderr.contains(id), "{run:?}");
    }
}

mod owner {
    use super::*;

    #[rstest]
    #[case::mapped_file("src/shop/payments.ts", "shop/payments", "src/shop/payments.ts")]
    #[case::longest_folder("src/shop/orders/deep/b.ts", "shop/orders", "src/shop/orders")]
    #[case::folder_itself("src/shop/orders", "shop/orders", "src/shop/orders")]
    #[case::folder_of_the_parent("src/shop/main.ts", "shop", "src/shop")]
    #[case::not_yet_written("src/shop/orders/new.ts", "shop/orders", "src/shop/orders")]
    #[case::with_dots("./src/shop/orders/../main.ts", "shop", "src/shop")]
    fn a_file_belongs_to_the_node_with_the_longest_path(#[case] file: &str, #[case] owner: &str, #[case] mapped: &str) {
        let found = Fixture::model().run(&["owner", file]).code(0).json();
        assert_eq!((&found["owner"]["id"], &found["mapped"]), (&owner.into(), &mapped.into()));
    }

    #[rstest]
    #[case::beside_everything("README.md")]
    #[case::above_what_is_mapped("src")]
    #[case::folder_that_begins_alike("src/shopping/main.ts")]
    #[case::file_as_a_folder_of_the_mapped_name("src/mail.ts.bak")]
    fn nobody_owns_what_nobody_maps(#[case] file: &str) {
        let run = Fixture::model().run(&["owner", file]).code(1);
        assert_eq!(run.json()["owner"], Value::Null);
        assert!(run.stderr.contains(file), "{run:?}");
    }

    #[rstest]
    #[case::seen_from_there("orders/a.ts", "shop/orders")]
    #[case::upwards("../mail.ts", "shop/mail")]
    #[case::seen_from_the_workspace("src/shop/payments.ts", "shop/payments")]
    fn a_path_can_be_typed_in_a_sub_folder(#[case] file: &str, #[case] owner: &str) {
        let fixture = Fixture::model();
        let found = run(&fixture.path("src/shop"), &["owner", file]).code(0).json();
        assert_eq!(found["owner"]["id"], owner);
    }

    #[test]
    fn a_path_outside_the_workspace_is_a_mistake() {
        let fixture = Fixture::model();
        let run = fixture.run(&["owner", "/"]);
        assert!(run.code != 0 && run.stderr.contains("outside"), "{run:?}");
    }
}

mod impact {
    use super::*;

    fn impact(fixture: &Fixture, id: &str) -> Value {
        fixture.run(&["impact", id]).code(0).json()
    }

    fn at_distances(found: &Value) -> Vec<(u64, &str)> {
        let entries = found["transitive"].as_array().unwrap();
        entries.iter().map(|node| (node["distance"].as_u64().unwrap(), node["id"].as_str().unwrap())).collect()
    }

    #[test]
    fn a_node_reaches_those_that_depend_on_it_directly_with_the_reason() {
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
    fn a_node_reaches_those_that_depend_on_it_through_others() {
        let relation = "relations:\n  - target: shop/orders\n    type: extends\n";
        let fixture = Fixture::model().node("web", &format!("name: Web\ntype: module\n{relation}"));
        let found = impact(&fixture, "legacy");
        assert_eq!(field(&found["direct"], "id"), ["shop/payments"]);
        assert_eq!(at_distances(&found), [(2, "shop/mail"), (2, "shop/orders"), (3, "web")]);
    }

    #[test]
    fn an_event_makes_nobody_depend() {
        let found = impact(&Fixture::model(), "shop/orders");
        assert_eq!(found["direct"], json!([]), "mail only listens to it");
        let found = impact(&Fixture::model(), "shop/mail");
        assert_eq!(found["direct"], json!([]), "orders only emits to it");
    }

    #[test]
    fn a_circle_ends() {
        let relation = "blackbox: true\nrelations:\n  - target: shop/orders\n    type: uses";
        let fixture = Fixture::model().replace(".yggdrasil/model/legacy/yg-node.yaml", "blackbox: true", relation);
        let found = impact(&fixture, "legacy");
        assert_eq!(field(&found["direct"], "id"), ["shop/payments"]);
        assert_eq!(at_distances(&found), [(2, "shop/mail"), (2, "shop/orders")]);
    }

    #[test]
    fn a_node_names_what_lies_below_it_and_what_counts_for_it() {
        let fixture = Fixture::model().node("shop/orders/part", "name: Part\ntype: module\n");
        let found = impact(&fixture, "shop");
        assert_eq!(
            field(&found["descendants"], "id"),
            ["shop/mail", "shop/orders", "shop/orders/part", "shop/payments"]
        );
        assert_eq!(field(&found["flows"], "id"), [] as [&str; 0]);
        assert_eq!(field(&found["aspects"], "id"), ["aspect:logging"]);
        let found = impact(&fixture, "shop/orders/part");
        assert_eq!(field(&found["descendants"], "id"), [] as [&str; 0]);
        assert_eq!(field(&found["flows"], "id"), ["flow:checkout"]);
        let all = ["audit", "logging", "observability/tracing", "regulated", "saga"].map(|id| format!("aspect:{id}"));
        assert_eq!(field(&found["aspects"], "id"), all);
    }

    /// Whom it reaches among the nodes of the model, each with its reasons.
    fn reached(found: &Value) -> Value {
        let carriers = found["carriers"].as_array().unwrap().iter();
        let nodes = carriers.filter(|entry| !["aspect", "flow"].contains(&entry["kind"].as_str().unwrap()));
        nodes.map(|entry| json!([entry["id"], entry["reasons"]])).collect()
    }

    #[test]
    fn an_aspect_reaches_those_for_which_it_counts() {
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
    fn an_aspect_reaches_the_flows_and_aspects_that_bring_it_along() {
        let found = impact(&Fixture::model(), "aspect:observability/tracing");
        assert_eq!(field(&found["carriers"], "id"), ["aspect:saga", "flow:checkout", "shop/orders", "shop/payments"]);
    }

    #[test]
    fn a_flow_reaches_its_participants_and_what_lies_below_them() {
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
    fn a_file_reaches_its_node_and_those_that_depend_on_that() {
        let found = impact(&Fixture::model(), "file:src/shop/payments.ts");
        assert_eq!(field(&found["direct"], "id"), ["shop/payments"]);
        assert_eq!(field(&found["direct"], "relation"), ["maps-to"]);
        assert_eq!(at_distances(&found), [(2, "shop/mail"), (2, "shop/orders")]);
    }
}

mod context {
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

    /// The lines of a text that open a tag.
    fn opening(text: &str) -> Vec<&str> {
        text.lines().filter(|line| line.starts_with('<') && !line.starts_with("</")).collect()
    }

    #[test]
    fn the_parts_stand_in_their_order() {
        let order = [
            "global",
            "hierarchy",
            "own-artifacts",
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
    fn structural_relations_come_before_events_however_they_are_written() {
        let relations = "relations:\n  - target: shop/mail\n    type: listens\n  - target: shop/payments\n    type: uses\n  \
            - target: legacy\n    type: emits\n  - target: legacy\n    type: implements\n";
        let fixture = Fixture::model().node("extra", &format!("name: Extra\ntype: module\n{relations}"));
        let found = package(&fixture, "extra");
        let related: Vec<_> =
            found["parts"].as_array().unwrap().iter().filter(|part| part["target"].is_string()).collect();
        let related: Vec<_> = related.iter().map(|part| json!([part["part"], part["type"]])).collect();
        let expected =
            json!([["dependency", "uses"], ["dependency", "implements"], ["event", "listens"], ["event", "emits"],]);
        assert_eq!(Value::from(related), expected);
    }

    #[test]
    fn each_part_says_what_it_is_about() {
        let found = package(&Fixture::model(), NODE);
        assert_eq!((&found["node"], &found["name"]), (&NODE.into(), &"Orders".into()));
        assert_eq!(parts(&found, "global")[0]["text"], "The shop");
        let hierarchy = parts(&found, "hierarchy")[0];
        assert_eq!((&hierarchy["path"], &hierarchy["aspects"]), (&"shop".into(), &"logging".into()));
        assert_eq!(parts(&found, "own-artifacts")[0]["aspects"], "regulated");
        let mut aspects: Vec<_> =
            parts(&found, "aspect").iter().map(|part| json!([part["id"], part["name"]])).collect();
        aspects.sort_by_key(Value::to_string);
        let expected = json!([
            ["audit", "Audit"],
            ["logging", "Logging"],
            ["observability/tracing", "Tracing"],
            ["regulated", "Regulated"],
            ["saga", "Saga"],
        ]);
        assert_eq!(Value::from(aspects), expected);
        let dependency = parts(&found, "dependency")[0];
        assert_eq!((&dependency["target"], &dependency["type"]), (&"shop/payments".into(), &"calls".into()));
        assert_eq!((&dependency["consumes"], &dependency["failure"]), (&"charge, refund".into(), &"try again".into()));
        let event = parts(&found, "event")[0];
        assert_eq!(
            json!([event["target"], event["type"], event["consumes"]]),
            json!(["shop/mail", "emits", "orderId"])
        );
        assert_eq!(event["failure"], Value::Null);
        let flow = parts(&found, "flow")[0];
        assert_eq!((&flow["name"], &flow["aspects"]), (&"Checkout".into(), &"saga".into()));
    }

    #[test]
    fn what_a_part_does_not_have_is_no_attribute() {
        let found = package(&Fixture::model().replace(FLOW, "aspects:\n  - saga\n", ""), "shop/mail");
        assert_eq!(parts(&found, "own-artifacts")[0].get("aspects"), None);
        let dependency = parts(&found, "dependency")[0];
        assert_eq!((dependency.get("consumes"), dependency.get("failure")), (None, None));
        assert!(parts(&found, "flow").is_empty(), "it takes part in none");
    }

    #[test]
    fn own_artifacts_begin_with_the_node_file_as_it_stands() {
        let fixture = Fixture::model().artifact(NODE, "internals.md").artifact(NODE, "notes.md");
        let found = package(&fixture, NODE);
        let yaml = fixture.read(ORDERS);
        let texts = ["responsibility.md", "interface.md", "internals.md", "compliance.md"]
            .map(|name| (name, artifact(NODE, name)));
        let mut expected = vec![("yg-node.yaml", &*yaml)];
        expected.extend(texts.iter().map(|(name, text)| (*name, &**text)));
        assert_eq!(
            files(parts(&found, "own-artifacts")[0]),
            expected,
            "in the order of the settings, and no other file"
        );
    }

    #[test]
    fn an_ancestor_gives_its_artifacts_and_a_flow_and_an_aspect_their_files() {
        let found = package(&Fixture::model(), NODE);
        let responsibility = artifact("shop", "responsibility.md");
        assert_eq!(files(parts(&found, "hierarchy")[0]), [("responsibility.md", &*responsibility)]);
        let audit = parts(&found, "aspect").into_iter().find(|part| part["id"] == "audit").unwrap();
        assert_eq!(files(audit), [("content.md", "Every change leaves a record.\n")]);
        let names: Vec<_> = files(parts(&found, "flow")[0]).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["description.md"]);
    }

    #[test]
    fn a_target_gives_only_the_artifacts_that_are_included_in_relations() {
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
    fn exceptions_stand_with_their_aspect_and_nowhere_else() {
        let found = package(&Fixture::model(), NODE);
        for part in parts(&found, "aspect") {
            let said = part["text"].as_str().unwrap_or_default();
            let has = |exception: &str| said.contains(exception);
            assert_eq!(has("Imports are recorded once") && has("Tests are not recorded"), part["id"] == "regulated");
            assert_eq!(has("Nothing is logged at start-up"), part["id"] == "logging");
        }
    }

    #[test]
    fn an_aspect_that_only_a_flow_gives_says_so() {
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
            "<own-artifacts aspects=\"regulated\">".to_owned(),
            aspect("audit", "Audit"),
            aspect("logging", "Logging"),
            aspect("observability/tracing", "Tracing"),
            aspect("regulated", "Regulated"),
            aspect("saga", "Saga").replace('>', " source=\"flow:Checkout\">"),
            "<dependency target=\"shop/payments\" type=\"calls\" consumes=\"charge, refund\" failure=\"try again\">"
                .to_owned(),
            "<event target=\"shop/mail\" type=\"emits\" consumes=\"orderId\">".to_owned(),
            "<flow name=\"Checkout\" aspects=\"saga\">".to_owned(),
        ];
        assert_eq!(opening(&text), expected);
        assert!(text.ends_with("</flow>\n</context-package>\n"));
        let mut open = Vec::new();
        for line in text.lines().filter(|line| line.starts_with('<')) {
            let name = line.trim_matches(['<', '>', '/']).split(' ').next().unwrap();
            if line.starts_with("</") { assert_eq!(open.pop(), Some(name)) } else { open.push(name) }
        }
        assert!(open.is_empty());
    }

    #[test]
    fn every_file_stands_under_a_line_with_its_name() {
        let fixture = Fixture::model();
        let text = text(&fixture, NODE);
        let (own, _) = text.split_once("<own-artifacts").unwrap().1.split_once("</own-artifacts>").unwrap();
        let names: Vec<_> = own.lines().filter(|line| line.starts_with("### ")).collect();
        assert_eq!(names, ["### yg-node.yaml", "### responsibility.md", "### interface.md", "### compliance.md"]);
        assert!(own.contains(&format!("### yg-node.yaml\n{}", fixture.read(ORDERS))));
    }

    /// Artifacts in several alphabets, so that bytes, letters and what is drawn of them are different numbers.
    #[rstest]
    #[case("")]
    #[case("a")]
    #[case("äöü")]
    #[case("日本語の文")]
    fn tokens_are_the_characters_of_the_parts_by_four_rounded_up(#[case] more: &str) {
        let file = ".yggdrasil/model/shop/orders/internals.md";
        let fixture = Fixture::model().write(file, format!("{}{more}\n", artifact(NODE, "internals.md").trim()));
        let text = text(&fixture, NODE);
        let inner = text.split_once('\n').unwrap().1.strip_suffix("</context-package>\n").unwrap();
        let found = package(&fixture, NODE);
        assert_eq!(found["tokens"], inner.chars().count().div_ceil(4));
        let global = inner.split_inclusive("</global>\n").next().unwrap();
        assert_eq!(found["parts"][0]["tokens"], global.chars().count().div_ceil(4));
    }

    #[test]
    fn a_package_knows_its_share_of_the_budget() {
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
    #[case::nobody("nobody")]
    fn only_a_node_of_the_model_has_a_package(#[case] id: &str) {
        let run = Fixture::model().run(&["context", id]).code(1);
        assert!(run.stdout.is_empty(), "{run:?}");
    }

    #[test]
    fn an_attribute_cannot_end_its_tag() {
        let fixture = Fixture::model().replace(ORDERS, "failure: try again", "failure: 'say \"<no>\" & stop'");
        let text = text(&fixture, NODE);
        let dependency = opening(&text).into_iter().find(|line| line.starts_with("<dependency")).unwrap();
        assert!(dependency.ends_with("failure=\"say &quot;&lt;no&gt;&quot; &amp; stop\">"), "{dependency}");
    }
}

/// A workspace with something of every system.
fn everything() -> Fixture {
    let unit = json!({
        "id": UNIT, "type": "assertion", "content": "Caches lie.", "created_at": "2026-01-01T00:00:00.000Z", "author": "ada"
    });
    let causal = json!({ "repo": "r", "nodes": [
        { "id": "file-a", "label": "a", "path": "lib/a.ts", "layer": "code", "kind": "file" },
        { "id": "fn-go", "label": "go", "path": "lib/a.ts", "layer": "code", "kind": "function" },
        { "id": "why", "label": "why", "layer": "knowledge" },
    ], "edges": [{ "source": "fn-go", "target": "file-a", "kind": "calls", "verified": true }] });
    Fixture::clean()
        .with_model()
        .write("units/u.json", unit.to_string())
        .write("map.causal.json", causal.to_string())
        .write("records/sn.fire.meta.json", r#"{"id": "sn.fire", "links": []}"#)
        .write(
            "records/sn.fire.ball.meta.json",
            r#"{"id": "sn.fire.ball", "links": [{"type": "related_to", "target": "sn.fire"}]}"#,
        )
}

const UNIT: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

mod tree {
    use super::*;

    /// A tree as people draw it: two blanks a level, and the id of each node behind its label.
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
    fn every_system_has_its_hierarchy(#[case] system: &str, #[case] lines: &[&str]) {
        let expected: Vec<_> = lines.iter().map(|line| line.replace('U', UNIT)).collect();
        assert_eq!(drawn(&everything(), &["--root", system]), expected);
    }

    #[test]
    fn without_a_root_the_systems_stand_side_by_side() {
        let systems: Vec<_> = drawn(&everything(), &["--depth", "1"]);
        assert_eq!(systems, ["reference", "unit", "causal", "yggdrasil", "sidecar"]);
    }

    #[test]
    fn a_tree_can_begin_at_a_node_and_end_at_a_depth() {
        let fixture = Fixture::model().node("shop/orders/part", "name: Part\ntype: module\n");
        let below = ["  mail = shop/mail", "  orders = shop/orders", "  payments = shop/payments"];
        let whole = [&["shop = shop"], &below[..2], &["    part = shop/orders/part"], &below[2..]].concat();
        assert_eq!(drawn(&fixture, &["--root", "shop"]), whole);
        assert_eq!(drawn(&fixture, &["--root", "shop", "--depth", "2"]), [&["shop = shop"], &below[..]].concat());
        assert_eq!(drawn(&fixture, &["--root", "shop", "--depth", "1"]), ["shop = shop"]);
    }

    #[test]
    fn an_entry_counts_the_nodes_it_holds_shown_or_not() {
        let found = Fixture::model().run(&["tree", "--root", "shop", "--depth", "1"]).code(0).json();
        assert_eq!(found[0]["nodes"], 4);
        let found = Fixture::model().run(&["tree", "--root", "yggdrasil", "--depth", "2"]).code(0).json();
        let counts: Vec<_> = found.as_array().unwrap().iter().map(|entry| entry["nodes"].as_u64().unwrap()).collect();
        assert_eq!(counts, [16, 5, 5, 1, 5], "all, model, aspects, flows, files");
    }

    #[test]
    fn a_root_that_nobody_knows_is_a_no() {
        let run = Fixture::model().run(&["tree", "--root", "shopp"]).code(1);
        assert!(run.stderr.contains("shop"), "{run:?}");
    }
}

mod stats {
    use super::*;

    #[test]
    fn a_model_is_counted_by_kind_and_by_relation() {
        let found = Fixture::model().run(&["stats"]).code(0).json();
        let relations = json!({
            "calls": 1, "child-of": 3, "emits": 1, "has-aspect": 4, "implies": 2, "listens": 1, "maps-to": 5,
            "participates": 2, "uses": 2,
        });
        assert_eq!(found["relations"], relations);
        assert_eq!(
            json!([found["nodes"], found["missing"], found["edges"], found["implicit"]]),
            json!([16, 0, 21, 16])
        );
        let kinds = found["kinds"].as_array().unwrap().iter().map(|kind| json!([kind["kind"], kind["nodes"]]));
        let kinds: Value = kinds.collect();
        assert_eq!(kinds, json!([["aspect", 5], ["file", 5], ["flow", 1], ["module", 3], ["service", 2]]));
        assert_eq!(found["systems"], json!({ "yggdrasil": { "nodes": 16, "edges": 21 } }));
        assert_eq!(found["findings"], json!({ "error": 0, "warning": 0, "note": 0 }));
    }

    #[test]
    fn every_system_is_counted_for_itself() {
        let found = everything().run(&["stats"]).code(0).json();
        let nodes: Vec<_> = ["reference", "unit", "causal", "yggdrasil", "sidecar"]
            .iter()
            .map(|system| found["systems"][system]["nodes"].as_u64().unwrap())
            .collect();
        assert_eq!(nodes, [5, 1, 3, 16, 2]);
        assert_eq!(found["systems"]["causal"]["edges"], 1);
        assert_eq!(found["systems"]["sidecar"]["edges"], 1);
        assert_eq!(found["layers"], json!({ "code": 2, "knowledge": 1 }));
        assert_eq!(found["across"], 0);
    }

    #[test]
    fn what_is_missing_what_crosses_systems_and_what_is_found_is_counted() {
        let rows = [row("a", "shop/orders", "addresses"), row("a", "gone", "cites"), row("a", "gone", "cites")];
        let found = everything().rows(&rows).run(&["stats"]).code(0).json();
        assert_eq!(json!([found["across"], found["missing"]]), json!([1, 1]));
        assert_eq!(found["relations"]["cites"], 1, "the same edge twice is one");
        assert_eq!(found["findings"]["error"], 2, "each row that leads to nothing");
    }
}
