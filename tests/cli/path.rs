//! `path A B`.

use crate::support::{CHALLENGE, Fixture, INFERENCE, row, run_on_terminal};
use serde_json::Value;

/// A signal led to two tasks; both led to a learning, which a brief cites. `aside` has no other edges.
fn story() -> Fixture {
    let rows = [
        row("signal", "task-one", "led-to"),
        row("signal", "task-two", "led-to"),
        row("task-one", "learning", "led-to"),
        row("task-two", "learning", "led-to"),
        row("learning", "task-two", "cites"),
        row("brief", "learning", "cites"),
    ];
    let ids = ["signal", "task-one", "task-two", "learning", "brief", "aside"];
    let fixture = Fixture::empty().rows(&rows);
    ids.iter().fold(fixture, |fixture, id| fixture.write(&format!("artifacts/notes/{id}.md"), ""))
}

fn sentences(answer: &Value) -> Vec<&str> {
    answer["paths"].as_array().unwrap().iter().map(|path| path["sentence"].as_str().unwrap()).collect()
}

#[test]
fn a_path_has_its_documented_shape() {
    insta::assert_snapshot!(story().run(&["path", "brief", "task-two"]).code(0).pretty());
}

#[test]
fn paths_are_described_in_words_and_counted() {
    let answer = story().run(&["path", "signal", "brief"]).code(0).json();
    assert_eq!((&answer["hops"], &answer["count"]), (&3.into(), &2.into()));
    assert_eq!(sentences(&answer), ["signal led to task-one, which led to learning, which is cited by brief"]);
    let all = story().run(&["path", "signal", "brief", "--all-shortest"]).code(0).json();
    assert_eq!(
        sentences(&all),
        [
            "signal led to task-one, which led to learning, which is cited by brief",
            "signal led to task-two, which led to learning, which is cited by brief"
        ]
    );
    let limited = story().run(&["path", "signal", "brief", "--all-shortest", "--limit", "1"]).code(0).json();
    assert_eq!((sentences(&limited).len(), &limited["count"]), (1, &2.into()));
}

#[test]
fn direction_relations_and_hops_narrow_the_search() {
    let fixture = story();
    let hops = |arguments: &[&str]| {
        let run = fixture.run(&[&["path"], arguments].concat());
        (run.code, run.json()["hops"].as_u64())
    };
    assert_eq!(hops(&["signal", "brief"]), (0, Some(3)));
    assert_eq!(hops(&["signal", "brief", "--max-hops", "2"]), (1, None));
    assert_eq!(hops(&["signal", "brief", "--directed"]), (1, None));
    assert_eq!(hops(&["signal", "brief", "--directed", "--orient", "meaning"]), (0, Some(3)));
    assert_eq!(hops(&["signal", "learning", "--directed"]), (0, Some(2)));
    assert_eq!(hops(&["signal", "learning", "--relations", "cites"]), (1, None));
    assert_eq!(hops(&["task-two", "brief", "--relations", "cites"]), (0, Some(2)));
    assert_eq!(hops(&["signal", "signal"]), (0, Some(0)));
}

#[test]
fn a_missing_path_is_reported_with_options_that_would_find_one() {
    let none = story().run(&["path", "signal", "aside"]).code(1);
    assert!(none.stderr.contains("no path from \"signal\" to \"aside\""), "{}", none.stderr);
    assert!(!none.stderr.contains("hint"), "{}", none.stderr);
    let narrow = story().run(&["path", "brief", "signal", "--directed", "--max-hops", "1"]).code(1);
    assert!(narrow.stderr.contains("within 1 step"), "{}", narrow.stderr);
    assert!(
        narrow.stderr.contains("ignoring filters and edge directions, there is a path of 3 steps"),
        "{}",
        narrow.stderr
    );
    let unknown = story().run(&["path", "signal", "taks-one"]).code(1);
    assert!(unknown.stderr.contains("did you mean \"task-one\"?"), "{}", unknown.stderr);
}

