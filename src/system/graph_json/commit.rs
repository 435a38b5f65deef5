//! The commit that a repository has checked out, read from the files of git.

use crate::system::kit::file;
use std::path::Path;

/// Maximum number of symbolic references that are followed.
const MOST_STEPS: usize = 5;

/// The commit of `HEAD` in the repository of a folder. `None` if the folder itself is not the top of one, or its
/// files are elsewhere, as those of a worktree are.
pub(super) fn head(folder: &Path) -> Option<String> {
    let git = folder.join(".git");
    let mut name = "HEAD".to_owned();
    for _ in 0..MOST_STEPS {
        let text = read(&git, &name)?;
        match text.trim().strip_prefix("ref: ") {
            Some(target) => target.trim().clone_into(&mut name),
            None => return Some(text.trim().to_owned()).filter(|commit| is_commit(commit)),
        }
    }
    None
}

/// The text of a reference: its own file, or its line in the list of packed ones.
fn read(git: &Path, name: &str) -> Option<String> {
    let is_plain = name == "HEAD" || name.starts_with("refs/") && !name.split('/').any(|part| part == "..");
    if !is_plain || git.is_symlink() {
        return None;
    }
    let own = file::read_text(&git.join(name)).ok();
    own.or_else(|| {
        let packed = file::read_text(&git.join("packed-refs")).ok()?;
        let found = packed.lines().find_map(|line| line.split_once(' ').filter(|(_, other)| *other == name));
        found.map(|(commit, _)| commit.to_owned())
    })
}

/// Whether this is the full hash of a commit.
pub(super) fn is_commit(text: &str) -> bool {
    [40, 64].contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
