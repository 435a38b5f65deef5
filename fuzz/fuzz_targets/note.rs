//! Parses the input as the only note of a vault; its first byte chooses the tool.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::note;
use refscope_fuzz::check;

const TOOLS: [&str; 8] = ["obsidian", "logseq", "dendron", "basic-memory", "foam", "zk", "okf", "backlog"];

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let tool = TOOLS[usize::from(*first) % TOOLS.len()];
    let batches = note::parse(tool, "pages/a.b.md", &text).expect("a known tool");
    let (graph, _) = check(text.as_bytes(), batches);
    assert!(graph.edges().all(|edge| edge.ts().is_none() && edge.actor().is_none()));
});
