//! What may have changed in the files of a workspace.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// Where to look again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changes {
    /// Nobody knows where: everything must be compared.
    Anywhere,
    /// Only there. A path may be a file or a folder, and may be gone; a folder stands for everything below it.
    Paths(BTreeSet<PathBuf>),
}

impl Default for Changes {
    fn default() -> Self {
        Self::Paths(BTreeSet::new())
    }
}

impl Changes {
    /// Whether there is nothing to look at.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Paths(paths) if paths.is_empty())
    }

    /// Adds what was noticed besides.
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
    fn paths_add_up() {
        let mut changes = paths(&["a", "b"]);
        changes.merge(paths(&["b", "c"]));
        assert_eq!(changes, paths(&["a", "b", "c"]));
    }

    #[test]
    fn anywhere_takes_in_everything_from_either_side() {
        for (mut one, other) in [(Changes::Anywhere, paths(&["a"])), (paths(&["a"]), Changes::Anywhere)] {
            one.merge(other);
            assert_eq!(one, Changes::Anywhere);
        }
    }

    #[test]
    fn only_no_path_at_all_is_nothing() {
        assert!(Changes::default().is_empty());
        assert!(!paths(&["a"]).is_empty() && !Changes::Anywhere.is_empty());
    }
}
