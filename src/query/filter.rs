//! Which nodes and which edges a question is about.

use super::by_id::sort_by_id;
use super::confidence::Trust;
use crate::graph::relation::{Meaning, Spelling, VOCABULARIES};
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node, NodeIx, Sym, System};

/// A choice of relations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RelationFilter {
    /// Every relation.
    Any,
    /// Those with one of these verbs, whatever they mean.
    Named(Vec<Sym>),
    /// Those with none of these verbs.
    AllBut(Vec<Sym>),
    /// Those that lineage follows by default in these systems.
    Lineage(Vec<System>),
    /// Those of one class that must not go round in a circle, however they are spelled.
    Class(System, &'static str),
}

impl RelationFilter {
    /// Those with one of these verbs. A verb that no edge has keeps nothing.
    pub fn only<S: AsRef<str>>(graph: &Graph, names: &[S]) -> Self {
        Self::Named(names.iter().filter_map(|name| graph.sym(name.as_ref())).collect())
    }

    /// Those with one of these verbs, or with a synonym of it.
    pub fn meaning(graph: &Graph, names: &[String]) -> Self {
        let relations = VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.relations);
        let meant = relations.filter(|relation| names.iter().any(|name| name == relation.name));
        let synonyms = meant.flat_map(|relation| relation.synonyms).map(|synonym| synonym.name);
        Self::only(graph, &names.iter().map(String::as_str).chain(synonyms).collect::<Vec<_>>())
    }

    /// Those with none of these verbs.
    pub fn all_but<S: AsRef<str>>(graph: &Graph, names: &[S]) -> Self {
        Self::AllBut(names.iter().filter_map(|name| graph.sym(name.as_ref())).collect())
    }

    /// Those that lineage follows by default in the systems of this graph.
    pub fn lineage(graph: &Graph) -> Self {
        Self::Lineage(graph.systems().to_vec())
    }

    /// Whether an edge is meant.
    pub fn keeps(&self, edge: Edge<'_>) -> bool {
        match self {
            Self::Any => true,
            Self::Named(verbs) => verbs.contains(&edge.relation_sym()),
            Self::AllBut(verbs) => !verbs.contains(&edge.relation_sym()),
            Self::Lineage(_) => edge.meaning().is_some_and(|meaning| self.keeps_meaning(meaning)),
            Self::Class(..) => {
                edge.meaning().is_some_and(|meaning| self.keeps_meaning(meaning)) && !touches_blackbox(edge)
            }
        }
    }

    /// Whether an edge with this verb that is still to be made can be meant, as far as that depends on the verb.
    pub(super) fn keeps_verb(&self, graph: &Graph, verb: &str) -> bool {
        let has = |verbs: &[Sym]| verbs.iter().any(|listed| graph.text(*listed) == verb);
        match self {
            Self::Any | Self::Lineage(_) | Self::Class(..) => true,
            Self::Named(verbs) => has(verbs),
            Self::AllBut(verbs) => !has(verbs),
        }
    }

    /// Whether edges that mean this can be meant, as far as that depends on their meaning.
    pub(super) fn keeps_meaning(&self, meaning: Meaning) -> bool {
        let relation = meaning.relation;
        match self {
            Self::Any | Self::Named(_) | Self::AllBut(_) => true,
            Self::Lineage(systems) => {
                meaning.spelling == Spelling::Own && relation.lineage && systems.contains(&relation.system)
            }
            Self::Class(system, class) => relation.acyclic == Some(class) && relation.system == *system,
        }
    }
}

/// What a blackbox of an architecture model depends on is not known well enough to call a circle through it a mistake.
fn touches_blackbox(edge: Edge<'_>) -> bool {
    let is_blackbox = |node: Node<'_>| node.system() == System::Yggdrasil && node.status() == Some("blackbox");
    is_blackbox(edge.from()) || is_blackbox(edge.to())
}

