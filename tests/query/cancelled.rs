//! Cancelled queries.

use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, NodeIx, NodeRecord};
use refscope::query::{
    Directions, EdgeFilter, LineageDirection, LineageRequest, Orient, PathRequest, RankRequest, RelationFilter,
    SuggestRequest, Trust, Usage, lineage_cancellable, paths_cancellable, rank_cancellable, suggest,
};
use std::sync::atomic::{AtomicUsize, Ordering};

const LENGTH: usize = 40_000;

/// A chain of `led-to` edges; the last node also leads to an id that is spelled almost like the first.
fn chain() -> Graph {
    let mut batch = Batch::new(refscope::system::reference::SYSTEM, 0);
    let [kind, file, verb] = ["task", "references.jsonl", "led-to"].map(|text| batch.word(text));
    let ids: Vec<_> = (0..LENGTH).map(|number| batch.word(&id(number))).collect();
    for id in &ids {
        batch.node(NodeRecord::new(*id, kind, *id, file, 1));
    }
    for two in ids.windows(2) {
        batch.edge(EdgeRecord::new(two[0], two[1], verb, file, 1));
    }
    let slip = batch.word(&format!("{}x", id(0)));
    batch.edge(EdgeRecord::new(ids[LENGTH - 1], slip, verb, file, 2));
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    builder.finish().0
}

fn id(number: usize) -> String {
    format!("node-{number:05}")
}

/// How often the work checks for cancellation if it is cancelled from the second check on.
fn asked(work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> bool) -> usize {
    let times = AtomicUsize::new(0);
    let is_done = work(&|| times.fetch_add(1, Ordering::Relaxed) > 0);
    assert!(!is_done, "it has an answer");
    times.into_inner()
}

#[test]
fn cancelled_work_stops_soon() {
    let graph = chain();
    let node = |number: usize| -> NodeIx { graph.find(&id(number)).unwrap().ix() };
    let edges = EdgeFilter::of(RelationFilter::Any);
    let request = LineageRequest {
        direction: LineageDirection::Forward,
        edges: edges.clone(),
        max_depth: None,
        orient: Orient::Stored,
    };
    assert!(asked(|cancelled| lineage_cancellable(&graph, node(0), &request, cancelled).is_some()) < 6);
    let (directions, orient) = (Directions::Both, Orient::Stored);
    let request = PathRequest { edges: edges.clone(), directions, orient, max_hops: None, most: 1 };
    let last = LENGTH - 1;
    assert!(asked(|cancelled| paths_cancellable(&graph, node(0), node(last), &request, cancelled).is_some()) < 6);
    assert!(asked(|cancelled| rank_cancellable(&graph, &RankRequest::all(Trust::ALL), cancelled).is_some()) < 6);
    let usage = Usage::of(&graph);
    let found = asked(|cancelled| {
        let (node, edges, mentions) = (node(last), &edges, Vec::new());
        let request =
            SuggestRequest { node, edges, mentions, read: &|_, _| Vec::new(), file: &|_| None, most: 10, cancelled };
        suggest(&graph, &usage, request).is_some()
    });
    assert!(found < 6, "{found}");
}
