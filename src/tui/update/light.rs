//! What a change of a node reaches, lit in pictures until somebody puts it out.

use super::{ask, page, say};
use crate::graph::NodeIx;
use crate::tui::effect::Effect;
use crate::tui::job::{Lane, Light, Topic};
use crate::tui::state::{Lit, State, View};
use crate::tui::theme::Role;

/// Whether the view has a picture in which something can be lit.
fn has_picture(state: &State) -> bool {
    matches!(state.view, View::Lineage | View::Map)
}

/// Lights what a change of a node reaches, and tells it as a page; in a picture that has it lit already, puts it out.
pub(super) fn impact(state: &mut State, node: NodeIx) -> Vec<Effect> {
    if has_picture(state) && state.lit.as_ref().is_some_and(|lit| lit.root == node) {
        return put_out(state);
    }
    let mut effects = kindle(state, node);
    effects.extend(page::open(state, Topic::Impact(node)));
    effects
}

/// Lights what a change of a node reaches.
pub(super) fn kindle(state: &mut State, node: NodeIx) -> Vec<Effect> {
    let before = state.lit.replace(Lit { root: node, light: None });
    let mut effects: Vec<_> = ask::light(state).into_iter().collect();
    effects.extend(before.map(|before| Effect::Forget(Box::new(before))));
    effects
}

/// Puts it out where it is seen; `None` if there is nothing to put out.
pub(super) fn cancel(state: &mut State) -> Option<Vec<Effect>> {
    (has_picture(state) && state.lit.is_some()).then(|| put_out(state))
}

fn put_out(state: &mut State) -> Vec<Effect> {
    state.call_off(Lane::Light);
    let before = state.lit.take();
    let mut effects = vec![say(state, Role::Good, "the impact is not lit any more")];
    effects.extend(before.map(|before| Effect::Forget(Box::new(before))));
    effects
}

/// It is known what a change reaches.
pub(super) fn lit(state: &mut State, root: NodeIx, light: Light) -> Vec<Effect> {
    let before = match &mut state.lit {
        Some(lit) if lit.root == root => lit.light.replace(light),
        _ => Some(light),
    };
    before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect()
}

/// Another graph is there: everything has other numbers.
pub(super) fn reread(state: &mut State, find: impl Fn(NodeIx) -> Option<NodeIx>) -> Vec<Effect> {
    let Some(root) = state.lit.as_ref().map(|lit| lit.root) else { return Vec::new() };
    match find(root) {
        Some(root) => kindle(state, root),
        None => state.lit.take().map(|lit| Effect::Forget(Box::new(lit))).into_iter().collect(),
    }
}
