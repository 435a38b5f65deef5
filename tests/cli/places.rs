//! Which files are discovered, configured or ignored.

use crate::support::{CLAIM, Fixture, row, run, unit};
use rstest::rstest;
use std::fs;

const MAP: &str = r#"{"nodes": [{"id": "app", "layer": "code"}], "edges": []}"#;

#[test]
fn hidden_folders_of_the_systems_are_found() {
    let fixture = Fixture::bare()
        .write(".causalist/graph.json", MAP)
        .write(".yggdrasil/model/orders/yg-node.yaml", "name: Orders\ntype: module\n");
    assert_eq!(fixture.ids(), ["app", "orders"]);
}

#[rstest]
#[case::anywhere("docs/maps/x.causal.json", &["app"])]
#[case::hidden(".cache/x.causal.json", &[])]
#[case::ignored("build/x.causal.json", &[])]
#[case::ignored_below("docs/build/x.causal.json", &[])]
#[case::other_extension("docs/x.json", &[])]
fn code_maps_are_found_except_in_hidden_and_ignored_folders(#[case] path: &str, #[case] ids: &[&str]) {
    let fixture = Fixture::empty().write(".gitignore", "build/\n").write(path, MAP);
    assert_eq!(fixture.ids(), ids);
}

#[test]
fn ignored_files_are_skipped_but_an_ignored_folder_of_a_system_is_read() {
    let fixture = Fixture::bare()
        .write(".gitignore", "units/drafts/\n.causalist/\n")
        .write("units/drafts/a.json", unit(CLAIM, "assertion", ""))
        .write(".causalist/graph.json", MAP);
    assert_eq!(fixture.ids(), ["app"]);
}

#[test]
fn ignore_files_above_the_workspace_have_no_effect() {
    let fixture = Fixture::bare()
        .write(".gitignore", "*\n")
        .write("ws/units/a.json", unit(CLAIM, "assertion", ""))
        .write("ws/x.causal.json", MAP);
    let listed = fixture.run(&["-w", "ws", "list"]).code(0).json();
    assert_eq!(listed.as_array().unwrap().len(), 2);
}

#[test]
fn symbolic_links_cause_neither_cycles_nor_duplicate_reads() {
    let fixture = Fixture::bare()
        .write("units/a.json", unit(CLAIM, "assertion", ""))
        .link("units/again.json", "a.json")
        .link("units/round", ".")
        .link("more", "units")
        .write("maps/a.causal.json", MAP)
        .link("maps/b.causal.json", "a.causal.json")
        .link("linked-maps", "maps")
        .write(".yggdrasil/model/orders/yg-node.yaml", "name: Orders\ntype: module\n")
        .link(".yggdrasil/model/orders/up", "..")
        .write(".refscope.yaml", "sources: [{system: unit, path: more}, {system: causal, path: linked-maps}]\n");
    let mut ids = fixture.ids();
    ids.sort();
    assert_eq!(ids, [CLAIM, "app", "orders"]);
    assert!(!fixture.codes().iter().any(|code| code.contains("duplicate")), "{:?}", fixture.codes());
}

#[test]
fn the_configuration_adds_sources_of_every_system() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("x.json"), MAP.replace("app", "outside")).unwrap();
    let settings = format!(
        "sources:\n  - {{system: reference, path: notes}}\n  - {{system: unit, path: claims}}\n  \
        - {{system: causal, path: {}}}\n  - {{system: yggdrasil, path: services/billing}}\n  \
        - {{system: sidecar, path: canon/ev.b.meta.json}}\n",
        outside.path().display()
    );
    let fixture = Fixture::bare()
        .write(".refscope.yaml", settings)
        .write("notes/artifacts/tasks/there.md", "---\ntitle: There\n---\n")
        .write("notes/references.jsonl", row("there", "outside", "cites"))
        .write("claims/a.jsonl", unit(CLAIM, "assertion", ""))
        .write(
            "services/billing/.yggdrasil/model/bills/yg-node.yaml",
            "name: B\ntype: module\nmapping: {paths: [src]}\n",
        )
        .write("services/billing/src/a.rs", "")
        .write("canon/ev.b.meta.json", "{}");
    assert_eq!(fixture.ids(), [CLAIM, "bills", "ev.b", "file:services/billing/src", "there"]);
    let listed = fixture.run(&["--allow-outside", "list"]).json();
    let ids = listed.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap());
    assert!(ids.into_iter().any(|id| id == "outside"), "{listed}");
    assert_eq!(fixture.run(&["refs", "there"]).json()[0]["file"], "notes/references.jsonl");
    assert_eq!(fixture.run(&["show", "bills"]).json()["path"], "services/billing/.yggdrasil/model/bills/yg-node.yaml");
    assert_eq!(fixture.run(&["owner", "services/billing/src/a.rs"]).code(0).json()["owner"]["id"], "bills");
}

