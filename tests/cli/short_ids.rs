//! Shortened unit ids on the command line.

use crate::support::{Fixture, row, unit};
use rstest::rstest;
use serde_json::Value;

const CLAIM: &str = "0196c801-7a10-7c01-8a01-3f6d2b9c0001";
const TWIN: &str = "0196c801-7a10-7c01-8a01-3f6d2b9c0002";
const OTHER: &str = "0196d9f3-0000-7c01-8a01-3f6d2b9c0003";

/// A prefix of [`OTHER`] only.
const SHORT: &str = "0196d9";
/// A common prefix of [`CLAIM`] and [`TWIN`].
const SHARED: &str = "0196c801-7a10";

/// Two units created in the same millisecond, a later one, and artifacts.
fn fixture() -> Fixture {
    let refers = |to: &str, rel: &str| format!(r#", "references": [{{"id": "{to}", "rel": "{rel}"}}]"#);
    let units = [
        unit(CLAIM, "assertion", ""),
        unit(TWIN, "question", &refers(CLAIM, "questions")),
        unit(OTHER, "inference", &refers(CLAIM, "derives-from")),
    ];
    let rows = [row("s", "a", "led-to"), row("a", "b", "led-to"), row("a", OTHER, "cites")];
    let note = format!("---\ntitle: Note\nmentions: [m]\n---\nSee {OTHER}.\n");
    Fixture::clean()
        .write("artifacts/tasks/note.md", note)
        .write("units/all.json", format!("[{}]", units.join(",\n")))
        .rows(&rows)
}

#[rstest]
#[case(&["refs", SHORT, "--direction", "both"])]
#[case(&["trace", SHORT])]
#[case(&["show", SHORT])]
#[case(&["impact", SHORT])]
#[case(&["path", SHORT, "b"])]
#[case(&["path", "b", SHORT])]
#[case(&["rank", "--from", SHORT])]
#[case(&["suggest", SHORT, "--everywhere"])]
#[case(&["argument", SHORT])]
#[case(&["tree", "--root", SHORT])]
#[case(&["log", SHORT])]
fn a_unique_prefix_gives_the_same_answer_as_the_full_id(#[case] arguments: &[&str]) {
    let fixture = fixture();
    let whole: Vec<_> = arguments.iter().map(|word| if *word == SHORT { OTHER } else { word }).collect();
    let (short, whole) = (fixture.run(arguments), fixture.run(&whole));
    assert!(whole.stdout.contains(OTHER), "{}", whole.stdout);
    assert_eq!(short.stdout, whole.stdout);
}

#[test]
fn five_characters_are_too_few() {
    let run = fixture().run(&["show", "0196d"]).code(1);
    assert!(run.stderr.contains("unknown id \"0196d\""), "{}", run.stderr);
}

#[test]
fn a_search_for_an_id_prefix_finds_its_unit_first() {
    let found = fixture().run(&["search", SHORT]).code(0).json();
    assert_eq!(found[0]["id"], OTHER);
}

#[rstest]
#[case(&["refs", SHARED])]
#[case(&["show", SHARED])]
#[case(&["path", "a", SHARED])]
#[case(&["rank", "--from", SHARED])]
#[case(&["log", SHARED])]
#[case(&["refs", "--follow", SHARED])]
#[case(&["refs", "add", "--from", "a", "--to", SHARED, "--relation", "cites", "--force"])]
#[case(&["refs", "retract", "a", SHARED, "cites"])]
#[case(&["status", "s", "addressed", "--addressed-by", SHARED])]
fn an_ambiguous_prefix_lists_the_matching_units(#[case] arguments: &[&str]) {
    let fixture = fixture();
    let before = fixture.read("references.jsonl");
    let run = fixture.run(arguments).code(1);
    let error = format!("\"{SHARED}\" matches 2 units whose ids share the first 35 characters");
    assert!(run.stderr.contains(&error), "{}", run.stderr);
    for (id, title) in [(CLAIM, "What assertion says"), (TWIN, "What question says")] {
        assert!(run.stderr.contains(&format!("hint: {id}  \"{title}\"")), "{}", run.stderr);
    }
    assert_eq!(fixture.read("references.jsonl"), before);
}

#[test]
fn a_prefix_with_many_matches_lists_ten_units() {
    let id = |number: u32| format!("0196c801-7a10-7c01-8a01-3f6d2b9c{number:04}");
    let units: Vec<_> = (0..12).map(|number| unit(&id(number), "assertion", "")).collect();
    let fixture = Fixture::bare().write("units/all.json", format!("[{}]", units.join(",")));
    let run = fixture.run(&["show", "0196c8"]).code(1);
    assert!(run.stderr.contains(&id(9)) && !run.stderr.contains(&id(10)), "{}", run.stderr);
    assert!(run.stderr.contains("hint: and 2 more units"), "{}", run.stderr);
}

#[test]
fn refs_add_writes_the_full_id() {
    let fixture = fixture();
    let row = fixture.run(&["refs", "add", "--from", SHORT, "--to", "b", "--relation", "cites"]).code(0).json();
    assert_eq!((&row["from"], &row["to"]), (&OTHER.into(), &"b".into()));
    let stored: Value = serde_json::from_str(fixture.read("references.jsonl").lines().last().unwrap()).unwrap();
    assert_eq!(stored["from"], OTHER);
}

#[test]
fn refs_retract_finds_the_row_of_a_shortened_id() {
    let fixture = fixture();
    let row = fixture.run(&["refs", "retract", "a", SHORT, "cites"]).code(0).json();
    assert_eq!(row["retracts"]["to"], OTHER);
}

#[test]
fn a_shortened_id_in_by_is_written_as_the_full_id() {
    let run = fixture().run(&["status", "s", "addressed", "--addressed-by", SHORT]).code(0);
    assert_eq!(run.json()["edge"]["from"], OTHER);
}

#[test]
fn an_exact_id_takes_precedence_over_a_prefix() {
    let fixture = fixture().write(&format!("artifacts/tasks/{SHORT}.md"), "---\ntitle: A task\nmentions: [m]\n---\n");
    assert_eq!(fixture.run(&["show", SHORT]).code(0).json()["title"], "A task");
}
