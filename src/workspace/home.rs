//! The user's own folders.
//!
//! The only module that names `directories`, which is no longer maintained: replacing it is a change of this file.

use directories::BaseDirs;
use std::path::PathBuf;

/// The user's home folder, if there is one.
pub(super) fn home() -> Option<PathBuf> {
    BaseDirs::new().map(|folders| folders.home_dir().to_owned())
}
