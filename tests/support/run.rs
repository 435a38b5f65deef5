//! Running the real binary with a clean environment.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// The result of running the binary.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Standard output as indented JSON, for review.
    pub(crate) fn pretty(&self) -> String {
        serde_json::to_string_pretty(&self.json()).unwrap()
    }

    /// The detail text of one check in a doctor report.
    pub(crate) fn detail(&self, check: &str) -> String {
        let report = self.json();
        let checks = report["checks"].as_array().unwrap();
        checks.iter().find(|one| one["name"] == check).unwrap()["detail"].as_str().unwrap().to_owned()
    }

    /// Asserts the exit code and returns the run.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }
}

/// A command that runs the binary in `folder` for a user without a home directory.
pub(crate) fn refscope(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_refscope"));
    command.current_dir(folder).env_clear().env("HOME", folder.join("no-home"));
    command
}

/// Runs the binary in `folder` with its output piped.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Run {
    refscope(folder).args(arguments).output().unwrap().into()
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
