//! Edges in words: the sentence that will be true once a proposed one is stored, and how a stored one reads from either end.

use super::advice::{Proposal, homes, meaning_in_log};
use crate::graph::relation::Spelling;
use crate::graph::{Edge, Graph, NodeIx};
use std::borrow::Cow;

/// What an edge says, in words: `fix-cache-task addresses morning-signal`, action and concern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The id that the verb speaks of first.
    pub subject: String,
    /// How the verb reads; as it is written if it means nothing between these ends.
    pub verb: String,
    /// The other id.
    pub object: String,
    /// What subject and object are to each other: "action", "concern".
    pub roles: Option<(&'static str, &'static str)>,
}

/// The sentence a proposal stands for. A synonym reads as its canonical verb, and one that says the fact the other way round
/// with its ends swapped.
pub fn sentence(graph: &Graph, proposal: &Proposal<'_>) -> Sentence {
    let (from, to) = (proposal.from.to_owned(), proposal.to.to_owned());
    let Some(meaning) = meaning_in_log(&homes(graph, proposal), proposal.relation) else {
        return Sentence { subject: from, verb: proposal.relation.to_owned(), object: to, roles: None };
    };
    let (subject, object) = match meaning.spelling {
        Spelling::Own | Spelling::Synonym => (from, to),
        Spelling::Inverse => (to, from),
    };
    Sentence { subject, verb: meaning.relation.outgoing.to_owned(), object, roles: Some(meaning.relation.ends) }
}

/// How an edge reads from one of its ends: "led to", "is cited by". A synonym reads as its canonical verb; a verb that means
/// nothing there as it is written, with words around it where it is read from the end it reaches.
pub fn reading(edge: Edge<'_>, end: NodeIx) -> Cow<'_, str> {
    let leaves = edge.from().ix() == end;
    match edge.meaning() {
        Some(meaning) if leaves == (meaning.spelling != Spelling::Inverse) => meaning.relation.outgoing.into(),
        Some(meaning) => meaning.relation.incoming.into(),
        None if leaves => edge.relation().into(),
        None => format!("is reached by {} from", edge.relation()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::System;
    use crate::graph::fixture::graph_of;
    use crate::graph::fixture::{batch_of, graph_from};

    fn read(from: &str, relation: &str, to: &str) -> String {
        let graph = graph_from([
            batch_of(System::Reference, 0, &[("task", "Title of a task"), ("signal", "Title of a signal")], &[]),
            batch_of(System::Causal, 0, &[("bug", "bug"), ("patch", "patch")], &[]),
        ]);
        let Sentence { subject, verb, object, roles } = sentence(&graph, &Proposal { from, to, relation });
        let roles = roles.map(|(one, other)| format!(" — {one} → {other}")).unwrap_or_default();
        format!("{subject} {verb} {object}{roles}")
    }

    #[test]
    fn a_verb_reads_as_the_registry_has_it() {
        assert_eq!(read("task", "addresses", "signal"), "task addresses signal — action → concern");
        assert_eq!(read("signal", "led-to", "task"), "signal led to task — cause → effect");
        assert_eq!(read("task", "led-to", "nobody"), "task led to nobody — cause → effect");
    }

    #[test]
    fn a_synonym_reads_as_what_it_stands_for() {
        assert_eq!(read("task", "resolves", "signal"), "task addresses signal — action → concern");
        assert_eq!(read("task", "caused-by", "signal"), "signal led to task — cause → effect");
    }

    #[test]
    fn the_systems_at_the_ends_decide_what_a_verb_means() {
        assert_eq!(read("patch", "resolves", "bug"), "patch resolves bug — solution → problem");
        assert_eq!(read("patch", "led-to", "bug"), "patch led to bug — cause → effect");
        assert_eq!(read("task", "supports", "signal"), "task supports signal");
        assert_eq!(read("task", "a-verb-of-our-own", "signal"), "task a-verb-of-our-own signal");
    }

    #[test]
    fn an_edge_reads_from_both_its_ends() {
        let rows = [("a", "b", "cites", ""), ("a", "b", "caused-by", ""), ("a", "b", "own-verb", "")];
        let graph = graph_of(&["a", "b"], &rows);
        let read = |id: &str| {
            let end = graph.find(id).unwrap().ix();
            graph.edges().map(|edge| reading(edge, end).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(read("a"), ["cites", "came from", "own-verb"]);
        assert_eq!(read("b"), ["is cited by", "led to", "is reached by own-verb from"]);
    }
}
