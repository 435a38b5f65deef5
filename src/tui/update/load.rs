//! A workspace that was read takes the place of the one before; what was selected stays selected, by node.

use super::translate::Translation;
use super::{EXAMINED_AFTER, NEW_FOR, ask, closing, editor, laid_out, light, log, moves, page, say};
use crate::graph::{Edge, EdgeIx, Node, NodeIx};
use crate::query::{Directions, Implicit, LineageDirection, Names, NodeQuery, Orient, Retracted, Sort};
use crate::text::count;
use crate::tui::effect::Effect;
use crate::tui::event::Wake;
use crate::tui::job::{Lane, TreeRows};
use crate::tui::remembered::RememberedFilters;
use crate::tui::state::{Due, Filters, ListCursor, Loading, Moved, Overlay, Prompt, State, View};
use crate::tui::theme::Role;
use crate::workspace::{Arrivals, Lost, Workspace};
use std::sync::Arc;

/// So many edges the doctor looks at in a millisecond, and more.
const EDGES_A_MILLISECOND: u64 = 200;

/// So many rows of the list above and below what is seen stay until the new list is there. A million would take too long to
/// find again while keys wait.
const KEPT_AROUND: usize = 1_000;

/// How much of a workspace is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Its nodes, and a part of its edges.
    PageBlock,
    /// All of it.
    Whole,
    /// All of it, when all of it was there before.
    Again,
}

pub(super) fn arrived(state: &mut State, workspace: Arc<Workspace>, extent: Extent) -> Vec<Effect> {
    let is_whole = extent != Extent::PageBlock;
    // Answers that are still to come speak of nodes by their numbers in the graph before.
    for lane in Lane::ALL {
        state.call_off(lane);
    }
    let before = std::mem::replace(&mut state.graph, Arc::clone(&workspace.graph));
    let now = Arc::clone(&state.graph);
    let names = std::mem::replace(&mut state.names, Arc::new(Names::of(Arc::clone(&now))));
    let translation = Translation { before: &before, now: &now };
    let find = |ix: NodeIx| translation.node(ix);
    state.current = state.current.and_then(find);
    state.detail.of_neighbour &= state.current.is_some();
    state.history.translate(|spot| translation.spot(spot));
    state.marks = state.marks.iter().copied().filter_map(find).collect();
    state.marked = state.marked.iter().copied().filter_map(find).collect();
    let ranking = std::mem::take(&mut state.ranking);
    // A row of the tree is found again by its labels, as long as the tree is there to tell them.
    let row = moves::tree_path(state, state.tree.rows.cursor);
    state.tree.wanted = row.or(state.tree.wanted.take());
    let large = (names, state.workspace.replace(workspace), state.tree.tree.take(), state.lineage.found.take());
    // What was wrong before mostly still is: it is told until the doctor has looked again, but not about another time.
    let is_another_time = before.shown_as_of() != now.shown_as_of();
    let report = if extent == Extent::Whole || is_another_time { state.report.take() } else { None };
    state.findings.is_of_another_time |= is_another_time;
    if is_whole {
        state.loading = Loading::Done;
    }
    state.checked = Arc::default();
    state.on_cycles = Arc::default();
    // Who is told what else is new also hears how to find the rest of it again.
    if extent != Extent::Again {
        state.recent.forget();
    }
    state.degrees = Vec::new();
    // Whoever makes an edge right now is not worse off with what verbs were used before.
    if state.overlay != Some(Overlay::Editor) {
        state.usage = None;
    }
    forget_answers(state, translation);
    state.behind.clear();
    let mut edited = editor::reread(state, &before, find);
    if let Some(Overlay::Undo(shown)) = &state.overlay {
        let row = shown.added.row.clone();
        edited.extend(ask::retraction_preview(state, row));
    }
    edited.extend(closing::reread(state, find));
    edited.extend(page::reread(state, find));
    edited.extend(light::reread(state, find));
    if let Some(node) = state.wanted.as_deref().and_then(|wanted| state.graph.find(wanted)).map(Node::ix) {
        state.set_current(Some(node));
        state.wanted = None;
    }
    if is_whole {
        state.wanted = None;
    }
    edited.extend(editor::stand_on_new(state));
    let mut effects = vec![ask::list(state), ask::counts(state)];
    effects.extend(edited);
    effects.extend(ask::neighbourhood(state));
    if state.view == View::Tree {
        effects.push(ask::tree(state, None));
    }
    effects.extend(laid_out::again(state));
    effects.extend(ask::detail(state));
    effects.extend(log::reread(state));
    effects.extend(is_whole.then(|| ask::preparation(state)));
    if let Some(since) = &mut state.since {
        // The marks are numbers of the graph before.
        since.found = None;
        effects.extend(ask::difference(state));
    }
    effects.extend(match extent {
        Extent::PageBlock => None,
        Extent::Whole => ask::examination(state, Due::Everything),
        Extent::Again => examine_soon(state),
    });
    effects.push(Effect::Forget(Box::new((before, large, report, ranking))));
    effects
}

