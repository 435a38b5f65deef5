//! The real binary, with nothing of this machine's environment.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// How a run of the binary ended.
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

    /// Standard output as JSON that a person can review.
    pub(crate) fn pretty(&self) -> String {
        serde_json::to_string_pretty(&self.json()).unwrap()
    }

    /// What a doctor's report says in a few words about one of its checks.
    pub(crate) fn detail(&self, check: &str) -> String {
        let report = self.json();
        let checks = report["checks"].as_array().unwrap();
        checks.iter().find(|one| one["name"] == check).unwrap()["detail"].as_str().unwrap().to_owned()
    }

    /// The run itself, if it ended with this exit code.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }
}

/// The binary, to be run in `folder` by a user without a home.
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
