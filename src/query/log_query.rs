//! Filter for rows of the log: [`LogQuery`] holds the words and the `actor:` and `relation:` filters of one query line.
//!
//! It is evaluated for every row of the log, so comparisons ignore case without allocating as long as the text is
//! ASCII.

use super::typed::{Typed, typed};
use crate::graph::{Edge, Node, RetractionRow};

/// A parsed query line: words, and `actor:` and `relation:` filters, which a leading `-` negates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogQuery {
    /// Each word must occur in the id of one end.
    words: Vec<String>,
    actors: LogFilter,
    relations: LogFilter,
}

/// Accepts a value that matches one of `kept` (any value if `kept` is empty) and none of `left_out`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct LogFilter {
    kept: Vec<String>,
    left_out: Vec<String>,
    /// Whether values must match exactly rather than by prefix.
    is_whole: bool,
}

impl LogFilter {
    /// Matches exactly these values, case-sensitively.
    fn exactly(values: &[String]) -> Self {
        Self { kept: values.to_vec(), left_out: Vec::new(), is_whole: true }
    }

    fn keeps(&self, value: &str) -> bool {
        let fits = |wanted: &String| if self.is_whole { value == wanted } else { starts_with(value, wanted) };
        (self.kept.is_empty() || self.kept.iter().any(fits)) && !self.left_out.iter().any(fits)
    }
}

impl LogQuery {
    /// Parses a line. A filter without a value is ignored. Any other `name:value` is a word, because ids contain colons
    /// too.
    pub fn parse(line: &str) -> Self {
        let mut query = Self::default();
        for piece in typed(line, |name| matches!(name, "actor" | "relation")) {
            match piece {
                Typed::Filter { value: "", .. } => {}
                Typed::Filter { negated, name, value } => {
                    let wanted = if name == "actor" { &mut query.actors } else { &mut query.relations };
                    let values = if negated { &mut wanted.left_out } else { &mut wanted.kept };
                    values.push(value.to_lowercase());
                }
                Typed::Word(word) => query.words.push(word.to_lowercase()),
            }
        }
        query
    }

    /// Keeps rows by one of these actors with one of these relations, compared exactly. An empty list accepts every
    /// value.
    pub fn exactly(actors: &[String], relations: &[String]) -> Self {
        Self { words: Vec::new(), actors: LogFilter::exactly(actors), relations: LogFilter::exactly(relations) }
    }

    /// Whether the query keeps every row.
    pub fn is_empty(&self) -> bool {
        let are_all = |wanted: &LogFilter| wanted.kept.is_empty() && wanted.left_out.is_empty();
        self.words.is_empty() && are_all(&self.actors) && are_all(&self.relations)
    }

    /// Whether a row matches, ignoring case for parsed queries. A row without an actor matches only if no actor is
    /// required.
    pub fn keeps(&self, row: Edge<'_>) -> bool {
        let names = |word: &String| is_named(row.from(), word) || is_named(row.to(), word);
        self.actors.keeps(row.actor().unwrap_or_default())
            && self.relations.keeps(row.relation())
            && self.words.iter().all(names)
    }

    /// Whether a retraction matches: by its own actor, and by the relation and ends of the retracted edge.
    pub fn keeps_retraction(&self, row: &RetractionRow<'_>) -> bool {
        let names = |word: &String| contains(row.from, word) || contains(row.to, word);
        self.actors.keeps(row.actor.unwrap_or_default())
            && self.relations.keeps(row.relation)
            && self.words.iter().all(names)
    }
}

/// Whether a word occurs in a node's id. The id may be written with its system as a prefix, because logs contain both
/// forms.
fn is_named(node: Node<'_>, word: &str) -> bool {
    let with_system = || format!("{}:{}", node.system().name(), node.id());
    contains(node.id(), word) || (word.contains(':') && contains(&with_system(), word))
}

/// Whether `text` starts with `start`, which is lowercase, ignoring case. Does not allocate for ASCII text.
fn starts_with(text: &str, start: &str) -> bool {
    match text.as_bytes().get(..start.len()) {
        Some(head) if head.is_ascii() => head.eq_ignore_ascii_case(start.as_bytes()),
        _ => !text.is_ascii() && text.to_lowercase().starts_with(start),
    }
}

