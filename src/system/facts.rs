//! Data that the systems' files hold outside nodes and edges, by type.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

/// A value of any type that can be shown and shared.
trait Value: Any + fmt::Debug + Send + Sync {}

impl<T: Any + fmt::Debug + Send + Sync> Value for T {}

/// One system's facts, as its own type.
#[derive(Debug, Clone)]
pub struct Fact(Arc<dyn Value>);

impl Fact {
    pub fn new<T: Any + fmt::Debug + Send + Sync>(value: T) -> Self {
        Self(Arc::new(value))
    }

    fn of(&self) -> TypeId {
        (*self.0).type_id()
    }
}

/// The facts of all systems. Only a system's own folder knows the type of its facts.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// At most one of each type, in the order in which they were set.
    list: Vec<Fact>,
    /// Number of edges in the logs, once they are read.
    pub rows: usize,
}

impl Facts {
    pub fn set(&mut self, fact: Fact) {
        match self.list.iter_mut().find(|known| known.of() == fact.of()) {
            Some(known) => *known = fact,
            None => self.list.push(fact),
        }
    }

    pub fn get<T: Any>(&self) -> Option<&T> {
        let value: &dyn Any = &*self.of_type::<T>()?.0;
        value.downcast_ref()
    }

    /// A fact to keep beyond the life of this value.
    pub fn shared<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let value: Arc<dyn Any + Send + Sync> = Arc::clone(&self.of_type::<T>()?.0) as _;
        value.downcast().ok()
    }

    fn of_type<T: Any>(&self) -> Option<&Fact> {
        self.list.iter().find(|fact| fact.of() == TypeId::of::<T>())
    }
}
