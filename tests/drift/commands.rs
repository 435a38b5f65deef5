//! `drift` and `drift sync`, and where else the state of a node is shown.

use super::{CONFIG, CONTENT, changed, example, status, statuses, synced};
use crate::support::{Fixture, run};
use rstest::rstest;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

const APP: &str = ".yggdrasil/.drift-state/app.json";
const STATE: &str = ".yggdrasil/.drift-state";

fn record(fixture: &Fixture, file: &str) -> Value {
    serde_json::from_str(&fixture.read(file)).unwrap()
}

#[test]
fn a_record_has_the_files_and_hashes_computed_by_hand() {
    // sha256sum of each file; the canonical hash with Node.js 20, sorted by localeCompare.
    let files = json!({
        ".yggdrasil/model/app/yg-node.yaml": "6899c81c9993a92e211f5b0f62110d35f8ee8c4c9a7333acb97cef1b9cefac4d",
        ".yggdrasil/model/app/internals.md": "f3f64312ae6c7771851d6d1ab57d134ac193e54640a5ca623e1132e3c400f837",
        ".yggdrasil/model/app/responsibility.md": "8a8f60ecb09b7e64c6d5214a8043865e608507db8c3f61f995eae6d078875901",
        ".yggdrasil/aspects/x/yg-aspect.yaml": "e72392d43007cd39ee078d442341ba47a8b10509a51784cf7e8d014615bbbe5e",
        ".yggdrasil/aspects/x/content.md": "b9e68e1bea3e5b19ca6b2f98b73a54b73daafaa250484902e09982e07a12e733",
        "src/sub/.gitignore": "cd626bd30aa3875cc7c01d50050e4f88e84d4691457209871f27494ffd5f4ab4",
        "src/sub/c.ts": "2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6",
        "src/b.ts": "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
    });
    let fixture = synced();
    let record = record(&fixture, APP);
    assert_eq!(record["hash"], "b52581b6f8088231d500a4dad6ef25ac7dc115bc2e99cbe386d3b615f711f40e");
    assert_eq!(record["files"], files);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&record["files"]), keys(&files), "the order of collection");
    assert_eq!(keys(&record["mtimes"]), keys(&files));
    // The time that every file of a fixture has.
    assert!(record["mtimes"].as_object().unwrap().values().all(|time| *time == 1_767_323_045_678_u64), "{record}");
    let text = fixture.read(APP);
    assert!(text.starts_with("{\n  \"hash\": \"b52581b6") && text.ends_with("\n  }\n}\n"), "{text}");
}

