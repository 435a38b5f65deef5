//! Completion of the relation field: relations that can link two ends and match the typed text.

use crate::graph::relation::Spelling;
use crate::graph::{Cancelled, Graph, NodeIx};
use crate::query::{Fit, Matcher, Recognised, Usage, homes, recognise};
use std::cmp::Reverse;
use std::sync::Arc;

/// Maximum number of relations offered; a hostile log may contain a million verbs.
const MOST: usize = 100;

/// The matching relations, best first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in super::super) struct Fitting {
    pub(in super::super) typed: String,
    /// The best matches.
    pub(in super::super) fits: Vec<Fit>,
    /// Total number of matches.
    pub(in super::super) total: usize,
}

impl Fitting {
    /// Finds the matches between the ends, as far as they are known. Counts the usage of verbs unless it is given, and
    /// returns it for later requests. `None` if cancelled.
    pub(in super::super) fn of(
        graph: &Graph,
        usage: Option<Arc<Usage>>,
        [from, to]: [Option<NodeIx>; 2],
        typed: String,
        cancelled: Cancelled<'_>,
    ) -> Option<(Arc<Usage>, Self)> {
        let usage = match usage {
            Some(usage) => usage,
            None => Arc::new(Usage::of_cancellable(graph, cancelled)?),
        };
        let all = usage.fitting(graph, from, to);
        // A log may contain a million verbs.
        if cancelled() {
            return None;
        }
        let near = recognise(graph.registry(), &homes(graph, from, to), &all, typed.trim());
        if cancelled() {
            return None;
        }
        let fitting = chosen(all, near, typed);
        (!cancelled()).then_some((usage, fitting))
    }
}

/// Relations that match the typed text: similar spelling first, then verbs that contain it, then readings that contain
/// it.
fn chosen(mut fits: Vec<Fit>, near: Vec<(usize, Option<Recognised>)>, typed: String) -> Fitting {
    let words: Vec<String> = typed.split_whitespace().map(str::to_owned).collect();
    if !words.is_empty() {
        let matcher = Matcher::new(&words);
        let mut places = vec![None; fits.len()];
        for (place, (at, recognised)) in near.into_iter().enumerate() {
            // A verb that contains the typed text needs no explanation, unless taking it swaps the ends.
            let explains = |one: &Recognised| one.spelling == Spelling::Inverse;
            let is_plain = matcher.score(&fits[at].relation).is_some();
            fits[at].recognised = recognised.filter(|one| !is_plain || explains(one));
            places[at] = Some(Reverse(place));
        }
        let mut scored: Vec<_> = fits
            .into_iter()
            .zip(places)
            .filter_map(|(fit, place)| {
                let by_verb = matcher.score(&fit.relation);
                let by_reading =
                    || [&fit.forward, &fit.backward].into_iter().filter_map(|text| matcher.score(text)).max();
                let is_found = place.is_some() || by_verb.is_some();
                let score = if is_found { by_verb } else { Some(by_reading()?) };
                Some(((place, is_found, score), fit))
            })
            .collect();
        // The sort is stable: equal scores keep the order by fit with the ends.
        scored.sort_by_key(|(score, _)| Reverse(*score));
        fits = scored.into_iter().map(|(_, fit)| fit).collect();
    }
    let total = fits.len();
    fits.truncate(MOST);
    Fitting { typed, fits, total }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    fn fitting(rows: &[(&str, &str, &str, &str)], typed: &str) -> Vec<String> {
        let graph = graph_of(&["a", "b"], rows);
        let ends = ["a", "b"].map(|id| graph.find(id).map(|node| node.ix()));
        let (_, found) = Fitting::of(&graph, None, ends, typed.to_owned(), crate::graph::NEVER).unwrap();
        found.fits.into_iter().map(|fit| fit.relation).collect()
    }

    #[test]
    fn relations_used_between_the_ends_come_first() {
        let rows = [("a", "b", "cites", "2026-01-01"), ("a", "b", "cites", "2026-01-02"), ("a", "b", "led-to", "")];
        assert_eq!(fitting(&rows, "")[..2], ["cites", "led-to"]);
    }

    #[test]
    fn a_matching_verb_comes_before_a_matching_reading() {
        let rows = [("a", "b", "cites", "")];
        assert_eq!(fitting(&rows, "led")[0], "led-to");
        // "came from" is the reading of led-to from the other end.
        assert!(fitting(&rows, "came from").contains(&"led-to".to_owned()));
        assert_eq!(fitting(&rows, "zzzz"), [] as [&str; 0]);
    }
}
