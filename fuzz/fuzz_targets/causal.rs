//! Parses the input as a causal graph.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::causal;
use refscope_fuzz::check;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (graph, _) = check(text.as_bytes(), vec![causal::parse("a.causal.json", &text, 0, 0)]);
    assert!(graph.edges().all(|edge| edge.ts().is_some() && edge.source_confidence().is_some()));
});
