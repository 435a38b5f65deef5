//! Reads a folder from the last commit with the `git` program.
//!
//! Only plumbing commands that read objects are run, without file-system monitors, lazy fetches and transports, so that a hostile
//! repository starts no program of its own. What it holds is bounded.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use tempfile::TempDir;

/// Maximum number of files below the folder.
const MOST_FILES: usize = 50_000;
const MOST_BYTES: u64 = 512 << 20;

/// A folder of the last commit, extracted to a temporary folder.
#[derive(Debug)]
pub(super) struct Committed {
    pub(super) commit: String,
    /// The temporary folder that contains the extracted one under its own name. Removed on drop.
    pub(super) folder: TempDir,
}

/// Why the folder could not be read from the last commit.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotCommitted {
    /// Git is not installed, there is no repository, or it has no commit.
    #[error("{0}")]
    NoCommit(String),
    #[error("the last commit has no {0}")]
    NoFolder(String),
    #[error("the last commit has too many files below {0}")]
    TooLarge(String),
    #[error(transparent)]
    Failed(#[from] io::Error),
}

/// A file of the commit.
struct Blob {
    object: String,
    path: PathBuf,
}

/// Reads `name`, a folder directly in `project`, from the last commit.
pub(super) fn committed(project: &Path, name: &str) -> Result<Committed, NotCommitted> {
    let commit = git_output(project, &["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
        .map_err(|error| NotCommitted::NoCommit(format!("cannot run git: {error}")))?
        .ok_or_else(|| NotCommitted::NoCommit("no git repository with a commit here".to_owned()))?;
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    let listed = git_output(project, &["ls-tree", "-r", "-z", &commit, "--", name])?.unwrap_or_default();
    let blobs: Vec<_> = listed.split(|byte| *byte == 0).filter_map(blob).collect();
    if blobs.is_empty() {
        return Err(NotCommitted::NoFolder(name.to_owned()));
    }
    if blobs.len() > MOST_FILES {
        return Err(NotCommitted::TooLarge(name.to_owned()));
    }
    let folder = tempfile::tempdir()?;
    if !write(project, &blobs, folder.path())? {
        return Err(NotCommitted::TooLarge(name.to_owned()));
    }
    Ok(Committed { commit, folder })
}

fn git(project: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(project).args(["-c", "core.fsmonitor=false", "--no-replace-objects"]);
    // A partial clone fetches objects that it lacks, with programs that its own configuration names.
    git.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "").env("GIT_TERMINAL_PROMPT", "0");
    git.env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"] {
        git.env_remove(name);
    }
    git.stdin(Stdio::null()).stderr(Stdio::null());
    git
}

/// The output of a git command; `None` if it fails.
fn git_output(project: &Path, arguments: &[&str]) -> io::Result<Option<Vec<u8>>> {
    let output = git(project).args(arguments).output()?;
    Ok(output.status.success().then_some(output.stdout))
}

/// A tree entry, if it is a regular file with a path inside the folder.
fn blob(entry: &[u8]) -> Option<Blob> {
    let tab = entry.iter().position(|byte| *byte == b'\t')?;
    let mut facts = std::str::from_utf8(&entry[..tab]).ok()?.split(' ');
    let (mode, object) = (facts.next()?, facts.nth(1)?);
    let path = PathBuf::from(OsStr::from_bytes(&entry[tab + 1..]));
    let stays_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    (mode.starts_with("100") && stays_inside).then(|| Blob { object: object.to_owned(), path })
}

/// Extracts files of the commit to a folder; returns false if they exceed the limit.
fn write(project: &Path, blobs: &[Blob], into: &Path) -> io::Result<bool> {
    let mut child = git(project).args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::other("git has no standard streams"));
    };
    let objects: String = blobs.iter().map(|blob| format!("{}\n", blob.object)).collect();
    // On a separate thread, because git writes before it has read all input.
    let asking = thread::spawn(move || stdin.write_all(objects.as_bytes()));
    let mut from = BufReader::new(stdout);
    let mut left = MOST_BYTES;
    let mut copy = || -> io::Result<bool> {
        for blob in blobs {
            let mut header = String::new();
            from.read_line(&mut header)?;
            let size = header.trim_end().rsplit(' ').next().and_then(|size| size.parse::<u64>().ok());
            let size = size.ok_or_else(|| io::Error::other(format!("git does not have {}", blob.object)))?;
            let Some(rest) = left.checked_sub(size) else { return Ok(false) };
            left = rest;
            let mut content = vec![0; usize::try_from(size).map_err(io::Error::other)? + 1];
            from.read_exact(&mut content)?;
            content.pop();
            let path = into.join(&blob.path);
            fs::create_dir_all(path.parent().unwrap_or(into))?;
            fs::write(path, content)?;
        }
        Ok(true)
    };
    let copied = copy();
    if !matches!(copied, Ok(true)) {
        child.kill().ok();
    }
    drop(from);
    child.wait()?;
    // If git ended early, reading reports the error.
    drop(asking.join());
    copied
}
