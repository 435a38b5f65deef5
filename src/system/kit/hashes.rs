//! [`Hashes`]: a cache of the SHA-256 hashes of files. A file is read again only if its stamp changes.
//!
//! A stamp is device, inode, size, modification and change time. It is trusted only if it was taken by refscope, and
//! only if the file had not changed for a while when it was: a file that is written twice within one tick of the file
//! system's clock looks the same both times. The change time cannot be set by a program, so that restoring a
//! modification time hides nothing.

use super::{FileStamp, file};
use crate::pack::{Packer, Unpacker};
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};
use tempfile::NamedTempFile;

/// A SHA-256 hash.
pub(in crate::system) type Digest = [u8; 32];

/// The hash of a file, and its modification time when it was about to be read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::system) struct Hashed {
    pub(in crate::system) digest: Digest,
    /// Milliseconds, computed as Node.js computes `mtimeMs`.
    pub(in crate::system) modified: f64,
}

/// What was hashed before.
#[derive(Debug, Default)]
pub struct Hashes {
    /// Loaded when they are needed first.
    known: OnceLock<RwLock<Known>>,
    /// The file with the hashes that were saved.
    saved: Option<PathBuf>,
    /// Whether there are hashes that were not saved yet.
    is_changed: AtomicBool,
}

type Known = HashMap<PathBuf, (FileStamp, Digest)>;

/// Minimum number of hashes to save; computing fewer takes less time than reading them.
const WORTH_SAVING: usize = 500;

/// Version of the file format.
const FORMAT: u64 = 1;

/// Files are hashed in pieces of this size; cancellation is checked after each.
const PIECE: usize = 1 << 20;

