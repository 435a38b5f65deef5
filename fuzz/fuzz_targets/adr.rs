//! Parses the input as three decision records that refer to each other.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::adr;
use refscope_fuzz::check;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let files = ["adr/0001-a.md", "adr/0002-b.md", "adr/sub/20200101-c.md"].map(|name| (name, &*text));
    let (graph, _) = check(text.as_bytes(), vec![adr::parse(&files)]);
    assert!(graph.edges().all(|edge| !edge.is_implicit() || edge.relation() == "mentions"), "only links are implicit");
});
