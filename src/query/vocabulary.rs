//! The vocabulary in force: every relation of the systems in use and of the user, with how often it is used.
//!
//! One pass over the edges counts them by meaning, so a verb that means different things in two systems is counted
//! apart. Verbs without a meaning follow, as they are written.

use crate::graph::relation::{Argues, Meaning, Relation, Spelling, Synonym, Writer};
use crate::graph::{Cancelled, Graph, SystemId, UntilCancelled as _};
use std::collections::BTreeMap;

/// A relation, or a verb without a meaning, with the number of its distinct edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VocabularyEntry<'g> {
    pub verb: &'g str,
    /// `None` for a verb without a meaning where it is used.
    pub relation: Option<&'g Relation>,
    /// Number of edges with this name, without synonyms.
    pub used: usize,
    /// Number of edges with each synonym, in the order of the relation's synonyms.
    pub synonyms_used: Vec<usize>,
}

/// Which systems' relations are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Those with nodes or edges in the graph, the log's own, and the user's.
    InUse,
    /// Those of every system.
    Everything,
}

/// The relations of a graph's registry, in its order, then all verbs without a meaning, sorted by name. `None` if cancelled.
pub fn vocabulary<'g>(graph: &'g Graph, extent: Extent, cancelled: Cancelled<'_>) -> Option<Vec<VocabularyEntry<'g>>> {
    let registry = graph.registry();
    let mut by_meaning = vec![0_usize; registry.meanings().count()];
    let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
    for edge in graph.edges().until(cancelled).filter(|edge| !edge.is_repeated()) {
        match edge.meaning_index() {
            0 => *unknown.entry(edge.relation()).or_default() += 1,
            index => by_meaning[index] += 1,
        }
    }
    let systems = graph.systems();
    let is_wanted = |system: SystemId| {
        extent == Extent::Everything
            || system == SystemId::USER
            || system == registry.log_system()
            || systems.contains(&system)
    };
    let mut entries: Vec<VocabularyEntry<'_>> = Vec::new();
    // A relation's own name comes directly before its synonyms.
    for (meaning, used) in registry.meanings().zip(by_meaning) {
        let Some(Meaning { relation, spelling }) = meaning else { continue };
        match (spelling, entries.last_mut()) {
            (Spelling::Synonym | Spelling::Inverse, Some(entry)) => entry.synonyms_used.push(used),
            _ => entries.push(VocabularyEntry {
                verb: &relation.name,
                relation: Some(relation),
                used,
                synonyms_used: Vec::new(),
            }),
        }
    }
    entries.retain(|entry| entry.total() > 0 || entry.relation.is_some_and(|relation| is_wanted(relation.system)));
    let others = unknown.into_iter();
    entries.extend(others.map(|(verb, used)| VocabularyEntry {
        verb,
        relation: None,
        used,
        synonyms_used: Vec::new(),
    }));
    (!cancelled()).then_some(entries)
}

impl VocabularyEntry<'_> {
    /// Number of edges with this relation, synonyms included.
    pub fn total(&self) -> usize {
        self.used + self.synonyms_used.iter().sum::<usize>()
    }

    /// The properties in words, each with the key of its declaration: `earlier: from`, `lineage`.
    pub fn properties(&self) -> Vec<String> {
        let Some(relation) = self.relation else { return Vec::new() };
        let mut all = Vec::new();
        let mut add = |key: &str, value: Option<&str>| all.extend(value.map(|value| format!("{key}: {value}")));
        add("earlier", relation.earlier_end());
        add("dependent", relation.dependent_end());
        add("argues", relation.argues.map(Argues::name));
        add("acyclic", relation.acyclic.as_deref());
        add("opposes", (!relation.opposes.is_empty()).then(|| relation.opposes.join(", ")).as_deref());
        add("written by", writer(relation));
        let flags =
            [("lineage", relation.lineage), ("symmetric", relation.symmetric), ("takes sides", relation.takes_sides)];
        all.extend(flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name.to_owned()));
        all
    }

    /// The synonyms with their use: `blocked-by (inverted, 3)`.
    pub fn synonyms(&self) -> Vec<String> {
        let synonyms = self.relation.map(|relation| &relation.synonyms[..]).unwrap_or_default();
        let shown = |(synonym, used): (&Synonym, &usize)| {
            let inverted = synonym.inverted.then(|| "inverted".to_owned());
            let notes: Vec<_> = inverted.into_iter().chain((*used > 0).then(|| used.to_string())).collect();
            if notes.is_empty() { synonym.name.to_string() } else { format!("{} ({})", synonym.name, notes.join(", ")) }
        };
        synonyms.iter().zip(&self.synonyms_used).map(shown).collect()
    }
}

/// Who writes edges of a relation, if not everyone may.
pub fn writer(relation: &Relation) -> Option<&'static str> {
    match relation.writer {
        Writer::Anyone => None,
        Writer::Infrastructure => Some("infrastructure"),
        Writer::Files => Some("files"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::NEVER;
    use crate::graph::fixture::{CAUSAL, batch_of, graph_from, graph_of};

    fn used(graph: &Graph, extent: Extent) -> Vec<(String, Option<&'static str>, usize, Vec<usize>)> {
        let entries = vocabulary(graph, extent, NEVER).unwrap().into_iter().filter(|entry| entry.total() > 0);
        entries
            .map(|one| (one.verb.to_owned(), one.relation.map(|it| it.system.name()), one.used, one.synonyms_used))
            .collect()
    }

    #[test]
    fn distinct_edges_are_counted_by_meaning_and_spelling() {
        let rows = [
            ("a", "b", "led-to", ""),
            ("a", "b", "led-to", ""),
            ("b", "c", "triggered", ""),
            ("c", "b", "caused-by", ""),
            ("a", "c", "own-verb", ""),
        ];
        let graph = graph_of(&["a", "b", "c"], &rows);
        let led_to = ("led-to".to_owned(), Some("reference"), 1, vec![1, 1]);
        assert_eq!(used(&graph, Extent::InUse), [led_to, ("own-verb".to_owned(), None, 1, Vec::new())]);
    }

    #[test]
    fn relations_of_unused_systems_are_listed_on_request() {
        let of_causal = |graph: &Graph, extent| {
            let entries = vocabulary(graph, extent, NEVER).unwrap();
            entries.iter().filter(|one| one.relation.is_some_and(|relation| relation.system == CAUSAL)).count()
        };
        let graph = graph_of(&["a"], &[]);
        assert_eq!(of_causal(&graph, Extent::InUse), 0);
        let all = of_causal(&graph, Extent::Everything);
        assert!(all > 10);
        assert_eq!(of_causal(&graph_from([batch_of(CAUSAL, 0, &[("x", "x")], &[])]), Extent::InUse), all);
    }

    #[test]
    fn properties_are_named_as_in_a_declaration() {
        let graph = graph_of(&["a", "b"], &[("b", "a", "caused-by", "")]);
        let entries = vocabulary(&graph, Extent::InUse, NEVER).unwrap();
        let led_to = entries.iter().find(|one| one.verb == "led-to").unwrap();
        let expected = ["earlier: from", "dependent: to", "argues: supports", "acyclic: led-to", "lineage"];
        assert_eq!(led_to.properties(), expected);
        assert_eq!(led_to.synonyms(), ["triggered", "caused-by (inverted, 1)"]);
    }
}
