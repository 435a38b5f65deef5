//! `ready` compared with a search over plain lists.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::relation::Meaning;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, Node, NodeRecord};
use refscope::query::{ReadyRequest, Stage, Task, ready};

const NODES: usize = 6;
const NOW: i64 = 100;

/// Relations whose target, whose source, and neither of whose ends waits for the other.
const VERBS: [&str; 3] = ["upgrades_to", "derived_from", "related_to"];

/// The stage of a task, its priority, and the time from which work on it may start.
type PlainTask = (u8, Option<i64>, Option<i64>);

#[derive(Debug, Clone)]
struct Plain {
    /// `None` for a node that is not a task.
    tasks: [Option<PlainTask>; NODES],
    edges: Vec<(usize, usize, usize)>,
}

fn graphs() -> impl Strategy<Value = Plain> {
    let starts = proptest::option::of(prop_oneof![Just(NOW - 1), Just(NOW), Just(NOW + 1)]);
    let task = proptest::option::weighted(0.9, (0..3_u8, proptest::option::of(0..3_i64), starts));
    let tasks = proptest::array::uniform6(task);
    let edges = proptest::collection::vec((0..NODES, 0..NODES, 0..VERBS.len()), 0..10);
    (tasks, edges).prop_map(|(tasks, edges)| Plain { tasks, edges })
}

fn build(plain: &Plain) -> Graph {
    let mut batch = Batch::new(refscope::system::sidecar::SYSTEM, 0);
    let (kind, file) = (batch.word("skill"), batch.word("meta.json"));
    for node in 0..NODES {
        let id = batch.word(&node.to_string());
        batch.node(NodeRecord::new(id, kind, id, file, 1));
    }
    for (from, to, verb) in &plain.edges {
        let [from, to] = [from, to].map(|node| batch.word(&node.to_string()));
        let verb = batch.word(VERBS[*verb]);
        batch.edge(EdgeRecord::new(from, to, verb, file, 1));
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    builder.finish().0
}

fn naive(plain: &Plain) -> Vec<(usize, Option<i64>)> {
    let is_unfinished = |node: usize| plain.tasks[node].is_some_and(|(stage, ..)| stage != 2);
    let is_held = |node: usize| {
        plain.edges.iter().any(|(from, to, verb)| match verb {
            0 => *to == node && is_unfinished(*from),
            1 => *from == node && is_unfinished(*to),
            _ => false,
        })
    };
    let startable = |node: usize| {
        let (stage, priority, starts) = plain.tasks[node]?;
        (stage == 0 && starts.is_none_or(|starts| starts <= NOW) && !is_held(node)).then_some((node, priority))
    };
    let mut found: Vec<_> = (0..NODES).filter_map(startable).collect();
    found.sort_by_key(|(node, priority)| (priority.is_none(), *priority, *node));
    found
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn ready_tasks_are_those_of_a_plain_search(plain in graphs()) {
        let graph = build(&plain);
        let task = |node: Node<'_>| {
            let (stage, priority, starts) = plain.tasks[node.id().parse::<usize>().unwrap()]?;
            Some(Task { stage: [Stage::Open, Stage::Held, Stage::Done][usize::from(stage)], priority, starts })
        };
        let blocks = |meaning: Meaning<'_>| meaning.relation.name != "related_to";
        let request = ReadyRequest { now: NOW, task: &task, blocks: &blocks };
        let found = ready(&graph, &request);
        let found: Vec<_> = found.iter().map(|(ix, priority)| (ix.index(), *priority)).collect();
        prop_assert_eq!(found, naive(&plain));
    }
}
