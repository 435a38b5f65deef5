//! Tasks that can be started: open ones that no unfinished task holds up, most urgent first.
//!
//! Which nodes are tasks, how far each one is and which relations hold up a task is known to their systems; the caller
//! passes the answers as functions. Only direct blockers count: a task below a blocked one can be started.

use crate::graph::relation::{Dependent, Meaning, Spelling};
use crate::graph::{Direction, Graph, Node, NodeIx};
use crate::time::Millis;
use std::cmp::Reverse;

/// A node as a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    pub stage: Stage,
    /// The smaller, the more urgent. `None` ranks last.
    pub priority: Option<i64>,
    /// The time before which it is not to be started.
    pub starts: Option<Millis>,
}

/// How far a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Not started: ready if nothing holds it up.
    Open,
    /// Neither done nor to be started, such as a task in progress or put off. It holds up other tasks.
    Held,
    /// Done or abandoned: holds up nothing.
    Done,
}

/// How to find the tasks of a graph.
pub struct ReadyRequest<'r> {
    pub now: Millis,
    /// The node as a task; `None` if it is not one.
    pub task: &'r dyn Fn(Node<'_>) -> Option<Task>,
    /// Whether a relation holds up the end that depends on the other one.
    pub blocks: &'r dyn Fn(Meaning<'_>) -> bool,
}

/// The tasks that can be started, with their priorities: most urgent first, then oldest first, then by id.
pub fn ready(graph: &Graph, request: &ReadyRequest<'_>) -> Vec<(NodeIx, Option<i64>)> {
    // The answer for each meaning: there are far more edges.
    let holding: Vec<Option<Dependent>> =
        graph.registry().meanings().map(|meaning| held_end(meaning.filter(|one| (request.blocks)(*one))?)).collect();
    let is_free = |node: Node<'_>| {
        let holds = |(direction, held): (Direction, Dependent)| {
            let edges = node.edges(direction).iter().map(|ix| graph.edge(*ix));
            let mut blocking = edges.filter(|edge| holding[edge.meaning_index()] == Some(held));
            blocking.any(|edge| {
                let blocker = graph.node(edge.other_from(node.ix(), direction));
                (request.task)(blocker).is_some_and(|task| task.stage != Stage::Done)
            })
        };
        ![(Direction::In, Dependent::To), (Direction::Out, Dependent::From)].into_iter().any(holds)
    };
    let startable = |node: Node<'_>| {
        let task = (request.task)(node)?;
        let has_come = task.starts.is_none_or(|starts| starts <= request.now);
        (task.stage == Stage::Open && has_come && is_free(node)).then_some((node.ix(), task.priority))
    };
    let mut found: Vec<_> = graph.nodes().filter_map(startable).collect();
    found.sort_by_key(|(ix, priority)| {
        let node = graph.node(*ix);
        let (urgency, age) = (priority.map(Reverse), node.created().map(Reverse));
        (Reverse(urgency), Reverse(age), node.id(), node.system())
    });
    found
}

/// The end that an edge of this meaning holds up, as the edge is stored.
fn held_end(meaning: Meaning<'_>) -> Option<Dependent> {
    match (meaning.relation.dependent?, meaning.spelling) {
        (Dependent::From, Spelling::Inverse) => Some(Dependent::To),
        (Dependent::To, Spelling::Inverse) => Some(Dependent::From),
        (end, _) => Some(end),
    }
}
