//! Parses the input as a memory of the MCP memory server.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::memory;
use refscope_fuzz::check;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (graph, _) = check(text.as_bytes(), vec![memory::parse("memory.jsonl", &text)]);
    assert!(graph.edges().all(|edge| !edge.is_implicit()), "a relation is explicit");
});
