//! The real binary on a terminal.

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::io::Read as _;
use std::path::Path;

/// A command in a folder with a clean environment.
pub(super) fn command(
    program: &Path,
    folder: &Path,
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.env_clear();
    command.env("HOME", folder.join("no-home"));
    command.env("TERM", "xterm-256color");
    for (name, value) in environment {
        command.env(name, value);
    }
    command.cwd(folder);
    command.args(arguments);
    command
}

/// Runs the binary in `folder` on a terminal of 80×24; returns all output and the exit code.
pub(crate) fn run_on_terminal(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> (String, u32) {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let command = command(Path::new(env!("CARGO_BIN_EXE_refscope")), folder, arguments, environment);
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut seen = Vec::new();
    // On Linux, reading from a terminal whose other side is closed fails: that is the end of the output.
    let _ = reader.read_to_end(&mut seen);
    let code = child.wait().unwrap().exit_code();
    (String::from_utf8(seen).unwrap().replace("\r\n", "\n"), code)
}
