//! The picker for marked nodes.

use super::list::{self, walk};
use super::{Hint, Overlay, show};
use crate::graph::NodeIx;
use crate::text::grouped;
use crate::tui::action::Action;
use crate::tui::draw::names::{names, role};
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::parts::Parts;
use crate::tui::state::{ListCursor, State};
use crate::tui::theme::Role;
use crate::tui::update::{go, say};
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use serde_json::Value;

pub(super) struct Marks;

/// Maximum width.
const COLUMNS: u16 = 76;

#[derive(Debug, Default)]
struct Picker(ListCursor);

fn selected(state: &State) -> Option<NodeIx> {
    let Picker(rows) = state.parts.get();
    state.session.marks.nodes.iter().nth(rows.cursor).copied()
}

impl Overlay for Marks {
    fn name(&self) -> &'static str {
        "marks"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Picker::default());
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        if action != Action::Marks {
            return None;
        }
        if state.session.marks.nodes.is_empty() {
            return Some(vec![say(state, Role::Note, "No node marked")]);
        }
        *state.parts.get_mut() = Picker::default();
        show(state, self);
        Some(Vec::new())
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![(Action::Activate, "go"), (Action::Mark, "unmark"), (Action::Cancel, "close")]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        if walk(state, self, action) {
            return Vec::new();
        }
        match action {
            Action::Cancel => state.overlay = None,
            Action::Accept | Action::Activate => {
                state.overlay = None;
                return selected(state).map(|node| go::explore(state, node)).unwrap_or_default();
            }
            Action::Mark => {
                if let Some(node) = selected(state) {
                    state.session.marks.nodes.remove(&node);
                }
                let left = state.session.marks.nodes.len();
                let Picker(rows) = state.parts.get_mut();
                rows.step(0, left);
                if left == 0 {
                    state.overlay = None;
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn area(&self, state: &State) -> Rect {
        list::area(state, COLUMNS, state.session.marks.nodes.len().max(1))
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let Picker(rows) = state.parts.get_mut();
        Some((rows, state.session.marks.nodes.len()))
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        let marked: Vec<NodeIx> = pen.state.session.marks.nodes.iter().copied().collect();
        pen.boxed(area, true, "Marks", &grouped(marked.len()));
        let Picker(rows) = pen.state.parts.get();
        list::draw(pen, self.list_area(pen.state), *rows, &marked, |pen, node, width| {
            let node = pen.state.session.graph.node(*node);
            let (name, title) = names(node);
            let name = pen.span(role(node), name, width * 3 / 5);
            let left = width.saturating_sub(words::width(&name.content) + 4);
            let symbol = pen.span(Role::Kind, &kind_symbol(node, pen.symbols), 1);
            Line::from(vec![symbol, Span::raw(" "), name, Span::raw("  "), pen.span(Role::Dim, title, left)])
        });
    }

    fn summary(&self, _: &State) -> Value {
        Value::Null
    }
}
