//! What the README shows is what the program prints.

use crate::support::{Fixture, run};
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

/// The examples of a page: each file's path, alone on a line, and the block below it. One list a section.
fn examples(page: &str) -> Vec<Vec<(String, String)>> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
    let file = |part: &str| {
        let (path, rest) = part.split_once('`')?;
        let block = rest.strip_prefix("\n\n```")?.split_once('\n')?.1.split("```").next()?;
        Some((path.to_owned(), block.to_owned()))
    };
    let files = |section: &str| {
        let starts = section.match_indices("\n`").map(|(at, _)| at + 2);
        starts.filter_map(|at| file(&section[at..])).collect::<Vec<_>>()
    };
    text.split("\n## ").map(files).filter(|files| !files.is_empty()).collect()
}

#[test]
fn nothing_is_wrong_with_the_examples_of_the_documentation() {
    let sections = examples("docs/systems.md");
    assert_eq!(sections.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 5, 2]);
    for files in sections {
        let fixture = files.iter().fold(Fixture::bare(), |it, (path, content)| it.write(path, content));
        let fixture = if fixture.path(".yggdrasil").exists() {
            let schemas = ["yg-node.yaml", "yg-aspect.yaml", "yg-flow.yaml"];
            schemas.iter().fold(fixture, |it, name| it.write(&format!(".yggdrasil/schemas/{name}"), "any: thing\n"))
        } else {
            fixture
        };
        assert_eq!(fixture.codes(), [] as [&str; 0], "{files:?}");
        assert!(fixture.ids().len() > 1, "{files:?}");
    }
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
