//! Normal form of an edge, so that two ways to write the same fact compare as equal.

use crate::graph::relation::{Meaning, Spelling};
use crate::graph::{Edge, NodeIx, SystemId};

/// The fact that an edge states, independent of synonym and direction.
#[derive(Debug, PartialEq, Eq, Hash, Clone, Copy, PartialOrd, Ord)]
pub struct Fact<'g> {
    relation: &'g str,
    system: Option<SystemId>,
    pub(super) from: NodeIx,
    pub(super) to: NodeIx,
}

impl<'g> Fact<'g> {
    /// The fact that a stored edge states.
    pub fn of(edge: Edge<'g>) -> Self {
        Self::new(edge.from().ix(), edge.to().ix(), edge.relation(), edge.meaning())
    }

    /// The fact that an edge with this verb and meaning would state.
    pub(super) fn new(from: NodeIx, to: NodeIx, verb: &'g str, meaning: Option<Meaning<'g>>) -> Self {
        let Some(Meaning { relation, spelling }) = meaning else {
            return Self { relation: verb, system: None, from, to };
        };
        let turned = spelling == Spelling::Inverse || (relation.symmetric && to < from);
        let (from, to) = if turned { (to, from) } else { (from, to) };
        Self { relation: &relation.name, system: Some(relation.system), from, to }
    }
}
