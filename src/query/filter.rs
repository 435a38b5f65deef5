//! Filters that select the nodes ([`NodeFilter`]) and edges ([`EdgeFilter`]) of a query.
//!
//! These are the descriptions of a selection. Queries that test many edges compile an [`EdgeFilter`] into a
//! [`Sieve`](super::sieve::Sieve) first.

use super::by_id::sort_by_id;
use super::confidence::Trust;
use super::lineage::Orient;
use crate::graph::relation::{Meaning, Spelling, Text};
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node, NodeIx, Sym, SystemId};

/// Selects edges by relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RelationFilter {
    Any,
    /// Edges with one of these verbs, whatever they mean.
    Named(Vec<Sym>),
    /// Edges with none of these verbs.
    AllBut(Vec<Sym>),
    /// Edges that lineage follows by default in these systems. By meaning, synonyms count too.
    Lineage(Vec<SystemId>, Orient),
    /// Edges of one class that must be acyclic, however they are spelled.
    Class(SystemId, Text),
}

impl RelationFilter {
    /// Selects edges with one of these verbs. A verb that no edge has matches nothing.
    pub fn only<S: AsRef<str>>(graph: &Graph, names: &[S]) -> Self {
        Self::Named(names.iter().filter_map(|name| graph.sym(name.as_ref())).collect())
    }

    /// Selects edges with one of these verbs or a synonym of one.
    pub fn meaning(graph: &Graph, names: &[String]) -> Self {
        let relations = graph.registry().relations().iter();
        let meant = relations.filter(|relation| names.iter().any(|name| *name == relation.name));
        let synonyms = meant.flat_map(|relation| &relation.synonyms).map(|synonym| &*synonym.name);
        Self::only(graph, &names.iter().map(String::as_str).chain(synonyms).collect::<Vec<_>>())
    }

    /// Selects edges with one of these verbs; by meaning, also those with a synonym of one.
    pub fn named(graph: &Graph, names: &[String], orient: Orient) -> Self {
        match orient {
            Orient::Stored => Self::only(graph, names),
            Orient::Meaning => Self::meaning(graph, names),
        }
    }

    /// Selects edges with none of these verbs.
    pub fn all_but<S: AsRef<str>>(graph: &Graph, names: &[S]) -> Self {
        Self::AllBut(names.iter().filter_map(|name| graph.sym(name.as_ref())).collect())
    }

    /// Selects edges that lineage follows by default in the systems of this graph.
    pub fn lineage(graph: &Graph, orient: Orient) -> Self {
        // The vocabularies of the log and of the user apply between nodes of any system.
        let anywhere = [graph.registry().log_system(), SystemId::USER];
        Self::Lineage(graph.systems().iter().copied().chain(anywhere).collect(), orient)
    }

    pub fn keeps(&self, edge: Edge<'_>) -> bool {
        match self {
            Self::Any => true,
            Self::Named(verbs) => verbs.contains(&edge.relation_sym()),
            Self::AllBut(verbs) => !verbs.contains(&edge.relation_sym()),
            Self::Lineage(..) => edge.meaning().is_some_and(|meaning| self.keeps_meaning(meaning)),
            Self::Class(..) => {
                edge.meaning().is_some_and(|meaning| self.keeps_meaning(meaning)) && !touches_opaque(edge)
            }
        }
    }

    /// Whether a new edge with this verb can match, as far as that depends on the verb.
    pub(super) fn keeps_verb(&self, graph: &Graph, verb: &str) -> bool {
        let has = |verbs: &[Sym]| verbs.iter().any(|listed| graph.text(*listed) == verb);
        match self {
            Self::Any | Self::Lineage(..) | Self::Class(..) => true,
            Self::Named(verbs) => has(verbs),
            Self::AllBut(verbs) => !has(verbs),
        }
    }

    /// Whether edges with this meaning can match, as far as that depends on the meaning.
    pub(super) fn keeps_meaning(&self, meaning: Meaning<'_>) -> bool {
        let relation = meaning.relation;
        match self {
            Self::Any | Self::Named(_) | Self::AllBut(_) => true,
            Self::Lineage(systems, orient) => {
                let is_spelt_so = meaning.spelling == Spelling::Own || *orient == Orient::Meaning;
                is_spelt_so && relation.lineage && systems.contains(&relation.system)
            }
            Self::Class(system, class) => relation.acyclic.as_ref() == Some(class) && relation.system == *system,
        }
    }
}

/// Whether the dependencies of an end are not known well enough to report a cycle through it.
pub(super) fn touches_opaque(edge: Edge<'_>) -> bool {
    let is_opaque = |node: Node<'_>| node.spec().opaque_status.is_some_and(|status| node.status() == Some(status));
    is_opaque(edge.from()) || is_opaque(edge.to())
}

