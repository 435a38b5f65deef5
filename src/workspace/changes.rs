//! What changed in a workspace, as far as that is known.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// What changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changes {
    /// Anything may have changed.
    Anywhere,
    /// These files or folders, or something in these folders. Whole paths, as the workspace's own is written.
    Paths(BTreeSet<PathBuf>),
}

impl Changes {
    /// No changes.
    pub fn none() -> Self {
        Self::Paths(BTreeSet::new())
    }

    /// Both.
    pub fn merge(&mut self, other: Self) {
        match (&mut *self, other) {
            (Self::Paths(paths), Self::Paths(more)) => paths.extend(more),
            _ => *self = Self::Anywhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_add_up() {
        let paths = |names: &[&str]| Changes::Paths(names.iter().map(PathBuf::from).collect());
        let mut changes = Changes::none();
        changes.merge(paths(&["b", "a"]));
        changes.merge(paths(&["b", "c"]));
        assert_eq!(changes, paths(&["a", "b", "c"]));
        changes.merge(Changes::Anywhere);
        changes.merge(paths(&["d"]));
        assert_eq!(changes, Changes::Anywhere);
    }
}
