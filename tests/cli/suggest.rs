//! `suggest ID`.

use crate::support::{Fixture, row, run_on_terminal};
use refscope::sample::unpack_demo;
use serde_json::Value;

/// A task that names other nodes in its text without a link, shares two neighbours with another task, and has a typo in
/// one of its edges.
fn workspace() -> Fixture {
    let body = "---\ntitle: Fix the cache\n---\nSee pool-size first.\n\nIt helps with slow\nstarts as well. Not self, but `plain`.\n\
        Linked: [[linked-note]].\n";
    Fixture::empty()
        .write("artifacts/tasks/fix-cache.md", body)
        .write("artifacts/tasks/twin-task.md", "---\ntitle: Twin\n---\n")
        .write("artifacts/notes/pool-size.md", "---\ntitle: Size of the pool\n---\n")
        .write("artifacts/notes/slow.md", "---\ntitle: Slow starts\n---\n")
        .write("artifacts/notes/self.md", "")
        .write("artifacts/notes/plain.md", "")
        .write("artifacts/notes/linked-note.md", "")
        .write("artifacts/notes/review.md", "---\ntitle: 'Review: fix the cache, again'\n---\n")
        .write("artifacts/notes/far-away.md", "---\ntitle: Far\n---\nWe should fix-cache some day.\n")
        .write("artifacts/signals/first.md", "")
        .write("artifacts/signals/second.md", "")
        .rows(&[
            row("first", "fix-cache", "led-to"),
            row("second", "fix-cache", "led-to"),
            row("first", "twin-task", "led-to"),
            row("second", "twin-task", "led-to"),
            row("fix-cache", "far-awey", "cites"),
        ])
}

/// Each suggestion as `from relation to: evidence`.
fn suggestions(answer: &Value) -> Vec<String> {
    let one = |suggestion: &Value| {
        let text = |name: &str| suggestion[name].as_str().unwrap().to_owned();
        let evidence: Vec<_> =
            suggestion["evidence"].as_array().unwrap().iter().map(|one| one["evidence"].as_str().unwrap()).collect();
        format!("{} {} {}: {}", text("from"), text("relation"), text("to"), evidence.join(", "))
    };
    answer.as_array().unwrap().iter().map(one).collect()
}

#[test]
fn suggestions_have_their_documented_shape() {
    insta::assert_snapshot!(workspace().run(&["suggest", "fix-cache"]).code(0).pretty());
}

#[test]
fn suggestions_come_from_typos_mentions_and_shared_neighbours() {
    let answer = workspace().run(&["suggest", "fix-cache"]).code(0).json();
    assert_eq!(
        suggestions(&answer),
        [
            "fix-cache cites far-away: dangling, mention",
            "fix-cache mentions plain: mention",
            "fix-cache mentions pool-size: mention",
            "fix-cache mentions twin-task: shared",
            "fix-cache mentions slow: mention",
            "review mentions fix-cache: mention",
        ]
    );
}

#[test]
fn texts_of_all_nodes_are_read_only_on_request() {
    let fixture = Fixture::empty()
        .write("artifacts/notes/one-note.md", "---\ntitle: One\n---\nAs two-note says.\n")
        .write("artifacts/notes/two-note.md", "---\ntitle: Two\n---\n");
    let alone = fixture.run(&["suggest", "two-note"]).code(1);
    assert!(alone.stderr.contains("--everywhere"), "{}", alone.stderr);
    let everywhere = fixture.run(&["suggest", "two-note", "--everywhere"]).code(0).json();
    assert_eq!(suggestions(&everywhere), ["one-note mentions two-note: mention"]);
    let mention = &everywhere[0]["evidence"][0];
    assert_eq!((&mention["file"], &mention["line"]), (&"artifacts/notes/one-note.md".into(), &4.into()));
}

#[test]
fn for_a_missing_node_corrected_edges_are_suggested() {
    let answer = workspace().run(&["suggest", "far-awey"]).code(0).json();
    assert_eq!(suggestions(&answer), ["fix-cache cites far-away: dangling"]);
}

/// Two tasks, created in May on the days `earlier` and `later`, that share two notes as neighbours; and a signal.
fn dated(earlier: &str, later: &str, more: &[String]) -> Fixture {
    let made = |day: &str| format!("---\ncreatedAt: 2026-05-{day}\n---\n");
    let rows = [row("hub-one", "old-task", "follows-up"), row("a-signal", "hub-one", "led-to")];
    let shared =
        [row("hub-one", "new-task", "cites"), row("hub-two", "old-task", "cites"), row("hub-two", "new-task", "cites")];
    Fixture::empty()
        .write("artifacts/tasks/old-task.md", made(earlier))
        .write("artifacts/tasks/new-task.md", made(later))
        .write("artifacts/notes/hub-one.md", "")
        .write("artifacts/notes/hub-two.md", "")
        .write("artifacts/signals/a-signal.md", "")
        .rows(&[&rows[..], &shared, more].concat())
}

