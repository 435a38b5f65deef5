//! Changes to a whole draft: swap its ends, apply advice, start over, write; and keep it valid when the graph changes.

use super::super::{ask, say};
use super::{advise, ask_all, drafts};
use crate::graph::{Graph, Node, NodeIx};
use crate::query::advice::Fix;
use crate::text::quoted;
use crate::tui::effect::Effect;
use crate::tui::job::IfNoLog;
use crate::tui::overlay;
use crate::tui::state::{Field, Held, LinkDraft, Phase, State};
use crate::tui::theme::Role;
use std::mem;

/// Swaps the ends, with the text typed into their fields.
pub(in crate::tui) fn swap(state: &mut State) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    reverse(draft);
    ask_all(state)
}

fn reverse(draft: &mut LinkDraft) {
    draft.swap_ends();
    draft.problem = None;
    let focus = match draft.focus {
        // The focus stays with the text that is being typed.
        Field::From if !draft.to.prompt.is_empty() => Field::To,
        Field::To if !draft.from.prompt.is_empty() => Field::From,
        // Otherwise focus the end that is still empty.
        Field::From | Field::To => draft.missing().filter(|field| *field != Field::Relation).unwrap_or(draft.focus),
        other => other,
    };
    draft.focus_on(focus);
}

/// Applies the first advice that has a fix.
pub(in crate::tui) fn take_fix(state: &mut State) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    let Some(fix) = draft.fix().cloned() else {
        return vec![say(state, Role::Note, "No advice to apply")];
    };
    // The other fields keep the values on screen, even where nothing was taken yet.
    for field in Field::NEEDED {
        let says = draft.says(&state.session.graph, field);
        if let Some(entry) = draft.entry_mut(field) {
            entry.take(says);
        }
    }
    draft.problem = None;
    match fix {
        Fix::Relation(verb) => draft.relation.take(vec![verb]),
        Fix::Turn(verb) => {
            reverse(draft);
            draft.relation.take(vec![verb]);
        }
        Fix::Source(id) => draft.from.take(vec![id]),
        Fix::Target(id) => draft.to.take(vec![id]),
    }
    ask_all(state)
}

/// Discards the draft and starts a new one from the selection.
pub(in crate::tui) fn start_over(state: &mut State) -> Vec<Effect> {
    let Some(start) = drafts::start_now(state) else { return vec![say(state, Role::Note, "No node selected")] };
    state.draft = Some(Box::new(LinkDraft::new(start)));
    ask_all(state)
}

/// Writes the rows exactly as the preview shows them.
pub(in crate::tui) fn write(state: &mut State, if_no_log: IfNoLog) -> Vec<Effect> {
    let misplaced = drafts::misplaced(state);
    let Some(draft) = &mut state.draft else { return Vec::new() };
    if misplaced.is_some() {
        draft.problem = misplaced;
        return Vec::new();
    }
    let Some(preview) = &draft.preview else { return Vec::new() };
    if let Some(refusal) = preview.advice.iter().find(|advice| advice.refuses) {
        draft.problem = Some(format!("{}. Nothing was written", refusal.message));
        return Vec::new();
    }
    let rows = match &preview.rows {
        Ok(rows) => rows.clone(),
        Err(problem) => {
            draft.problem = Some(format!("{problem}. Nothing was written"));
            return Vec::new();
        }
    };
    let shown = preview.shown;
    draft.problem = None;
    draft.phase = Phase::Writing;
    ask::addition(state, rows, shown, if_no_log).into_iter().collect()
}

/// Adapts the draft to a new graph: the list is requested again, typed and chosen values stay. A queued Enter was meant
/// for the old graph and no longer writes anything.
pub(in crate::tui) fn graph_replaced(
    state: &mut State,
    before: &Graph,
    find: impl Fn(NodeIx) -> Option<NodeIx>,
) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    draft.held = Held::put_off(mem::take(&mut draft.held));
    if draft.phase != Phase::Writing
        && let Some(id) = removed(draft, before, &state.session.graph)
    {
        draft.problem = Some(format!("{} was removed from the workspace while you were typing", quoted(id)));
    }
    let meant = draft.nodes.hits.get(draft.rows.cursor).map(|hit| find(hit.node));
    draft.nodes.hits = mem::take(&mut draft.nodes.hits)
        .into_iter()
        .filter_map(|hit| Some(crate::query::Hit { node: find(hit.node)?, ..hit }))
        .collect();
    if let (Field::From | Field::To, Some(meant)) = (draft.focus, meant) {
        let again = draft.nodes.hits.iter().position(|hit| Some(hit.node) == meant);
        draft.rows.cursor = again.unwrap_or(0);
        if again.is_none() {
            // Enter was pressed for a node that is gone: it must not take another one.
            draft.held.clear();
            draft.is_meant = false;
        }
    }
    if state.overlay != Some(overlay::LINK) {
        return Vec::new();
    }
    let mut effects: Vec<Effect> = match draft.focus {
        Field::From | Field::To => ask::completion(state),
        Field::Relation => ask::fitting(state),
        Field::Reason => None,
    }
    .into_iter()
    .collect();
    effects.extend(advise(state));
    effects
}

/// An id of the draft that was defined before and is no longer.
fn removed<'d>(draft: &'d LinkDraft, before: &Graph, now: &Graph) -> Option<&'d str> {
    let is_defined = |graph: &Graph, id: &str| graph.find(id).is_some_and(|node| !node.is_missing());
    let mut ids = draft.from.taken.iter().chain(&draft.to.taken).map(String::as_str);
    ids.find(|id| is_defined(before, id) && !is_defined(now, id))
}

/// Nodes offered before anything is typed: marked ones, the current one and recently visited ones.
pub(in crate::tui) fn offered_first(state: &State) -> Vec<NodeIx> {
    let been = state.session.history.recent();
    state.session.marks.nodes.iter().copied().chain(state.session.current).chain(been).collect()
}

/// The nodes at the other end of the edge; they are not offered, since an edge must not be a self-loop.
pub(in crate::tui) fn other_end(state: &State, field: Field) -> Vec<NodeIx> {
    let Some(draft) = &state.draft else { return Vec::new() };
    let other = match field {
        Field::From => &draft.to,
        Field::To => &draft.from,
        Field::Relation | Field::Reason => return Vec::new(),
    };
    other.taken.iter().filter_map(|id| state.session.graph.find(id)).map(Node::ix).collect()
}
