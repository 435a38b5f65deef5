//! Parses the input as a record and as a sidecar.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::sidecar;
use refscope_fuzz::check;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for name in ["records/sn.a/meta.json", "records/sn.a.meta.json"] {
        check(text.as_bytes(), vec![sidecar::parse(name, &text)]);
    }
    let (graph, _) = check(text.as_bytes(), vec![sidecar::parse("records/sn.a/record.json", &text)]);
    assert_eq!(graph.edge_count(), 0, "only sidecars have links");
    assert!(graph.nodes().all(|node| sidecar::is_id(node.id())), "a record without a valid id is not a node");
});
