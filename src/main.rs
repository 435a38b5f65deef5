//! The `refscope` binary: passes the arguments to the library and returns its exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    refscope::cli::run(std::env::args_os())
}
