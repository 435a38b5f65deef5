//! The filters of edges in words, for the titles of panes.

use crate::query::{Implicit, Retracted};
use crate::tui::state::{RelationChoice, State};

/// The active filters.
pub fn summary(state: &State) -> String {
    let filters = &state.session.filters;
    let mut parts = vec![filters.direction.name().to_owned(), format!("depth {}", filters.depth)];
    match &filters.relations {
        RelationChoice::All => {}
        RelationChoice::Only(names) if names.len() == 1 => {
            parts.extend(names.first().map(|name| format!("only {name}")));
        }
        RelationChoice::Only(names) => parts.push(format!("{} relations", names.len())),
        RelationChoice::AllBut(names) if names.len() == 1 => {
            parts.extend(names.first().map(|name| format!("without {name}")));
        }
        RelationChoice::AllBut(names) => parts.push(format!("without {} relations", names.len())),
    }
    if filters.implicit == Implicit::LeftOut {
        parts.push("no implicit".to_owned());
    }
    if filters.retracted == Retracted::Shown {
        parts.push("with retracted".to_owned());
    }
    parts.extend(filters.confidence.map(|least| format!("confidence >= {least:.1}")));
    if filters.lens {
        let layer = state.session.current.and_then(|node| state.session.graph.node(node).layer()).unwrap_or("no layer");
        parts.push(format!("lens {layer}"));
    }
    let dot = format!(" {} ", state.setup.symbols.dot);
    parts.join(&dot)
}
