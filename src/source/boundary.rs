//! What belongs to a workspace, and what of the rest of the disk the user lets it use.
//!
//! A workspace comes from anywhere: a clone can hold links and settings that lead to any file of the user. So whatever
//! resolves outside the workspace is neither read nor written unless the user said so, on the command line or in their own
//! configuration. The one exception is the log, which is read wherever it is.

use super::file;
use std::path::{Path, PathBuf};

/// What the user allows outside a workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Everything, as `--allow-outside` does.
    pub everything: bool,
    /// The folders that `trusted` of the user's configuration lists, with all below them.
    pub folders: Vec<PathBuf>,
}

/// The folders that may be used for a workspace: its own, and those that the user trusts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Boundary {
    /// The workspace, without links.
    root: PathBuf,
    /// Trusted folders, without links.
    trusted: Vec<PathBuf>,
    is_open: bool,
}

impl Boundary {
    /// The boundary of a workspace.
    pub fn of(root: &Path, allowed: &Allowed) -> Self {
        // A folder that does not exist holds nothing.
        let trusted = allowed.folders.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        Self { root: file::real(root), trusted, is_open: allowed.everything }
    }

    /// The boundary of a workspace for which nothing else is allowed.
    pub fn around(root: &Path) -> Self {
        Self::of(root, &Allowed::default())
    }

    /// A boundary that contains everything, for callers without a workspace.
    pub fn open(root: &Path) -> Self {
        Self::of(root, &Allowed { everything: true, ..Allowed::default() })
    }

    /// Whether a path without links may be used.
    pub fn contains(&self, real: &Path) -> bool {
        self.base_of(real).is_some()
    }

    /// The workspace or trusted folder that contains a path without links; `/` if everything is allowed.
    pub fn base_of(&self, real: &Path) -> Option<&Path> {
        let folders = std::iter::once(&*self.root).chain(self.trusted.iter().map(PathBuf::as_path));
        let base = folders.into_iter().find(|folder| real.starts_with(folder));
        base.or_else(|| self.is_open.then_some(Path::new("/")))
    }

    /// Whether a path without links belongs to the workspace itself.
    pub fn is_inside(&self, real: &Path) -> bool {
        real.starts_with(&self.root)
    }

    /// Where a file or folder leads, if that may not be used. A path that leads nowhere harms nobody.
    pub fn target_outside(&self, path: &Path) -> Option<PathBuf> {
        path.canonicalize().ok().filter(|real| !self.contains(real))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::fixture::folder;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_workspace_contains_what_is_below_it_and_no_folder_that_only_starts_with_its_name() {
        let folder = folder(&[("ws/a", ""), ("ws-2/b", "")]);
        let top = folder.path().canonicalize().unwrap();
        let boundary = Boundary::around(&top.join("ws"));
        assert!(boundary.contains(&top.join("ws/a")));
        assert!(!boundary.contains(&top.join("ws-2/b")));
    }

    #[test]
    fn a_link_is_judged_by_its_target() {
        let folder = folder(&[("ws/a", ""), ("secret", "")]);
        let top = folder.path().canonicalize().unwrap();
        let link = |name: &str, to: &str| symlink(to, top.join("ws").join(name)).unwrap();
        link("out", "../secret");
        link("in", "a");
        link("nowhere", "../none");
        let boundary = Boundary::around(&top.join("ws"));
        let outside = |name: &str| boundary.target_outside(&top.join("ws").join(name));
        assert_eq!([outside("out"), outside("in"), outside("nowhere")], [Some(top.join("secret")), None, None]);
    }

    #[test]
    fn a_trusted_folder_and_the_word_for_everything_allow_what_is_outside() {
        let folder = folder(&[("ws/a", ""), ("shared/b", ""), ("other/c", "")]);
        let top = folder.path().canonicalize().unwrap();
        let folders = vec![top.join("shared"), top.join("none")];
        let trusting = Boundary::of(&top.join("ws"), &Allowed { everything: false, folders });
        assert!(trusting.contains(&top.join("shared/b")) && !trusting.contains(&top.join("other/c")));
        assert!(Boundary::open(&top.join("ws")).contains(&top.join("other/c")));
        assert!(!trusting.is_inside(&top.join("shared/b")));
    }
}
