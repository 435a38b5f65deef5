//! Parses the input as a graph in JSON. Lines are those of other files, so that only the merged graph is checked.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::graph::GraphBuilder;
use refscope::system::{graph_json, registry};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for name in ["graphify-out/graph.json", "other.json"] {
        let batch = graph_json::parse(name, &text, 0);
        let read = batch.edges().len();
        let mut builder = GraphBuilder::new(registry());
        builder.add(batch);
        let (graph, _) = builder.finish();
        assert_eq!(graph.edge_count(), read, "an edge was lost");
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        assert!(graph.edges().all(|edge| edge.source_confidence().is_none_or(is_share)));
        assert!(graph.nodes().all(|node| node.file().is_none_or(|file| !file.starts_with('/'))));
    }
});