/// Nothing could be read.
pub(super) fn failed(state: &mut State, why: &str) -> Vec<Effect> {
    let failed = Loading::Failed(why.to_owned());
    let is_known = state.loading == failed;
    state.loading = failed;
    // The header goes on saying so.
    if is_known && said_just_now(state).is_some() {
        return Vec::new();
    }
    vec![say_besides(state, Role::Error, why)]
}

/// What was said just now and must not be talked over, such as where a row was stored.
fn said_just_now(state: &State) -> Option<&str> {
    let toast = state.toast.as_ref().filter(|toast| matches!(toast.role, Role::Good | Role::Warning));
    toast.map(|toast| &*toast.text)
}

/// Says something that nobody asked for.
fn say_besides(state: &mut State, role: Role, words: &str) -> Effect {
    let words = said_just_now(state).map_or_else(|| words.to_owned(), |said| format!("{said}; {words}"));
    say(state, role, words)
}

/// The log is longer than it was. Every number means what it meant, so all that is on the screen stays, and catches up.
pub(super) fn grown(state: &mut State, workspace: Arc<Workspace>, first: usize) -> Vec<Effect> {
    // Whoever reads from scratch is about to get more than this.
    if state.workspace.is_none() {
        return Vec::new();
    }
    let before = std::mem::replace(&mut state.graph, Arc::clone(&workspace.graph));
    let names = Arc::new(state.names.grown(Arc::clone(&state.graph)));
    let names = std::mem::replace(&mut state.names, names);
    let old = state.workspace.replace(workspace);
    let mut effects = editor::stand_on_new(state);
    page::grown(state, &before);
    for lane in [Lane::Find, Lane::Count, Lane::Walk, Lane::Advise, Lane::Compare, Lane::Page, Lane::Light] {
        effects.extend(catch_up(state, lane));
    }
    effects.extend(log::grown(state, &before));
    let is_less = before.retracted_count() != state.graph.retracted_count();
    let selected = state.selected();
    let is_at = |edge: Edge<'_>| [edge.from().ix(), edge.to().ix()].map(Some).contains(&selected);
    let is_detail_older = state.graph.edges_from(first).any(is_at);
    effects.extend(laid_out::grown(state, first, is_less));
    if is_detail_older {
        effects.extend(ask::detail(state));
    }
    effects.extend(announce(state, first, &[], &[]));
    effects.extend(examine_soon(state));
    effects.push(Effect::Forget(Box::new((before, names, old))));
    effects
}

