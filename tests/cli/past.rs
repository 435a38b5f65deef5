//! `--as-of` and `diff`: the graph at an earlier time, and the changes since then.

use crate::support::Fixture;
use rstest::rstest;
use serde_json::{Value, json};
use std::fs::File;
use std::time::{Duration, UNIX_EPOCH};

fn row(day: &str, actor: &str, from: &str, relation: &str, to: &str) -> String {
    let ts = format!("2026-05-{day}T10:00:00.000Z");
    json!({"ts": ts, "from": from, "to": to, "relation": relation, "actor": actor}).to_string()
}

/// A log that is out of order, with a retracted edge, an edge that was added and retracted, and a row without a time.
/// The files are dated January, except `late.md`, which is dated 10 May.
fn fixture() -> Fixture {
    let retracts = |day: &str, from: &str, to: &str, of: &str| {
        let of = format!("2026-05-{of}T10:00:00.000Z");
        let retracts = json!({"from": from, "to": to, "relation": "led-to", "ts": of});
        json!({"ts": format!("2026-05-{day}T10:00:00.000Z"), "actor": "kim", "retracts": retracts}).to_string()
    };
    let fixture = Fixture::clean()
        .write("artifacts/tasks/late.md", "---\ntitle: Late\nstatus: todo\nmentions: [m]\n---\nSee [[b]].\n")
        .rows(&[
            row("04", "agent", "a", "cites", "ghost"),
            row("01", "cli", "s", "led-to", "a"),
            retracts("05", "s", "a", "01"),
            row("03", "cli", "a", "led-to", "b"),
            row("06", "agent", "s", "led-to", "b"),
            retracts("07", "s", "b", "06"),
            r#"{"from":"b","to":"timeless","relation":"cites","actor":"cli"}"#.to_owned(),
        ]);
    let tenth = UNIX_EPOCH + Duration::from_secs(1_778_371_200);
    File::options().append(true).open(fixture.path("artifacts/tasks/late.md")).unwrap().set_modified(tenth).unwrap();
    fixture
}

/// The lines of the log whose edges are in the answer.
fn lines(edges: &Value) -> Vec<i64> {
    let of_log = edges.as_array().unwrap().iter().filter(|edge| edge["file"] == "references.jsonl");
    let mut lines: Vec<_> = of_log.map(|edge| edge["line"].as_i64().unwrap()).collect();
    lines.sort_unstable();
    lines
}

#[rstest]
#[case::before_all("2026-04-01", &[])]
#[case::the_first("2026-05-02", &[2])]
#[case::at_the_moment("2026-05-01T10:00:00.000Z", &[2])]
#[case::just_before("2026-05-01T09:59:59.999Z", &[])]
#[case::out_of_order("2026-05-04T12:00:00Z", &[1, 2, 4])]
#[case::retracted("2026-05-05T12:00:00Z", &[1, 4])]
#[case::in_another_zone("2026-05-04T12:00:00+02:00", &[1, 2, 4])]
#[case::now("2027-01-01", &[1, 4])]
fn edges_are_those_of_rows_up_to_the_time(#[case] time: &str, #[case] expected: &[i64]) {
    let run = fixture().run(&["refs", "a", "--direction", "both", "--as-of", time]).code(0);
    assert_eq!(lines(&run.json()), expected);
}

#[test]
fn an_edge_retracted_later_is_not_marked_as_retracted() {
    let retracted = |time: &str| {
        let run = fixture().run(&["refs", "s", "--retracted", "--as-of", time]).code(0).json();
        run.as_array().unwrap().iter().map(|edge| edge.get("retracted").is_some()).collect::<Vec<_>>()
    };
    assert_eq!(retracted("2026-05-02"), [false]);
    assert_eq!(retracted("2026-05-06"), [true]);
}

