//! The view as data, for tests.

use super::state::{finding as selected_finding, pane};
use crate::finding::Finding;
use crate::tui::state::State;
use crate::tui::summary::address;
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let pane = pane(state);
    let shown = |at: &usize| pane.sifted.report.as_ref().and_then(|report| report.findings.get(*at)).map(finding);
    let selected = selected_finding(state);
    json!({
        "search": pane.prompt.text(),
        "errors": pane.query.errors,
        "shown": pane.sifted.shown.iter().map(shown).collect::<Vec<_>>(),
        // `null` if it belongs to another time than the one shown.
        "selected": selected.map(finding),
        "node": selected.and_then(|finding| state.node_of(finding)).map(|node| address(&state.session.graph, node)),
        "cursor": pane.rows.cursor,
        "offset": pane.rows.offset,
    })
}

fn finding(finding: &Finding) -> Value {
    json!({
        "code": finding.rule.code,
        "severity": finding.rule.severity.name(),
        "node": finding.node,
        "file": finding.file,
        "line": finding.line,
        "message": finding.message,
        "suggestion": finding.suggestion,
    })
}
