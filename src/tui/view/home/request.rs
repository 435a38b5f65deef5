//! Finds the newest edges and counts the findings by code.

use crate::doctor::Report;
use crate::finding::Severity;
use crate::graph::{Cancelled, EdgeIx, Graph, UntilCancelled as _};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Maximum number of edges.
const MOST_EDGES: usize = 20;

/// What is computed for the view.
#[derive(Debug, Default)]
pub(super) struct Overview {
    /// The newest edges that are not retracted, newest first.
    pub(super) newest: Vec<EdgeIx>,
    /// The number of findings with each code, the worst first; `None` until they are checked.
    pub(super) findings: Option<Vec<(Severity, &'static str, usize)>>,
}

impl Overview {
    /// `None` if cancelled.
    pub(super) fn of(graph: &Graph, report: Option<&Report>, cancelled: Cancelled<'_>) -> Option<Self> {
        // A heap with the oldest of the newest edges on top.
        let mut newest = BinaryHeap::with_capacity(MOST_EDGES + 1);
        let dated = graph.edges_from(0).until(cancelled).filter(|edge| !edge.is_retracted() && !edge.is_implicit());
        for (time, edge) in dated.filter_map(|edge| Some((edge.millis()?, edge.ix()))) {
            newest.push(Reverse((time, edge)));
            if newest.len() > MOST_EDGES {
                newest.pop();
            }
        }
        let mut codes: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
        let findings = report.map(|report| {
            for finding in report.findings.iter().until(cancelled) {
                *codes.entry((finding.rule.severity, finding.rule.code)).or_default() += 1;
            }
            let mut codes: Vec<_> =
                codes.into_iter().map(|((severity, code), count)| (severity, code, count)).collect();
            codes.sort_by_key(|(severity, code, count)| (*severity, Reverse(*count), *code));
            codes
        });
        let newest = newest.into_sorted_vec().into_iter().map(|Reverse((_, edge))| edge).collect();
        (!cancelled()).then_some(Self { newest, findings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::NEVER;
    use crate::graph::fixture::graph_of;

    #[test]
    fn the_newest_edges_come_first_and_undated_ones_are_left_out() {
        let rows: Vec<_> = (10..40).map(|day| format!("2026-{:02}-{:02}", 1 + day / 28, 1 + day % 28)).collect();
        let edges: Vec<_> = rows.iter().map(|time| ("a", "b", "cites", time.as_str())).collect();
        let mut shuffled: Vec<_> = edges.iter().rev().step_by(2).chain(edges.iter().step_by(2)).copied().collect();
        shuffled.push(("a", "b", "cites", ""));
        let graph = graph_of(&["a", "b"], &shuffled);
        let found = Overview::of(&graph, None, NEVER).unwrap();
        let times: Vec<_> = found.newest.iter().map(|edge| graph.edge(*edge).ts().unwrap().to_string()).collect();
        let mut expected = rows.clone();
        expected.reverse();
        assert!(times.iter().zip(&expected).all(|(time, day)| time.starts_with(day)), "{times:?}");
        assert_eq!((times.len(), found.findings), (MOST_EDGES, None));
        assert!(Overview::of(&graph, None, &|| true).is_none());
    }
}