#[test]
fn a_node_exists_from_the_time_of_its_file_or_first_edge() {
    let ids = |time: &str, more: &[&str]| {
        let run = fixture().run(&[&["list", "--as-of", time], more].concat()).code(0).json();
        run.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    // A row without a time has always existed, and so have the nodes it names.
    let listed = |time: &str| (ids(time, &[]), ids(time, &["--missing"]));
    let expected = |defined: &str, missing: &str| (defined.to_owned(), missing.to_owned());
    assert_eq!(listed("2026-01-01"), expected("b", "timeless"));
    assert_eq!(listed("2026-05-02"), expected("a b m s self", "timeless"));
    assert_eq!(listed("2026-05-05"), expected("a b m s self", "ghost timeless"));
    assert_eq!(listed("2026-05-11"), expected("a b late m s self", "ghost timeless"));
}

#[test]
fn a_time_in_the_content_takes_precedence_over_that_of_the_file() {
    let unit = |id: u32, created: &str| {
        let id = format!("0196c801-7a10-7c01-8a01-3f6d2b9c000{id}");
        json!({"id": id, "type": "assertion", "content": created, "created_at": created, "author": "ada"})
    };
    let units = json!([unit(1, "2026-02-01T00:00:00Z"), unit(2, "2025-12-01T00:00:00Z")]);
    let fixture = Fixture::bare()
        .write("units/u.json", units.to_string())
        .write("artifacts/notes/n.md", "---\ntitle: Old\ncreatedAt: 2025-11-01\n---\n")
        .write("kinds/note.md", "---\nkind: note\n---\n");
    let titles = |time: &str| {
        let run = fixture.run(&["list", "--as-of", time]).code(0).json();
        run.as_array().unwrap().iter().map(|node| node["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles("2025-12-15"), ["2025-12-01T00:00:00Z", "Old"]);
    assert_eq!(titles("2026-01-15"), ["2025-12-01T00:00:00Z", "Old"]);
    assert_eq!(titles("2026-02-15"), ["2026-02-01T00:00:00Z", "2025-12-01T00:00:00Z", "Old"]);
}

#[test]
fn relative_times_are_relative_to_the_given_now() {
    let run = fixture().run(&["refs", "a", "--direction", "both", "--as-of", "-2d", "--now", "2026-05-04"]).code(0);
    assert!(run.stderr.contains("as of: 2026-05-02T00:00:00.000Z: 6 of 8 nodes, 5 of 8 edges"), "{}", run.stderr);
    assert_eq!(lines(&run.json()), [2]);
}

#[rstest]
#[case::trace(&["trace", "a"])]
#[case::show(&["show", "a"])]
#[case::impact(&["impact", "a"])]
#[case::tree(&["tree"])]
#[case::stats(&["stats"])]
#[case::search(&["search", "a"])]
#[case::list(&["list"])]
fn every_query_ignores_later_changes(#[case] question: &[&str]) {
    let fixture = fixture();
    let then = fixture.run(&[question, &["--as-of", "2026-05-02"]].concat()).code(0).stdout;
    let cut = fixture.rows(&[
        row("01", "cli", "s", "led-to", "a"),
        r#"{"from":"b","to":"timeless","relation":"cites","actor":"cli"}"#.to_owned(),
    ]);
    let cut = cut.remove("artifacts/tasks/late.md").run(question).code(0).stdout;
    // The rows are on different lines than in the complete log.
    let without_lines = |text: &str| -> String {
        let mut parts = text.split("\"line\":");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |so_far, part| so_far + part.trim_start_matches(|c: char| c.is_ascii_digit()))
    };
    assert_eq!(without_lines(&then), without_lines(&cut));
}

#[test]
fn the_doctor_omits_findings_about_later_files() {
    let fixture = fixture().write("artifacts/tasks/broken.md", "---\ntitle: [\n---\n");
    let codes = |time: &str| {
        let report = fixture.run(&["doctor", "--as-of", time]).json();
        let findings = report["findings"].as_array().unwrap().clone();
        findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(codes("2026-05-02").contains(&"frontmatter-invalid".to_owned()));
    assert!(!codes("2026-01-01").contains(&"frontmatter-invalid".to_owned()));
    // A missing time is reported as of any time.
    assert!(codes("2026-01-01").contains(&"row-undated".to_owned()));
    let dangling = |time: &str| codes(time).iter().filter(|code| code.starts_with("dangling")).count();
    assert_eq!((dangling("2026-05-02"), dangling("2026-05-05")), (1, 2));
}

#[test]
fn a_file_changed_later_is_not_checked_for_missing_content() {
    // The task was referenced before its file was changed, and only the changed version is known.
    let fixture = fixture().rows(&[row("01", "cli", "s", "led-to", "late")]);
    let report = fixture.run(&["doctor", "--as-of", "2026-05-02"]).json();
    let codes: Vec<_> = report["findings"].as_array().unwrap().iter().map(|finding| &finding["code"]).collect();
    assert!(!codes.contains(&&json!("task-without-mission")), "{report}");
}

#[test]
fn a_missing_mapped_file_exists_from_the_time_of_its_mapping() {
    let fixture = Fixture::model();
    let files = |time: &str| {
        let nodes = fixture.run(&["list", "--kind", "file", "--as-of", time]).code(0).json();
        nodes.as_array().unwrap().len()
    };
    assert_eq!(files("2020-01-01"), 0);
    assert!(files("2026-05-01") > 0);
}

#[test]
fn a_diff_is_filtered_by_layer_and_confidence() {
    let edges = [("app", "lib", "calls"), ("app", "crash", "caused")].map(|(from, to, kind)| {
        format!(r#"{{"source": "{from}", "target": "{to}", "kind": "{kind}", "ts": "2026-05-04"}}"#)
    });
    let fixture = Fixture::bare().causal(&edges.join(","));
    let counts = |more: &[&str]| {
        let asked = ["diff", "--from", "2026-05-01", "--now", "2026-05-05"];
        let answer = fixture.run(&[&asked[..], more].concat()).code(0).json();
        (answer["counts"]["nodes"].as_u64().unwrap(), answer["counts"]["edges"].as_u64().unwrap())
    };
    assert_eq!(counts(&[]).1, 2);
    assert_eq!(counts(&["--layer", "code"]).1, 1);
    assert!(counts(&["--layer", "code"]).0 <= 2);
    assert_eq!(counts(&["--min-confidence", "0.9"]).1, 1);
}

#[test]
fn an_id_added_later_is_unknown() {
    let run = fixture().run(&["show", "ghost", "--as-of", "2026-05-02"]).code(1);
    let said = "unknown id \"ghost\" as of 2026-05-02T00:00:00.000Z";
    assert!(run.stderr.contains(said), "{}", run.stderr);
}

#[test]
fn confidence_is_that_of_the_given_time() {
    let edges = r#"{"source": "app", "target": "lib", "kind": "calls", "ts": "2026-01-01T00:00:00Z"}"#;
    let fixture = Fixture::bare().causal(edges);
    let confidence = |more: &[&str]| fixture.run(&[&["refs", "app"], more].concat()).json()[0]["confidence"].clone();
    assert_eq!(confidence(&["--as-of", "2026-06-30"]), json!(0.5));
    assert_eq!(confidence(&["--as-of", "2026-06-30", "--now", "2026-01-01"]), json!(1.0));
}

#[rstest]
#[case::adding(&["refs", "add", "--from", "a", "--to", "b", "--relation", "cites"], "the past cannot be changed")]
#[case::retracting(&["refs", "retract", "a", "b", "led-to"], "the past cannot be changed")]
#[case::status(&["status", "a", "running"], "the past cannot be changed")]
#[case::following(&["refs", "--follow"], "--follow shows only new edges")]
#[case::demo(&["demo", "--into", "somewhere"], "this command does not query a graph")]
#[case::cache(&["cache"], "this command does not query a graph")]
fn commands_that_query_nothing_refuse_as_of(#[case] command: &[&str], #[case] why: &str) {
    let fixture = fixture();
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&[command, &["--as-of", "-7d"]].concat()).code(2);
    assert!(run.stderr.contains("--as-of applies only to queries") && run.stderr.contains(why), "{}", run.stderr);
    assert_eq!(fixture.read("references.jsonl"), before);
}

#[test]
fn the_screen_opens_at_the_given_time() {
    let run = fixture().run(&["--as-of", "2026-05-02", "--keys", "", "--print", "text"]).code(0);
    assert!(run.stdout.contains("PAST 2026-05-02 00:00"), "{}", run.stdout);
}

#[test]
fn a_diff_lists_added_and_retracted_edges_by_actor_and_relation() {
    let answer = fixture().run(&["diff", "--from", "2026-05-02", "--to", "2026-05-20"]).code(0).json();
    assert_eq!(answer["counts"], json!({"nodes": 2, "edges": 4, "retracted": 2}));
    assert_eq!(
        (&answer["from"], &answer["to"]),
        (&json!("2026-05-02T00:00:00.000Z"), &json!("2026-05-20T00:00:00.000Z"))
    );
    let nodes = answer["nodes"].as_array().unwrap();
    let nodes: Vec<_> = nodes.iter().map(|node| (node["id"].clone(), node["since"].clone())).collect();
    assert_eq!(
        nodes,
        [(json!("ghost"), json!("2026-05-04T10:00:00.000Z")), (json!("late"), json!("2026-05-10T00:00:00.000Z"))]
    );
    let changes = answer["changes"].as_array().unwrap();
    let listed: Vec<_> = changes
        .iter()
        .map(|group| {
            let count = |list: &str| group[list].as_array().unwrap().len();
            (group["actor"].clone(), group["relation"].clone(), count("edges"), count("retracted"))
        })
        .collect();
    let group = |actor: &str, relation: &str, edges, retracted| (json!(actor), json!(relation), edges, retracted);
    let expected = [
        group("kim", "led-to", 0, 2),
        group("agent", "cites", 1, 0),
        group("body", "mentions", 1, 0),
        group("cli", "led-to", 1, 0),
        group("frontmatter", "mentions", 1, 0),
    ];
    assert_eq!(listed, expected);
    let retraction = json!({"ts": "2026-05-05T10:00:00.000Z", "actor": "kim", "file": "references.jsonl", "line": 3});
    assert_eq!(changes[0]["retracted"][0]["retraction"], retraction);
    assert_eq!(changes[0]["retracted"][0]["from"], "s");
}

#[test]
fn a_diff_ends_at_the_given_time() {
    let fixture = fixture();
    let edges = |to: &str| {
        let answer = fixture.run(&["diff", "--from", "2026-05-02", "--to", to]).code(0).json();
        (answer["counts"]["edges"].clone(), answer["counts"]["retracted"].clone())
    };
    // An edge retracted later counts as added and is not marked.
    let answer = fixture.run(&["diff", "--from", "2026-05-05T12:00:00Z", "--to", "2026-05-06T12:00:00Z"]).json();
    assert_eq!(answer["changes"][0]["edges"][0].get("retracted"), None);
    assert_eq!(edges("2026-05-02"), (json!(0), json!(0)));
    assert_eq!(edges("2026-05-03T12:00:00Z"), (json!(1), json!(0)));
    let run = fixture.run(&["diff", "--from", "2026-05-02", "--to", "2026-05-01"]).code(2);
    assert!(run.stderr.contains("--to is before --from"), "{}", run.stderr);
}

#[test]
fn the_readable_form_of_a_diff_matches_its_snapshot() {
    let run = fixture().run(&["diff", "--from", "2026-05-02", "--format", "human"]).code(0);
    insta::assert_snapshot!(format!("{}\n{}", run.stdout, run.stderr));
}

#[test]
fn a_diff_with_as_of_ends_at_that_time() {
    let fixture = fixture();
    let ended = fixture.run(&["diff", "--from", "2026-05-02", "--to", "2026-05-04T12:00:00Z"]).code(0).json();
    for more in [&[][..], &["--to", "2026-05-20"]] {
        let as_of = [&["diff", "--from", "2026-05-02", "--as-of", "2026-05-04T12:00:00Z"], more].concat();
        assert_eq!(fixture.run(&as_of).code(0).json(), ended);
    }
}

#[rstest]
#[case(&["log", "--since", "-1d"], "2026-05-05")]
#[case(&["log", "--as-of", "-1d"], "2026-05-05")]
#[case(&["list", "--as-of", "-1d"], "2026-05-05")]
#[case(&["stats", "--as-of", "-1d"], "2026-05-05")]
#[case(&["doctor", "--as-of", "-1d"], "2026-05-05")]
fn every_query_accepts_now(#[case] asked: &[&str], #[case] now: &str) {
    let fixture = fixture();
    let relative = fixture.run(&[asked, &["--now", now]].concat());
    let absolute: Vec<_> = asked.iter().map(|word| if *word == "-1d" { "2026-05-04" } else { word }).collect();
    assert_eq!(relative.stdout, fixture.run(&absolute).stdout);
    assert_ne!(relative.stdout, fixture.run(&[asked, &["--now", "2026-05-02"]].concat()).stdout);
}

#[rstest]
#[case(&["refs", "add", "--from", "a", "--to", "b", "--relation", "cites"])]
#[case(&["status", "s", "addressed"])]
#[case(&["cache"])]
fn commands_that_query_nothing_refuse_now(#[case] command: &[&str]) {
    let run = fixture().run(&[command, &["--now", "2026-05-05"]].concat()).code(2);
    assert!(run.stderr.contains("--now applies only to queries"), "{}", run.stderr);
}

#[test]
fn a_model_node_named_in_the_log_before_its_file_has_no_findings() {
    // The file of the node is dated January, like all files, but the log names the node a year earlier.
    let row = json!({"ts": "2025-01-01", "from": "legacy", "to": "shop/orders", "relation": "led-to", "actor": "cli"});
    let fixture = Fixture::model().rows(&[row.to_string()]);
    let findings = |arguments: &[&str]| {
        let report = fixture.run(&[&["doctor"], arguments].concat()).json();
        let found = report["findings"].as_array().unwrap().clone();
        found.into_iter().filter(|one| one["system"] == "yggdrasil").collect::<Vec<_>>()
    };
    assert_ne!(fixture.run(&["show", "shop/orders", "--as-of", "2025-06-01"]).code(0).stdout, "");
    assert_eq!(findings(&["--as-of", "2025-06-01"]), [] as [Value; 0]);
}
