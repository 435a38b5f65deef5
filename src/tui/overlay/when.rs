//! The prompt for a time: to go to, or to mark the changes since.

use super::list::area;
use super::{Hint, Overlay, is_open, show};
use crate::time;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::state::{Prompt, State};
use crate::tui::theme::Role;
use crate::tui::update::{act, past};
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use serde_json::{Value, json};

pub(super) struct When;

/// Maximum width.
const COLUMNS: u16 = 60;

/// Purpose of a typed time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Purpose {
    /// Go to that time.
    #[default]
    Past,
    /// Mark changes since that time.
    Since,
}

#[derive(Debug, Default)]
struct Typed {
    purpose: Purpose,
    prompt: Prompt,
    /// Whether the typed text was not a valid time.
    is_wrong: bool,
}

impl Overlay for When {
    fn name(&self) -> &'static str {
        "when"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Typed::default());
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        let purpose = match action {
            Action::GoToTime => Purpose::Past,
            Action::Diff => Purpose::Since,
            _ => return None,
        };
        *state.parts.get_mut() = Typed { purpose, ..Typed::default() };
        show(state, self);
        Some(Vec::new())
    }

    fn is_typing(&self, _: &State) -> bool {
        true
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![(Action::Accept, "apply"), (Action::Cancel, "close")]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        let now = state.session.clock.now;
        let typed: &mut Typed = state.parts.get_mut();
        match action {
            Action::Cancel => state.overlay = None,
            Action::Accept | Action::Activate => {
                let Some(time) = time::parse_when(typed.prompt.text().trim(), now) else {
                    typed.is_wrong = true;
                    return Vec::new();
                };
                let purpose = typed.purpose;
                state.overlay = None;
                return match purpose {
                    Purpose::Past => past::go_to(state, time),
                    Purpose::Since => past::mark_since(state, time),
                };
            }
            action => {
                if let Some(change) = act::editing(action) {
                    change(&mut typed.prompt);
                    typed.is_wrong = false;
                }
            }
        }
        Vec::new()
    }

    fn typed(&self, state: &mut State, text: &str) -> Vec<Effect> {
        let typed: &mut Typed = state.parts.get_mut();
        typed.prompt.insert(text);
        typed.is_wrong = false;
        Vec::new()
    }

    fn area(&self, state: &State) -> Rect {
        area(state, COLUMNS, 2)
    }

    fn click(&self, _: &mut State, _: Position) -> Vec<Effect> {
        Vec::new()
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        let Typed { purpose, prompt, is_wrong } = pen.state.parts.get();
        let name = match purpose {
            Purpose::Past => "Go to time",
            Purpose::Since => "Mark changes since",
        };
        pen.boxed(area, true, name, "");
        let inner = pane_layout::inside(area);
        pen.prompt(Rect { height: inner.height.min(1), ..inner }, "@", prompt, true, "");
        let (role, words) = if *is_wrong {
            (Role::Warning, "Invalid time; try 2026-05-01, -3h, -7d or -2w")
        } else {
            (Role::Dim, "Date, time, or relative time: -3h, -7d, -2w")
        };
        let line = Line::from(pen.span(role, words, usize::from(inner.width)));
        pen.line(inner, 1, &line);
    }

    fn summary(&self, state: &State) -> Value {
        let Typed { purpose, prompt, is_wrong } = state.parts.get();
        let purpose = if *purpose == Purpose::Past { "past" } else { "since" };
        if !is_open(state, self) {
            return Value::Null;
        }
        json!({ "purpose": purpose, "text": prompt.text(), "is_wrong": is_wrong })
    }
}
