//! Cycles over relations that must be acyclic, found as strongly connected components.

use super::edge::{at, shown};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Cancelled, Direction, Edge, Graph, NodeIx, SystemId};
use crate::query::Class;
use crate::text::quoted;

/// The maximum number of members that a finding names.
const MOST_NAMED: usize = 5;

/// The findings of all acyclic classes of a system, each named after its only relation.
/// Incomplete if cancelled.
pub fn system_cycles(graph: &Graph, rule: &'static Rule, system: SystemId, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let own = Class::all(graph.registry()).into_iter().filter(|class| class.system == system);
    own.flat_map(|class| class_cycles(graph, rule, &class, &class.name, cancelled)).collect()
}

/// One finding for each strongly connected component over edges of this class. `over` names the edges in the message.
/// None if cancelled.
pub fn class_cycles(
    graph: &Graph,
    rule: &'static Rule,
    class: &Class,
    over: &str,
    cancelled: Cancelled<'_>,
) -> Vec<Finding> {
    class
        .groups(graph, cancelled)
        .unwrap_or_default()
        .iter()
        .filter_map(|group| cycle(graph, rule, class, over, group))
        .collect()
}

/// The finding for one component, located at the first edge inside it.
fn cycle(graph: &Graph, rule: &'static Rule, class: &Class, over: &str, group: &[NodeIx]) -> Option<Finding> {
    let first = first_inside(graph, class, group)?;
    let members = || members(graph, group);
    let message = match (&first.meaning()?.relation.ends, group.len()) {
        (Some((one, other)), 1) => format!("Cycle over {over}: {}, its own {one} and {other}", shown(first)),
        (Some((one, other)), _) => {
            format!("Cycle over {over}: {}; each is {one} and {other} of the others", members())
        }
        (None, 1) => format!("Cycle over {over}: {}", shown(first)),
        (None, _) => format!("Cycle over {over}: {}", members()),
    };
    // The message names at most `MOST_NAMED` members.
    let others = group.iter().take(MOST_NAMED).filter(|ix| **ix != first.from().ix());
    Some(others.fold(at(rule, first, message), |finding, ix| finding.naming(Subject::node(graph.node(*ix).id()))))
}

/// The first edge of a class between nodes of a group: the location of its finding.
pub fn first_inside<'g>(graph: &'g Graph, class: &Class, group: &[NodeIx]) -> Option<Edge<'g>> {
    let outgoing = group.iter().flat_map(|ix| graph.edges_of(*ix, Direction::Out)).map(|ix| graph.edge(*ix));
    let is_inside = |edge: &Edge<'_>| class.keeps(*edge) && group.binary_search(&edge.to().ix()).is_ok();
    outgoing.filter(is_inside).min_by_key(|edge| edge.ix())
}

fn members(graph: &Graph, group: &[NodeIx]) -> String {
    let ids: Vec<_> = group.iter().take(MOST_NAMED).map(|ix| quoted(graph.node(*ix).id())).collect();
    let more = group.len().saturating_sub(MOST_NAMED);
    if more == 0 { ids.join(", ") } else { format!("{} and {more} more", ids.join(", ")) }
}
