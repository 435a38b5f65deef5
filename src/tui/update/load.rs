//! Replaces the workspace after loading or a file change, keeping selection, marks and history by node id.
//!
//! Appended log rows are the common case and cheap: indexes stay valid and panes only catch up. Any other change
//! replaces the graph, so every stored index is translated ([`Translation`]) or dropped. Also saves and restores the
//! filters.

use super::translate::Translation;
use super::{EXAMINED_AFTER, NEW_FOR, answer, ask, light, moves, say};
use crate::graph::{Edge, EdgeIx, Node, NodeIx, SystemId};
use crate::query::{Directions, Implicit, Names, Retracted};
use crate::text::count;
use crate::tui::effect::Effect;
use crate::tui::event::Wake;
use crate::tui::job::Counts;
use crate::tui::overlay;
use crate::tui::remembered::RememberedFilters;
use crate::tui::state::{Due, Filters, Loading, Moved, State};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::tui::view::{self, Garbage, detail};
use crate::workspace::{Arrivals, Lost, Workspace};
use std::sync::Arc;

/// Lower bound for the number of edges the doctor checks per millisecond.
const EDGES_A_MILLISECOND: u64 = 200;

/// How much of a workspace is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Extent {
    /// All nodes and some of the edges.
    Partial,
    /// Everything, for the first time.
    Whole,
    /// Everything, after it had been loaded before.
    Again,
}

pub(in crate::tui) fn arrived(state: &mut State, workspace: Arc<Workspace>, extent: Extent) -> Vec<Effect> {
    let is_whole = extent != Extent::Partial;
    // Pending answers refer to indexes of the old graph.
    state.tasks.cancel_all();
    let before = std::mem::replace(&mut state.session.graph, Arc::clone(&workspace.graph));
    let now = Arc::clone(&state.session.graph);
    let names = std::mem::replace(&mut state.session.names, Arc::new(Names::of(Arc::clone(&now))));
    let translation = Translation { before: &before, now: &now };
    let find = |ix: NodeIx| translation.node(ix);
    state.session.current = state.session.current.and_then(find);
    state.session.history.translate(|spot| translation.spot(spot));
    state.session.marks.nodes = state.session.marks.nodes.iter().copied().filter_map(find).collect();
    state.session.marks.order = state.session.marks.order.iter().copied().filter_map(find).collect();
    let ranking = std::mem::take(&mut state.session.counted.ranking);
    let large = (names, state.session.workspace.replace(workspace));
    // The old report mostly still applies, so it stays until the doctor has run again, unless the time shown changed.
    let is_another_time = before.as_of_time() != now.as_of_time();
    let report = if extent == Extent::Whole || is_another_time { state.session.checks.report.take() } else { None };
    if is_whole {
        state.session.loading = Loading::Done;
    }
    state.session.checks.checked = Arc::default();
    state.session.checks.on_cycles = Arc::default();
    // A change reports its arrivals and translates the earlier ones.
    if extent != Extent::Again {
        state.recent.forget();
    }
    state.session.counted.degrees = Vec::new();
    // An open edge editor can keep using the old usage counts.
    if !state.overlay.is_some_and(|overlay| overlay.keeps_usage()) {
        state.session.counted.usage = None;
    }
    let garbage = forget_answers(state, translation);
    state.tasks.behind.clear();
    let edited = overlay::ALL.iter().flat_map(|overlay| overlay.graph_replaced(state, translation));
    let mut edited: Vec<_> = edited.collect();
    edited.extend(light::graph_replaced(state, find));
    if let Some(node) =
        state.session.wanted.as_deref().and_then(|wanted| state.session.graph.find(wanted)).map(Node::ix)
    {
        state.set_current(Some(node));
        state.session.wanted = None;
    }
    if is_whole {
        state.session.wanted = None;
    }
    edited.extend(edges_arrived(state));
    let mut effects = vec![ask::counts(state)];
    effects.extend(edited);
    effects.extend(view::ALL.iter().flat_map(|view| view.reload(state)));
    effects.extend(ask::detail(state));
    effects.extend(overlay::ALL.iter().flat_map(|overlay| overlay.reload(state)));
    effects.extend(is_whole.then(|| ask::preparation(state)));
    if let Some(since) = &mut state.session.since {
        // The marks are indexes of the old graph.
        since.found = None;
        effects.extend(ask::difference(state));
    }
    effects.extend(match extent {
        Extent::Partial => None,
        Extent::Whole => ask::examination(state, Due::Everything),
        Extent::Again => examine_soon(state),
    });
    effects.push(Effect::Forget(Box::new((before, large, garbage, report, ranking))));
    effects
}

