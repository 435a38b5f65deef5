//! Output on a terminal and to a pipe: formats, colours, closed pipes.

use crate::support::{Fixture, refscope, run_on_terminal};
use std::io::Read as _;
use std::process::Stdio;

fn on_terminal(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    run_on_terminal(Fixture::clean().root(), arguments, environment).0
}

#[test]
fn a_terminal_gets_text_and_a_pipe_gets_json() {
    let seen = on_terminal(&["list", "--kind", "task", "--color", "never"], &[]);
    assert_eq!(seen, "a  task · todo · infra  ←1 →3  Task A\nb  task · done          ←2 →1  Task B\ntotal: 2 nodes\n");
    assert!(Fixture::clean().run(&["list"]).stdout.starts_with("[{\"id\":\"a\""));
}

#[test]
fn each_command_has_a_readable_form() {
    for (name, arguments) in [
        ("refs", &["refs", "a", "--direction", "both"][..]),
        ("trace", &["trace", "a"]),
        ("show", &["show", "a"]),
        ("list", &["list"]),
        ("search", &["search", "task"]),
        ("doctor", &["doctor"]),
        ("add", &["refs", "add", "--from", "b", "--to", "s", "--relation", "triggered", "--reason", "why not"]),
        ("migrate", &["migrate-ids", "--map", "map.json", "--apply"]),
        ("status", &["status", "s", "addressed", "--addressed-by", "a"]),
    ] {
        let arguments = [arguments, &["--color", "never"]].concat();
        let fixture = Fixture::clean().write("map.json", r#"{"s": "signal-s", "x": "y"}"#);
        let (seen, _) = run_on_terminal(fixture.root(), &arguments, &[]);
        let root = fixture.root().canonicalize().unwrap();
        let seen = seen.replace(root.to_str().unwrap(), "WORKSPACE");
        insta::with_settings!({filters => vec![(r#""ts":"[^"]+""#, r#""ts":"TS""#)]}, {
            insta::assert_snapshot!(name, seen);
        });
    }
}

#[test]
fn colour_follows_the_flag_the_variable_and_the_terminal() {
    let escape = '\u{1b}';
    assert!(on_terminal(&["list"], &[]).contains(escape));
    assert!(!on_terminal(&["list"], &[("NO_COLOR", "1")]).contains(escape));
    assert!(on_terminal(&["list"], &[("NO_COLOR", "")]).contains(escape));
    assert!(!on_terminal(&["list"], &[("TERM", "dumb")]).contains(escape));
    assert!(on_terminal(&["list", "--color", "always"], &[("NO_COLOR", "1")]).contains(escape));
    let piped = |arguments: &[&str]| Fixture::clean().run(arguments).stdout;
    assert!(!piped(&["list", "--format", "human"]).contains(escape));
    assert!(piped(&["list", "--format", "human", "--color", "always"]).contains(escape));
}

#[test]
fn json_can_be_requested_on_a_terminal() {
    let seen = on_terminal(&["show", "a", "--format", "json"], &[]);
    let value: serde_json::Value = serde_json::from_str(&seen).unwrap();
    assert_eq!(value["id"], "a");
    assert!(seen.starts_with("{\n  \"id\": \"a\""), "{seen}");
}

#[test]
fn long_lines_are_cut_to_the_width_of_the_terminal() {
    let fixture = Fixture::empty().write("artifacts/notes/x.md", format!("---\ntitle: {}\n---\n", "long ".repeat(40)));
    let (seen, _) = run_on_terminal(fixture.root(), &["list", "--color", "never"], &[]);
    let first = seen.lines().next().unwrap();
    assert_eq!(first.chars().count(), 80);
    assert!(first.ends_with('…'));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let rows: Vec<_> = (0..20_000).map(|n| crate::support::row("hub", &format!("target-{n}"), "cites")).collect();
    let fixture = Fixture::empty().rows(&rows);
    let mut child =
        refscope(fixture.root()).args(["refs", "hub"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}
