//! The open page.

use super::content::{Page, PageBlock, PageRow, Section};
use super::state::pane;
use crate::graph::Graph;
use crate::tui::state::State;
use crate::tui::summary::address;
use crate::tui::topic::Topic;
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) fn summary(state: &State) -> Value {
    let Some(open) = pane(state) else { return Value::Null };
    let page = open.shown.as_ref().map(|(page, _)| page);
    let rows = |page: &Page| page.rows().map(row).collect::<Vec<_>>();
    let sections = |page: &Page| page.parts.iter().flat_map(PageBlock::sections).map(section).collect::<Vec<_>>();
    json!({
        "topic": topic(&state.session.graph, &open.topic),
        "title": page.map(|page| &page.title),
        // `null` until they are computed.
        "rows": page.map(rows),
        "sections": page.map(sections),
        // Whether the rows were computed from the graph that the screen shows.
        "is_of_this_graph": open.shown.as_ref().map(|(_, graph)| Arc::ptr_eq(graph, &state.session.graph)),
        "cursor": open.rows.cursor,
        "offset": open.rows.offset,
    })
}

/// The subject in words, such as `history of a`.
fn topic(graph: &Graph, topic: &Topic) -> String {
    let about = |what: &str, node| format!("{what} {}", address(graph, node));
    match topic {
        Topic::History(node) => about("history of", *node),
        Topic::Argument(node) => about("argument about", *node),
        Topic::Impact(node) => about("impact of", *node),
        Topic::Proof(finding) => format!("proof of {}", finding.rule.code),
        Topic::Path { from, to } => format!("path from {} to {}", address(graph, *from), address(graph, *to)),
        Topic::Related(node) => about("nodes related to", *node),
        Topic::Suggestions(node) => about("suggestions for", *node),
        Topic::Drift => "drift".to_owned(),
        Topic::Vocabulary => "vocabulary".to_owned(),
    }
}

fn row(row: &PageRow) -> Value {
    json!({
        "text": row.text(),
        "words": row.words.iter().map(|(_, words)| words).collect::<Vec<_>>(),
        "aside": row.aside,
        "indent": row.indent,
    })
}

fn section(section: &Section) -> Value {
    json!({ "heading": section.heading, "total": section.total, "rows": section.rows.len() })
}
