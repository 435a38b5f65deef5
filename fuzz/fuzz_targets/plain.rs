//! Compares the fast scanners for the simplest inputs with the full parsers they precede.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::graph::GraphBuilder;
use refscope::system::log::{Entry, LOG_FILE, parse, records, without_mark};
use refscope::system::reference::SYSTEM;
use refscope::system::yaml;

/// Ids and relations longer than this are reported instead of being read.
const SHORT: usize = 4_096;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        assert_eq!(yaml::parse(text), yaml::parse_fully(text), "frontmatter");
    }
    let mut expected = Vec::new();
    for (line, bytes) in (1..).zip(without_mark(data).split(|byte| *byte == b'\n')) {
        for record in records(bytes) {
            if let Ok(Entry::Edge(row)) = record.content
                && [&row.from, &row.to, &row.relation].iter().all(|word| word.len() <= SHORT)
            {
                expected.push((line, row.relation.into_owned()));
            }
        }
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(parse(SYSTEM, data, LOG_FILE));
    let (graph, _) = builder.finish();
    let mut read: Vec<_> =
        graph.edges().chain(graph.retracted()).map(|edge| (edge.line(), edge.relation().to_owned())).collect();
    read.sort();
    expected.sort();
    assert_eq!(read, expected, "rows of a log");
});