/// A choice of edges: those that fit everything that is asked for.
#[derive(Debug, Clone)]
pub struct EdgeFilter {
    /// Of these relations.
    pub relations: RelationFilter,
    /// Both ends in this domain.
    pub domain: Option<String>,
    /// Both ends in this layer or sub-layer.
    pub layer: Option<String>,
    /// Both ends in this layer, or a bridge that explains something across layers.
    pub lens: Option<String>,
    /// Inferred ones too, or only those that somebody wrote.
    pub implicit: Implicit,
    /// Those that were taken back too, or only those that hold.
    pub retracted: Retracted,
    /// Trusted enough.
    pub trust: Trust,
}

/// What to do with edges that are inferred from content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Implicit {
    /// They count.
    Kept,
    /// They are left out.
    LeftOut,
}

/// What to do with edges that were taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retracted {
    /// They are left out.
    Hidden,
    /// They are met behind the others of the same node.
    Shown,
}

impl EdgeFilter {
    /// Every edge of these relations.
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

    /// The same choice, however uncertain edges are.
    #[must_use]
    pub fn with_all_trusted(&self) -> Self {
        Self { trust: Trust { least: 0.0, ..self.trust }, ..self.clone() }
    }

    /// The edges of a node that were taken back, in one direction, if they are to be shown.
    pub(super) fn retracted_of<'g>(&self, graph: &'g Graph, node: NodeIx, direction: Direction) -> &'g [EdgeIx] {
        match self.retracted {
            Retracted::Hidden => &[],
            Retracted::Shown => graph.retracted_of(node, direction),
        }
    }

    /// Whether edges with this end can be meant: it lies where somebody asked for.
    pub fn keeps_end(&self, node: Node<'_>) -> bool {
        self.domain.as_deref().is_none_or(|domain| node.domain() == Some(domain))
            && self.layer.as_deref().is_none_or(|layer| is_in_layer(node, layer))
    }

    /// Whether an edge is meant. Who asks for many edges of a graph makes a sieve of the filter first.
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

/// Whether a node lies in a layer, named by the layer itself or by its tool's finer name.
pub(super) fn is_in_layer(node: Node<'_>, layer: &str) -> bool {
    node.layer() == Some(layer) || node.sub_layer() == Some(layer)
}

pub(super) fn through_lens(edge: Edge<'_>, layer: &str) -> bool {
    let (from, to) = (edge.from().layer(), edge.to().layer());
    let is_bridge = || from != to && edge.meaning().is_some_and(|meaning| meaning.relation.name == "explains");
    (from == Some(layer) && to == Some(layer)) || is_bridge()
}

/// A choice of nodes: those that fit everything that is asked for.
#[derive(Debug, Clone, Default)]
pub struct NodeFilter {
    /// Of this kind.
    pub kind: Option<String>,
    /// In this state.
    pub status: Option<String>,
    /// Of this domain.
    pub domain: Option<String>,
    /// In this layer or sub-layer.
    pub layer: Option<String>,
    /// Of this system.
    pub system: Option<System>,
    /// Referred to but not defined, instead of defined.
    pub missing: bool,
    /// Without any edge.
    pub orphans: bool,
}

impl NodeFilter {
    /// Whether a node fits.
    pub fn keeps(&self, node: Node<'_>) -> bool {
        let asked = |wanted: &Option<String>, value: Option<&str>| wanted.is_none() || wanted.as_deref() == value;
        let alone = || [Direction::In, Direction::Out].iter().all(|side| node.edges(*side).is_empty());
        node.is_missing() == self.missing
            && asked(&self.kind, node.kind())
            && asked(&self.status, node.status())
            && asked(&self.domain, node.domain())
            && self.layer.as_deref().is_none_or(|layer| is_in_layer(node, layer))
            && self.system.is_none_or(|system| system == node.system())
            && (!self.orphans || alone())
    }

    /// The nodes that fit, by id.
    pub fn apply<'g>(&self, graph: &'g Graph) -> Vec<Node<'g>> {
        let mut nodes: Vec<_> = graph.nodes().filter(|node| self.keeps(*node)).map(Node::ix).collect();
        sort_by_id(graph, &mut nodes, |_| 0);
        nodes.into_iter().map(|ix| graph.node(ix)).collect()
    }
}
