//! `impact --simulate`: packages at the last commit and now.

use super::synced;
use crate::support::Fixture;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

fn git(fixture: &Fixture, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(fixture.root()).args(["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]);
    let output = command.args(arguments).env_clear().env("PATH", std::env::var_os("PATH").unwrap()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The binary needs `PATH` to find git.
fn simulation(fixture: &Fixture, id: &str) -> (Value, String) {
    let mut command = crate::support::refscope(fixture.root());
    let output = command.args(["impact", id, "--simulate"]).env("PATH", std::env::var_os("PATH").unwrap()).output();
    let output = output.unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    (answer["simulation"].clone(), String::from_utf8(output.stderr).unwrap())
}

fn tokens(fixture: &Fixture, id: &str) -> Value {
    fixture.run(&["context", id]).json()["tokens"].clone()
}

#[test]
fn packages_are_measured_at_the_last_commit_and_now() {
    let fixture = synced();
    git(&fixture, &["init", "-q"]);
    git(&fixture, &["add", "-A"]);
    git(&fixture, &["commit", "-q", "-m", "one"]);
    let before = ["lib", "app/a"].map(|id| tokens(&fixture, id));
    let fixture =
        fixture.write(".yggdrasil/model/lib/responsibility.md", "A much longer responsibility than before.\n");
    let after = ["lib", "app/a"].map(|id| tokens(&fixture, id));
    assert_ne!(before, after);
    let (found, _) = simulation(&fixture, "lib");
    assert_eq!(found["base"].as_str().map(str::len), Some(40));
    let expected = ["lib", "app/a"].iter().zip(before.iter().zip(&after)).map(|(node, (before, after))| {
        let budget = json!({"warning": 10000, "error": 20000, "before": "ok", "after": "ok"});
        json!({"node": node, "before": before, "after": after, "budget": budget, "drift": "graph-drift"})
    });
    assert_eq!(found["packages"], Value::Array(expected.collect()));
}

#[test]
fn a_node_that_the_commit_does_not_have_had_no_package() {
    let fixture = synced();
    git(&fixture, &["init", "-q"]);
    git(&fixture, &["add", "-A", "--", ".", ":!.yggdrasil/model/app/a"]);
    git(&fixture, &["commit", "-q", "-m", "one"]);
    let (found, _) = simulation(&fixture, "lib");
    assert_eq!(found["packages"][0]["before"], found["packages"][0]["after"]);
    assert_eq!((&found["packages"][1]["node"], &found["packages"][1]["before"]), (&json!("app/a"), &Value::Null));
}

#[test]
fn without_a_commit_there_is_only_now_and_a_hint() {
    let (found, said) = simulation(&synced(), "lib");
    assert_eq!((&found["base"], &found["packages"][0]["before"]), (&Value::Null, &Value::Null));
    assert!(said.contains("hint: cannot compare the packages"), "{said}");
}

#[test]
fn a_repository_that_lacks_objects_starts_no_program_of_its_own() {
    let fixture = synced();
    git(&fixture, &["init", "-q"]);
    git(&fixture, &["add", "-A"]);
    git(&fixture, &["commit", "-q", "-m", "one"]);
    let mark = fixture.path("started");
    let program = format!("touch {}; git-upload-pack", mark.display());
    for (name, value) in [
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", fixture.root().to_str().unwrap()),
        ("remote.origin.uploadpack", &program),
    ] {
        git(&fixture, &["config", name, value]);
    }
    // Every object of the commit but the commit itself and its trees.
    for entry in fs::read_dir(fixture.path(".git/objects")).unwrap().map(|entry| entry.unwrap().path()) {
        for object in fs::read_dir(&entry).unwrap().map(|object| object.unwrap().path()) {
            let name = format!("{}{}", entry.file_name().unwrap().display(), object.file_name().unwrap().display());
            let output =
                Command::new("git").current_dir(fixture.root()).args(["cat-file", "-t", &name]).output().unwrap();
            if output.stdout == b"blob\n" {
                fs::remove_file(object).unwrap();
            }
        }
    }
    let (found, _) = simulation(&fixture, "lib");
    assert!(!mark.exists(), "a program of the repository was started");
    assert_eq!(found["packages"][0]["before"], Value::Null);
}
