//! Starts the task for each question of the screen.

use super::{answer, light, load, past};
use crate::answer::SuggestRequest;
use crate::graph::NodeIx;
use crate::query::{EdgeFilter, NeighbourhoodRequest, RelationFilter};
use crate::tui::effect::Effect;
use crate::tui::job::{Counts, Difference, ExamineRequest, Light, Missing, Recollection};
use crate::tui::state::{Due, Loading, State};
use crate::tui::task::{Key, Run, Task};
use crate::tui::view::detail::{self, DETAIL};
use std::sync::Arc;

/// Prepares the names for searching, before the user types.
pub(in crate::tui) fn preparation(state: &mut State) -> Effect {
    let names = Arc::clone(&state.session.names);
    let prepare = move |run: &Run<'_>| names.prepare_cancellable(run.cancelled);
    state.tasks.start(Task::new(Key::PREPARE, prepare, |_, ()| Vec::new()).in_background())
}

/// The timeline of the present workspace.
pub(in crate::tui) fn recollection(state: &mut State) -> Option<Effect> {
    let workspace = Arc::clone(&state.session.past.as_ref()?.present);
    let recollect = move |run: &Run<'_>| Recollection::of(&workspace, run.cancelled).map(Arc::new);
    Some(state.tasks.start(Task::new(Key::RECALL, recollect, past::recollected)))
}

/// The graph as of the current position in the past.
pub(in crate::tui) fn as_of(state: &mut State) -> Option<Effect> {
    let past = state.session.past.as_ref()?;
    let (workspace, known, time) = (Arc::clone(&past.present), Arc::clone(past.known.as_ref()?), past.at?);
    let recall = move |run: &Run<'_>| workspace.as_of_cancellable(&known.past, time, run.cancelled).map(Arc::new);
    Some(state.tasks.start(Task::new(Key::RECALL, recall, past::recalled)))
}

/// The changes since the marked time.
pub(in crate::tui) fn difference(state: &mut State) -> Option<Effect> {
    let (since, workspace) = state.session.since.as_ref().zip(state.session.workspace.as_ref())?;
    let (workspace, from) = (Arc::clone(workspace), since.from);
    let compare = move |run: &Run<'_>| Difference::since(&workspace, from, run.cancelled);
    Some(state.tasks.start(Task::new(Key::COMPARE, compare, past::compared)))
}

/// The detail of the selected node, if the view has a detail pane.
pub(in crate::tui) fn detail(state: &mut State) -> Option<Effect> {
    detail::ask(state)
}

/// The edges around a node that the filters keep.
pub(in crate::tui) fn neighbourhood_request(state: &State, root: NodeIx) -> NeighbourhoodRequest {
    let edges =
        state.session.filters.edges(&state.session.graph, state.session.graph.node(root), state.session.trust());
    NeighbourhoodRequest { directions: state.session.filters.direction, edges, depth: state.session.filters.depth }
}

/// The impact of the highlighted node.
pub(in crate::tui) fn light(state: &mut State) -> Option<Effect> {
    let root = state.lit.as_ref()?.root;
    let (graph, trust) = (Arc::clone(&state.session.graph), state.session.trust());
    let light = move |run: &Run<'_>| Light::of(&graph, root, &trust, run.cancelled);
    Some(state.tasks.start(Task::new(Key::LIGHT, light, move |state, light| light::lit(state, root, light))))
}

/// Every edge above the confidence threshold, without implicit ones if they are hidden.
pub(in crate::tui) fn all_edges(state: &State) -> EdgeFilter {
    let (implicit, trust) = (state.session.filters.implicit, state.session.trust());
    EdgeFilter { implicit, trust, ..EdgeFilter::of(RelationFilter::Any) }
}

/// Suggestions for a node. Without counted usage, verbs are not guessed.
pub(in crate::tui) fn missing(state: &State, node: NodeIx, most: usize) -> Missing {
    let usage = Some(state.session.counted.usage.clone().unwrap_or_default());
    let request = SuggestRequest { node, edges: all_edges(state), usage, everywhere: false, most };
    Missing { request, workspace: state.session.workspace.clone() }
}

/// Counts by system, kind and relation.
pub(in crate::tui) fn counts(state: &mut State) -> Effect {
    let workspace = state.session.workspace.clone().filter(|_| state.session.loading == Loading::Done);
    // The places are reported once.
    let (graph, locates) = (Arc::clone(&state.session.graph), state.session.counted.places.is_empty());
    let count = move |run: &Run<'_>| {
        let workspace = workspace.as_deref();
        Counts::of(&graph, workspace, workspace.filter(|_| locates), run.cancelled)
    };
    state.tasks.start(Task::new(Key::COUNT, count, load::counted).in_background())
}

/// A run of the doctor.
pub(in crate::tui) fn examination(state: &mut State, due: Due) -> Option<Effect> {
    let (workspace, hashes) = (Arc::clone(state.session.workspace.as_ref()?), Arc::clone(&state.session.checks.hashes));
    let before = state.session.checks.report.clone().filter(|_| due == Due::Drift);
    let request = ExamineRequest { workspace, hashes, before };
    let examine = move |run: &Run<'_>| request.examine(run.cancelled);
    Some(state.tasks.start(Task::new(Key::EXAMINE, examine, answer::examined).in_background()))
}

/// Everything the current view shows besides the list, for the selected node.
pub(in crate::tui) fn view(state: &mut State) -> Vec<Effect> {
    let mut effects: Vec<Effect> = detail(state).into_iter().collect();
    if let Some(current) = state.session.current {
        let view = state.view;
        effects.extend(view.shows(state, current));
    }
    effects
}

/// Requests whatever the panes of the current view do not show of the selected node yet, once the selection rests. Runs
/// after every event, so that no pane keeps showing another node.
pub(in crate::tui) fn missing_of_selected(state: &mut State) -> Vec<Effect> {
    if !state.session.at_rest || !state.view.about().panes.contains(&DETAIL) {
        return Vec::new();
    }
    let mut effects = detail::missing(state);
    if let Some(current) = state.session.current {
        let view = state.view;
        effects.extend(view.missing(state, current));
    }
    effects
}
