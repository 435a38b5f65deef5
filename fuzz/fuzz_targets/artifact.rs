//! Parses the input as an artifact and as a kind.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::reference::{parse_artifact, parse_kind};
use refscope_fuzz::check;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (graph, _) = check(text.as_bytes(), vec![parse_artifact("artifacts/notes/a.md", &text)]);

    let defined: Vec<_> = graph.nodes().filter(|node| !node.is_missing()).map(|node| node.id()).collect();
    assert_eq!(defined, ["a"], "an artifact is one node");
    let lines: Vec<&str> = text.split('\n').collect();
    for edge in graph.edges() {
        assert_eq!(edge.from().id(), "a");
        let link = format!("[[{}]]", edge.to().id());
        let is_there = lines[edge.line() as usize - 1].contains(&link);
        assert!(is_there || edge.actor() != Some("body"), "{link} is not on line {}", edge.line());
    }

    if let Some(kind) = parse_kind(&text) {
        assert!(!kind.name.trim().is_empty() && !kind.dir_name.trim().is_empty(), "{kind:?}");
        if let Some(machine) = kind.status_machine {
            let states = machine.states();
            let following = states.iter().flat_map(|state| machine.after(state));
            assert!(following.into_iter().all(|state| states.contains(&&**state)), "{machine:?}");
        }
    }
});
