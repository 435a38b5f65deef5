//! The only list of systems.

use super::System;
use std::sync::Arc;

/// The built-in systems. Their order does not matter: ids decide in which order they are asked.
pub fn built_in() -> Vec<Arc<dyn System>> {
    vec![
        Arc::new(super::reference::ReferenceGraph),
        Arc::new(super::unit::Units),
        Arc::new(super::causal::CausalGraphs),
        Arc::new(super::yggdrasil::ArchitectureModels),
        Arc::new(super::sidecar::SidecarRecords),
        Arc::new(super::beads::BeadsIssues),
        Arc::new(super::adr::DecisionRecords),
        Arc::new(super::memory::MemoryGraphs),
        Arc::new(super::taskmaster::Tasks),
        Arc::new(super::graph_json::JsonGraphs),
        Arc::new(super::note::MarkdownNotes::default()),
        Arc::new(super::backstage::CATALOGUE.records()),
        Arc::new(super::need::NEEDS.records()),
    ]
}
