//! The set of paths that may have changed since the last refresh.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// Paths to compare again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changes {
    /// Unknown: everything must be compared.
    Anywhere,
    /// Only these paths. A path can be a file or a folder and need not exist; a folder includes everything below it.
    Paths(BTreeSet<PathBuf>),
}

impl Default for Changes {
    fn default() -> Self {
        Self::Paths(BTreeSet::new())
    }
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Paths(paths) if paths.is_empty())
    }

    /// Adds further changes.
    pub fn merge(&mut self, others: Self) {
        match (self, others) {
            (Self::Anywhere, _) => {}
            (all, Self::Anywhere) => *all = Self::Anywhere,
            (Self::Paths(paths), Self::Paths(others)) => paths.extend(others),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Changes {
        Changes::Paths(names.iter().map(PathBuf::from).collect())
    }

    #[test]
    fn paths_are_merged() {
        let mut changes = paths(&["a", "b"]);
        changes.merge(paths(&["b", "c"]));
        assert_eq!(changes, paths(&["a", "b", "c"]));
    }

    #[test]
    fn anywhere_absorbs_paths_from_either_side() {
        for (mut one, other) in [(Changes::Anywhere, paths(&["a"])), (paths(&["a"]), Changes::Anywhere)] {
            one.merge(other);
            assert_eq!(one, Changes::Anywhere);
        }
    }

    #[test]
    fn only_an_empty_set_of_paths_is_empty() {
        assert!(Changes::default().is_empty());
        assert!(!paths(&["a"]).is_empty() && !Changes::Anywhere.is_empty());
    }
}
