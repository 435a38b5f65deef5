//! The theme picker. The selected theme is applied at once, and the one before is restored if it is cancelled.

use super::list::{self, walk};
use super::{Hint, Overlay, is_open, show};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::parts::Parts;
use crate::tui::state::{ListCursor, State};
use crate::tui::theme::{Role, ThemeChoice};
use crate::tui::update::say;
use crate::tui::update::setup::use_theme;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use serde_json::{Value, json};

pub(super) struct Themes;

/// Maximum width.
const COLUMNS: u16 = 76;

#[derive(Debug, Default)]
struct Picker {
    names: Vec<String>,
    rows: ListCursor,
    /// The choice to restore on cancel.
    before: ThemeChoice,
}

impl Picker {
    fn chosen(&self) -> String {
        self.names.get(self.rows.cursor).cloned().unwrap_or_default()
    }
}

impl Overlay for Themes {
    fn name(&self) -> &'static str {
        "themes"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Picker::default());
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        if action != Action::Theme {
            return None;
        }
        let names: Vec<String> = state.setup.themes.names().into_iter().map(str::to_owned).collect();
        let cursor = names.iter().position(|name| name == state.theme.name()).unwrap_or(0);
        let (rows, before) = (ListCursor { cursor, offset: 0 }, state.setup.choice.clone());
        *state.parts.get_mut() = Picker { names, rows, before };
        show(state, self);
        Some(Vec::new())
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![(Action::Activate, "apply"), (Action::Cancel, "cancel")]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        let walked = walk(state, self, action);
        let picker: &Picker = state.parts.get();
        let (name, before) = (picker.chosen(), picker.before.clone());
        match action {
            _ if walked => use_theme(state, ThemeChoice::Named(name)),
            Action::Cancel => {
                state.overlay = None;
                use_theme(state, before);
            }
            Action::Accept | Action::Activate => {
                state.overlay = None;
                use_theme(state, ThemeChoice::Named(name.clone()));
                let words = format!("Theme {name}; set `theme: {name}` in config.yaml to keep it");
                return vec![say(state, Role::Good, words)];
            }
            _ => {}
        }
        Vec::new()
    }

    fn area(&self, state: &State) -> Rect {
        list::area(state, COLUMNS, state.parts.get::<Picker>().names.len())
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let Picker { names, rows, .. } = state.parts.get_mut();
        Some((rows, names.len()))
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        pen.boxed(area, true, "Theme", "");
        let Picker { names, rows, .. } = pen.state.parts.get();
        list::draw(pen, self.list_area(pen.state), *rows, names, |pen, name, width| {
            let about = pen.state.setup.themes.about(name).unwrap_or_default();
            let name = words::padded(name, 16, pen.symbols);
            Line::from(vec![Span::raw(name), pen.span(Role::Dim, about, width.saturating_sub(16))])
        });
    }

    fn summary(&self, state: &State) -> Value {
        let Picker { names, rows, .. } = state.parts.get();
        if is_open(state, self) { json!({ "names": names, "cursor": rows.cursor }) } else { Value::Null }
    }
}
