//! Files and folders that identify a workspace of a system.

use std::path::Path;

/// A file or folder that identifies a workspace.
#[derive(Debug, Clone, Copy)]
pub struct Marker {
    /// The name in messages.
    pub name: &'static str,
    /// Whether an explicitly named folder contains it.
    pub is_there: fn(&Path) -> bool,
    /// Whether a folder found by searching contains it unambiguously: many projects have a folder `records`.
    pub is_sure: fn(&Path) -> bool,
}

impl Marker {
    /// The file or folder that its name starts with, if a folder contains it; otherwise the name.
    pub fn place(&self, folder: &Path) -> &'static str {
        let path = self.name.split(" with ").next().unwrap_or(self.name).trim_end_matches('/');
        if folder.join(path).exists() { path } else { self.name }
    }
}
