//! Findings: the results of the doctor.

mod draw;
mod sift;
mod state;
mod summary;
mod update;

use super::{About, Garbage, Listed, Pane, PaneRef, View};
use crate::graph::NodeIx;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::parts::Parts;
use crate::tui::shared::Part;
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::task::Key;
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::translate::Translation;
use ratatui::layout::Rect;
use serde_json::Value;
use state::{FindingsPane, finding, pane, pane_mut};

/// The view, which has one pane.
pub(super) struct Findings;

const FINDINGS: PaneRef = PaneRef::new(&Findings);

/// Lines for the details of the selected finding.
const LINES: u16 = 8;

impl View for Findings {
    fn about(&self) -> &'static About {
        &About {
            name: "findings",
            title: "Findings",
            action: "view-findings",
            panes: &[FINDINGS],
            tasks: &[Key::EXAMINE, Key::SIFT],
        }
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(FindingsPane::default());
    }

    /// The node of the selected finding.
    fn selected(&self, state: &State) -> Option<NodeIx> {
        finding(state).and_then(|finding| state.node_of(finding))
    }

    fn act(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        update::act(state, action)
    }

    fn examined(&self, state: &mut State) -> Vec<Effect> {
        update::ask(state).into_iter().collect()
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Option<Garbage> {
        pane_mut(state).is_of_another_time |= translation.before.as_of_time() != translation.now.as_of_time();
        None
    }

    fn query_for(&self, listed: Listed<'_>) -> Option<String> {
        if let Listed::Code(code) = listed { Some(format!("code:{code} ")) } else { None }
    }

    fn shared(&self, state: &State) -> Option<Part> {
        update::shared(state)
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
        Some(&mut pane_mut(state).prompt)
    }

    fn edited(&self, state: &mut State) -> Vec<Effect> {
        update::edited(state)
    }

    fn summary_lines(&self, inner: Rect) -> u16 {
        match inner.height {
            14.. => LINES,
            8.. => LINES / 2,
            _ => 0,
        }
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let pane = pane_mut(state);
        let total = pane.sifted.shown.len();
        Some((&mut pane.rows, total))
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        if !pane(state).is_of_another_time {
            moves::move_rows(state, self, motion, seen);
        }
        Vec::new()
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        update::activate(state)
    }

    fn place(&self, state: &State) -> Option<(String, Option<u32>)> {
        update::place(state)
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        moves::scroll_rows(state, self, by, seen);
        Vec::new()
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}
