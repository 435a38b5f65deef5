//! The suggestions page: probably missing edges of a node, each with its evidence.

use super::{Page, PageBlock, PageRow, Section};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{Evidence, Mention, Suggestion, Suggestions};
use crate::text::{count, quoted};
use crate::tui::job::Proposed;
use crate::tui::names::names;
use crate::tui::theme::Role;

/// Maximum number of suggestions shown.
pub(super) const MOST: usize = 50;

pub(super) fn page(graph: &Graph, node: NodeIx, found: &Suggestions) -> Page {
    let rows = found.listed.iter().flat_map(|one| rows(graph, node, one)).collect();
    let section = Section {
        about: String::new(),
        heading: format!("most probable first, {} of {}", found.listed.len(), count(found.total, "suggestion")),
        total: 0,
        rows,
        if_none: "No suggestions",
    };
    let title = format!("Suggestions for {}", names(graph.node(node)).0);
    Page { title, total: String::new(), parts: vec![PageBlock::Whole(vec![section])] }
}

/// The suggested edge, followed by its evidence. Each row can be turned into a draft.
fn rows(graph: &Graph, node: NodeIx, one: &Suggestion) -> Vec<PageRow> {
    let [from, to] = [one.from, one.to].map(|end| graph.node(end));
    let other = if one.from == node { one.to } else { one.from };
    let link = PageRow::saying(Role::Strong, format!("{:.2}  ", one.score))
        .naming(from)
        .and(Role::Relation, format!(" {} ", one.relation))
        .naming(to)
        .to(other);
    let proposed = Proposed { from: one.from, to: one.to, relation: one.relation.clone() };
    let evidence = one.evidence.iter().flat_map(|evidence| evidence_rows(graph, other, evidence));
    std::iter::once(link).chain(evidence).map(|row| row.proposing(proposed.clone())).collect()
}

fn evidence_rows(graph: &Graph, other: NodeIx, evidence: &Evidence) -> Vec<PageRow> {
    match evidence {
        Evidence::Dangling { edge, missing } => {
            let words = format!("an edge refers to the undefined id {}", quoted(graph.node(*missing).id()));
            vec![PageRow::saying(Role::Text, words).indented(2).to(other).by(*edge)]
        }
        Evidence::Mention(Mention { from, to, line, words, named }) => {
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            let file = graph.node(*from).file().unwrap_or_default();
            let row = PageRow::saying(Role::Text, format!("names the {} of ", named.name()))
                .naming(graph.node(*to))
                .and(Role::Text, format!(": {}", quoted(&words)))
                .aside(format!("{file}:{line}"));
            vec![row.indented(2).to(other).at(file, *line)]
        }
        Evidence::Shared { listed, total } => {
            let cut = if listed.len() < *total { format!(", {} shown", listed.len()) } else { String::new() };
            let heading = PageRow::saying(Role::Text, format!("{}{cut}", count(*total, "common neighbour")));
            let edges = listed.iter().flat_map(|shared| [(shared.node, shared.near), (shared.node, shared.far)]);
            let rows = edges.map(|(neighbour, edge)| joined(graph, neighbour, edge));
            std::iter::once(heading.indented(2).to(other)).chain(rows).collect()
        }
    }
}

/// An edge of a common neighbour.
fn joined(graph: &Graph, neighbour: NodeIx, edge: EdgeIx) -> PageRow {
    let edge = graph.edge(edge);
    let verb = if edge.is_implicit() { Role::Dim } else { Role::Relation };
    PageRow::default()
        .naming(edge.from())
        .and(verb, format!(" {} ", edge.relation()))
        .naming(edge.to())
        .aside(format!("{}:{}", edge.file(), edge.line()))
        .indented(4)
        .to(neighbour)
        .by(edge.ix())
}
