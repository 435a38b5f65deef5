//! Opening, saving, resuming and restoring drafts of edges.
//!
//! A draft belongs to the nodes that were selected or marked when the editor was opened. `a` and `A` resume a saved
//! draft only on those nodes, and only while its edge still starts at them; on other nodes they start a new draft.
//! Enter writes nothing while other nodes are selected or marked.

use super::super::{go, past, say};
use super::{ask_all, replay_queue};
use crate::graph::{Node, NodeIx};
use crate::query::ProposedEdge;
use crate::query::advice::id_in_log;
use crate::text::{count, quoted};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::keymap::Context;
use crate::tui::overlay::{self, FORM_KEYS};
use crate::tui::state::{Held, LinkDraft, Phase, Scope, Start, State, same_ids};
use crate::tui::task::Key;
use crate::tui::theme::Role;

/// Opens the edge editor for one of the link actions.
pub(in crate::tui) fn open(state: &mut State, action: Action) -> Vec<Effect> {
    if state.session.workspace.is_none() {
        return vec![say(state, Role::Note, "The workspace is still loading")];
    }
    let relation = match (action, &state.written.relation) {
        (Action::RepeatLink, None) => return vec![say(state, Role::Note, "No edge added in this session yet")],
        (Action::RepeatLink, relation) => relation.clone(),
        _ => None,
    };
    let scope = if action == Action::LinkMarked { Scope::Marked } else { Scope::Selected };
    let on = ids_now(state, scope);
    if on.is_empty() {
        let words = if scope == Scope::Marked { "No node marked" } else { "No node selected" };
        return vec![say(state, Role::Note, words)];
    }
    let is_for_it = |draft: &LinkDraft| same_ids(&draft.start.on, &on) && draft.leaves(&on);
    let saved = state.saved_drafts.iter().rposition(|draft| is_for_it(draft)).filter(|_| action != Action::RepeatLink);
    if let Some(refused) = refusal(state) {
        return refused;
    }
    match saved {
        Some(at) => {
            let draft = state.saved_drafts.remove(at);
            resume(state, draft)
        }
        None => begin(state, Start { scope, from: on.clone(), on, relation, to: None }),
    }
}

/// Opens the edge editor with a suggested edge.
pub(in crate::tui) fn propose(state: &mut State, proposed: &ProposedEdge) -> Vec<Effect> {
    // The user may have gone into the past while the suggestion was computed.
    if let Some(refused) = refusal(state) {
        return refused;
    }
    let [from, to] = [proposed.from, proposed.to].map(|end| id_of(state, end));
    let on = ids_now(state, Scope::Selected);
    let relation = Some(proposed.relation.clone());
    begin(state, Start { scope: Scope::Selected, on, from: vec![from], relation, to: Some(to) })
}

/// The reason why the edge editor cannot be opened now, as a toast.
fn refusal(state: &mut State) -> Option<Vec<Effect>> {
    if let Some(refused) = past::refusal(state) {
        return Some(refused);
    }
    let is_writing = state.draft.as_ref().is_some_and(|draft| draft.phase == Phase::Writing);
    is_writing.then(|| vec![say(state, Role::Note, "An edge is being written; try again when it is done")])
}

fn begin(state: &mut State, start: Start) -> Vec<Effect> {
    state.draft = Some(Box::new(LinkDraft::new(start)));
    state.overlay = Some(overlay::LINK);
    ask_all(state)
}

/// Shows a saved draft, after replaying input that was queued when it was cancelled.
fn resume(state: &mut State, mut draft: Box<LinkDraft>) -> Vec<Effect> {
    // The old error may no longer apply, and it would hide current advice.
    draft.problem = None;
    if draft.held.is_empty() {
        draft.resume();
    } else {
        draft.held.push(Held::Resumed);
    }
    state.draft = Some(draft);
    state.overlay = Some(overlay::LINK);
    let mut effects = ask_all(state);
    effects.extend(replay_queue(state));
    effects
}

/// Restores the last saved draft and goes to its nodes; an open draft is saved. If the nodes of the open draft are no
/// longer selected, goes to them instead.
pub(in crate::tui) fn restore(state: &mut State) -> Vec<Effect> {
    if let Some(refused) = refusal(state) {
        return refused;
    }
    if misplaced(state).is_some() {
        let start = state.draft.as_ref().map(|draft| draft.start.clone()).unwrap_or_default();
        let mut effects = go_to(state, &start);
        if let Some(draft) = &mut state.draft {
            draft.problem = None;
        }
        if let Some(problem) = misplaced(state) {
            effects.push(say(state, Role::Warning, problem));
        }
        return effects;
    }
    let Some(saved) = state.saved_drafts.pop() else { return vec![say(state, Role::Note, "No saved draft")] };
    if let Some(open) = put_away(state) {
        state.saved_drafts.insert(0, open);
    }
    let mut effects = go_to(state, &saved.start);
    effects.extend(resume(state, saved));
    effects
}

