//! The last rows of the log that somebody wants to see. A log of millions in which few fit takes too long while a key waits.

use crate::graph::{Edge, EdgeIx, Graph};
use crate::query::LogQuery;
use std::sync::Arc;

/// Which rows are wanted.
#[derive(Debug)]
pub struct FollowRequest {
    /// Of the log of this graph.
    pub graph: Arc<Graph>,
    /// Those that fit this.
    pub query: LogQuery,
    /// All that came from this edge on; else the last ones.
    pub since: Option<usize>,
    /// How many the last ones are.
    pub most: usize,
}

/// The rows that fit.
#[derive(Debug, PartialEq, Eq)]
pub struct Followed {
    /// Oldest first.
    pub edges: Vec<EdgeIx>,
    /// What was asked for.
    pub since: Option<usize>,
    /// No row from this edge on that fits is left out.
    pub first: usize,
    /// Rows before this edge were looked at.
    pub until: usize,
}

impl FollowRequest {
    /// Looks at the rows from the end on; `None` if it was called off.
    pub fn follow(self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Followed> {
        /// So many rows are looked at before anybody asks again whether the answer is still wanted.
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
    use crate::graph::System;
    use crate::graph::fixture::{batch_of, graph_from};
    use crate::graph::{Batch, EdgeRecord};
    use proptest::prelude::*;

    /// A graph with edges outside the log too, and a log of rows with these relations.
    fn graph(relations: &[&str]) -> Arc<Graph> {
        let mut log = Batch::of_log(0);
        let file = log.word("references.jsonl");
        for (line, relation) in (1..).zip(relations) {
            let (from, to, relation) = (log.word("a"), log.word(&format!("n{line}")), log.word(relation));
            log.edge(EdgeRecord::new(from, to, relation, file, line));
        }
        let other = batch_of(System::Unit, 0, &[("u", "u")], &[("u", "v", "led-to", ""), ("u", "w", "led-to", "")]);
        Arc::new(graph_from([other, log]))
    }

    proptest! {
        /// Against all rows in file order, sifted and cut.
        #[test]
        fn the_last_rows_that_fit_are_found(
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
            // Between what was looked at and what was found, nothing is left out.
            let looked_at = all.iter().filter(|at| **at + 2 >= found.first).count();
            prop_assert_eq!(looked_at, found.edges.len());
        }
    }

    #[test]
    fn it_can_be_called_off() {
        let request = FollowRequest { graph: graph(&["cites"]), query: LogQuery::default(), since: None, most: 9 };
        assert_eq!(request.follow(&|| true), None);
    }
}
