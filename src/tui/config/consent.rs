//! The user's permission to read and write outside a workspace.

use super::{CONFIG_FILE, Config};
use crate::system::kit::file;
use crate::workspace::{Allowed, Boundary};
use std::path::{Path, PathBuf};

/// What the user allows outside a workspace, with `--allow-outside` or with `trusted` in `config.yaml`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consent {
    /// Whether `--allow-outside` was given.
    pub everything: bool,
    /// The config folder; `None` if it is ignored.
    pub folder: Option<PathBuf>,
    /// The home folder, which replaces `~`.
    pub home: Option<PathBuf>,
}

impl Consent {
    /// The boundary of a workspace. Reads the file each time, so that the user can trust a folder while the screen is
    /// open.
    pub fn boundary(&self, root: &Path) -> Boundary {
        Boundary::of(root, &Allowed { everything: self.everything, folders: self.trusted() })
    }

    fn trusted(&self) -> Vec<PathBuf> {
        let file = self.folder.as_ref().map(|folder| folder.join(CONFIG_FILE));
        let Some((file, text)) = file.and_then(|file| file::read_text(&file).ok().map(|text| (file, text))) else {
            return Vec::new();
        };
        // Errors in the file are reported where the whole configuration is loaded.
        let (config, _) = Config::read(&file, &text, &[]);
        config.trusted.iter().filter_map(|folder| self.expanded(folder)).collect()
    }

    fn expanded(&self, folder: &Path) -> Option<PathBuf> {
        match folder.strip_prefix("~") {
            Ok(below) => self.home.as_ref().map(|home| home.join(below)),
            Err(_) => Some(folder.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;

    #[test]
    fn trusted_folders_are_read_each_time_and_tilde_is_the_home_folder() {
        let folder = folder(&[("config/config.yaml", "theme: dark\n"), ("home/shared/x", ""), ("ws/x", "")]);
        let top = folder.path().canonicalize().unwrap();
        let consent = Consent { everything: false, folder: Some(top.join("config")), home: Some(top.join("home")) };
        let is_trusted = || consent.boundary(&top.join("ws")).contains(&top.join("home/shared/x"));
        assert!(!is_trusted());
        std::fs::write(top.join("config/config.yaml"), "theme: nonsense\ntrusted: [~/shared]\n").unwrap();
        assert!(is_trusted());
    }

    #[test]
    fn nothing_outside_is_trusted_by_default() {
        let folder = folder(&[("ws/x", ""), ("y", "")]);
        let top = folder.path().canonicalize().unwrap();
        let boundary = Consent::default().boundary(&top.join("ws"));
        assert!(boundary.contains(&top.join("ws/x")) && !boundary.contains(&top.join("y")));
    }
}
