//! `migrate-ids`.

use crate::support::{Fixture, row};

fn fixture() -> Fixture {
    Fixture::clean()
        .rows(&[row("tsk-a", "tsk-b", "led-to"), "torn {".to_owned(), row("s", "m", "cites")])
        .write("map.json", r#"{"tsk-a": "a", "tsk-b": "nobody", "tsk-c": "b"}"#)
}

#[test]
fn without_apply_changes_are_only_listed() {
    let fixture = fixture();
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&["migrate-ids", "--map", "map.json"]).code(0);
    insta::assert_snapshot!(run.pretty());
    assert!(run.stderr.contains("undefined new id \"nobody\""), "{}", run.stderr);
    assert_eq!(fixture.read("references.jsonl"), before);
    assert!(!fixture.path("references.jsonl.bak").exists());
}

#[test]
fn with_apply_the_old_log_is_kept_as_a_backup() {
    let fixture = fixture();
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&["migrate-ids", "--map", "map.json", "--apply"]).code(0);
    assert_eq!((&run.json()["applied"], &run.json()["backup"]), (&true.into(), &"references.jsonl.bak".into()));
    assert_eq!(fixture.read("references.jsonl.bak"), before);
    let expected = before.replace("\"tsk-a\"", "\"a\"").replace("\"tsk-b\"", "\"nobody\"");
    assert_eq!(fixture.read("references.jsonl"), expected);
    let again = fixture.run(&["migrate-ids", "--map", "map.json", "--apply"]).code(0).json();
    assert_eq!((&again["rewritten"], &again["backup"]), (&0.into(), &serde_json::Value::Null));
}

#[test]
fn an_invalid_map_is_an_error() {
    let fixture = fixture().write("bad.json", "[1]");
    let run = fixture.run(&["migrate-ids", "--map", "bad.json"]).code(2);
    assert!(run.stderr.contains("must be a JSON object"), "{}", run.stderr);
    let run = fixture.run(&["migrate-ids", "--map", "none.json"]).code(2);
    assert!(run.stderr.contains("cannot read none.json"), "{}", run.stderr);
}
