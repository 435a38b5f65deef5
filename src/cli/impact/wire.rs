//! JSON of `impact`.

use super::simulate::Simulation;
use crate::cli::aspects::ReasonWire;
use crate::document::{EdgeWire, NodeWire};
use crate::format::json::Each;
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{Direct, Event, Impact, Reach, Transitive, Trust};
use crate::system::yggdrasil::aspects::Reason;
use crate::system::yggdrasil::impact::ModelImpact;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub(super) struct ImpactWire<'g> {
    pub(super) graph: &'g Graph,
    pub(super) found: &'g Impact,
    pub(super) model: &'g ModelImpact,
    pub(super) trust: &'g Trust,
    /// The method given with `--method`.
    pub(super) method: Option<&'g str>,
    /// The packages of affected nodes, with `--simulate`.
    pub(super) simulation: Option<&'g Simulation>,
}

#[derive(Serialize)]
struct DirectWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    relation: &'g str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'g str>,
    edge: EdgeWire<'g>,
    #[serde(flatten)]
    reach: ReachWire<'g>,
}

/// The weight with which a change reaches a node, and the edge it comes through.
#[derive(Serialize)]
struct ReachWire<'g> {
    weight: f64,
    because: BecauseWire<'g>,
}

#[derive(Serialize)]
struct BecauseWire<'g> {
    via: String,
    edge: EdgeWire<'g>,
}

#[derive(Serialize)]
struct TransitiveWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    distance: u32,
    via: String,
    relation: &'g str,
    edge: EdgeWire<'g>,
    #[serde(flatten)]
    reach: ReachWire<'g>,
}

/// A node connected with the changing one by an event.
#[derive(Serialize)]
struct EventWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    relation: &'g str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<String>,
    edge: EdgeWire<'g>,
}

/// A descendant of the node or a flow that includes it, with the edge that connects them.
#[derive(Serialize)]
struct JoinedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    edge: EdgeWire<'g>,
}

/// An aspect that applies to the node or a node that carries the aspect or flow, with the reasons.
#[derive(Serialize)]
struct ReasonedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    reasons: Vec<ReasonWire<'g>>,
}

impl<'g> ImpactWire<'g> {
    fn node(&self, ix: NodeIx) -> NodeWire<'g> {
        NodeWire::new(self.graph.node(ix))
    }

    fn joined(&self, found: &'g [(NodeIx, EdgeIx)]) -> impl Serialize {
        let joined = |(ix, edge): &(NodeIx, EdgeIx)| JoinedWire {
            node: self.node(*ix),
            edge: EdgeWire { edge: self.graph.edge(*edge), trust: self.trust },
        };
        Each(move || found.iter().map(joined))
    }

    fn reasoned(&self, found: &'g [(NodeIx, Vec<Reason>)]) -> impl Serialize {
        let reasoned = |(ix, reasons): &(NodeIx, Vec<Reason>)| ReasonedWire {
            node: self.node(*ix),
            reasons: reasons.iter().map(|reason| ReasonWire::new(self.graph, *reason)).collect(),
        };
        Each(move || found.iter().map(reasoned))
    }

    fn direct(&self, one: &Direct) -> DirectWire<'g> {
        let (edge, trust) = (self.graph.edge(one.edge), self.trust);
        let (relation, note) = (edge.relation(), edge.note());
        DirectWire {
            node: self.node(one.node),
            relation,
            note,
            edge: EdgeWire { edge, trust },
            reach: self.reach(one.reach),
        }
    }

    fn event(&self, event: &Event) -> EventWire<'g> {
        let edge = self.graph.edge(event.edge);
        EventWire {
            node: self.node(event.node),
            relation: edge.relation(),
            note: edge.note(),
            via: event.via.map(|via| self.graph.node(via).address().into_owned()),
            edge: EdgeWire { edge, trust: self.trust },
        }
    }

    fn transitive(&self, one: &Transitive) -> TransitiveWire<'g> {
        let (via, edge) = (self.graph.node(one.via).address().into_owned(), self.graph.edge(one.edge));
        let (distance, relation) = (one.distance, edge.relation());
        let edge = EdgeWire { edge, trust: self.trust };
        TransitiveWire { node: self.node(one.node), distance, via, relation, edge, reach: self.reach(one.reach) }
    }

    fn reach(&self, reach: Reach) -> ReachWire<'g> {
        let via = self.graph.node(reach.via).address().into_owned();
        let edge = EdgeWire { edge: self.graph.edge(reach.edge), trust: self.trust };
        ReachWire { weight: (reach.weight * 10_000.0).round() / 10_000.0, because: BecauseWire { via, edge } }
    }
}

impl Serialize for ImpactWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = self.found;
        let mut fields = serializer.serialize_struct(
            "impact",
            8 + usize::from(self.method.is_some()) + usize::from(self.simulation.is_some()),
        )?;
        fields.serialize_field("root", &self.graph.node(found.root).address())?;
        if let Some(method) = self.method {
            fields.serialize_field("method", method)?;
        }
        fields.serialize_field("direct", &Each(|| found.direct.iter().map(|one| self.direct(one))))?;
        fields.serialize_field("transitive", &Each(|| found.transitive.iter().map(|one| self.transitive(one))))?;
        fields.serialize_field("events", &Each(|| found.events.iter().map(|event| self.event(event))))?;
        fields.serialize_field("descendants", &self.joined(&self.model.descendants))?;
        fields.serialize_field("flows", &self.joined(&self.model.flows))?;
        fields.serialize_field("aspects", &self.reasoned(&self.model.aspects))?;
        fields.serialize_field("carriers", &self.reasoned(&self.model.carriers))?;
        if let Some(simulation) = self.simulation {
            fields.serialize_field("simulation", simulation)?;
        }
        fields.end()
    }
}
