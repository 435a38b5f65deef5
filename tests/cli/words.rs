//! File content never acts on a terminal, in any command, while JSON output stays exact.

use crate::support::{Fixture, run_on_terminal};
use serde_json::{Value, json};

/// An escape sequence, C0, DEL, C1, a bidi override, line separators, and a newline that would start another line.
const HOSTILE: &str = "x\u{1b}[2J\u{7}\r\nFORGED\u{7f}\u{9b}31m\u{202e}\u{2066}\u{2028}\u{2029}y";

/// The same characters, for a file name or an argument.
const ODD: &str = "na\u{1b}me\u{202e}\nFORGED";

/// The value as ASCII JSON, which is valid YAML too.
fn ascii(value: &Value) -> String {
    let escaped = |c: char| {
        let mut units = [0; 2];
        let units = c.encode_utf16(&mut units).iter();
        if c.is_ascii() && c != '\u{7f}' { c.to_string() } else { units.map(|unit| format!("\\u{unit:04x}")).collect() }
    };
    value.to_string().chars().map(escaped).collect()
}

fn fixture() -> Fixture {
    let frontmatter = json!({"title": HOSTILE, "status": HOSTILE, "domain": HOSTILE, "mentions": [HOSTILE, "m"]});
    let hostile_row =
        json!({"ts": HOSTILE, "from": "a", "to": HOSTILE, "relation": HOSTILE, "actor": HOSTILE, "reason": HOSTILE});
    let kind = json!({"kind": HOSTILE, "dirName": "odd", "idPrefix": 5});
    let machine = json!({"initial": "open", "transitions": {"open": [HOSTILE]}});
    let signal = format!("---\nkind: signal\n---\n## Status machine\n```yaml\n{}\n```\n", ascii(&machine));
    Fixture::clean()
        .write("artifacts/tasks/a.md", format!("---\n{}\n---\n", ascii(&frontmatter)))
        .write(&format!("artifacts/odd/{ODD}.md"), "")
        .write("kinds/odd.md", format!("---\n{}\n---\n", ascii(&kind)))
        .write("kinds/signal.md", signal)
        .write(&format!("artifacts/signals/{ODD}/deep.md"), "---\na: [\n---\n")
        .write("config.yaml", format!("enabled_domains: [{}]\n", ascii(&json!(HOSTILE)).replacen('x', "/", 1)))
        .rows(&[hostile_row.to_string(), format!("torn {HOSTILE}").replace('\n', " ")])
}

fn assert_harmless(seen: &str, what: &str) {
    let unsafe_in = |c: char| matches!(c, '\0'..='\u{9}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let found: Vec<_> = seen.chars().filter(|c| unsafe_in(*c)).collect();
    assert!(found.is_empty(), "{what}: {found:?} in {seen:?}");
    assert!(!seen.lines().any(|line| line.starts_with("FORGED")), "{what}: {seen}");
}

#[test]
fn file_content_never_acts_on_the_terminal() {
    let fixture = fixture();
    let commands: &[&[&str]] = &[
        &["refs", "a", "--direction", "both", "--depth", "3"],
        &["trace", "a", "--relations", "mentions,led-to"],
        &["show", "a"],
        &["list"],
        &["list", "--missing"],
        &["search", "x"],
        &["search", "name"],
        &["doctor"],
        &["status", "a", "running"],
        &["status", "s", "nope"],
        &["status", ODD, "nope"],
        &["refs", "add", "--from", "a", "--to", "nobody", "--relation", "cites", "--dry-run", "--reason", HOSTILE],
        &["refs", "add", "--from", ODD, "--to", "a", "--relation", "cites"],
        &["show", ODD],
        &["show", "deep"],
        &["show", HOSTILE],
        &["trace", ODD],
        &["refs", "a", "--relation", "none"],
        &["refs", "a", "--relation", ODD],
        &["refs", "a", "--depth", ODD],
        &["refs", "a", "--direction", ODD],
        &["list", "--system", ODD],
        &["-w", ODD, "list"],
        &[ODD],
        &["--bogus\nFORGED"],
        &["show", "--bogus\nFORGED"],
        &["search", "x", "--bogus\nFORGED"],
        &["migrate-ids", "--map", ODD],
        &["demo", "--into", "references.jsonl/\nFORGED"],
    ];
    for format in ["human", "json"] {
        for command in commands {
            let arguments = [command, &["--color", "never", "--format", format][..]].concat();
            let (seen, _) = run_on_terminal(fixture.root(), &arguments, &[]);
            assert_harmless(&seen, &format!("{command:?} as {format}"));
            assert!(!seen.is_empty());
        }
    }
}

#[test]
fn json_keeps_every_value_exact() {
    let fixture = fixture();
    let node = fixture.run(&["show", "a"]).code(0).json();
    assert_eq!((&node["title"], &node["frontmatter"]["status"]), (&Value::from(HOSTILE), &Value::from(HOSTILE)));
    let edge = &node["edges"]["out"][HOSTILE][0];
    assert_eq!(
        (&edge["to"], &edge["ts"], &edge["note"]),
        (&Value::from(HOSTILE), &Value::from(HOSTILE), &Value::from(HOSTILE))
    );
}
