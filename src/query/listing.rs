//! The filtered and sorted list of nodes: one query line with words and filters, and a sort order.
//!
//! [`NodeQuery`] is the parsed line, [`listing`] evaluates it. Words are searched with the incremental index [`Names`];
//! filters are tested node by node.

use super::by_id::sort_by_id;
use super::filter::is_in_layer;
use super::rank::Ranking;
use super::search::Names;
use super::typed::{Typed, typed};
use crate::graph::{Cancelled, Direction, Graph, Node, NodeIx, Registry, SystemId, UntilCancelled as _};
use crate::text;
use fixedbitset::FixedBitSet;
use std::cmp::Reverse;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// Best match first; without words, defined nodes by system and id, then missing nodes.
    #[default]
    Relevance,
    Id,
    /// Most edges first.
    Degree,
    /// Newest edge first.
    Recent,
    /// Highest PageRank first.
    Rank,
}

impl Sort {
    /// All orders, in the sequence in which a key cycles through them.
    pub const ALL: [Self; 5] = [Self::Relevance, Self::Id, Self::Degree, Self::Recent, Self::Rank];

    /// The name shown to users.
    pub fn name(self) -> &'static str {
        match self {
            Self::Relevance => "relevance",
            Self::Id => "id",
            Self::Degree => "degree",
            Self::Recent => "recent",
            Self::Rank => "rank",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sort| sort.name() == name)
    }
}

/// One filter of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Whether matching nodes are left out instead of kept.
    pub negated: bool,
    field: Field,
    value: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Kind,
    Status,
    Domain,
    System,
    Layer,
    Is,
    Has,
}

impl Field {
    const ALL: [(&'static str, Self); 7] = [
        ("kind", Self::Kind),
        ("status", Self::Status),
        ("domain", Self::Domain),
        ("system", Self::System),
        ("layer", Self::Layer),
        ("is", Self::Is),
        ("has", Self::Has),
    ];

    /// The valid values, if they are limited.
    fn values(self, registry: &Registry) -> Option<Vec<&'static str>> {
        match self {
            Self::System => Some(registry.systems().map(SystemId::name).collect()),
            Self::Is => Some(vec!["missing", "orphan", "defined", "drifted"]),
            Self::Has => Some(vec!["finding"]),
            Self::Kind | Self::Status | Self::Domain | Self::Layer => None,
        }
    }
}

/// A parsed query line: words, and filters such as `kind:task` or `-status:done`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeQuery {
    /// Each word must match the id or the title.
    pub words: Vec<String>,
    /// Each filter must hold.
    pub terms: Vec<Term>,
    /// Error messages for invalid filters.
    pub errors: Vec<String>,
}

impl NodeQuery {
    /// Parses a line. A filter without a value is ignored. Any other `name:value` is a word, because ids contain colons
    /// too.
    pub fn parse(registry: &Registry, line: &str) -> Self {
        let mut query = Self::default();
        let field = |name: &str| Field::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, field)| field);
        for piece in typed(line, |name| field(name).is_some()) {
            match piece {
                Typed::Filter { value: "", .. } => {}
                Typed::Filter { negated, name, value } => {
                    if let Some(field) = field(name) {
                        query.filter(registry, negated, field, value);
                    }
                }
                Typed::Word(word) => query.words.push(word.to_owned()),
            }
        }
        query
    }

    fn filter(&mut self, registry: &Registry, negated: bool, field: Field, value: &str) {
        match field.values(registry) {
            Some(known) if !known.contains(&value) => {
                // A prefix of a valid value is not an error: the user is still typing.
                if !known.iter().any(|known| known.starts_with(value)) {
                    self.errors.push(format!("invalid {}; use {}", text::quoted(value), text::either(&known)));
                }
            }
            _ => self.terms.push(Term { negated, field, value: value.to_owned() }),
        }
    }

    /// Whether the result depends on the results of checks.
    pub fn depends_on_checks(&self) -> bool {
        self.terms.iter().any(|term| term.field == Field::Has || (term.field == Field::Is && term.value == DRIFTED))
    }

    /// Deleted nodes are found only by name or by status.
    fn keeps(&self, node: Node<'_>, checked: &Checked) -> bool {
        let names_status = || self.terms.iter().any(|term| term.field == Field::Status && !term.negated);
        if node.is_deleted() && self.words.is_empty() && !names_status() {
            return false;
        }
        self.terms.iter().all(|term| term.fits(node, checked) != term.negated)
    }
}

