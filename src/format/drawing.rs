//! What the formats that draw pictures have in common: how much is drawn, and what colours stand for.

use super::escape::on_one_line;
use super::{Export, any_edge};
use crate::graph::relation::Family;
use crate::graph::{Graph, Node};
use crate::picture::{Excerpt, ExcerptLink, More};
use crate::text::{count, grouped, plural};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::cmp::Reverse;

/// Larger pictures are of no use, and slow to open.
const MOST_NODES: usize = 2_000;
const MOST_EDGES: usize = 10_000;

/// Number of colours for kinds of nodes.
pub(super) const HUES: usize = 6;

/// What is drawn of an export.
pub(super) fn excerpt<'a>(export: &'a Export<'_>) -> Excerpt<'a> {
    Excerpt::new(export.graph, export.subgraph, MOST_NODES, MOST_EDGES)
}

/// The colour of each kind, by its frequency in the whole graph, so that all pictures of a workspace have the same
/// colours. A colour only repeats the kind, which is always written.
pub(super) fn hues(graph: &Graph) -> HashMap<&str, usize> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for kind in graph.nodes().filter_map(|node| node.kind()) {
        *counts.entry(kind).or_default() += 1;
    }
    let mut kinds: Vec<_> = counts.into_iter().map(|(kind, count)| (Reverse(count), kind)).collect();
    kinds.sort_unstable();
    kinds.into_iter().zip(0..).map(|((_, kind), rank): (_, usize)| (kind, rank % HUES)).collect()
}

/// The family of a link's relation.
pub(super) fn family(export: &Export<'_>, link: &ExcerptLink<'_>) -> Family {
    link.edges.first().map_or(Family::Soft, |edge| any_edge::of(export, *edge).family())
}

/// Kind and status, in this order; what is special about a node that is not defined.
pub(super) fn facts(node: Node<'_>) -> impl Iterator<Item = Cow<'_, str>> {
    let kind = if node.is_missing() { Some("missing") } else { node.kind() };
    kind.into_iter().chain(node.status()).map(on_one_line)
}

/// The words on a "more" card: how many members of a star it stands for.
pub(super) fn more_title(more: &More<'_>) -> String {
    match &more.kinds[..] {
        [kind] => format!("▸ {}", of_kind(*kind, " more")),
        _ => format!("▸ {} more", grouped(more.members)),
    }
}

/// The members by kind, if there are several kinds; how many of them are elsewhere, and how many other nodes are hidden.
pub(super) fn more_facts(more: &More<'_>) -> impl Iterator<Item = String> {
    let kinds = if more.kinds.len() > 1 { &more.kinds[..] } else { &[] };
    let beyond = (more.beyond > 0).then(|| format!("{} beyond", count(more.beyond, "node")));
    let elsewhere = (more.elsewhere > 0).then(|| format!("{} also elsewhere", grouped(more.elsewhere)));
    kinds.iter().map(|kind| of_kind(*kind, "")).chain(elsewhere).chain(beyond)
}

fn of_kind((kind, number): (Option<&str>, usize), word: &str) -> String {
    let noun = kind.map_or(Cow::Borrowed("missing node"), on_one_line);
    let noun = if number == 1 { noun } else { plural(&noun).into() };
    format!("{}{word} {noun}", grouped(number))
}

/// `file:line` of a node's definition.
pub(super) fn place(node: Node<'_>) -> Option<String> {
    let (file, line) = (node.file()?, node.line()?);
    Some(format!("{}:{line}", on_one_line(file)))
}
