//! Parses the input as a file of an architecture model; the first byte selects which.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::yggdrasil::{self, ASPECT_FILE, FLOW_FILE, NODE_FILE};
use refscope_fuzz::check;

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let (name, defined) = match first {
        b'a' => (ASPECT_FILE, Some("aspect:id")),
        b'f' => (FLOW_FILE, Some("flow:id")),
        b'c' => ("yg-config.yaml", None),
        _ => (NODE_FILE, Some("id")),
    };
    let text = String::from_utf8_lossy(rest);
    let (graph, _) = check(text.as_bytes(), vec![yggdrasil::parse(name, &text)]);
    // A folder defines its node, however invalid its file is.
    assert!(defined.is_none_or(|id| graph.find(id).is_some_and(|node| !node.is_missing())), "{name} defines nothing");
});
