//! What each part of the screen says about itself, as data.
//!
//! A part is a view's pane, an overlay, or the screen around them. Its summary is a JSON object: nodes are given by their
//! address, edges by their index in the graph, actions, settings and choices by their lower-case word. An overlay that is
//! closed and keeps nothing is `null`. Tests press keys and look at the screen as text or at these summaries, never at the
//! fields of the state, so that the state can change its shape without them. Summaries are neither drawn nor stored.

pub(in crate::tui) mod closing;
pub(in crate::tui) mod link;
pub(in crate::tui) mod screen;
pub(in crate::tui) mod undo;

use super::state::{Entry, RelationChoice, State};
use super::{overlay, view};
use crate::graph::{Graph, NodeIx};
use crate::query::Sentence;
use crate::query::advice::Advice;
use serde_json::{Value, json};
use std::fmt::Debug;

/// The summary of a part: `screen`, a pane, or an overlay.
///
/// # Panics
///
/// If there is no part with this name.
pub fn of(state: &State, part: &str) -> Value {
    let pane = || view::panes().find(|pane| pane.name() == part).map(|pane| pane.summary(state));
    let overlay = || overlay::ALL.iter().find(|overlay| overlay.name() == part);
    match part {
        "screen" => screen::summary(state),
        _ => pane().or_else(|| Some(overlay()?.summary(state))).unwrap_or_else(|| panic!("no part {part:?}")),
    }
}

/// The address of a node.
pub(in crate::tui) fn address(graph: &Graph, node: NodeIx) -> String {
    graph.node(node).address().into_owned()
}

/// The addresses of nodes.
pub(in crate::tui) fn addresses(graph: &Graph, nodes: impl IntoIterator<Item = NodeIx>) -> Vec<String> {
    nodes.into_iter().map(|node| address(graph, node)).collect()
}

/// The name of a variant without fields in lower case, such as `asks-for-log`.
pub(in crate::tui) fn word(variant: &impl Debug) -> String {
    let name = format!("{variant:?}");
    let mut word = String::new();
    for (at, c) in name.char_indices() {
        if at > 0 && c.is_uppercase() {
            word.push('-');
        }
        word.extend(c.to_lowercase());
    }
    word
}

/// A choice of relations: `all`, `{"only": […]}` or `{"all-but": […]}`.
pub(in crate::tui) fn chosen(relations: &RelationChoice) -> Value {
    json!(relations)
}

/// The content of a field of a form.
fn entry(entry: &Entry) -> Value {
    json!({ "taken": entry.taken, "typed": entry.prompt.text(), "is_selected": entry.is_selected })
}

/// Subject, verb and object.
fn sentence(sentence: &Sentence) -> String {
    format!("{} {} {}", sentence.subject, sentence.verb, sentence.object)
}

/// The codes of advice.
fn codes(advice: &[Advice]) -> Vec<&'static str> {
    advice.iter().map(|advice| advice.code).collect()
}
