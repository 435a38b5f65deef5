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
