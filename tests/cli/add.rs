//! `refs add`.

use crate::support::{Fixture, Run, refscope, row, run};
use serde_json::Value;
use std::fs;
use std::fs::File;

const ADD: [&str; 8] = ["refs", "add", "--from", "b", "--to", "s", "--relation", "addresses"];

#[test]
fn the_written_row_is_printed_and_is_in_the_file() {
    let fixture = Fixture::clean();
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&[&ADD[..], &["--actor", "kim", "--reason", "as\nagreed"]].concat()).code(0);
    let after = fixture.read("references.jsonl");
    let added = after.strip_prefix(&before).unwrap();
    assert!(added.ends_with("}\n") && added.matches('\n').count() == 1, "{added:?}");
    let row: Value = serde_json::from_str(added).unwrap();
    assert_eq!(run.json(), row);
    let keys: Vec<_> = row.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["ts", "from", "to", "relation", "actor", "reason"]);
    assert_eq!(
        (&row["from"], &row["to"], &row["actor"], &row["reason"]),
        (&"b".into(), &"s".into(), &"kim".into(), &"as\nagreed".into())
    );
    let ts = row["ts"].as_str().unwrap();
    assert_eq!((ts.len(), &ts[10..11], &ts[23..]), (24, "T", "Z"));
    assert_eq!(fixture.run(&["refs", "b", "--relation", "addresses"]).json()[0]["note"], "as\nagreed");
}

#[test]
fn the_audit_trail_gets_a_row() {
    let fixture = Fixture::clean();
    fixture.run(&ADD).code(0);
    let audit: Value = serde_json::from_str(&fixture.read("audit.jsonl")).unwrap();
    let keys: Vec<_> = audit.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["ts", "op", "from", "to", "relation", "actor", "duration_ms"]);
    assert_eq!((&audit["op"], &audit["actor"]), (&"refs.add".into(), &"cli".into()));
    assert!(audit["duration_ms"].is_u64());
}

#[test]
fn a_missing_log_is_created_and_named() {
    let fixture = Fixture::clean().remove("references.jsonl");
    let run = fixture.run(&ADD).code(0);
    assert_eq!(fixture.read("references.jsonl").lines().count(), 1);
    let root = fixture.root().canonicalize().unwrap();
    let [log, audit] = ["references.jsonl", "audit.jsonl"].map(|name| root.join(name).display().to_string());
    assert_eq!(run.stderr, format!("created: {log}\ncreated: {audit}\n"));
    assert_eq!(run.json()["created"], serde_json::json!(["references.jsonl", "audit.jsonl"]));
    let again = fixture.run(&ADD).code(0);
    assert!(!again.stderr.contains("created") && again.json().get("created").is_none(), "{}", again.stderr);
}

#[test]
fn only_files_that_are_new_are_named_as_created() {
    let fixture = Fixture::clean().remove("references.jsonl").write("audit.jsonl", "");
    assert_eq!(fixture.run(&ADD).code(0).json()["created"], serde_json::json!(["references.jsonl"]));
    let fixture = Fixture::clean().remove("references.jsonl");
    let closed = fixture.run(&["status", "s", "addressed", "--addressed-by", "a"]).code(0);
    assert_eq!(closed.json()["created"], serde_json::json!(["references.jsonl", "audit.jsonl"]));
    assert_eq!(closed.stderr.matches("created: ").count(), 2, "{}", closed.stderr);
}

#[test]
fn edges_of_a_repository_with_issues_go_to_a_log_in_its_folder() {
    let issues = r#"{"id":"bd-1","title":"One","status":"open"}"#;
    let fixture = Fixture::bare().write(".git/HEAD", "").write(".beads/issues.jsonl", issues).write("src/main.rs", "");
    let add = ["refs", "add", "--from", "bd-1", "--to", "bd-1", "--relation", "cites", "--force"];
    run(&fixture.path("src"), &add).code(0);
    assert_eq!(fixture.read("references.jsonl").lines().count(), 1);
    assert_eq!(fixture.read(".beads/issues.jsonl"), issues);
    assert!(!fixture.path("src/references.jsonl").exists());
}

#[test]
fn a_dry_run_shows_the_row_and_writes_nothing() {
    let fixture = Fixture::clean();
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&[&ADD[..], &["--dry-run"]].concat()).code(0);
    assert_eq!(run.json()["relation"], "addresses");
    assert_eq!(fixture.read("references.jsonl"), before);
    assert!(!fixture.path("audit.jsonl").exists());
}

#[test]
fn advice_goes_to_standard_error_and_the_row_is_written() {
    let fixture = Fixture::clean();
    let run = fixture.run(&["refs", "add", "--from", "a", "--to", "selff", "--relation", "triggered"]).code(0);
    assert!(run.stderr.contains("unknown target \"selff\"; did you mean \"self\"?"), "{}", run.stderr);
    assert!(run.stderr.contains("\"triggered\" is a synonym of led-to"), "{}", run.stderr);
    assert_eq!(run.json()["relation"], "triggered");
}

