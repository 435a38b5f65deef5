//! A log of edges.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::source::reference::{Entry, parse_log, records, without_mark};
use refscope_fuzz::check;
use std::collections::HashSet;

fuzz_target!(init: read_on_one_thread(), |data: &[u8]| {
    let (graph, findings) = check(data, vec![parse_log(data)]);

    let edges = graph.edges().chain(graph.retracted()).map(|edge| edge.line());
    let said: HashSet<u32> = edges.chain(findings.iter().filter_map(|finding| finding.line)).collect();
    for (number, line) in (1..).zip(without_mark(data).split(|byte| *byte == b'\n')) {
        let takes_back = records(line).iter().any(|record| matches!(record.content, Ok(Entry::Retraction(_))));
        let is_said = said.contains(&number) || takes_back;
        assert_eq!(is_said, !line.trim_ascii().is_empty(), "line {number} got lost, or is none");
        let mut end = 0;
        for record in records(line) {
            assert_eq!(record.span.start, end, "bytes between two records got lost");
            assert!(!record.span.is_empty(), "a record of nothing");
            end = record.span.end;
            if let Ok(row) = &record.content {
                let written = serde_json::to_vec(row).expect("a row can be written");
                let again = records(&written);
                let is_same = matches!(&again[..], [only] if only.content.as_ref() == Ok(row));
                assert!(is_same, "{row:?} once it is written: {again:?}");
            }
        }
        assert!(end == line.len() || line.trim_ascii().is_empty(), "the end of line {number} got lost");
    }
});

/// Handing every input to another thread would cost more than reading it.
fn read_on_one_thread() {
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global().expect("the first pool");
}
