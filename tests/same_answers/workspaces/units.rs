//! Semantic units that support, rebut, contradict and refine each other, and malformed ones.

use crate::support::Fixture;

/// The id of the unit with a number.
fn id(number: usize) -> String {
    format!("0196c801-7a10-7c01-8a01-3f6d2b9c{number:04}")
}

/// A unit written in May on the day of its number.
fn unit(number: usize, kind: &str, references: &[(usize, &str)], more: &str) -> String {
    let one = |(to, rel): &(usize, &str)| format!(r#"{{"id": "{}", "rel": "{rel}"}}"#, id(*to));
    let list = references.iter().map(one).collect::<Vec<_>>().join(", ");
    let references = if list.is_empty() { String::new() } else { format!(r#", "references": [{list}]"#) };
    format!(
        r#"{{"id": "{}", "type": "{kind}", "content": "Statement {number} about the cache\nand its details", "created_at": "2026-05-{number:02}T10:00:00Z", "author": "{}"{references}{more}}}"#,
        id(number),
        if number.is_multiple_of(2) { "kim" } else { "agent" },
    )
}

pub(in super::super) fn units() -> Fixture {
    let claims = [
        unit(1, "assertion", &[], r#", "confidence": 0.5, "assumptions": ["Keys expire together", "Clocks agree"]"#),
        unit(
            2,
            "inference",
            &[(1, "derives-from")],
            r#", "source": {"label": "A book", "uri": "https://example.org"}"#,
        ),
        unit(3, "challenge", &[(1, "rebuts")], r#", "assumptions": ["The outer tier is cold"]"#),
        unit(4, "question", &[(1, "questions"), (2, "questions")], ""),
        unit(5, "assertion", &[(1, "supports"), (1, "rebuts")], ""),
        unit(6, "inference", &[(2, "derives-from"), (3, "supports")], ""),
        unit(7, "assertion", &[(5, "refines")], r#", "visibility": "network""#),
        unit(8, "inference", &[(9, "derives-from")], ""),
        unit(9, "inference", &[(8, "derives-from"), (2, "derives-from")], ""),
        unit(
            10,
            "constraint",
            &[(2, "x-org.example.limits")],
            r#", "visibility": "limited", "audience": ["ops"], "x-org.example.note": {"deep": [1, 2.50, null]}"#,
        ),
        unit(11, "assertion", &[(2, "supports"), (1, "rebuts")], ""),
        unit(12, "assertion", &[(99, "supports"), (1, "refines")], ""),
        unit(13, "question", &[(11, "rebuts"), (12, "supports")], ""),
        unit(
            14,
            "challenge",
            &[(3, "rebuts"), (13, "notifies")],
            r#", "proof": {"method": "m", "value": "z1", "created": "2026-05-14T10:00:00Z"}"#,
        ),
    ];
    let malformed = [
        unit(15, "guess", &[(1, "likes")], r#", "confidence": 2, "mood": "good""#),
        unit(16, "assertion", &[], r#", "visibility": "limited", "source": 3"#),
        unit(1, "assertion", &[], ""),
        format!(r#"{{"id": "{}", "references": [{{"rel": "supports"}}, {{"id": "here"}}, 7]}}"#, id(17)),
        r#"{"id": "not-a-uuid", "type": "assertion", "content": " ", "created_at": "yesterday", "author": "kim"}"#
            .to_owned(),
        "7".to_owned(),
    ];
    let (one, two) = (id(1), id(2));
    let rows = [
        format!(
            r#"{{"ts":"2026-05-20T10:00:00.000Z","from":"{two}","to":"unit:{one}","relation":"supports","actor":"kim"}}"#
        ),
        format!(
            r#"{{"ts":"2026-05-21T10:00:00.000Z","from":"{}","to":"{two}","relation":"refines","actor":"cli"}}"#,
            id(14)
        ),
        format!(
            r#"{{"ts":"2026-05-22T10:00:00.000Z","actor":"kim","retracts":{{"from":"{}","to":"{two}","relation":"refines","ts":"2026-05-21T10:00:00.000Z"}}}}"#,
            id(14)
        ),
        format!(
            r#"{{"ts":"2026-05-23T10:00:00.000Z","from":"{one}","to":"unit:{}","relation":"cites","actor":"cli"}}"#,
            id(98)
        ),
    ];
    Fixture::bare()
        .write("units/claims.json", format!("[{}]", claims[..9].join(",\n")))
        .write("units/more/claims.jsonl", format!("{}\n{{\n\n", claims[9..].join("\n")))
        .write("units/malformed.json", format!("[{}]", malformed.join(",\n")))
        .write("units/broken.json", "[{")
        .rows(&rows)
}