impl Term {
    fn fits(&self, node: Node<'_>, checked: &Checked) -> bool {
        let value = self.value.as_str();
        match self.field {
            Field::Kind => node.kind() == Some(value),
            Field::Status => node.status() == Some(value),
            Field::Domain => node.domain() == Some(value),
            Field::System => node.system().name() == value,
            Field::Layer => is_in_layer(node, value),
            Field::Is if value == "missing" => node.is_missing(),
            Field::Is if value == "defined" => !node.is_missing(),
            Field::Is if value == DRIFTED => checked.drifted.contains(node.ix().index()),
            Field::Is => [Direction::In, Direction::Out].iter().all(|side| node.edges(*side).is_empty()),
            Field::Has => checked.with_findings.contains(node.ix().index()),
        }
    }
}

/// Value of `is:` for nodes of architecture models that changed since their last sync.
const DRIFTED: &str = "drifted";

/// Results of checks, by node index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// Nodes with findings.
    pub with_findings: FixedBitSet,
    /// Nodes of architecture models that changed since their last sync.
    pub drifted: FixedBitSet,
}

#[derive(Debug, Clone)]
pub struct ListRequest<'r> {
    pub query: &'r NodeQuery,
    pub sort: Sort,
    pub checked: &'r Checked,
    /// Required for [`Sort::Rank`].
    pub ranking: Option<&'r Ranking>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Matching nodes, in order.
    pub nodes: Vec<NodeIx>,
    /// Number of all nodes, matching or not.
    pub total: usize,
    /// Whether these are only the first results of a search in progress.
    pub is_partial: bool,
}

/// Returns the matching nodes in the requested order; `None` if cancelled. If the search takes long, `early` is called
/// with the first results before it is complete; the final list starts with the same nodes.
pub fn listing(
    names: &Names,
    request: &ListRequest<'_>,
    cancelled: Cancelled<'_>,
    early: &dyn Fn(Listing),
) -> Option<Listing> {
    let graph = &**names.graph();
    let query = request.query;
    let total = graph.node_count();
    let fits = |node: Node<'_>| query.keeps(node, request.checked);
    let words: Vec<&str> = query.words.iter().map(String::as_str).collect();
    let mut nodes: Vec<NodeIx> = if words.is_empty() {
        graph.nodes().until(cancelled).filter(|node| fits(*node)).map(Node::ix).collect()
    } else {
        // In any other order, the first rows are known only once all matches are.
        let first = |nodes: &[NodeIx]| match request.sort {
            Sort::Relevance => early(Listing { nodes: nodes.to_vec(), total, is_partial: true }),
            Sort::Id | Sort::Degree | Sort::Recent | Sort::Rank => {}
        };
        names.ranked(&words, &fits, cancelled, &first)?
    };
    if cancelled() {
        return None;
    }
    match request.sort {
        Sort::Relevance if !words.is_empty() => {}
        Sort::Relevance => sort_by_id(graph, &mut nodes, |node| (node.is_missing(), node.system())),
        Sort::Id => sort_by_id(graph, &mut nodes, |_| 0),
        Sort::Degree => sort_by_number(&mut nodes, cancelled, |ix| {
            let node = graph.node(ix);
            i64::try_from(node.degree(Direction::In) + node.degree(Direction::Out)).unwrap_or(i64::MAX)
        }),
        Sort::Recent => sort_by_number(&mut nodes, cancelled, |ix| newest(graph, ix)),
        // Ranks are never negative, and non-negative floats are ordered like their bits.
        Sort::Rank => sort_by_number(&mut nodes, cancelled, |ix| {
            let share = request.ranking.map_or(0.0, |ranking| ranking.of(ix));
            i64::try_from(share.to_bits()).unwrap_or(i64::MAX)
        }),
    }
    (!cancelled()).then_some(Listing { nodes, total, is_partial: false })
}

/// Stable sort by a number, largest first; incomplete if cancelled.
fn sort_by_number(nodes: &mut Vec<NodeIx>, cancelled: Cancelled<'_>, number: impl Fn(NodeIx) -> i64) {
    let mut numbered: Vec<_> = nodes.iter().until(cancelled).map(|ix| (Reverse(number(*ix)), *ix)).collect();
    numbered.sort_by_key(|(number, _)| *number);
    *nodes = numbered.into_iter().map(|(_, ix)| ix).collect();
}

