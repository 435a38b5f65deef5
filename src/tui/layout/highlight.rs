//! Highlights in lineage and map: nodes and edges that a change affects, and those on cycles.

use crate::graph::{EdgeIx, NodeIx};
use crate::text::grouped;
use crate::tui::names::names;
use crate::tui::state::State;
use crate::tui::symbols::Symbols;
use crate::tui::widget::Lit;

/// The symbol and text in front of a highlighted node.
pub fn of_node(state: &State, symbols: &Symbols, node: NodeIx) -> Option<Lit> {
    let light = state.lit.as_ref().and_then(|lit| lit.light.as_ref());
    let weight = light.and_then(|light| light.weights.get(&node));
    let is_on_cycle = state.session.checks.on_cycles.has(node);
    let weighed =
        |weight: &f64| if state.session.graph.has_confidence() { format!("{weight:.2}") } else { String::new() };
    let cycle = if is_on_cycle { symbols.cycle } else { "" };
    match weight {
        Some(weight) => Some(Lit { symbol: symbols.reached, words: weighed(weight) + cycle }),
        None => is_on_cycle.then(|| Lit { symbol: symbols.cycle, words: String::new() }),
    }
}

pub fn of_edge(state: &State, edge: EdgeIx) -> bool {
    let light = state.lit.as_ref().and_then(|lit| lit.light.as_ref());
    light.is_some_and(|light| light.edges.contains(&edge))
        || state.session.checks.on_cycles.has_edge(state.session.graph.edge(edge))
}

/// Whether anything is highlighted.
pub fn is_on(state: &State) -> bool {
    state.lit.is_some() || !state.session.checks.on_cycles.is_empty()
}

/// The title text for highlighted impact.
pub fn summary(state: &State) -> Option<String> {
    let lit = state.lit.as_ref()?;
    let name = names(state.session.graph.node(lit.root)).0;
    Some(match &lit.light {
        Some(light) => format!("impact of {name}: {}", grouped(light.weights.len())),
        None => format!("impact of {name}: loading"),
    })
}

/// Facts about a highlighted node.
pub fn facts(state: &State, node: NodeIx) -> Vec<String> {
    let light = state.lit.as_ref().and_then(|lit| lit.light.as_ref());
    let weight = light.and_then(|light| light.weights.get(&node)).map(|weight| format!("reached {weight:.2}"));
    let cycle = state.session.checks.on_cycles.has(node).then(|| "on a cycle".to_owned());
    weight.into_iter().chain(cycle).collect()
}
