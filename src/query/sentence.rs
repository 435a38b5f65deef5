//! Edges as sentences: of a proposed edge, and of a stored edge read from either end.

use super::advice::homes;
use crate::graph::relation::{Spelling, Text};
use crate::graph::{Edge, Graph, NodeIx, Row};
use std::borrow::Cow;

/// An edge as a sentence: `fix-cache-task addresses morning-signal`, action and concern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    pub subject: String,
    /// The verb spelled out, or as written if it has no meaning between these ends.
    pub verb: String,
    pub object: String,
    /// Roles of subject and object, such as "action" and "concern".
    pub roles: Option<(Text, Text)>,
}

/// The sentence of a proposed edge. A synonym reads as its canonical verb, an inverse as its canonical verb with the
/// ends swapped.
pub fn sentence(graph: &Graph, row: &Row<'_>) -> Sentence {
    let (from, to) = (row.from.to_string(), row.to.to_string());
    let Some(meaning) = graph.registry().meaning_in_log(&homes(graph, row), &row.relation) else {
        return Sentence { subject: from, verb: row.relation.to_string(), object: to, roles: None };
    };
    let (subject, object) = match meaning.spelling {
        Spelling::Own | Spelling::Synonym => (from, to),
        Spelling::Inverse => (to, from),
    };
    Sentence { subject, verb: meaning.relation.outgoing.to_string(), object, roles: meaning.relation.ends.clone() }
}

/// How an edge reads from one of its ends: "led to", "is cited by". A synonym reads as its canonical verb. A verb
/// without a meaning reads as written, with words around it when read from its target.
pub fn reading(edge: Edge<'_>, end: NodeIx) -> Cow<'_, str> {
    let leaves = edge.from().ix() == end;
    match edge.meaning() {
        Some(meaning) if leaves == (meaning.spelling != Spelling::Inverse) => {
            Cow::Borrowed(&*meaning.relation.outgoing)
        }
        Some(meaning) => Cow::Borrowed(&*meaning.relation.incoming),
        None if leaves => edge.relation().into(),
        None => format!("is reached by {} from", edge.relation()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;
    use crate::graph::fixture::{CAUSAL, REFERENCE};
    use crate::graph::fixture::{batch_of, graph_from};

    fn read(from: &str, relation: &str, to: &str) -> String {
        let graph = graph_from([
            batch_of(REFERENCE, 0, &[("task", "Title of a task"), ("signal", "Title of a signal")], &[]),
            batch_of(CAUSAL, 0, &[("bug", "bug"), ("patch", "patch")], &[]),
        ]);
        let Sentence { subject, verb, object, roles } = sentence(&graph, &Row::new(from, relation, to));
        let roles = roles.map(|(one, other)| format!(" — {one} → {other}")).unwrap_or_default();
        format!("{subject} {verb} {object}{roles}")
    }

    #[test]
    fn verb_reads_as_in_the_registry() {
        assert_eq!(read("task", "addresses", "signal"), "task addresses signal — action → concern");
        assert_eq!(read("signal", "led-to", "task"), "signal led to task — cause → effect");
        assert_eq!(read("task", "led-to", "unknown"), "task led to unknown — cause → effect");
    }

    #[test]
    fn synonym_reads_as_its_canonical_verb() {
        assert_eq!(read("task", "resolves", "signal"), "task addresses signal — action → concern");
        assert_eq!(read("task", "caused-by", "signal"), "signal led to task — cause → effect");
    }

    #[test]
    fn systems_of_the_ends_decide_the_meaning_of_a_verb() {
        assert_eq!(read("patch", "resolves", "bug"), "patch resolves bug — solution → problem");
        assert_eq!(read("patch", "led-to", "bug"), "patch led to bug — cause → effect");
        assert_eq!(read("task", "supports", "signal"), "task supports signal");
        assert_eq!(read("task", "a-verb-of-our-own", "signal"), "task a-verb-of-our-own signal");
    }

    #[test]
    fn edge_reads_from_both_ends() {
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
