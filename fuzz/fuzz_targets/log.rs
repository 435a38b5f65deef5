//! Parses the input as an edge log.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::log::{Entry, LOG_FILE, parse, records, without_mark};
use refscope::system::reference::SYSTEM;
use refscope_fuzz::check;
use std::collections::HashSet;

fuzz_target!(init: read_on_one_thread(), |data: &[u8]| {
    let (graph, findings) = check(data, vec![parse(SYSTEM, data, LOG_FILE)]);

    let edges = graph.edges().chain(graph.retracted()).map(|edge| edge.line());
    let reported: HashSet<u32> = edges.chain(findings.iter().filter_map(|finding| finding.line)).collect();
    for (number, line) in (1..).zip(without_mark(data).split(|byte| *byte == b'\n')) {
        let is_retraction = records(line).iter().any(|record| matches!(record.content, Ok(Entry::Retraction(_))));
        let is_reported = reported.contains(&number) || is_retraction;
        assert_eq!(is_reported, !line.trim_ascii().is_empty(), "line {number} was lost, or is empty");
        let mut end = 0;
        for record in records(line) {
            assert_eq!(record.span.start, end, "bytes between two records were lost");
            assert!(!record.span.is_empty(), "an empty record");
            end = record.span.end;
            if let Ok(row) = &record.content {
                let written = serde_json::to_vec(row).expect("a row can be written");
                let again = records(&written);
                let is_same = matches!(&again[..], [only] if only.content.as_ref() == Ok(row));
                assert!(is_same, "{row:?} after a round trip: {again:?}");
            }
        }
        assert!(end == line.len() || line.trim_ascii().is_empty(), "the end of line {number} was lost");
    }
});

/// Handing every input to another thread would take longer than parsing it.
fn read_on_one_thread() {
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global().expect("the first pool");
}
