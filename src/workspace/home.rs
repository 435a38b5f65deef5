//! The user's home, configuration, state and cache folders, according to the XDG base directory specification.
//!
//! The only module that uses the crate `directories`, which is no longer maintained, so that it can be replaced here
//! alone.

use directories::BaseDirs;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The name of refscope's subfolder.
const OURS: &str = "refscope";

pub fn home_folder() -> Option<PathBuf> {
    BaseDirs::new().map(|folders| folders.home_dir().to_owned())
}

/// The folder of configuration, keymap and themes: `$XDG_CONFIG_HOME/refscope` or `~/.config/refscope` on every
/// platform. If it does not exist but the platform's native folder does, the native one.
pub fn config_folder() -> Option<PathBuf> {
    let folders = BaseDirs::new();
    let native = folders.as_ref().map(|folders| folders.config_dir().join(OURS));
    let usual = usual(env::var_os("XDG_CONFIG_HOME"), folders.as_ref().map(BaseDirs::home_dir), ".config");
    existing(usual, native, Path::is_dir)
}

/// The folder of state kept between sessions: `$XDG_STATE_HOME/refscope` or `~/.local/state/refscope`.
pub fn state_folder() -> Option<PathBuf> {
    usual(env::var_os("XDG_STATE_HOME"), home_folder().as_deref(), ".local/state")
}

/// The folder of data that can be regenerated: `$XDG_CACHE_HOME/refscope` or `~/.cache/refscope`.
pub fn cache_folder() -> Option<PathBuf> {
    usual(env::var_os("XDG_CACHE_HOME"), home_folder().as_deref(), ".cache")
}

/// The base name of state and cache files of a workspace, without extension. Stable across releases.
pub fn storage_name(root: &Path) -> String {
    format!("{:016x}", xxh3_64(root.as_os_str().as_encoded_bytes()))
}

/// refscope's subfolder of the folder in a variable, or else of one below home. A relative path counts as unset,
/// according to the XDG specification.
fn usual(variable: Option<OsString>, home: Option<&Path>, below: &str) -> Option<PathBuf> {
    let named = variable.map(PathBuf::from).filter(|folder| folder.is_absolute());
    named.or_else(|| home.map(|home| home.join(below))).map(|folder| folder.join(OURS))
}

/// The XDG folder, unless only the platform's native folder exists.
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
    fn variable_overrides_the_folder_below_home() {
        assert_eq!(chosen(Some("/x"), Some("/home/u")), Some("/x/refscope".into()));
        assert_eq!(chosen(None, Some("/home/u")), Some("/home/u/.config/refscope".into()));
        assert_eq!(chosen(None, None), None);
    }

    #[test]
    fn empty_or_relative_variable_counts_as_unset() {
        for value in ["", "x", "./x"] {
            assert_eq!(chosen(Some(value), Some("/home/u")), Some("/home/u/.config/refscope".into()), "{value}");
        }
    }

    #[test]
    fn native_folder_is_used_if_it_is_the_only_one() {
        let among = |there: &[&str]| {
            let is_there = |path: &Path| there.iter().any(|known| Path::new(known) == path);
            existing(Some("/usual".into()), Some("/native".into()), is_there)
        };
        assert_eq!(among(&[]), Some("/usual".into()));
        assert_eq!(among(&["/usual", "/native"]), Some("/usual".into()));
        assert_eq!(among(&["/native"]), Some("/native".into()));
    }
}
