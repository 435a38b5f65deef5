//! Links of a node that are probably missing, each with what speaks for it.

use super::{Page, PageBlock, PageRow, Section};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{Evidence, Mention, Suggestion, Suggestions};
use crate::text::{count, quoted};
use crate::tui::job::Proposed;
use crate::tui::names::names;
use crate::tui::theme::Role;

/// So many are told.
pub(super) const MOST: usize = 50;

pub(super) fn page(graph: &Graph, node: NodeIx, found: &Suggestions) -> Page {
    let rows = found.listed.iter().flat_map(|one| rows(graph, node, one)).collect();
    let section = Section {
        heading: format!("the most probable first, {} of {}", found.listed.len(), count(found.total, "suggestion")),
        total: 0,
        rows,
        if_none: "nothing speaks for a link that is not there",
    };
    let title = format!("Links of {} that may be missing", names(graph.node(node)).0);
    Page { title, parts: vec![PageBlock::Whole(vec![section])] }
}

/// The link, and below it what speaks for it. Each row can be made a draft of the link.
fn rows(graph: &Graph, node: NodeIx, one: &Suggestion) -> Vec<PageRow> {
    let [from, to] = [one.from, one.to].map(|end| graph.node(end));
    let other = if one.from == node { one.to } else { one.from };
    let link = PageRow::saying(Role::Strong, format!("{:.2}  ", one.score))
        .naming(from)
        .and(Role::Relation, format!(" {} ", one.relation))
        .naming(to)
        .to(other);
    let proposed = Proposed { from: one.from, to: one.to, relation: one.relation.clone() };
    let evidence = one.evidence.iter().flat_map(|evidence| told(graph, other, evidence));
    std::iter::once(link).chain(evidence).map(|row| row.proposing(proposed.clone())).collect()
}

fn told(graph: &Graph, other: NodeIx, evidence: &Evidence) -> Vec<PageRow> {
    match evidence {
        Evidence::Dangling { edge, missing } => {
            let words = format!("an edge has {}, which nothing defines", quoted(graph.node(*missing).id()));
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
            let cut = if listed.len() < *total { format!(", {} of them", listed.len()) } else { String::new() };
            let heading = PageRow::saying(Role::Text, format!("both have {}{cut}", count(*total, "neighbour")));
            let edges = listed.iter().flat_map(|shared| [(shared.node, shared.near), (shared.node, shared.far)]);
            let rows = edges.map(|(neighbour, edge)| joined(graph, neighbour, edge));
            std::iter::once(heading.indented(2).to(other)).chain(rows).collect()
        }
    }
}

/// An edge of a neighbour that is shared.
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
