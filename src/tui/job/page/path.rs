//! The path page: the shortest paths between two nodes, step by step.

use super::{Page, PageBlock, PageRow, Section};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{
    Directions, EdgeFilter, Orient, Path, PathRequest, PathStep, Paths, RelationFilter, paths, paths_cancellable,
    reading,
};
use crate::text::{count, grouped};
use crate::tui::names::names;
use crate::tui::theme::Role;

/// Maximum number of equally short paths shown.
const MOST_CHAINS: usize = 20;

/// The page; `None` if cancelled.
pub(super) fn page(
    graph: &Graph,
    from: NodeIx,
    to: NodeIx,
    edges: EdgeFilter,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Page> {
    let (directions, orient) = (Directions::Both, Orient::Stored);
    let request = PathRequest { edges, directions, orient, max_hops: None, most: MOST_CHAINS };
    let found = paths_cancellable(graph, from, to, &request, cancelled)?;
    let [one, other] = [from, to].map(|node| names(graph.node(node)).0);
    let title = format!("From {one} to {other}");
    let Some(hops) = found.hops else {
        return Some(Page {
            title,
            total: String::new(),
            parts: vec![PageBlock::Whole(vec![no_path(graph, from, to, &request)])],
        });
    };
    if hops == 0 {
        let same = PageRow::saying(Role::Text, "The marked node is this one").to(from);
        return Some(Page {
            title,
            total: String::new(),
            parts: vec![PageBlock::Whole(vec![uncounted("", vec![same])])],
        });
    }
    let mut sections: Vec<_> =
        found.listed.iter().enumerate().map(|(at, path)| chain(graph, path, at, hops, &found)).collect();
    if let Some(last) = sections.last_mut()
        && (found.listed.len() as u64) < found.count
    {
        let more =
            format!("{} more: refscope path {one} {other} --all-shortest", many(&found, found.listed.len() as u64));
        last.rows.push(PageRow::saying(Role::Dim, more));
    }
    Some(Page { title, total: String::new(), parts: vec![PageBlock::Whole(sections)] })
}

/// A section without a row count.
fn uncounted(heading: impl Into<String>, rows: Vec<PageRow>) -> Section {
    Section { total: 0, ..Section::new(heading, rows, "") }
}

fn no_path(graph: &Graph, from: NodeIx, to: NodeIx, request: &PathRequest) -> Section {
    let mut rows = vec![PageRow::saying(Role::Text, "No path in either direction")];
    let all = PathRequest { edges: EdgeFilter::of(RelationFilter::Any), most: 0, ..request.clone() };
    if let Some(hops) = paths(graph, from, to, &all).hops {
        let words = format!("Filters hide a path of {} (relations, implicit edges or confidence)", steps(hops));
        rows.push(PageRow::saying(Role::Note, words));
    }
    for end in [from, to] {
        rows.push(PageRow::default().naming(graph.node(end)).to(end));
    }
    uncounted("", rows)
}

fn steps(hops: u32) -> String {
    count(hops as usize, "step")
}

/// Number of paths minus `without`.
fn many(found: &Paths, without: u64) -> String {
    let left = grouped(usize::try_from(found.count - without).unwrap_or(usize::MAX));
    if found.is_beyond_counting() { format!("at least {left}") } else { left }
}

fn chain(graph: &Graph, path: &Path, at: usize, hops: u32, found: &Paths) -> Section {
    let mut heading = vec![if at == 0 { steps(hops) } else { "same length".to_owned() }];
    if found.count > 1 {
        heading.push(format!("{} of {}", at + 1, many(found, 0)));
    }
    if path.confidence < 1.0 {
        heading.push(format!("confidence {:.2}", path.confidence));
    }
    let mut rows = Vec::new();
    if let Some(first) = path.steps.first() {
        rows.push(PageRow::default().naming(graph.node(first.from)).to(first.from));
    }
    for step in &path.steps {
        rows.push(row(graph, step, step.edge, "", 1));
        rows.extend(step.also.iter().map(|edge| row(graph, step, *edge, "also ", 2)));
    }
    uncounted(heading.join(" · "), rows)
}

/// A step along one of its edges, linking to the node it reaches.
fn row(graph: &Graph, step: &PathStep, edge: EdgeIx, lead: &str, indent: u16) -> PageRow {
    let edge = graph.edge(edge);
    let verb = if edge.is_implicit() || indent > 1 { Role::Dim } else { Role::Relation };
    PageRow::saying(Role::Dim, lead)
        .and(verb, format!("{} ", reading(edge, step.from)))
        .naming(graph.node(step.to))
        .aside(format!("{}:{}", edge.file(), edge.line()))
        .indented(indent)
        .to(step.to)
        .by(edge.ix())
}
