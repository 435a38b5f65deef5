//! The only list of systems.

use super::{System, causal, note, reference, sidecar, unit, yggdrasil};
use std::sync::Arc;

/// The built-in systems. Their order does not matter: ids decide in which order they are asked.
pub fn built_in() -> Vec<Arc<dyn System>> {
    vec![
        Arc::new(reference::ReferenceGraph),
        Arc::new(unit::Units),
        Arc::new(causal::CausalGraphs),
        Arc::new(yggdrasil::ArchitectureModels),
        Arc::new(sidecar::SidecarRecords),
        Arc::new(note::MarkdownNotes::default()),
    ]
}
