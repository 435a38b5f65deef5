//! The user's own folders.
//!
//! The only module that names `directories`, which is no longer maintained: replacing it is a change of this file.

use directories::BaseDirs;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Our folder inside a folder for many programs.
const OURS: &str = "refscope";

/// The user's home folder, if there is one.
pub fn home_folder() -> Option<PathBuf> {
    BaseDirs::new().map(|folders| folders.home_dir().to_owned())
}

/// Where the user's config, keymap and themes are: `$XDG_CONFIG_HOME/refscope` or `~/.config/refscope`, on every system.
/// If neither is there but the system's own place has such a folder, that one.
pub fn config_folder() -> Option<PathBuf> {
    let folders = BaseDirs::new();
    let native = folders.as_ref().map(|folders| folders.config_dir().join(OURS));
    let usual = usual(env::var_os("XDG_CONFIG_HOME"), folders.as_ref().map(BaseDirs::home_dir), ".config");
    existing(usual, native, Path::is_dir)
}

/// Where what should outlast a run is kept: `$XDG_STATE_HOME/refscope` or `~/.local/state/refscope`.
pub fn state_folder() -> Option<PathBuf> {
    usual(env::var_os("XDG_STATE_HOME"), home_folder().as_deref(), ".local/state")
}

/// Where what can be made again is kept: `$XDG_CACHE_HOME/refscope` or `~/.cache/refscope`.
pub fn cache_folder() -> Option<PathBuf> {
    usual(env::var_os("XDG_CACHE_HOME"), home_folder().as_deref(), ".cache")
}

/// The name of what is kept about a workspace, without its ending. It stays the same from release to release.
pub fn kept_name(root: &Path) -> String {
    format!("{:016x}", xxh3_64(root.as_os_str().as_encoded_bytes()))
}

/// Our folder in the one a variable names, or else in one below home. What is not absolute counts as unset, as the rules
/// for these variables say.
fn usual(variable: Option<OsString>, home: Option<&Path>, below: &str) -> Option<PathBuf> {
    let named = variable.map(PathBuf::from).filter(|folder| folder.is_absolute());
    named.or_else(|| home.map(|home| home.join(below))).map(|folder| folder.join(OURS))
}

/// The usual folder, unless only the system's own is there.
fn existing(usual: Option<PathBuf>, native: Option<PathBuf>, is_there: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    match (usual, native) {
        (Some(usual), Some(native)) if !is_there(&usual) && is_there(&native) => Some(native),
        (usual, native) => usual.or(native),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn chosen(variable: Option<&str>, home: Option<&str>) -> Option<PathBuf> {
        usual(variable.map(OsString::from), home.map(Path::new), ".config")
    }

    #[test]
    fn a_variable_names_the_folder_and_home_holds_it_otherwise() {
        assert_eq!(chosen(Some("/x"), Some("/home/u")), Some("/x/refscope".into()));
        assert_eq!(chosen(None, Some("/home/u")), Some("/home/u/.config/refscope".into()));
        assert_eq!(chosen(None, None), None);
    }

    #[test]
    fn a_variable_that_is_empty_or_relative_counts_as_unset() {
        for value in ["", "x", "./x"] {
            assert_eq!(chosen(Some(value), Some("/home/u")), Some("/home/u/.config/refscope".into()), "{value}");
        }
    }

    #[test]
    fn the_systems_own_folder_counts_where_it_is_the_only_one() {
        let among = |there: &[&str]| {
            let is_there = |path: &Path| there.iter().any(|known| Path::new(known) == path);
            existing(Some("/usual".into()), Some("/native".into()), is_there)
        };
        assert_eq!(among(&[]), Some("/usual".into()));
        assert_eq!(among(&["/usual", "/native"]), Some("/usual".into()));
        assert_eq!(among(&["/native"]), Some("/native".into()));
    }
}