impl Hashes {
    /// The hashes of files, in their order. Files that no longer exist have none, nor has any if the caller gave up.
    pub(in crate::system) fn of_all(
        &self,
        paths: &[&Path],
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Vec<io::Result<Option<Hashed>>> {
        let known = self.known().read().unwrap_or_else(PoisonError::into_inner);
        let found: Vec<io::Result<_>> = paths
            .par_iter()
            .map(|path| {
                let hashed = || {
                    // The stamp is older than what is hashed, so that a change in between is seen the next time.
                    let metadata = std::fs::metadata(path)?;
                    let (stamp, modified) = (FileStamp::from_metadata(&metadata), modified(&metadata));
                    let known = known.get(*path).filter(|(before, _)| before.still_holds(stamp));
                    let digest = known.map_or_else(|| hash_file(path, cancelled), |(_, digest)| Ok(Some(*digest)))?;
                    Ok::<_, io::Error>(digest.map(|digest| (stamp, Hashed { digest, modified }, known.is_none())))
                };
                match hashed() {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                    hashed => hashed,
                }
            })
            .collect();
        drop(known);
        let mut known = self.known().write().unwrap_or_else(PoisonError::into_inner);
        for (path, found) in paths.iter().zip(&found) {
            if let Ok(Some((stamp, hashed, true))) = found {
                known.insert((*path).to_owned(), (*stamp, hashed.digest));
                self.is_changed.store(true, Ordering::Relaxed);
            }
        }
        found.into_iter().map(|found| Ok(found?.map(|(_, hashed, _)| hashed))).collect()
    }

    /// The hashes that were saved in a file, which is read when the first one is needed; none if there is no such file
    /// or it is damaged.
    pub fn saved_in(path: &Path) -> Self {
        Self { saved: Some(path.to_owned()), ..Self::default() }
    }

    fn known(&self) -> &RwLock<Known> {
        self.known.get_or_init(|| RwLock::new(self.saved.as_deref().map(Self::read).unwrap_or_default()))
    }

    fn read(path: &Path) -> Known {
        let read = || {
            let file = file::open(path).ok()?;
            let length = file.metadata().ok()?.len();
            let mut from = Unpacker::new(&file, 0..length)?;
            if from.number()? != FORMAT {
                return None;
            }
            let mut known = HashMap::new();
            for _ in 0..from.length(1)? {
                let path = PathBuf::from(from.text()?);
                let stamp = FileStamp::unpack(&mut from)??;
                known.insert(path, (stamp, Digest::try_from(from.blob()?).ok()?));
            }
            from.finish()?;
            Some(known)
        };
        read().unwrap_or_default()
    }

    /// Saves the hashes to the file they came from, if there are new ones and enough to be worth it.
    pub fn save(&self) -> io::Result<()> {
        let (Some(path), Some(known)) = (&self.saved, self.known.get()) else { return Ok(()) };
        let known = known.read().unwrap_or_else(PoisonError::into_inner);
        if !self.is_changed.load(Ordering::Relaxed) || known.len() < WORTH_SAVING {
            return Ok(());
        }
        let folder = path.parent().ok_or_else(|| io::Error::other("no folder"))?;
        std::fs::create_dir_all(folder)?;
        let mut file = NamedTempFile::new_in(folder)?;
        let mut buffered = io::BufWriter::new(file.as_file_mut());
        let mut out = Packer::new(&mut buffered);
        out.number(FORMAT)?;
        let named: Vec<_> = known.iter().filter_map(|(path, known)| Some((path.to_str()?, known))).collect();
        out.number(named.len() as u64)?;
        for (path, (stamp, digest)) in named {
            out.text(path)?;
            FileStamp::pack(Some(*stamp), &mut out)?;
            out.blob(digest)?;
        }
        out.finish()?;
        buffered.flush()?;
        drop(buffered);
        file.persist(path).map_err(|error| error.error)?;
        self.is_changed.store(false, Ordering::Relaxed);
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "Node.js computes with doubles too")]
fn modified(metadata: &Metadata) -> f64 {
    metadata.mtime() as f64 * 1000.0 + metadata.mtime_nsec() as f64 / 1_000_000.0
}

/// The hash of a file's bytes; `None` if the caller gave up.
fn hash_file(path: &Path, cancelled: &dyn Fn() -> bool) -> io::Result<Option<Digest>> {
    let mut file: File = file::open(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; PIECE.min(usize::try_from(length).unwrap_or(PIECE) + 1)];
    loop {
        if cancelled() {
            return Ok(None);
        }
        match file.read(&mut piece) {
            Ok(0) => return Ok(Some(hash.finalize().into())),
            Ok(read) => hash.update(&piece[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The hash of a text.
pub(in crate::system) fn hash_text(text: &str) -> Digest {
    Sha256::digest(text.as_bytes()).into()
}

/// A hash as 64 lower-case hexadecimal digits.
pub(in crate::system) fn hex(digest: &Digest) -> String {
    digest.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;
    use std::fs;

    fn hash(hashes: &Hashes, path: &Path) -> Option<String> {
        hashes.of_all(&[path], &|| false)[0].as_ref().unwrap().as_ref().map(|hashed| hex(&hashed.digest))
    }

    #[test]
    fn the_hash_is_sha_256_of_the_raw_bytes() {
        let files = folder(&[("abc", "abc"), ("empty", ""), ("crlf", "a\r\n")]);
        let of = |name: &str| hash(&Hashes::default(), &files.path().join(name)).unwrap();
        // The test vectors of FIPS 180-2; the third value is from sha256sum.
        assert_eq!(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(of("empty"), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(of("crlf"), "8e4621379786ef42a4fec155cd525c291dd7db3c1fde3478522f4f61c03fd1bd");
    }

    #[test]
    fn changed_file_is_hashed_again_even_if_its_time_was_restored() {
        let files = folder(&[("a", "one")]);
        let (path, hashes) = (files.path().join("a"), Hashes::default());
        let before = hash(&hashes, &path);
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        fs::write(&path, "two").unwrap();
        File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
        assert_ne!(hash(&hashes, &path), before);
    }

    #[test]
    fn a_file_that_is_gone_has_no_hash_and_a_folder_is_an_error() {
        let files = folder(&[("a", "")]);
        let hashes = Hashes::default();
        assert_eq!(hash(&hashes, &files.path().join("b")), None);
        assert!(hashes.of_all(&[files.path()], &|| false)[0].is_err());
    }

    #[test]
    fn saved_hashes_are_loaded_and_a_damaged_file_is_ignored() {
        let files = folder(&[]);
        let paths: Vec<_> = (0..WORTH_SAVING).map(|number| files.path().join(number.to_string())).collect();
        for path in &paths {
            fs::write(path, path.to_str().unwrap()).unwrap();
        }
        let kept = files.path().join("cache/hashes");
        let hashes = Hashes::saved_in(&kept);
        hashes.of_all(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>(), &|| false);
        hashes.save().unwrap();
        assert_eq!(*Hashes::saved_in(&kept).known().read().unwrap(), *hashes.known().read().unwrap());
        let mut bytes = fs::read(&kept).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&kept, bytes).unwrap();
        assert!(Hashes::saved_in(&kept).known().read().unwrap().is_empty());
    }
}
