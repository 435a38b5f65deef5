//! Data that the systems' files hold outside nodes and edges, by type.

use crate::graph::Node;
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A value of any type that can be shown, shared and compared.
trait Value: Any + fmt::Debug + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + fmt::Debug + PartialEq + Send + Sync> Value for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// One system's facts, as its own type.
#[derive(Debug, Clone)]
pub struct Fact(Arc<dyn Value>);

impl Fact {
    pub fn new<T: Any + fmt::Debug + PartialEq + Send + Sync>(value: T) -> Self {
        Self(Arc::new(value))
    }

    fn of(&self) -> TypeId {
        (*self.0).type_id()
    }
}

impl PartialEq for Fact {
    fn eq(&self, other: &Self) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.equals(other)
    }
}

/// The facts of all systems. Only a system's own folder knows the type of its facts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// At most one of each type, in the order in which they were set.
    list: Vec<Fact>,
    /// Number of edges in the logs, once they are read.
    pub rows: usize,
    /// The facts of sources with a name.
    named: BTreeMap<String, Arc<Self>>,
}

impl Facts {
    pub fn set(&mut self, fact: Fact) {
        match self.list.iter_mut().find(|known| known.of() == fact.of()) {
            Some(known) => *known = fact,
            None => self.list.push(fact),
        }
    }

    /// Sets the facts of a source with a name.
    pub fn set_named(&mut self, name: &str, facts: Self) {
        self.named.insert(name.to_owned(), Arc::new(facts));
    }

    /// The facts of the repository that a node comes from. They know it by its id there, [`Node::id_in_file`].
    pub fn about(&self, node: Node<'_>) -> &Self {
        node.namespace().and_then(|name| self.named.get(name)).map_or(self, |facts| facts)
    }

    pub fn get<T: Any>(&self) -> Option<&T> {
        let value: &dyn Any = &*self.of_type::<T>()?.0;
        value.downcast_ref()
    }

    fn of_type<T: Any>(&self) -> Option<&Fact> {
        self.list.iter().find(|fact| fact.of() == TypeId::of::<T>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_equal_if_they_have_equal_values_of_the_same_types() {
        let with = |fact| {
            let mut facts = Facts::default();
            facts.set(fact);
            facts
        };
        assert_eq!(with(Fact::new(1_u8)), with(Fact::new(1_u8)));
        assert_ne!(with(Fact::new(1_u8)), with(Fact::new(2_u8)));
        assert_ne!(with(Fact::new(1_u8)), with(Fact::new(1_u16)));
        assert_ne!(with(Fact::new(1_u8)), Facts::default());
    }
}
