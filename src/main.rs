//! Parse, dispatch, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    refscope::cli::run(std::env::args_os())
}