/// The suggestions between two nodes, queried from each of them.
fn from_both(fixture: &Fixture, one: &str, other: &str) -> [Vec<String>; 2] {
    [(one, other), (other, one)].map(|(asked, other)| {
        let answer = fixture.run(&["suggest", asked]).json();
        suggestions(&answer).into_iter().filter(|one| one.contains(other)).collect()
    })
}

#[test]
fn both_ends_suggest_the_same_edge_in_chronological_direction() {
    let between_tasks = row("x-task", "y-task", "follows-up");
    let fixture = |earlier, later| {
        let fixture = dated(earlier, later, std::slice::from_ref(&between_tasks));
        fixture.write("artifacts/tasks/x-task.md", "").write("artifacts/tasks/y-task.md", "")
    };
    let follows = |from: &str, to: &str| [(); 2].map(|()| vec![format!("{from} follows-up {to}: shared")]);
    assert_eq!(from_both(&fixture("01", "02"), "old-task", "new-task"), follows("new-task", "old-task"));
    assert_eq!(from_both(&fixture("02", "01"), "old-task", "new-task"), follows("old-task", "new-task"));
}

#[test]
fn a_relation_unused_between_nodes_of_these_kinds_is_not_suggested() {
    let mentions = [(); 2].map(|()| vec!["new-task mentions old-task: shared".to_owned()]);
    assert_eq!(from_both(&dated("01", "02", &[]), "old-task", "new-task"), mentions);
}

#[test]
fn an_edge_that_would_close_a_cycle_is_not_suggested() {
    // The older one follows up on the newer one through a third, despite their dates.
    let third = [
        row("old-task", "x-task", "follows-up"),
        row("x-task", "y-task", "follows-up"),
        row("y-task", "new-task", "follows-up"),
    ];
    let fixture =
        dated("01", "02", &third).write("artifacts/tasks/x-task.md", "").write("artifacts/tasks/y-task.md", "");
    let mentions = [(); 2].map(|()| vec!["new-task mentions old-task: shared".to_owned()]);
    assert_eq!(from_both(&fixture, "old-task", "new-task"), mentions);
}

#[test]
fn a_mention_in_the_text_of_the_other_end_decides_the_direction() {
    let fixture = dated("01", "02", &[]).write("artifacts/tasks/old-task.md", "Before new-task.\n");
    let mentions = |order: &str| vec![format!("old-task mentions new-task: {order}")];
    let found = from_both(&fixture, "old-task", "new-task");
    assert_eq!(found, [mentions("mention, shared"), mentions("shared, mention")]);
}

#[test]
fn the_intended_target_of_a_misspelled_edge_suggests_it_too() {
    let answer = workspace().run(&["suggest", "far-away"]).code(0).json();
    assert_eq!(suggestions(&answer), ["fix-cache cites far-away: dangling, mention"]);
}

#[test]
fn a_retracted_edge_is_not_suggested_again() {
    let fixture = workspace();
    fixture.run(&["refs", "add", "--from", "fix-cache", "--to", "pool-size", "--relation", "mentions"]).code(0);
    fixture.run(&["refs", "retract", "fix-cache", "pool-size", "mentions"]).code(0);
    let answer = fixture.run(&["suggest", "fix-cache"]).code(0).json();
    assert!(!suggestions(&answer).iter().any(|one| one.contains("pool-size")), "{answer}");
}

#[test]
fn no_suggestions_is_a_failure() {
    let none = workspace().run(&["suggest", "second", "--relations", "cites"]).code(1);
    assert_eq!(none.stdout, "[]\n");
    assert!(none.stderr.contains("--everywhere includes them"), "{}", none.stderr);
    let everywhere = workspace().run(&["suggest", "second", "--relations", "cites", "--everywhere"]).code(1);
    assert!(!everywhere.stderr.contains("--everywhere"), "{}", everywhere.stderr);
    let unknown = workspace().run(&["suggest", "fix-cahce"]).code(1);
    assert!(unknown.stderr.contains("did you mean \"fix-cache\"?"), "{}", unknown.stderr);
}

#[test]
fn the_readable_form_shows_the_evidence_of_each_suggestion() {
    let arguments = ["suggest", "fix-cache", "--color", "never"];
    insta::assert_snapshot!(run_on_terminal(workspace().root(), &arguments, &[]).0);
}

