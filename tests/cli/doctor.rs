//! `doctor`: a clean workspace has no findings, and each broken rule gives only its own finding.

use crate::support::{Fixture, row};
use rstest::rstest;

#[test]
fn a_clean_workspace_has_no_finding() {
    let run = Fixture::clean().run(&["doctor"]).code(0);
    let mut report = run.json();
    report["workspace"] = "WORKSPACE".into();
    insta::assert_snapshot!(serde_json::to_string_pretty(&report).unwrap());
}

#[test]
fn a_finding_has_its_documented_shape() {
    let fixture = Fixture::clean().rows(&[row("a", "selv", "cites")]);
    let report = fixture.run(&["doctor"]).code(1).json();
    insta::assert_snapshot!(serde_json::to_string_pretty(&report["findings"]).unwrap());
    assert_eq!(report["ok"], false);
    let references = report["checks"].as_array().unwrap().iter().find(|check| check["name"] == "references").unwrap();
    assert_eq!(references["status"], "fail");
    assert_eq!(references["findings"].as_array().unwrap().len(), 1);
}

const TASK: &str = "artifacts/tasks/a.md";

/// Each case breaks exactly one rule of a clean workspace.
#[rstest]
#[case::target("dangling-target", |f: Fixture| f.rows(&[row("a", "gone", "cites")]))]
#[case::source("dangling-source", |f: Fixture| f.rows(&[row("gone", "a", "cites")]))]
#[case::link("dangling-target", |f: Fixture| f.write(TASK, "---\ntitle: A\nmentions: [m]\n---\n[[typo]]\n"))]
#[case::row("row-malformed", |f: Fixture| f.rows(&["{\"from\":".to_owned()]))]
#[case::field("row-incomplete", |f: Fixture| f.rows(&[r#"{"ts":"2026-01-01","from":"a","to":"b"}"#.to_owned()]))]
#[case::two_rows_on_one_line("row-glued", |f: Fixture| f.rows(&[row("a", "b", "cites") + &row("b", "a", "cites")]))]
#[case::undated("row-undated", |f: Fixture| f.rows(&[r#"{"from":"a","to":"b","relation":"cites"}"#.to_owned()]))]
#[case::kind("kind-invalid", |f: Fixture| f.write("kinds/x.md", "---\nkind: {\n---\n"))]
#[case::nameless_kind("kind-invalid", |f: Fixture| f.write("kinds/x.md", "# no frontmatter\n"))]
#[case::kind_twice("kind-duplicate", |f: Fixture| f.write("kinds/x.md", "---\nkind: task\ndirName: other\n---\n"))]
#[case::folder_twice("kind-duplicate", |f: Fixture| f.write("kinds/x.md", "---\nkind: x\ndirName: tasks\n---\n"))]
#[case::required("frontmatter-field", |f: Fixture| f.write(TASK, "---\nmentions: [m]\n---\n"))]
#[case::enumerated("frontmatter-field", |f: Fixture| f.write(TASK, "---\ntitle: A\nstatus: odd\nmentions: [m]\n---\n"))]
#[case::yaml("frontmatter-invalid", |f: Fixture| f.write("artifacts/signals/s.md", "---\na: [\n---\n"))]
#[case::not_a_map("frontmatter-invalid", |f: Fixture| f.write("artifacts/signals/s.md", "---\n- a\n---\n"))]
#[case::unclosed("frontmatter-unclosed", |f: Fixture| f.write("artifacts/signals/s.md", "---\na: 1\n"))]
#[case::mentions("frontmatter-field", |f: Fixture| f.write("artifacts/signals/s.md", "---\nmentions: a\n---\n"))]
#[case::unknown_kind("kind-unknown", |f: Fixture| f.write("artifacts/things/x.md", "---\ntitle: X\n---\n"))]
#[case::twice("id-duplicate", |f: Fixture| f.write("artifacts/signals/a.md", ""))]
#[case::not_utf8("file-not-utf8", |f: Fixture| f.write("artifacts/signals/s.md", b"\xff\n"))]
#[case::no_self("self-missing", |f: Fixture| f.remove("artifacts/people/self.md"))]
#[case::mission("no-active-mission", |f: Fixture| f.write("artifacts/missions/m.md", "---\nstatus: paused\n---\n"))]
#[case::task_without_mission("task-without-mission", |f: Fixture| f.write(TASK, "---\ntitle: A\n---\n[[m]]\n"))]
#[case::domain("domain-not-enabled", |f: Fixture| f.write("artifacts/signals/s.md", "---\ndomain: ads\n---\n"))]
#[case::config("config-invalid", |f: Fixture| f.write("config.yaml", "enabled_domains: [infra, 1]\n"))]
#[case::synonym("relation-synonym", |f: Fixture| f.rows(&[row("s", "a", "triggered")]))]
#[case::cycle_of_synonyms("relation-cycle", |f: Fixture| f.rows(&[row("a", "b", "triggered"), row("a", "b", "led-to"), row("b", "a", "led-to")]))]
#[case::cycle("relation-cycle", |f: Fixture| f.rows(&[row("a", "b", "led-to"), row("b", "a", "led-to")]))]
#[case::itself("relation-cycle", |f: Fixture| f.rows(&[row("a", "a", "supersedes")]))]
fn each_broken_rule_gives_only_its_own_finding(#[case] code: &str, #[case] broken: fn(Fixture) -> Fixture) {
    assert_eq!(broken(Fixture::clean()).codes(), [code]);
}

