//! Where output goes: standard output, or a file that appears when it is complete.

use crate::format::file::{Existing, UnfinishedFile};
use anyhow::Context as _;
use std::fs;
use std::io::{self, IsTerminal as _, Stdout, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Standard output, or a file.
pub(super) enum Destination {
    Stdout(Stdout),
    File(OutputFile),
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// A file that appears at its path when it is complete.
pub(super) struct OutputFile {
    path: PathBuf,
    existing: Existing,
    file: UnfinishedFile,
    progress: Progress,
}

impl OutputFile {
    /// Starts a file. Refused if the path exists and is not to be replaced, or is not a regular file.
    pub(super) fn new(path: &Path, existing: Existing) -> anyhow::Result<Self> {
        if let Ok(found) = fs::metadata(path) {
            anyhow::ensure!(found.is_file(), "{} is not a file", path.display());
            anyhow::ensure!(existing == Existing::Replaced, "{}", exists(path));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        anyhow::ensure!(folder.is_dir(), "{}: {}", cannot_write(path), no_folder(folder));
        let file = UnfinishedFile::new_in(folder).with_context(|| cannot_write(path))?;
        Ok(Self { path: path.to_owned(), existing, file, progress: Progress::new() })
    }

    /// Puts the file into its place.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.progress.end();
        match self.file.finish(&self.path, self.existing) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => anyhow::bail!(exists(&self.path)),
            result => result.with_context(|| cannot_write(&self.path)),
        }
    }
}

fn exists(path: &Path) -> String {
    format!("{} exists; --force replaces it", path.display())
}

fn no_folder(folder: &Path) -> String {
    format!("the folder {} does not exist; create it or choose another one", folder.display())
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.progress.add(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Says on standard error how much of a large file is written, if that is a terminal.
struct Progress {
    bytes: u64,
    next: Instant,
    is_shown: bool,
    is_terminal: bool,
}

/// The first message appears after this time, and the next ones at this interval.
const INTERVAL: Duration = Duration::from_millis(500);

impl Progress {
    fn new() -> Self {
        let is_terminal = io::stderr().is_terminal();
        Self { bytes: 0, next: Instant::now() + INTERVAL, is_shown: false, is_terminal }
    }

    fn add(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
        if self.is_terminal && Instant::now() >= self.next {
            // If standard error is closed, there is no way to report progress.
            let _ = write!(io::stderr(), "\r{} MB written", self.bytes / 1_000_000);
            (self.is_shown, self.next) = (true, Instant::now() + INTERVAL);
        }
    }

    /// Removes the message.
    fn end(&self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
