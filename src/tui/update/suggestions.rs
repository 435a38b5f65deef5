//! Opens the path and suggestion pages, and drafts edges from suggestions.

use super::{ask, editor, go, page, past, say};
use crate::graph::NodeIx;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Proposed, Topic};
use crate::tui::state::{State, View};
use crate::tui::theme::Role;

/// Shows the shortest paths between the last marked node and this one.
pub(super) fn path_to(state: &mut State, to: NodeIx) -> Vec<Effect> {
    let marked = |node: &NodeIx| state.session.marks.nodes.contains(node);
    let mut marks = state.session.marks.order.iter().rev().copied().filter(marked);
    let Some(last) = marks.next() else {
        let key = state.setup.keymap.keys_of(state.contexts(), Action::Mark);
        let key = key.first().cloned().unwrap_or_default();
        let words = format!("No node marked; press {key} to mark one, then select another");
        return vec![say(state, Role::Note, words)];
    };
    // If this node is itself the last mark, use the mark before it.
    let from = if last == to { marks.next().unwrap_or(last) } else { last };
    open(state, Topic::Path { from, to })
}

/// Shows suggested edges for a node.
pub(super) fn suggestions_for(state: &mut State, node: NodeIx) -> Vec<Effect> {
    open(state, Topic::Suggestions(node))
}

fn open(state: &mut State, topic: Topic) -> Vec<Effect> {
    // Going back from the new page returns to this one.
    if state.page.is_some() {
        go::leave(state);
    }
    page::open(state, topic)
}

/// The dangling edge of the selected finding: its missing node, its file and line.
fn dangling(state: &State) -> Option<(NodeIx, String, u32)> {
    let finding = state.finding().filter(|_| state.view == View::Findings)?;
    let missing = state.node_of(finding).filter(|node| state.session.graph.node(*node).is_missing())?;
    Some((missing, finding.file.clone()?, finding.line?))
}

/// Opens the edge editor: for a dangling edge in Findings with its suggested correction, else from the selection.
pub(super) fn link(state: &mut State) -> Vec<Effect> {
    match dangling(state) {
        Some((missing, file, line)) if state.session.workspace.is_some() => {
            state.findings.proposing_for = Some((missing, file.clone(), line));
            vec![ask::target_suggestion(state, missing, file, line)]
        }
        _ => editor::open(state, Action::Link),
    }
}

/// Handles the suggested correction of a dangling edge.
pub(super) fn target_suggested(state: &mut State, proposed: Option<Proposed>) -> Vec<Effect> {
    // Do not interrupt a user who moved on, least of all with the edge of another finding.
    let asked_for = state.findings.proposing_for.take();
    if state.overlay.is_some() || asked_for.is_none() || dangling(state) != asked_for {
        return Vec::new();
    }
    match proposed {
        Some(proposed) => editor::propose(state, &proposed),
        None => vec![say(state, Role::Note, "No similar id found for the undefined one")],
    }
}

/// Drafts the edge that a row of a page suggests.
pub(super) fn draft(state: &mut State, proposed: &Proposed) -> Vec<Effect> {
    if let Some(refused) = past::refusal(state) {
        return refused;
    }
    go::leave(state);
    let mut effects = page::close(state);
    effects.extend(editor::propose(state, proposed));
    effects
}
