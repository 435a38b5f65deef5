//! Parses the input as a file of Taskmaster.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::taskmaster;
use refscope_fuzz::check;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (graph, _) = check(text.as_bytes(), vec![taskmaster::parse("tasks.json", &text)]);
    assert!(graph.edges().all(|edge| !edge.from().is_missing()), "an edge starts at a task of the file");
});