/// Whether `text` contains `part`, which is lowercase, ignoring case.
fn contains(text: &str, part: &str) -> bool {
    if !text.is_ascii() {
        return text.to_lowercase().contains(part);
    }
    part.is_empty() || text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_from;
    use crate::graph::{Batch, EdgeRecord, Graph};
    use proptest::prelude::*;

    /// Rows `(from, to, relation, actor)`; an empty actor means no actor.
    fn log_of(rows: &[(&str, &str, &str, &str)]) -> Graph {
        let mut batch = Batch::of_log(crate::graph::fixture::REFERENCE, 0);
        let file = batch.word("references.jsonl");
        for (line, (from, to, relation, actor)) in (1..).zip(rows) {
            let (from, to, relation) = (batch.word(from), batch.word(to), batch.word(relation));
            let actor = (!actor.is_empty()).then(|| batch.word(actor));
            batch.edge(EdgeRecord { actor, ..EdgeRecord::new(from, to, relation, file, line) });
        }
        graph_from([batch])
    }

    /// The line numbers of the rows that match.
    fn lines(query: &str) -> Vec<u32> {
        let graph = log_of(&[
            ("fix-cache", "p99", "addresses", "cli"),
            ("unit:7", "Größe", "led-to", "agent-1"),
            ("fix-roof", "fix-cache", "led-to", "agent-2"),
            ("p99", "gone", "cites", ""),
        ]);
        let query = LogQuery::parse(query);
        graph.edges().filter(|edge| query.keeps(*edge)).map(Edge::line).collect()
    }

    #[test]
    fn empty_query_keeps_every_row() {
        assert_eq!(lines(""), [1, 2, 3, 4]);
        assert!(LogQuery::parse("  - actor: -relation:").is_empty());
        assert!(!LogQuery::parse("actor:x").is_empty());
    }

    #[test]
    fn actor_and_relation_filters_match_prefixes() {
        assert_eq!(lines("actor:cli"), [1]);
        assert_eq!(lines("actor:AGENT"), [2, 3]);
        assert_eq!(lines("relation:led-to"), [2, 3]);
        assert_eq!(lines("relation:to"), [] as [u32; 0]);
        assert_eq!(lines("actor:agent-2 relation:led"), [3]);
    }

    #[test]
    fn exact_query_matches_whole_values_only() {
        let graph = log_of(&[("a", "b", "led-to", "agent"), ("a", "b", "led-to", "agent-2"), ("a", "c", "led", "")]);
        let lines = |actors: &[&str], relations: &[&str]| {
            let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
            let query = LogQuery::exactly(&owned(actors), &owned(relations));
            graph.edges().filter(|edge| query.keeps(*edge)).map(Edge::line).collect::<Vec<_>>()
        };
        assert_eq!(lines(&["agent"], &[]), [1]);
        assert_eq!(lines(&["agent", "agent-2"], &["led-to"]), [1, 2]);
        assert_eq!(lines(&[], &["led"]), [3]);
        assert_eq!(lines(&["Agent"], &[]), [] as [u32; 0]);
        assert_eq!(lines(&[], &[]), [1, 2, 3]);
        assert!(LogQuery::exactly(&[], &[]).is_empty());
    }

    #[test]
    fn values_of_the_same_filter_are_alternatives() {
        assert_eq!(lines("relation:cites relation:addresses"), [1, 4]);
    }

    #[test]
    fn dash_negates_a_filter() {
        assert_eq!(lines("-actor:agent"), [1, 4]);
        assert_eq!(lines("actor:agent -actor:agent-1"), [3]);
        assert_eq!(lines("-relation:led-to -relation:cites"), [1]);
    }

    #[test]
    fn every_word_must_occur_in_the_id_of_one_end() {
        assert_eq!(lines("cache"), [1, 3]);
        assert_eq!(lines("CACHE p99"), [1]);
        assert_eq!(lines("größe"), [2]);
        assert_eq!(lines("unit:7"), [2], "as written in the log");
        assert_eq!(lines("reference:p99"), [1, 4]);
        assert_eq!(lines("led-to"), [] as [u32; 0], "a relation is not an id");
    }

    proptest! {
        /// The allocation-free comparisons agree with `to_lowercase`.
        #[test]
        fn comparisons_ignore_case(text in "[a-dA-DäÄßİ-]{0,8}", part in "[a-dA-DäÄß-]{0,4}") {
            let (folded, part) = (text.to_lowercase(), part.to_lowercase());
            prop_assert_eq!(contains(&text, &part), folded.contains(&part));
            prop_assert_eq!(starts_with(&text, &part), folded.starts_with(&part));
        }
    }
}
