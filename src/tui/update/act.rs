//! Dispatches every [`Action`] to the code that carries it out.
//!
//! Actions without a module of their own are here: filters, marks, the search line and opening files. The larger ones
//! (edge editor, log, pages, past, undo) only start here, and views handle their own.

use super::moves::Motion;
use super::{go, light, load, moves, past, reload, say, setup};
use crate::graph::NodeIx;
use crate::query::{Implicit, Retracted};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::form::new_log;
use crate::tui::overlay;
use crate::tui::state::{Filters, Prompt, State};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::tui::view::{self, ViewRef};

/// Maximum depth of the neighbourhood and the map.
pub(in crate::tui) const DEEPEST: u32 = 9;
/// Factor by which "more" raises the number of rows a group shows.
pub(in crate::tui) const MORE: usize = 10;

pub(in crate::tui) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Quit if state.overlay.is_some_and(|overlay| overlay.delays_quitting(state)) => return Vec::new(),
        Action::Quit if is_confirmed(state) && !state.leaving => {
            state.leaving = true;
            return vec![say(state, Role::Note, "A write is pending; refscope quits when it is done")];
        }
        Action::Quit if state.tasks.is_waiting(Key::WRITE) && !state.leaving => {
            state.leaving = true;
            return vec![say(state, Role::Note, "Writing; refscope quits when it is done")];
        }
        Action::Quit => return leave(state),
        Action::Suspend => return vec![Effect::Suspend],
        Action::Redraw => return vec![Effect::RedrawAll],
        _ => {}
    }
    if let Some(overlay) = state.overlay {
        return if overlay.asks_for_log(state) { new_log::act(state, action) } else { overlay.act(state, action) };
    }
    if state.typing {
        return prompt(state, action);
    }
    if let Some(motion) = Motion::of(action) {
        return moves::move_cursor(state, motion);
    }
    if let Some(refused) = past::writes(action).then(|| past::refusal(state)).flatten() {
        return refused;
    }
    let view = state.view;
    if let Some(effects) = view.act(state, action) {
        return effects;
    }
    match action {
        Action::Left => state.focused().sideways(state, false),
        Action::Right => state.focused().sideways(state, true),
        Action::Activate => state.focused().activate(state),
        Action::Toggle => state.focused().toggle(state),
        Action::Cancel => cancel(state),
        Action::NextPane => go::focus_next(state, true),
        Action::PreviousPane => go::focus_next(state, false),
        Action::Search => search(state),
        Action::Back => go::back(state, false),
        Action::Forward => go::back(state, true),
        Action::LineageOf => with_node(state, go::lineage_of),
        Action::OpenOther => with_node(state, go::explore),
        Action::Mark => with_node(state, mark),
        Action::ClearMarks => {
            let words = match std::mem::take(&mut state.session.marks.nodes).len() {
                0 => "No marks to clear".to_owned(),
                marks => format!("Cleared {}", crate::text::count(marks, "mark")),
            };
            vec![say(state, Role::Good, words)]
        }
        Action::Edit => edit_file(state),
        Action::CopyId => with_node(state, |state, node| {
            vec![Effect::Copy(state.session.graph.node(node).address().into_owned(), "id")]
        }),
        Action::CopyPath => copy_path(state),
        Action::Direction => filter(state, |state| state.session.filters.turn()),
        Action::Deeper => deeper(state, 1),
        Action::Shallower => deeper(state, -1),
        Action::Implicit => filter(state, |state| {
            state.session.filters.implicit = match state.session.filters.implicit {
                Implicit::Kept => Implicit::LeftOut,
                Implicit::LeftOut => Implicit::Kept,
            };
        }),
        Action::Confidence => {
            let mut effects = filter(state, |state| state.session.filters.doubt());
            let words = match state.session.filters.confidence {
                Some(least) => format!("Minimum confidence: {least:.1}"),
                None => "Minimum confidence: workspace setting".to_owned(),
            };
            effects.push(say(state, Role::Good, words));
            effects
        }
        Action::Lens => lens(state),
        Action::ResetFilters => filter(state, |state| {
            state.session.filters = Filters::default();
            for view in view::ALL {
                view.reset_filters(state);
            }
        }),
        Action::Mouse => setup::toggle_mouse(state),
        Action::Refresh => reload(state),
        Action::Retracted => {
            let mut effects = filter(state, |state| {
                state.session.filters.retracted = match state.session.filters.retracted {
                    Retracted::Hidden => Retracted::Shown,
                    Retracted::Shown => Retracted::Hidden,
                };
            });
            let words = match state.session.filters.retracted {
                Retracted::Hidden => "Retracted edges hidden",
                Retracted::Shown => "Retracted edges shown",
            };
            effects.push(say(state, Role::Good, words));
            effects
        }
        Action::Past => past::toggle(state),
        Action::Diff => past::toggle_marks(state),
        Action::Earlier => past::step(state, false),
        Action::Later => past::step(state, true),
        Action::Earliest => past::first(state),
        Action::Now => past::leave(state),
        Action::Stride => past::change_stride(state),
        _ => {
            let shown = action.shown_view().map(|view| go::view(state, view));
            let opened = shown.or_else(|| overlay::open(state, action));
            let own = || view::ALL.iter().find_map(|view| view.own_action(state, action));
            opened.or_else(own).unwrap_or_default()
        }
    }
}

/// Quits, saving the filters for the next session.
pub(in crate::tui) fn leave(state: &State) -> Vec<Effect> {
    vec![Effect::Keep(Box::new(load::kept(state))), Effect::Quit]
}

