//! Writes drift records: files that record the state of others, each replaced atomically.

use super::hold::Hold;
use super::outside::{Target, exchange};
use super::replace::Replacement;
use crate::system::question::Records;
use crate::system::{Boundary, file};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

/// Records to write, as a system made them.
#[derive(Debug)]
pub struct DriftRecords<'a> {
    pub boundary: &'a Boundary,
    pub records: &'a Records,
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
        let is_below = |path: &Path| {
            let below = path.strip_prefix(&self.records.folder).ok();
            below.is_some_and(|below| below.components().all(|part| matches!(part, Component::Normal(_))))
        };
        let all = self.records.files.iter().map(|(path, _)| path).chain(&self.records.stale);
        if let Some(path) = all.clone().find(|path| !is_below(path)) {
            return Err(failed(path)(io::Error::other("it is not in the folder of records. Nothing was written")));
        }
        // What is below a single file cannot be resolved; it will be below the folder that replaces it.
        let below = all.filter(|_| !self.records.replaces_file);
        for path in below.map(PathBuf::as_path).chain([&*self.records.folder]) {
            outside(path).map_err(failed(path))?;
        }
        // Delays signals until everything is written.
        let _held = Hold::begin();
        if self.records.replaces_file {
            self.replace_file().map_err(failed(&self.records.folder))?;
        }
        let mut warnings = Vec::new();
        for (path, content) in &self.records.files {
            if !self.records.replaces_file {
                let replaced = Replacement::prepare_or_create(self.target(path), content.as_bytes());
                warnings.extend(replaced.and_then(Replacement::commit).map_err(failed(path))?);
            }
            let read = file::read_bytes(path).map_err(failed(path))?;
            if read != content.as_bytes() {
                return Err(failed(path)(io::Error::other("another program wrote to it at the same time")));
            }
        }
        for path in self.records.stale.iter().filter(|path| path.exists()) {
            fs::remove_file(path).map_err(failed(path))?;
            let above = path.ancestors().skip(1).take_while(|folder| *folder != self.records.folder);
            // Stops at the first folder that is not empty.
            let _ = above.into_iter().try_for_each(fs::remove_dir);
        }
        Ok(warnings)
    }

    fn target<'t>(&'t self, path: &'t Path) -> Target<'t> {
        Target { path, boundary: self.boundary }
    }

    /// Puts a folder with all files where the single file is. Folder and file exchange their names in one step where the system
    /// can do that, so that one of the two is always there; the file is removed last.
    fn replace_file(&self) -> io::Result<()> {
        let above = self.records.folder.parent().ok_or_else(|| io::Error::other("it has no parent folder"))?;
        let new = tempfile::Builder::new().prefix(".refscope-").tempdir_in(above)?;
        for (path, content) in &self.records.files {
            let below = path.strip_prefix(&self.records.folder).map_err(io::Error::other)?;
            let path = new.path().join(below);
            fs::create_dir_all(path.parent().unwrap_or(new.path()))?;
            fs::write(&path, content)?;
            File::open(&path)?.sync_all()?;
        }
        open_to_all(new.path(), above)?;
        File::open(new.path())?.sync_all()?;
        let new = new.keep();
        if exchange(&new, &self.records.folder).is_ok() {
            fs::remove_file(&new)?;
            return File::open(above)?.sync_all();
        }
        // An unused name.
        let old = tempfile::Builder::new().prefix(".refscope-").tempdir_in(above)?;
        let old_file = old.path().join("drift-state");
        fs::rename(&self.records.folder, &old_file)?;
        if let Err(error) = fs::rename(&new, &self.records.folder) {
            fs::rename(&old_file, &self.records.folder)?;
            fs::remove_dir_all(&new)?;
            return Err(error);
        }
        File::open(above)?.sync_all()
    }
}

/// Gives a folder that was made for one user the permissions of the folder above it.
fn open_to_all(folder: &Path, above: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::metadata(above)?.permissions())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;
    use std::os::unix::fs::symlink;

    fn written(
        root: &Path,
        folder: &Path,
        files: &[(&str, &str)],
        stale: &[&str],
    ) -> Result<Vec<String>, RecordsError> {
        let records = Records {
            folder: folder.to_owned(),
            replaces_file: folder.is_file(),
            files: files.iter().map(|(path, content)| (folder.join(path), (*content).to_owned())).collect(),
            stale: stale.iter().map(|path| folder.join(path)).collect(),
        };
        DriftRecords { boundary: &Boundary::around(root), records: &records }.write()
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
    fn a_path_that_leaves_the_folder_is_neither_written_nor_removed() {
        let root = folder(&[("package.json", "precious"), ("s/a.json", "")]);
        let state = root.path().join("s");
        for (files, stale) in [(&[][..], &["../package.json"][..]), (&[("../package.json", "x")][..], &[][..])] {
            assert!(written(root.path(), &state, files, stale).is_err());
        }
        assert_eq!(fs::read_to_string(root.path().join("package.json")).unwrap(), "precious");
    }

    #[test]
    fn nothing_is_written_through_a_link_that_leads_outside() {
        let (root, elsewhere) = (folder(&[]), folder(&[]));
        let state = root.path().join("s");
        symlink(elsewhere.path(), &state).unwrap();
        let error = written(root.path(), &state, &[("a.json", "x")], &[]).unwrap_err().to_string();
        assert!(error.contains(&elsewhere.path().canonicalize().unwrap().display().to_string()), "{error}");
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    }
}
