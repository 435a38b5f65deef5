//! Which workspace is meant.

use crate::support::{Fixture, refscope, run};

#[test]
fn a_workspace_is_found_from_any_folder_below_it() {
    let fixture = Fixture::clean();
    let run = run(&fixture.path("artifacts/tasks"), &["show", "a"]).code(0);
    assert_eq!(run.json()["id"], "a");
}

#[test]
fn the_flag_and_the_variables_name_one() {
    let (here, there) = (Fixture::empty(), Fixture::clean());
    let folder = there.root().to_str().unwrap();
    here.run(&["show", "a"]).code(1);
    here.run(&["-w", folder, "show", "a"]).code(0);
    here.run(&["show", "a", "--workspace", folder]).code(0);
    for variable in ["REFSCOPE_WORKSPACE", "LOOPANY_HOME"] {
        let output = refscope(here.root()).args(["show", "a"]).env(variable, folder).output().unwrap();
        assert!(output.status.success(), "{variable}");
    }
}

#[test]
fn the_home_folder_is_the_last_resort() {
    let home = Fixture::empty().write("loopany/artifacts/notes/x.md", "").remove("references.jsonl");
    let elsewhere = tempfile::tempdir().unwrap();
    let output = refscope(elsewhere.path()).args(["show", "x"]).env("HOME", home.root()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn without_one_it_says_what_was_looked_for_and_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(folder.path(), &["doctor"]).code(2);
    assert_eq!(run.stdout, "");
    for part in ["references.jsonl", "REFSCOPE_WORKSPACE", "LOOPANY_HOME", "loopany is none", "refscope demo"] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
}

#[test]
fn a_folder_that_is_none_is_named() {
    let run = Fixture::clean().run(&["-w", "nowhere", "doctor"]).code(2);
    assert!(run.stderr.contains("nowhere (--workspace) is not a folder"), "{}", run.stderr);
}
