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

#[test]
fn a_folder_of_tables_is_described_with_a_remedy() {
    let fixture = Fixture::bare()
        .write("tables/deps.csv", "id,depends_on\na,b\n")
        .write("code/package.json", r#"{"name": "x", "dependencies": {}}"#)
        .write("code/numbers.csv", "x,y\n1,2\n");
    for (folder, part) in [
        (
            "tables",
            "hint: found references in 1 CSV file (deps.csv): declare them in .refscope.yaml, see docs/settings.md",
        ),
        ("code", "code (--workspace) is not a refscope workspace: found none of references.jsonl, artifacts/"),
    ] {
        let named = fixture.run(&["-w", folder, "stats"]).code(2);
        assert!(named.stdout.is_empty() && named.stderr.contains(part), "{}", named.stderr);
        assert_eq!(named.stderr.contains("found references"), folder != "code");
        let here = run(&fixture.path(folder), &["stats"]).code(2);
        assert!(here.stderr.contains("no workspace found: looked for references.jsonl"), "{}", here.stderr);
        assert!(folder == "code" || here.stderr.contains(part), "{}", here.stderr);
    }
}

#[test]
fn escape_sequences_in_file_names_are_not_printed_in_hints() {
    let fixture = Fixture::bare().write("a\u{1b}[2J.csv", "from,to\na,b\n");
    let run = fixture.run(&["-w", ".", "stats"]).code(2);
    assert!(run.stderr.contains("a\\u{1b}[2J.csv") && !run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
}
