//! Running the program as a user with restricted permissions, even if the tests run as root.

use super::opened::{SIZE, is_examined};
use crate::support::screen::Session;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

/// A copy of the program that every user may execute.
const COPY: &str = "refscope-copy";

#[test]
#[ignore = "becomes the program, on the terminal that other tests give it"]
fn nobody() {
    let mut command = Command::new(format!("./{COPY}"));
    command.args(["-w", "w"]);
    // Permissions do not restrict root, so the process switches to the user `nobody`.
    if fs::metadata(".").unwrap().uid() == 0 {
        command.uid(65534).gid(65534);
    }
    panic!("{}", command.exec());
}

/// Opens the workspace `w` in a folder as a user to whom file permissions apply.
pub(super) fn open_as_nobody(folder: &Path) -> Session {
    fs::copy(env!("CARGO_BIN_EXE_refscope"), folder.join(COPY)).unwrap();
    allow(folder, 0o755);
    allow(&folder.join(COPY), 0o755);
    let program = std::env::current_exe().unwrap();
    let arguments = ["--exact", "pty::unprivileged::nobody", "--ignored", "--nocapture", "--test-threads=1"];
    let session = Session::start_program(&program, folder, &arguments, &[], SIZE);
    session.wait_for(is_examined, "everything");
    session
}

/// Changes the permissions of a file or folder.
pub(super) fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}
