//! The view as data, for tests.

use super::state::pane;
use crate::graph::Graph;
use crate::query::{Lineage, LineageNode};
use crate::tui::state::State;
use crate::tui::summary::{address, addresses, chosen, word};
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let (pane, graph) = (pane(state), &*state.session.graph);
    let selected = pane.look.as_ref().map(|look| look.selected);
    // From the selected node to the root.
    let path = pane.found.as_ref().zip(selected).and_then(|((_, layout), selected)| {
        layout.position(selected)?;
        Some(addresses(graph, layout.path_to_root(selected)))
    });
    json!({
        "direction": pane.direction.name(),
        "orient": pane.orient.name(),
        "depth": pane.max_depth,
        "relations": pane.relations.as_ref().map(chosen),
        "shape": word(&pane.shape),
        "found": pane.found.as_ref().map(|(found, _)| self::found(graph, found)),
        "selected": selected.map(|node| address(graph, node)),
        "path": path,
    })
}

fn found(graph: &Graph, found: &Lineage) -> Value {
    let node = |node: &LineageNode| {
        json!({
            "node": address(graph, node.node),
            "distance": node.distance,
            "other_distance": node.other_distance,
        })
    };
    json!({
        "root": address(graph, found.root),
        "nodes": found.nodes.iter().map(node).collect::<Vec<_>>(),
        "missing": found.missing.iter().map(node).collect::<Vec<_>>(),
        "edges": found.edges.iter().map(|edge| edge.index()).collect::<Vec<_>>(),
    })
}
