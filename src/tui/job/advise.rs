//! Preview of new edges: the sentence they state, advice, and the exact rows to write.
//!
//! Performs the same checks as `refs add`. The rows carry the time of the preview and are written as shown.

use crate::edge_log::NewEdge;
use crate::graph::Graph;
use crate::query::advice::{Advice, Proposal, advise, id_in_log};
use crate::query::{Sentence, sentence};
use crate::system::log::Row;
use crate::time::Millis;
use std::sync::Arc;

/// Edges to preview: one from each `from` id to each `to` id.
#[derive(Debug)]
pub struct AdviseRequest {
    pub graph: Arc<Graph>,
    /// Source ids; at least one.
    pub from: Vec<String>,
    pub relation: String,
    /// Target ids; at least one.
    pub to: Vec<String>,
    pub actor: String,
    pub reason: Option<String>,
}

/// Preview of new edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// The sentence the first edge states.
    pub sentence: Sentence,
    /// Advice without duplicates, worst first.
    pub advice: Vec<Advice>,
    /// The rows, or the error if they are invalid.
    pub rows: Result<Vec<Row<'static>>, String>,
    /// The time in the rows.
    pub shown: Millis,
}

impl AdviseRequest {
    /// Computes the preview at time `now`; `None` if cancelled.
    pub fn advise(&self, now: Millis, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Preview> {
        let graph = &*self.graph;
        let ids = |typed: &[String]| typed.iter().map(|id| id_in_log(graph, id)).collect::<Vec<_>>();
        let (from, to) = (ids(&self.from), ids(&self.to));
        let relation = &*self.relation;
        let mut first = None;
        let (mut advice, mut rows): (Vec<Advice>, _) = (Vec::new(), Ok(Vec::new()));
        for (from, to) in from.iter().flat_map(|from| to.iter().map(move |to| (from, to))) {
            if cancelled() {
                return None;
            }
            let proposal = Proposal { from, to, relation };
            first.get_or_insert_with(|| sentence(graph, &proposal));
            let fresh = advise(graph, &proposal).into_iter().filter(|one| !advice.contains(one));
            let fresh: Vec<_> = fresh.collect();
            advice.extend(fresh);
            let edge = NewEdge { from, to, relation, actor: &self.actor, reason: self.reason.as_deref() };
            rows = rows.and_then(|mut rows: Vec<Row<'static>>| {
                rows.push(edge.row(now).map_err(|error| error.to_string())?.into_owned());
                Ok(rows)
            });
        }
        advice.sort_by_key(weight);
        Some(Preview { sentence: first?, advice, rows, shown: now })
    }
}

/// Sort key: refusals first, then contradictions and cycles, then redundant edges, then hints about wording.
fn weight(advice: &Advice) -> u8 {
    match advice.code {
        _ if advice.refuses => 0,
        "contradiction" | "cycle" => 1,
        "duplicate" | "inverse" | "self-loop" => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    const NOW: Millis = 1_780_000_000_000;

    fn preview(from: &[&str], relation: &str, to: &[&str]) -> Preview {
        let rows = [("b", "a", "led-to", "2026-01-01"), ("a", "b", "cites", "2026-01-01")];
        let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        let request = AdviseRequest {
            graph: Arc::new(graph_of(&["a", "b", "c"], &rows)),
            from: owned(from),
            relation: relation.to_owned(),
            to: owned(to),
            actor: "tui".to_owned(),
            reason: None,
        };
        request.advise(NOW, &|| false).unwrap()
    }

    fn codes(preview: &Preview) -> Vec<&str> {
        preview.advice.iter().map(|advice| advice.code).collect()
    }

    #[test]
    fn the_row_is_the_one_refs_add_would_write() {
        let rows = preview(&["a"], "mentions", &["c"]).rows.unwrap();
        let json = serde_json::to_string(&rows[0]).unwrap();
        let ts = crate::time::format(NOW);
        let expected = format!(r#"{{"ts":"{ts}","from":"a","to":"c","relation":"mentions","actor":"tui"}}"#);
        assert_eq!(json, expected);
    }

    #[test]
    fn every_pair_has_a_row_and_the_same_advice_is_given_once() {
        let preview = preview(&["a", "b"], "no-such-verb", &["c"]);
        let ends: Vec<_> = preview.rows.as_ref().unwrap().iter().map(|row| (&*row.from, &*row.to)).collect();
        assert_eq!(ends, [("a", "c"), ("b", "c")]);
        assert_eq!(codes(&preview), ["outside-vocabulary"]);
        assert_eq!((&*preview.sentence.subject, &*preview.sentence.object), ("a", "c"));
    }

    #[test]
    fn the_worst_advice_comes_first() {
        assert_eq!(codes(&preview(&["a"], "led-to", &["b"])), ["cycle"]);
        assert_eq!(codes(&preview(&["a"], "cites", &["b"])), ["duplicate"]);
        let unknown = preview(&["undefined"], "cites", &["b"]);
        assert_eq!(codes(&unknown), ["unknown-id"]);
        let both = preview(&["undefined", "a"], "cites", &["b"]);
        assert_eq!(codes(&both), ["duplicate", "unknown-id"]);
    }

    #[test]
    fn an_invalid_row_is_an_error() {
        assert_eq!(
            preview(&["a"], "cites", &["x\u{202e}y"]).rows.unwrap_err(),
            "to \"x\\u{202e}y\" contains a control character"
        );
    }
}
