//! Preview of new edges: the sentence they state, advice, and the exact rows to write.
//!
//! Performs the same checks as `refs add`. The rows carry the time of the preview and are written as shown.

use crate::edge_log::check_row;
use crate::graph::{Cancelled, Graph, Row};
use crate::query::advice::{Advice, advise_cancellable, id_in_log};
use crate::query::{Sentence, sentence};
use crate::time::Millis;

/// Preview of new edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Preview {
    /// The sentence the first edge states.
    pub(in super::super) sentence: Sentence,
    /// Advice without duplicates, worst first.
    pub(in super::super) advice: Vec<Advice>,
    /// The rows, or the error if they are invalid.
    pub(in super::super) rows: Result<Vec<Row<'static>>, String>,
    /// The time in the rows.
    pub(in super::super) shown: Millis,
}

impl Preview {
    /// Previews drafted edges at time `now`, with ids as they are written to the log. `None` if cancelled, or if there
    /// are no edges.
    pub(in super::super) fn of(
        graph: &Graph,
        drafted: impl Iterator<Item = Row<'static>>,
        now: Millis,
        cancelled: Cancelled<'_>,
    ) -> Option<Self> {
        let mut first = None;
        let (mut advice, mut rows): (Vec<Advice>, _) = (Vec::new(), Ok(Vec::new()));
        for drafted in drafted {
            let [from, to] = [&drafted.from, &drafted.to].map(|id| id_in_log(graph, id).into());
            let row = Row { from, to, ..drafted }.at(now);
            first.get_or_insert_with(|| sentence(graph, &row));
            let fresh = advise_cancellable(graph, &row, cancelled)?.into_iter().filter(|one| !advice.contains(one));
            let fresh: Vec<_> = fresh.collect();
            advice.extend(fresh);
            rows = rows.and_then(|mut rows: Vec<Row<'static>>| {
                check_row(&row).map_err(|error| error.to_string())?;
                rows.push(row);
                Ok(rows)
            });
        }
        advice.sort_by_key(weight);
        Some(Self { sentence: first?, advice, rows, shown: now })
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
    use crate::graph::NEVER;
    use crate::graph::fixture::graph_of;

    const NOW: Millis = 1_780_000_000_000;

    fn preview(from: &[&str], relation: &str, to: &[&str]) -> Preview {
        let rows = [("b", "a", "led-to", "2026-01-01"), ("a", "b", "cites", "2026-01-01")];
        let graph = graph_of(&["a", "b", "c"], &rows);
        let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (from, to)));
        let drafted = pairs.map(|(from, to)| Row::new(*from, relation, *to).by("tui").into_owned());
        Preview::of(&graph, drafted, NOW, NEVER).unwrap()
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