/// Runs `work` on the selected node, or reports that none is selected.
pub(in crate::tui) fn with_node(
    state: &mut State,
    work: impl FnOnce(&mut State, NodeIx) -> Vec<Effect>,
) -> Vec<Effect> {
    match state.selected() {
        Some(node) => work(state, node),
        None => vec![say(state, Role::Note, "No node selected")],
    }
}

pub(in crate::tui) fn mark(state: &mut State, node: NodeIx) -> Vec<Effect> {
    let words = if state.session.marks.nodes.remove(&node) {
        "Unmarked"
    } else {
        state.session.marks.nodes.insert(node);
        state.session.marks.order.retain(|other| *other != node);
        state.session.marks.order.push(node);
        "Marked"
    };
    let count = crate::text::count(state.session.marks.nodes.len(), "mark");
    vec![say(state, Role::Good, format!("{words}; {count} in total"))]
}

/// Ends the innermost mode: the search, the change marks, the impact highlight, the past. Otherwise focuses the first
/// pane.
fn cancel(state: &mut State) -> Vec<Effect> {
    state.toast = None;
    let pane = state.focused();
    let typed = pane.prompt(state).is_some_and(|prompt| !prompt.is_empty());
    if typed {
        return edit(state, Prompt::clear);
    }
    if state.session.since.is_some() {
        return past::clear_marks(state);
    }
    if let Some(effects) = light::cancel(state) {
        return effects;
    }
    if state.session.past.is_some() {
        return past::leave(state);
    }
    let first = state.view.about().panes[0];
    if pane == first { Vec::new() } else { go::focus_on(state, first) }
}

/// Focuses the search line of the view, or of the first view that has one.
fn search(state: &mut State) -> Vec<Effect> {
    let has_prompt = |view: ViewRef| view.about().panes[0].has_prompt();
    let searched = if has_prompt(state.view) { None } else { view::ALL.into_iter().find(|view| has_prompt(*view)) };
    let effects = searched.map(|view| go::view(state, view)).unwrap_or_default();
    state.focus_on(state.view.about().panes[0]);
    state.typing = true;
    moves::follow_all(state);
    effects
}

/// Edits the search line of the focused pane and requests the new results.
pub(in crate::tui) fn edit(state: &mut State, change: impl FnOnce(&mut Prompt)) -> Vec<Effect> {
    let pane = state.focused();
    let Some(prompt) = pane.prompt(state) else { return Vec::new() };
    let before = prompt.text().to_owned();
    change(prompt);
    if prompt.text() == before { Vec::new() } else { pane.edited(state) }
}

/// Handles actions while a search line has the focus.
fn prompt(state: &mut State, action: Action) -> Vec<Effect> {
    if let Some(motion) = Motion::of(action) {
        return moves::move_cursor(state, motion);
    }
    match action {
        Action::Accept | Action::Activate => {
            state.typing = false;
            Vec::new()
        }
        Action::Cancel => {
            state.typing = false;
            edit(state, Prompt::clear)
        }
        Action::NextPane => {
            state.typing = false;
            go::focus_next(state, true)
        }
        other => match editing(other) {
            Some(change) => edit(state, change),
            None => Vec::new(),
        },
    }
}

/// The edit an action makes to a line of text, if it is an editing action.
pub(in crate::tui) fn editing(action: Action) -> Option<fn(&mut Prompt)> {
    Some(match action {
        Action::PromptLeft => Prompt::left,
        Action::PromptRight => Prompt::right,
        Action::PromptStart => Prompt::start,
        Action::PromptEnd => Prompt::end,
        Action::DeleteBack => Prompt::delete_back,
        Action::DeleteForward => Prompt::delete_forward,
        Action::DeleteWord => Prompt::delete_word,
        Action::DeleteToStart => Prompt::delete_to_start,
        Action::DeleteToEnd => Prompt::delete_to_end,
        _ => return None,
    })
}

/// Changes a filter, requests everything that depends on it again, and saves the filters.
pub(in crate::tui) fn filter(state: &mut State, change: impl FnOnce(&mut State)) -> Vec<Effect> {
    change(state);
    let mut effects: Vec<_> = view::ALL.iter().flat_map(|view| view.filters_changed(state)).collect();
    effects.push(Effect::Keep(Box::new(load::kept(state))));
    effects
}

fn deeper(state: &mut State, by: i32) -> Vec<Effect> {
    filter(state, |state| {
        state.session.filters.depth = state.session.filters.depth.saturating_add_signed(by).clamp(1, DEEPEST);
    })
}

fn lens(state: &mut State) -> Vec<Effect> {
    let layer = state.session.current.and_then(|node| state.session.graph.node(node).layer());
    if layer.is_none() && !state.session.filters.lens {
        return vec![say(state, Role::Note, "This node has no layer")];
    }
    filter(state, |state| state.session.filters.lens = !state.session.filters.lens)
}

/// File and line of a node.
pub(in crate::tui) fn place_of_node(state: &State, node: NodeIx) -> Option<(String, Option<u32>)> {
    let node = state.session.graph.node(node);
    node.file().map(|file| (file.to_owned(), node.line()))
}

fn edit_file(state: &mut State) -> Vec<Effect> {
    let Some((file, line)) = state.focused().place(state) else {
        return vec![say(state, Role::Note, "The selection has no file")];
    };
    vec![Effect::Edit(state.root.join(file), line)]
}

fn copy_path(state: &mut State) -> Vec<Effect> {
    match state.focused().place(state) {
        Some((file, _)) => vec![Effect::Copy(state.root.join(file).display().to_string(), "path")],
        None => vec![say(state, Role::Note, "The selection has no file")],
    }
}

/// Whether a confirmed change waits for its preview before it is written.
pub(in crate::tui) fn is_confirmed(state: &State) -> bool {
    state.overlay.is_some_and(|overlay| overlay.is_confirmed(state))
}