/// A suggested edge as seen from each of its ends: its score and the positions of the mentions that support it.
fn evidence_from_both(fixture: &Fixture, one: &str, other: &str) -> [(f64, Vec<String>); 2] {
    [(one, other), (other, one)].map(|(asked, other)| {
        let answer = fixture.run(&["suggest", asked]).code(0).json();
        let has = |link: &&Value, id: &str| link["from"] == id || link["to"] == id;
        let link = answer.as_array().unwrap().iter().find(|link| has(link, other)).unwrap();
        let place = |one: &Value| format!("{}:{} {}", one["file"].as_str().unwrap(), one["line"], one["words"]);
        (link["score"].as_f64().unwrap(), link["evidence"].as_array().unwrap().iter().map(place).collect())
    })
}

const FIRST: &str = "0196c801-7a10-7c01-8a01-3f6d2b9c0001";
const SECOND: &str = "0196c802-7a10-7c01-8a01-3f6d2b9c0002";
const THIRD: &str = "0196c803-7a10-7c01-8a01-3f6d2b9c0003";

/// Three units, of which the second names the first by its id and the third by its title.
fn units() -> Fixture {
    let unit = |id: &str, content: &str| {
        format!(
            "{{\n\"id\": \"{id}\",\n\"type\": \"assertion\",\n\"content\": \"{content}\",\n\
             \"created_at\": \"2026-05-02T00:00:00Z\",\n\"author\": \"al\"\n}}"
        )
    };
    let all = [
        unit(FIRST, "Claim One Big"),
        unit(SECOND, &format!("See {FIRST} for more")),
        unit(THIRD, "As to Claim One Big we agree"),
    ];
    Fixture::empty().write("units/u.json", format!("[\n{}\n]\n", all.join(",\n")))
}

#[test]
fn a_text_that_is_also_the_title_counts_once_from_both_ends() {
    let expected = (0.8, vec![format!("units/u.json:12 \"{FIRST}\"")]);
    assert_eq!(evidence_from_both(&units(), SECOND, FIRST), [expected.clone(), expected]);
}

#[test]
fn an_id_named_in_title_and_body_counts_once() {
    let text = "---\ntitle: After two-note\n---\nAs two-note says.\n";
    let fixture = Fixture::empty()
        .write("artifacts/notes/one-note.md", text)
        .write("artifacts/notes/two-note.md", "---\ntitle: Two\n---\n");
    let expected = (0.8, vec!["artifacts/notes/one-note.md:2 \"two-note\"".to_owned()]);
    assert_eq!(evidence_from_both(&fixture, "one-note", "two-note"), [expected.clone(), expected]);
}

#[test]
fn an_id_in_the_body_counts_more_than_a_title_in_the_title() {
    let fixture = Fixture::empty()
        .write("artifacts/notes/one-note.md", "---\ntitle: Review of the beta plan\n---\nAs two-note says.\n")
        .write("artifacts/notes/two-note.md", "---\ntitle: Beta plan\n---\n");
    let expected = (0.8, vec!["artifacts/notes/one-note.md:4 \"two-note\"".to_owned()]);
    assert_eq!(evidence_from_both(&fixture, "one-note", "two-note"), [expected.clone(), expected]);
}

#[test]
fn a_title_mentioned_within_another_title_is_reported_at_its_line() {
    let expected = (0.6, vec!["units/u.json:19 \"Claim One Big\"".to_owned()]);
    assert_eq!(evidence_from_both(&units(), THIRD, FIRST), [expected.clone(), expected]);
    let fixture = Fixture::empty()
        .write("artifacts/notes/bp.md", "---\ntitle: Beta Plan\n---\n")
        .write("artifacts/notes/rv.md", "---\ntitle: Review of the Beta Plan\n---\nReview of the Beta Plan: good.\n");
    let expected = (0.6, vec!["artifacts/notes/rv.md:2 \"Beta Plan\"".to_owned()]);
    assert_eq!(evidence_from_both(&fixture, "rv", "bp"), [expected.clone(), expected]);
}

#[test]
fn suggestions_are_filtered_by_relation() {
    let only = |verb: &str| workspace().run(&["suggest", "fix-cache", "--relations", verb]).json();
    assert_eq!(suggestions(&only("cites")), ["fix-cache cites far-away: dangling, mention"]);
    assert_eq!(suggestions(&only("led-to")), [] as [&str; 0]);
}

#[test]
fn suggestions_are_filtered_by_layer() {
    let fixture = Fixture::bare();
    unpack_demo(fixture.root()).unwrap();
    let all = fixture.run(&["suggest", "jitter-ttl"]).code(0).json();
    assert!(suggestions(&all).iter().any(|one| one.contains("hit-rate-dashboard")), "{:?}", suggestions(&all));
    let run = fixture.run(&["suggest", "jitter-ttl", "--layer", "code"]);
    assert!(!suggestions(&run.json()).iter().any(|one| one.contains("hit-rate-dashboard")));
}
