//! What is lit in pictures: what a change reaches, and what goes round in a circle.

use crate::graph::{EdgeIx, NodeIx};
use crate::text::grouped;
use crate::tui::names::names;
use crate::tui::state::State;
use crate::tui::symbols::Symbols;
use crate::tui::widget::Lit;

/// What stands in front of a node that is lit.
pub(super) fn of_node(state: &State, symbols: &Symbols, node: NodeIx) -> Option<Lit> {
    let light = state.lit.as_ref().and_then(|lit| lit.light.as_ref());
    let weight = light.and_then(|light| light.weights.get(&node));
    let is_round = state.on_cycles.has(node);
    let weighed = |weight: &f64| if state.graph.knows_confidence() { format!("{weight:.2}") } else { String::new() };
    let round = if is_round { symbols.cycle } else { "" };
    match weight {
        Some(weight) => Some(Lit { sign: symbols.reached, words: weighed(weight) + round }),
        None => is_round.then(|| Lit { sign: symbols.cycle, words: String::new() }),
    }
}

/// Whether an edge is lit.
pub(super) fn of_edge(state: &State, edge: EdgeIx) -> bool {
    let light = state.lit.as_ref().and_then(|lit| lit.light.as_ref());
    light.is_some_and(|light| light.edges.contains(&edge)) || state.on_cycles.has_edge(state.graph.edge(edge))
}

/// Whether anything is lit at all.
pub(super) fn is_on(state: &State) -> bool {
    state.lit.is_some() || !state.on_cycles.is_empty()
}

/// What is lit, in words.
pub(super) fn told(state: &State) -> Option<String> {
    let lit = state.lit.as_ref()?;
    let name = names(state.graph.node(lit.root)).0;
    Some(match &lit.light {
        Some(light) => format!("impact of {name}: {}", grouped(light.weights.len())),
        None => format!("impact of {name}: looking"),
    })
}

/// What is said of a node that is lit.
pub(super) fn facts(state: &State, node: NodeIx) -> Vec<String> {
    let light = state.lit.as_ref().and_then(|lit| lit.light.as_ref());
    let weight = light.and_then(|light| light.weights.get(&node)).map(|weight| format!("reached {weight:.2}"));
    let round = state.on_cycles.has(node).then(|| "goes round in a circle".to_owned());
    weight.into_iter().chain(round).collect()
}
