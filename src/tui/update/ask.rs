//! Starts the task for each question of the screen.

use super::{answer, closing, editor, light, load, past, undo};
use crate::answer::SuggestRequest;
use crate::edge_log::EdgeLog;
use crate::graph::{Direction, Node, NodeIx};
use crate::query::{EdgeFilter, NeighbourhoodRequest, RelationFilter};
use crate::system::log::{Retraction, Row};
use crate::time::Millis;
use crate::tui::effect::Effect;
use crate::tui::job::{
    Change, CloseRequest, CompleteRequest, Counts, Difference, ExamineRequest, FitRequest, IfNoLog, Light, Missing,
    Preview, Recollection, RetractionRequest, WriteRequest,
};
use crate::tui::state::{Due, Field, Loading, State};
use crate::tui::task::{Key, Run, Task};
use crate::tui::view::detail::{self, DETAIL};
use std::sync::Arc;

/// Maximum number of neighbours per direction that are offered first when a signal is closed.
const MOST_NEAR: usize = 20;

/// Maximum number of suggested targets in the edge editor.
const MOST_SUGGESTED: usize = 5;

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

/// The nodes that match the text typed into the draft.
pub(in crate::tui) fn completion(state: &mut State) -> Option<Effect> {
    let draft = state.draft.as_ref()?;
    let ends = editor::other_end(state, draft.focus);
    // Suggestions are per node; several sources have none in common.
    let lacks = match (draft.focus, &ends[..]) {
        (Field::To, [from]) if draft.to.taken.is_empty() => Some(missing(state, *from, MOST_SUGGESTED)),
        _ => None,
    };
    let request = CompleteRequest {
        names: Arc::clone(&state.session.names),
        typed: draft.typed().to_owned(),
        first: editor::offered_first(state),
        without: ends,
        missing: lacks,
    };
    Some(state.tasks.start(Task::new(Key::COMPLETE, move |run| request.complete(run.cancelled), editor::completed)))
}

/// The relations that match the ends of the draft and the typed text.
pub(in crate::tui) fn fitting(state: &mut State) -> Option<Effect> {
    let draft = state.draft.as_ref()?;
    let end = |field| draft.node(&state.session.graph, field).map(Node::ix);
    let request = FitRequest {
        graph: Arc::clone(&state.session.graph),
        usage: state.session.counted.usage.clone(),
        from: end(Field::From),
        to: end(Field::To),
        typed: draft.typed().to_owned(),
    };
    let fit = move |run: &Run<'_>| request.fit(run.cancelled);
    Some(state.tasks.start(Task::new(Key::FIT, fit, |state, (usage, fitting)| editor::fitted(state, usage, fitting))))
}

/// A preview of the draft, if its required fields are filled.
pub(in crate::tui) fn advice(state: &mut State) -> Option<Effect> {
    let draft = state.draft.as_ref()?;
    let graph = Arc::clone(&state.session.graph);
    let rows = draft.rows(&graph, &state.setup.actor)?;
    let advise = move |run: &Run<'_>| Preview::of(&graph, rows, run.now, run.cancelled).map(Box::new);
    Some(state.tasks.start(Task::new(Key::ADVISE, advise, editor::advised)))
}

/// A preview of a retraction.
pub(in crate::tui) fn retraction_preview(state: &mut State, row: Row<'static>) -> Option<Effect> {
    let workspace = state.session.workspace.as_ref()?;
    let log = EdgeLog::at(&workspace.root, &workspace.settings.log);
    let request =
        RetractionRequest { graph: Arc::clone(&state.session.graph), log, row, actor: state.setup.actor.clone() };
    let preview = move |run: &Run<'_>| request.preview(run.now, run.cancelled).map(Box::new);
    Some(state.tasks.start(Task::new(Key::ADVISE, preview, undo::previewed)))
}

/// Writes a retraction.
pub(in crate::tui) fn retraction(state: &mut State, retraction: Retraction<'static>, shown: Millis) -> Option<Effect> {
    // A log that contains the edge to retract exists.
    write(state, Change::Undo { retraction: Box::new(retraction), shown }, IfNoLog::Ask)
}

/// Writes new edges.
pub(in crate::tui) fn addition(
    state: &mut State,
    rows: Vec<Row<'static>>,
    shown: Millis,
    if_no_log: IfNoLog,
) -> Option<Effect> {
    write(state, Change::Add { rows, shown }, if_no_log)
}

fn write(state: &mut State, change: Change, if_no_log: IfNoLog) -> Option<Effect> {
    let workspace = state.session.workspace.as_ref()?;
    let log = EdgeLog::at(&workspace.root, &workspace.settings.log);
    let log = if if_no_log == IfNoLog::Ask { log.without_creating() } else { log };
    let consent = state.setup.consent.clone();
    let request = WriteRequest { log, consent, change };
    Some(state.tasks.start(Task::new(Key::WRITE, move |run| Some(request.write(run.now)), answer::written).as_write()))
}

/// The nodes that match the typed text and could address the signal.
pub(in crate::tui) fn responsible(state: &mut State) -> Option<Effect> {
    let closing = state.closing()?;
    let signal = signal(state);
    let graph = &*state.session.graph;
    let edges = |node, side| graph.edges_of(node, side).iter().take(MOST_NEAR).map(move |edge| (node, *edge));
    let near = signal.into_iter().flat_map(|node| edges(node, Direction::Out).chain(edges(node, Direction::In)));
    let near = near.map(|(node, edge)| graph.edge(edge).other(node)).filter(|node| !graph.node(*node).is_missing());
    let request = CompleteRequest {
        names: Arc::clone(&state.session.names),
        typed: closing.by.typed().to_owned(),
        first: near.chain(editor::offered_first(state)).collect(),
        without: signal.into_iter().collect(),
        missing: None,
    };
    Some(state.tasks.start(Task::new(Key::COMPLETE, move |run| request.complete(run.cancelled), closing::completed)))
}

/// The node of the signal that is being closed.
fn signal(state: &State) -> Option<NodeIx> {
    let id = &state.closing()?.id;
    state.session.graph.with_id(id).find(|node| node.spec().has_statuses).map(Node::ix)
}

fn close_request(state: &State) -> Option<CloseRequest> {
    let closing = state.closing()?;
    Some(CloseRequest {
        workspace: Arc::clone(state.session.workspace.as_ref()?),
        id: closing.id.clone(),
        by: closing.responsible(&state.session.graph),
        reason: Some(closing.reason.text().trim()).filter(|reason| !reason.is_empty()).map(str::to_owned),
        actor: state.setup.actor.clone(),
    })
}

/// A preview of closing the signal.
pub(in crate::tui) fn outlook(state: &mut State) -> Option<Effect> {
    let request = close_request(state)?;
    let foresee = move |run: &Run<'_>| request.foresee(run.now, run.cancelled).map(Box::new);
    Some(state.tasks.start(Task::new(Key::ADVISE, foresee, closing::foreseen)))
}

/// Closes the signal as previewed.
pub(in crate::tui) fn closure(state: &mut State, shown: Millis, if_no_log: IfNoLog) -> Option<Effect> {
    let request = close_request(state)?;
    write(state, Change::Close { request, shown }, if_no_log)
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
