//! The view as data, for tests.

use super::layout::MapLayout;
use super::state::pane;
use crate::tui::state::State;
use crate::tui::summary::{address, addresses, word};
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let (pane, graph) = (pane(state), &*state.session.graph);
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
