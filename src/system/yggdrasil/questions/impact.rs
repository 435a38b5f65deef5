//! What a change of a node concerns in its model: descendants, flows, aspects, and the nodes that an aspect or a flow
//! applies to.

use super::reasons::{ReasonWire, because};
use crate::document::{EdgeWire, NodeWire, Row, Section, facts, id, place, title};
use crate::graph::{Cancelled, EdgeIx, Graph, NodeIx};
use crate::query::Trust;
use crate::system::question::{Extra, ExtraJson};
use crate::system::yggdrasil::aspects::{Reason, Why};
use crate::system::yggdrasil::impact::{ModelImpact, model_impact};
use crate::text::grouped;
use serde::Serialize;

/// The lists about a node; without one they are empty.
pub(in crate::system::yggdrasil) fn concerned<'g>(
    graph: &'g Graph,
    node: Option<NodeIx>,
    cancelled: Cancelled<'_>,
) -> Vec<Box<dyn Extra + 'g>> {
    let ModelImpact { descendants, flows, aspects, carriers } =
        node.map(|node| model_impact(graph, node, cancelled)).unwrap_or_default();
    let is_flow = node.is_some_and(|node| graph.node(node).kind() == Some("flow"));
    let reach = if is_flow { "take part in it" } else { "have it" };
    vec![
        Box::new(Joined { graph, key: "descendants", about: "below it", total: Some("below it"), nodes: descendants }),
        Box::new(Joined { graph, key: "flows", about: "it takes part in them", total: None, nodes: flows }),
        Box::new(Reasoned {
            graph,
            key: "aspects",
            about: "apply to it",
            total: None,
            is_of_flow: false,
            nodes: aspects,
        }),
        Box::new(Reasoned {
            graph,
            key: "carriers",
            about: reach,
            total: Some(reach),
            is_of_flow: is_flow,
            nodes: carriers,
        }),
    ]
}

/// `3 below it`, unless there are none.
fn total(number: usize, what: Option<&str>) -> Option<String> {
    what.filter(|_| number > 0).map(|what| format!("{} {what}", grouped(number)))
}

/// Nodes, each with the edge that connects it.
struct Joined<'g> {
    graph: &'g Graph,
    key: &'static str,
    about: &'static str,
    /// What its number is called in the total, if it is in there.
    total: Option<&'static str>,
    nodes: Vec<(NodeIx, EdgeIx)>,
}

impl Extra for Joined<'_> {
    fn key(&self) -> &'static str {
        self.key
    }

    fn section(&self, most: usize) -> Section<'_> {
        let row = |(ix, edge): &(NodeIx, EdgeIx)| {
            let node = self.graph.node(*ix);
            let row = Row::of(id(node)).detail(facts(node)).placed(place(self.graph.edge(*edge)));
            [row.detail(title(node)).to(*ix).by(*edge)]
        };
        Section::list(self.key, most, &self.nodes, row).about(self.about)
    }

    fn json(&self) -> ExtraJson<'_> {
        ExtraJson::list(&self.nodes, |(ix, edge)| JoinedWire {
            node: NodeWire::new(self.graph.node(*ix)),
            // A model's own edges are certain.
            edge: EdgeWire { edge: self.graph.edge(*edge), trust: &Trust::ALL },
        })
    }

    fn total(&self) -> Option<String> {
        total(self.nodes.len(), self.total)
    }
}

/// Nodes, each with the reasons why they belong to the list.
struct Reasoned<'g> {
    graph: &'g Graph,
    key: &'static str,
    about: &'static str,
    total: Option<&'static str>,
    /// Whether the nodes belong to a flow.
    is_of_flow: bool,
    nodes: Vec<(NodeIx, Vec<Reason>)>,
}

impl Extra for Reasoned<'_> {
    fn key(&self) -> &'static str {
        self.key
    }

    fn section(&self, most: usize) -> Section<'_> {
        let said = |why: Why| match why {
            Why::Own if self.is_of_flow => "participant".to_owned(),
            Why::Ancestor(above) if self.is_of_flow => format!("below {}", self.graph.node(above).id()),
            why => why.in_words(self.graph),
        };
        let rows = move |(ix, reasons): &(NodeIx, Vec<Reason>)| because(self.graph, *ix, reasons, said);
        Section::list(self.key, most, &self.nodes, rows).about(self.about)
    }

    fn json(&self) -> ExtraJson<'_> {
        ExtraJson::list(&self.nodes, |(ix, reasons)| ReasonedWire {
            node: NodeWire::new(self.graph.node(*ix)),
            reasons: ReasonWire::all(self.graph, reasons),
        })
    }

    fn total(&self) -> Option<String> {
        total(self.nodes.len(), self.total)
    }
}

#[derive(Serialize)]
struct JoinedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    edge: EdgeWire<'g>,
}

#[derive(Serialize)]
struct ReasonedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    reasons: Vec<ReasonWire<'g>>,
}
