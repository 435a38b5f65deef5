//! How nodes are connected and should be: the page of a path, the page of suggestions, and edges drafted from them.

use super::{ask, editor, go, page, past, say};
use crate::graph::NodeIx;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Proposed, Topic};
use crate::tui::state::{State, View};
use crate::tui::theme::Role;

/// Shows how the node that was marked last and this one are connected.
pub(super) fn path_to(state: &mut State, to: NodeIx) -> Vec<Effect> {
    let marked = |node: &NodeIx| state.marks.contains(node);
    let mut marks = state.marked.iter().rev().copied().filter(marked);
    let Some(last) = marks.next() else {
        let key = state.setup.keymap.keys_of(state.contexts(), Action::Mark);
        let key = key.first().cloned().unwrap_or_default();
        let words = format!("no node is marked: {key} marks one, then go to another");
        return vec![say(state, Role::Note, words)];
    };
    // Whoever marked both ends means the other one.
    let from = if last == to { marks.next().unwrap_or(last) } else { last };
    open(state, Topic::Path { from, to })
}

/// Shows which links of a node are probably missing.
pub(super) fn suggestions_for(state: &mut State, node: NodeIx) -> Vec<Effect> {
    open(state, Topic::Suggestions(node))
}

fn open(state: &mut State, topic: Topic) -> Vec<Effect> {
    // From one page to the next there is a way back.
    if state.page.is_some() {
        go::leave(state);
    }
    page::open(state, topic)
}

/// The finding that is selected, if it is about a dangling edge: its missing node, and where the edge is written.
fn dangling(state: &State) -> Option<(NodeIx, String, u32)> {
    let finding = state.finding().filter(|_| state.view == View::Findings)?;
    let missing = state.node_of(finding).filter(|node| state.graph.node(*node).is_missing())?;
    Some((missing, finding.file.clone()?, finding.line?))
}

/// Adds an edge: in Problems the one that a dangling edge was probably meant to be, else from what is selected.
pub(super) fn link(state: &mut State) -> Vec<Effect> {
    match dangling(state) {
        Some((missing, file, line)) if state.workspace.is_some() => {
            state.findings.proposing_for = Some((missing, file.clone(), line));
            vec![ask::target_suggestion(state, missing, file, line)]
        }
        _ => editor::open(state, Action::Link),
    }
}

/// It is known what the dangling edge was probably meant to be.
pub(super) fn target_suggested(state: &mut State, proposed: Option<Proposed>) -> Vec<Effect> {
    // A user who went on meanwhile is not interrupted, least of all with the edge of another finding.
    let asked_for = state.findings.proposing_for.take();
    if state.overlay.is_some() || asked_for.is_none() || dangling(state) != asked_for {
        return Vec::new();
    }
    match proposed {
        Some(proposed) => editor::propose(state, &proposed),
        None => vec![say(state, Role::Note, "no id that fits is spelt like the one that nothing defines")],
    }
}

/// Drafts the edge that a row of a page proposes.
pub(super) fn draft(state: &mut State, proposed: &Proposed) -> Vec<Effect> {
    if let Some(refused) = past::refusal(state) {
        return refused;
    }
    go::leave(state);
    let mut effects = page::close(state);
    effects.extend(editor::propose(state, proposed));
    effects
}
