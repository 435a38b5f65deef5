//! A file replaced as a whole: written beside it, made durable, then renamed over it.

use super::append::sync_folder;
use super::leftovers;
use super::outside::Target;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// New content that is on the disk but not yet in place. Dropped, it is gone without a trace.
pub(super) struct Replacement {
    file: NamedTempFile,
    target: PathBuf,
}

impl Replacement {
    /// Writes the new content of `target` beside it, with the same owner and permissions. A link stays a link: the file
    /// it leads to is replaced.
    pub(super) fn prepare(target: Target<'_>, content: &[u8]) -> io::Result<Self> {
        let real = target.resolve().map_err(|error| io::Error::other(error.reason()))?;
        let old = fs::metadata(&real)?;
        if old.permissions().readonly() {
            return Err(io::Error::other("it is read-only"));
        }
        // Whoever may write to the folder could replace a file that they may not write to. They should not.
        OpenOptions::new().write(true).open(&real)?;
        let prepared = Self::write_beside(real, content, leftovers::create_in)?;
        keep_owner(&old, prepared.file.path())?;
        prepared.file.as_file().sync_all()?;
        Ok(prepared)
    }

    /// Like [`Replacement::prepare`], but the file need not exist. A new one gets the permissions that new files get, and
    /// missing folders above it are created.
    pub(super) fn prepare_or_create(target: Target<'_>, content: &[u8]) -> io::Result<Self> {
        let real = target.resolve().map_err(|error| io::Error::other(error.reason()))?;
        if real.exists() {
            return Self::prepare(target, content);
        }
        target.create_folder(&real)?;
        Self::write_beside(real, content, leftovers::create_shared_in)
    }

    fn write_beside(
        target: PathBuf,
        content: &[u8],
        create: impl Fn(&Path) -> io::Result<NamedTempFile>,
    ) -> io::Result<Self> {
        let folder = target.parent().ok_or_else(|| io::Error::other("it lies in no folder"))?;
        // The error would name the temporary file, which nobody has heard of.
        let mut file = create(folder).map_err(|error| io::Error::from(error.kind()))?;
        // A folder that became a link after it was checked leads elsewhere. Nothing was written yet.
        if file.path().canonicalize()?.parent() != Some(folder) {
            return Err(io::Error::other("its folder was replaced meanwhile"));
        }
        file.as_file_mut().write_all(content)?;
        file.as_file().sync_all()?;
        Ok(Self { file, target })
    }

    /// Adds to the content that is waiting.
    pub(super) fn extend(&mut self, content: &[u8]) -> io::Result<()> {
        self.file.as_file_mut().write_all(content)?;
        self.file.as_file().sync_all()
    }

    /// Puts the new content in place. After that it is there, whatever else happens: what could not be made durable is a
    /// warning.
    pub(super) fn commit(self) -> io::Result<Vec<String>> {
        self.file.persist(&self.target).map_err(|error| io::Error::from(error.error.kind()))?;
        let warning = |problem: io::Error| {
            format!("the new content of {} may not survive a power cut ({problem})", self.target.display())
        };
        Ok(sync_folder(&self.target).err().map(warning).into_iter().collect())
    }
}

fn keep_owner(old: &Metadata, new: &Path) -> io::Result<()> {
    fs::set_permissions(new, old.permissions())?;
    let ours = fs::metadata(new)?;
    if (ours.uid(), ours.gid()) != (old.uid(), old.gid()) {
        // Only root may give a file away. Whoever may write the folder may replace the file all the same.
        let _ = chown(new, Some(old.uid()), Some(old.gid()));
    }
    Ok(())
}
