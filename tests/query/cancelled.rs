//! Cancelled queries.

use refscope::graph::{Batch, Cancelled, EdgeRecord, Graph, GraphBuilder, NEVER, NodeIx, NodeRecord, Sym};
use refscope::query::{
    CycleMembers, CycleRequest, Directions, EdgeFilter, HistoryRequest, HistoryScope, LineageDirection, LineageRequest,
    LogQuery, MOST_LOOKS, MOST_STEPS, Moments, Names, NeighbourhoodRequest, Orient, PathRequest, RankRequest,
    RelationFilter, SuggestRequest, Tree, Trust, Usage, argument, cycles, diff_cancellable, grouped_cancellable,
    history, impact_by, lineage_cancellable, neighbourhood_among, paths, rank_cancellable, related, stats_cancellable,
    suggest, two_sided,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const LENGTH: usize = 40_000;

/// A chain of `led-to` edges; the last node also leads to an id that is spelled almost like the first.
fn chain() -> Graph {
    chain_and(|_, _| {})
}

/// The same chain with more edges between its nodes.
fn chain_and(more: impl FnOnce(&[Sym], &mut dyn FnMut(Sym, Sym))) -> Graph {
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
    more(&ids, &mut |from, to| batch.edge(EdgeRecord::new(from, to, verb, file, 3)));
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
    assert!(asked(|cancelled| paths(&graph, node(0), node(last), &request, cancelled).is_some()) < 6);
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

/// How often the work checks for cancellation if it is not cancelled.
fn checks(work: impl FnOnce(Cancelled<'_>) -> bool) -> usize {
    let times = AtomicUsize::new(0);
    let count = || {
        times.fetch_add(1, Ordering::Relaxed);
        false
    };
    assert!(work(&count), "it has no answer");
    times.into_inner()
}

/// Work that returns whether it has an answer.
type Work<'w> = Box<dyn Fn(Cancelled<'_>) -> bool + 'w>;

/// Work that goes through all nodes or edges checks on the way, and ends soon after it is cancelled, however far it is.
#[track_caller]
fn assert_checks_on_the_way(name: &str, work: &Work<'_>) {
    let all = checks(work);
    assert!(all >= LENGTH / 1_024, "{name} checks {all} times");
    for first in [0, 1, all / 2, all - 1] {
        let times = AtomicUsize::new(0);
        assert!(!work(&|| times.fetch_add(1, Ordering::Relaxed) >= first), "{name} has an answer");
        let later = times.into_inner() - first;
        assert!(later < 16, "{name} checks {later} times after it is cancelled");
    }
}

#[test]
fn work_on_the_whole_graph_checks_on_the_way() {
    let graph = Arc::new(chain());
    let node = |number: usize| -> NodeIx { graph.find(&id(number)).unwrap().ix() };
    let (first, last) = (node(0), node(LENGTH - 1));
    let edges = EdgeFilter::of(RelationFilter::Any);
    let timeline = graph.timeline(|_| Some(5), NEVER).unwrap();
    let around = NeighbourhoodRequest { directions: Directions::Both, edges: edges.clone(), depth: u32::MAX };
    let query = LogQuery::default();
    let scope = HistoryScope::Anywhere;
    let log = HistoryRequest { node: None, query: &query, since: None, scope, layer: None };
    let cycle = CycleRequest { edges: edges.clone(), orient: Orient::Stored };
    let all: [(&str, Work<'_>); 15] = [
        ("impact", Box::new(|cancelled| impact_by(&graph, first, &edges, &|_| true, cancelled).is_some())),
        ("argument", Box::new(|cancelled| argument(&graph, last, &edges, cancelled).is_some())),
        ("timeline", Box::new(|cancelled| graph.timeline(|_| None, cancelled).is_some())),
        ("as of", Box::new(|cancelled| graph.as_of(&timeline, 5, cancelled).is_some())),
        ("moments", Box::new(|cancelled| Moments::of_all(&graph, &timeline, cancelled).is_some())),
        ("diff", Box::new(|cancelled| diff_cancellable(&graph, &timeline, 1, cancelled).is_some())),
        ("history", Box::new(|cancelled| history(&graph, &log, cancelled).is_some())),
        ("tree", Box::new(|cancelled| Tree::new_cancellable(&graph, cancelled).is_some())),
        ("stats", Box::new(|cancelled| stats_cancellable(&graph, cancelled).is_some())),
        ("usage", Box::new(|cancelled| Usage::of_cancellable(&graph, cancelled).is_some())),
        ("neighbourhood", Box::new(|cancelled| neighbourhood_among(&graph, first, &around, cancelled).is_some())),
        ("cycles", Box::new(|cancelled| cycles(&graph, &cycle, MOST_LOOKS, cancelled).is_some())),
        ("cycle members", Box::new(|cancelled| CycleMembers::of(&graph, cancelled).is_some())),
        ("sides", Box::new(|cancelled| two_sided(&graph, &edges, MOST_STEPS, cancelled).is_some())),
        ("names", Box::new(|cancelled| Names::of(Arc::clone(&graph)).prepare_cancellable(cancelled).is_some())),
    ];
    for (name, work) in &all {
        assert_checks_on_the_way(name, work);
    }
}

#[test]
fn work_around_a_hub_checks_on_the_way() {
    let graph = chain_and(|ids, edge| ids[1..].iter().for_each(|id| edge(ids[0], *id)));
    let hub = graph.find(&id(0)).unwrap();
    let edges = EdgeFilter::of(RelationFilter::Any);
    let grouped: Work<'_> = Box::new(|cancelled| {
        let side = refscope::graph::Direction::Out;
        grouped_cancellable(&graph, hub, side, &Trust::ALL, cancelled).is_some()
    });
    assert_checks_on_the_way("tally", &grouped);
    let related: Work<'_> = Box::new(|cancelled| related(&graph, hub.ix(), &edges, 5, cancelled).is_some());
    assert_checks_on_the_way("related", &related);
}

#[test]
fn search_for_a_shortest_cycle_checks_on_the_way() {
    let graph = chain_and(|ids, edge| edge(ids[LENGTH - 1], ids[0]));
    let request = CycleRequest { edges: EdgeFilter::of(RelationFilter::Any), orient: Orient::Stored };
    let cycles: Work<'_> =
        Box::new(|cancelled| cycles(&graph, &request, MOST_LOOKS, cancelled).is_some_and(|all| all.len() == 1));
    assert!(checks(&cycles) >= 3 * LENGTH / 1_024);
    assert_checks_on_the_way("shortest cycle", &cycles);
}
