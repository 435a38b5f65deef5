//! The relations that can be written between two ends, and fit what is typed.

use crate::graph::relation::Spelling;
use crate::graph::{Graph, NodeIx};
use crate::query::{Fit, Matcher, Recognised, Usage, homes, recognise};
use std::cmp::Reverse;
use std::sync::Arc;

/// So many are offered; hostile logs have a million verbs.
const MOST: usize = 100;

/// Between what, and what is typed.
#[derive(Debug)]
pub struct FitRequest {
    /// The graph.
    pub graph: Arc<Graph>,
    /// How verbs are used in it; counted first if it is not known yet.
    pub usage: Option<Arc<Usage>>,
    /// The node the edge leaves, if it is known.
    pub from: Option<NodeIx>,
    /// The node it reaches.
    pub to: Option<NodeIx>,
    /// What is typed.
    pub typed: String,
}

/// The relations that fit, best first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fitting {
    /// What was typed.
    pub typed: String,
    /// The best.
    pub fits: Vec<Fit>,
    /// How many fit in all.
    pub total: usize,
}

impl FitRequest {
    /// Finds them, and tells how verbs are used.
    pub fn fit(self) -> (Arc<Usage>, Fitting) {
        let usage = self.usage.unwrap_or_else(|| Arc::new(Usage::of(&self.graph)));
        let all = usage.fitting(&self.graph, self.from, self.to);
        let near = recognise(&homes(&self.graph, self.from, self.to), &all, self.typed.trim());
        let fitting = chosen(all, near, self.typed);
        (usage, fitting)
    }
}

/// Those that fit what is typed: verbs that are spelt like it, then those that contain it, then those whose reading does.
fn chosen(mut fits: Vec<Fit>, near: Vec<(usize, Option<Recognised>)>, typed: String) -> Fitting {
    let words: Vec<String> = typed.split_whitespace().map(str::to_owned).collect();
    if !words.is_empty() {
        let matcher = Matcher::new(&words);
        let mut places = vec![None; fits.len()];
        for (place, (at, recognised)) in near.into_iter().enumerate() {
            // A verb that contains what is typed needs no explanation, unless taking it swaps the ends.
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
        // Of equal ones the one that fits the ends better stays first.
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
        let graph = Arc::new(graph_of(&["a", "b"], rows));
        let node = |id: &str| graph.find(id).map(|node| node.ix());
        let (from, to) = (node("a"), node("b"));
        let request = FitRequest { graph: Arc::clone(&graph), usage: None, from, to, typed: typed.to_owned() };
        request.fit().1.fits.into_iter().map(|fit| fit.relation).collect()
    }

    #[test]
    fn what_is_used_between_the_ends_comes_first() {
        let rows = [("a", "b", "cites", "2026-01-01"), ("a", "b", "cites", "2026-01-02"), ("a", "b", "led-to", "")];
        assert_eq!(fitting(&rows, "")[..2], ["cites", "led-to"]);
    }

    #[test]
    fn the_verb_that_is_typed_comes_before_those_that_only_read_like_it() {
        let rows = [("a", "b", "cites", "")];
        assert_eq!(fitting(&rows, "led")[0], "led-to");
        // "came from" is how led-to reads from the other end.
        assert!(fitting(&rows, "came from").contains(&"led-to".to_owned()));
        assert_eq!(fitting(&rows, "zzzz"), [] as [&str; 0]);
    }
}