/// Selects edges that meet every condition.
#[derive(Debug, Clone)]
pub struct EdgeFilter {
    pub relations: RelationFilter,
    /// Both ends are in this domain.
    pub domain: Option<String>,
    /// Both ends are in this layer or sub-layer.
    pub layer: Option<String>,
    /// Both ends are in this layer, or its relation bridges layers and the ends are in different ones.
    pub lens: Option<String>,
    pub implicit: Implicit,
    pub retracted: Retracted,
    pub trust: Trust,
}

/// Whether edges inferred from content are included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Implicit {
    Kept,
    LeftOut,
}

/// Whether retracted edges are included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retracted {
    Hidden,
    /// They are listed after the other edges of the same node.
    Shown,
}

impl EdgeFilter {
    /// Selects every edge of these relations that is not retracted.
    pub fn of(relations: RelationFilter) -> Self {
        Self {
            relations,
            domain: None,
            layer: None,
            lens: None,
            implicit: Implicit::Kept,
            retracted: Retracted::Hidden,
            trust: Trust::ALL,
        }
    }

    /// The same filter without the confidence threshold.
    #[must_use]
    pub fn with_all_trusted(&self) -> Self {
        Self { trust: Trust { least: 0.0, ..self.trust }, ..self.clone() }
    }

    /// The retracted edges of a node in one direction, if retracted edges are shown.
    pub(super) fn retracted_of<'g>(&self, graph: &'g Graph, node: NodeIx, direction: Direction) -> &'g [EdgeIx] {
        match self.retracted {
            Retracted::Hidden => &[],
            Retracted::Shown => graph.retracted_of(node, direction),
        }
    }

    /// Whether an edge with this end can match: the node is in the requested domain and layer.
    pub fn keeps_end(&self, node: Node<'_>) -> bool {
        self.domain.as_deref().is_none_or(|domain| node.domain() == Some(domain))
            && self.layer.as_deref().is_none_or(|layer| is_in_layer(node, layer))
    }

    /// Whether an edge matches. To test many edges of a graph, compile the filter into a `Sieve` first.
    pub fn keeps(&self, edge: Edge<'_>) -> bool {
        self.relations.keeps(edge)
            && self.keeps_end(edge.from())
            && self.keeps_end(edge.to())
            && self.lens.as_deref().is_none_or(|layer| through_lens(edge, layer))
            && (self.implicit == Implicit::Kept || !edge.is_implicit())
            && (self.retracted == Retracted::Shown || !edge.is_retracted())
            && self.trust.keeps(edge)
    }
}

/// Whether a node is in a layer, given by the layer's name or by the tool-specific sub-layer.
pub(super) fn is_in_layer(node: Node<'_>, layer: &str) -> bool {
    node.layer() == Some(layer) || node.sub_layer() == Some(layer)
}

pub(super) fn through_lens(edge: Edge<'_>, layer: &str) -> bool {
    let (from, to) = (edge.from().layer(), edge.to().layer());
    let is_bridge = || from != to && edge.meaning().is_some_and(|meaning| meaning.relation.bridges_layers);
    (from == Some(layer) && to == Some(layer)) || is_bridge()
}

/// Selects nodes that meet every condition. Deleted nodes are selected only by their status.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeFilter {
    pub kind: Option<String>,
    pub status: Option<String>,
    pub domain: Option<String>,
    /// Layer or sub-layer.
    pub layer: Option<String>,
    pub system: Option<SystemId>,
    /// Selects missing nodes (referred to but not defined) instead of defined ones.
    pub missing: bool,
    /// Selects only nodes without edges.
    pub orphans: bool,
}

impl NodeFilter {
    pub fn keeps(&self, node: Node<'_>) -> bool {
        let asked = |wanted: &Option<String>, value: Option<&str>| wanted.is_none() || wanted.as_deref() == value;
        let alone = || [Direction::In, Direction::Out].iter().all(|side| node.edges(*side).is_empty());
        node.is_missing() == self.missing
            && (self.status.is_some() || !node.is_deleted())
            && asked(&self.kind, node.kind())
            && asked(&self.status, node.status())
            && asked(&self.domain, node.domain())
            && self.layer.as_deref().is_none_or(|layer| is_in_layer(node, layer))
            && self.system.is_none_or(|system| system == node.system())
            && (!self.orphans || alone())
    }

    /// The matching nodes, sorted by id.
    pub fn apply<'g>(&self, graph: &'g Graph) -> Vec<Node<'g>> {
        let mut nodes: Vec<_> = graph.nodes().filter(|node| self.keeps(*node)).map(Node::ix).collect();
        sort_by_id(graph, &mut nodes, |_| 0);
        nodes.into_iter().map(|ix| graph.node(ix)).collect()
    }
}
