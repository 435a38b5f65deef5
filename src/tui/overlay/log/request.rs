//! Finds the last log rows that match a filter. In a log of millions with few matches this is too slow for the input
//! thread.

use crate::graph::{Edge, EdgeIx, Graph};
use crate::query::LogQuery;
use std::sync::Arc;

/// The rows to find.
#[derive(Debug)]
pub(super) struct FollowRequest {
    pub(super) graph: Arc<Graph>,
    pub(super) query: LogQuery,
    /// Find all matches from this edge index on; if `None`, only the last ones.
    pub(super) since: Option<usize>,
    /// Maximum number of last rows.
    pub(super) most: usize,
}

/// The matching rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Followed {
    /// Oldest first.
    pub(super) edges: Vec<EdgeIx>,
    /// The `since` of the request.
    pub(super) since: Option<usize>,
    /// All matches with index ≥ `first` are included.
    pub(super) first: usize,
    /// Rows with index < `until` were searched.
    pub(super) until: usize,
}

impl FollowRequest {
    /// Searches backwards from the end; `None` if cancelled.
    pub(super) fn follow(self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Followed> {
        /// Rows searched between two checks for cancellation.
        const CHUNK: usize = 4_096;
        let log = self.graph.log_rows();
        let start = self.since.unwrap_or(log.start).clamp(log.start, log.end);
        let most = if self.since.is_some() { usize::MAX } else { self.most };
        let mut edges = Vec::new();
        let mut first = start;
        for (looked_at, row) in self.graph.edges_from(start).rev().enumerate() {
            if looked_at % CHUNK == 0 && cancelled() {
                return None;
            }
            if edges.len() == most {
                first = row.ix().index() + 1;
                break;
            }
            edges.extend(self.query.keeps(row).then(|| Edge::ix(row)));
        }
        edges.reverse();
        Some(Followed { edges, since: self.since, first, until: log.end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::UNIT;
    use crate::graph::fixture::{batch_of, graph_from};
    use crate::graph::{Batch, EdgeRecord};
    use proptest::prelude::*;

    /// A graph with edges outside the log too, and a log of rows with these relations.
    fn graph(relations: &[&str]) -> Arc<Graph> {
        let mut log = Batch::of_log(crate::graph::fixture::REFERENCE, 0);
        let file = log.word("references.jsonl");
        for (line, relation) in (1..).zip(relations) {
            let (from, to, relation) = (log.word("a"), log.word(&format!("n{line}")), log.word(relation));
            log.edge(EdgeRecord::new(from, to, relation, file, line));
        }
        let other = batch_of(UNIT, 0, &[("u", "u")], &[("u", "v", "led-to", ""), ("u", "w", "led-to", "")]);
        Arc::new(graph_from([other, log]))
    }

    proptest! {
        /// Compares with a naive filter over all rows in file order.
        #[test]
        fn the_last_matching_rows_are_found(
            relations in proptest::collection::vec(prop_oneof![Just("led-to"), Just("cites")], 0..40),
            most in 0..12_usize,
            since in proptest::option::of(0..45_usize),
            is_filtered: bool,
        ) {
            let graph = graph(&relations);
            let query = LogQuery::parse(if is_filtered { "relation:cites" } else { "" });
            let fits = |relation: &str| !is_filtered || relation == "cites";
            let from = since.map(|since| since.saturating_sub(2));
            let all: Vec<usize> = (0..relations.len()).filter(|at| fits(relations[*at])).collect();
            let expected: Vec<usize> = match from {
                Some(from) => all.iter().copied().filter(|at| *at >= from).collect(),
                None => all[all.len().saturating_sub(most)..].to_vec(),
            };
            let request = FollowRequest { graph: Arc::clone(&graph), query, since, most };
            let found = request.follow(&|| false).unwrap();
            let lines: Vec<_> = found.edges.iter().map(|edge| graph.edge(*edge).line() as usize - 1).collect();
            prop_assert_eq!(lines, expected);
            prop_assert_eq!(found.until, graph.edge_bound());
            // Every match in the searched range is included.
            let looked_at = all.iter().filter(|at| **at + 2 >= found.first).count();
            prop_assert_eq!(looked_at, found.edges.len());
        }
    }

    #[test]
    fn a_search_can_be_cancelled() {
        let request = FollowRequest { graph: graph(&["cites"]), query: LogQuery::default(), since: None, most: 9 };
        assert_eq!(request.follow(&|| true), None);
    }
}
