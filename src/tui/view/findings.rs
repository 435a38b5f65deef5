//! Findings: the results of the doctor.

use super::{Garbage, Pane, PaneRef, View};
use crate::graph::NodeIx;
use crate::tui::action::Action;
use crate::tui::draw;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::job::{FindingQuery, Proposed, Sifted, Topic};
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::summary;
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::share::{self, Part};
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, answer, ask, editor, go, page, say};
use ratatui::layout::Rect;
use serde_json::Value;
use std::sync::Arc;

/// The view, which has one pane.
pub struct Findings;

pub const FINDINGS: PaneRef = PaneRef::new(&Findings);

/// Lines for the details of the selected finding.
const LINES: u16 = 8;

impl View for Findings {
    fn name(&self) -> &'static str {
        "findings"
    }

    fn title(&self) -> &'static str {
        "Findings"
    }

    fn action(&self) -> Action {
        Action::ViewFindings
    }

    fn panes(&self) -> &'static [PaneRef] {
        const PANES: [PaneRef; 1] = [FINDINGS];
        &PANES
    }

    fn tasks(&self) -> &'static [Key] {
        &[Key::EXAMINE, Key::SIFT]
    }

    /// The node of the selected finding.
    fn selected(&self, state: &State) -> Option<NodeIx> {
        state.finding().and_then(|finding| state.node_of(finding))
    }

    fn act(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        match action {
            // The proof of the finding.
            Action::Argument => {
                let finding = state.finding()?.clone();
                Some(page::open(state, Topic::Proof(Box::new(finding))))
            }
            // The suggested correction of a dangling edge.
            Action::Link => {
                let (missing, file, line) = dangling(state).filter(|_| state.session.workspace.is_some())?;
                state.findings.proposing_for = Some((missing, file.clone(), line));
                Some(vec![ask::target_suggestion(state, missing, file, line)])
            }
            _ => None,
        }
    }

    fn examined(&self, state: &mut State) -> Vec<Effect> {
        ask::findings(state).into_iter().collect()
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Option<Garbage> {
        state.findings.is_of_another_time |= translation.before.as_of_time() != translation.now.as_of_time();
        None
    }

    fn shared(&self, state: &State) -> Option<Part> {
        let sifted = &state.findings.sifted;
        let report = sifted.report.as_ref()?;
        let nodes = sifted.shown.iter().filter_map(|at| state.node_of(report.findings.get(*at)?)).collect();
        let is_filtered = !state.findings.prompt.text().trim().is_empty();
        let command = if is_filtered { Err("the findings are filtered") } else { Ok(vec!["doctor".to_owned()]) };
        let part = share::some(nodes)?;
        Some(Part { part, title: "Nodes with findings".to_owned(), command })
    }
}

impl Pane for Findings {
    fn name(&self) -> &'static str {
        "findings"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Activate, "go to node"),
            (Action::Argument, "why"),
            (Action::Edit, "open file"),
            (Action::Search, "filter"),
            (Action::Back, "back"),
        ]
    }

    fn has_why(&self) -> bool {
        true
    }

    fn has_prompt(&self) -> bool {
        true
    }

    fn prompt<'s>(&self, state: &'s mut State) -> Option<&'s mut Prompt> {
        Some(&mut state.findings.prompt)
    }

    fn edited(&self, state: &mut State) -> Vec<Effect> {
        state.findings.query = FindingQuery::parse(state.findings.prompt.text());
        ask::findings(state).into_iter().collect()
    }

    fn summary_lines(&self, inner: Rect) -> u16 {
        match inner.height {
            14.. => LINES,
            8.. => LINES / 2,
            _ => 0,
        }
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        Some((&mut state.findings.rows, state.findings.sifted.shown.len()))
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        if !state.findings.is_of_another_time {
            moves::move_rows(state, self, motion, seen);
        }
        Vec::new()
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        match state.selected() {
            Some(node) => go::explore(state, node),
            None if state.finding().is_some() && self.place(state).is_none() => {
                vec![say(state, Role::Note, "This finding names no node")]
            }
            None if state.finding().is_some() => {
                let key = state.setup.keymap.keys_of(&state.contexts(), Action::Edit);
                let key = key.first().cloned().unwrap_or_default();
                vec![say(state, Role::Note, format!("This finding names no node; press {key} to open its file"))]
            }
            None => Vec::new(),
        }
    }

    fn place(&self, state: &State) -> Option<(String, Option<u32>)> {
        let finding = state.finding()?;
        let file = finding.file.clone().map(|file| (file, finding.line));
        file.or_else(|| act::place_of_node(state, state.node_of(finding)?))
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        moves::scroll_rows(state, self, by, seen);
        Vec::new()
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::findings::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::findings::summary(state)
    }
}

/// The dangling edge of the selected finding: its missing node, its file and line.
fn dangling(state: &State) -> Option<(NodeIx, String, u32)> {
    let finding = state.finding().filter(|_| state.focused() == FINDINGS)?;
    let missing = state.node_of(finding).filter(|node| state.session.graph.node(*node).is_missing())?;
    Some((missing, finding.file.clone()?, finding.line?))
}

/// Handles the suggested correction of a dangling edge.
pub fn target_suggested(state: &mut State, proposed: Option<Proposed>) -> Vec<Effect> {
    // Do not interrupt a user who moved on, least of all with the edge of another finding.
    let asked_for = state.findings.proposing_for.take();
    if state.overlay.is_some() || asked_for.is_none() || dangling(state) != asked_for {
        return Vec::new();
    }
    match proposed {
        Some(proposed) => editor::propose(state, &proposed),
        None => vec![say(state, Role::Note, "No similar id found for the undefined one")],
    }
}

/// Handles the findings that match the filter.
pub fn sifted(state: &mut State, sifted: Sifted) -> Vec<Effect> {
    let rows = state.findings.rows;
    state.findings.is_of_another_time = false;
    let before = state.chosen_finding();
    let found = |at: usize| sifted.report.as_ref().and_then(|report| report.findings.get(at));
    let same = before.and_then(|before| sifted.shown.iter().position(|at| found(*at) == Some(before)));
    // A finding that is gone from a new report was perhaps just fixed: keep the row, which has the next one now.
    let is_new = match (&state.findings.sifted.report, &sifted.report) {
        (Some(before), Some(now)) => !Arc::ptr_eq(before, now),
        _ => true,
    };
    let place = same.unwrap_or(if is_new { rows.cursor } else { 0 });
    let before = std::mem::replace(&mut state.findings.sifted, sifted);
    let total = state.findings.sifted.shown.len();
    state.findings.rows.go(place, total);
    moves::follow_all(state);
    // This may be the last reference to an older report.
    before.report.and_then(answer::last_of).into_iter().chain(answer::forget(before.shown)).collect()
}
