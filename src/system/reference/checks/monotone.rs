//! One relation for nearly everything: the others say more.

use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Cancelled, Edge, Graph, UntilCancelled as _};
use crate::system::reference::SYSTEM;
use crate::text::grouped;

const MONOTONE: Rule = Rule { code: "relation-monotone", severity: Severity::Note, check: "relations" };

/// Minimum number of explicit edges for the finding about a single relation.
const ENOUGH_EDGES: usize = 20;

/// Threshold of that finding, in percent.
const NEARLY_ALL: usize = 95;

fn explicit<'g>(graph: &'g Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Edge<'g>> {
    graph.edges().until(cancelled).filter(|edge| edge.system() == SYSTEM && !edge.is_implicit())
}

pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> Option<Finding> {
    let total = explicit(graph, cancelled).count();
    let led_to = explicit(graph, cancelled).filter(|edge| edge.relation() == "led-to").count();
    if total < ENOUGH_EDGES || led_to * 100 < total * NEARLY_ALL {
        return None;
    }
    let message = format!("{} of {} explicit edges are led-to", grouped(led_to), grouped(total));
    let finding = Finding::new(&MONOTONE, SYSTEM.name(), message);
    Some(finding.suggest("use addresses for responsibility, cites for evidence, mentions for the rest"))
}
