//! Highlights the impact of a node in lineage and map until the user turns it off.

use super::{ask, say};
use crate::graph::NodeIx;
use crate::tui::effect::Effect;
use crate::tui::job::Light;
use crate::tui::overlay;
use crate::tui::state::{Lit, State};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::tui::topic::Topic;

/// Highlights the impact of a node and opens its page; in a view that already highlights it, turns the highlight off.
pub(in crate::tui) fn impact(state: &mut State, node: NodeIx) -> Vec<Effect> {
    if state.view.is_picture() && state.lit.as_ref().is_some_and(|lit| lit.root == node) {
        return turn_off(state);
    }
    let mut effects = highlight(state, node);
    effects.extend(overlay::answer(state, Topic::Impact(node)));
    effects
}

/// Highlights the impact of a node.
pub(in crate::tui) fn highlight(state: &mut State, node: NodeIx) -> Vec<Effect> {
    let before = state.lit.replace(Lit { root: node, light: None });
    let mut effects: Vec<_> = ask::light(state).into_iter().collect();
    effects.extend(before.map(|before| Effect::Forget(Box::new(before))));
    effects
}

/// Turns the highlight off if it is visible; `None` if there is none.
pub(in crate::tui) fn cancel(state: &mut State) -> Option<Vec<Effect>> {
    (state.view.is_picture() && state.lit.is_some()).then(|| turn_off(state))
}

fn turn_off(state: &mut State) -> Vec<Effect> {
    state.tasks.cancel(Key::LIGHT);
    let before = state.lit.take();
    let mut effects = vec![say(state, Role::Good, "Impact highlight off")];
    effects.extend(before.map(|before| Effect::Forget(Box::new(before))));
    effects
}

/// Handles the computed impact.
pub(in crate::tui) fn lit(state: &mut State, root: NodeIx, light: Light) -> Vec<Effect> {
    let before = match &mut state.lit {
        Some(lit) if lit.root == root => lit.light.replace(light),
        _ => Some(light),
    };
    before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect()
}

/// Handles a new graph: all indexes changed.
pub(in crate::tui) fn graph_replaced(state: &mut State, find: impl Fn(NodeIx) -> Option<NodeIx>) -> Vec<Effect> {
    let Some(root) = state.lit.as_ref().map(|lit| lit.root) else { return Vec::new() };
    match find(root) {
        Some(root) => highlight(state, root),
        None => state.lit.take().map(|lit| Effect::Forget(Box::new(lit))).into_iter().collect(),
    }
}