#[test]
fn nodes_track_what_the_description_of_the_example_lists() {
    let fixture = synced();
    let tracked = |node: &str| {
        let record = record(&fixture, &format!("{STATE}/{node}.json"));
        record["files"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    let model = |file: &str| format!(".yggdrasil/{file}");
    let app = ["model/app/yg-node.yaml", "model/app/internals.md", "model/app/responsibility.md"].map(model);
    let aspect = ["aspects/x/yg-aspect.yaml", "aspects/x/content.md"].map(model);
    let a = ["model/app/a/yg-node.yaml", "model/app/a/interface.md", "model/app/a/responsibility.md"].map(model);
    let of_lib = ["model/lib/responsibility.md", "model/lib/interface.md"].map(model);
    assert_eq!(tracked("app/a"), [&a[..], &app, &aspect, &of_lib, &["src/a.ts".to_owned()]].concat());
    let lib = ["model/lib/yg-node.yaml", "model/lib/interface.md", "model/lib/responsibility.md"].map(model);
    let flow = ["flows/f/yg-flow.yaml", "flows/f/description.md"].map(model);
    let source = ["lib/node_modules/m.js", "lib/.hidden", "lib/l.ts"].map(str::to_owned);
    assert_eq!(tracked("lib"), [&lib[..], &flow, &source].concat());
}

#[test]
fn edits_of_the_example_give_the_statuses_that_its_description_lists() {
    let fixture = synced().write("src/b.ts", "bb").write(CONTENT, "text 2\n").remove("src/sub/c.ts");
    let fixture = fixture.write(".yggdrasil/model/lib/interface.md", "li 2\n").remove("gone.ts");
    let run = fixture.run(&["drift"]).code(1);
    let expected = [("app", "full-drift"), ("app/a", "graph-drift"), ("gone", "missing"), ("lib", "graph-drift")];
    assert_eq!(statuses(&run), expected.map(|(node, status)| (node.to_owned(), status.to_owned())));
    assert_eq!(changed(&fixture, "app"), [CONTENT, "src/b.ts", "-src/sub/c.ts"]);
    assert_eq!(changed(&fixture, "app/a"), [CONTENT, ".yggdrasil/model/lib/interface.md"]);
    let counts =
        json!({"ok": 0, "source-drift": 0, "graph-drift": 2, "full-drift": 1, "missing": 1, "unmaterialized": 0});
    assert_eq!(run.json()["counts"], counts);
    let change = json!({"path": "src/sub/c.ts", "kind": "source", "deleted": true});
    assert_eq!(run.json()["entries"][0]["changed"][2], change);
}

#[test]
fn before_the_first_sync_files_that_exist_are_source_drift_and_others_unmaterialized() {
    let fixture = example().remove("gone.ts");
    let run = fixture.run(&["drift"]).code(1);
    let expected =
        [("app", "source-drift"), ("app/a", "source-drift"), ("gone", "unmaterialized"), ("lib", "source-drift")];
    assert_eq!(statuses(&run), expected.map(|(node, status)| (node.to_owned(), status.to_owned())));
    assert!(run.json()["entries"].as_array().unwrap().iter().all(|entry| entry["changed"] == json!([])));
    assert!(!fixture.path(STATE).exists(), "reading must write nothing");
}

#[test]
fn a_synced_model_is_ok_and_stays_ok_in_a_copy_whose_files_have_other_times() {
    let fixture = synced();
    assert_eq!(statuses(&fixture.run(&["drift"]).code(0)).len(), 4);
    let copy = tempfile::tempdir().unwrap();
    assert!(Command::new("cp").arg("-r").arg(fixture.path(".")).arg(copy.path()).status().unwrap().success());
    assert_ne!(
        fs::metadata(copy.path().join("src/b.ts")).unwrap().modified().unwrap(),
        fs::metadata(fixture.path("src/b.ts")).unwrap().modified().unwrap()
    );
    run(copy.path(), &["drift"]).code(0);
}

#[test]
fn a_recorded_time_is_not_trusted() {
    // The same length and the same time as before: only the content tells.
    let fixture = synced().write("src/b.ts", "B");
    assert_eq!((status(&fixture, "app"), changed(&fixture, "app")), ("source-drift".into(), vec!["src/b.ts".into()]));
}

#[rstest]
#[case::line_ends("src/sub/c.ts", "c\r\n", "app", "source-drift")]
#[case::a_new_file("src/new.ts", "n", "app", "source-drift")]
#[case::an_ignored_file("src/new.log", "n", "app", "ok")]
#[case::ignored_below("src/sub/new.tmp", "n", "app", "ok")]
#[case::ignored_elsewhere("src/new.tmp", "n", "app", "source-drift")]
#[case::a_file_of_the_child("src/a.ts", "aa", "app", "ok")]
#[case::the_own_file_of_the_child("src/a.ts", "aa", "app/a", "source-drift")]
#[case::the_aspect_of_an_ancestor(CONTENT, "x", "app/a", "graph-drift")]
#[case::a_new_file_of_an_aspect(".yggdrasil/aspects/x/more.md", "x", "app", "graph-drift")]
#[case::a_folder_of_an_aspect(".yggdrasil/aspects/x/deep/more.md", "x", "app", "ok")]
#[case::an_artifact_that_is_not_configured(".yggdrasil/model/app/notes.md", "x", "app", "ok")]
#[case::the_flow(".yggdrasil/flows/f/description.md", "x", "lib", "graph-drift")]
#[case::the_flow_of_a_dependency(".yggdrasil/flows/f/description.md", "x", "app/a", "ok")]
#[case::internals_of_a_dependency(".yggdrasil/model/lib/internals.md", "x", "app/a", "ok")]
#[case::the_config(CONFIG, "name: other\n", "gone", "ok")]
fn one_edit_gives_one_status(#[case] file: &str, #[case] text: &str, #[case] node: &str, #[case] expected: &str) {
    assert_eq!(status(&synced().write(file, text), node), expected);
}

#[test]
fn a_single_file_is_tracked_even_if_it_is_ignored() {
    let fixture = example().write(".gitignore", "gone.ts\n");
    fixture.run(&["drift", "sync", "gone"]).code(0);
    assert_eq!(status(&fixture.write("gone.ts", "other"), "gone"), "source-drift");
}

#[test]
fn if_only_some_mapped_paths_are_gone_it_is_source_drift_with_deleted_files() {
    let node = ".yggdrasil/model/gone/yg-node.yaml";
    let fixture = example().write(node, "name: Gone\ntype: module\nmapping:\n  paths: [gone.ts, lib/l.ts]\n");
    fixture.run(&["drift", "sync", "gone"]).code(0);
    let fixture = fixture.remove("gone.ts");
    assert_eq!((status(&fixture, "gone"), changed(&fixture, "gone")), ("source-drift".into(), vec!["-gone.ts".into()]));
}

#[test]
fn a_hash_that_does_not_match_its_files_is_source_drift_without_files() {
    let fixture = synced();
    let text = fixture.read(APP).replace("b52581b6", "00000000");
    let fixture = fixture.write(APP, text);
    assert_eq!((status(&fixture, "app"), changed(&fixture, "app")), ("source-drift".into(), Vec::new()));
}

/// The records of the folder as one file, as older versions of the tool keep them.
fn as_one_file(fixture: Fixture, write: impl Fn(&Value) -> String) -> Fixture {
    let names = ["app", "app/a", "lib"];
    let all: serde_json::Map<_, _> =
        names.iter().map(|node| ((*node).to_owned(), record(&fixture, &format!("{STATE}/{node}.json")))).collect();
    fs::remove_dir_all(fixture.path(STATE)).unwrap();
    fixture.write(STATE, write(&Value::Object(all)))
}

#[rstest]
#[case::json(|records: &Value| records.to_string())]
#[case::yaml(|records: &Value| serde_yaml::to_string(records).unwrap() + "older: 0123abcd\n")]
fn one_file_for_all_nodes_is_read_and_left_as_it_is(#[case] write: fn(&Value) -> String) {
    let fixture = as_one_file(synced(), write);
    let before = fixture.read(STATE);
    let found: Vec<_> = statuses(&fixture.run(&["drift"]).code(1)).into_iter().map(|(_, status)| status).collect();
    assert_eq!(found, ["ok", "ok", "source-drift", "ok"]);
    assert_eq!(fixture.read(STATE), before);
}

#[test]
fn syncing_one_node_turns_one_file_into_a_folder_and_keeps_the_other_records() {
    let fixture = as_one_file(synced(), Value::to_string).write("src/b.ts", "bb");
    fixture.run(&["drift", "sync", "gone"]).code(0);
    assert_eq!(status(&fixture, "app"), "source-drift");
    assert_eq!(["app/a", "gone", "lib"].map(|node| status(&fixture, node)), ["ok"; 3]);
    assert!(fixture.path(STATE).is_dir());
    assert!(!fixture.path(".yggdrasil/.drift-state.old").exists());
}

#[test]
fn a_record_that_is_not_json_counts_as_none() {
    let fixture = synced().write(APP, "{");
    assert_eq!(status(&fixture, "app"), "source-drift");
    assert_eq!(changed(&fixture, "app"), [""; 0]);
}

#[rstest]
#[case::unknown(&["drift", "nobody"], "error: Node not found: nobody\n")]
#[case::unmapped(&["drift", "bare"], "error: Node has no mapping: bare\n")]
#[case::unknown_to_sync(&["drift", "sync", "nobody"], "error: Node not found: nobody\n")]
#[case::unmapped_to_sync(&["drift", "sync", "bare"], "error: Node has no mapping: bare\n")]
fn a_node_that_cannot_be_compared_is_named(#[case] arguments: &[&str], #[case] expected: &str) {
    let fixture = synced().write(".yggdrasil/model/bare/yg-node.yaml", "name: Bare\ntype: module\n");
    let run = fixture.run(arguments).code(1);
    assert_eq!((&*run.stderr, &*run.stdout), (expected, ""));
}

#[test]
fn a_scope_takes_in_descendants_and_is_read_as_people_type_paths() {
    let fixture = synced().write("lib/l.ts", "ll");
    assert_eq!(statuses(&fixture.run(&["drift", "./app/"]).code(0)).len(), 2);
    assert_eq!(statuses(&fixture.run(&["drift", "lib"]).code(1)).len(), 1);
    let only: Vec<_> = statuses(&fixture.run(&["drift", "--drifted-only"]).code(1));
    assert_eq!(only, [("lib".to_owned(), "source-drift".to_owned())]);
}

#[test]
fn people_see_two_sections_and_a_summary() {
    let fixture = synced().write("src/b.ts", "bb").remove("src/sub/c.ts").write(CONTENT, "text 2\n");
    let run = fixture.run(&["drift", "--drifted-only", "--format", "human"]).code(1);
    let expected = "Source drift:\n  [drift]      app\n                 src/b.ts\n                 src/sub/c.ts (deleted)\n\n\
                    Graph drift:\n  [drift]      app\n                 .yggdrasil/aspects/x/content.md\n  [drift]      app/a\n                 \
                    .yggdrasil/aspects/x/content.md\n\n\
                    Summary: 0 source-drift, 1 graph-drift, 1 full-drift, 0 missing, 0 unmaterialized (2 ok hidden)\n";
    assert_eq!(run.stdout, expected);
}

#[test]
fn a_dry_run_says_the_same_and_writes_nothing() {
    let fixture = example();
    let dry = fixture.run(&["drift", "sync", "--all", "--dry-run"]).code(0).json();
    assert!(!fixture.path(STATE).exists());
    let wet = fixture.run(&["drift", "sync", "--all"]).code(0).json();
    assert_eq!((&dry["synced"], &dry["dry_run"], &wet["dry_run"]), (&wet["synced"], &json!(true), &json!(false)));
    assert_eq!(wet["synced"][0]["node"], "app");
    assert_eq!((&wet["synced"][0]["previous"], &wet["synced"][0]["file"]), (&Value::Null, &json!(APP)));
}

#[test]
fn sync_writes_the_named_nodes_only_and_those_below_if_asked() {
    let fixture = example();
    let synced = |arguments: &[&str]| {
        let answer = fixture.run(&[&["drift", "sync"], arguments].concat()).code(0).json();
        let synced = answer["synced"].as_array().unwrap().iter();
        synced.map(|entry| entry["node"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(synced(&["app", "lib"]), ["app", "lib"]);
    assert_eq!(synced(&["app", "--recursive"]), ["app", "app/a"]);
    assert!(!fixture.path(".yggdrasil/.drift-state/gone.json").exists());
}

#[test]
fn only_a_sync_of_all_removes_records_of_nodes_that_are_gone_or_unmapped() {
    let fixture = synced();
    fs::remove_dir_all(fixture.path(".yggdrasil/model/app/a")).unwrap();
    let fixture = fixture.write(".yggdrasil/model/gone/yg-node.yaml", "name: Gone\ntype: module\n");
    let record_of_a = fixture.path(".yggdrasil/.drift-state/app/a.json");
    fixture.run(&["drift", "sync", "app"]).code(0);
    assert!(record_of_a.exists());
    let answer = fixture.run(&["drift", "sync", "--all"]).code(0).json();
    assert_eq!(answer["removed"], json!(["app/a", "gone"]));
    assert!(!record_of_a.parent().unwrap().exists(), "an empty folder was left");
    assert!(fixture.path(APP).exists());
}

#[test]
fn a_node_whose_files_are_missing_can_be_synced_and_is_still_missing() {
    let fixture = synced().remove("gone.ts");
    fixture.run(&["drift", "sync", "gone"]).code(0);
    let record = record(&fixture, ".yggdrasil/.drift-state/gone.json");
    assert_eq!(record["files"].as_object().unwrap().keys().collect::<Vec<_>>(), [".yggdrasil/model/gone/yg-node.yaml"]);
    assert_eq!(status(&fixture, "gone"), "missing");
}

/// The example, written for a version of the tool.
fn of_version(version: &str) -> Fixture {
    let fixture = example();
    let config = fixture.read(CONFIG);
    fixture.write(CONFIG, format!("version: {version}\n{config}"))
}

#[rstest]
#[case::older("'2.2.0'", "ok")]
#[case::newer("'2.8.0'", "graph-drift")]
#[case::a_number("2.8", "graph-drift")]
#[case::much_newer("3.0", "graph-drift")]
fn from_2_8_on_ancestors_of_dependencies_are_tracked(#[case] version: &str, #[case] expected: &str) {
    let fixture = of_version(version)
        .write(".yggdrasil/model/lib/deep/yg-node.yaml", "name: Deep\ntype: module\n")
        .write(".yggdrasil/model/lib/deep/interface.md", "deep\n")
        .write(
            ".yggdrasil/model/gone/yg-node.yaml",
            "name: Gone\ntype: module\nrelations:\n  - {target: lib/deep, type: calls}\nmapping:\n  paths: [gone.ts]\n",
        );
    fixture.run(&["drift", "sync", "--all"]).code(0);
    assert_eq!(status(&fixture.write(".yggdrasil/model/lib/interface.md", "other\n"), "gone"), expected);
}

#[test]
fn from_3_0_on_blackboxes_are_left_out_and_not_synced() {
    let blackbox = "name: Gone\ntype: module\nblackbox: true\nmapping:\n  paths: [gone.ts]\n";
    let node = ".yggdrasil/model/gone/yg-node.yaml";
    let [before, since] = ["2.8.0", "3.0.0"].map(|version| of_version(version).write(node, blackbox));
    assert_eq!(statuses(&before.run(&["drift"])).len(), 4);
    assert_eq!(statuses(&since.run(&["drift"])).len(), 3);
    for arguments in [&["drift", "gone"][..], &["drift", "sync", "gone"], &["drift", "sync", "gone", "--recursive"]] {
        assert!(since.run(arguments).code(1).stderr.contains("blackbox"), "{arguments:?}");
    }
}

#[test]
fn from_2_8_on_a_sync_warns_if_only_source_files_changed() {
    for (version, warns) in [("2.2.0", false), ("2.8.0", true)] {
        let fixture = of_version(version);
        fixture.run(&["drift", "sync", "--all"]).code(0);
        let fixture = fixture.write("gone.ts", "changed");
        let run = fixture.run(&["drift", "sync", "gone"]).code(0);
        assert_eq!(run.stderr.contains("W018"), warns, "{version}: {}", run.stderr);
    }
}

#[test]
fn the_order_is_that_of_the_folders_not_of_the_ids() {
    let fixture =
        example().write(".yggdrasil/model/app-x/yg-node.yaml", "name: X\ntype: module\nmapping:\n  paths: [x]\n");
    let nodes: Vec<_> = statuses(&fixture.run(&["drift"])).into_iter().map(|(node, _)| node).collect();
    assert_eq!(nodes, ["app", "app/a", "app-x", "gone", "lib"]);
}

#[test]
fn nothing_is_written_through_a_link_that_leads_outside() {
    let elsewhere = Fixture::bare();
    let fixture = example().link(STATE, elsewhere.root().to_str().unwrap());
    let run = fixture.run(&["drift", "sync", "--all"]).code(2);
    assert!(run.stderr.contains(elsewhere.root().to_str().unwrap()), "{}", run.stderr);
    assert_eq!(fs::read_dir(elsewhere.root()).unwrap().count(), 0);
}

#[test]
fn files_that_a_mapping_reaches_outside_the_workspace_are_not_read() {
    let elsewhere = Fixture::bare().write("secret.ts", "secret");
    let fixture = example().remove("gone.ts").link("gone.ts", elsewhere.path("secret.ts").to_str().unwrap());
    assert_eq!(status(&fixture, "gone"), "unmaterialized");
}

#[test]
fn the_doctor_notes_drift_with_the_command_that_settles_it() {
    let fixture = synced().write("src/b.ts", "bb").write(CONTENT, "text 2\n");
    let report = fixture.run(&["doctor"]).json();
    let findings: Vec<_> = report["findings"].as_array().unwrap().iter().filter(|it| is_drift(it)).collect();
    let codes: Vec<_> = findings.iter().map(|finding| (finding["code"].as_str().unwrap(), &finding["node"])).collect();
    assert_eq!(codes, [("drift-graph", &json!("app/a")), ("drift-full", &json!("app"))]);
    let app = findings[1];
    assert_eq!(app["severity"], "note");
    assert_eq!(
        app["message"],
        "1 source file and 1 model file changed since the last sync: .yggdrasil/aspects/x/content.md, src/b.ts"
    );
    assert!(app["suggestion"].as_str().unwrap().ends_with("`refscope drift sync app`"), "{app}");
    let about = json!([
        {"kind": "node", "id": "app"},
        {"kind": "file", "path": CONTENT},
        {"kind": "file", "path": "src/b.ts"},
    ]);
    assert_eq!(app["about"], about);
    fixture.run(&["drift", "sync", "app", "app/a"]).code(0);
    let report = fixture.run(&["doctor"]).json();
    assert!(!report["findings"].as_array().unwrap().iter().any(is_drift), "{report}");
}

fn is_drift(finding: &Value) -> bool {
    finding["code"].as_str().unwrap().starts_with("drift-")
}

#[test]
fn a_model_that_was_never_synced_gets_one_note() {
    let report = example().run(&["doctor"]).json();
    let notes: Vec<_> = report["findings"].as_array().unwrap().iter().filter(|finding| is_drift(finding)).collect();
    assert_eq!(notes.iter().map(|note| &note["code"]).collect::<Vec<_>>(), ["drift-never-synced"]);
    assert_eq!(notes[0]["message"], "4 mapped nodes cannot be checked for drift: .drift-state does not exist");
}

#[test]
fn show_and_list_tell_which_nodes_drifted() {
    let fixture = synced().write("src/b.ts", "bb");
    let drift =
        json!({"status": "source-drift", "changed": [{"path": "src/b.ts", "kind": "source", "deleted": false}]});
    assert_eq!(fixture.run(&["show", "app"]).json()["drift"], drift);
    assert_eq!(fixture.run(&["show", "lib"]).json()["drift"], json!({"status": "ok", "changed": []}));
    assert_eq!(fixture.run(&["show", "aspect:x"]).json()["drift"], Value::Null);
    assert_eq!(example().run(&["show", "app"]).json()["drift"], Value::Null);
    let listed = fixture.run(&["list", "--drifted"]).json();
    assert_eq!(listed.as_array().unwrap().iter().map(|node| &node["id"]).collect::<Vec<_>>(), ["app"]);
}

#[test]
fn drift_is_about_files_as_they_are_now() {
    let run = synced().run(&["drift", "--as-of", "2026-01-01"]).code(2);
    assert!(run.stderr.contains("compares current files"), "{}", run.stderr);
}

#[test]
fn a_workspace_without_a_model_says_so() {
    assert!(Fixture::clean().run(&["drift"]).code(1).stderr.contains("no architecture model"));
}

#[test]
fn ids_of_a_single_file_that_lead_elsewhere_remove_and_write_nothing() {
    let elsewhere = Fixture::bare().write("victim.json", "precious");
    let id = elsewhere.path("victim");
    let records =
        json!({"../../package": {"hash": "aa"}, id.to_str().unwrap(): {"hash": "aa"}, "gone/../x": {"hash": "aa"}});
    let fixture = example().write("package.json", "precious").write(STATE, records.to_string());
    for arguments in [&["drift", "sync", "app"][..], &["drift", "sync", "--all"]] {
        fixture.run(arguments).code(0);
        assert_eq!(
            (fixture.read("package.json"), elsewhere.read("victim.json")),
            ("precious".into(), "precious".into())
        );
    }
    assert!(!fixture.path(".yggdrasil/.drift-state/x.json").exists());
}

#[test]
fn a_damaged_single_file_is_replaced_by_a_sync_of_all_only() {
    let fixture = example().write(STATE, "{\"app\": {\"hash\": ");
    assert!(fixture.run(&["drift"]).code(1).stderr.contains("cannot read .yggdrasil/.drift-state"));
    let run = fixture.run(&["drift", "sync", "app"]).code(2);
    assert!(run.stderr.contains("is damaged"), "{}", run.stderr);
    assert_eq!(fixture.read(STATE), "{\"app\": {\"hash\": ");
    fixture.run(&["drift", "sync", "--all"]).code(0);
    fixture.run(&["drift"]).code(0);
}

#[test]
fn a_file_that_cannot_be_read_is_not_called_deleted_and_not_left_out_of_a_record() {
    let fixture = synced();
    let run = fixture.run_locked(&fixture.path("src/b.ts"), &["drift", "app"]).code(1);
    assert!(run.stderr.contains("cannot read src/b.ts: permission denied"), "{}", run.stderr);
    assert_eq!(run.json()["entries"][0]["changed"], json!([{"path": "src/b.ts", "kind": "source", "deleted": false}]));
    let run = fixture.run_locked(&fixture.path("src/b.ts"), &["drift", "sync", "app"]).code(2);
    assert!(run.stderr.contains("cannot read src/b.ts: permission denied. Nothing was written"), "{}", run.stderr);
    let run = fixture.run_locked(&fixture.path("src/sub"), &["drift", "app"]).code(1);
    assert!(run.stderr.contains("cannot read src/sub: permission denied"), "{}", run.stderr);
    let changed = run.json()["entries"][0]["changed"].clone();
    assert!(changed.as_array().unwrap().iter().all(|file| file["deleted"] == false), "{changed}");
}

#[test]
fn patterns_are_matched_against_the_plain_path_of_a_mapped_folder() {
    for mapped in ["src", "./src", "src/", "lib/../src"] {
        let node = format!("name: App\ntype: module\nmapping:\n  paths: ['{mapped}']\n");
        let fixture = example().write(".gitignore", "/src/sub\n").write(".yggdrasil/model/app/yg-node.yaml", node);
        fixture.run(&["drift", "sync", "app"]).code(0);
        let record = record(&fixture, APP);
        let files: Vec<_> =
            record["files"].as_object().unwrap().keys().filter(|file| file.starts_with("src")).collect();
        assert!(
            files.contains(&&"src/b.ts".to_owned()) && !files.iter().any(|file| file.contains("sub")),
            "{mapped}: {files:?}"
        );
    }
}

#[test]
fn the_record_of_a_node_whose_file_is_broken_is_kept() {
    for broken in ["name: [\n", "name: Lib\ntype: module\nmapping: {path: lib}\n"] {
        let fixture = synced().write(".yggdrasil/model/lib/yg-node.yaml", broken);
        let answer = fixture.run(&["drift", "sync", "--all"]).code(0).json();
        assert_eq!(answer["removed"], json!([]), "{broken}");
        assert!(fixture.path(".yggdrasil/.drift-state/lib.json").exists());
    }
}
