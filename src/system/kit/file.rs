//! File access for the readers: opens only regular files, replaces invalid UTF-8, lists folders and formats paths.
//!
//! Nothing here knows a file format.

use super::obstacle::DEEPEST;
use super::stamp::FileStamp;
use crate::time::{self, Millis};
use rustix::fs::{CWD, Mode, OFlags};
use rustix::io::retry_on_intr;
use std::borrow::Cow;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};
use std::str::Utf8Error;

/// A file's text and modification time.
pub(in crate::system) struct FileText<'b> {
    pub(in crate::system) text: Cow<'b, str>,
    pub(in crate::system) modified: Millis,
    /// The first line that is not UTF-8. Its invalid bytes are replaced in `text`.
    pub(in crate::system) broken_line: Option<u32>,
}

/// How to open a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::system) enum Opening {
    /// Checks the file type before opening: a link may lead to a device, and opening a device can have side effects.
    Careful,
    /// Opens at once: a folder without links contains no devices, and opening a pipe with `O_NONBLOCK` does not wait.
    Direct,
}

/// Reads many files in sequence, reusing one buffer and the handle of the last folder.
#[derive(Debug, Default)]
pub(in crate::system) struct FileReader {
    buffer: Vec<u8>,
    /// The folder of the last file. Opening the next file relative to it saves resolving the path.
    folder: Option<(Vec<u8>, OwnedFd)>,
}

impl FileReader {
    /// Opens a file for reading without blocking.
    fn open(&mut self, path: &Path) -> io::Result<File> {
        let whole = path.as_os_str().as_bytes();
        let cut = memchr::memrchr(b'/', whole).filter(|cut| *cut > 0);
        let near = cut.and_then(|cut| Some((self.folder(&whole[..cut])?, &whole[cut + 1..])));
        let (folder, path) = near.unwrap_or((CWD, whole));
        let open = || rustix::fs::openat(folder, path, FOR_READING, Mode::empty());
        Ok(retry_on_intr(open)?.into())
    }

    fn folder(&mut self, path: &[u8]) -> Option<BorrowedFd<'_>> {
        if self.folder.as_ref().is_none_or(|(last, _)| last != path) {
            let open = || rustix::fs::open(path, OFlags::DIRECTORY | FOR_READING, Mode::empty());
            self.folder = retry_on_intr(open).ok().map(|folder| (path.to_owned(), folder));
        }
        self.folder.as_ref().map(|(_, folder)| folder.as_fd())
    }
}

const FOR_READING: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

impl Opening {
    fn open(self, path: &Path, reader: &mut FileReader) -> io::Result<(File, Metadata)> {
        let file = match self {
            Self::Careful => open(path)?,
            Self::Direct => reader.open(path)?,
        };
        let metadata = file.metadata()?;
        if metadata.is_file() { Ok((file, metadata)) } else { Err(not_regular()) }
    }
}

fn not_regular() -> io::Error {
    io::Error::other("not a regular file")
}

/// Opens a regular file for reading. Anything else is rejected before it is opened: a pipe may never end.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(not_regular());
    }
    File::open(path)
}

pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a regular file as text; invalid UTF-8 is replaced.
pub fn read_text(path: &Path) -> io::Result<String> {
    read(path).map(|read| read.text.into_owned())
}

/// The names of the files directly in a folder, sorted. Hidden files and folders are left out.
pub fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.starts_with('.') && !path.is_dir() {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The folders directly in a folder, sorted; none if it cannot be listed. Hidden folders are left out.
pub(in crate::system) fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let mut folders: Vec<_> = entries.filter(|path| path.is_dir() && !hidden(path)).collect();
    folders.sort();
    folders
}

/// A folder and everything below it down to [`DEEPEST`] levels, hidden entries too, in an order that depends only on
/// the names. Linked folders are listed but not entered.
pub(crate) fn everything_below(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    let mut level = 0..1;
    for _ in 0..=DEEPEST {
        let start = all.len();
        for at in level {
            let path = &all[at];
            let is_entered = at == 0 || path.symlink_metadata().is_ok_and(|found| found.is_dir());
            let entries = is_entered.then(|| fs::read_dir(path)).into_iter().flatten().flatten().filter_map(Result::ok);
            let mut inside: Vec<_> = entries.map(|entry| entry.path()).collect();
            inside.sort();
            all.append(&mut inside);
        }
        level = start..all.len();
    }
    all
}