#[test]
fn a_missing_configured_source_is_a_finding_and_the_rest_is_read() {
    let named = ["reference", "unit", "causal", "yggdrasil", "sidecar"]
        .map(|system| format!("{{system: {system}, path: gone}}"));
    let fixture = Fixture::clean().write(".refscope.yaml", format!("sources: [{}]\n", named.join(", ")));
    assert_eq!(fixture.codes(), ["source-missing"; 5]);
    assert!(fixture.ids().contains(&"a".to_owned()));
}

#[test]
fn the_log_can_be_configured_and_is_written_there() {
    let fixture = Fixture::clean().remove("references.jsonl");
    let fixture = fixture
        .write(".refscope.yaml", "log: edges/all.jsonl\n")
        .write("edges/all.jsonl", row("a", "b", "cites") + "\n");
    assert_eq!(fixture.run(&["refs", "a", "--relation", "cites"]).json()[0]["file"], "edges/all.jsonl");
    fixture.run(&["refs", "add", "--from", "b", "--to", "s", "--relation", "addresses"]).code(0);
    fixture.run(&["status", "s", "addressed", "--addressed-by", "a"]).code(0);
    assert_eq!(fixture.read("edges/all.jsonl").lines().count(), 3);
    assert!(!fixture.path("references.jsonl").exists());
}

#[rstest]
#[case(
    "sorces: []\n",
    ":1: Unknown key \"sorces\"; did you mean \"sources\"? Valid: sources, log, half_life_days, thresholds"
)]
#[case(
    "log: x\nsources:\n  - {system: nobody, path: y}\n",
    ":3: sources[0].system: Unknown value \"nobody\". Valid: reference, unit, causal, yggdrasil, sidecar"
)]
#[case("log: x\nhalf_life_days: soon\n", ":2: half_life_days: must be a number, not \"soon\"")]
#[case("a: [\n", ":2: did not find")]
fn a_configuration_error_names_file_line_key_and_what_is_allowed(#[case] text: &str, #[case] message: &str) {
    let fixture = Fixture::clean().write(".refscope.yaml", text);
    for command in [&["doctor"][..], &["list"], &["refs", "add", "--from", "a", "--to", "b", "--relation", "cites"]] {
        let run = fixture.run(command).code(2);
        assert!(run.stderr.contains(&format!(".refscope.yaml{message}")), "{}", run.stderr);
    }
}

#[rstest]
#[case::units("units/a.json")]
#[case::causal(".causalist/a.json")]
#[case::map("a.causal.json")]
#[case::model(".yggdrasil/yg-config.yaml")]
#[case::records("records/skills/sn.a/meta.json")]
#[case::settings(".refscope.yaml")]
fn a_workspace_of_any_system_is_found_from_a_sub_folder(#[case] marker: &str) {
    let fixture = Fixture::bare().write(marker, "{}").write("deep/below/x", "");
    run(&fixture.path("deep/below"), &["list"]).code(0);
}

#[test]
fn a_folder_without_files_of_any_system_is_not_a_workspace() {
    let fixture = Fixture::bare().write("units/readme.txt", "").write("records/2026.csv", "").write("x.json", "{}");
    let run = fixture.run(&["list"]).code(2);
    for part in ["references.jsonl", "units/", ".causalist/", ".yggdrasil/", "records/", ".refscope.yaml"] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
}
