//! Hostile files: each gives a finding or a clear error, and the rest is loaded.
//!
//! The bounds of 5 seconds and 512 MB are measured by the commands in CONTRIBUTING; here a process that never ends or
//! needs too much memory is stopped by limits of the system.

mod nesting;
mod outside;

use crate::support::{CLAIM, Fixture, Run, refscope, unit};
use rstest::rstest;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

/// Runs `doctor` with limits on memory and CPU time; the system kills a process that exceeds them.
fn doctor_within_limits(fixture: &Fixture) -> Run {
    run_within_limits(fixture, "doctor")
}

/// Like [`doctor_within_limits`], for any command.
fn run_within_limits(fixture: &Fixture, command: &str) -> Run {
    let binary = env!("CARGO_BIN_EXE_refscope");
    let script = format!("ulimit -v 2097152; ulimit -t 60; exec \"$0\" {command} --format json");
    let plain = refscope(fixture.root());
    let mut command = Command::new("sh");
    command.args(["-c", &script, binary]).current_dir(fixture.root()).env_clear();
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("PATH", "/usr/bin:/bin");
    command.output().unwrap().into()
}

/// The codes of all findings, without duplicates.
fn codes(run: &Run) -> Vec<String> {
    let report = run.json();
    let mut codes: Vec<_> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["code"].as_str().unwrap().to_owned())
        .collect();
    codes.sort();
    codes.dedup();
    codes
}

fn deep(times: usize) -> String {
    "[".repeat(times) + &"]".repeat(times)
}

fn alias_bomb() -> String {
    let level = |(from, to): (char, char)| format!("{to}: &{to} [{}]\n", vec![format!("*{from}"); 9].join(", "));
    let levels: String = ('a'..'k').zip('b'..='k').map(level).collect();
    format!("a: &a [x, x, x, x, x, x, x, x, x]\n{levels}")
}

fn deep_blocks(times: usize) -> String {
    (0..times).map(|depth| " ".repeat(depth) + "a:\n").collect()
}

const NODE: &str = ".yggdrasil/model/bad/yg-node.yaml";

/// A clean workspace of several systems with one hostile file in it.
fn beside(file: &str, content: impl AsRef<[u8]>) -> Fixture {
    let schemas = ["yg-node.yaml", "yg-aspect.yaml", "yg-flow.yaml"];
    let fixture = Fixture::clean().units().records().causal("");
    let fixture = fixture.write(".yggdrasil/yg-config.yaml", "name: Bad\nartifacts: {notes.md: {required: never}}\n");
    let fixture = fixture.write(".yggdrasil/model/.gitkeep", "");
    let fixture = schemas.iter().fold(fixture, |it, name| it.write(&format!(".yggdrasil/schemas/{name}"), ""));
    fixture.write(file, content)
}

#[rstest]
#[case::unit_syntax("units/bad.json", "{\"id\": ", "json-invalid")]
#[case::unit_types("units/bad.json", "[1, null, []]", "unit-invalid")]
#[case::unit_depth("units/bad.json", deep(10_000), "unit-invalid")]
#[case::unit_bytes("units/bad.jsonl", b"\xff\xfe\n", "file-not-utf8 json-invalid")]
#[case::map_syntax("bad.causal.json", "{", "json-invalid")]
#[case::map_types("bad.causal.json", r#"{"nodes": 5}"#, "causal-invalid")]
#[case::map_depth("bad.causal.json", deep(10_000), "causal-invalid")]
#[case::record_syntax("records/bad.meta.json", "}", "json-invalid")]
#[case::record_types("records/sn.bad.meta.json", r#"{"links": 5}"#, "sidecar-invalid")]
#[case::record_depth("records/sn.bad.meta.json", format!(r#"{{"links": {}}}"#, deep(10_000)), "sidecar-invalid")]
#[case::model_syntax(NODE, "a: [", "E001")]
#[case::model_types(NODE, "- 1", "E001")]
#[case::model_depth(NODE, deep(10_000), "E001")]
#[case::model_blocks(NODE, deep_blocks(250), "E001")]
#[case::model_aliases(NODE, alias_bomb(), "E001")]
#[case::model_bytes(NODE, b"name: \xff\ntype: module\n", "E001")]
#[case::artifact_depth("artifacts/tasks/bad.md", format!("---\n{}\n---\n", deep(10_000)), "frontmatter-invalid task-without-mission")]
#[case::artifact_aliases("artifacts/tasks/bad.md", format!("---\n{}---\n", alias_bomb()), "frontmatter-invalid task-without-mission")]
#[case::log_depth("references.jsonl", deep(10_000), "row-incomplete")]
fn a_hostile_file_is_a_finding_and_the_rest_is_loaded(
    #[case] file: &str,
    #[case] content: impl AsRef<[u8]>,
    #[case] expected: &str,
) {
    let fixture = beside(file, content);
    let run = doctor_within_limits(&fixture);
    assert_eq!(codes(&run).join(" "), expected);
    assert!(["a", CLAIM, "app", "sn.a.rank1"].iter().all(|id| fixture.ids().contains(&(*id).to_owned())));
}

