//! Where output goes: standard output, or a file that appears when it is complete.

use anyhow::Context as _;
use std::fs;
use std::io::{self, IsTerminal as _, Stdout, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::{NamedTempFile, PersistError};

/// Standard output, or a file.
pub(super) enum Destination {
    Stdout(Stdout),
    File(UnfinishedFile),
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

/// A file that replaces or creates another one when it is complete.
pub(super) struct UnfinishedFile {
    path: PathBuf,
    replaces: bool,
    file: NamedTempFile,
    progress: Progress,
}

impl UnfinishedFile {
    /// Starts a file. Refused if the path exists and is not to be replaced, or is not a regular file.
    pub(super) fn new(path: &Path, replaces: bool) -> anyhow::Result<Self> {
        if let Ok(found) = fs::metadata(path) {
            anyhow::ensure!(found.is_file(), "{} is not a file", path.display());
            anyhow::ensure!(replaces, "{} exists; --force replaces it", path.display());
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // The permissions that new files have: the umask of the user limits them.
        let permissions = fs::Permissions::from_mode(0o666);
        let mut builder = tempfile::Builder::new();
        let builder = builder.prefix(".refscope-").permissions(permissions);
        let file = builder.tempfile_in(folder).with_context(|| cannot_write(path))?;
        Ok(Self { path: path.to_owned(), replaces, file, progress: Progress::new() })
    }

    /// Puts the file into its place.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.progress.end();
        self.file.as_file().sync_all().with_context(|| cannot_write(&self.path))?;
        let put = |result: Result<fs::File, PersistError>| result.map(drop).map_err(|error| error.error);
        let result = if self.replaces {
            put(self.file.persist(&self.path))
        } else {
            put(self.file.persist_noclobber(&self.path))
        };
        match result {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                anyhow::bail!("{} exists; --force replaces it", self.path.display())
            }
            result => result.with_context(|| cannot_write(&self.path)),
        }
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

impl Write for UnfinishedFile {
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
