//! How the workspace is found.

use crate::support::{Fixture, refscope, run};

#[test]
fn a_workspace_is_found_from_any_folder_below_it() {
    let fixture = Fixture::clean();
    let run = run(&fixture.path("artifacts/tasks"), &["show", "a"]).code(0);
    assert_eq!(run.json()["id"], "a");
}

#[test]
fn the_flag_and_the_variables_select_the_workspace() {
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
fn without_a_workspace_the_error_lists_what_was_searched_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(folder.path(), &["doctor"]).code(2);
    assert_eq!(run.stdout, "");
    for part in ["references.jsonl", "REFSCOPE_WORKSPACE", "LOOPANY_HOME", "no workspace at", "refscope demo"] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
}

#[test]
fn a_folder_that_is_not_a_workspace_is_named() {
    let run = Fixture::clean().run(&["-w", "nowhere", "doctor"]).code(2);
    assert!(run.stderr.contains("nowhere (--workspace) is not a folder"), "{}", run.stderr);
}
