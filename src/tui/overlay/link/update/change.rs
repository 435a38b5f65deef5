//! Changes to a whole draft: swap its ends, apply advice, start over, write; and keep it valid when the graph changes.

use super::super::state::{Field, LinkDraft, draft_mut, drafts_mut};
use super::super::{Link, is_open, request};
use super::{advise, ask_all, ask_list, drafts};
use crate::graph::{Graph, NodeIx};
use crate::query::advice::Fix;
use crate::text::quoted;
use crate::tui::effect::Effect;
use crate::tui::form::Phase;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::update::say;
use crate::tui::write::IfNoLog;

/// Swaps the ends, with the text typed into their fields.
pub(super) fn swap(state: &mut State) -> Vec<Effect> {
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    reverse(draft);
    ask_all(state)
}

fn reverse(draft: &mut LinkDraft) {
    draft.swap_ends();
    draft.form.problem = None;
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
pub(super) fn take_fix(state: &mut State) -> Vec<Effect> {
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
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
    draft.form.problem = None;
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
pub(super) fn start_over(state: &mut State) -> Vec<Effect> {
    let Some(start) = drafts::start_now(state) else { return vec![say(state, Role::Note, "No node selected")] };
    drafts_mut(state).open = Some(LinkDraft::new(start));
    ask_all(state)
}

/// Writes the rows exactly as the preview shows them.
pub(in super::super) fn write(state: &mut State, if_no_log: IfNoLog) -> Vec<Effect> {
    let misplaced = drafts::misplaced(state);
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    if misplaced.is_some() {
        draft.form.problem = misplaced;
        return Vec::new();
    }
    let Some(preview) = &draft.preview else { return Vec::new() };
    if let Some(refusal) = preview.advice.iter().find(|advice| advice.refuses) {
        draft.form.problem = Some(format!("{}. Nothing was written", refusal.message));
        return Vec::new();
    }
    let rows = match &preview.rows {
        Ok(rows) => rows.clone(),
        Err(problem) => {
            draft.form.problem = Some(format!("{problem}. Nothing was written"));
            return Vec::new();
        }
    };
    let shown = preview.shown;
    draft.form.problem = None;
    draft.form.phase = Phase::Writing;
    request::addition(state, rows, shown, if_no_log).into_iter().collect()
}

/// Adapts the draft to a new graph: the list is requested again, typed and chosen values stay. A queued Enter was meant
/// for the old graph and no longer writes anything.
pub(in super::super) fn graph_replaced(
    state: &mut State,
    before: &Graph,
    find: impl Fn(NodeIx) -> Option<NodeIx>,
) -> Vec<Effect> {
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    draft.form.put_off();
    if draft.form.phase != Phase::Writing
        && let Some(id) = removed(draft, before, &state.session.graph)
    {
        draft.form.problem = Some(format!("{} was removed from the workspace while you were typing", quoted(id)));
    }
    let before = draft.form.nodes.hits.get(draft.form.rows.cursor).map(|hit| find(hit.node));
    draft.form.translate(find);
    if matches!(draft.focus, Field::From | Field::To) && before.is_some() {
        let nodes: Vec<_> = draft.form.nodes.hits.iter().map(|hit| Some(hit.node)).collect();
        draft.form.keep_row(before, nodes.into_iter());
    }
    if !is_open(state, &Link) {
        return Vec::new();
    }
    let mut effects: Vec<Effect> = ask_list(state).into_iter().collect();
    effects.extend(advise(state));
    effects
}

/// An id of the draft that was defined before and is no longer.
fn removed<'d>(draft: &'d LinkDraft, before: &Graph, now: &Graph) -> Option<&'d str> {
    let is_defined = |graph: &Graph, id: &str| graph.find(id).is_some_and(|node| !node.is_missing());
    let mut ids = draft.from.taken.iter().chain(&draft.to.taken).map(String::as_str);
    ids.find(|id| is_defined(before, id) && !is_defined(now, id))
}
