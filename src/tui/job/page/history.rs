//! The history page: every log row, retraction and file edge of a node, newest first.

use super::{Page, PageBlock, PageRow, Section};
use crate::graph::{Edge, Graph, NodeIx, RetractionRow};
use crate::query::{Happening, HistoryRequest, HistoryScope, LogQuery, history, in_words};
use crate::time;
use crate::tui::names::{names, role};
use crate::tui::theme::Role;

/// Maximum number of rows shown.
const MOST_ROWS: usize = 1_000;

pub(super) fn page(graph: &Graph, node: NodeIx) -> Page {
    let query = LogQuery::default();
    let request =
        HistoryRequest { node: Some(node), query: &query, since: None, scope: HistoryScope::Anywhere, layer: None };
    let found = history(graph, &request);
    let rows = found.iter().take(MOST_ROWS).map(|happening| match happening {
        Happening::Said(edge) => edge_row(graph.edge(*edge), node),
        Happening::Retracted(at) => retracted(graph, &graph.retraction(*at), node),
    });
    let section = Section::new("newest first", rows.collect(), "No history");
    let section = Section { total: found.len(), ..section };
    Page { title: format!("History of {}", names(graph.node(node)).0), parts: vec![PageBlock::Whole(vec![section])] }
}

/// Time and actor, in columns.
fn who(ts: Option<&str>, actor: &str) -> PageRow {
    let time = time::to_minute(ts.unwrap_or_default());
    PageRow::saying(Role::Dim, format!("{time:16}  {actor:8}  "))
}

fn edge_row(edge: Edge<'_>, node: NodeIx) -> PageRow {
    let actor = if edge.is_implicit() { "implicit" } else { edge.actor().unwrap_or_default() };
    let row = in_edge_words(who(edge.ts().as_deref(), actor), edge, edge.is_retracted());
    let row = row.aside(format!("{}:{}", edge.file(), edge.line())).to(edge.other(node)).by(edge.ix());
    if edge.is_retracted() { row.and(Role::Dim, "  retracted") } else { row }
}

fn retracted(graph: &Graph, retraction: &RetractionRow<'_>, node: NodeIx) -> PageRow {
    let ts = retraction.written.map(time::format);
    let row = who(ts.as_deref(), retraction.actor.unwrap_or_default()).and(Role::Warning, "retracted: ");
    let edge = graph.retracted_by(retraction);
    let row = match edge {
        Some(edge) => in_edge_words(row, graph.edge(edge), false),
        None => row.and(Role::Text, format!("{} {} {}", retraction.from, retraction.relation, retraction.to)),
    };
    let place = format!("{}:{}", retraction.file, retraction.line);
    let description = match edge.map(|edge| graph.edge(edge)) {
        Some(edge) => {
            let (subject, verb, object) = in_words(edge);
            let [subject, object] = [subject, object].map(|end| names(end).0);
            format!("retracted: {subject} {verb} {object}, written in {}:{}", edge.file(), edge.line())
        }
        None => "Retracted an edge that did not exist".to_owned(),
    };
    let reason = retraction.note.map(str::to_owned);
    let facts = retraction.actor.map(str::to_owned).into_iter().chain(ts).chain(reason).collect();
    let mut row = row.aside(place).at(retraction.file, retraction.line).described(facts, description);
    row.edge = edge;
    row.node = retraction.ends.map(|(from, to)| if from == node { to } else { from });
    if edge.is_some() { row } else { row.and(Role::Warning, "  no effect") }
}

/// The sentence of an edge.
fn in_edge_words(row: PageRow, edge: Edge<'_>, is_struck: bool) -> PageRow {
    let own = |role: Role| if is_struck { Role::Retracted } else { role };
    let (subject, verb, object) = in_words(edge);
    row.and(own(role(subject)), names(subject).0)
        .and(own(Role::Relation), format!(" {verb} "))
        .and(own(role(object)), names(object).0)
}
