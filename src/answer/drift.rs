//! Drift: the nodes whose files changed since they were recorded, and what else systems know about these files.

use super::Input;
use crate::document::{Answer, Document, NodeWire, Section};
use crate::format::json::Sink;
use crate::system::{Facts, NodeDrift};
use serde::Serialize;

/// The drift in a workspace.
pub struct DriftAnswer<'a> {
    input: Input<'a>,
    /// The results of the systems' checks of files, once they are there.
    found: Option<&'a Facts>,
}

impl<'a> DriftAnswer<'a> {
    pub fn new(input: Input<'a>, found: Option<&'a Facts>) -> Self {
        Self { input, found }
    }

    fn drifted(&self) -> Vec<DriftedWire<'a>> {
        let (graph, systems) = (self.input.graph, self.input.systems());
        let Some(found) = self.found else { return Vec::new() };
        let wire = |node| {
            let node = graph.node(node);
            Some(DriftedWire { node: NodeWire::new(node), drift: systems.get(node.system())?.drift_of(found, node)? })
        };
        systems.drifted(found, graph).into_iter().filter_map(wire).collect()
    }
}

#[derive(Serialize)]
struct DriftWire<'g> {
    drifted: Vec<DriftedWire<'g>>,
}

#[derive(Serialize)]
struct DriftedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    drift: NodeDrift,
}

impl Answer for DriftAnswer<'_> {
    fn title(&self) -> String {
        "Drift".to_owned()
    }

    fn document(&self, most: usize) -> Document<'_> {
        let asked = self.input.question();
        let sections = asked.iter().flat_map(|asked| {
            let systems = asked.systems.iter();
            systems.flat_map(move |(_, system)| system.drift_sections(asked, self.found, most))
        });
        let sections: Vec<_> = sections.collect();
        if sections.is_empty() {
            return Document::new(vec![Section::plain([]).or("No files to compare")]);
        }
        Document::new(sections)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&DriftWire { drifted: self.drifted() })
    }
}
