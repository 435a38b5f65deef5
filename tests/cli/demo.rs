//! `demo`, and the workspace generator that the benchmarks use.

use crate::support::{Fixture, run, run_on_terminal};
use serde_json::Value;

#[test]
fn the_demo_prints_its_story_without_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(folder.path(), &["demo", "--format", "human", "--color", "never"]).code(0);
    insta::assert_snapshot!(run.stdout);
}

#[test]
fn the_demo_can_be_kept_and_has_only_its_deliberate_findings() {
    let folder = tempfile::tempdir().unwrap();
    let kept = run(folder.path(), &["demo", "--into", "kept"]).code(0).json();
    assert_eq!(kept["workspace"], "kept");
    let report = run(&folder.path().join("kept"), &["doctor"]).code(1).json();
    let codes: Vec<_> = report["findings"].as_array().unwrap().iter().map(|finding| finding["code"].clone()).collect();
    assert_eq!(
        codes,
        [
            "dangling-target",
            "causal-contradiction",
            "W014",
            "domain-not-enabled",
            "task-without-mission",
            "sidecar-target-missing",
            "relation-synonym",
            "relation-cycle",
            "unit-contradiction",
            "edges-retracted"
        ]
        .map(Value::from)
    );
    assert_eq!(report["findings"][0]["suggestion"], "did you mean \"hit-rate-dashboard\"?");
}

#[test]
fn every_command_the_demo_names_works() {
    let folder = tempfile::tempdir().unwrap();
    let (seen, _) = run_on_terminal(folder.path(), &["demo", "--color", "never", "--into", "refscope-demo"], &[]);
    let commands: Vec<_> = seen.lines().filter_map(|line| line.trim().strip_prefix("refscope ")).collect();
    assert_eq!(commands.len(), 10);
    for command in commands {
        let arguments: Vec<_> = command.split(' ').collect();
        let expected = i32::from(arguments.contains(&"doctor"));
        run(&folder.path().join("refscope-demo"), &arguments).code(expected);
    }
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let fixture = Fixture::empty();
    let run = fixture.run(&["demo", "--into", "."]).code(2);
    assert!(run.stderr.contains("the folder is not empty"), "{}", run.stderr);
}

#[test]
fn the_generator_writes_a_workspace_of_the_size_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["generate", "made", "--artifacts", "50", "--rows", "300", "--seed", "3"]).code(0);
    let run = run(&folder.path().join("made"), &["doctor"]);
    assert_eq!(run.detail("artifacts"), "52 artifacts: all valid");
    assert_eq!(run.detail("log"), "300 rows: all readable");
}
