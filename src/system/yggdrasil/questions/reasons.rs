//! Reasons: why an aspect or a flow applies to a node, as rows and in JSON.

use crate::document::{EdgeWire, Give, Line, Role, Row, id, place};
use crate::graph::{Graph, NodeIx};
use crate::query::Trust;
use crate::system::yggdrasil::aspects::{Reason, Why};
use serde::Serialize;

/// A node with one row per reason, including the file and line of the edge behind it.
pub(super) fn because(graph: &Graph, node: NodeIx, reasons: &[Reason], in_words: impl Fn(Why) -> String) -> Vec<Row> {
    let row = |(number, reason): (usize, &Reason)| {
        let (name, indent) = if number == 0 { (id(graph.node(node)), 0) } else { (Line::new(), 1) };
        let why = Line::of(Role::Dim, &in_words(reason.why)).giving(Give::End(16));
        let row = Row::of(name).phrase(why).placed(place(graph.edge(reason.edge)));
        row.indented(indent).to(node).by(reason.edge)
    };
    reasons.iter().enumerate().map(row).collect()
}

/// A reason, the node it comes from, and the edge behind it.
#[derive(Serialize)]
pub(super) struct ReasonWire<'g> {
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    edge: EdgeWire<'g>,
}

impl<'g> ReasonWire<'g> {
    pub(super) fn new(graph: &'g Graph, reason: Reason) -> Self {
        let (word, of) = match reason.why {
            Why::Own => ("own", None),
            Why::Ancestor(above) => ("ancestor", Some(above)),
            Why::Flow(flow) => ("flow", Some(flow)),
            Why::Implied(aspect) => ("implied", Some(aspect)),
        };
        let of = of.map(|ix| graph.node(ix).address().into_owned());
        // A model's own edges are certain.
        Self { reason: word, of, edge: EdgeWire { edge: graph.edge(reason.edge), trust: &Trust::ALL } }
    }

    pub(super) fn all(graph: &'g Graph, reasons: &[Reason]) -> Vec<Self> {
        reasons.iter().map(|reason| Self::new(graph, *reason)).collect()
    }
}
