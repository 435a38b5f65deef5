//! Dispatches every [`Action`] to the code that carries it out.
//!
//! Actions without a module of their own are here: filters, marks, sorting, the search line, the map's zoom and opening
//! files. The larger ones (edge editor, log, pages, past, undo) only start here.

use super::moves::Motion;
use super::{
    ask, closing, editor, go, laid_out, light, load, log, moves, overlay, page, past, reload, say, setup, share,
    suggestions, undo,
};
use crate::graph::{Node, NodeIx};
use crate::query::{Implicit, LineageDirection, NeighbourhoodItem, NodeQuery, Orient, Retracted, Sort};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{FindingQuery, Topic, TreeItem};
use crate::tui::layout::map::{Arrangement, Zoom};
use crate::tui::layout::way::Way;
use crate::tui::pane_layout::{self, PaneLayout};
use crate::tui::state::{Filters, Held, LineageShape, Overlay, Pane, Prompt, State, View, WhenFor};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use std::sync::Arc;

/// Maximum depth of the neighbourhood and the map.
pub(super) const DEEPEST: u32 = 9;
/// Factor by which "more" raises the number of rows a group shows.
const MORE: usize = 10;

pub(super) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Quit if editor::waits_for_queue(state) => return Vec::new(),
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
    if state.overlay.is_some() {
        return overlay::act(state, action);
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
    match action {
        Action::Left => moves::sideways(state, false),
        Action::Right => moves::sideways(state, true),
        Action::Activate => activate(state),
        Action::Toggle => toggle(state),
        Action::Cancel => cancel(state),
        Action::NextPane => go::focus_next(state, true),
        Action::PreviousPane => go::focus_next(state, false),
        Action::ViewExplore => go::view(state, View::Explore),
        Action::ViewLineage => go::view(state, View::Lineage),
        Action::ViewTree => go::view(state, View::Tree),
        Action::ViewMap => go::view(state, View::Map),
        Action::ViewFindings => go::view(state, View::Findings),
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
        Action::Share => share::open(state),
        Action::Direction => filter(state, |state| {
            if state.view == View::Lineage {
                state.lineage.direction = match state.lineage.direction {
                    LineageDirection::Both => LineageDirection::Backward,
                    LineageDirection::Backward => LineageDirection::Forward,
                    LineageDirection::Forward => LineageDirection::Both,
                };
            } else {
                state.session.filters.turn();
            }
        }),
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
        Action::Orient => filter(state, |state| {
            state.lineage.orient = match state.lineage.orient {
                Orient::Stored => Orient::Meaning,
                Orient::Meaning => Orient::Stored,
            };
        }),
        Action::ResetFilters => filter(state, |state| {
            state.session.filters = Filters::default();
            state.lineage.relations = None;
            state.lineage.max_depth = None;
            state.lineage.direction = LineageDirection::Both;
            state.lineage.orient = Orient::Meaning;
        }),
        Action::Sort => sort(state),
        Action::Arrange => arrange(state),
        Action::ZoomIn => change_map_view(state, |look, layout, area| look.zoomed(Zoom::In, layout, area)),
        Action::ZoomOut => change_map_view(state, |look, layout, area| look.zoomed(Zoom::Out, layout, area)),
        Action::Fit => change_map_view(state, |look, layout, area| look.fit(layout, area)),
        Action::PanLeft => pan(state, Way::Left),
        Action::PanRight => pan(state, Way::Right),
        Action::PanUp => pan(state, Way::Up),
        Action::PanDown => pan(state, Way::Down),
        Action::Mouse => setup::toggle_mouse(state),
        Action::Refresh => reload(state),
        Action::Undo => undo::open(state),
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
        Action::GoToTime => past::type_time(state, WhenFor::Past),
        Action::Follow => log::open(state),
        Action::History => with_node(state, |state, node| page::open(state, Topic::History(node))),
        Action::Argument => argue(state),
        Action::Impact => with_node(state, light::impact),
        Action::Vocabulary => page::open(state, Topic::Vocabulary),
        Action::Drift => {
            let mut effects = page::open(state, Topic::Drift);
            effects.extend(load::touched(state));
            effects
        }
        Action::CloseSignal => with_node(state, closing::open),
        Action::Link => suggestions::link(state),
        Action::LinkMarked | Action::RepeatLink => editor::open(state, action),
        Action::RestoreDraft => editor::restore(state),
        Action::Path => with_node(state, suggestions::path_to),
        Action::Suggest => with_node(state, suggestions::suggestions_for),
        Action::Help
        | Action::Palette
        | Action::Theme
        | Action::ConfigErrors
        | Action::Messages
        | Action::Marks
        | Action::Relations => overlay::open(state, action),
        _ => Vec::new(),
    }
}