/// Closes the edge editor and saves the draft, unless it has no content.
pub(in crate::tui) fn close(state: &mut State) -> Vec<Effect> {
    state.overlay = None;
    if state.draft.as_ref().is_some_and(|draft| draft.phase == Phase::Writing) {
        return vec![say(state, Role::Note, "Writing the edge")];
    }
    let Some(draft) = put_away(state) else { return Vec::new() };
    let resumes = draft.leaves(&draft.start.on);
    let restore = key_of(state, Action::RestoreDraft);
    let words = if resumes {
        let action = if draft.start.scope == Scope::Marked { Action::LinkMarked } else { Action::Link };
        format!("Draft saved; press {} here or {restore} anywhere to resume", key_of(state, action))
    } else {
        format!("Draft saved; press {restore} to restore it")
    };
    state.saved_drafts.push(draft);
    vec![say(state, Role::Note, words)]
}

/// Takes the open draft out of the editor; returns it if it has content.
fn put_away(state: &mut State) -> Option<Box<LinkDraft>> {
    for key in [Key::COMPLETE, Key::FIT, Key::ADVISE] {
        state.tasks.cancel(key);
    }
    let mut draft = state.draft.take()?;
    draft.held = Held::put_off(std::mem::take(&mut draft.held));
    // Lists and preview are requested again when the draft is resumed.
    draft.focus_on(draft.focus);
    draft.preview = None;
    (!draft.is_untouched()).then_some(draft)
}

/// Selects or marks the nodes a draft was made for, as far as they exist.
fn go_to(state: &mut State, start: &Start) -> Vec<Effect> {
    let nodes: Vec<NodeIx> = start.on.iter().filter_map(|id| state.session.graph.find(id)).map(Node::ix).collect();
    match start.scope {
        Scope::Marked => {
            state.session.marks.order.retain(|node| !nodes.contains(node));
            state.session.marks.order.extend(&nodes);
            state.session.marks.nodes = nodes.into_iter().collect();
            Vec::new()
        }
        Scope::Selected => match nodes.first() {
            Some(node) if state.selected() != Some(*node) => go::list(state, *node),
            _ => Vec::new(),
        },
    }
}

/// Error if the open draft belongs to other nodes than those selected or marked now; Enter must not write it then.
pub(in crate::tui) fn misplaced(state: &State) -> Option<String> {
    let draft = state.draft.as_ref()?;
    let (on, now) = (&draft.start.on, ids_now(state, draft.start.scope));
    if same_ids(on, &now) {
        return None;
    }
    let is_gone = on.iter().any(|id| state.session.graph.find(id).is_none());
    let verb = if draft.start.scope == Scope::Marked { "marked" } else { "selected" };
    let now = if now.is_empty() { "no node".to_owned() } else { named(&now) };
    let what_to_do = if is_gone {
        format!("press {} to start over", key_of(state, Action::StartOver))
    } else {
        format!("press {} to go back to {}", key_of(state, Action::RestoreDraft), named(on))
    };
    Some(format!("This draft is for {}, but {now} is {verb} now. Nothing was written; {what_to_do}", named(on)))
}

/// The starting values when the open draft is started over.
pub(in crate::tui) fn start_now(state: &State) -> Option<Start> {
    let start = &state.draft.as_ref()?.start;
    if misplaced(state).is_none() {
        return Some(start.clone());
    }
    let on = ids_now(state, start.scope);
    (!on.is_empty()).then(|| Start { scope: start.scope, from: on.clone(), on, ..Start::default() })
}

/// Nodes as shown in messages: the id, or a count.
fn named(ids: &[String]) -> String {
    match ids {
        [one] => quoted(one),
        many => count(many.len(), "node"),
    }
}

/// The ids of the nodes that are selected or marked now.
fn ids_now(state: &State, scope: Scope) -> Vec<String> {
    let nodes: Vec<NodeIx> = match scope {
        Scope::Marked => state.session.marks.nodes.iter().copied().collect(),
        Scope::Selected => state.selected().into_iter().collect(),
    };
    nodes.into_iter().map(|node| id_of(state, node)).collect()
}

/// The id of a node as written in a log row.
fn id_of(state: &State, node: NodeIx) -> String {
    id_in_log(&state.session.graph, &state.session.graph.node(node).address())
}

/// The key of an action, in the edge editor or else in the panes.
fn key_of(state: &State, action: Action) -> String {
    let keymap = &state.setup.keymap;
    let keys = [Context::Own(FORM_KEYS), Context::Everywhere].map(|context| keymap.keys_of(&context.chain(), action));
    keys.into_iter().flatten().next().unwrap_or_else(|| action.name().to_owned())
}