pub(in crate::system) fn read(path: &Path) -> io::Result<FileText<'static>> {
    let mut reader = FileReader::default();
    let (filled, metadata) = fill(path, Opening::Careful, &mut reader)?;
    let mut bytes = reader.buffer;
    bytes.truncate(filled);
    let modified = time::from_system(metadata.modified()?);
    Ok(match String::from_utf8(bytes) {
        Ok(text) => FileText { text: text.into(), modified, broken_line: None },
        Err(error) => {
            let broken_line = Some(line_of(error.as_bytes(), error.utf8_error()));
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            FileText { text: text.into(), modified, broken_line }
        }
    })
}

/// Reads a file as text into the reader's buffer, and returns its stamp from before the read.
pub(in crate::system) fn read_into<'d>(
    path: &Path,
    opening: Opening,
    reader: &'d mut FileReader,
) -> io::Result<(FileText<'d>, FileStamp)> {
    let (filled, metadata) = fill(path, opening, reader)?;
    let modified = time::from_system(metadata.modified()?);
    let bytes = &reader.buffer[..filled];
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => FileText { text: text.into(), modified, broken_line: None },
        Err(error) => {
            let broken_line = Some(line_of(bytes, error));
            FileText { text: String::from_utf8_lossy(bytes), modified, broken_line }
        }
    };
    Ok((text, FileStamp::from_metadata(&metadata)))
}

/// Reads the bytes that the file had when it was opened. Bytes appended meanwhile are read the next time.
fn fill(path: &Path, opening: Opening, reader: &mut FileReader) -> io::Result<(usize, Metadata)> {
    let (mut file, metadata) = opening.open(path, reader)?;
    let size = usize::try_from(metadata.len()).map_err(io::Error::other)?;
    let buffer = &mut reader.buffer;
    if buffer.len() < size {
        buffer.resize(size, 0);
    }
    let mut filled = 0;
    while filled < size {
        match file.read(&mut buffer[filled..size]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok((filled, metadata))
}

/// The line of the first invalid byte.
fn line_of(bytes: &[u8], error: Utf8Error) -> u32 {
    memchr::memchr_iter(b'\n', &bytes[..error.valid_up_to()]).count() as u32 + 1
}

/// The first bytes of a regular file as text, without a byte order mark. `None` if it cannot be read.
pub(in crate::system) fn start(path: &Path, most: u64) -> Option<String> {
    let mut bytes = Vec::new();
    open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    Some(without_mark(&String::from_utf8_lossy(&bytes)).to_owned())
}

/// The text without its byte order mark.
pub(in crate::system) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The markdown files directly in a folder, sorted; none if the folder does not exist.
pub(in crate::system) fn markdown_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    with_extension_in(folder, "md")
}

/// The files directly in a folder that have this extension and are not hidden, sorted; none if the folder does not
/// exist.
pub(in crate::system) fn with_extension_in(folder: &Path, wanted: &str) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if has_extension(&path, wanted) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Whether the file name ends in `.md` and is not hidden.
pub(in crate::system) fn is_markdown(path: &Path) -> bool {
    has_extension(path, "md")
}

/// The path as displayed: relative to the workspace if it is inside, with `/`.
pub(crate) fn relative(root: &Path, path: &Path) -> String {
    // Paths found by walking start with the same bytes as the root; comparing bytes is faster than comparing
    // components.
    let [start, whole] = [root, path].map(|path| path.as_os_str().as_bytes());
    if let Some(below) = whole.strip_prefix(start).and_then(|rest| rest.strip_prefix(b"/"))
        && !matches!(below, [] | [b'/' | b'.', ..])
        && !start.ends_with(b"/")
        && !below.ends_with(b"/")
        && !memchr::memchr_iter(b'/', below).any(|slash| matches!(below[slash + 1], b'/' | b'.'))
    {
        return String::from_utf8_lossy(below).into_owned();
    }
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned()
}

/// The path with links resolved; the path itself if it does not exist.
pub(in crate::system) fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Removes `.` and `folder/..` lexically, without resolving links. A leading `..` stays.
pub fn lexically_normalized(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match (part, plain.components().next_back()) {
            // The parent of `/` is `/`.
            (Component::CurDir, _) | (Component::ParentDir, Some(Component::RootDir)) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                plain.pop();
            }
            (part, _) => plain.push(part),
        }
    }
    plain
}

/// Whether the file name has this extension and is not hidden.
pub(in crate::system) fn has_extension(path: &Path, wanted: &str) -> bool {
    let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    !hidden && path.extension().is_some_and(|extension| extension == wanted)
}

/// What went wrong with a file, in plain words.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotFound => "not found".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_parent_components_are_removed() {
        let paths =
            [("./a/../b", "b"), ("a/b/../..", ""), ("../a/../..", "../.."), ("/../a/./b", "/a/b"), ("/a/../..", "/")];
        for (written, plain) in paths {
            assert_eq!(lexically_normalized(Path::new(written)), Path::new(plain), "{written}");
        }
    }
}
