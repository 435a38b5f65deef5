//! The forms that close signals.

use super::{addresses, codes, entry, sentence, word};
use crate::graph::Graph;
use crate::tui::job::{Outlook, StatusStep};
use crate::tui::state::{Closing, State};
use serde_json::{Map, Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    let form = |closing: &Closing| self::form(&state.session.graph, closing);
    let forms = state.closings.iter().map(|(id, closing)| (id.clone(), form(closing)));
    // All forms, open or not, by the id of their signal.
    json!({ "open": state.closing().map(form), "forms": forms.collect::<Map<_, _>>() })
}

fn form(graph: &Graph, closing: &Closing) -> Value {
    json!({
        "id": closing.id,
        "by": entry(&closing.by),
        "reason": closing.reason.text(),
        "focus": closing.focus.name(),
        "nodes": addresses(graph, closing.nodes.hits.iter().map(|hit| hit.node)),
        "cursor": closing.rows.cursor,
        "offset": closing.rows.offset,
        // The id of the node that Enter would take.
        "meant": closing.meant(graph),
        "outlook": closing.outlook.as_deref().map(outlook),
        "problem": closing.problem,
        // Queued inputs.
        "held": closing.held.iter().map(|held| format!("{held:?}")).collect::<Vec<_>>(),
        "phase": word(&closing.phase),
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
