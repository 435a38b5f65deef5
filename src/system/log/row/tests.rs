//! Lines as programs, merges and crashes leave them.

use super::*;
use crate::system::log::retraction::Retracts;

const ROW: &str = r#"{"ts":"2026-01-01T00:00:00.000Z","from":"a","to":"b","relation":"led-to","actor":"cli"}"#;
const NEXT: &str = r#"{"ts":"2026-01-02T00:00:00.000Z","from":"c","to":"d","relation":"cites","actor":"cli"}"#;

const BACK: &str = r#"{"ts":"2026-01-03T00:00:00.000Z","actor":"tui","retracts":{"from":"a","to":"b","relation":"led-to","ts":"2026-01-01T00:00:00.000Z"}}"#;

/// Each record as `from>to`, `-from>to` for a retraction, `malformed` or `incomplete`.
fn read(line: &str) -> Vec<String> {
    let shown = |record: Record<'_>| match record.content {
        Ok(Entry::Edge(row)) => format!("{}>{}", row.from, row.to),
        Ok(Entry::Retraction(row)) => format!("-{}>{}", row.retracts.from, row.retracts.to),
        Err(RowError::Malformed(_)) => "malformed".to_owned(),
        Err(RowError::Incomplete(_)) => "incomplete".to_owned(),
    };
    records(line.as_bytes()).into_iter().map(shown).collect()
}

#[test]
fn a_row_is_an_edge_with_its_fields() {
    let line = r#" {"relation":"cites","from":"a","to":"ü","x":{"y":[1]},"reason":"\n"} "#;
    let [record] = &records(line.as_bytes())[..] else { panic!("one record") };
    let Ok(Entry::Edge(row)) = &record.content else { panic!("an edge") };
    assert_eq!((&*row.from, &*row.to, &*row.relation), ("a", "ü", "cites"));
    assert_eq!((row.ts.as_deref(), row.actor.as_deref(), row.reason.as_deref()), (None, None, Some("\n")));
}

#[test]
fn blank_lines_have_no_records() {
    for line in ["", "  ", "\t\r"] {
        assert_eq!(read(line), [] as [&str; 0]);
    }
}

#[test]
fn a_row_without_from_to_or_relation_is_incomplete() {
    let lines = [
        r#"{"to":"b","relation":"r"}"#,
        r#"{"from":"","to":"b","relation":"r"}"#,
        r#"{"from":null,"to":"b","relation":"r"}"#,
        r#"{"from":1,"to":"b","relation":"r"}"#,
        r#"{"from":"a","relation":"r"}"#,
        r#"{"from":"a","to":"b"}"#,
        "[]",
        "42",
        r#"["2026-01-01","a","b","led-to","cli","why"]"#,
    ];
    for line in lines {
        assert_eq!(read(line), ["incomplete"], "{line}");
    }
}

