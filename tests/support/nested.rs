//! Folders nested deeper than any person nests them.

use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A chain of folders, each in the one before. Removed when it is dropped: removing it folder by folder, as a temporary folder
/// does, would take a descriptor for each.
pub(crate) struct Nested {
    top: PathBuf,
}

impl Nested {
    /// Makes `levels` folders of this name below `top`, and in each of them the file that `file` gives for its level, from 1.
    /// No path is longer than a name, so that the length of a path is no limit.
    pub(crate) fn below(
        top: PathBuf,
        name: &str,
        levels: usize,
        file: impl Fn(usize) -> Option<(String, String)>,
    ) -> Self {
        std::fs::create_dir_all(&top).unwrap();
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        let mut folder = openat(CWD, &top, flags, Mode::empty()).unwrap();
        for level in 1..=levels {
            mkdirat(&folder, name, Mode::from_raw_mode(0o755)).unwrap();
            folder = openat(&folder, name, flags, Mode::empty()).unwrap();
            if let Some((name, text)) = file(level) {
                let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC;
                let file = openat(&folder, name, flags, Mode::from_raw_mode(0o644)).unwrap();
                File::from(file).write_all(text.as_bytes()).unwrap();
            }
        }
        Self { top }
    }

    pub(crate) fn top(&self) -> &Path {
        &self.top
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary files.
        let _ = Command::new("rm").arg("-rf").arg(&self.top).status();
    }
}