/// Asks again what a lane is for, since the log has grown. What is still being done there is waited for: whoever appends
/// all the time would else keep it from ever being done.
pub(super) fn catch_up(state: &mut State, lane: Lane) -> Vec<Effect> {
    if state.is_waiting(lane) {
        state.behind.insert(lane);
        return Vec::new();
    }
    state.behind.remove(&lane);
    match lane {
        Lane::Find => vec![ask::list(state)],
        Lane::Count => vec![ask::counts(state)],
        Lane::Walk => ask::neighbourhood(state).into_iter().collect(),
        Lane::Compare => ask::difference(state).into_iter().collect(),
        Lane::Page => page::again(state).into_iter().collect(),
        Lane::Light => ask::light(state).into_iter().collect(),
        Lane::Trace | Lane::Draw => laid_out::catch_up(state, lane),
        // What speaks against an edge may have been said just now.
        Lane::Advise => match &state.overlay {
            Some(Overlay::Editor) => editor::advise(state),
            Some(Overlay::Closing(_)) => closing::foresee(state),
            Some(Overlay::Undo(shown)) => {
                let row = shown.added.row.clone();
                ask::retraction_preview(state, row).into_iter().collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Files changed: everything has other numbers, and some of it is new.
pub(super) fn changed(state: &mut State, workspace: Arc<Workspace>, arrivals: &Arrivals) -> Vec<Effect> {
    let before = Arc::clone(&state.graph);
    let mut effects = arrived(state, workspace, Extent::Again);
    let now = Arc::clone(&state.graph);
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
        let words = format!("{file} has lost {}, and was read again", count(*rows, "row"));
        effects.push(say_besides(state, Role::Warning, &words));
    }
    effects
}

/// Marks what just arrived, and sees to it that it does not stay marked.
fn announce(state: &mut State, first: usize, edges: &[EdgeIx], nodes: &[NodeIx]) -> Option<Effect> {
    if first >= state.graph.edge_bound() && edges.is_empty() && nodes.is_empty() {
        return None;
    }
    let graph = Arc::clone(&state.graph);
    state.recent.arrived(&graph, first, edges, nodes).then_some(Effect::Wake(Wake::Aged, NEW_FOR))
}

/// Lets the doctor look in a while. Whoever appends all the time would else keep it busy all the time, or from ever ending.
fn examine_soon(state: &mut State) -> Option<Effect> {
    let before = std::mem::replace(&mut state.recent.due, Due::Everything);
    // The more there is, the longer the doctor takes, and the longer it rests.
    let after = EXAMINED_AFTER + state.graph.edge_bound() as u64 / EDGES_A_MILLISECOND;
    (before == Due::Nothing).then_some(Effect::Wake(Wake::Examine, after))
}

/// Files of the workspace changed that the graph does not depend on, such as source files that a model maps.
pub(super) fn touched(state: &mut State) -> Option<Effect> {
    let has_model = state.workspace.as_ref().is_some_and(|it| !it.facts.yggdrasil.models.is_empty());
    if !has_model || state.past.is_some() || state.recent.due != Due::Nothing {
        return None;
    }
    state.recent.due = Due::Drift;
    Some(Effect::Wake(Wake::Examine, EXAMINED_AFTER))
}

/// What arrived some time ago is not new any more.
pub(super) fn aged(state: &mut State) -> Vec<Effect> {
    let still_new = state.recent.age();
    still_new.then_some(Effect::Wake(Wake::Aged, NEW_FOR)).into_iter().collect()
}

/// Answers about the old graph are worth nothing, since their numbers mean other nodes now. Where one was and what was
/// opened is found again by what it says.
fn forget_answers(state: &mut State, translation: Translation<'_>) {
    let find = |ix: NodeIx| translation.node(ix);
    let rows = &mut state.list.rows;
    let from = rows.offset.saturating_sub(KEPT_AROUND);
    let near = state.list.listing.nodes.iter().copied().skip(from).take(2 * KEPT_AROUND);
    state.list.listing.nodes = near.filter_map(find).collect();
    *rows = ListCursor { cursor: rows.cursor.saturating_sub(from), offset: rows.offset - from };
    state.neighbourhood = translation.neighbourhood(&state.neighbourhood);
    if let Some(detail) = &mut state.detail.detail {
        match find(detail.node) {
            Some(node) => detail.node = node,
            None => state.detail.detail = None,
        }
    }
    state.lineage.look = None;
    state.lineage.list_look = None;
    state.lineage.root = state.lineage.root.and_then(find);
    state.map.layout = None;
    state.map.look = None;
    state.map.root = state.map.root.and_then(find);
    state.tree.shown = TreeRows::default();
    state.tree.rows = ListCursor::default();
    moves::follow_all(state);
}

/// Takes up what was remembered from the last run.
pub fn remember(state: &mut State, kept: &RememberedFilters) {
    state.wanted.clone_from(&kept.node);
    state.list.prompt = Prompt::new(&kept.list);
    state.list.query = NodeQuery::parse(&kept.list);
    state.list.sort = kept.sort.as_deref().and_then(Sort::from_name).unwrap_or_default();
    let defaults = Filters::default();
    state.filters = Filters {
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
    state.lineage.relations.clone_from(&kept.lineage_relations);
    state.lineage.orient = if kept.orient.as_deref() == Some("stored") { Orient::Stored } else { Orient::Meaning };
    state.lineage.direction = match kept.lineage_direction.as_deref() {
        Some("forward") => LineageDirection::Forward,
        Some("backward") => LineageDirection::Backward,
        _ => LineageDirection::Both,
    };
    state.lineage.max_depth = kept.lineage_depth;
}

/// What is to be remembered for the next run. Words that were searched for are not: they were for this time.
pub fn kept(state: &State) -> RememberedFilters {
    let filters = state.list.prompt.text().split_whitespace().filter(|word| {
        let query = NodeQuery::parse(word);
        !query.terms.is_empty()
    });
    RememberedFilters {
        node: state.current.map(|node| state.graph.node(node).address().into_owned()).or_else(|| state.wanted.clone()),
        list: filters.collect::<Vec<_>>().join(" "),
        sort: Some(state.list.sort.name().to_owned()),
        direction: Some(state.filters.direction.name().to_owned()),
        depth: Some(state.filters.depth),
        relations: state.filters.relations.clone(),
        lineage_relations: state.lineage.relations.clone(),
        without_implicit: state.filters.implicit == Implicit::LeftOut,
        with_retracted: state.filters.retracted == Retracted::Shown,
        confidence: state.filters.confidence,
        lens: state.filters.lens,
        orient: Some(state.lineage.orient.name().to_owned()),
        lineage_direction: Some(state.lineage.direction.name().to_owned()),
        lineage_depth: state.lineage.max_depth,
    }
}
