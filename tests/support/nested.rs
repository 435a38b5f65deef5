//! Extremely deeply nested folders.

use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A chain of folders, each inside the previous one. Removed on drop with `rm -rf`, because the recursion of `TempDir`
/// would need one file descriptor per level.
pub(crate) struct Nested {
    top: PathBuf,
}

impl Nested {
    /// Creates `levels` folders of this name below `top`, each with the file that `file` returns for its level,
    /// starting at 1. Paths stay as short as one name, so that the maximum path length is no limit.
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
        // Leftovers stay in the folder for temporary files.
        let _ = Command::new("rm").arg("-rf").arg(&self.top).status();
    }
}
