//! What the README shows is what the program prints.

use crate::support::run;
use std::fs;
use std::path::Path;

/// The blocks of the README that show a command and its answer: the command without its prompt, and the answer.
fn transcripts() -> Vec<(String, String)> {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let blocks = readme.split("```console\n").skip(1).map(|block| block.split("\n```").next().unwrap());
    blocks
        .map(|block| {
            let (command, answer) = block.strip_prefix("$ refscope ").unwrap().split_once('\n').unwrap();
            (command.to_owned(), format!("{answer}\n"))
        })
        .collect()
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["demo", "--into", "refscope-demo"]).code(0);
    let (command, answer) = &transcripts()[0];
    let arguments: Vec<_> = command.split(' ').chain(["--format", "human"]).collect();
    let run = run(folder.path(), &arguments).code(0);
    assert_eq!(format!("{}{}", run.stdout, run.stderr), *answer);
}

#[test]
fn the_readme_shows_the_advice_that_is_given() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["demo", "--into", "demo"]).code(0);
    let (command, answer) = &transcripts()[1];
    let run = run(&folder.path().join("demo"), &command.split(' ').collect::<Vec<_>>()).code(0);
    let (advice, row) = answer.split_once("{\"ts\"").unwrap();
    assert_eq!(run.stderr, advice);
    let behind_ts = |row: &str| row.split_once(",\"from\"").unwrap().1.to_owned();
    assert_eq!(behind_ts(&run.stdout), behind_ts(row));
}
