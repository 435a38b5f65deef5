//! Opens the path and suggestion pages, and drafts edges from suggestions.

use super::{go, page, past, say};
use crate::graph::NodeIx;
use crate::query::ProposedEdge;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::Topic;
use crate::tui::overlay;
use crate::tui::state::State;
use crate::tui::theme::Role;

/// Shows the shortest paths between the last marked node and this one.
pub(in crate::tui) fn path_to(state: &mut State, to: NodeIx) -> Vec<Effect> {
    let marked = |node: &NodeIx| state.session.marks.nodes.contains(node);
    let mut marks = state.session.marks.order.iter().rev().copied().filter(marked);
    let Some(last) = marks.next() else {
        let key = state.setup.keymap.keys_of(&state.contexts(), Action::Mark);
        let key = key.first().cloned().unwrap_or_default();
        let words = format!("No node marked; press {key} to mark one, then select another");
        return vec![say(state, Role::Note, words)];
    };
    // If this node is itself the last mark, use the mark before it.
    let from = if last == to { marks.next().unwrap_or(last) } else { last };
    open(state, Topic::Path { from, to })
}

/// Shows suggested edges for a node.
pub(in crate::tui) fn suggestions_for(state: &mut State, node: NodeIx) -> Vec<Effect> {
    open(state, Topic::Suggestions(node))
}

fn open(state: &mut State, topic: Topic) -> Vec<Effect> {
    // Going back from the new page returns to this one.
    if state.page.is_some() {
        go::leave(state);
    }
    overlay::answer(state, topic)
}

/// Drafts the edge that a row of a page suggests.
pub(in crate::tui) fn draft(state: &mut State, proposed: &ProposedEdge) -> Vec<Effect> {
    if let Some(refused) = past::refusal(state) {
        return refused;
    }
    go::leave(state);
    let mut effects = page::close(state);
    effects.extend(overlay::propose(state, proposed));
    effects
}