#[test]
fn of_equally_short_paths_the_most_trusted_comes_first() {
    let edge = |from: &str, to: &str, confidence: &str| {
        format!(
            r#"{{"source": "{from}", "target": "{to}", "kind": "calls", "confidence": {confidence}, "ts": "2026-01-01T00:00:00Z"}}"#
        )
    };
    let edges = [
        edge("app", "lib", "0.5"),
        edge("lib", "pattern", "0.5"),
        edge("app", "crash", "0.9"),
        edge("crash", "pattern", "0.9"),
    ];
    let fixture = Fixture::empty().causal(&edges.join(","));
    let now = "2026-01-01";
    let answer = fixture.run(&["path", "app", "pattern", "--all-shortest", "--now", now]).code(0).json();
    let confidences: Vec<_> =
        answer["paths"].as_array().unwrap().iter().map(|path| path["confidence"].as_f64().unwrap()).collect();
    assert_eq!(confidences, [0.81, 0.25]);
    let trusted = fixture.run(&["path", "app", "pattern", "--min-confidence", "0.6", "--now", now]).code(0).json();
    assert_eq!(trusted["count"], 1);
}

#[test]
fn the_readable_form_shows_steps_with_their_positions() {
    let arguments = ["path", "signal", "brief", "--all-shortest", "--color", "never"];
    insta::assert_snapshot!(run_on_terminal(story().root(), &arguments, &[]).0);
}

#[test]
fn paths_that_are_not_listed_are_counted_with_the_option_that_lists_them() {
    let one = story().run(&["path", "signal", "brief", "--format", "human"]).code(0);
    let hint = "hint: 1 more shortest path; `refscope path --all-shortest` lists all\n";
    assert_eq!(one.stderr, format!("total: 3 steps, 1 of 2 shortest paths\n{hint}"));
    let all = story().run(&["path", "signal", "brief", "--all-shortest", "--format", "human"]).code(0);
    assert_eq!(all.stderr, "total: 3 steps, 2 shortest paths\n");
    let args = ["path", "signal", "brief", "--all-shortest", "--limit", "1", "--format", "human"];
    let hint = "hint: 1 more shortest path; `refscope path --all-shortest --limit 2` lists all\n";
    assert_eq!(story().run(&args).code(0).stderr, format!("total: 3 steps, 1 of 2 shortest paths\n{hint}"));
}

#[test]
fn a_long_sentence_is_wrapped_above_its_steps() {
    let ids: Vec<_> = (1..=6).map(|n| format!("a-note-with-a-long-name-{n}")).collect();
    let rows: Vec<_> = ids.windows(2).map(|pair| row(&pair[0], &pair[1], "led-to")).collect();
    let notes = |fixture: Fixture, id: &String| fixture.write(&format!("artifacts/notes/{id}.md"), "");
    let fixture = ids.iter().fold(Fixture::empty().rows(&rows), notes);
    let seen = run_on_terminal(fixture.root(), &["path", &ids[0], &ids[5], "--color", "never"], &[]).0;
    let sentence: Vec<_> = seen.lines().take_while(|line| !line.trim_start().starts_with("from")).collect();
    assert!(sentence.len() > 1 && sentence.iter().all(|line| line.chars().count() <= 80), "{seen}");
    assert!(sentence[1..].iter().all(|line| line.starts_with("    ") && !line.starts_with("     ")), "{seen}");
    let words = sentence.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    assert!(words.starts_with("a-note-with-a-long-name-1 led to ") && words.ends_with(&ids[5]), "{words}");
}

#[test]
fn both_ends_can_be_the_same_node() {
    let same = story().run(&["path", "signal", "signal", "--format", "human"]).code(0);
    assert_eq!(same.stdout, "Both ends are the same node\n");
}

#[test]
fn units_are_shown_by_their_content() {
    let fixture = Fixture::bare().units();
    let answer = fixture.run(&["path", INFERENCE, CHALLENGE]).code(0).json();
    let titles: Vec<_> =
        answer["paths"][0]["nodes"].as_array().unwrap().iter().map(|node| node["title"].as_str().unwrap()).collect();
    let [first, second, third] = titles[..] else { panic!("{titles:?}") };
    let sentence = format!("{first} derives from {second}, which is rebutted by {third}");
    assert_eq!(sentences(&answer), [sentence.as_str()]);
    let printed = fixture.run(&["path", INFERENCE, CHALLENGE, "--format", "human"]).code(0).stdout;
    assert!(printed.contains(&sentence) && printed.contains(CHALLENGE), "{printed}");
}