#[test]
fn invalid_values_in_other_fields_do_not_invalidate_the_edge() {
    assert_eq!(read(r#"{"ts":5,"from":"a","to":"b","relation":"r","actor":{"x":1}}"#), ["a>b"]);
    assert_eq!(read(r#"{"from":"x","from":"a","to":"b","relation":"r"}"#), ["a>b"]);
}

#[test]
fn a_retraction_names_the_rows_it_retracts() {
    let line = r#"{"retracts":{"ts":"x","relation":"r","to":"\u0062","from":"a","more":1},"reason":"why","from":""}"#;
    let [record] = &records(line.as_bytes())[..] else { panic!("one record") };
    let Ok(Entry::Retraction(row)) = &record.content else { panic!("a retraction: {record:?}") };
    let retracts = Retracts { from: "a".into(), to: "b".into(), relation: "r".into(), ts: Some("x".into()) };
    assert_eq!((&row.ts, &row.actor, row.reason.as_deref(), &row.retracts), (&None, &None, Some("why"), &retracts));
}

#[test]
fn a_retraction_without_from_to_or_relation_is_incomplete() {
    let rows = [
        ("1", "retracts is not an object"),
        ("[]", "retracts is not an object"),
        (r#"{"from":"a","to":"b"}"#, "retracts is missing relation"),
        (r#"{"from":"","relation":"r"}"#, "retracts is missing from, to"),
        (r#"{"from":1,"to":"b","relation":"r"}"#, "in retracts, \"from\" is not a string"),
        ("null", "missing from, to, relation"),
    ];
    for (retracts, reason) in rows {
        for row in [format!(r#"{{"retracts":{retracts}}}"#), format!(r#"{{"x":1,"retracts":0,"retracts":{retracts}}}"#)]
        {
            let [record] = &records(row.as_bytes())[..] else { panic!("one record") };
            let Err(RowError::Incomplete(incomplete)) = &record.content else { panic!("{record:?}") };
            assert_eq!(incomplete.reason, reason, "{row}");
        }
    }
}

#[test]
fn an_edge_with_a_retracts_field_is_an_edge() {
    let row = ROW.replace("\"cli\"", r#""cli","retracts":{"from":"x","to":"y","relation":"r"}"#);
    assert_eq!(read(&row), ["a>b"]);
}

#[test]
fn a_ts_that_is_not_a_string_is_kept_verbatim_in_rows_and_retractions() {
    for ts in ["5", "5.0", "null", "true", "[\"x\", 1]", "{\"a\":1e999}"] {
        let expected = Some(crate::graph::Ts::Json(ts.into()));
        let line = format!(r#"{{"ts":{ts},"from":"a","to":"b","relation":"r"}}"#);
        let Ok(Entry::Edge(row)) = records(line.as_bytes()).remove(0).content else { panic!("{line}") };
        assert_eq!(row.ts, expected);
        assert_eq!(serde_json::to_string(&row).unwrap(), line);
        let line = format!(r#"{{"retracts":{{"from":"a","to":"b","relation":"r","ts":{ts}}}}}"#);
        let Ok(Entry::Retraction(back)) = records(line.as_bytes()).remove(0).content else { panic!("{line}") };
        assert_eq!(back.retracts, Retracts::of(&row));
        assert_eq!(serde_json::to_string(&back).unwrap(), line);
    }
}

#[test]
fn a_written_row_reads_back_the_same() {
    for row in [ROW, BACK] {
        let content = records(row.as_bytes()).remove(0).content.unwrap();
        assert_eq!(serde_json::to_string(&content).unwrap(), row);
    }
}

#[test]
fn glued_records_are_both_read() {
    assert_eq!(read(&format!("{ROW}{NEXT}")), ["a>b", "c>d"]);
    assert_eq!(read(&format!("{ROW} {NEXT}{ROW}")), ["a>b", "c>d", "a>b"]);
    assert_eq!(read(&format!("{ROW}{BACK}{NEXT}")), ["a>b", "-a>b", "c>d"]);
}

#[test]
fn rows_are_read_the_same_alone_and_glued() {
    for odd in [r#""\ud800""#, "1e999", &format!("{}{}", "[".repeat(5_000), "]".repeat(5_000))] {
        let row = ROW.replace("\"cli\"", &format!("\"cli\",\"x\":{odd}"));
        assert_eq!(read(&row), ["a>b"], "{odd}");
        assert_eq!(read(&format!("{row}{NEXT}")), ["a>b", "c>d"], "{odd}");
        assert_eq!(read(&format!("{NEXT}{row}")), ["c>d", "a>b"], "{odd}");
    }
}

#[test]
fn a_complete_row_after_a_torn_one_is_found_wherever_the_tear_is() {
    for torn in [ROW, BACK] {
        for cut in 1..torn.len() {
            for (whole, contents) in [(NEXT, "c>d"), (BACK, "-a>b")] {
                assert_eq!(read(&format!("{}{whole}", &torn[..cut])), ["malformed", contents], "{cut}");
                assert_eq!(read(&format!("{whole}{}", &torn[..cut])), [contents, "malformed"], "{cut}");
            }
        }
    }
}

#[test]
fn an_object_inside_a_torn_record_is_not_taken_for_a_row() {
    let torn = r#"{"ts":"x","actor":"a","retracts":{"from":"a","to":"b","relation":"r","ts":"x"}"#;
    assert_eq!(read(torn), ["malformed"]);
    let torn = r#"{"ts":"x","meta":{"ts":"x","from":"ghost","to":"b","relation":"r"},"ac"#;
    assert_eq!(read(torn), ["malformed"]);
}

#[test]
fn a_long_run_of_row_starts_is_one_record() {
    for start in ["{\"ts\":", "{\"ts\":["] {
        assert_eq!(read(&start.repeat(100_000)), ["malformed"]);
    }
}

#[test]
fn noise_is_malformed() {
    assert_eq!(read("not json"), ["malformed"]);
    assert_eq!(read(&format!("\0\0\0{ROW}")), ["malformed", "a>b"]);
    assert_eq!(read(&format!("{{\"ts\":\"20{ROW}\0\0\0")), ["malformed", "a>b", "malformed"]);
    assert_eq!(read(&"[".repeat(100_000)), ["malformed"]);
    assert!(records(&[b"\xff", ROW.as_bytes()].concat())[0].content.is_err());
}

/// Inserts bytes into a field of a row, given by its key or its value.
fn damaged(field: &str, bytes: &[u8]) -> Vec<u8> {
    let row = ROW.replacen('}', r#","reason":"why","x":{"y":["z"]}}"#, 1);
    let at = row.find(field).unwrap() + field.len() - 1;
    [&row.as_bytes()[..at], bytes, &row.as_bytes()[at..]].concat()
}

#[test]
fn text_that_is_not_unicode_in_any_field_is_read_as_the_replacement_character() {
    let fields =
        ["\"2026-01-01T00:00:00.000Z\"", "\"a\"", "\"b\"", "\"led-to\"", "\"cli\"", "\"why\"", "\"z\"", "\"x\""];
    for field in fields {
        for bytes in [&b"\xff"[..], b"\\ud83d", b"\\uDE00", b"\xe2\x82"] {
            let line = damaged(field, bytes);
            let shown = String::from_utf8_lossy(&line).into_owned();
            let [record] = &records(&line)[..] else { panic!("{shown}") };
            let Ok(Entry::Edge(row)) = &record.content else { panic!("{shown}: {record:?}") };
            assert!(record.is_damaged, "{shown}");
            let texts = [
                row.ts.as_deref(),
                Some(&*row.from),
                Some(&row.to),
                Some(&row.relation),
                row.actor.as_deref(),
                row.reason.as_deref(),
            ];
            let contents = texts.map(|text| text.unwrap().replace('\u{fffd}', ""));
            assert_eq!(contents, ["2026-01-01T00:00:00.000Z", "a", "b", "led-to", "cli", "why"], "{shown}");
            let replaced = texts.into_iter().flatten().filter(|text| text.contains('\u{fffd}')).count();
            assert_eq!(replaced, usize::from(!["\"z\"", "\"x\""].contains(&field)), "{shown}");
        }
    }
}

#[test]
fn a_damaged_row_is_read_when_glued_or_after_a_torn_one() {
    for bytes in [&b"\xff"[..], b"\\ud800"] {
        let row = damaged("\"a\"", bytes);
        let contents = |line: &[u8]| -> Vec<_> {
            records(line).into_iter().map(|record| (record.content.is_ok(), record.is_damaged)).collect()
        };
        assert_eq!(contents(&[&row, NEXT.as_bytes()].concat()), [(true, true), (true, false)]);
        assert_eq!(contents(&[NEXT.as_bytes(), b" ", &row].concat()), [(true, false), (true, true)]);
        assert_eq!(contents(&[&ROW.as_bytes()[..40], &row].concat()), [(false, false), (true, true)]);
        assert_eq!(contents(&[&row, &ROW.as_bytes()[..40]].concat()), [(true, true), (false, false)]);
    }
}

#[test]
fn a_row_after_other_text_belongs_to_that_text() {
    let texts = [
        "// ",
        "# ",
        "- ",
        "> ",
        "see ",
        "* \"",
        "1 ",
        "null ",
        "\"note\" ",
        "\"note\": ",
        "[1] ",
        "[",
        "\u{feff}",
        "}",
        ",",
    ];
    for text in texts {
        assert_eq!(read(&format!("{text}{ROW}")), ["malformed"], "{text}");
        assert_eq!(read(&format!("  {text}{ROW}{NEXT}")), ["malformed"], "{text}");
        assert_eq!(read(&format!("{ROW}{text}{NEXT}")), ["a>b", "malformed"], "{text}");
        covers(&format!("{ROW}{text}{NEXT} "));
    }
}

#[test]
fn a_quoted_row_is_not_a_row() {
    assert_eq!(read(&serde_json::to_string(ROW).unwrap()), ["incomplete"]);
    assert_eq!(read(&format!("`{ROW}`")), ["malformed"]);
}

#[test]
fn blanks_before_a_record_are_not_a_record() {
    let broken = r#"{"ts":1,"from":"a","to":"b","relation":"r",}"#;
    for blanks in ["", " ", " \t "] {
        assert_eq!(read(&format!("{blanks}{broken}")), ["malformed"]);
        assert_eq!(read(&format!("{blanks}{broken}{NEXT}")), ["malformed", "c>d"]);
        assert_eq!(read(&format!("{ROW}{blanks}{broken}")), ["a>b", "malformed"]);
        covers(&format!("{blanks}{broken}{NEXT}"));
    }
}

#[test]
fn the_records_of_a_line_cover_it() {
    for end in ["x", "  \r", ""] {
        covers(&format!("{}{NEXT} {ROW}{end}", &ROW[..30]));
    }
}

fn covers(line: &str) {
    let records = records(line.as_bytes());
    assert_eq!(records[0].span.start, 0);
    assert!(records.windows(2).all(|pair| pair[0].span.end == pair[1].span.start));
    assert_eq!(records.last().unwrap().span.end, line.len());
}
