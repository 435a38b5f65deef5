//! Appending loses no row, whatever the end of the log looks like.

use crate::support::{Fixture, row};
use refscope::edge_log::EdgeLog;
use refscope::graph::Row;
use refscope::workspace::Workspace;
use std::time::Instant;

fn rows() -> Vec<String> {
    (0..5).map(|number| row(&format!("from-{number}"), "to", "led-to")).collect()
}

#[test]
fn an_append_after_truncation_at_any_byte_keeps_every_complete_row() {
    let rows = rows();
    let log: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let last_three = rows[2..].iter().map(|row| row.len() + 1).sum::<usize>();
    for cut in log.len() - last_three..=log.len() {
        let fixture = Fixture::empty().write("references.jsonl", &log[..cut]);
        let row = Row::new("new", "cites", "to").by("cli").at(0);
        let written = EdgeLog::of(fixture.root()).add(&row, Instant::now()).unwrap();

        let after = fixture.read("references.jsonl");
        assert!(after.starts_with(&log[..cut]), "cut at {cut}: the log was changed");
        let whole = rows.iter().enumerate().filter(|(at, row)| {
            let end: usize = rows[..*at].iter().map(|row| row.len() + 1).sum::<usize>() + row.len();
            end <= cut
        });
        let mut expected: Vec<_> = whole.map(|(at, _)| format!("from-{at}")).collect();
        expected.push("new".to_owned());

        let workspace = Workspace::load(fixture.root()).unwrap();
        let found: Vec<_> = workspace.graph.edges().map(|edge| edge.from().id().to_owned()).collect();
        assert_eq!(found, expected, "cut at {cut}");
        let line = after.lines().position(|line| line == written.json).unwrap() as u64 + 1;
        assert_eq!(written.line, line, "cut at {cut}");
    }
}

#[test]
fn a_row_appended_to_an_incomplete_line_is_read() {
    let rows = rows();
    let glued = format!("{}\n{}{}\n", rows[0], &rows[1][..40], rows[2]);
    let fixture = Fixture::empty().write("references.jsonl", glued);
    let workspace = Workspace::load(fixture.root()).unwrap();
    let found: Vec<_> = workspace.graph.edges().map(|edge| (edge.from().id().to_owned(), edge.line())).collect();
    assert_eq!(found, [("from-0".to_owned(), 1), ("from-2".to_owned(), 2)]);
    let codes: Vec<_> = workspace.findings.iter().map(|finding| (finding.rule.code, finding.line)).collect();
    assert_eq!(codes, [("row-malformed", Some(2))]);
}