#[test]
fn advice_is_a_failure_with_strict() {
    let fixture = Fixture::clean();
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&["refs", "add", "--from", "a", "--to", "b", "--relation", "led-to", "--strict"]).code(1);
    assert!(run.stderr.contains("already stored (references.jsonl:2)"), "{}", run.stderr);
    assert_eq!((run.stdout.as_str(), fixture.read("references.jsonl")), ("", before));
    fixture.run(&[&ADD[..], &["--strict"]].concat()).code(0);
}

#[test]
fn an_incomplete_last_line_is_kept_and_does_not_swallow_the_new_row() {
    let torn = format!("{}\n{{\"ts\":\"20", row("s", "a", "led-to"));
    let fixture = Fixture::clean().write("references.jsonl", &torn);
    fixture.run(&ADD).code(0);
    let after = fixture.read("references.jsonl");
    assert!(after.starts_with(&format!("{torn}\n{{\"ts\"")), "{after}");
    assert_eq!(fixture.run(&["refs", "b", "--relation", "addresses"]).json().as_array().unwrap().len(), 1);
}

#[test]
fn an_unwritable_log_is_an_error_and_prints_no_row() {
    let fixture = Fixture::clean().remove("references.jsonl");
    fs::create_dir(fixture.path("references.jsonl")).unwrap();
    let run = fixture.run(&ADD).code(2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("references.jsonl") && run.stderr.contains("Nothing was written"), "{}", run.stderr);
}

/// Runs the binary with a limit on the size of files: a write fails partway, as it does on a full disk.
pub(super) fn run_within(fixture: &Fixture, blocks: usize, arguments: &[&str]) -> Run {
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = std::process::Command::new("/bin/sh");
    shell.arg("-c").arg(script).arg(refscope(fixture.root()).get_program()).args(arguments);
    shell.current_dir(fixture.root()).env_clear().output().unwrap().into()
}

/// A log of one row that ends `left` bytes before the end of its second block.
pub(super) fn log_ending_before(left: usize) -> String {
    let row = |padding: usize| row("s", "a", "led-to").replace("cli", &"x".repeat(padding)) + "\n";
    row(2 * 512 - left - row(0).len())
}

#[test]
fn a_full_disk_is_an_error_and_prints_no_row() {
    let before = log_ending_before(0);
    let fixture = Fixture::clean().write("references.jsonl", &before);
    let run = run_within(&fixture, 2, &ADD).code(2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("Nothing was written"), "{}", run.stderr);
    assert_eq!(fixture.read("references.jsonl"), before);
}

#[test]
fn a_partial_row_left_by_a_full_disk_is_reported() {
    let before = log_ending_before(20);
    let fixture = Fixture::clean().write("references.jsonl", &before);
    let run = run_within(&fixture, 2, &ADD).code(2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("only 20 of") && run.stderr.contains("The row is not saved"), "{}", run.stderr);
    let after = fixture.read("references.jsonl");
    assert!(after.starts_with(&before) && after.len() == before.len() + 20);
    assert_eq!(fixture.codes(), ["row-malformed"]);

    fixture.run(&ADD).code(0);
    assert_eq!(fixture.run(&["refs", "b", "--relation", "addresses"]).json().as_array().unwrap().len(), 1);
}

#[test]
fn a_read_only_workspace_is_an_error_and_prints_no_row() {
    let fixture = Fixture::clean();
    let before = fixture.read("references.jsonl");
    let run = fixture.run_without_rights(&ADD).code(2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("references.jsonl: Permission denied"), "{}", run.stderr);
    assert!(run.stderr.contains("Nothing was written"), "{}", run.stderr);
    assert_eq!(fixture.read("references.jsonl"), before);
}

#[test]
fn the_row_is_stored_although_the_answer_cannot_be_printed() {
    let fixture = Fixture::clean();
    // Only Linux has `/dev/full`, a device on which every write fails with "no space left".
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let output = refscope(fixture.root()).args(ADD).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the row was written (references.jsonl:3), but cannot be printed"), "{said}");
    assert_eq!(fixture.read("references.jsonl").lines().count(), 3);
}

/// Whether the kernel lists the process as waiting for a lock on the file.
#[cfg(target_os = "linux")]
fn waits_for_lock(process: u32, path: &std::path::Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let inode = format!(":{}", fs::metadata(path).unwrap().ino());
    let is_this = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        // 1: -> FLOCK ADVISORY WRITE 4711 fe:00:1234 0 EOF
        words.len() > 6 && words[1] == "->" && words[5] == process.to_string() && words[6].ends_with(&inode)
    };
    fs::read_to_string("/proc/locks").unwrap().lines().any(is_this)
}

#[cfg(target_os = "linux")]
#[test]
fn add_waits_for_the_lock_of_another_program_without_polling() {
    let fixture = Fixture::clean();
    let log = fixture.path("references.jsonl");
    let holder = File::open(&log).unwrap();
    holder.lock().unwrap();
    let mut waiting = refscope(fixture.root()).args(ADD).stdout(std::process::Stdio::null()).spawn().unwrap();
    while !waits_for_lock(waiting.id(), &log) {
        assert!(waiting.try_wait().unwrap().is_none(), "it did not wait");
        std::thread::yield_now();
    }
    assert_eq!(fixture.read("references.jsonl").lines().count(), 2);
    holder.unlock().unwrap();
    assert!(waiting.wait().unwrap().success());
    assert_eq!(fixture.read("references.jsonl").lines().count(), 3);
}