/// 100 MB without a line end, in every place where text can occur.
#[rstest]
#[case::unit("units/bad.json", r#"{"id": ""#, r#""}"#, "unit-field")]
#[case::line("units/bad.jsonl", "", "", "json-invalid")]
#[case::map("bad.causal.json", r#"{"nodes": ["#, "", "json-invalid")]
#[case::record(
    "records/sn.bad.meta.json",
    r#"{"links": [{"type": "related_to", "target": ""#,
    r#""}]}"#,
    "sidecar-invalid"
)]
#[case::model(NODE, "name: ", "", "E001")]
#[case::artifact("artifacts/signals/bad.md", "---\ntitle: ", "\n---\n", "frontmatter-invalid")]
#[case::log(
    "references.jsonl",
    r#"{"ts": "2026-01-01", "relation": "cites", "from": "a", "to": ""#,
    "\"}\n",
    "row-incomplete"
)]
fn a_line_of_a_hundred_megabytes_is_a_finding(
    #[case] file: &str,
    #[case] before: &str,
    #[case] behind: &str,
    #[case] expected: &str,
) {
    let fixture = beside(file, format!("{before}{}{behind}", "x".repeat(100_000_000)));
    let codes = codes(&doctor_within_limits(&fixture));
    // A file of this size also exceeds the budget of a context package.
    let codes: Vec<_> = codes.into_iter().filter(|code| code != "W006").collect();
    assert_eq!(codes, [expected]);
}

#[rstest]
#[case("units/bad.json", "file-unreadable")]
#[case("bad.causal.json", "file-unreadable")]
#[case("records/bad.meta.json", "file-unreadable")]
#[case(NODE, "E001")]
fn pipes_and_devices_are_not_opened(#[case] file: &str, #[case] expected: &str) {
    let fixture = beside("x", "");
    let path = fixture.path(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert_eq!(codes(&doctor_within_limits(&fixture)), [expected]);
    fs::remove_file(&path).unwrap();
    let fixture = fixture.link(file, "/dev/zero");
    assert!(codes(&doctor_within_limits(&fixture)).contains(&"outside-workspace".to_owned()));
    assert_eq!(codes(&run_within_limits(&fixture, "--allow-outside doctor")), [expected]);
}

#[rstest]
#[case("units/bad.json", "file-unreadable")]
#[case("bad.causal.json", "file-unreadable")]
#[case("records/bad.meta.json", "file-unreadable")]
#[case(NODE, "E001")]
#[case("units/folder/x.json", "file-unreadable")]
#[case(".yggdrasil/model/folder/yg-node.yaml", "file-unreadable")]
fn a_file_without_read_permission_is_a_finding(#[case] file: &str, #[case] expected: &str) {
    let fixture = beside(file, unit(CLAIM, "assertion", ""));
    let locked =
        if file.contains("folder") { fixture.path(file).parent().unwrap().to_owned() } else { fixture.path(file) };
    let run = fixture.run_locked(&locked, &["doctor"]);
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(codes(&run), [expected]);
}

#[test]
fn a_dangling_symbolic_link_is_a_finding() {
    let fixture = beside("x", "").link("units/bad.json", "gone.json").link("bad.causal.json", "gone.json");
    assert_eq!(codes(&doctor_within_limits(&fixture)), ["file-unreadable"]);
}

#[test]
fn findings_of_a_file_beyond_the_limit_are_only_counted() {
    let fixture = beside("units/bad.json", format!("[{}1]", "1,".repeat(5_000)));
    let report = doctor_within_limits(&fixture).json();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1_001);
    assert!(findings.iter().any(|finding| finding["message"].as_str().unwrap().contains("4,001 more findings")));
}
