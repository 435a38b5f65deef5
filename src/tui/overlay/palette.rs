//! The command palette: all actions, filtered by the typed words.

use super::list::{self, walk};
use super::{Hint, Overlay, is_open, show};
use crate::query::Matcher;
use crate::tui::action::Action;
use crate::tui::draw::names::marked;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::theme::Role;
use crate::tui::update::act;
use crate::tui::update::moves::Motion;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) struct Palette;

/// Maximum width and height.
const COLUMNS: u16 = 84;
const LINES: usize = 23;

#[derive(Debug, Default)]
struct Commands {
    prompt: Prompt,
    /// The matching actions, best first.
    found: Vec<Action>,
    rows: ListCursor,
}

impl Overlay for Palette {
    fn name(&self) -> &'static str {
        "palette"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Commands::default());
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        if action != Action::Palette {
            return None;
        }
        *state.parts.get_mut() = Commands::default();
        find(state);
        show(state, self);
        Some(Vec::new())
    }

    fn is_typing(&self, _: &State) -> bool {
        true
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![(Action::Accept, "run"), (Action::NextRow, "next"), (Action::Cancel, "close")]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        if walk(state, self, action) {
            return Vec::new();
        }
        match (action, act::editing(action)) {
            (Action::Cancel | Action::Accept | Action::Activate, _) => {
                state.overlay = None;
                let Commands { found, rows, .. } = state.parts.get();
                let chosen = found.get(rows.cursor).copied().filter(|_| action != Action::Cancel);
                chosen.map(|chosen| act::act(state, chosen)).unwrap_or_default()
            }
            (_, Some(change)) => edit(state, change),
            (_, None) => Vec::new(),
        }
    }

    fn typed(&self, state: &mut State, text: &str) -> Vec<Effect> {
        edit(state, |prompt| prompt.insert(text))
    }

    fn area(&self, state: &State) -> Rect {
        list::area(state, COLUMNS, LINES)
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let Commands { found, rows, .. } = state.parts.get_mut();
        Some((rows, found.len()))
    }

    fn list_area(&self, state: &State) -> Rect {
        pane_layout::below(pane_layout::inside(self.area(state)), 1)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        let Commands { prompt, found, rows } = pen.state.parts.get();
        pen.boxed(area, true, "Commands", &format!("{}", found.len()));
        let inner = pane_layout::inside(area);
        pen.prompt(Rect { height: 1.min(inner.height), ..inner }, ":", prompt, true, "");
        let typed: Vec<String> = prompt.text().split_whitespace().map(str::to_owned).collect();
        let matcher = (!typed.is_empty()).then(|| Matcher::new(&typed));
        list::draw(pen, self.list_area(pen.state), *rows, found, |pen, action, width| {
            let keys_room = if width >= 40 { 16 } else { 0 };
            let mut spans = marked(pen, action.name(), Role::Id, 16, matcher.as_ref());
            let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
            spans.push(Span::raw(" ".repeat(18usize.saturating_sub(taken))));
            let room = width.saturating_sub(19 + keys_room);
            spans.push(Span::raw(words::padded(pen.state.setup.keymap.does(*action), room, pen.symbols)));
            spans.push(Span::raw(" "));
            let keys = all_keys(pen.state, *action);
            spans.push(Span::styled(words::padded(&keys, keys_room, pen.symbols), pen.style(Role::Key)));
            Line::from(spans)
        });
    }

    fn summary(&self, state: &State) -> Value {
        if !is_open(state, self) {
            return Value::Null;
        }
        let Commands { prompt, found, rows } = state.parts.get();
        let actions: Vec<_> = found.iter().map(|action| action.name()).collect();
        json!({ "search": prompt.text(), "actions": actions, "cursor": rows.cursor })
    }
}

fn edit(state: &mut State, change: impl FnOnce(&mut Prompt)) -> Vec<Effect> {
    let Commands { prompt, .. } = state.parts.get_mut();
    let before = prompt.text().to_owned();
    change(prompt);
    if prompt.text() != before {
        find(state);
    }
    Vec::new()
}

/// Filters the actions by the typed words.
fn find(state: &mut State) {
    let keymap = &state.setup.keymap;
    let commands: &mut Commands = state.parts.get_mut();
    let words: Vec<String> = commands.prompt.text().split_whitespace().map(str::to_owned).collect();
    let matcher = Matcher::new(&words);
    let score = |action: Action| matcher.score(&format!("{} {}", action.name(), keymap.does(action)));
    let offered = Action::all().filter(|action| is_offered(*action));
    let mut scored: Vec<_> = offered.filter_map(|action| Some((score(action)?, action))).collect();
    // Cursor movement comes last: it is rarely what the palette is opened for.
    scored.sort_by_key(|(score, action)| (std::cmp::Reverse(*score), is_move(*action)));
    commands.found = scored.into_iter().map(|(_, action)| action).collect();
    commands.rows = ListCursor::default();
}

/// Whether an action only moves the cursor.
fn is_move(action: Action) -> bool {
    Motion::of(action).is_some() || matches!(action, Action::Left | Action::Right | Action::Activate | Action::Toggle)
}

/// Whether an action makes sense outside prompts and checklists.
fn is_offered(action: Action) -> bool {
    act::editing(action).is_none()
        && !matches!(
            action,
            Action::Accept
                | Action::NextRow
                | Action::PreviousRow
                | Action::OnlyThis
                | Action::AllButThis
                | Action::All
                | Action::NextField
                | Action::PreviousField
                | Action::SwapEnds
                | Action::ApplyFix
                | Action::StartOver
                | Action::Palette
                | Action::Cancel
        )
}

/// All keys of an action, in every context.
fn all_keys(state: &State, action: Action) -> String {
    let mut seen = BTreeSet::new();
    let keys = state.setup.keymap.entries().filter(|entry| entry.action == action).flat_map(|entry| entry.keys);
    keys.filter(|key| seen.insert(key.clone())).collect::<Vec<_>>().join(" ")
}
