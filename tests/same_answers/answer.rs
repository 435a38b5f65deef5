//! Asking the real binary, and removing from its answer everything that differs between two runs.

use super::questions::Question;
use crate::support::{Fixture, Run, refscope};
use std::env;
use std::path::Path;
use tempfile::TempDir;

/// The current time of every question.
const NOW: &str = "2026-06-01T00:00:00Z";

/// How the binary reads the workspace.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reading<'a> {
    Files,
    /// From the snapshot in this cache folder, in another time zone and locale: neither may change an answer.
    Snapshot(&'a Path),
}

/// An answer without the path of the workspace and the current time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) code: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Answer {
    pub(super) fn of(question: &Question, fixture: &Fixture, reading: Reading<'_>) -> Self {
        let run = run(question, fixture, reading);
        let [stdout, stderr] = [run.stdout, run.stderr].map(|text| without_root(text, fixture));
        let stdout = if question.writes() { without_time(&stdout) } else { stdout };
        Self { code: run.code, stdout, stderr }
    }
}

fn run(question: &Question, fixture: &Fixture, reading: Reading<'_>) -> Run {
    let mut command = refscope(fixture.root());
    command.args(&question.arguments).args(["--format", "json"]);
    if !question.writes() {
        command.args(["--now", NOW]);
    }
    match reading {
        Reading::Files => command.arg("--no-cache"),
        Reading::Snapshot(cache) => {
            command.env("XDG_CACHE_HOME", cache).env("TZ", "Asia/Tokyo").env("LC_ALL", "tr_TR.UTF-8")
        }
    };
    // Only this option starts another program, git.
    if question.arguments.iter().any(|argument| argument == "--simulate") {
        command.env("PATH", env::var_os("PATH").unwrap());
    }
    command.output().unwrap().into()
}

/// Makes the binary write a snapshot of the workspace. Returns the cache folder.
pub(super) fn snapshot(fixture: &Fixture) -> TempDir {
    let cache = tempfile::tempdir().unwrap();
    let run =
        |command: &str| refscope(fixture.root()).arg(command).env("XDG_CACHE_HOME", cache.path()).output().unwrap();
    run("list");
    let listed = Run::from(run("cache")).code(0).json();
    assert_eq!(listed["snapshots"].as_array().unwrap().len(), 1, "the workspace is too small for a snapshot");
    cache
}

/// Replaces the path of the workspace, which is different in every run.
fn without_root(text: String, fixture: &Fixture) -> String {
    let roots = [fixture.root().canonicalize().unwrap(), fixture.root().to_owned()];
    roots.iter().fold(text, |text, root| text.replace(root.to_str().unwrap(), "<workspace>"))
}

/// Replaces the time of a row that a dry run prints.
fn without_time(text: &str) -> String {
    const START: &str = r#"{"ts":""#;
    let Some((_, rest)) = text.strip_prefix(START).and_then(|rest| rest.split_once('"')) else {
        return text.to_owned();
    };
    format!("{START}<now>\"{rest}")
}
