//! Atomic file replacement: write a temporary file in the same folder, `fsync`, `rename`, `fsync` the folder.

use super::append::sync_folder;
use super::leftovers;
use super::outside::Target;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// New content in a temporary file that is not yet renamed. Dropping it removes the temporary file.
pub(super) struct Replacement {
    file: NamedTempFile,
    target: PathBuf,
}

impl Replacement {
    /// Writes the new content of `target` to a temporary file with the same owner and permissions. If the target is a
    /// link, the file it points to is replaced.
    pub(super) fn prepare(target: Target<'_>, content: &[u8]) -> io::Result<Self> {
        let real = target.resolve().map_err(|error| io::Error::other(error.reason()))?;
        let old = fs::metadata(&real)?;
        if old.permissions().readonly() {
            return Err(io::Error::other("it is read-only"));
        }
        // Renaming needs only permission to write to the folder; a read-only file must still not be replaced.
        OpenOptions::new().write(true).open(&real)?;
        let prepared = Self::write_beside(real, content, leftovers::create_in)?;
        keep_owner(&old, prepared.file.path())?;
        prepared.file.as_file().sync_all()?;
        Ok(prepared)
    }

    /// Like [`Replacement::prepare`], but the file need not exist. A new file gets default permissions, and missing
    /// parent folders are created.
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
        let folder = target.parent().ok_or_else(|| io::Error::other("it has no parent folder"))?;
        // The error would name the temporary file, which means nothing to the user.
        let mut file = create(folder).map_err(|error| io::Error::from(error.kind()))?;
        // The folder may have become a link after the check. Nothing was written yet.
        if file.path().canonicalize()?.parent() != Some(folder) {
            return Err(io::Error::other("its folder was replaced in the meantime"));
        }
        file.as_file_mut().write_all(content)?;
        file.as_file().sync_all()?;
        Ok(Self { file, target })
    }

    /// Appends to the new content.
    pub(super) fn extend(&mut self, content: &[u8]) -> io::Result<()> {
        self.file.as_file_mut().write_all(content)?;
        self.file.as_file().sync_all()
    }

    /// Renames the new content into place. Failing to make the rename durable is only a warning.
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
        // Only root can change the owner. Replacing the file is allowed even so.
        let _ = chown(new, Some(old.uid()), Some(old.gid()));
    }
    Ok(())
}
