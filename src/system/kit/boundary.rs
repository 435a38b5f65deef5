//! The boundary of a workspace: which paths refscope may read and write.
//!
//! A workspace is untrusted input: a clone can contain symbolic links and settings that point to any file of the user.
//! Paths that resolve outside the workspace are therefore neither read nor written unless the user allows it, on the
//! command line or in their own configuration. The log is the only exception; it is read wherever it is.

use super::file;
use std::path::{Path, PathBuf};

/// Paths outside the workspace that the user allows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Everything, as with `--allow-outside`.
    pub everything: bool,
    /// The folders listed under `trusted` in the user's configuration, and everything below them.
    pub folders: Vec<PathBuf>,
}

/// The folders that may be read: the workspace and the folders the user trusts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Boundary {
    /// The workspace, with symbolic links resolved.
    root: PathBuf,
    /// Trusted folders, with symbolic links resolved.
    trusted: Vec<PathBuf>,
    is_open: bool,
    /// Folders of the workspace that are read as sources of their own.
    left_out: Vec<PathBuf>,
}

impl Boundary {
    pub fn of(root: &Path, allowed: &Allowed) -> Self {
        // A folder that does not exist cannot contain anything.
        let trusted = allowed.folders.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        Self { root: file::real(root), trusted, is_open: allowed.everything, left_out: Vec::new() }
    }

    /// The boundary of a workspace without trusted folders.
    pub fn around(root: &Path) -> Self {
        Self::of(root, &Allowed::default())
    }

    /// A boundary that contains every path, for callers without a workspace.
    pub fn open(root: &Path) -> Self {
        Self::of(root, &Allowed { everything: true, ..Allowed::default() })
    }

    /// The same permissions around another workspace.
    #[must_use]
    pub fn moved_to(&self, root: &Path) -> Self {
        Self { root: file::real(root), left_out: Vec::new(), ..self.clone() }
    }

    /// Without folders of the workspace that are read as sources of their own.
    #[must_use]
    pub fn without(mut self, folders: impl IntoIterator<Item = PathBuf>) -> Self {
        self.left_out = folders.into_iter().map(|folder| file::real(&folder)).collect();
        self
    }

    /// Whether a folder is read as a source of its own, so that a search does not enter it.
    pub fn leaves_out(&self, folder: &Path) -> bool {
        !self.left_out.is_empty() && self.left_out.contains(&file::real(folder))
    }

    /// Whether a resolved path may be used.
    pub fn contains(&self, real: &Path) -> bool {
        self.base_of(real).is_some()
    }

    /// The workspace or trusted folder that contains a resolved path; `/` if everything is allowed.
    pub fn base_of(&self, real: &Path) -> Option<&Path> {
        let folders = std::iter::once(&*self.root).chain(self.trusted.iter().map(PathBuf::as_path));
        let base = folders.into_iter().find(|folder| real.starts_with(folder));
        base.or_else(|| self.is_open.then_some(Path::new("/")))
    }

    /// Whether a resolved path is in the workspace itself.
    pub fn is_inside(&self, real: &Path) -> bool {
        real.starts_with(&self.root)
    }

    /// The target of a file or folder if it is outside the boundary. A dangling link has no target and is harmless.
    pub fn target_outside(&self, path: &Path) -> Option<PathBuf> {
        path.canonicalize().ok().filter(|real| !self.contains(real))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_workspace_contains_its_own_files_but_no_sibling_with_the_same_prefix() {
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
    fn trusted_folders_and_an_open_boundary_allow_paths_outside_the_workspace() {
        let folder = folder(&[("ws/a", ""), ("shared/b", ""), ("other/c", "")]);
        let top = folder.path().canonicalize().unwrap();
        let folders = vec![top.join("shared"), top.join("none")];
        let trusting = Boundary::of(&top.join("ws"), &Allowed { everything: false, folders });
        assert!(trusting.contains(&top.join("shared/b")) && !trusting.contains(&top.join("other/c")));
        assert!(Boundary::open(&top.join("ws")).contains(&top.join("other/c")));
        assert!(!trusting.is_inside(&top.join("shared/b")));
    }
}
