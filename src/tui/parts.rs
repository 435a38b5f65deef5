//! The state that views, panes and overlays keep for themselves, stored by type.
//!
//! The type of a part is private to the folder of its view or overlay, so that no other code can name its fields. Each
//! folder creates its own parts when the screen starts ([`Parts::add`]).

use std::any::{Any, type_name};
use std::fmt::Debug;

/// The state of one view, pane or overlay.
pub trait Part: Any + Debug {}

impl<T: Any + Debug> Part for T {}

/// At most one part of each type.
#[derive(Debug, Default)]
pub struct Parts(Vec<Box<dyn Part>>);

impl Parts {
    /// Adds a part, unless there is one of its type already.
    pub fn add<T: Part>(&mut self, part: T) {
        if !self.0.iter().any(|known| (&**known as &dyn Any).is::<T>()) {
            self.0.push(Box::new(part));
        }
    }

    /// The part of this type.
    ///
    /// # Panics
    ///
    /// If it was not added.
    pub fn get<T: Part>(&self) -> &T {
        let found = self.0.iter().find_map(|part| (&**part as &dyn Any).downcast_ref());
        found.unwrap_or_else(|| panic!("no part of type {}", type_name::<T>()))
    }

    /// The part of this type, to change it.
    ///
    /// # Panics
    ///
    /// If it was not added.
    pub fn get_mut<T: Part>(&mut self) -> &mut T {
        let found = self.0.iter_mut().find_map(|part| (&mut **part as &mut dyn Any).downcast_mut());
        found.unwrap_or_else(|| panic!("no part of type {}", type_name::<T>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_by_type() {
        let mut parts = Parts::default();
        parts.add(1_u8);
        parts.add("text".to_owned());
        *parts.get_mut::<u8>() += 1;
        assert_eq!((parts.get::<u8>(), parts.get::<String>().as_str()), (&2, "text"));
    }

    #[test]
    #[should_panic(expected = "no part of type u8")]
    fn a_part_that_was_not_added_is_an_error() {
        Parts::default().get::<u8>();
    }
}
