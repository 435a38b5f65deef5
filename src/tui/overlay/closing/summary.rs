//! The drafts as data.

use super::request::{Outlook, StatusStep};
use super::state::{Draft, closings, draft_of};
use crate::graph::Graph;
use crate::tui::state::State;
use crate::tui::summary::{addresses, codes, sentence, word};
use serde_json::{Map, Value, json};

pub(super) fn summary(state: &State) -> Value {
    let form = |closing: &Draft| self::form(&state.session.graph, closing);
    let forms = closings(state).drafts.iter().map(|(id, closing)| (id.clone(), form(closing)));
    // All forms, open or not, by the id of their signal.
    json!({ "open": draft_of(state).map(form), "forms": forms.collect::<Map<_, _>>() })
}

fn form(graph: &Graph, closing: &Draft) -> Value {
    json!({
        "id": closing.id,
        "by": closing.by.summary(),
        "reason": closing.form.reason.text(),
        "focus": closing.focus.name(),
        "nodes": addresses(graph, closing.form.nodes.hits.iter().map(|hit| hit.node)),
        "cursor": closing.form.rows.cursor,
        "offset": closing.form.rows.offset,
        // The id of the node that Enter would take.
        "meant": closing.meant(graph),
        "outlook": closing.outlook.as_deref().map(outlook),
        "problem": closing.form.problem,
        // Queued inputs.
        "held": closing.form.held.iter().map(|held| format!("{held:?}")).collect::<Vec<_>>(),
        "phase": word(&closing.form.phase),
        "is_untouched": closing.is_untouched(),
    })
}

fn outlook(outlook: &Outlook) -> Value {
    let step =
        |step: &StatusStep| json!({ "previous": step.previous, "file": step.file, "line": step.line, "row": step.row });
    json!({
        "step": outlook.step.as_ref().ok().map(step),
        "problem": outlook.step.as_ref().err(),
        "sentence": outlook.sentence.as_ref().map(sentence),
        "advice": codes(&outlook.advice),
        "shown": outlook.shown,
    })
}
