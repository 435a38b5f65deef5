//! Which nodes and which edges a question is about.

use crate::graph::relation::{self, Relation};
use crate::graph::{Direction, Graph, Node, Sym, System};

/// A choice of relations: any, or just those named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelationFilter {
    only: Option<Vec<Sym>>,
}

impl RelationFilter {
    /// Every relation.
    pub fn any() -> Self {
        Self { only: None }
    }

    /// Just these. A verb that no edge has keeps nothing.
    pub fn only<S: AsRef<str>>(graph: &Graph, names: &[S]) -> Self {
        Self { only: Some(names.iter().filter_map(|name| graph.sym(name.as_ref())).collect()) }
    }

    /// Those that lineage follows by default in the systems of this graph.
    pub fn lineage(graph: &Graph) -> Self {
        Self::only(graph, &relation::lineage(&graph.systems()))
    }

    /// One relation and those of its synonyms that run the same way.
    pub fn along(graph: &Graph, relation: &Relation) -> Self {
        let synonyms = relation.synonyms.iter().filter(|synonym| !synonym.inverted).map(|synonym| synonym.name);
        Self::only(graph, &std::iter::once(relation.name).chain(synonyms).collect::<Vec<_>>())
    }

    /// Whether edges of this relation are meant.
    pub fn keeps(&self, relation: Sym) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&relation))
    }
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
            && self.system.is_none_or(|system| system == node.system())
            && (!self.orphans || alone())
    }

    /// The nodes that fit, by id.
    pub fn apply<'g>(&self, graph: &'g Graph) -> Vec<Node<'g>> {
        let mut nodes: Vec<_> = graph.nodes().filter(|node| self.keeps(*node)).collect();
        nodes.sort_by_key(|node| (node.id(), node.system()));
        nodes
    }
}
