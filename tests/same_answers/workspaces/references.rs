//! Artifacts, kinds and a log with every finding of the reference graph.

use crate::support::Fixture;

const LOG: &str = r#"{"ts":"2026-05-01T10:00:00.000Z","from":"s","to":"a","relation":"led-to","actor":"cli"}
{"ts":"2026-05-02T10:00:00.000Z","from":"s","to":"a","relation":"led-to","actor":"agent","reason":"Seen again"}
{"ts":"2026-05-02T10:00:00.000Z","from":"s","to":"a","relation":"led-to","actor":"agent","reason":"Seen again"}
{"ts":"2026-05-03T10:00:00.000Z","from":"a","to":"b","relation":"led-to","actor":"cli"}
{"ts":"2026-05-04T10:00:00.000Z","from":"b","to":"overview","relation":"led-to","actor":"kim"}
{"ts":"2026-05-05T10:00:00.000Z","from":"overview","to":"a","relation":"led-to","actor":"kim"}
{"ts":"2026-05-06T10:00:00.000Z","from":"b","to":"b","relation":"follows-up","actor":"kim"}
{"ts":"2026-05-07T10:00:00.000Z","from":"a","to":"s","relation":"addresses","actor":"tui"}
{"ts":"2026-05-07T11:00:00.000Z","from":"s","to":"a","relation":"resolves","actor":"agent"}
{"ts":"2026-05-08T10:00:00.000Z","from":"s","to":"b","relation":"triggered","actor":"agent"}
{"ts":"2026-05-08T11:00:00.000Z","from":"b","to":"s","relation":"caused-by","actor":"agent"}
{"ts":"2026-05-09T10:00:00.000Z","from":"restart","to":"a","relation":"x-org.example.unblocks","actor":"agent"}
{"ts":"2026-05-09T11:00:00.000Z","from":"restart","to":"b","relation":"led-too","actor":"agent"}
{"ts":"2026-05-10T10:00:00.000Z","from":"overview","to":"gone","relation":"cites","actor":"kim"}
{"ts":"2026-05-10T11:00:00.000Z","from":"lost-source","to":"overview","relation":"cites","actor":"kim"}
{"ts":"2026-05-10T12:00:00.000Z","from":"reference:a","to":"reference:b","relation":"cites","actor":"kim"}
{"ts":"2026-05-11T10:00:00.000Z","from":"restart","to":"s","relation":"supersedes","actor":"cli"}
{"ts":"2026-05-11T11:00:00.000Z","from":"s","to":"restart","relation":"supersedes","actor":"cli"}
{"ts":"2026-05-12T10:00:00.000Z","from":"m","to":"restart","relation":"led-to","actor":"cli"}
{"ts":"2026-05-13T10:00:00.000Z","actor":"kim","retracts":{"from":"m","to":"restart","relation":"led-to","ts":"2026-05-12T10:00:00.000Z"},"reason":"Wrong node"}
{"ts":"2026-05-13T11:00:00.000Z","actor":"kim","retracts":{"from":"m","to":"a","relation":"led-to","ts":"2026-05-12T10:00:00.000Z"}}
{"from":"m","to":"s","relation":"mentions","actor":"cli"}
{"ts":"2026-05-13T12:00:00.000Z","actor":"kim","retracts":{"from":"m","to":"s","relation":"mentions"}}
{"ts":17,"from":"m","to":"b","relation":"mentions","actor":"cli"}
{"ts":"last week","from":"m","to":"a","relation":"mentions","actor":7}
{"ts":"2026-05-14T10:00:00.000Z","from":"m","relation":"mentions","actor":"cli"}
not a row
{"ts":"2026-05-14T11:00:00.000Z","from":"wrong","to":"a","relation":"cites","actor":"cli"}{"ts":"2026-05-14T12:00:00.000Z","from":"wrong","to":"b","relation":"cites","actor":"cli"}
{"ts":"2026-05-15T10:00:00.000Z","from":"ızgara-görevi","to":"a","relation":"follows-up","actor":"kim","reason":"half \ud800 a pair"}
{"ts":"2026-05-20T10:00:00.000Z","from":"m","to":"restart","relation":"led-to","actor":"agent"}
{"ts":"2026-05-21T10:00:00.000Z","from":"unclosed","to":"invalid","rela"#;

const AUDIT: &str = r#"{"ts":"2026-05-01T10:00:00.000Z","op":"refs.add","from":"s","to":"a","relation":"led-to","actor":"cli","duration_ms":1}
{"ts":"2026-05-07T10:00:00.000Z","op":"refscope.intent","intends":{"op":"artifact.status","id":"s","previous":"open","new_status":"addressed","edge":{"from":"a","to":"s","relation":"addresses","ts":"2026-05-07T10:00:00.000Z"}},"actor":"tui","duration_ms":4}
"#;

pub(in super::super) fn references() -> Fixture {
    Fixture::clean()
        .write("kinds/note.md", "---\nkind: note\n---\n")
        .write("kinds/broken.md", "---\nkind: [\n---\n")
        .write("domains/infra/kinds/runbook.md", "---\nkind: runbook\n---\n")
        .write(
            "artifacts/notes/overview.md",
            "---\ntitle: The cache, seen from b\ncreatedAt: 2026-05-11T08:00:00Z\ndomain: product\n---\n\
             [[a]], [[gone]], `[[code]]` and Signal S\n",
        )
        .write("artifacts/notes/a.md", "---\ntitle: Another a\n---\n[[b]]\n")
        .write("artifacts/notes/unclosed.md", "---\ntitle: Unclosed\n[[a]]")
        .write("artifacts/notes/invalid.md", "---\ntitle: [\n---\n[[b]]\n")
        .write("artifacts/notes/crlf.md", "\u{feff}---\r\ntitle: Windows\r\ndomain: infra\r\n---\r\n[[s]]\r\n")
        .write(
            "artifacts/tasks/2026/ızgara-görevi.md",
            "---\ntitle: IĞDIR İzgara görevi 調査\nstatus: running\nmentions: [m, overview]\n---\n[[a]] [[調査]]\n",
        )
        .write("artifacts/tasks/wrong.md", "---\ntitle: 7\nstatus: paused\nmentions: m\n---\n")
        .write("artifacts/odd/lost.md", "---\ntitle: Of no kind\n---\n")
        .write(
            "artifacts/runbooks/restart.md",
            "---\ntitle: Restart the cache\ndomain: infra\nmentions: [s, nobody-home]\n---\n",
        )
        .write("audit.jsonl", AUDIT)
        .write("map.json", r#"{"a": "a2", "gone": "found", "never": "used"}"#)
        .write("references.jsonl", LOG)
}