/// Quits, saving the filters for the next session.
pub(super) fn leave(state: &State) -> Vec<Effect> {
    vec![Effect::Keep(Box::new(load::kept(state))), Effect::Quit]
}

/// Runs `work` on the selected node, or reports that none is selected.
fn with_node(state: &mut State, work: impl FnOnce(&mut State, NodeIx) -> Vec<Effect>) -> Vec<Effect> {
    match state.selected() {
        Some(node) => work(state, node),
        None => vec![say(state, Role::Note, "No node selected")],
    }
}

pub(super) fn mark(state: &mut State, node: NodeIx) -> Vec<Effect> {
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

fn activate(state: &mut State) -> Vec<Effect> {
    match state.focused() {
        Pane::List => go::focus_on(state, Pane::Neighbourhood),
        Pane::Neighbourhood => match state.neighbourhood_row() {
            Some(row) => match row.item {
                NeighbourhoodItem::Edge { node, .. } => go::explore(state, node),
                NeighbourhoodItem::Group { .. } | NeighbourhoodItem::More { .. } => toggle(state),
            },
            None => Vec::new(),
        },
        Pane::Lineage => with_node(state, go::lineage_of),
        Pane::Map => with_node(state, go::map_of),
        Pane::Tree if state.tree_node().is_none() => toggle(state),
        Pane::Tree => with_node(state, go::explore),
        Pane::Findings => match state.selected() {
            Some(node) => go::explore(state, node),
            None if state.finding().is_some() && place(state).is_none() => {
                vec![say(state, Role::Note, "This finding names no node")]
            }
            None if state.finding().is_some() => {
                let key = state.setup.keymap.keys_of(state.contexts(), Action::Edit);
                let key = key.first().cloned().unwrap_or_default();
                vec![say(state, Role::Note, format!("This finding names no node; press {key} to open its file"))]
            }
            None => Vec::new(),
        },
        Pane::Detail => with_node(state, |state, node| page::open(state, Topic::Related(node))),
    }
}

/// Opens the proof of the selected finding, or else the argument for and against the selected node.
fn argue(state: &mut State) -> Vec<Effect> {
    let finding = state.finding().filter(|_| state.focused() == Pane::Findings).cloned();
    match finding {
        Some(finding) => page::open(state, Topic::Proof(Box::new(finding))),
        None => with_node(state, |state, node| page::open(state, Topic::Argument(node))),
    }
}

/// Opens or closes the selected row; on a "more" row, shows more of its group.
fn toggle(state: &mut State) -> Vec<Effect> {
    use crate::query::Fold;
    match state.focused() {
        Pane::Neighbourhood => {
            let pane = &mut state.neighbourhood;
            let at = pane.rows.cursor;
            let Some(row) = pane.list.rows.get(at) else { return Vec::new() };
            if let (NeighbourhoodItem::More { shown, .. }, Some(group)) = (&row.item, row.parent) {
                let steps = pane.list.steps_to(group);
                pane.limits.insert(steps, shown * MORE);
                // The cursor stays: the first of the new rows appears there.
                pane.wanted = pane.root.map(|root| (root, Vec::new()));
                return ask::neighbourhood(state).into_iter().collect();
            }
            let open = row.fold == Fold::Closed;
            if row.fold == Fold::Leaf { Vec::new() } else { moves::unfold(state, open) }
        }
        Pane::Tree => {
            let at = state.tree.rows.cursor;
            let Some(row) = state.tree.shown.rows.get(at).cloned() else { return Vec::new() };
            if let TreeItem::More(shown, _) = row.item {
                if let Some(path) = moves::tree_path(state, at) {
                    state.tree.limits.insert(path, shown * MORE);
                }
                return vec![ask::tree(state, None)];
            }
            if row.fold == Fold::Leaf { Vec::new() } else { moves::unfold_tree(state, row.fold == Fold::Closed) }
        }
        _ => Vec::new(),
    }
}

/// Ends the innermost mode: the search, the change marks, the impact highlight, the past. Otherwise focuses the first
/// pane.
fn cancel(state: &mut State) -> Vec<Effect> {
    state.toast = None;
    let pane = state.focused();
    let typed = prompt_mut(state).is_some_and(|prompt| !prompt.is_empty());
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
    let first = state.view.panes()[0];
    if pane == first { Vec::new() } else { go::focus_on(state, first) }
}

fn prompt_mut(state: &mut State) -> Option<&mut Prompt> {
    match state.focused() {
        Pane::List => Some(&mut state.list.prompt),
        Pane::Tree => Some(&mut state.tree.prompt),
        Pane::Findings => Some(&mut state.findings.prompt),
        _ => None,
    }
}

fn search(state: &mut State) -> Vec<Effect> {
    match state.view {
        View::Explore | View::Tree | View::Findings => {
            let first = state.view.panes()[0];
            state.focus_on(first);
            state.typing = true;
            moves::follow_all(state);
            Vec::new()
        }
        // Lineage and map have no list of their own: searching there means looking for another node.
        View::Lineage | View::Map => {
            let effects = go::view(state, View::Explore);
            state.focus_on(Pane::List);
            state.typing = true;
            moves::follow_all(state);
            effects
        }
    }
}

/// Edits the search line of the focused pane and requests the new results.
pub(super) fn edit(state: &mut State, change: impl FnOnce(&mut Prompt)) -> Vec<Effect> {
    let Some(prompt) = prompt_mut(state) else { return Vec::new() };
    let before = prompt.text().to_owned();
    change(prompt);
    if prompt.text() == before {
        return Vec::new();
    }
    match state.focused() {
        Pane::List => {
            state.list.query = NodeQuery::parse(state.session.graph.registry(), state.list.prompt.text());
            state.list.seeks = true;
            vec![ask::list(state)]
        }
        Pane::Tree => {
            // Keep the found node visible when the search is cleared.
            let found = state.session.current.filter(|_| state.tree.prompt.is_empty());
            vec![ask::tree(state, found)]
        }
        Pane::Findings => {
            state.findings.query = FindingQuery::parse(state.findings.prompt.text());
            ask::findings(state).into_iter().collect()
        }
        _ => Vec::new(),
    }
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
pub(super) fn editing(action: Action) -> Option<fn(&mut Prompt)> {
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
pub(super) fn filter(state: &mut State, change: impl FnOnce(&mut State)) -> Vec<Effect> {
    change(state);
    let mut effects = Vec::new();
    effects.extend(ask::neighbourhood(state));
    effects.extend(laid_out::again(state));
    laid_out::forget_unseen(state);
    effects.push(Effect::Keep(Box::new(load::kept(state))));
    effects
}

fn deeper(state: &mut State, by: i32) -> Vec<Effect> {
    // Until the lineage is computed, its depth is unknown.
    if state.view == View::Lineage && state.lineage.found.is_none() {
        return Vec::new();
    }
    filter(state, |state| {
        if state.view == View::Lineage {
            let deepest =
                state.lineage.found.as_ref().map_or(0, |(found, _)| {
                    found.nodes.iter().map(|node| node.distance.unsigned_abs()).max().unwrap_or(0)
                });
            let depth = state.lineage.max_depth;
            state.lineage.max_depth = match (depth, by) {
                (None, 1) => None,
                (None, _) => Some(deepest.saturating_sub(1).max(1)),
                // The full depth is the same as no limit.
                (Some(depth), 1) if depth > deepest => None,
                (Some(depth), by) => Some(depth.saturating_add_signed(by).max(1)),
            };
        } else {
            state.session.filters.depth = state.session.filters.depth.saturating_add_signed(by).clamp(1, DEEPEST);
        }
    })
}

fn lens(state: &mut State) -> Vec<Effect> {
    let layer = state.session.current.and_then(|node| state.session.graph.node(node).layer());
    if layer.is_none() && !state.session.filters.lens {
        return vec![say(state, Role::Note, "This node has no layer")];
    }
    filter(state, |state| state.session.filters.lens = !state.session.filters.lens)
}

fn sort(state: &mut State) -> Vec<Effect> {
    let at = Sort::ALL.iter().position(|sort| *sort == state.list.sort).unwrap_or(0);
    state.list.sort = Sort::ALL[(at + 1) % Sort::ALL.len()];
    state.list.is_reordered = true;
    // Rank the graph as it is now.
    if state.list.sort == Sort::Rank {
        state.session.counted.ranking = Arc::default();
    }
    let name = state.list.sort.name();
    vec![
        ask::list(state),
        say(state, Role::Good, format!("Sorted by {name}")),
        Effect::Keep(Box::new(load::kept(state))),
    ]
}

/// Switches the view to its other arrangement: columns or list, force-directed or layered.
fn arrange(state: &mut State) -> Vec<Effect> {
    match state.view {
        View::Lineage => {
            let Some(area) = PaneLayout::of(state).rows(Pane::Lineage) else { return Vec::new() };
            let columns = pane_layout::lineage_has_columns(state, area);
            state.lineage.shape = if columns { LineageShape::List } else { LineageShape::Columns };
            moves::follow_lineage(state);
            Vec::new()
        }
        View::Map => {
            state.map.arrangement = match state.map.arrangement {
                Arrangement::Forces => Arrangement::Layers,
                Arrangement::Layers => Arrangement::Forces,
            };
            let root = state.map.root.or(state.session.current);
            root.map(|root| ask::map(state, root)).into_iter().collect()
        }
        View::Explore | View::Tree | View::Findings => Vec::new(),
    }
}

fn change_map_view(
    state: &mut State,
    change: impl FnOnce(
        crate::tui::layout::map::MapLook,
        &crate::tui::layout::map::MapLayout,
        ratatui::layout::Rect,
    ) -> crate::tui::layout::map::MapLook,
) -> Vec<Effect> {
    let Some(area) = PaneLayout::of(state).rows(Pane::Map) else { return Vec::new() };
    if let (Some(layout), Some(look)) = (&state.map.layout, &mut state.map.look) {
        *look = change(*look, layout, area);
    }
    Vec::new()
}

fn pan(state: &mut State, way: Way) -> Vec<Effect> {
    change_map_view(state, |look, layout, area| look.panned(way, layout, area))
}

/// File and line of the selection: of the edge in the neighbourhood, of the finding, else of the node.
fn place(state: &State) -> Option<(String, Option<u32>)> {
    let of_node = |node: Node<'_>| node.file().map(|file| (file.to_owned(), node.line()));
    match state.focused() {
        Pane::Findings => {
            let finding = state.finding()?;
            let file = finding.file.clone().map(|file| (file, finding.line));
            file.or_else(|| of_node(state.session.graph.node(state.node_of(finding)?)))
        }
        Pane::Neighbourhood => {
            match state.neighbourhood_row().map(|row| &row.item) {
                // A missing node has no file, but the edge that refers to it does.
                Some(NeighbourhoodItem::Edge { edge, node, .. }) => {
                    let edge = state.session.graph.edge(*edge);
                    of_node(state.session.graph.node(*node))
                        .or_else(|| Some((edge.file().to_owned(), Some(edge.line()))))
                }
                _ => of_node(state.session.graph.node(state.session.current?)),
            }
        }
        _ => of_node(state.session.graph.node(state.selected()?)),
    }
}

fn edit_file(state: &mut State) -> Vec<Effect> {
    let Some((file, line)) = place(state) else {
        return vec![say(state, Role::Note, "The selection has no file")];
    };
    vec![Effect::Edit(state.root.join(file), line)]
}

fn copy_path(state: &mut State) -> Vec<Effect> {
    match place(state) {
        Some((file, _)) => vec![Effect::Copy(state.root.join(file).display().to_string(), "path")],
        None => vec![say(state, Role::Note, "The selection has no file")],
    }
}

/// Whether a confirmed undo or closing waits for its preview before it is written.
pub(super) fn is_confirmed(state: &State) -> bool {
    let is_retracted = matches!(&state.overlay, Some(Overlay::Undo(shown)) if shown.is_confirmed);
    is_retracted || state.closing().is_some_and(|closing| closing.held.contains(&Held::Action(Action::Accept)))
}
