//! The transcripts of the README and the tutorial: every command is run, and its output must be the one on the page.
//!
//! When the output of a command changes, `REFSCOPE_TRANSCRIPTS=write cargo test --test integration transcripts` writes it to the
//! pages; read the diff before you commit it.

use crate::support::refscope;
use rstest::rstest;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Path of the folder in which the pages start, in place of a temporary one.
const FOLDER: &str = "/home/you";

/// The start of a printed row, and the time that the pages show for it.
const ROW: &str = r#"{"ts":""#;
const TIME: &str = "2026-05-16T08:00:00.000Z";

/// Runs one command and returns its standard output and standard error, in the order in which a terminal shows them.
fn output_of(arguments: &[&str], folder: &Path, root: &Path) -> String {
    let (mut reader, writer) = io::pipe().unwrap();
    let mut command = refscope(folder);
    command.args(arguments).env("HOME", root.join("no-home"));
    // On a terminal this is the default.
    if !arguments.contains(&"--format") {
        command.args(["--format", "human"]);
    }
    command.stdin(Stdio::null()).stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().unwrap();
    // The command holds the writing ends of the pipe: without this, reading would never end.
    drop(command);
    let mut output = String::new();
    reader.read_to_string(&mut output).unwrap();
    let code = child.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 1)), "{arguments:?} ended with {code:?}: {output}");
    let output = output.replace(root.to_str().unwrap(), FOLDER);
    output.lines().map(|line| format!("{}\n", with_fixed_times(line))).collect()
}

/// Replaces every `ts` of a printed row, because rows have the time at which they are written.
fn with_fixed_times(line: &str) -> String {
    if !line.starts_with(ROW) {
        return line.to_owned();
    }
    let mut pieces = line.split(r#""ts":""#);
    let mut fixed = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (_, rest) = piece.split_once('"').unwrap();
        for part in [r#""ts":""#, TIME, "\"", rest] {
            fixed.push_str(part);
        }
    }
    fixed
}

/// The page with the output of every command replaced by what the command prints.
fn replayed(page: &str, root: &Path) -> String {
    let mut folder = PathBuf::from(root);
    let mut replayed = String::new();
    let mut in_transcript = false;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        replayed += line;
        replayed.push('\n');
        match line {
            "```console" => in_transcript = true,
            "```" => in_transcript = false,
            _ => {}
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| in_transcript) else { continue };
        while lines.next_if(|line| !line.starts_with("$ ") && *line != "```").is_some() {}
        let words: Vec<_> = command.split(' ').collect();
        match words.as_slice() {
            ["cd", name] => folder.push(name),
            ["refscope", arguments @ ..] => replayed += &output_of(arguments, &folder, root),
            _ => panic!("cannot replay {command:?}"),
        }
    }
    replayed
}

#[rstest]
#[case("README.md", 3)]
#[case("docs/tutorial.md", 18)]
fn transcripts_show_what_the_program_prints(#[case] name: &str, #[case] commands: usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let page = fs::read_to_string(&file).unwrap();
    assert_eq!(page.lines().filter(|line| line.starts_with("$ refscope ")).count(), commands);
    let printed = replayed(&page, &root);
    if std::env::var_os("REFSCOPE_TRANSCRIPTS").is_some_and(|what| what == "write") {
        fs::write(&file, &printed).unwrap();
        return;
    }
    let difference = page.lines().zip(printed.lines()).find(|(shown, printed)| shown != printed);
    assert!(
        page == printed,
        "{name} is stale: see the head of tests/cli/tutorial.rs; first difference: {difference:#?}"
    );
}

#[test]
fn only_the_times_of_rows_are_replaced() {
    let row = r#"{"ts":"2026-01-01T00:00:00.000Z","retracts":{"from":"a","ts":"2025-01-01T00:00:00.000Z"}}"#;
    let fixed = format!(r#"{{"ts":"{TIME}","retracts":{{"from":"a","ts":"{TIME}"}}}}"#);
    assert_eq!(with_fixed_times(row), fixed);
    assert_eq!(with_fixed_times("2026-01-01 00:00"), "2026-01-01 00:00");
}