/// Handles a failed load.
pub(in crate::tui) fn failed(state: &mut State, why: &str) -> Vec<Effect> {
    let failed = Loading::Failed(why.to_owned());
    let is_known = state.session.loading == failed;
    state.session.loading = failed;
    // The header keeps showing the error.
    if is_known && current_message(state).is_some() {
        return Vec::new();
    }
    vec![say_after_current(state, Role::Error, why)]
}

/// The current toast if it must not be replaced, such as the location of a new row.
fn current_message(state: &State) -> Option<&str> {
    let toast = state.toast.as_ref().filter(|toast| matches!(toast.role, Role::Good | Role::Warning));
    toast.map(|toast| &*toast.text)
}

/// Shows a message that does not answer an action, after the current one.
fn say_after_current(state: &mut State, role: Role, words: &str) -> Effect {
    let words = current_message(state).map_or_else(|| words.to_owned(), |said| format!("{said}; {words}"));
    say(state, role, words)
}

/// Handles appended rows. Indexes stay valid, so everything on screen stays and catches up.
pub(in crate::tui) fn grown(state: &mut State, workspace: Arc<Workspace>, first: usize) -> Vec<Effect> {
    // A full load is running and will include these rows.
    if state.session.workspace.is_none() {
        return Vec::new();
    }
    let before = std::mem::replace(&mut state.session.graph, Arc::clone(&workspace.graph));
    let names = Arc::new(state.session.names.grown(Arc::clone(&state.session.graph)));
    let names = std::mem::replace(&mut state.session.names, names);
    let old = state.session.workspace.replace(workspace);
    let mut effects = edges_arrived(state);
    effects.extend(overlay::ALL.iter().flat_map(|overlay| overlay.grown(state, &before)));
    for key in [Key::COUNT, Key::ADVISE, Key::COMPARE, Key::PAGE, Key::LIGHT] {
        effects.extend(catch_up(state, key));
    }
    let is_less = before.retracted_count() != state.session.graph.retracted_count();
    let selected = state.selected();
    let is_at = |edge: Edge<'_>| [edge.from().ix(), edge.to().ix()].map(Some).contains(&selected);
    let is_detail_older = state.session.graph.edges_from(first).any(is_at);
    effects.extend(view::ALL.iter().flat_map(|view| view.grown(state, first, is_less)));
    if is_detail_older {
        effects.extend(ask::detail(state));
    }
    effects.extend(announce(state, first, &[], &[]));
    effects.extend(examine_soon(state));
    effects.push(Effect::Forget(Box::new((before, names, old))));
    effects
}

/// Runs a task again after the log has grown. A running task is not restarted: with constant appends it
/// would never finish.
pub(in crate::tui) fn catch_up(state: &mut State, key: Key) -> Vec<Effect> {
    if state.tasks.is_waiting(key) {
        state.tasks.behind.insert(key);
        return Vec::new();
    }
    state.tasks.behind.remove(&key);
    match key {
        Key::COUNT => vec![ask::counts(state)],
        Key::COMPARE => ask::difference(state).into_iter().collect(),
        Key::LIGHT => ask::light(state).into_iter().collect(),
        // The new rows may change the preview.
        Key::ADVISE => overlay::preview(state),
        _ => {
            let views = view::ALL.iter().flat_map(|view| view.catch_up(state, key)).collect::<Vec<_>>();
            let overlays = overlay::ALL.iter().flat_map(|overlay| overlay.catch_up(state, key));
            views.into_iter().chain(overlays).collect()
        }
    }
}

fn edges_arrived(state: &mut State) -> Vec<Effect> {
    overlay::ALL.iter().flat_map(|overlay| overlay.edges_arrived(state)).collect()
}

/// Handles the counts of the graph.
pub(in crate::tui) fn counted(state: &mut State, counts: Counts) -> Vec<Effect> {
    let Counts { stats, degrees, places } = counts;
    state.session.counted.stats = Some(stats);
    let before = std::mem::replace(&mut state.session.counted.degrees, degrees);
    answer::forget(before).into_iter().chain(located(state, places)).collect()
}

/// Maximum number of places of a system in the message.
const MOST_PLACES: usize = 2;

/// Reports where each system was found.
fn located(state: &mut State, places: Vec<(SystemId, Vec<String>)>) -> Option<Effect> {
    if places.is_empty() {
        return None;
    }
    let found = places.iter().map(|(system, places)| {
        let more = places.len().saturating_sub(MOST_PLACES);
        let shown = places.iter().take(MOST_PLACES).cloned().chain((more > 0).then(|| format!("{more} more")));
        format!("{} in {}", system.name(), shown.collect::<Vec<_>>().join(" and "))
    });
    let words = format!("Found {}", found.collect::<Vec<_>>().join(", "));
    state.session.counted.places = places;
    // A message about something that the user did is more important.
    state.toast.is_none().then(|| say(state, Role::Note, words))
}

