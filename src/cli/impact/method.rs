//! A method of a model node, and the relations that consume it.

use crate::graph::Edge;
use crate::system::yggdrasil;
use crate::system::yggdrasil::Facts;
use crate::text::{plain, quoted};
use std::collections::{BTreeSet, HashSet};

pub(super) struct Method<'m> {
    pub(super) name: &'m str,
    /// The node that provides the method.
    node: &'m str,
    /// The nodes with a relation that consumes the method, and the type of that relation.
    consumers: HashSet<(&'m str, &'m str)>,
    /// All methods that relations to the node consume.
    consumed: BTreeSet<&'m str>,
}

impl<'m> Method<'m> {
    pub(super) fn of(facts: &'m Facts, node: &'m str, name: &'m str) -> Self {
        let (mut consumers, mut consumed) = (HashSet::new(), BTreeSet::new());
        for other in facts.models.iter().flat_map(|model| &model.nodes) {
            for relation in other.relations.iter().filter(|relation| relation.target == node) {
                consumed.extend(relation.consumes.iter().map(|method| &**method));
                if relation.consumes.iter().any(|method| method == name) {
                    consumers.insert((&*other.id, &*relation.kind));
                }
            }
        }
        Self { name, node, consumers, consumed }
    }

    /// Whether an edge of the node is a relation that consumes the method. Rows of the log have no methods.
    pub(super) fn is_consumed_by(&self, edge: Edge<'_>) -> bool {
        let is_of_model = edge.system() == yggdrasil::SYSTEM && !edge.is_implicit();
        is_of_model && edge.to().id() == self.node && self.consumers.contains(&(edge.from().id(), edge.relation()))
    }

    /// The message for a method that no relation consumes.
    pub(super) fn unknown(&self) -> String {
        let consumed: Vec<_> = self.consumed.iter().map(|method| plain(method)).collect();
        let others = match &*consumed.join(", ") {
            "" => "none of them lists methods in `consumes`".to_owned(),
            consumed => format!("they consume: {consumed}"),
        };
        format!("no relation to {} consumes {}; {others}", quoted(self.node), quoted(self.name))
    }
}
