//! What will be true once the edges that somebody is about to add are stored, what speaks against it, and the rows.
//!
//! It asks what `refs add` asks. The rows have the time at which they were made: they are written as they are shown.

use crate::edge_log::NewEdge;
use crate::graph::Graph;
use crate::query::advice::{Advice, Proposal, advise, id_in_log};
use crate::query::{Sentence, sentence};
use crate::source::reference::Row;
use crate::time::Millis;
use std::sync::Arc;

/// The edges somebody is about to add: one from each id to each id.
#[derive(Debug)]
pub struct AdviseRequest {
    /// The graph.
    pub graph: Arc<Graph>,
    /// The ids they leave; there is at least one.
    pub from: Vec<String>,
    /// The verb.
    pub relation: String,
    /// The ids they reach; there is at least one.
    pub to: Vec<String>,
    /// Who adds them.
    pub actor: String,
    /// Why.
    pub reason: Option<String>,
}

/// What adding them would mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// What the first one says.
    pub sentence: Sentence,
    /// What speaks against them, worst first, each thing once.
    pub advice: Vec<Advice>,
    /// The rows, or why there can be none.
    pub rows: Result<Vec<Row<'static>>, String>,
    /// The time the rows have.
    pub shown: Millis,
}

impl AdviseRequest {
    /// Looks at the moment `now`; `None` if it was called off.
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

/// Refusals first, then what would be wrong, then what says nothing new, then how it could be said better.
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
    fn the_row_is_what_the_command_line_would_write() {
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
    fn the_worst_comes_first() {
        assert_eq!(codes(&preview(&["a"], "led-to", &["b"])), ["cycle"]);
        assert_eq!(codes(&preview(&["a"], "cites", &["b"])), ["duplicate"]);
        let unknown = preview(&["nobody"], "cites", &["b"]);
        assert_eq!(codes(&unknown), ["unknown-id"]);
        let both = preview(&["nobody", "a"], "cites", &["b"]);
        assert_eq!(codes(&both), ["duplicate", "unknown-id"]);
    }

    #[test]
    fn what_cannot_be_a_row_is_told() {
        assert_eq!(
            preview(&["a"], "cites", &["x\u{202e}y"]).rows.unwrap_err(),
            "to \"x\\u{202e}y\" holds a control character"
        );
    }
}