/// Time of the newest edge of a node.
fn newest(graph: &Graph, ix: NodeIx) -> i64 {
    let sides = [Direction::In, Direction::Out].into_iter().flat_map(|side| graph.edges_of(ix, side));
    sides.filter_map(|edge| graph.edge(*edge).millis()).max().unwrap_or(i64::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{REFERENCE, UNIT};
    use crate::graph::fixture::{batch_of, graph_from, graph_of};
    use crate::query::{RankRequest, Trust, rank};
    use std::sync::Arc;

    fn found(graph: &Arc<Graph>, line: &str, sort: Sort) -> Vec<String> {
        let mut checked = Checked::default();
        checked.with_findings.grow_and_insert(0);
        checked.drifted.grow_and_insert(1);
        let query = NodeQuery::parse(&crate::system::registry(), line);
        let ranking = rank(graph, &RankRequest::all(Trust::ALL));
        let request = ListRequest { query: &query, sort, checked: &checked, ranking: Some(&ranking) };
        let names = Names::of(Arc::clone(graph));
        let listing = listing(&names, &request, &|| false, &drop).unwrap();
        listing.nodes.iter().map(|ix| graph.node(*ix).id().to_owned()).collect()
    }

    #[test]
    fn line_contains_words_and_filters() {
        let query = NodeQuery::parse(&crate::system::registry(), "cache kind:task -status:done unit:x fix kind: -");
        assert_eq!(query.words, ["cache", "unit:x", "fix"]);
        assert_eq!(query.terms.len(), 2);
        assert!(query.terms[1].negated);
        assert_eq!(query.errors, [] as [&str; 0]);
    }

    #[test]
    fn invalid_value_is_an_error_that_lists_the_valid_ones() {
        assert_eq!(
            NodeQuery::parse(&crate::system::registry(), "is:red").errors,
            ["invalid \"red\"; use missing, orphan, defined or drifted"]
        );
        assert_eq!(NodeQuery::parse(&crate::system::registry(), "is:mis").errors, [] as [&str; 0]);
    }

    #[test]
    fn filters_include_or_exclude_nodes() {
        let one = batch_of(REFERENCE, 0, &[("a", "A"), ("b", "B")], &[("a", "gone", "cites", "")]);
        let graph = Arc::new(graph_from([one, batch_of(UNIT, 0, &[("u", "U")], &[])]));
        assert_eq!(found(&graph, "", Sort::Id), ["a", "b", "gone", "u"]);
        assert_eq!(found(&graph, "kind:task", Sort::Id), ["a", "b", "u"]);
        assert_eq!(found(&graph, "is:missing", Sort::Id), ["gone"]);
        assert_eq!(found(&graph, "-is:missing system:reference", Sort::Id), ["a", "b"]);
        assert_eq!(found(&graph, "is:orphan", Sort::Id), ["b", "u"]);
        assert_eq!(found(&graph, "has:finding", Sort::Id), ["a"]);
        assert_eq!(found(&graph, "is:drifted", Sort::Id), ["b"]);
        assert_eq!(found(&graph, "kind:none", Sort::Id), [] as [&str; 0]);
    }

    #[test]
    fn each_sort_order_differs() {
        let rows = [("bb", "a", "cites", "2026-01-01"), ("bb", "c", "cites", "2026-01-02"), ("d", "c", "cites", "")];
        let graph = Arc::new(graph_of(&["a", "bb", "c", "d"], &rows));
        assert_eq!(found(&graph, "", Sort::Relevance), ["a", "bb", "c", "d"]);
        assert_eq!(found(&graph, "", Sort::Degree), ["bb", "c", "a", "d"]);
        assert_eq!(found(&graph, "", Sort::Recent), ["bb", "c", "a", "d"]);
        assert_eq!(found(&graph, "", Sort::Rank), ["c", "a", "bb", "d"]);
        let graph = Arc::new(graph_of(&["xb", "b", "cb"], &[]));
        assert_eq!(found(&graph, "b", Sort::Relevance)[0], "b");
        assert_eq!(found(&graph, "b", Sort::Id), ["b", "cb", "xb"]);
    }

    #[test]
    fn cancelled_listing_is_none() {
        let graph = Arc::new(graph_of(&["a"], &[]));
        let query = NodeQuery::parse(&crate::system::registry(), "a");
        let checked = Checked::default();
        let request = ListRequest { query: &query, sort: Sort::Id, checked: &checked, ranking: None };
        assert_eq!(listing(&Names::of(graph), &request, &|| true, &drop), None);
    }
}
