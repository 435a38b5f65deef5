//! What keys and results do.

use super::sift::{FindingQuery, Sifted, sift};
use super::state::{chosen_finding, finding, pane, pane_mut};
use crate::graph::NodeIx;
use crate::query::ProposedEdge;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::TargetRequest;
use crate::tui::overlay;
use crate::tui::shared::{Part, SharedPart};
use crate::tui::state::State;
use crate::tui::task::{Key, Run, Task};
use crate::tui::theme::Role;
use crate::tui::topic::Topic;
use crate::tui::update::{act as screen, answer, ask, go, moves, say};
use std::sync::Arc;

/// Handles a changed filter line.
pub(super) fn edited(state: &mut State) -> Vec<Effect> {
    let pane = pane_mut(state);
    pane.query = FindingQuery::parse(pane.prompt.text());
    ask(state).into_iter().collect()
}

pub(super) fn act(state: &mut State, action: Action) -> Option<Vec<Effect>> {
    match action {
        // The proof of the finding.
        Action::Argument => {
            let finding = finding(state)?.clone();
            Some(overlay::answer(state, Topic::Proof(Box::new(finding))))
        }
        // The suggested correction of a dangling edge.
        Action::Link => {
            let (missing, file, line) = dangling(state).filter(|_| state.session.workspace.is_some())?;
            pane_mut(state).proposing_for = Some((missing, file.clone(), line));
            Some(vec![ask_for_target(state, missing, file, line)])
        }
        _ => None,
    }
}

pub(super) fn activate(state: &mut State) -> Vec<Effect> {
    match state.selected() {
        Some(node) => go::explore(state, node),
        None if finding(state).is_some() && place(state).is_none() => {
            vec![say(state, Role::Note, "This finding names no node")]
        }
        None if finding(state).is_some() => {
            let key = state.setup.keymap.keys_of(&state.contexts(), Action::Edit);
            let key = key.first().cloned().unwrap_or_default();
            vec![say(state, Role::Note, format!("This finding names no node; press {key} to open its file"))]
        }
        None => Vec::new(),
    }
}

pub(super) fn place(state: &State) -> Option<(String, Option<u32>)> {
    let finding = finding(state)?;
    let file = finding.file.clone().map(|file| (file, finding.line));
    file.or_else(|| screen::place_of_node(state, state.node_of(finding)?))
}

pub(super) fn shared(state: &State) -> Option<Part> {
    let sifted = &pane(state).sifted;
    let report = sifted.report.as_ref()?;
    let nodes = sifted.shown.iter().filter_map(|at| state.node_of(report.findings.get(*at)?)).collect();
    let is_filtered = !pane(state).prompt.text().trim().is_empty();
    let command = if is_filtered { Err("the findings are filtered") } else { Ok(vec!["doctor".to_owned()]) };
    let part = SharedPart::nodes(nodes)?;
    Some(Part { part, title: "Nodes with findings".to_owned(), command })
}

/// The findings that match the filter.
pub(super) fn ask(state: &mut State) -> Option<Effect> {
    let report = Arc::clone(state.session.checks.report.as_ref()?);
    let query = pane(state).query.clone();
    Some(state.tasks.start(Task::new(Key::SIFT, move |run| sift(report, &query, run.cancelled), sifted)))
}

/// The suggested correction of a dangling edge.
fn ask_for_target(state: &mut State, node: NodeIx, file: String, line: u32) -> Effect {
    let missing = ask::missing(state, node, usize::MAX);
    let request = TargetRequest { graph: Arc::clone(&state.session.graph), missing, file, line };
    let suggest = move |run: &Run<'_>| request.suggest_target(run.cancelled);
    state.tasks.start(Task::new(Key::SUGGEST_TARGET, suggest, target_suggested))
}

/// The dangling edge of the selected finding: its missing node, its file and line.
fn dangling(state: &State) -> Option<(NodeIx, String, u32)> {
    let finding = finding(state).filter(|_| state.focused() == super::FINDINGS)?;
    let missing = state.node_of(finding).filter(|node| state.session.graph.node(*node).is_missing())?;
    Some((missing, finding.file.clone()?, finding.line?))
}

/// Handles the suggested correction of a dangling edge.
fn target_suggested(state: &mut State, proposed: Option<ProposedEdge>) -> Vec<Effect> {
    // Do not interrupt a user who moved on, least of all with the edge of another finding.
    let asked_for = pane_mut(state).proposing_for.take();
    if state.overlay.is_some() || asked_for.is_none() || dangling(state) != asked_for {
        return Vec::new();
    }
    match proposed {
        Some(proposed) => overlay::propose(state, &proposed),
        None => vec![say(state, Role::Note, "No similar id found for the undefined one")],
    }
}

/// Handles the findings that match the filter.
fn sifted(state: &mut State, sifted: Sifted) -> Vec<Effect> {
    let rows = pane(state).rows;
    pane_mut(state).is_of_another_time = false;
    let before = chosen_finding(state);
    let found = |at: usize| sifted.report.as_ref().and_then(|report| report.findings.get(at));
    let same = before.and_then(|before| sifted.shown.iter().position(|at| found(*at) == Some(before)));
    // A finding that is gone from a new report was perhaps just fixed: keep the row, which has the next one now.
    let is_new = match (&pane(state).sifted.report, &sifted.report) {
        (Some(before), Some(now)) => !Arc::ptr_eq(before, now),
        _ => true,
    };
    let place = same.unwrap_or(if is_new { rows.cursor } else { 0 });
    let before = std::mem::replace(&mut pane_mut(state).sifted, sifted);
    let total = pane(state).sifted.shown.len();
    pane_mut(state).rows.go(place, total);
    moves::follow_all(state);
    // This may be the last reference to an older report.
    before.report.and_then(answer::last_of).into_iter().chain(answer::forget(before.shown)).collect()
}
