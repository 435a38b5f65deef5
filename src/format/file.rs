//! Files that appear when they are complete.

use std::fs::Permissions;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, PersistError};

/// A file under a temporary name, which is removed unless the file is finished.
#[derive(Debug)]
pub struct UnfinishedFile {
    file: NamedTempFile,
}

/// What to do if a file exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    Kept,
    Replaced,
}

impl UnfinishedFile {
    /// Starts a file in a folder.
    pub fn new_in(folder: &Path) -> io::Result<Self> {
        // The permissions that new files have: the umask of the user limits them.
        let mut builder = Builder::new();
        let file = builder.prefix(".refscope-").permissions(Permissions::from_mode(0o666)).tempfile_in(folder);
        Ok(Self { file: file.map_err(without_path)? })
    }

    /// Puts the file into its place.
    pub fn finish(self, path: &Path, existing: Existing) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.put(path, existing).map_err(|error| error.error)
    }

    /// Puts the file into a folder under a name that no file has: `name.ext`, or else `name-2.ext` and so on.
    pub fn finish_in(mut self, folder: &Path, name: &str, extension: &str) -> io::Result<PathBuf> {
        self.file.as_file().sync_all()?;
        for number in 1_u32.. {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!("{name}{suffix}.{extension}"));
            match self.put(&path, Existing::Kept) {
                Ok(()) => return Ok(path),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => self = Self { file: error.file },
                Err(error) => return Err(error.error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn put(self, path: &Path, existing: Existing) -> Result<(), PersistError> {
        match existing {
            Existing::Kept => self.file.persist_noclobber(path),
            Existing::Replaced => self.file.persist(path),
        }
        .map(drop)
    }
}

/// Writes a new file. No existing file is replaced.
pub fn save<T>(
    folder: &Path,
    (name, extension): (&str, &str),
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<(PathBuf, T)> {
    let mut file = BufWriter::new(UnfinishedFile::new_in(folder)?);
    let written = write(&mut file)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok((file.finish_in(folder, name, extension)?, written))
}

/// The error itself: `tempfile` adds the temporary name, which means nothing to users.
fn without_path(error: io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()?.downcast_ref::<io::Error>());
    inner.and_then(io::Error::raw_os_error).map_or(error, io::Error::from_raw_os_error)
}

impl Write for UnfinishedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn unfinished(folder: &Path, text: &str) -> UnfinishedFile {
        let mut file = UnfinishedFile::new_in(folder).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    #[test]
    fn an_existing_file_is_kept_unless_it_is_to_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        unfinished(folder.path(), "one").finish(&path, Existing::Kept).unwrap();
        let refused = unfinished(folder.path(), "two").finish(&path, Existing::Kept).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        unfinished(folder.path(), "three").finish(&path, Existing::Replaced).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        drop(unfinished(folder.path(), "four"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_name_that_is_taken_is_numbered() {
        let folder = tempfile::tempdir().unwrap();
        let put = |text: &str| save(folder.path(), ("map", "svg"), |out| out.write_all(text.as_bytes())).unwrap().0;
        let names: Vec<_> = ["a", "b", "c"].map(put).iter().map(|path| path.file_name().unwrap().to_owned()).collect();
        assert_eq!(names, ["map.svg", "map-2.svg", "map-3.svg"]);
        let texts = names.iter().map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
        assert_eq!(texts.collect::<Vec<_>>(), ["a", "b", "c"]);
    }
}
