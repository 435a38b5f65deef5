//! Which rows of the log a person wants to see: words and filters in one line.

use super::typed::{Typed, typed};
use crate::graph::{Edge, Node, RetractionRow};

/// What somebody typed to choose rows of the log: words, and `actor:` and `relation:` filters, each negated with `-`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogQuery {
    /// Each must be found in the id of one end.
    words: Vec<String>,
    actors: LogFilter,
    relations: LogFilter,
}

/// Values a row must have one of, if there are any, and values it must not have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct LogFilter {
    kept: Vec<String>,
    left_out: Vec<String>,
    /// Whether a value counts only as a whole, not also by its start.
    is_whole: bool,
}

impl LogFilter {
    /// One of these, to the letter.
    fn exactly(values: &[String]) -> Self {
        Self { kept: values.to_vec(), left_out: Vec::new(), is_whole: true }
    }

    fn keeps(&self, value: &str) -> bool {
        let fits = |wanted: &String| if self.is_whole { value == wanted } else { starts_with(value, wanted) };
        (self.kept.is_empty() || self.kept.iter().any(fits)) && !self.left_out.iter().any(fits)
    }
}

impl LogQuery {
    /// Reads a line. A filter whose value is not typed yet does not count; what looks like a filter but is none is a word,
    /// since ids have colons too.
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

    /// Rows by one of these actors, if there are any, and with one of these relations; both to the letter.
    pub fn exactly(actors: &[String], relations: &[String]) -> Self {
        Self { words: Vec::new(), actors: LogFilter::exactly(actors), relations: LogFilter::exactly(relations) }
    }

    /// Whether every row fits.
    pub fn is_empty(&self) -> bool {
        let are_all = |wanted: &LogFilter| wanted.kept.is_empty() && wanted.left_out.is_empty();
        self.words.is_empty() && are_all(&self.actors) && are_all(&self.relations)
    }

    /// Whether a row fits. Case does not count. One without an actor is by nobody: it fits only where none is asked for.
    pub fn keeps(&self, row: Edge<'_>) -> bool {
        let names = |word: &String| is_named(row.from(), word) || is_named(row.to(), word);
        self.actors.keeps(row.actor().unwrap_or_default())
            && self.relations.keeps(row.relation())
            && self.words.iter().all(names)
    }

    /// Whether a row that takes an edge back fits: by who wrote it, and by what the edge says.
    pub fn keeps_retraction(&self, row: &RetractionRow<'_>) -> bool {
        let names = |word: &String| contains(row.from, word) || contains(row.to, word);
        self.actors.keeps(row.actor.unwrap_or_default())
            && self.relations.keeps(row.relation)
            && self.words.iter().all(names)
    }
}

/// Whether a word is found in a node's id, with or without its system before it: logs have both.
fn is_named(node: Node<'_>, word: &str) -> bool {
    let with_system = || format!("{}:{}", node.system().name(), node.id());
    contains(node.id(), word) || (word.contains(':') && contains(&with_system(), word))
}

/// Whether a text starts with one in small letters. Asked for every row of a log: most need no copy.
fn starts_with(text: &str, start: &str) -> bool {
    match text.as_bytes().get(..start.len()) {
        Some(head) if head.is_ascii() => head.eq_ignore_ascii_case(start.as_bytes()),
        _ => !text.is_ascii() && text.to_lowercase().starts_with(start),
    }
}

/// Whether a text has one in small letters in it.
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

    /// Rows `(from, to, relation, actor)`; an actor that is empty is none.
    fn log_of(rows: &[(&str, &str, &str, &str)]) -> Graph {
        let mut batch = Batch::of_log(0);
        let file = batch.word("references.jsonl");
        for (line, (from, to, relation, actor)) in (1..).zip(rows) {
            let (from, to, relation) = (batch.word(from), batch.word(to), batch.word(relation));
            let actor = (!actor.is_empty()).then(|| batch.word(actor));
            batch.edge(EdgeRecord { actor, ..EdgeRecord::new(from, to, relation, file, line) });
        }
        graph_from([batch])
    }

    /// The lines of the rows that fit.
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
    fn nothing_typed_keeps_every_row() {
        assert_eq!(lines(""), [1, 2, 3, 4]);
        assert!(LogQuery::parse("  - actor: -relation:").is_empty());
        assert!(!LogQuery::parse("actor:x").is_empty());
    }

    #[test]
    fn rows_are_chosen_by_actor_and_relation_also_in_part() {
        assert_eq!(lines("actor:cli"), [1]);
        assert_eq!(lines("actor:AGENT"), [2, 3]);
        assert_eq!(lines("relation:led-to"), [2, 3]);
        assert_eq!(lines("relation:to"), [] as [u32; 0]);
        assert_eq!(lines("actor:agent-2 relation:led"), [3]);
    }

    #[test]
    fn to_the_letter_only_what_is_the_same_fits() {
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
    fn several_values_of_one_filter_are_a_choice() {
        assert_eq!(lines("relation:cites relation:addresses"), [1, 4]);
    }

    #[test]
    fn a_dash_leaves_out_what_fits() {
        assert_eq!(lines("-actor:agent"), [1, 4]);
        assert_eq!(lines("actor:agent -actor:agent-1"), [3]);
        assert_eq!(lines("-relation:led-to -relation:cites"), [1]);
    }

    #[test]
    fn every_word_is_found_in_the_id_of_one_end() {
        assert_eq!(lines("cache"), [1, 3]);
        assert_eq!(lines("CACHE p99"), [1]);
        assert_eq!(lines("größe"), [2]);
        assert_eq!(lines("unit:7"), [2], "as the log has it");
        assert_eq!(lines("reference:p99"), [1, 4]);
        assert_eq!(lines("led-to"), [] as [u32; 0], "a relation is no id");
    }

    proptest! {
        /// The quick ways say what the plain ones say.
        #[test]
        fn case_counts_for_no_letter(text in "[a-dA-DäÄßİ-]{0,8}", part in "[a-dA-DäÄß-]{0,4}") {
            let (folded, part) = (text.to_lowercase(), part.to_lowercase());
            prop_assert_eq!(contains(&text, &part), folded.contains(&part));
            prop_assert_eq!(starts_with(&text, &part), folded.starts_with(&part));
        }
    }
}
