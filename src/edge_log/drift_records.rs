//! Writes the drift records of an architecture model: one file per node, each replaced atomically.

use super::hold::Hold;
use super::outside::Target;
use super::replace::Replacement;
use crate::source::{Boundary, file};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Records to write.
#[derive(Debug)]
pub struct DriftRecords<'a> {
    pub boundary: &'a Boundary,
    /// The folder of records.
    pub folder: &'a Path,
    /// Whether a single file is at this path, which the folder replaces.
    pub replaces_file: bool,
    /// Files in the folder, with their new content.
    pub files: Vec<(PathBuf, String)>,
    /// Files in the folder to remove, together with folders that become empty.
    pub stale: Vec<PathBuf>,
}

/// Why a record was not written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {cause}", path.display())]
pub struct RecordsError {
    pub path: PathBuf,
    pub cause: io::Error,
}

impl DriftRecords<'_> {
    /// Writes all files, reads each back, then removes stale ones. Checks every target before writing the first.
    /// Returns warnings about files that may not be durable.
    pub fn write(&self) -> Result<Vec<String>, RecordsError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |cause: io::Error| RecordsError { path, cause }
        };
        let outside =
            |path: &Path| self.target(path).resolve().map(drop).map_err(|error| io::Error::other(error.reason()));
        // Paths below a single file cannot be resolved yet; they will be in the folder that replaces it.
        let below = self.files.iter().map(|(path, _)| path).chain(&self.stale).filter(|_| !self.replaces_file);
        for path in below.map(PathBuf::as_path).chain([self.folder]) {
            outside(path).map_err(failed(path))?;
        }
        // Delays signals until everything is written.
        let _held = Hold::begin();
        if self.replaces_file {
            self.replace_file().map_err(failed(self.folder))?;
        }
        let mut warnings = Vec::new();
        for (path, content) in &self.files {
            if !self.replaces_file {
                let replaced = Replacement::prepare_or_create(self.target(path), content.as_bytes());
                warnings.extend(replaced.and_then(Replacement::commit).map_err(failed(path))?);
            }
            let read = file::read_bytes(path).map_err(failed(path))?;
            if read != content.as_bytes() {
                return Err(failed(path)(io::Error::other("another program wrote to it at the same time")));
            }
        }
        for path in self.stale.iter().filter(|path| path.exists()) {
            fs::remove_file(path).map_err(failed(path))?;
            let above = path.ancestors().skip(1).take_while(|folder| *folder != self.folder);
            // Stops at the first folder that is not empty.
            let _ = above.into_iter().try_for_each(fs::remove_dir);
        }
        Ok(warnings)
    }

    fn target<'t>(&'t self, path: &'t Path) -> Target<'t> {
        Target { path, boundary: self.boundary }
    }

    /// Replaces the single file with a folder that contains all files. The file is removed last, so that one of the two
    /// always exists.
    fn replace_file(&self) -> io::Result<()> {
        let above = self.folder.parent().ok_or_else(|| io::Error::other("it has no parent folder"))?;
        let new = tempfile::Builder::new().prefix(".refscope-").tempdir_in(above)?;
        for (path, content) in &self.files {
            let below = path.strip_prefix(self.folder).map_err(io::Error::other)?;
            let path = new.path().join(below);
            fs::create_dir_all(path.parent().unwrap_or(new.path()))?;
            fs::write(&path, content)?;
        }
        let old = above.join(".drift-state.old");
        fs::rename(self.folder, &old)?;
        let new = new.keep();
        if let Err(error) = fs::rename(&new, self.folder) {
            fs::rename(&old, self.folder)?;
            fs::remove_dir_all(&new)?;
            return Err(error);
        }
        open_to_all(self.folder)?;
        fs::remove_file(&old)
    }
}

/// Changes the permissions of a private temporary folder to those of its parent.
fn open_to_all(folder: &Path) -> io::Result<()> {
    let above = folder.parent().unwrap_or(folder);
    fs::set_permissions(folder, fs::metadata(above)?.permissions())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::fixture::folder;
    use std::os::unix::fs::symlink;

    fn written(
        root: &Path,
        folder: &Path,
        files: &[(&str, &str)],
        stale: &[&str],
    ) -> Result<Vec<String>, RecordsError> {
        DriftRecords {
            boundary: &Boundary::around(root),
            folder,
            replaces_file: folder.is_file(),
            files: files.iter().map(|(path, content)| (folder.join(path), (*content).to_owned())).collect(),
            stale: stale.iter().map(|path| folder.join(path)).collect(),
        }
        .write()
    }

    #[test]
    fn files_are_created_replaced_and_removed_with_empty_folders() {
        let root =
            folder(&[("s/a/b.json", "old"), ("s/gone/deep/x.json", ""), ("s/kept/y.json", ""), ("s/kept/z.json", "")]);
        let state = root.path().join("s");
        let files = [("a/b.json", "new"), ("c/d.json", "other")];
        assert_eq!(written(root.path(), &state, &files, &["gone/deep/x.json", "kept/y.json"]).unwrap(), [""; 0]);
        let read = |path: &str| fs::read_to_string(state.join(path)).ok();
        assert_eq!((read("a/b.json").as_deref(), read("c/d.json").as_deref()), (Some("new"), Some("other")));
        assert_eq!(
            (state.join("gone").exists(), state.join("kept").exists(), read("kept/y.json")),
            (false, true, None)
        );
    }

    #[test]
    fn single_file_is_replaced_by_a_folder() {
        let root = folder(&[(".drift-state", "{}")]);
        let state = root.path().join(".drift-state");
        written(root.path(), &state, &[("a/b.json", "new")], &[]).unwrap();
        assert_eq!(fs::read_to_string(state.join("a/b.json")).unwrap(), "new");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1, "temporary files were left behind");
    }

    #[test]
    fn link_that_leads_outside_is_not_written_through() {
        let (root, elsewhere) = (folder(&[]), folder(&[]));
        let state = root.path().join("s");
        symlink(elsewhere.path(), &state).unwrap();
        let error = written(root.path(), &state, &[("a.json", "x")], &[]).unwrap_err().to_string();
        assert!(error.contains(&elsewhere.path().canonicalize().unwrap().display().to_string()), "{error}");
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    }
}