#[test]
fn one_fact_stored_in_both_directions_is_a_finding_besides_the_synonym() {
    let fixture = Fixture::clean().rows(&[row("a", "b", "led-to"), row("b", "a", "caused-by")]);
    assert_eq!(fixture.codes(), ["stored-both-ways", "relation-synonym"]);
}

#[test]
fn adding_the_canonical_edge_resolves_a_synonym_finding() {
    let fixture = Fixture::clean().rows(&[row("s", "a", "triggered")]);
    fixture.run(&["refs", "add", "--from", "s", "--to", "a", "--relation", "led-to", "--strict"]).code(0);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
}

#[test]
fn without_kind_files_a_kind_is_named_after_its_folder() {
    let fixture = Fixture::empty()
        .write("artifacts/people/self.md", "")
        .write("artifacts/missions/m.md", "---\nstatus: active\n---\n")
        .write("artifacts/tasks/t.md", "---\nmentions: [m]\n---\n");
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    assert_eq!(fixture.write("artifacts/tasks/t.md", "").codes(), ["task-without-mission"]);
}

#[test]
fn symbolic_links_to_folders_are_followed_once_and_never_in_a_cycle() {
    let fixture = Fixture::clean().rows(&[]).remove("artifacts/signals/s.md").write("elsewhere/x.md", "");
    std::fs::remove_dir(fixture.path("artifacts/signals")).unwrap();
    let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, fixture.path(from)).unwrap();
    link("../elsewhere", "artifacts/signals");
    link("..", "artifacts/up");
    link("tasks", "artifacts/earlier-in-the-alphabet");
    link("../elsewhere", "artifacts/people/again");
    link("..", "artifacts/people/round");
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    assert_eq!(fixture.run(&["list", "--kind", "signal"]).json()[0]["path"], "artifacts/signals/x.md");
}

#[test]
fn using_led_to_for_everything_is_a_note() {
    let many = |relation: &str, number: usize| -> Vec<String> {
        (0..number)
            .map(|n| {
                row(if n % 2 == 0 { "a" } else { "s" }, "b", relation).replace("10:00", &format!("{:02}:00", n % 24))
            })
            .collect()
    };
    assert_eq!(Fixture::clean().rows(&many("led-to", 20)).codes(), ["relation-monotone"]);
    assert_eq!(Fixture::clean().rows(&many("led-to", 19)).codes(), [] as [&str; 0]);
    let mixed = [many("led-to", 18), many("cites", 2)].concat();
    assert_eq!(Fixture::clean().rows(&mixed).codes(), [] as [&str; 0]);
}

#[test]
fn severity_decides_the_exit_code() {
    Fixture::clean().rows(&[row("s", "a", "triggered")]).run(&["doctor"]).code(0);
    Fixture::clean().rows(&[row("s", "gone", "cites")]).run(&["doctor"]).code(1);
}

#[test]
fn findings_name_file_and_line() {
    let text = "---\r\ntitle: A\r\nstatus: odd\r\nmentions:\r\n  - m\r\n---\r\n\r\n[[typo]]\r\n";
    let fixture = Fixture::clean().write(TASK, text).rows(&[row("s", "a", "led-to"), "?".to_owned()]);
    let report = fixture.run(&["doctor"]).json();
    let place = |code: &str| {
        let finding = report["findings"].as_array().unwrap().iter().find(|finding| finding["code"] == code).unwrap();
        format!("{}:{}", finding["file"].as_str().unwrap(), finding["line"])
    };
    assert_eq!(place("frontmatter-field"), "artifacts/tasks/a.md:3");
    assert_eq!(place("dangling-target"), "artifacts/tasks/a.md:8");
    assert_eq!(place("row-malformed"), "references.jsonl:2");
}

#[test]
fn an_unreadable_file_is_a_finding_and_the_rest_still_loads() {
    let fixture = Fixture::clean();
    std::fs::create_dir(fixture.path("artifacts/tasks/folder.md")).unwrap();
    std::os::unix::fs::symlink("nowhere", fixture.path("artifacts/signals/broken.md")).unwrap();
    let pipe = fixture.path("artifacts/signals/pipe.md");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(fixture.codes(), ["file-unreadable", "file-unreadable"]);
    assert_eq!(fixture.run(&["refs", "a"]).code(0).json().as_array().unwrap().len(), 3);
}

#[test]
fn a_log_that_is_not_a_file_is_a_finding() {
    let fixture = Fixture::clean().remove("references.jsonl");
    std::fs::create_dir(fixture.path("references.jsonl")).unwrap();
    assert_eq!(fixture.codes(), ["log-unreadable"]);
}
