//! The checklist of relations, which filters edges.

mod draw;

use super::list::{self, walk};
use super::{Hint, Overlay, is_open, show};
use crate::graph::{Direction, NEVER};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::job::{Tally, tally};
use crate::tui::keymap::{Inside, OwnKeys};
use crate::tui::parts::Parts;
use crate::tui::state::{Follow, ListCursor, RelationChoice, State};
use crate::tui::task::{Key, Run, Task};
use crate::tui::theme::Role;
use crate::tui::update::{act, say};
use ratatui::layout::{Position, Rect};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) struct Relations;

/// Maximum width.
const COLUMNS: u16 = 76;
/// Number of edges that are counted on the input thread. Counting those of a hub takes too long.
const AT_ONCE: usize = 2_000;

#[derive(Debug, Default)]
struct Checklist {
    entries: Vec<Entry>,
    rows: ListCursor,
}

#[derive(Debug)]
struct Entry {
    name: String,
    /// Its reading, if that differs.
    reading: String,
    /// Number of edges of the current node.
    here: usize,
    /// Total number of edges.
    total: usize,
}

impl Overlay for Relations {
    fn name(&self) -> &'static str {
        "relations"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Checklist::default());
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        if action != Action::Relations {
            return None;
        }
        let counted = state.session.counted.stats.iter().flat_map(|stats| &stats.relations);
        let entry = |(name, total): (&String, &usize)| Entry {
            name: name.clone(),
            reading: String::new(),
            here: 0,
            total: *total,
        };
        let mut entries: Vec<_> = counted.map(entry).collect();
        if entries.is_empty() {
            return Some(vec![say(state, Role::Note, "No relations yet")]);
        }
        sort(&mut entries);
        *state.parts.get_mut() = Checklist { entries, rows: ListCursor::default() };
        show(state, self);
        Some(count_here(state))
    }

    fn keys(&self) -> Option<OwnKeys> {
        Some(OwnKeys { name: "checklist", inside: Inside::Overlay })
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![
            (Action::Toggle, "on/off"),
            (Action::OnlyThis, "only this"),
            (Action::AllButThis, "all but this"),
            (Action::All, "all"),
            (Action::Cancel, "close"),
        ]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        if walk(state, self, action) {
            return Vec::new();
        }
        match action {
            Action::Cancel | Action::Accept | Action::Activate => {
                state.overlay = None;
                Vec::new()
            }
            Action::Toggle | Action::OnlyThis | Action::AllButThis | Action::All => {
                let Checklist { entries, rows } = state.parts.get();
                let name = entries.get(rows.cursor).map(|entry| entry.name.clone());
                name.map(|name| choose(state, action, &name)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn area(&self, state: &State) -> Rect {
        list::area(state, COLUMNS, state.parts.get::<Checklist>().entries.len())
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let Checklist { entries, rows } = state.parts.get_mut();
        Some((rows, entries.len()))
    }

    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        list::click(state, self, cell, Action::Toggle)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area, self.list_area(pen.state));
    }

    fn summary(&self, state: &State) -> Value {
        let Checklist { entries, rows } = state.parts.get();
        let choice = state.relation_choice();
        let entry = |entry: &Entry| {
            let Entry { name, here, total, .. } = entry;
            json!({ "name": name, "here": here, "total": total, "is_kept": choice.keeps(name) })
        };
        if !is_open(state, self) {
            return Value::Null;
        }
        json!({ "entries": entries.iter().map(entry).collect::<Vec<_>>(), "cursor": rows.cursor })
    }
}

fn choose(state: &mut State, action: Action, name: &str) -> Vec<Effect> {
    let before = state.relation_choice();
    let one = || BTreeSet::from([name.to_owned()]);
    let choice = match action {
        Action::OnlyThis => RelationChoice::Only(one()),
        Action::AllButThis => RelationChoice::AllBut(one()),
        Action::All => RelationChoice::All,
        _ => before.toggled(name),
    };
    act::filter(state, |state| {
        let view = state.view;
        if !view.choose_relations(state, &choice) {
            state.session.filters.relations = choice;
        }
    })
}

/// Relations of the current node first, then the most used.
fn sort(entries: &mut [Entry]) {
    entries.sort_by(|one, other| (other.here, other.total, &one.name).cmp(&(one.here, one.total, &other.name)));
}

/// Counts the edges of the current node: at once if they are few, so that rows do not move while the user selects one.
fn count_here(state: &mut State) -> Vec<Effect> {
    let Some(node) = state.session.current else { return Vec::new() };
    let (graph, trust) = (Arc::clone(&state.session.graph), state.session.trust());
    let edges: usize = [Direction::In, Direction::Out].map(|side| graph.edges_of(node, side).len()).iter().sum();
    if edges <= AT_ONCE {
        let tallies = tally(&graph, node, &trust, NEVER);
        return tallied(state, tallies.unwrap_or_default());
    }
    let tally = move |run: &Run<'_>| tally(&graph, node, &trust, run.cancelled);
    vec![state.tasks.start(Task::new(Key::TALLY, tally, tallied))]
}

/// Handles the edge counts of the current node; the cursor stays on its row.
fn tallied(state: &mut State, tallies: Vec<Tally>) -> Vec<Effect> {
    let is_open = is_open(state, &Relations);
    let Checklist { entries, rows } = state.parts.get_mut();
    let selected = entries.get(rows.cursor).filter(|_| rows.cursor > 0).map(|entry| entry.name.clone());
    for tally in tallies.into_iter().filter(|_| is_open) {
        if let Some(entry) = entries.iter_mut().find(|entry| entry.name == tally.relation) {
            entry.here = tally.edges;
            entry.reading = if tally.reading == tally.relation { String::new() } else { tally.reading };
        }
    }
    sort(entries);
    if let Some(name) = selected {
        rows.cursor = entries.iter().position(|entry| entry.name == name).unwrap_or(0);
    }
    let seen = usize::from(Relations.list_area(state).height);
    let Checklist { entries, rows } = state.parts.get_mut();
    rows.follow(seen, entries.len(), Follow::Smoothly);
    Vec::new()
}