/// Handles changed files: all indexes changed, and some nodes and edges are new.
pub(in crate::tui) fn changed(state: &mut State, workspace: Arc<Workspace>, arrivals: &Arrivals) -> Vec<Effect> {
    let before = Arc::clone(&state.session.graph);
    let mut effects = arrived(state, workspace, Extent::Again);
    let now = Arc::clone(&state.session.graph);
    let translation = Translation { before: &before, now: &now };
    state.recent.translate(&Moved {
        before: &before,
        now: &now,
        rows: arrivals.rows,
        node: &|node| translation.node(node),
        edge: &|edge| translation.very_edge(edge),
    });
    let first = now.edge_bound() - arrivals.rows.unwrap_or(0);
    effects.extend(announce(state, first, &arrivals.edges, &arrivals.nodes));
    if let Some(Lost { file, rows }) = &arrivals.lost {
        let words = format!("{file} lost {} and was read again", count(*rows, "row"));
        effects.push(say_after_current(state, Role::Warning, &words));
    }
    effects
}

/// Marks arrivals as new and schedules their ageing.
fn announce(state: &mut State, first: usize, edges: &[EdgeIx], nodes: &[NodeIx]) -> Option<Effect> {
    if first >= state.session.graph.edge_bound() && edges.is_empty() && nodes.is_empty() {
        return None;
    }
    let graph = Arc::clone(&state.session.graph);
    state.recent.arrived(&graph, first, edges, nodes).then_some(Effect::Wake(Wake::Aged, NEW_FOR))
}

/// Schedules a run of the doctor. The delay keeps constant appends from occupying it all the time.
fn examine_soon(state: &mut State) -> Option<Effect> {
    let before = std::mem::replace(&mut state.recent.due, Due::Everything);
    // A larger graph takes longer to check and is checked less often.
    let after = EXAMINED_AFTER + state.session.graph.edge_bound() as u64 / EDGES_A_MILLISECOND;
    (before == Due::Nothing).then_some(Effect::Wake(Wake::Examine, after))
}

/// Handles changed files that the graph does not depend on, such as source files of which there are records.
pub(in crate::tui) fn touched(state: &mut State) -> Option<Effect> {
    let has_records = state.session.workspace.as_ref().is_some_and(|it| it.settings.systems.have_records(&it.facts));
    if !has_records || state.session.past.is_some() || state.recent.due != Due::Nothing {
        return None;
    }
    state.recent.due = Due::Drift;
    Some(Effect::Wake(Wake::Examine, EXAMINED_AFTER))
}

/// Ages arrivals, so that older ones are no longer marked as new.
pub(in crate::tui) fn aged(state: &mut State) -> Vec<Effect> {
    let still_new = state.recent.age();
    still_new.then_some(Effect::Wake(Wake::Aged, NEW_FOR)).into_iter().collect()
}

/// Drops answers about the old graph, whose indexes are invalid now. Cursor positions and opened rows are translated.
fn forget_answers(state: &mut State, translation: Translation<'_>) -> Vec<Garbage> {
    let garbage = view::ALL.iter().filter_map(|view| view.graph_replaced(state, translation)).collect();
    detail::graph_replaced(state, translation);
    moves::follow_all(state);
    garbage
}

/// Restores the filters and the node of the last session.
pub fn remember(state: &mut State, kept: &RememberedFilters) {
    state.session.wanted.clone_from(&kept.node);
    let defaults = Filters::default();
    state.session.filters = Filters {
        direction: match kept.direction.as_deref() {
            Some("in") => Directions::In,
            Some("out") => Directions::Out,
            _ => Directions::Both,
        },
        relations: kept.relations.clone(),
        depth: kept.depth.unwrap_or(defaults.depth).clamp(1, super::act::DEEPEST),
        implicit: if kept.without_implicit { Implicit::LeftOut } else { Implicit::Kept },
        retracted: if kept.with_retracted { Retracted::Shown } else { Retracted::Hidden },
        confidence: kept.confidence.filter(|least| (0.0..=1.0).contains(least)),
        lens: kept.lens,
    };
    for view in view::ALL {
        view.remember(state, kept);
    }
}

/// The filters and the node to restore in the next session.
pub fn kept(state: &State) -> RememberedFilters {
    let current = state.session.current.map(|node| state.session.graph.node(node).address().into_owned());
    let filters = &state.session.filters;
    let mut kept = RememberedFilters {
        node: current.or_else(|| state.session.wanted.clone()),
        direction: Some(filters.direction.name().to_owned()),
        depth: Some(filters.depth),
        relations: filters.relations.clone(),
        without_implicit: filters.implicit == Implicit::LeftOut,
        with_retracted: filters.retracted == Retracted::Shown,
        confidence: filters.confidence,
        lens: filters.lens,
        ..RememberedFilters::default()
    };
    for view in view::ALL {
        view.keep(state, &mut kept);
    }
    kept
}
