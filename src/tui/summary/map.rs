//! The view Map.

use super::{address, addresses, word};
use crate::tui::layout::map::MapLayout;
use crate::tui::state::State;
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    let (pane, graph) = (&state.map, &*state.session.graph);
    let layout = |layout: &MapLayout| {
        json!({
            "root": layout.root().map(|root| address(graph, root)),
            "arrangement": word(&layout.arrangement()),
            "nodes": addresses(graph, layout.nodes().iter().map(|node| node.node)),
            "shown": layout.shown(),
        })
    };
    let look = pane.look.as_ref();
    json!({
        "root": pane.root.map(|root| address(graph, root)),
        "arrangement": word(&pane.arrangement),
        "layout": pane.layout.as_deref().map(layout),
        "selected": look.map(|look| address(graph, look.selected)),
        "zoom": look.map(|look| look.zoom),
        "centre": look.map(|look| json!({ "x": look.centre.x, "y": look.centre.y })),
    })
}
