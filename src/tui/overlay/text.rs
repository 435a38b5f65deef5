//! Overlays that only show text: help, the last messages, configuration errors.

use super::list::area;
use super::{Hint, Overlay, show};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::parts::Parts;
use crate::tui::state::{ListCursor, State};
use crate::tui::theme::Role;
use crate::tui::update::moves::Motion;
use crate::tui::update::say;
use crate::tui::words::TextLine;
use ratatui::layout::{Position, Rect};
use serde_json::Value;

/// A text in a box. It has no selected row and only scrolls.
pub(super) struct TextBox {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// The action that opens it.
    pub(super) action: Action,
    /// Maximum width.
    pub(super) columns: u16,
    /// Its lines at a width.
    pub(super) lines: fn(&State, usize) -> Vec<TextLine>,
    /// Message shown instead if it has no lines.
    pub(super) refusal: fn(&State) -> Option<(Role, &'static str)>,
    pub(super) is_open_at_start: fn(&State) -> bool,
}

/// How far the open text is scrolled.
#[derive(Debug, Default)]
struct Scrolled(ListCursor);

impl TextBox {
    fn lines(&self, state: &State) -> Vec<TextLine> {
        (self.lines)(state, usize::from(self.list_area(state).width))
    }
}

impl Overlay for TextBox {
    fn name(&self) -> &'static str {
        self.name
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Scrolled::default());
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        if action != self.action {
            return None;
        }
        if let Some((role, words)) = (self.refusal)(state) {
            return Some(vec![say(state, role, words)]);
        }
        *state.parts.get_mut() = Scrolled::default();
        show(state, self);
        Some(Vec::new())
    }

    fn is_open_at_start(&self, state: &State) -> bool {
        (self.is_open_at_start)(state)
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![(Action::Cancel, "close")]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        if let Some(motion) = Motion::of(action) {
            let (seen, total) = (usize::from(self.list_area(state).height), self.lines(state).len());
            let Scrolled(rows) = state.parts.get_mut();
            motion.apply(rows, seen, total.saturating_sub(seen) + 1);
        } else if matches!(action, Action::Cancel | Action::Accept | Action::Activate) || action == self.action {
            state.overlay = None;
        }
        Vec::new()
    }

    fn area(&self, state: &State) -> Rect {
        area(state, self.columns, usize::MAX)
    }

    fn click(&self, _: &mut State, _: Position) -> Vec<Effect> {
        Vec::new()
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        let (rows, lines) = (self.list_area(pen.state), self.lines(pen.state));
        let Scrolled(ListCursor { cursor: first, .. }) = *pen.state.parts.get::<Scrolled>();
        let is_cut = first + usize::from(rows.height) < lines.len();
        let more = if is_cut { format!("{} more below", pen.symbols.down) } else { String::new() };
        pen.boxed(area, true, self.title, &more);
        pen.text(rows, lines.into_iter().skip(first));
    }

    fn summary(&self, _: &State) -> Value {
        Value::Null
    }
}
